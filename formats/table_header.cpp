#include "formats/table_header.hpp"

#include <algorithm>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/numbering.hpp"

namespace dambase {
namespace {

using HeaderBytes = std::array<std::byte, header_bytes>;

// As in PNG: a byte above 127, a name, and line ends that a text-mode copy would change.
constexpr std::array<unsigned char, 8> magic = {0x89, 'D', 'M', 'B', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t format_version = 3;

// Offsets of fields; docs/format.md has the table.
constexpr std::size_t at_version = 8;
constexpr std::size_t at_header_bytes = 12;
constexpr std::size_t at_variant = 16;
constexpr std::size_t at_rules_version = 20;
constexpr std::size_t at_material = 24;
constexpr std::size_t at_metric = 28;
constexpr std::size_t at_profile = 29;
constexpr std::size_t at_slices = 30;
constexpr std::size_t at_stored = 31;
constexpr std::size_t at_codec = 36;
constexpr std::size_t at_blocks = 40;
constexpr std::size_t at_directory = 48;
constexpr std::size_t at_file_bytes = 56;
constexpr std::size_t at_counts = 64;
constexpr std::size_t at_digest = 144;
constexpr std::size_t at_generator = 152;
constexpr std::size_t generator_bytes = 32;
constexpr std::size_t at_codings = 184;
constexpr std::size_t at_longest_numbers = 192;
constexpr std::size_t at_longest_plies = 224;
constexpr std::size_t at_end_checksum = 240;
constexpr std::size_t at_header_checksum = 248;

Error damaged(std::string what) { return {ErrorCode::damaged_table, std::move(what)}; }

void store_counts(HeaderBytes& bytes, std::size_t offset, const SliceCounts& counts) {
  for (std::uint64_t count : {counts.positions, counts.captures, counts.wins, counts.losses, counts.draws}) {
    store_little_endian(bytes, offset, count);
    offset += sizeof count;
  }
}

SliceCounts load_counts(std::span<const std::byte> bytes, std::size_t offset) {
  const auto count = [&](std::size_t i) { return load_little_endian<std::uint64_t>(bytes, offset + 8 * i); };
  return {count(0), count(1), count(2), count(3), count(4)};
}

// The four of a table, in the order that the file has: slice 0 and then slice 1, of each the win first.
template <class Info>
auto longest_of(Info& info) {
  return std::array{&info.longest[0].win, &info.longest[0].loss, &info.longest[1].win, &info.longest[1].loss};
}

void store_longest(HeaderBytes& bytes, const TableInfo& info) {
  std::size_t i = 0;
  for (const LongestPlay* play : longest_of(info)) {
    store_little_endian(bytes, at_longest_numbers + 8 * i, play->number);
    store_little_endian(bytes, at_longest_plies + 2 * i, static_cast<std::uint16_t>(play->plies + 1));
    ++i;
  }
}

void load_longest(std::span<const std::byte> bytes, TableInfo& info) {
  std::size_t i = 0;
  for (LongestPlay* play : longest_of(info)) {
    play->number = load_little_endian<std::uint64_t>(bytes, at_longest_numbers + 8 * i);
    play->plies = std::int32_t{load_little_endian<std::uint16_t>(bytes, at_longest_plies + 2 * i)} - 1;
    ++i;
  }
}

std::string load_text(std::span<const std::byte> bytes) {
  std::string text;
  for (std::byte byte : bytes) {
    const char c = static_cast<char>(byte);
    if (c < ' ' || c > '~') break;
    text += c;
  }
  return text;
}

TableInfo load_info(std::span<const std::byte> bytes) {
  const auto small = [&](std::size_t at) { return static_cast<int>(bytes[at]); };
  TableInfo info;
  info.variant_id = load_little_endian<std::uint32_t>(bytes, at_variant);
  info.rules_version = load_little_endian<std::uint32_t>(bytes, at_rules_version);
  info.material = {small(at_material), small(at_material + 1), small(at_material + 2), small(at_material + 3)};
  info.metric = static_cast<Metric>(small(at_metric));
  info.profile = static_cast<Profile>(small(at_profile));
  for (std::size_t i = 0; i < info.is_stored.size(); ++i) info.is_stored[i] = (small(at_stored) >> i & 1) != 0;
  info.blocks = load_little_endian<std::uint64_t>(bytes, at_blocks);
  info.codec = load_little_endian<std::uint32_t>(bytes, at_codec);
  for (std::size_t i = 0; i < info.slices.size(); ++i) info.slices[i] = load_counts(bytes, at_counts + 40 * i);
  if (info.metric != Metric::wld) load_longest(bytes, info);
  info.content_digest = load_little_endian<std::uint64_t>(bytes, at_digest);
  info.generator_version = load_text(bytes.subspan(at_generator, generator_bytes));
  return info;
}

// Sums are compared so that they cannot wrap.
bool counts_agree(const SliceCounts& c) {
  return c.captures <= c.positions && c.wins <= c.positions && c.losses <= c.positions - c.wins &&
         c.draws == c.positions - c.wins - c.losses;
}

// A longest win is there if there is a win, and is a position of the slice.
bool longest_agrees(const LongestPlays& longest, const SliceCounts& counts) {
  const auto agrees = [&](const LongestPlay& play, std::uint64_t count) {
    return (play.plies >= 0) == (count > 0) && (count == 0 || play.number < counts.positions);
  };
  return agrees(longest.win, counts.wins) && agrees(longest.loss, counts.losses);
}

Result<void> check_info(const TableInfo& info) {
  if (std::ranges::find(all_metrics, info.metric) == all_metrics.end()) return damaged("unknown metric");
  if (info.profile != Profile::fast && info.profile != Profile::compact) return damaged("unknown profile");
  if (info.material.white() == 0 || info.material.black() == 0 || info.material != info.material.canonical())
    return damaged("impossible material");
  if (!std::ranges::all_of(info.slices, counts_agree) || info.slices[0].positions == 0)
    return damaged("counts that do not add up");
  if (info.material.is_symmetric() != (info.slices[1] == SliceCounts{})) return damaged("a wrong number of slices");
  const int stored = (info.is_stored[0] ? 1 : 0) + (info.is_stored[1] ? 1 : 0);
  const bool is_one = info.profile == Profile::compact || info.material.is_symmetric();
  if (stored != (is_one ? 1 : 2) || (info.is_stored[1] && info.material.is_symmetric()))
    return damaged("a wrong number of stored slices");
  for (std::size_t i = 0; i < info.slices.size(); ++i) {
    if (info.metric != Metric::wld && !longest_agrees(info.longest[i], info.slices[i]))
      return damaged("longest plays that cannot be");
  }
  return {};
}

}  // namespace

const char* name_of(Metric metric) {
  switch (metric) {
    case Metric::wld: return "wld";
    case Metric::dtc: return "dtc";
    case Metric::dtw: return "dtw";
    case Metric::rule: return "rule";
  }
  return "unknown";
}

const char* name_of(Profile profile) {
  switch (profile) {
    case Profile::fast: return "fast";
    case Profile::compact: return "compact";
  }
  return "unknown";
}

HeaderBytes encode_header(const TableInfo& info, const TableLayout& layout) {
  HeaderBytes bytes{};
  std::ranges::transform(magic, bytes.begin(), [](unsigned char c) { return static_cast<std::byte>(c); });
  store_little_endian(bytes, at_version, format_version);
  store_little_endian(bytes, at_header_bytes, static_cast<std::uint32_t>(header_bytes));
  store_little_endian(bytes, at_variant, info.variant_id);
  store_little_endian(bytes, at_rules_version, info.rules_version);
  const Material& m = info.material;
  std::ranges::transform(std::array{m.white_men, m.white_kings, m.black_men, m.black_kings},
                         bytes.begin() + at_material, [](int n) { return static_cast<std::byte>(n); });
  bytes[at_metric] = static_cast<std::byte>(info.metric);
  bytes[at_profile] = static_cast<std::byte>(info.profile);
  bytes[at_slices] = static_cast<std::byte>(info.slice_count());
  bytes[at_stored] = static_cast<std::byte>((info.is_stored[0] ? 1 : 0) | (info.is_stored[1] ? 2 : 0));
  store_little_endian(bytes, at_codec, info.codec);
  store_little_endian(bytes, at_blocks, info.blocks);
  store_little_endian(bytes, at_codings, layout.codings_offset);
  store_little_endian(bytes, at_directory, layout.directory_offset);
  store_little_endian(bytes, at_file_bytes, layout.file_bytes);
  for (std::size_t i = 0; i < info.slices.size(); ++i) store_counts(bytes, at_counts + 40 * i, info.slices[i]);
  if (info.metric != Metric::wld) store_longest(bytes, info);
  store_little_endian(bytes, at_digest, info.content_digest);
  std::ranges::transform(info.generator_version.substr(0, generator_bytes), bytes.begin() + at_generator,
                         [](char c) { return static_cast<std::byte>(c); });
  store_little_endian(bytes, at_end_checksum, layout.end_checksum);
  store_little_endian(bytes, at_header_checksum, checksum(std::span(bytes).first(at_header_checksum)));
  return bytes;
}

Result<DecodedHeader> decode_header(std::span<const std::byte, header_bytes> bytes) {
  const bool is_ours = std::ranges::equal(bytes.first<magic.size()>(), magic, {},
                                          [](std::byte b) { return static_cast<unsigned char>(b); });
  if (!is_ours) return damaged("not a Dambase table: wrong magic bytes");
  if (load_little_endian<std::uint64_t>(bytes, at_header_checksum) != checksum(bytes.first(at_header_checksum)))
    return damaged("the header does not match its checksum");
  const auto version = load_little_endian<std::uint32_t>(bytes, at_version);
  if (version != format_version)
    return Error{ErrorCode::wrong_variant, "has format version " + std::to_string(version) + "; this program reads " +
                                               std::to_string(format_version)};

  DecodedHeader header{load_info(bytes), {}};
  if (auto sound = check_info(header.info); !sound) return sound.error();
  const auto number = [&](std::size_t at) { return load_little_endian<std::uint64_t>(bytes, at); };
  header.layout = {number(at_codings), number(at_directory), number(at_file_bytes), number(at_end_checksum)};
  return header;
}

std::uint32_t rules_version_of(const Variant& variant, Metric metric) {
  return metric == Metric::rule ? variant.draw_rules_version() << 16 | variant.rules_version()
                                : variant.rules_version();
}

Result<void> check_belongs(const TableInfo& info, const Variant& variant, const Material& material, Metric metric,
                           const std::string& name) {
  if (info.variant_id != variant.id())
    return Error{ErrorCode::wrong_variant, name + ": holds another variant than " + std::string(variant.name())};
  const std::uint32_t rules_version = rules_version_of(variant, info.metric);
  if (info.rules_version != rules_version) {
    return Error{ErrorCode::wrong_variant, name + ": was built by version " + std::to_string(info.rules_version) +
                                               " of the rules; this program has version " +
                                               std::to_string(rules_version)};
  }
  if (info.material != material.canonical())
    return damaged(name + ": holds " + info.material.name() + ", not " + material.canonical().name());
  if (info.metric != metric) return damaged(name + ": holds " + name_of(info.metric) + ", not " + name_of(metric));
  const auto positions = slice_positions(variant.position_space(), info.material);
  const auto twin = slice_positions(variant.position_space(), info.material.twin());
  const std::uint64_t expected_twin = info.material.is_symmetric() ? 0 : twin.value_or(0);
  if (info.slices[0].positions != positions || info.slices[1].positions != expected_twin)
    return damaged(name + ": a wrong number of positions");
  return {};
}

}  // namespace dambase
