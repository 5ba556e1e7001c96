// What dambase.h says to input that makes no sense; nothing is written then.
#include <cstring>
#include <functional>

#include "engine/version.hpp"
#include "tests/formats/temporary_folder.hpp"
#include "tests/probe/c_api_set.hpp"

namespace dambase::test {
namespace {

bool is_one_line(const dambase_error& error) {
  const std::size_t length = strnlen(error.text, sizeof error.text);
  return length > 0 && length < sizeof error.text && std::strchr(error.text, '\n') == nullptr;
}

// A call that must fail with `status`, a text that contains `words`, and that text only if it is wanted.
void expect_failure(dambase_status status, const std::string& words,
                    const std::function<dambase_status(dambase_error*)>& call) {
  dambase_error error;
  EXPECT_EQ(call(&error), status);
  EXPECT_TRUE(is_one_line(error));
  EXPECT_NE(std::string(error.text).find(words), std::string::npos) << error.text;
  EXPECT_EQ(call(nullptr), status);
}

// ---- names ----

TEST(CApiNames, AreThoseOfTheProgram) {
  EXPECT_STREQ(dambase_version(), version_text);
  for (std::size_t i = 0; i < all_variants().size(); ++i)
    EXPECT_EQ(dambase_variant_name(i), std::string(all_variants()[i]->name()));
  EXPECT_EQ(dambase_variant_name(all_variants().size()), nullptr);
  EXPECT_EQ(dambase_variant_name(SIZE_MAX), nullptr);
  EXPECT_STREQ(dambase_status_name(DAMBASE_OK), "ok");
  EXPECT_STREQ(dambase_status_name(static_cast<dambase_status>(7)), "unknown_status");
  EXPECT_STREQ(dambase_value_name(static_cast<dambase_value>(-2)), "unknown_value");
  for (const ErrorCode code : {ErrorCode::invalid_fen, ErrorCode::missing_table, ErrorCode::damaged_table}) {
    int named = 0;
    for (int status = 0; status < 64; ++status)
      named += dambase_status_name(static_cast<dambase_status>(status)) == std::string(name_of(code)) ? 1 : 0;
    EXPECT_EQ(named, 1) << name_of(code);
  }
}

// ---- opening ----

class CApiOpen : public testing::Test {
 protected:
  void expect_refused(dambase_status status, const std::string& words, const char* variant, const char* folder,
                      const dambase_options* options = nullptr) {
    expect_failure(status, words,
                   [&](dambase_error* error) { return dambase_open(variant, folder, options, &set_, error); });
    EXPECT_EQ(set_, nullptr);
  }

