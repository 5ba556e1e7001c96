// Sets of dambase.h: opening them, what they hold, and probing.
#include "probe/c_api_set.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "engine/variant.hpp"
#include "engine/version.hpp"
#include "formats/fen.hpp"
#include "probe/c_api_error.hpp"

namespace dambase::c_api {
namespace {

#define DAMBASE_DIGITS(number) #number
#define DAMBASE_DOTTED(major, minor, patch) DAMBASE_DIGITS(major) "." DAMBASE_DIGITS(minor) "." DAMBASE_DIGITS(patch)
static_assert(std::string_view(DAMBASE_DOTTED(DAMBASE_VERSION_MAJOR, DAMBASE_VERSION_MINOR, DAMBASE_VERSION_PATCH)) ==
                  version_text,
              "the version of dambase.h is not that of the project in CMakeLists.txt");
#undef DAMBASE_DOTTED
#undef DAMBASE_DIGITS

// ---- options ----

// What the options of the first version had; later ones only add to them. No version has so many that a greater size
// is more than a number that nobody has set.
constexpr std::size_t least_options_bytes = offsetof(dambase_options, reserved) + sizeof(dambase_options::reserved);
constexpr std::size_t most_options_bytes = 4096;

constexpr dambase_options default_options() {
  return {.size = sizeof(dambase_options),
          .cache_bytes = TableSetOptions{}.cache_bytes,
          .reading = DAMBASE_READ_PLAIN,
          .reserved = 0};
}

Error invalid(const char* why) { return {ErrorCode::invalid_argument, why}; }

// The options that the caller's header knows, among those that this library knows.
Result<dambase_options> known_options(const dambase_options* given) {
  dambase_options options = default_options();
  if (given == nullptr) return options;
  if (given->size < least_options_bytes || given->size > most_options_bytes)
    return invalid("size of the options is not that of dambase_options");
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  if (std::any_of(bytes + std::min(given->size, sizeof options), bytes + given->size,
                  [](unsigned char byte) { return byte != 0; }))
    return invalid("options that this version of the library does not have");
  std::memcpy(&options, given, std::min(given->size, sizeof options));
  if (options.reserved != 0) return invalid("reserved of the options is not 0");
  return options;
}

Result<TableSetOptions> options_of(const dambase_options* given) {
  const auto options = known_options(given);
  if (!options) return options.error();
  TableSetOptions result;
  result.cache_bytes = options->cache_bytes;
  switch (options->reading) {
    case DAMBASE_READ_PLAIN: result.reading = Reading::plain; break;
    case DAMBASE_READ_MAPPED: result.reading = Reading::mapped; break;
    case DAMBASE_READ_WHOLE: result.reading = Reading::whole; break;
    default: return invalid("reading of the options is no dambase_reading");
  }
  return result;
}

dambase_status open(const char* variant_name, const char* folder, const dambase_options* given, dambase_set** set,
                    dambase_error* error) {
  if (variant_name == nullptr || folder == nullptr || set == nullptr)
    return fail(error, invalid("variant, folder or set is null"));
  const auto options = options_of(given);
  if (!options) return fail(error, options.error());
  const auto variant = find_variant(variant_name);
  if (!variant) return fail(error, variant.error());
  auto tables = TableSet::open(**variant, folder, *options);
  if (!tables) return fail(error, tables.error());
  *set = new dambase_set(*std::move(tables));
  return DAMBASE_OK;
}

// ---- probing ----

dambase_status probe(const dambase_set* set, const dambase_position* given, Access access, dambase_value* value,
                     dambase_error* error) {
  if (set == nullptr || given == nullptr || value == nullptr)
    return fail(error, DAMBASE_INVALID_ARGUMENT, "set, position or value is null");
  const std::optional<Position> position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  const auto messages = error == nullptr ? Messages::left_out : Messages::wanted;
  const auto found = set->tables->probe(*position, {access, messages});
  if (!found) return fail(error, found.error());
  *value = c_value_of(*found);
  return DAMBASE_OK;
}

dambase_status probe_fen(const dambase_set* set, const char* fen, dambase_value* value, dambase_error* error) {
  if (set == nullptr || fen == nullptr || value == nullptr)
    return fail(error, DAMBASE_INVALID_ARGUMENT, "set, fen or value is null");
  const auto position = parse_fen(set->variant(), fen);
  if (!position) return fail(error, position.error());
  const auto found = set->tables->probe(*position);
  if (!found) return fail(error, found.error());
  *value = c_value_of(*found);
  return DAMBASE_OK;
}

}  // namespace
}  // namespace dambase::c_api

using namespace dambase;
using c_api::guarded;

