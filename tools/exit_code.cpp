#include "tools/exit_code.hpp"

namespace dambase::tools {

ExitCode exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_fen:
    case ErrorCode::invalid_move:
    case ErrorCode::invalid_argument:
    case ErrorCode::illegal_position:
    case ErrorCode::wrong_variant: return ExitCode::invalid;
    case ErrorCode::too_many_pieces:
    case ErrorCode::missing_table:
    case ErrorCode::damaged_table:
    case ErrorCode::not_cached:
    case ErrorCode::did_not_verify:
    case ErrorCode::no_rule_known: return ExitCode::unanswered;
    case ErrorCode::file_failed:
    case ErrorCode::out_of_memory:
    case ErrorCode::out_of_disk:
    case ErrorCode::missing_program: return ExitCode::environment;
    case ErrorCode::queue_failed:
    case ErrorCode::folder_in_use:
    case ErrorCode::stopped: return ExitCode::try_later;
  }
  return ExitCode::environment;
}

}  // namespace dambase::tools
