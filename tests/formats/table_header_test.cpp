#include "formats/table_header.hpp"

#include <gtest/gtest.h>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/numbering.hpp"

namespace dambase::test {
namespace {

using HeaderBytes = std::array<std::byte, header_bytes>;

TableInfo sample_info() {
  TableInfo info;
  info.variant_id = 1;
  info.rules_version = 1;
  info.material = *Material::parse("KKMvKM");
  info.generator_version = "0.1.0";
  info.codec = 3;
  info.is_stored = {true, true};
  info.blocks = 14;
  info.slices[0] = {1'000'000, 400'000, 600'000, 100'000, 300'000};
  info.slices[1] = {1'000'000, 300'000, 100'000, 600'000, 300'000};
  info.content_digest = 0xfedcba9876543210U;
  return info;
}

constexpr TableLayout sample_layout{4000, 5000, 5112, 0x1122334455667788U};

void expect_same(const TableInfo& a, const TableInfo& b) {
  EXPECT_EQ(a.variant_id, b.variant_id);
  EXPECT_EQ(a.rules_version, b.rules_version);
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.metric, b.metric);
  EXPECT_EQ(a.profile, b.profile);
  EXPECT_EQ(a.generator_version, b.generator_version);
  EXPECT_EQ(a.codec, b.codec);
  EXPECT_EQ(a.is_stored, b.is_stored);
  EXPECT_EQ(a.blocks, b.blocks);
  EXPECT_EQ(a.slices, b.slices);
  EXPECT_EQ(a.longest, b.longest);
  EXPECT_EQ(a.content_digest, b.content_digest);
}

// Makes the checksum right again after a change, as a forger would.
void sign(HeaderBytes& bytes) {
  store_little_endian(bytes, header_bytes - 8, checksum(std::span(bytes).first(header_bytes - 8)));
}

void expect_refused(const HeaderBytes& bytes, const char* because) {
  const auto header = decode_header(bytes);
  ASSERT_FALSE(header) << because;
  EXPECT_EQ(header.error().code, ErrorCode::damaged_table);
  EXPECT_NE(header.error().message.find(because), std::string::npos) << header.error().message;
}

TEST(TableHeader, GoesThereAndBack) {
  const auto header = decode_header(encode_header(sample_info(), sample_layout));
  ASSERT_TRUE(header);
  expect_same(header->info, sample_info());
  EXPECT_EQ(header->layout.codings_offset, sample_layout.codings_offset);
  EXPECT_EQ(header->layout.directory_offset, sample_layout.directory_offset);
  EXPECT_EQ(header->layout.file_bytes, sample_layout.file_bytes);
  EXPECT_EQ(header->layout.end_checksum, sample_layout.end_checksum);
}

TEST(TableHeader, SaysWhichSliceIsLeftOut) {
  for (const std::size_t stored : {0U, 1U}) {
    TableInfo info = sample_info();
    info.profile = Profile::compact;
    info.is_stored[1 - stored] = false;
    const auto header = decode_header(encode_header(info, sample_layout));
    ASSERT_TRUE(header);
    expect_same(header->info, info);
  }
}

TableInfo sample_distances(Metric metric) {
  TableInfo info = sample_info();
  info.metric = metric;
  info.longest = {{{{900'000, 51}, {7, 50}}, {{1, 3}, {999'999, 0}}}};
  return info;
}

TEST(TableHeader, OfDistancesHasTheLongestPlays) {
  for (const Metric metric : {Metric::dtc, Metric::dtw, Metric::rule}) {
    const auto header = decode_header(encode_header(sample_distances(metric), sample_layout));
    ASSERT_TRUE(header);
    expect_same(header->info, sample_distances(metric));
  }
}

TEST(TableHeader, LongestPlaysMustAgreeWithTheCounts) {
  TableInfo info = sample_distances(Metric::dtw);
  info.longest[0].win = {};
  expect_refused(encode_header(info, sample_layout), "longest");
  info = sample_distances(Metric::dtw);
  info.longest[1].loss.number = info.slices[1].positions;
  expect_refused(encode_header(info, sample_layout), "longest");
  info = sample_distances(Metric::dtw);
  info.slices[0].draws += info.slices[0].wins;
  info.slices[0].wins = 0;
  expect_refused(encode_header(info, sample_layout), "longest");
}

TEST(LongestPlay, IsTheLowestNumberOfTheMostPlies) {
  LongestPlay play;
  for (const auto& [plies, number] : {std::pair(3, 9U), std::pair(5, 8U), std::pair(5, 7U), std::pair(4, 1U)})
    play.add(plies, number);
  play.add(LongestPlay{});
  EXPECT_EQ(play, (LongestPlay{7, 5}));
}

TEST(TableHeader, NamesWhatScriptsKnow) {
  EXPECT_STREQ(name_of(Metric::dtc), "dtc");
  EXPECT_STREQ(name_of(Metric::dtw), "dtw");
  EXPECT_STREQ(name_of(Metric::wld), "wld");
  EXPECT_STREQ(name_of(Metric::rule), "rule");
  EXPECT_STREQ(name_of(Profile::fast), "fast");
  EXPECT_STREQ(name_of(Profile::compact), "compact");
}

TEST(TableHeader, CutsAGeneratorVersionThatIsTooLong) {
  TableInfo info = sample_info();
  info.generator_version = std::string(100, 'x');
  const auto header = decode_header(encode_header(info, sample_layout));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->info.generator_version, std::string(32, 'x'));
}