// ---- names ----

const char* dambase_version() { return version_text; }

const char* dambase_status_name(dambase_status status) {
  switch (status) {
    case DAMBASE_OK: return "ok";
    case DAMBASE_INVALID_ARGUMENT: return "invalid_argument";
    case DAMBASE_INVALID_FEN: return "invalid_fen";
    case DAMBASE_ILLEGAL_POSITION: return "illegal_position";
    case DAMBASE_INVALID_MOVE: return "invalid_move";
    case DAMBASE_WRONG_VARIANT: return "wrong_variant";
    case DAMBASE_TOO_MANY_PIECES: return "too_many_pieces";
    case DAMBASE_MISSING_TABLE: return "missing_table";
    case DAMBASE_DAMAGED_TABLE: return "damaged_table";
    case DAMBASE_NOT_CACHED: return "not_cached";
    case DAMBASE_NO_RULE_KNOWN: return "no_rule_known";
    case DAMBASE_FILE_FAILED: return "file_failed";
    case DAMBASE_OUT_OF_MEMORY: return "out_of_memory";
  }
  return "unknown_status";
}

const char* dambase_value_name(dambase_value value) {
  switch (value) {
    case DAMBASE_LOSS: return "loss";
    case DAMBASE_DRAW: return "draw";
    case DAMBASE_WIN: return "win";
  }
  return "unknown_value";
}

const char* dambase_verdict_name(dambase_verdict verdict) {
  switch (verdict) {
    case DAMBASE_VERDICT_WIN: return name_of(Verdict::win);
    case DAMBASE_VERDICT_CURSED_WIN: return name_of(Verdict::cursed_win);
    case DAMBASE_VERDICT_DRAW: return name_of(Verdict::draw);
    case DAMBASE_VERDICT_BLESSED_LOSS: return name_of(Verdict::blessed_loss);
    case DAMBASE_VERDICT_LOSS: return name_of(Verdict::loss);
  }
  return "unknown_verdict";
}

// Names of variants are literals, so they end with a zero.
const char* dambase_variant_name(size_t index) {
  const auto variants = all_variants();
  return index < variants.size() ? variants[index]->name().data() : nullptr;
}

// ---- sets ----

dambase_options dambase_default_options() { return c_api::default_options(); }

dambase_status dambase_open(const char* variant, const char* folder, const dambase_options* options, dambase_set** set,
                            dambase_error* error) {
  return guarded(error, [&] { return c_api::open(variant, folder, options, set, error); });
}

void dambase_close(dambase_set* set) { delete set; }

const char* dambase_set_variant(const dambase_set* set) {
  return set == nullptr ? nullptr : set->variant().name().data();
}

int dambase_board_side(const dambase_set* set) {
  return set == nullptr ? 0 : set->variant().square_names().board_size();
}

int dambase_max_pieces(const dambase_set* set) { return set == nullptr ? 0 : set->tables->max_pieces(); }

int dambase_has_metric(const dambase_set* set, dambase_metric metric) {
  const auto known = c_api::metric_of(metric);
  return set != nullptr && known && set->tables->has_metric(*known) ? 1 : 0;
}

int dambase_has_table(const dambase_set* set, int white_men, int white_kings, int black_men, int black_kings) {
  if (set == nullptr) return 0;
  const std::array counts = {white_men, white_kings, black_men, black_kings};
  const int squares = set->variant().square_names().count();
  if (!std::ranges::all_of(counts, [&](int count) { return count >= 0 && count <= squares; })) return 0;
  return set->tables->has_table({white_men, white_kings, black_men, black_kings}) ? 1 : 0;
}

// ---- probing ----

dambase_status dambase_probe(const dambase_set* set, const dambase_position* position, dambase_value* value,
                             dambase_error* error) {
  return guarded(error, [&] { return c_api::probe(set, position, Access::read_if_needed, value, error); });
}

dambase_status dambase_probe_cached(const dambase_set* set, const dambase_position* position, dambase_value* value,
                                    dambase_error* error) {
  return guarded(error, [&] { return c_api::probe(set, position, Access::only_cached, value, error); });
}

dambase_status dambase_probe_fen(const dambase_set* set, const char* fen, dambase_value* value, dambase_error* error) {
  return guarded(error, [&] { return c_api::probe_fen(set, fen, value, error); });
}

void dambase_prefetch(const dambase_set* set, const dambase_position* position) {
  if (set == nullptr || position == nullptr) return;
  (void)guarded(nullptr, [&] {
    if (const std::optional<Position> sound = c_api::position_of(*set, *position)) set->tables->prefetch(*sound);
    return DAMBASE_OK;
  });
}
