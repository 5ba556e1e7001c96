// JSON as the command prints it: one object a line, keys in the order in which they were added.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/standard_output.hpp"

namespace dambase::tools {

using Json = nlohmann::ordered_json;

/// Text that is not UTF-8 (input that is echoed, names of files) does not stop the answer: what cannot
/// be decoded becomes U+FFFD.
[[nodiscard]] inline std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

inline void print_json_line(StandardOutput& out, const Json& json) { out.write(json_text(json) + "\n"); }

}  // namespace dambase::tools
