#include "tools/player/position_hash.hpp"

#include <array>
#include <bit>

namespace dambase::player {

namespace {

constexpr int squares = 64;
constexpr int longest_run = 8;  // far above what any rules count to

using SquareKeys = std::array<std::uint64_t, squares>;

struct Keys {
  std::array<SquareKeys, 2> men;
  std::array<SquareKeys, 2> kings;
  std::array<std::array<SquareKeys, longest_run>, 2> runs;
  std::uint64_t black_to_move;
};

// splitmix64, a published generator whose every step is a bijection.
constexpr std::uint64_t next_key(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t key = state;
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
  key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
  return key ^ (key >> 31);
}

constexpr Keys make_keys() {
  Keys keys{};
  std::uint64_t state = 1;
  const auto fill = [&state](SquareKeys& table) {
    for (std::uint64_t& key : table) key = next_key(state);
  };
  for (std::size_t side = 0; side < 2; ++side) {
    fill(keys.men[side]);
    fill(keys.kings[side]);
    for (SquareKeys& table : keys.runs[side]) fill(table);
  }
  keys.black_to_move = next_key(state);
  return keys;
}

constexpr Keys keys = make_keys();

std::uint64_t hash_of(std::uint64_t pieces, const SquareKeys& table) {
  std::uint64_t hash = 0;
  for (; pieces != 0; pieces &= pieces - 1) hash ^= table[static_cast<std::size_t>(std::countr_zero(pieces))];
  return hash;
}

std::uint64_t hash_of(const dambase_king_run& run, const std::array<SquareKeys, longest_run>& tables) {
  if (run.moves == 0) return 0;
  return tables[static_cast<std::size_t>(run.moves % longest_run)][static_cast<std::size_t>(run.square % squares)];
}

}  // namespace

std::uint64_t position_hash(const dambase_position& position) {
  std::uint64_t hash = position.side_to_move == DAMBASE_BLACK ? keys.black_to_move : 0;
  for (std::size_t side = 0; side < 2; ++side) {
    hash ^= hash_of(position.men[side], keys.men[side]);
    hash ^= hash_of(position.kings[side], keys.kings[side]);
    hash ^= hash_of(position.runs[side], keys.runs[side]);
  }
  return hash;
}

}  // namespace dambase::player
