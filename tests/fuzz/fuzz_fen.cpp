// Any text as a FEN: it is refused in one line, or read as a position whose FEN reads back as the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/notation.hpp"
#include "formats/fen.hpp"
#include "tests/fuzz/claim.hpp"

using namespace dambase;
using fuzz::claim;

namespace {

bool is_printable(std::string_view text) {
  for (const char c : text)
    if (c < ' ' || c > '~') return false;
  return !text.empty();
}

// What both say of a move: `text` read as one of `position`, if the position is legal and small.
void read_move(const Variant& variant, const Position& position, std::string_view text) {
  constexpr int most_pieces = 8;  // captures through more may have paths without number
  if (position.count() > most_pieces || !variant.check(position)) return;
  const auto move = parse_move(variant, position, text.substr(text.find_last_of('.') + 1));
  if (!move) claim(is_printable(move.error().message), "the error of a move is one line");
  for (const NamedMove& named : named_moves(variant, position)) {
    const auto again = parse_move(variant, position, named.text);
    claim(again && *again == named.move, "a move is what its text says");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Variant* variant : all_variants()) {
    const auto position = parse_fen(*variant, text);
    if (!position) {
      claim(is_printable(position.error().message), "the error of a FEN is one line");
      continue;
    }
    const auto again = parse_fen(*variant, to_fen(*variant, *position));
    claim(again && *again == *position, "a FEN that was written reads back as the same position");
    read_move(*variant, *position, text);
  }
  return 0;
}
