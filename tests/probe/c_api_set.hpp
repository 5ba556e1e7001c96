// Sets opened through dambase.h, for its tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "probe/include/dambase.h"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {

struct CloseSet {
  void operator()(dambase_set* set) const { dambase_close(set); }
};
using CSet = std::unique_ptr<dambase_set, CloseSet>;

[[nodiscard]] inline CSet open_c_set(const std::string& variant, const std::filesystem::path& folder,
                                     const dambase_options* options = nullptr) {
  dambase_set* set = nullptr;
  dambase_error error;
  const dambase_status status = dambase_open(variant.c_str(), folder.c_str(), options, &set, &error);
  EXPECT_EQ(status, DAMBASE_OK) << error.text;
  return CSet(status == DAMBASE_OK ? set : nullptr);
}

/// A set of `variant` without tables, for what needs none.
[[nodiscard]] inline CSet open_empty_c_set(const std::string& variant) { return open_c_set(variant, "/nowhere"); }

[[nodiscard]] inline dambase_position c_position(const CSet& set, const std::string& fen) {
  dambase_position position{};
  dambase_error error;
  EXPECT_EQ(dambase_parse_fen(set.get(), fen.c_str(), &position, &error), DAMBASE_OK) << error.text;
  return position;
}

[[nodiscard]] inline std::string c_fen(const CSet& set, const dambase_position& position) {
  char fen[DAMBASE_FEN_BYTES] = "";
  dambase_error error;
  EXPECT_EQ(dambase_write_fen(set.get(), &position, fen, sizeof fen, &error), DAMBASE_OK) << error.text;
  return fen;
}

[[nodiscard]] inline std::vector<dambase_move> c_moves(const CSet& set, const dambase_position& position) {
  std::vector<dambase_move> moves(DAMBASE_MOST_MOVES);
  std::size_t count = 0;
  dambase_error error;
  EXPECT_EQ(dambase_moves(set.get(), &position, moves.data(), moves.size(), &count, &error), DAMBASE_OK) << error.text;
  moves.resize(count);
  return moves;
}

/// The name of the value of `fen`, or that of the status if it has none.
[[nodiscard]] inline std::string c_probed(const CSet& set, const std::string& fen) {
  dambase_value value = DAMBASE_DRAW;
  const dambase_status status = dambase_probe_fen(set.get(), fen.c_str(), &value, nullptr);
  return status == DAMBASE_OK ? dambase_value_name(value) : dambase_status_name(status);
}

}  // namespace dambase::test