  dambase_set* set_ = nullptr;
  dambase_options options_ = dambase_default_options();
};

TEST_F(CApiOpen, RefusesNullsAndUnknownVariants) {
  expect_refused(DAMBASE_INVALID_ARGUMENT, "null", nullptr, "tables");
  expect_refused(DAMBASE_INVALID_ARGUMENT, "null", "international", nullptr);
  expect_refused(DAMBASE_WRONG_VARIANT, "there are: international", "chess", "tables");
  expect_failure(DAMBASE_INVALID_ARGUMENT, "null",
                 [](dambase_error* error) { return dambase_open("international", "tables", nullptr, nullptr, error); });
}

TEST_F(CApiOpen, RefusesOptionsThatMakeNoSense) {
  for (const std::size_t size : {std::size_t{0}, sizeof options_ - 1, std::size_t{4097}, SIZE_MAX}) {
    options_.size = size;
    expect_refused(DAMBASE_INVALID_ARGUMENT, "size", "international", "tables", &options_);
  }
  options_ = dambase_default_options();
  options_.reading = 3;
  expect_refused(DAMBASE_INVALID_ARGUMENT, "reading", "international", "tables", &options_);
  options_ = dambase_default_options();
  options_.reserved = 1;
  expect_refused(DAMBASE_INVALID_ARGUMENT, "reserved", "international", "tables", &options_);
}

TEST_F(CApiOpen, ACacheThatNoMemoryHoldsIsAnError) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers end the process instead";
#endif
  options_.cache_bytes = SIZE_MAX;
  expect_refused(DAMBASE_OUT_OF_MEMORY, "memory", "international", "tables", &options_);
}

TEST_F(CApiOpen, TakesOptionsOfALaterVersionThatAreNotUsed) {
  struct {
    dambase_options known = dambase_default_options();
    std::uint64_t later = 0;
  } longer;
  longer.known.size = sizeof longer;
  EXPECT_NE(open_c_set("international", "/nowhere", &longer.known), nullptr);
  longer.later = 1;
  expect_refused(DAMBASE_INVALID_ARGUMENT, "does not have", "international", "/nowhere", &longer.known);
}

TEST_F(CApiOpen, TextsAreCutAndKeptInOneLine) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "a\nb");
  write_bytes(folder.path() / "a\nb" / "international", {});
  expect_refused(DAMBASE_FILE_FAILED, "a?b", "international", (folder.path() / "a\nb").c_str());
  std::string deep = folder.string();
  for (int i = 0; i < 100; ++i) deep += "/\u00e4\u00e4\u00e4";
  expect_refused(DAMBASE_WRONG_VARIANT, "there are", std::string(4000, 'x').c_str(), "tables");
  const CSet set = open_c_set("international", deep);
  dambase_value value = DAMBASE_DRAW;
  dambase_error error;
  EXPECT_EQ(dambase_probe_fen(set.get(), "W:WK1:BK2", &value, &error), DAMBASE_MISSING_TABLE);
  EXPECT_TRUE(is_one_line(error));
}

TEST_F(CApiOpen, NullSetsHoldNothing) {
  dambase_close(nullptr);
  EXPECT_EQ(dambase_set_variant(nullptr), nullptr);
  EXPECT_EQ(dambase_board_side(nullptr), 0);
  EXPECT_EQ(dambase_max_pieces(nullptr), 0);
  EXPECT_EQ(dambase_has_table(nullptr, 1, 0, 1, 0), 0);
  EXPECT_EQ(dambase_start_position(nullptr).men[0], 0U);
  dambase_prefetch(nullptr, nullptr);
}

// ---- positions ----

class CApiErrors : public testing::Test {
 protected:
  // Every function that takes a position says the same of a bad one.
  void expect_refused(dambase_status status, const std::string& words, const dambase_position& position) {
    expect_failure(status, words, [&](dambase_error* e) { return dambase_probe(set_.get(), &position, &value_, e); });
    expect_failure(status, words,
                   [&](dambase_error* e) { return dambase_probe_cached(set_.get(), &position, &value_, e); });
    expect_failure(status, words,
                   [&](dambase_error* e) { return dambase_is_over(set_.get(), &position, &is_over_, &value_, e); });
    expect_failure(status, words, [&](dambase_error* e) {
      return dambase_moves(set_.get(), &position, moves_, DAMBASE_MOST_MOVES, &count_, e);
    });
    expect_failure(status, words, [&](dambase_error* e) {
      return dambase_probe_moves(set_.get(), &position, values_, DAMBASE_MOST_MOVES, &count_, e);
    });
    expect_failure(status, words, [&](dambase_error* e) {
      return dambase_write_move(set_.get(), &position, moves_, text_, sizeof text_, e);
    });
    expect_failure(status, words,
                   [&](dambase_error* e) { return dambase_parse_move(set_.get(), &position, "31-27", moves_, e); });
    dambase_prefetch(set_.get(), &position);
    EXPECT_EQ(value_, DAMBASE_DRAW);
    EXPECT_EQ(is_over_, -1);
    EXPECT_EQ(count_, 77U);
  }

  void expect_no_fen(dambase_status status, const std::string& words, const dambase_position& position) {
    expect_failure(status, words,
                   [&](dambase_error* e) { return dambase_write_fen(set_.get(), &position, text_, sizeof text_, e); });
    expect_refused(status, words, position);
  }

