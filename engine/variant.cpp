#include "engine/variant.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "engine/in_quotes.hpp"
#include "engine/variant_instances.hpp"

namespace dambase {

std::span<const Variant* const> all_variants() {
  static const std::array variants = {
#define DAMBASE_VARIANT(Rules, file) &variant_of_##file(),
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT
  };
  return variants;
}

Result<const Variant*> find_variant(std::string_view name) {
  const auto variants = all_variants();
  const auto found = std::ranges::find(variants, name, &Variant::name);
  if (found != variants.end()) return *found;
  std::string names;
  for (const Variant* variant : variants) names += " " + std::string(variant->name());
  return Error{ErrorCode::wrong_variant, "no variant is called " + in_quotes(name) + "; there are:" + names};
}

}  // namespace dambase
