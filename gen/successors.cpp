#include "gen/successors.hpp"

namespace dambase {

// One more king than men and kings together is never needed: a promotion takes a man away.
Successors::Successors(const Material& material)
    : limits_{material.white_men, material.white_kings + (material.white_men > 0 ? 1 : 0), material.black_men,
              material.black_kings + (material.black_men > 0 ? 1 : 0)},
      entries_(index(limits_) + 1) {}

void Successors::add(const WordTable& table) {
  constexpr bool turned = true;
  const auto fits = [&](const Material& m) {
    return m.white_men <= limits_.white_men && m.white_kings <= limits_.white_kings &&
           m.black_men <= limits_.black_men && m.black_kings <= limits_.black_kings;
  };
  const Material material = table.layout().material();
  if (fits(material.twin())) entries_[index(material.twin())] = {&table, turned};
  if (fits(material)) entries_[index(material)] = {&table, !turned};
}

}  // namespace dambase
