// Result<T>: a value, or the reason why there is none. The one error type of all rooms.
//
// Libraries of this project report what can go wrong in the world (input, files, memory) through
// Result and never through exceptions; assertions are for programmers' mistakes.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace dambase {

/// What went wrong. Codes are grouped by who can act on them; `exit_code` in tools/ maps the groups.
enum class ErrorCode : std::uint8_t {
  // The caller's input.
  invalid_fen,
  invalid_move,
  invalid_argument,
  illegal_position,
  wrong_variant,
  // The question is sound, but this set of tables cannot answer it.
  too_many_pieces,
  missing_table,
  damaged_table,
  not_cached,
  did_not_verify,
  no_rule_known,
  // The environment.
  file_failed,
  out_of_memory,
  out_of_disk,
  missing_program,
  queue_failed,
  folder_in_use,
  stopped,  ///< as somebody asked
};

/// The spelling of `code` in JSON answers, for instance `missing_table`.
[[nodiscard]] const char* name_of(ErrorCode code);

/// An error code and one line for a person that names what and where.
struct [[nodiscard]] Error {
  ErrorCode code;
  std::string message;
};

/// Either a T or an Error. Test it with `if (!result)`, then read `*result` or `result.error()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] explicit operator bool() const { return state_.index() == 0; }
  [[nodiscard]] T& operator*() & { return std::get<0>(state_); }
  [[nodiscard]] const T& operator*() const& { return std::get<0>(state_); }
  [[nodiscard]] T&& operator*() && { return std::get<0>(std::move(state_)); }
  [[nodiscard]] T* operator->() { return &std::get<0>(state_); }
  [[nodiscard]] const T* operator->() const { return &std::get<0>(state_); }
  [[nodiscard]] const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] explicit operator bool() const { return !error_.has_value(); }
  [[nodiscard]] const Error& error() const {
    assert(error_.has_value());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace dambase
