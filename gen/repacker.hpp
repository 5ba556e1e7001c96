// Stores finished tables anew, in another profile or by a later version of the codecs, without solving anything.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "gen/position_observer.hpp"

namespace dambase {

struct RepackOptions {
  const Variant* variant = nullptr;
  std::filesystem::path folder;  ///< the folder that holds one folder a variant; tables change in place
  Profile profile = Profile::fast;
  int threads = 0;  ///< 0: as many as the machine gives this process
};

struct RepackReport {
  std::uint64_t tables = 0;  ///< all that the folder has of the variant
  std::uint64_t repacked = 0;
  std::uint64_t positions = 0;
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes = 0;
};

/// Repacks every table that does not have the profile yet, smaller material first, each put in place whole: where this
/// stops, it can go on. The content digest of each is checked before its file is replaced. Errors: damaged_table
/// (which), missing_table (one that is needed to tell what a compact table leaves out), folder_in_use, file_failed,
/// out_of_memory, out_of_disk.
Result<RepackReport> repack_tables(const RepackOptions& options, PositionObserver& observer);

}  // namespace dambase