TEST(TableHeader, EveryFlippedBitIsRefused) {
  HeaderBytes bytes = encode_header(sample_info(), sample_layout);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const auto flip = static_cast<std::byte>(1U << bit % 8);
    bytes[bit / 8] ^= flip;
    const auto header = decode_header(bytes);
    ASSERT_FALSE(header) << "bit " << bit;
    EXPECT_EQ(header.error().code, ErrorCode::damaged_table);
    bytes[bit / 8] ^= flip;
  }
}

TEST(TableHeader, SaysWhatIsWrongInAForgedOne) {
  const auto forged = [](auto change) {
    TableInfo info = sample_info();
    change(info);
    return encode_header(info, sample_layout);
  };
  expect_refused(HeaderBytes{}, "magic");
  expect_refused(forged([](TableInfo& i) { i.metric = static_cast<Metric>(9); }), "metric");
  expect_refused(forged([](TableInfo& i) { i.profile = static_cast<Profile>(9); }), "profile");
  expect_refused(forged([](TableInfo& i) { i.material = i.material.twin(); }), "material");
  expect_refused(forged([](TableInfo& i) { i.material.black_men = i.material.black_kings = 0; }), "material");
  expect_refused(forged([](TableInfo& i) { ++i.slices[0].wins; }), "counts");
  expect_refused(forged([](TableInfo& i) { i.slices[1].captures = i.slices[1].positions + 1; }), "counts");
  expect_refused(forged([](TableInfo& i) { i.slices = {}; }), "counts");
  expect_refused(forged([](TableInfo& i) { i.slices[1] = {}; }), "slices");
}

TEST(TableHeader, RefusesSlicesThatTheProfileDoesNotStore) {
  const auto with = [](const char* material, Profile profile, std::array<bool, 2> is_stored) {
    TableInfo info = sample_info();
    info.material = *Material::parse(material);
    if (info.material.is_symmetric()) info.slices[1] = {};
    info.profile = profile;
    info.is_stored = is_stored;
    return encode_header(info, sample_layout);
  };
  constexpr std::array none{false, false};
  constexpr std::array first{true, false};
  constexpr std::array second{false, true};
  constexpr std::array both{true, true};
  for (const auto& stored : {none, first, second}) expect_refused(with("KKvK", Profile::fast, stored), "stored");
  for (const auto& stored : {none, both}) expect_refused(with("KKvK", Profile::compact, stored), "stored");
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    EXPECT_TRUE(decode_header(with("KvK", profile, first)));
    for (const auto& stored : {none, second, both}) expect_refused(with("KvK", profile, stored), "stored");
  }
}

TEST(TableHeader, SumsThatWrapAreRefused) {
  TableInfo info = sample_info();
  info.slices[0].wins = ~std::uint64_t{0};
  info.slices[0].losses = info.slices[0].positions + 1;
  info.slices[0].draws = 0;
  expect_refused(encode_header(info, sample_layout), "counts");
}

TEST(TableHeader, NamesAFormatThatItCannotRead) {
  HeaderBytes bytes = encode_header(sample_info(), sample_layout);
  for (const std::uint32_t version : {1U, 2U, 4U}) {
    store_little_endian(bytes, 8, version);
    sign(bytes);
    // It is no damage: whoever can write it should not take it for that.
    const auto header = decode_header(bytes);
    ASSERT_FALSE(header);
    EXPECT_EQ(header.error().code, ErrorCode::wrong_variant);
    EXPECT_NE(header.error().message.find("version " + std::to_string(version) + ";"), std::string::npos);
  }
}

TEST(TableHeader, CountsPositions) {
  EXPECT_EQ(sample_info().positions(), 2'000'000U);
  EXPECT_EQ(sample_info().slice_count(), 2);
}

// ---- whether a table is the one that was asked for ----

TableInfo info_of(const Variant& variant, const Material& material) {
  TableInfo info = sample_info();
  info.variant_id = variant.id();
  info.rules_version = variant.rules_version();
  info.material = material;
  info.slices = {};
  info.slices[0].positions = info.slices[0].draws = slice_positions(variant.shape(), material).value();
  if (!material.is_symmetric()) info.slices[1] = info.slices[0];
  return info;
}

TEST(CheckBelongs, TellsWhatDoesNotFit) {
  const Variant& variant = **find_variant("international");
  const Material material = *Material::parse("KKvM");
  const TableInfo right = info_of(variant, material);
  EXPECT_TRUE(check_belongs(right, variant, material, Metric::wld, "a"));
  EXPECT_TRUE(check_belongs(right, variant, material.twin(), Metric::wld, "a"));
  const auto code_of = [&](const TableInfo& info) {
    const auto result = check_belongs(info, variant, material, Metric::wld, "the name");
    if (result) return std::string("none");
    EXPECT_NE(result.error().message.find("the name"), std::string::npos);
    return std::string(name_of(result.error().code));
  };
  TableInfo info = right;
  info.variant_id = 12;
  EXPECT_EQ(code_of(info), "wrong_variant");
  info = right;
  info.rules_version += 1;
  EXPECT_EQ(code_of(info), "wrong_variant");
  info = right;
  info.slices[1].positions -= 1;
  EXPECT_EQ(code_of(info), "damaged_table");
  EXPECT_EQ(code_of(info_of(variant, *Material::parse("KKvK"))), "damaged_table");
  info = right;
  info.metric = Metric::dtw;
  EXPECT_EQ(code_of(info), "damaged_table");
}

}  // namespace
}  // namespace dambase::test
