#include "tools/build_scope.hpp"

#include <fmt/format.h>

#include "engine/in_quotes.hpp"
#include "tools/options.hpp"

namespace dambase::tools {

namespace {

// The largest 10x10 set that anyone has built has 8 pieces; its slices already take weeks.
constexpr IntegerRange piece_range = {2, 8};
constexpr int default_pieces = 4;
constexpr IntegerRange checkpoint_range = {0, 10'000};  // minutes

Error usage(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

Result<Material> read_material(const std::string& name) {
  auto material = Material::parse(name);
  if (!material) return usage("--material: " + material.error().message);
  if (material->pieces() <= piece_range.most) return material;
  return usage(fmt::format("--material: {} has {} pieces, and {} is the most that is built", in_quotes(name),
                           material->pieces(), piece_range.most));
}

}  // namespace

void add_scope_options(CLI::App& app, BuildScope& scope) {
  add_variant_option(app, scope.options.variant);
  add_integer_option(app, "-n,--pieces", scope.pieces, piece_range,
                     "All material of up to N pieces, 2 to 8 (default: 4)");
  app.add_option("--material", scope.materials, "This material and what it depends on; may be repeated")
      ->type_name("KKMvK");
}

void add_machine_options(CLI::App& app, BuildOptions& options) {
  add_tables_option(app, options.folder);
  add_integer_option(app, "--threads", options.threads, thread_range,
                     "Threads to work with, 1 to 1024 (default: as many as there are processors)");
  add_size_option(app, "--memory", options.memory_bytes,
                  "Bound on the memory of the process (default: three quarters of what is available)");
}

void add_part_option(CLI::App& app, std::uint64_t& part_positions) {
  add_size_option(app, "--part-positions", part_positions,
                  "Make tables of more positions in parts of about so many, each a node of work (default: none)");
}

void add_checkpoint_option(CLI::App& app, int& minutes) {
  add_integer_option(app, "--checkpoint-minutes", minutes, checkpoint_range,
                     "So many minutes are between two checkpoints of a table in work, 0 to 10000; 0: they are left\n"
                     "only when a signal ends it (default: 10)");
}

Result<void> settle(BuildScope& scope) {
  for (const std::string& name : scope.materials) {
    const auto material = read_material(name);
    if (!material) return material.error();
    scope.options.materials.push_back(*material);
  }
  const bool only_materials = scope.pieces == 0 && !scope.materials.empty();
  scope.options.pieces = scope.pieces != 0 ? scope.pieces : only_materials ? 0 : default_pieces;
  return {};
}

}  // namespace dambase::tools
