#include "probe/c_api_error.hpp"

#include <algorithm>
#include <iterator>

namespace dambase::c_api {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

// The longest beginning of `text` of at most `most` bytes that does not end inside a character of UTF-8.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && continues_character(text[most])) --most;
  return text.substr(0, most);
}

// Names of folders may hold line ends.
char in_one_line(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f ? '?' : c;
}

}  // namespace

dambase_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_fen: return DAMBASE_INVALID_FEN;
    case ErrorCode::invalid_move: return DAMBASE_INVALID_MOVE;
    case ErrorCode::invalid_argument: return DAMBASE_INVALID_ARGUMENT;
    case ErrorCode::illegal_position: return DAMBASE_ILLEGAL_POSITION;
    case ErrorCode::wrong_variant: return DAMBASE_WRONG_VARIANT;
    case ErrorCode::too_many_pieces: return DAMBASE_TOO_MANY_PIECES;
    case ErrorCode::missing_table: return DAMBASE_MISSING_TABLE;
    case ErrorCode::damaged_table: return DAMBASE_DAMAGED_TABLE;
    case ErrorCode::not_cached: return DAMBASE_NOT_CACHED;
    case ErrorCode::no_rule_known: return DAMBASE_NO_RULE_KNOWN;
    case ErrorCode::out_of_memory: return DAMBASE_OUT_OF_MEMORY;
    // The rest belong to building and checking tables, which the prober does not do.
    case ErrorCode::file_failed:
    case ErrorCode::did_not_verify:
    case ErrorCode::out_of_disk:
    case ErrorCode::missing_program:
    case ErrorCode::queue_failed:
    case ErrorCode::folder_in_use:
    case ErrorCode::stopped: break;
  }
  return DAMBASE_FILE_FAILED;
}

void write_text(dambase_error* error, std::string_view text) {
  if (error == nullptr) return;
  const std::string_view shown = cut(text, std::size(error->text) - 1);
  *std::ranges::transform(shown, error->text, in_one_line).out = '\0';
}

dambase_status fail(dambase_error* error, const Error& why) { return fail(error, status_of(why.code), why.message); }

dambase_status fail(dambase_error* error, dambase_status status, std::string_view why) {
  write_text(error, why);
  return status;
}

}  // namespace dambase::c_api
