// The variants of this build as test parameters.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/variant.hpp"

namespace dambase::test {

[[nodiscard]] inline std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const Variant* variant : all_variants()) names.emplace_back(variant->name());
  return names;
}

/// Those of `names` that this build has.
[[nodiscard]] inline std::vector<std::string> variants_among(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) { return !find_variant(name); });
  return names;
}

/// The name of a test that has the name of a variant as its parameter.
[[nodiscard]] inline std::string name_of_test(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace dambase::test
