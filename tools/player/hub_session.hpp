// The player's side of a conversation in the Hub protocol, version 2: the one of Scan and other draughts programs.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "dambase.hpp"
#include "tools/player/background_search.hpp"
#include "tools/player/game.hpp"
#include "tools/player/hub_line.hpp"
#include "tools/player/hub_settings.hpp"
#include "tools/player/searcher.hpp"

namespace dambase::player {

/// Obeys one line after another and searches beside that, so that it hears `stop` and `ping` in time. Whatever it is
/// told, it answers or ignores: a line that cannot be obeyed is answered by `error message="..."` and changes nothing.
class HubSession {
 public:
  /// Gets the lines that the session says, without line ends: from two threads, but never two at once. May not throw.
  using Writer = std::function<void(const std::string&)>;

  HubSession(HubSettings settings, Writer write);
  /// Ends a search that is running.
  ~HubSession();

  /// Obeys a line; false if it was `quit`. For one thread.
  bool obey(std::string_view text);

  /// Says that a line cannot be obeyed.
  void complain(const std::string& message);

 private:
  // What `init` makes from the settings.
  struct Player {
    dambase_api::Set set;
    Searcher searcher;
  };
  using Handler = void (HubSession::*)(const HubLine&);

  void tell(const HubLine& line);
  void dispatch(const HubLine& line);
  void introduce(const HubLine& line);
  void change_setting(const HubLine& line);
  void initialise(const HubLine& line);
  void begin_game(const HubLine& line);
  void take_position(const HubLine& line);
  void take_level(const HubLine& line);
  void go(const HubLine& line);
  void think(SearchLimits limits, bool is_pondering);
  [[nodiscard]] BackgroundSearch::Announcement searched(const Game& game, const SearchLimits& limits,
                                                        const SearchSignals& signals);
  [[nodiscard]] dambase_position read_position(const HubLine& line) const;
  void tell_report(const SearchReport& report);

  HubSettings settings_;
  Writer write_;
  std::mutex writing_;
  std::unique_ptr<Player> player_;
  std::optional<Game> game_;
  SearchLimits limits_;
  bool are_limits_used_ = false;
  BackgroundSearch search_;  // last, so that it ends before what it uses
};

}  // namespace dambase::player
