#include "tools/player/hub_session.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <utility>

#include "tools/player/hub_level.hpp"
#include "tools/player/hub_notation.hpp"
#include "tools/player/hub_numbers.hpp"

namespace dambase::player {

namespace {

// A line that cannot be obeyed: obey() turns it into an answer.
class CannotObey : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string_view required(const HubLine& line, std::string_view name) {
  const std::optional<std::string_view> value = line.value(name);
  if (!value) throw CannotObey(line.command() + " needs " + std::string(name) + "=");
  return *value;
}

dambase_api::Set open_set(const HubSettings& settings) {
  dambase_options options = dambase_default_options();
  options.cache_bytes = settings.cache_bytes;
  auto set = dambase_api::Set::open(settings.variant, settings.tables, options);
  if (!set) throw CannotObey(set.error().text);
  return std::move(*set);
}

// Plays the moves that `text` lists.
void play_moves(const dambase_set& set, std::string_view text, Game& game) {
  MoveList moves;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return;
    const std::string_view word = text.substr(0, text.find(' '));
    moves.fill(set, game.position());
    const std::optional<dambase_move> move = find_hub_move(word, moves);
    if (!move) throw CannotObey("no legal move: " + std::string(word.substr(0, 100)));
    game.play(*move);
    text.remove_prefix(word.size());
  }
}

}  // namespace

HubSession::HubSession(HubSettings settings, Writer write) : settings_(std::move(settings)), write_(std::move(write)) {}

HubSession::~HubSession() { search_.stop_and_wait(); }

bool HubSession::obey(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return true;
  const std::optional<HubLine> line = HubLine::parse(text);
  if (!line) {
    complain("not a line of the Hub protocol");
    return true;
  }
  if (line->command() == "quit") return false;
  try {
    dispatch(*line);
  } catch (const std::bad_alloc&) {
    complain("not enough memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return true;
}

void HubSession::complain(const std::string& message) { tell(HubLine("error").add("message", message)); }

void HubSession::tell(const HubLine& line) {
  const std::lock_guard lock(writing_);
  write_(line.text());
}

void HubSession::dispatch(const HubLine& line) {
  if (line.command() == "ping") return tell(HubLine("pong"));
  if (line.command() == "stop") return search_.stop();
  if (line.command() == "ponder-hit") return search_.end_pondering();
  if (search_.is_running()) throw CannotObey("a search is running: only ping, ponder-hit, stop and quit are obeyed");

  static constexpr std::array<std::pair<std::string_view, Handler>, 7> handlers = {{
      {"hub", &HubSession::introduce},
      {"set-param", &HubSession::change_setting},
      {"init", &HubSession::initialise},
      {"new-game", &HubSession::begin_game},
      {"pos", &HubSession::take_position},
      {"level", &HubSession::take_level},
      {"go", &HubSession::go},
  }};
  for (const auto& [command, handler] : handlers)
    if (line.command() == command) return (this->*handler)(line);
  throw CannotObey("no such command: " + line.command().substr(0, 100));
}

void HubSession::introduce(const HubLine&) {
  tell(HubLine("id").add("name", "Dambase").add("version", dambase_version()).add("author", "The Dambase authors"));
  for (const HubLine& parameter : parameter_lines(settings_)) tell(parameter);
  tell(HubLine("wait"));
}

void HubSession::change_setting(const HubLine& line) {
  const std::string_view name = required(line, "name");
  if (const auto wrong = set_parameter(settings_, name, required(line, "value")))
    throw CannotObey(std::string(name.substr(0, 100)) + ": " + *wrong);
}

void HubSession::initialise(const HubLine&) {
  game_.reset();
  player_.reset();  // before the new one: both caches at once may be too much
  dambase_api::Set set = open_set(settings_);
  const dambase_set& opened = *set.get();
  player_ = std::make_unique<Player>(
      Player{std::move(set), Searcher(opened, static_cast<int>(settings_.table_pieces), settings_.hash_bytes)});
  // Whoever mistypes the folder sees it here; board programs ignore what comes before `ready`.
  tell(HubLine("info").add("table-pieces", std::to_string(player_->set.max_pieces())));
  tell(HubLine("ready"));
}

void HubSession::begin_game(const HubLine&) {
  game_.reset();
  if (player_ != nullptr) player_->searcher.begin_game();
}

void HubSession::take_position(const HubLine& line) {
  game_.reset();  // a search shall not take an older position for this one
  if (player_ == nullptr) throw CannotObey("init has to come first");
  Game game(read_position(line));
  MoveList moves;
  moves.fill(*player_->set.get(), game.position());  // refuses what cannot stand on the board
  play_moves(*player_->set.get(), line.value("moves").value_or(""), game);
  game_ = std::move(game);
}

dambase_position HubSession::read_position(const HubLine& line) const {
  if (line.has("start")) return player_->set.start_position();
  const auto position = parse_hub_position(required(line, "pos"), player_->set.board_side());
  if (!position) throw CannotObey("pos= is no position of this variant's board");
  return *position;
}

// Several levels before one search add up; the first one after a search begins anew.
void HubSession::take_level(const HubLine& line) {
  SearchLimits limits = are_limits_used_ ? SearchLimits{} : limits_;
  if (const auto wrong = add_level(line, limits)) throw CannotObey("level: " + *wrong + "= is out of range");
  limits_ = limits;
  are_limits_used_ = false;
}

void HubSession::go(const HubLine& line) {
  if (!game_) throw CannotObey("pos has to come first");
  const bool is_known = line.has("think") || line.has("analyze") || line.has("ponder");
  if (!is_known) throw CannotObey("go has to be think, ponder or analyze");
  SearchLimits limits = limits_;
  limits.is_for_play = !line.has("analyze");
  are_limits_used_ = true;
  think(limits, line.has("ponder"));
}

void HubSession::think(SearchLimits limits, bool is_pondering) {
  const auto work = [this, game = *game_, limits](const SearchSignals& signals) {
    return searched(game, limits, signals);
  };
  search_.start(work, is_pondering);
}

// Searches, in the thread of the search.
BackgroundSearch::Announcement HubSession::searched(const Game& game, const SearchLimits& limits,
                                                    const SearchSignals& signals) {
  try {
    const SearchReport report =
        player_->searcher.search(game, limits, signals, [this](const SearchReport& so_far) { tell_report(so_far); });
    const std::vector<dambase_move>& moves = report.best.moves;
    if (moves.empty()) return [this] { complain("the game is over"); };
    HubLine done("done");
    done.add("move", hub_move(moves[0]));
    if (moves.size() > 1) done.add("ponder", hub_move(moves[1]));
    return [this, done] { tell(done); };
  } catch (const std::bad_alloc&) {
    return [this] { complain("not enough memory"); };
  } catch (const std::exception& error) {
    return [this, message = std::string(error.what())] { complain(message); };
  }
}

void HubSession::tell_report(const SearchReport& report) {
  const double million_nodes = static_cast<double>(report.nodes) / 1e6;
  tell(HubLine("info")
           .add("depth", std::to_string(report.depth))
           .add("score", decimal(report.best.score / 100.0, 2))
           .add("nodes", std::to_string(report.nodes))
           .add("time", decimal(report.seconds, 3))
           .add("nps", decimal(report.seconds > 0 ? million_nodes / report.seconds : 0, 3))
           .add("table-hits", std::to_string(report.table_hits))
           .add("pv", hub_moves(report.best.moves)));
}

}  // namespace dambase::player
