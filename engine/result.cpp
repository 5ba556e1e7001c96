#include "engine/result.hpp"

namespace dambase {

const char* name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_fen: return "invalid_fen";
    case ErrorCode::invalid_move: return "invalid_move";
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::illegal_position: return "illegal_position";
    case ErrorCode::wrong_variant: return "wrong_variant";
    case ErrorCode::too_many_pieces: return "too_many_pieces";
    case ErrorCode::missing_table: return "missing_table";
    case ErrorCode::damaged_table: return "damaged_table";
    case ErrorCode::not_cached: return "not_cached";
    case ErrorCode::did_not_verify: return "did_not_verify";
    case ErrorCode::no_rule_known: return "no_rule_known";
    case ErrorCode::file_failed: return "file_failed";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::out_of_disk: return "out_of_disk";
    case ErrorCode::missing_program: return "missing_program";
    case ErrorCode::queue_failed: return "queue_failed";
    case ErrorCode::folder_in_use: return "folder_in_use";
    case ErrorCode::stopped: return "stopped";
  }
  return "unknown";
}

}  // namespace dambase
