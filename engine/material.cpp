#include "engine/material.hpp"

#include <algorithm>

#include "engine/in_quotes.hpp"

namespace dambase {
namespace {

// The pieces of one side, `KKM`; a limit keeps nonsense from overflowing anything later.
constexpr std::size_t max_side_length = 32;

struct SidePieces {
  int men = 0;
  int kings = 0;
};

bool parse_side(std::string_view text, SidePieces& side) {
  if (text.empty() || text.size() > max_side_length) return false;
  const std::size_t kings = std::min(text.find_first_not_of('K'), text.size());
  if (text.find_first_not_of('M', kings) != std::string_view::npos) return false;
  side = {static_cast<int>(text.size() - kings), static_cast<int>(kings)};
  return true;
}

std::string side_name(int kings, int men) {
  return std::string(static_cast<std::size_t>(kings), 'K') + std::string(static_cast<std::size_t>(men), 'M');
}

}  // namespace

Result<Material> Material::parse(std::string_view name) {
  const std::size_t versus = name.find('v');
  SidePieces white;
  SidePieces black;
  if (versus == std::string_view::npos || !parse_side(name.substr(0, versus), white) ||
      !parse_side(name.substr(versus + 1), black)) {
    return Error{ErrorCode::invalid_argument,
                 in_quotes(name) + " is not a material; write kings before men, as in KKMvKM"};
  }
  return Material{white.men, white.kings, black.men, black.kings};
}

std::string Material::name() const {
  return side_name(white_kings, white_men) + "v" + side_name(black_kings, black_men);
}

}  // namespace dambase