  CSet set_ = open_empty_c_set("international");
  dambase_position sound_ = c_position(set_, "W:W31,K40:B4");
  dambase_value value_ = DAMBASE_DRAW;
  int is_over_ = -1;
  std::size_t count_ = 77;
  dambase_move moves_[DAMBASE_MOST_MOVES] = {};
  dambase_move_value values_[DAMBASE_MOST_MOVES] = {};
  char text_[DAMBASE_FEN_BYTES] = "";
};

TEST_F(CApiErrors, PiecesOffTheBoardOrOnOneSquare) {
  dambase_position position = sound_;
  position.men[0] |= std::uint64_t{1} << 50;
  expect_no_fen(DAMBASE_ILLEGAL_POSITION, "square 51", position);
  position = sound_;
  position.kings[1] |= std::uint64_t{1} << 63;
  expect_no_fen(DAMBASE_ILLEGAL_POSITION, "square 64", position);
  for (int both = 0; both < 16; ++both) {
    if (std::popcount(static_cast<unsigned>(both)) < 2) continue;
    position = sound_;
    std::uint64_t* const sets[] = {&position.men[0], &position.men[1], &position.kings[0], &position.kings[1]};
    for (int kind = 0; kind < 4; ++kind) {
      if ((both >> kind & 1) != 0) *sets[kind] |= std::uint64_t{1} << 22;
    }
    expect_no_fen(DAMBASE_ILLEGAL_POSITION, "two pieces on square 23", position);
  }
}

TEST_F(CApiErrors, NumbersOutOfRange) {
  dambase_position position = sound_;
  for (const int side : {-1, 2, 256}) {
    position.side_to_move = side;
    expect_no_fen(DAMBASE_INVALID_ARGUMENT, "side_to_move", position);
  }
  position = sound_;
  position.reserved = 1;
  expect_no_fen(DAMBASE_INVALID_ARGUMENT, "reserved", position);
}

TEST_F(CApiErrors, RunsOfKingMoves) {
  for (const dambase_king_run& run : {dambase_king_run{40, -1}, {40, 10}, {40, 256}, {0, 1}, {51, 1}, {-1, 1}}) {
    dambase_position position = sound_;
    position.runs[0] = run;
    expect_no_fen(DAMBASE_ILLEGAL_POSITION, "count of king moves", position);
  }
  dambase_position position = sound_;
  position.runs[0] = {40, 1};
  expect_refused(DAMBASE_ILLEGAL_POSITION, "count of king moves", position);  // international counts none
  position.runs[0] = {99, 0};
  EXPECT_EQ(c_fen(set_, position), c_fen(set_, sound_)) << "the square means nothing without moves";
}

TEST_F(CApiErrors, MenOnTheirPromotionRow) {
  expect_refused(DAMBASE_ILLEGAL_POSITION, "white man on square 3", c_position(set_, "W:W3:B20"));
  expect_refused(DAMBASE_ILLEGAL_POSITION, "black man on square 50", c_position(set_, "W:W20:B50"));
}

// ---- null pointers, small buffers ----

