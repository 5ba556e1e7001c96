#include "tools/options.hpp"

#include <cstdlib>
#include <utility>

#include "engine/in_quotes.hpp"

namespace dambase::tools {

namespace {

// What `result` holds, or the usage error that its error is.
template <class T>
T taken(const std::string& option, Result<T> result) {
  if (!result) throw CLI::ValidationError(option, result.error().message);
  return *std::move(result);
}

Result<Numbering> parse_numbering(std::string_view text) {
  if (text == "fen") return Numbering::fen;
  if (text == "players") return Numbering::players;
  return Error{ErrorCode::invalid_argument, in_quotes(text) + " is unknown: it is fen or players"};
}

Result<Profile> parse_profile(std::string_view text) {
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    if (text == name_of(profile)) return profile;
  }
  return Error{ErrorCode::invalid_argument, in_quotes(text) + ": is none of fast, compact"};
}

std::filesystem::path default_folder() {
  const char* folder = std::getenv("DAMBASE_TABLES");
  return folder != nullptr && *folder != '\0' ? folder : "tables";
}

}  // namespace

void add_variant_option(CLI::App& app, const Variant*& variant) {
  CLI::Option* option = app.add_option_function<std::string>(
      "-v,--variant", [&variant](const std::string& name) { variant = taken("--variant", find_variant(name)); },
      "Rule set, one of those that `dambase variants` prints (default: international)");
  option->type_name("VARIANT");
  // A build may be made without it; then there is nothing to fall back on.
  const Result<const Variant*> fallback = find_variant("international");
  variant = fallback ? *fallback : nullptr;
  option->required(variant == nullptr);
}

CLI::Option* add_profile_option(CLI::App& app, Profile& profile) {
  return app
      .add_option_function<std::string>(
          "--profile", [&profile](const std::string& name) { profile = taken("--profile", parse_profile(name)); },
          "How to store it: fast, or compact, which is smaller and slower to probe (build: fast, unless given)")
      ->type_name("PROFILE");
}

Result<Metric> parse_metric(const std::string& name) {
  for (const Metric metric : all_metrics) {
    if (name == name_of(metric)) return metric;
  }
  return Error{ErrorCode::invalid_argument, "--metric " + in_quotes(name) + ": is none of wld, dtc, dtw, rule"};
}

void add_metric_option(CLI::App& app, Metric& metric, const std::string& help) {
  const auto take = [&metric](const std::string& name) { metric = taken("--metric", parse_metric(name)); };
  app.add_option_function<std::string>("--metric", take, help)->type_name("METRIC");
}

void add_numbering_option(CLI::App& app, Numbering& numbering) {
  const auto take = [&numbering](const std::string& text) { numbering = taken("--numbering", parse_numbering(text)); };
  app.add_option_function<std::string>("--numbering", take,
                                       "Squares in the output: fen, or players: as the players of the\n"
                                       "variant write them, which may be a1 to h8 (default: fen)")
      ->type_name("WHOSE");
}

CLI::Option* add_tables_option(CLI::App& app, std::filesystem::path& folder) {
  folder = default_folder();
  const auto take = [&folder](const std::string& name) {
    if (name.empty()) throw CLI::ValidationError("--tables", "the name of the folder is empty");
    folder = name;
  };
  return app
      .add_option_function<std::string>("--tables", take,
                                        "Folder of the tables, which lie in DIR/VARIANT/KKMvKM.wld\n"
                                        "(default: $DAMBASE_TABLES, else ./tables)")
      ->type_name("DIR");
}

CLI::Option* add_integer_option(CLI::App& app, const std::string& names, int& number, IntegerRange range,
                                const std::string& help) {
  const auto take = [&number, names, range](const std::string& text) {
    number = taken(names, parse_integer(text, range));
  };
  return app.add_option_function<std::string>(names, take, help)->type_name("N");
}

void add_output_option(CLI::App& app, const std::string& name, std::string& file, const std::string& type,
                       const std::string& help) {
  const auto check = [](const std::string& text) { return std::string(text.empty() ? "names no file" : ""); };
  app.add_option(name, file, help)->type_name(type)->check(check);
}

void add_size_option(CLI::App& app, const std::string& name, std::uint64_t& bytes, const std::string& help) {
  const auto take = [&bytes, name](const std::string& text) { bytes = taken(name, parse_size(text)); };
  app.add_option_function<std::string>(name, take, help)->type_name("SIZE");
}

}  // namespace dambase::tools
