// Plays best moves against itself, as far as the tables tell: best_move VARIANT TABLES FEN [PLIES]
//
// Win, draw and loss alone do not tell which winning move makes progress, so a won game need not end here.
#include <cstdio>
#include <cstdlib>
#include <dambase.hpp>

namespace {

int complain(const dambase_api::Error& error) {
  std::fprintf(stderr, "best_move: %s: %s\n", dambase_status_name(error.status), error.text.c_str());
  return 1;
}

// Prints one best move of `position`, which then is the position after it. False if there is no move.
dambase_api::Result<bool> play(const dambase_api::Set& set, dambase_position& position) {
  const auto moves = set.probe_moves(position);
  if (!moves) return moves.error();
  if (moves->empty()) return false;
  const dambase_move_value& best = moves->front();
  if (best.status != DAMBASE_OK) return dambase_api::Error{best.status, "no move has a value"};
  const auto text = set.text_of(position, best.move);
  if (!text) return text.error();
  std::printf("%s %s\n", text->c_str(), dambase_value_name(best.value));
  position = best.move.after;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    std::fputs("usage: best_move VARIANT TABLES FEN [PLIES]\n", stderr);
    return 2;
  }
  const auto set = dambase_api::Set::open(argv[1], argv[2]);
  if (!set) return complain(set.error());
  auto position = set->position_of(argv[3]);
  if (!position) return complain(position.error());
  for (int plies = argc == 5 ? std::atoi(argv[4]) : 1; plies > 0; --plies) {
    const auto played = play(*set, *position);
    if (!played) return complain(played.error());
    if (!*played) break;
  }
  return 0;
}
