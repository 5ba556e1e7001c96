// Any calls of dambase.h with any position. The tables are those of DAMBASE_TABLES in the environment, or the few of
// data/golden.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string>

#include "probe/include/dambase.h"
#include "tests/fuzz/claim.hpp"

using dambase::fuzz::claim;

namespace {

// The input, from its beginning; zeros after its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), rest_(size) {}

  template <class Number>
  Number next() {
    Number number{};
    const std::size_t count = std::min(rest_, sizeof number);
    if (count > 0) std::memcpy(&number, data_, count);
    data_ += count;
    rest_ -= count;
    return number;
  }
  [[nodiscard]] bool more() const { return rest_ > 0; }
  [[nodiscard]] std::string text() const { return {reinterpret_cast<const char*>(data_), rest_}; }

 private:
  const std::uint8_t* data_;
  std::size_t rest_;
};

dambase_set* open_set() {
  const char* const folder = std::getenv("DAMBASE_TABLES");
  dambase_set* set = nullptr;
  dambase_options options = dambase_default_options();
  options.cache_bytes = 1 << 18;  // blocks come and go
  dambase_error error;
  const dambase_status status =
      dambase_open("international", folder != nullptr ? folder : DAMBASE_DATA_DIR "/golden", &options, &set, &error);
  claim(status == DAMBASE_OK, error.text);
  return set;
}

// Anything.
dambase_position raw_position(Input& input) { return input.next<dambase_position>(); }

// A few pieces, two bytes each: nearly always a legal position.
dambase_position small_position(Input& input) {
  dambase_position position{};
  position.side_to_move = input.next<std::uint8_t>() % 2;
  for (int pieces = input.next<std::uint8_t>() % 6; pieces > 0; --pieces) {
    const std::uint64_t square = std::uint64_t{1} << input.next<std::uint8_t>() % 50;
    const auto kind = input.next<std::uint8_t>();
    std::uint64_t* const sets = kind % 2 == 0 ? position.men : position.kings;
    sets[kind / 2 % 2] |= square;
  }
  return position;
}

int count_of(const dambase_position& p) { return std::popcount(p.men[0] | p.men[1] | p.kings[0] | p.kings[1]); }

bool same(const dambase_position& a, const dambase_position& b) {
  return std::equal(a.men, a.men + 2, b.men) && std::equal(a.kings, a.kings + 2, b.kings) &&
         a.side_to_move == b.side_to_move;
}

void check_fen(const dambase_set* set, const dambase_position& position) {
  char fen[DAMBASE_FEN_BYTES];
  dambase_position again;
  if (dambase_write_fen(set, &position, fen, sizeof fen, nullptr) != DAMBASE_OK) return;
  claim(dambase_parse_fen(set, fen, &again, nullptr) == DAMBASE_OK, "a FEN that was written is one");
  claim(same(position, again), "a FEN that was written reads back as the same position");
}

// What a position is worth follows from what its moves are worth.
void check_moves(const dambase_set* set, const dambase_position& position, dambase_status status, dambase_value value) {
  dambase_move_value moves[DAMBASE_MOST_MOVES];
  std::size_t count = 0;
  claim(dambase_probe_moves(set, &position, moves, DAMBASE_MOST_MOVES, &count, nullptr) == DAMBASE_OK,
        "a legal position has a list of moves");
  int is_over = 0;
  dambase_value end = DAMBASE_DRAW;
  claim(dambase_is_over(set, &position, &is_over, &end, nullptr) == DAMBASE_OK, "a legal position is over or not");
  for (std::size_t i = 0; i < count; ++i) {
    char text[DAMBASE_MOVE_BYTES];
    dambase_move read;
    claim(dambase_write_move(set, &position, &moves[i].move, text, sizeof text, nullptr) == DAMBASE_OK,
          "a legal move has a text");
    claim(dambase_parse_move(set, &position, text, &read, nullptr) == DAMBASE_OK && read.from == moves[i].move.from &&
              read.to == moves[i].move.to && read.captured == moves[i].move.captured,
          "a move is what its text says");
  }
  if (status != DAMBASE_OK) return;
  if (is_over != 0) {
    claim(value == end, "a game that is over has the value of its end");
  } else if (moves[count - 1].status == DAMBASE_OK) {
    claim(value == moves[0].value, "a position is worth what its best move is");
  }
}

void check_position(const dambase_set* set, const dambase_position& position) {
  check_fen(set, position);
  dambase_prefetch(set, &position);
  dambase_value value = DAMBASE_DRAW;
  dambase_error error;
  const dambase_status status = dambase_probe(set, &position, &value, &error);
  claim(status == DAMBASE_OK || std::memchr(error.text, 0, sizeof error.text) != nullptr, "an error has a text");
  claim(status != DAMBASE_DAMAGED_TABLE && status != DAMBASE_FILE_FAILED, "the tables are sound");
  dambase_value cached = DAMBASE_DRAW;
  if (dambase_probe_cached(set, &position, &cached, nullptr) == DAMBASE_OK)
    claim(status == DAMBASE_OK && cached == value, "the cache gives the value of the table");
  constexpr int most_pieces = 8;  // captures through more may have paths without number
  if (status != DAMBASE_ILLEGAL_POSITION && status != DAMBASE_INVALID_ARGUMENT && count_of(position) <= most_pieces)
    check_moves(set, position, status, value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const dambase_set* const set = open_set();
  Input input(data, size);
  while (input.more()) {
    const auto what = input.next<std::uint8_t>();
    if (what % 4 == 3) {
      check_position(set, raw_position(input));
    } else if (what % 4 == 2) {
      dambase_value value = DAMBASE_DRAW;
      (void)dambase_probe_fen(set, input.text().c_str(), &value, nullptr);
      return 0;
    } else {
      check_position(set, small_position(input));
    }
  }
  return 0;
}
