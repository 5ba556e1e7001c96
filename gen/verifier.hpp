// Checks finished tables: that every byte is what was written, and, deeply, that every value follows
// from the values of the positions after its moves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "gen/position_observer.hpp"

namespace dambase {

struct VerifyOptions {
  const Variant* variant = nullptr;
  std::filesystem::path folder;     ///< the folder that holds one folder a variant
  std::vector<Material> materials;  ///< only these; empty: all that are there
  bool deep = false;                ///< also check every value against its successors
  int threads = 0;                  ///< 0: as many as the machine gives this process
};

struct VerifyReport {
  std::uint64_t tables = 0;
  std::uint64_t positions = 0;        ///< whose values were read, or checked if deep
  std::vector<std::string> failures;  ///< one line each, naming the table and what is wrong; at most 100
  std::uint64_t failure_count = 0;    ///< of all failures, those not listed included
};

/// Verifies the tables under `options.folder`. What is wrong in tables is in the report; an error is
/// only what kept the work from being done.
Result<VerifyReport> verify_tables(const VerifyOptions& options, PositionObserver& observer);

}  // namespace dambase
