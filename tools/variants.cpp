// dambase variants: the rule sets of this build.
#include <memory>

#include "engine/variant.hpp"
#include "tools/commands.hpp"
#include "tools/json_line.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Prints the names that -v takes, one a line; with --json also the rules that end a game as a draw after so many\n"
    "moves, with their limits in plies.\n\n"
    "Example:\n"
    "  for variant in $(dambase variants); do dambase build -v $variant -n 3; done\n";

Json json_of(const Variant& variant) {
  Json draw_rules = Json::array();
  for (const DrawRule& rule : variant.draw_rules())
    draw_rules.push_back({{"rule", rule.name}, {"limit", rule.limit}, {"source", rule.source}});
  return {{"variant", variant.name()},
          {"id", variant.id()},
          {"rules_version", variant.rules_version()},
          {"board_size", variant.shape().size},
          {"squares", variant.shape().squares},
          {"draw_rules", draw_rules}};
}

ExitCode variants(bool json, StandardOutput& out) {
  for (const Variant* variant : all_variants()) {
    if (json) {
      print_json_line(out, json_of(*variant));
    } else {
      out.print("{}\n", variant->name());
    }
  }
  return ExitCode::done;
}

}  // namespace

void add_variants(CLI::App& app, Action& chosen) {
  CLI::App& variants_app = *app.add_subcommand("variants", "The rule sets there are");
  const auto json = std::make_shared<bool>(false);
  variants_app.add_flag("--json", *json, "One JSON object a line");
  variants_app.footer(footer);
  variants_app.callback([json, &chosen] { chosen = [json](StandardOutput& out) { return variants(*json, out); }; });
}

}  // namespace dambase::tools
