#include "gen/successors.hpp"

namespace dambase {

// One more king than men and kings together is never needed: a promotion takes a man away.
Successors::Successors(const Material& material)
    : limits_{material.white_men, material.white_kings + (material.white_men > 0 ? 1 : 0), material.black_men,
              material.black_kings + (material.black_men > 0 ? 1 : 0)},
      entries_(index(limits_) + 1) {}

void Successors::add(const Material& material, Entry entry) {
  const auto fits = [&](const Material& m) {
    return m.white_men <= limits_.white_men && m.white_kings <= limits_.white_kings &&
           m.black_men <= limits_.black_men && m.black_kings <= limits_.black_kings;
  };
  entry.is_turned = true;
  if (fits(material.twin())) entries_[index(material.twin())] = entry;
  entry.is_turned = false;
  if (fits(material)) entries_[index(material)] = entry;
}

Result<void> Successors::failure() const {
  for (const CachedWords* cache : caches_) {
    if (auto failed = cache->failure(); !failed) return failed;
  }
  return {};
}

}  // namespace dambase
