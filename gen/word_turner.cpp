#include "gen/word_turner.hpp"

namespace dambase {

template <std::size_t sets, class Read, class Write>
void WordTurner::turn_sets(const Read& read, const Write& write) const {
  const Bitboard all = layout_.shape().all;
  for_each_word(rests_.size() * rests_.size(), [&](std::size_t both) {
    const Bitboard white_rest = rests_[both / rests_.size()];
    const Bitboard black_rest = rests_[both % rests_.size()];
    std::array<std::array<std::uint64_t, 64>, sets> matrices{};
    for (Square king : all - white_rest) {
      const std::array<std::uint64_t, sets> row = read(layout_.word(white_rest | Bitboard(king), black_rest));
      for (std::size_t i = 0; i < sets; ++i) matrices[i][static_cast<std::size_t>(king)] = row[i];
    }
    for (auto& matrix : matrices) transpose(matrix);
    // Each placement of several kings once: as one king beyond all others.
    const Bitboard beyond = black_rest.empty() ? all : all & Bitboard(~std::uint64_t{1} << index_of(black_rest.last()));
    for (Square king : beyond) {
      std::array<std::uint64_t, sets> turned_row{};
      for (std::size_t i = 0; i < sets; ++i)
        turned_row[i] = turned(Bitboard(matrices[i][static_cast<std::size_t>(king)])).bits();
      write(layout_.word(turned(black_rest | Bitboard(king)), turned(white_rest)), turned_row);
    }
  });
}

void WordTurner::turn(ConfigurationWords& from, ConfigurationWords& to) const {
  turn_sets<6>(
      [&](std::size_t word) {
        const Words& values = from.values[word];
        return std::array{values.white_wins,
                          values.white_losses,
                          values.black_wins,
                          values.black_losses,
                          from.captures(Side::white)[word].bits(),
                          from.captures(Side::black)[word].bits()};
      },
      [&](std::size_t word, const std::array<std::uint64_t, 6>& sets) {
        to.values[word] = {sets[2], sets[3], sets[0], sets[1]};
        to.captures(Side::white)[word] = Bitboard(sets[5]);
        to.captures(Side::black)[word] = Bitboard(sets[4]);
        to.legal[word] = layout_.legal_bits(to.men, word);
      });
}

void WordTurner::turn_captures(ConfigurationWords& configuration) const {
  turn_sets<3>(
      [&](std::size_t word) {
        const Words& values = configuration.values[word];
        return std::array{values.white_wins, values.white_losses, configuration.captures(Side::white)[word].bits()};
      },
      [&](std::size_t word, const std::array<std::uint64_t, 3>& sets) {
        configuration.values[word].black_wins = sets[0];
        configuration.values[word].black_losses = sets[1];
        configuration.captures(Side::black)[word] = Bitboard(sets[2]);
      });
}

}  // namespace dambase
