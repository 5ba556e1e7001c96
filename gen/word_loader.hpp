// Puts stored values of quiet positions back into the words of a configuration.
#pragma once

#include "gen/configuration_words.hpp"
#include "gen/stored_slice.hpp"

namespace dambase {

/// Immutable; may be used from any thread.
class WordLoader {
 public:
  explicit WordLoader(const WordLayout& layout);

  /// Adds the values of the positions of `configuration` with White to move where White cannot
  /// capture. `slice` holds those positions in its numbering.
  void add_white_to_move(ConfigurationWords& configuration, const StoredSlice& slice) const;
  /// The same with Black to move; `slice` is that of the turned material.
  void add_black_to_move(ConfigurationWords& configuration, const StoredSlice& slice) const;

 private:
  template <class Visit>
  void for_each_position(const MenConfiguration& men, const KingSets& white_kings, const KingSets& black_kings,
                         std::uint64_t first, const Visit& visit) const;
  void set(ConfigurationWords& configuration, Side side, const Pieces& white, const Pieces& black, Value value) const;

  const WordLayout& layout_;
  KingSets black_kings_;  ///< placements of all black kings, the bit king included
  MenNumbering turned_men_;
};

}  // namespace dambase
