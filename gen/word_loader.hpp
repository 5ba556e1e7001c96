// Puts stored values of quiet positions back into the words of a configuration.
#pragma once

#include "gen/configuration_values.hpp"
#include "gen/configuration_words.hpp"

namespace dambase {

/// Immutable; may be used from any thread.
class WordLoader {
 public:
  /// `layout` must outlive this object.
  explicit WordLoader(const WordLayout& layout);

  /// Adds the values of the positions of `configuration` with White to move where White cannot
  /// capture. `values` holds them at `place`.
  void add_white_to_move(ConfigurationWords& configuration, const ConfigurationValues& values, std::size_t place) const;
  /// The same with Black to move; `values` are of the slice of the turned material.
  void add_black_to_move(ConfigurationWords& configuration, const ConfigurationValues& values, std::size_t place) const;

  /// The same of distances, by the numbers that symbols stand for in Element, which is DistanceWords or RuleWords.
  using NumbersOfSymbols = std::span<const Lanes::Number>;
  template <class Element>
  void add_white_to_move(ConfigurationWords& configuration, std::span<Element> codes, const ConfigurationValues& values,
                         std::size_t place, NumbersOfSymbols numbers) const;
  template <class Element>
  void add_black_to_move(ConfigurationWords& configuration, std::span<Element> codes, const ConfigurationValues& values,
                         std::size_t place, NumbersOfSymbols numbers) const;

  /// The rank of a configuration among those of the turned material.
  [[nodiscard]] std::uint64_t turned_rank(const MenConfiguration& men) const {
    return turned_men_.rank(turned(men, layout_.shape().bits));
  }

 private:
  template <class Visit>
  void for_each_position(const MenConfiguration& men, const KingSets& white_kings, const KingSets& black_kings,
                         const Visit& visit) const;
  template <class Visit>
  void for_each_word_of(const Pieces& white, const Pieces& black, const Visit& visit) const;
  void set(ConfigurationWords& configuration, Side side, const Pieces& white, const Pieces& black, Value value) const;
  template <class Element>
  void set(const ConfigurationWords& configuration, std::span<Element> codes, Side side, const Pieces& white,
           const Pieces& black, Lanes::Number code) const;

  const WordLayout& layout_;
  KingSets black_kings_;  ///< placements of all black kings, the bit king included
  MenNumbering turned_men_;
};

}  // namespace dambase