TEST_F(CApiErrors, NullPointers) {
  const auto null = [](const auto& call) { expect_failure(DAMBASE_INVALID_ARGUMENT, "null", call); };
  const dambase_set* const set = set_.get();
  const dambase_position* const at = &sound_;
  dambase_position read{};
  null([&](dambase_error* e) { return dambase_parse_fen(nullptr, "W:W31:B4", &read, e); });
  null([&](dambase_error* e) { return dambase_parse_fen(set, nullptr, &read, e); });
  null([&](dambase_error* e) { return dambase_parse_fen(set, "W:W31:B4", nullptr, e); });
  null([&](dambase_error* e) { return dambase_write_fen(nullptr, at, text_, sizeof text_, e); });
  null([&](dambase_error* e) { return dambase_write_fen(set, nullptr, text_, sizeof text_, e); });
  null([&](dambase_error* e) { return dambase_write_fen(set, at, nullptr, sizeof text_, e); });
  null([&](dambase_error* e) { return dambase_probe(nullptr, at, &value_, e); });
  null([&](dambase_error* e) { return dambase_probe(set, nullptr, &value_, e); });
  null([&](dambase_error* e) { return dambase_probe(set, at, nullptr, e); });
  null([&](dambase_error* e) { return dambase_probe_cached(nullptr, at, &value_, e); });
  null([&](dambase_error* e) { return dambase_probe_fen(set, nullptr, &value_, e); });
  null([&](dambase_error* e) { return dambase_probe_fen(set, "W:W31:B4", nullptr, e); });
  null([&](dambase_error* e) { return dambase_moves(nullptr, at, moves_, 1, &count_, e); });
  null([&](dambase_error* e) { return dambase_moves(set, nullptr, moves_, 1, &count_, e); });
  null([&](dambase_error* e) { return dambase_moves(set, at, moves_, 1, nullptr, e); });
  null([&](dambase_error* e) { return dambase_is_over(set, at, nullptr, &value_, e); });
  null([&](dambase_error* e) { return dambase_is_over(set, at, &is_over_, nullptr, e); });
  null([&](dambase_error* e) { return dambase_probe_moves(set, at, nullptr, 0, nullptr, e); });
  null([&](dambase_error* e) { return dambase_probe_moves(set, at, values_, 1, nullptr, e); });
  null([&](dambase_error* e) { return dambase_write_move(set, at, nullptr, text_, sizeof text_, e); });
  null([&](dambase_error* e) { return dambase_write_move(set, at, moves_, nullptr, sizeof text_, e); });
  null([&](dambase_error* e) { return dambase_parse_move(set, at, nullptr, moves_, e); });
  null([&](dambase_error* e) { return dambase_parse_move(set, at, "31-27", nullptr, e); });
}

TEST_F(CApiErrors, BuffersThatAreTooSmall) {
  const std::vector<dambase_move> moves = c_moves(set_, sound_);
  std::vector<dambase_move> few(moves.size() - 1);
  expect_failure(DAMBASE_INVALID_ARGUMENT, "there are " + std::to_string(moves.size()), [&](dambase_error* e) {
    return dambase_moves(set_.get(), &sound_, few.data(), few.size(), &count_, e);
  });
  const std::string fen = c_fen(set_, sound_);
  std::vector<char> text(fen.size());
  expect_failure(DAMBASE_INVALID_ARGUMENT, std::to_string(fen.size() + 1) + " are needed",
                 [&](dambase_error* e) { return dambase_write_fen(set_.get(), &sound_, text.data(), text.size(), e); });
  text.resize(fen.size() + 1);
  EXPECT_EQ(dambase_write_fen(set_.get(), &sound_, text.data(), text.size(), nullptr), DAMBASE_OK);
  expect_failure(DAMBASE_INVALID_ARGUMENT, "are needed", [&](dambase_error* e) {
    return dambase_write_move(set_.get(), &sound_, moves.data(), text.data(), 3, e);
  });
  expect_failure(DAMBASE_INVALID_ARGUMENT, "are needed", [&](dambase_error* e) {
    return dambase_write_move(set_.get(), &sound_, moves.data(), text.data(), 0, e);
  });
}

TEST_F(CApiErrors, FensAndMovesThatAreNone) {
  dambase_position read{};
  expect_failure(DAMBASE_INVALID_FEN, "'31x'",
                 [&](dambase_error* e) { return dambase_parse_fen(set_.get(), "W:W31x:B", &read, e); });
  expect_failure(DAMBASE_INVALID_FEN, "is not a position",
                 [&](dambase_error* e) { return dambase_probe_fen(set_.get(), "", &value_, e); });
  for (const char* text : {"", "31", "31-50", "31x27", "nonsense"}) {
    expect_failure(DAMBASE_INVALID_MOVE, "move",
                   [&](dambase_error* e) { return dambase_parse_move(set_.get(), &sound_, text, moves_, e); });
  }
  dambase_move move = c_moves(set_, sound_).front();
  move.to = 1;
  expect_failure(DAMBASE_INVALID_MOVE, "to 1 is not legal", [&](dambase_error* e) {
    return dambase_write_move(set_.get(), &sound_, &move, text_, sizeof text_, e);
  });
}

}  // namespace
}  // namespace dambase::test
