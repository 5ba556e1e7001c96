// dambase info: what table files say of themselves.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/json_line.hpp"
#include "tools/options.hpp"
#include "tools/table_listing.hpp"
#include "tools/text_table.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Prints the headers of the given files, or of all tables in a folder. With --json each table is one object on\n"
    "a line of its own. Positions are those of both sides to move; two tables with equal content_digest hold\n"
    "the same values, whatever their compression.\n\n"
    "Examples:\n"
    "  dambase info\n"
    "  dambase info --json --tables /data/draughts\n"
    "  dambase info tables/international/KKvK.wld\n";

struct InfoCommand {
  std::filesystem::path folder;
  std::vector<std::string> files;
  bool json = false;
};

Listing open_files(const std::vector<std::string>& names) {
  Listing listing;
  for (const std::string& name : names) listing.add(read_table(name));
  return listing;
}

Listing open_all_variants(const std::filesystem::path& folder) {
  Listing all;
  for (const Variant* variant : all_variants()) {
    Listing listing = open_tables(folder, *variant);
    std::ranges::move(listing.tables, std::back_inserter(all.tables));
    all.files += listing.files;
    all.exit_code = worse(all.exit_code, listing.exit_code);
  }
  return all;
}

std::string digest_text(const TableInfo& info) { return fmt::format("{:016x}", info.content_digest); }

// Tables of variants that this build does not have are shown too, by number.
std::string variant_name(const ListedTable& table) {
  const auto variant = variant_of(table);
  return variant ? std::string((*variant)->name()) : std::to_string(table.info.variant_id);
}

Json json_of(const ListedTable& table) {
  const TableInfo& info = table.info;
  return {{"file", table.file},
          {"variant", variant_name(table)},
          {"rules_version", info.rules_version},
          {"metric", name_of(info.metric)},
          {"material", info.material.name()},
          {"positions", info.positions()},
          {"bytes", table.bytes},
          {"blocks", info.blocks},
          {"codec", codec_name(info.codec)},
          {"generator_version", info.generator_version},
          {"content_digest", digest_text(info)},
          {"profile", name_of(info.profile)}};
}

std::vector<std::string> cells(const ListedTable& table) {
  const TableInfo& info = table.info;
  const double density = static_cast<double>(info.positions()) / static_cast<double>(table.bytes);
  return {one_line(table.file),
          fmt::format("{} {}", variant_name(table), info.rules_version),
          info.material.name(),
          fmt::format("{} {}", name_of(info.metric), name_of(info.profile)),
          grouped(info.positions()),
          grouped(table.bytes),
          fmt::format("{:.1f}", density),
          grouped(info.blocks),
          codec_name(info.codec),
          info.generator_version,
          digest_text(info)};
}

void print_table(const std::vector<ListedTable>& tables, StandardOutput& out) {
  TextTable text({"file", "variant", "material", "stores", "positions", "bytes", "pos/byte", "blocks", "codec",
                  "generator", "content digest"});
  for (const ListedTable& table : tables) text.add(cells(table));
  out.write(text.text());
}

ExitCode info(const InfoCommand& command, StandardOutput& out) {
  const Listing listing = command.files.empty() ? open_all_variants(command.folder) : open_files(command.files);
  if (command.json) {
    for (const ListedTable& table : listing.tables) print_json_line(out, json_of(table));
  } else if (!listing.tables.empty()) {
    print_table(listing.tables, out);
  }
  if (listing.files > 0 || listing.exit_code != ExitCode::done) return listing.exit_code;
  return report({ErrorCode::missing_table, command.folder.string() + ": holds no tables"});
}

}  // namespace

void add_info(CLI::App& app, Action& chosen) {
  CLI::App& info_app = *app.add_subcommand("info", "What table files say of themselves");
  const auto command = std::make_shared<InfoCommand>();
  CLI::Option* tables = add_tables_option(info_app, command->folder);
  info_app.add_option("FILE", command->files, "Table files, instead of a folder")->type_name("")->excludes(tables);
  info_app.add_flag("--json", command->json, "One JSON object a line");
  info_app.footer(footer);
  info_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return info(*command, out); }; });
}

}  // namespace dambase::tools
