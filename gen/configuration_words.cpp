#include "gen/configuration_words.hpp"

namespace dambase {

void ConfigurationWords::reset(const MenConfiguration& configuration, std::span<Words> words) {
  men = configuration;
  values = words;
  legal.resize(words.size());
  for (Side side : {Side::white, Side::black}) {
    captures(side).resize(words.size());
    good_man_moves(side).resize(words.size());
  }
}

}  // namespace dambase
