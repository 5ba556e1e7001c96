// Dambase for engines in C++17 and later: dambase.h with an owner for the set, and results that carry errors.
//
//   auto set = dambase_api::Set::open("international", "tables");
//   if (!set) return complain(set.error().text);
//   if (auto value = set->probe_fen("W:W31:B4")) std::puts(dambase_value_name(*value));
//
// All in dambase.h holds here too: what fails, threads, squares, units. The functions of this header throw nothing but
// what std::string, std::vector and std::variant throw, which is std::bad_alloc.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dambase.h"

namespace dambase_api {

struct Error {
  dambase_status status;
  std::string text;  ///< for a person, one line
};

/// Either a T or an Error. Test it, then read *result or result.error().
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  [[nodiscard]] explicit operator bool() const { return state_.index() == 0; }
  [[nodiscard]] T& operator*() & { return *std::get_if<0>(&state_); }
  [[nodiscard]] const T& operator*() const& { return *std::get_if<0>(&state_); }
  [[nodiscard]] T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  [[nodiscard]] T* operator->() { return std::get_if<0>(&state_); }
  [[nodiscard]] const T* operator->() const { return std::get_if<0>(&state_); }
  [[nodiscard]] const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

/// An open set of tables, closed with its owner. Const functions may be called from any number of threads at once.
class Set {
 public:
  static Result<Set> open(const std::string& variant, const std::string& folder,
                          const dambase_options& options = dambase_default_options()) {
    return ask(Set(nullptr), [&](Set& set, dambase_error* error) {
      return dambase_open(variant.c_str(), folder.c_str(), &options, &set.set_, error);
    });
  }
  Set(Set&& other) noexcept : set_(std::exchange(other.set_, nullptr)) {}
  Set& operator=(Set&& other) noexcept {
    std::swap(set_, other.set_);
    return *this;
  }
  ~Set() { dambase_close(set_); }

  /// For the functions of dambase.h; stays this object's.
  [[nodiscard]] const dambase_set* get() const { return set_; }

  [[nodiscard]] const char* variant() const { return dambase_set_variant(set_); }
  [[nodiscard]] int board_side() const { return dambase_board_side(set_); }
  [[nodiscard]] int max_pieces() const { return dambase_max_pieces(set_); }
  [[nodiscard]] dambase_position start_position() const { return dambase_start_position(set_); }

  [[nodiscard]] Result<dambase_value> probe(const dambase_position& position) const {
    return ask(DAMBASE_DRAW, [&](auto& value, auto* error) { return dambase_probe(set_, &position, &value, error); });
  }
  [[nodiscard]] Result<dambase_value> probe_fen(const std::string& fen) const {
    return ask(DAMBASE_DRAW,
               [&](auto& value, auto* error) { return dambase_probe_fen(set_, fen.c_str(), &value, error); });
  }
  /// Nothing if the cache does not have it, or if there is no value at all. For quiescence search.
  [[nodiscard]] std::optional<dambase_value> probe_cached(const dambase_position& position) const noexcept {
    dambase_value value = DAMBASE_DRAW;
    if (dambase_probe_cached(set_, &position, &value, nullptr) != DAMBASE_OK) return std::nullopt;
    return value;
  }
  void prefetch(const dambase_position& position) const noexcept { dambase_prefetch(set_, &position); }

  /// The value of a position in which the game is over; nothing if it goes on.
  [[nodiscard]] Result<std::optional<dambase_value>> value_at_end(const dambase_position& position) const {
    return ask(std::optional<dambase_value>(), [&](auto& end, auto* error) {
      int is_over = 0;
      dambase_value value = DAMBASE_DRAW;
      const dambase_status status = dambase_is_over(set_, &position, &is_over, &value, error);
      if (is_over != 0) end = value;
      return status;
    });
  }
  [[nodiscard]] Result<std::vector<dambase_move>> moves(const dambase_position& position) const {
    return list<dambase_move>(dambase_moves, position);
  }
  /// Best first.
  [[nodiscard]] Result<std::vector<dambase_move_value>> probe_moves(const dambase_position& position) const {
    return list<dambase_move_value>(dambase_probe_moves, position);
  }

  [[nodiscard]] bool has_metric(dambase_metric metric) const { return dambase_has_metric(set_, metric) != 0; }
  [[nodiscard]] Result<dambase_distance> probe_distance(const dambase_position& position, dambase_metric metric) const {
    return ask(dambase_distance{}, [&](auto& distance, auto* error) {
      return dambase_probe_distance(set_, &position, metric, &distance, error);
    });
  }
  /// Best first.
  [[nodiscard]] Result<std::vector<dambase_move_distance>> probe_move_distances(const dambase_position& position,
                                                                                dambase_metric metric) const {
    const auto call = [metric](const dambase_set* set, const dambase_position* of, dambase_move_distance* moves,
                               std::size_t capacity, std::size_t* count, dambase_error* error) {
      return dambase_probe_move_distances(set, of, metric, moves, capacity, count, error);
    };
    return list<dambase_move_distance>(call, position);
  }

  /// Under the rules that count moves, if `count` plies have been counted.
  [[nodiscard]] Result<dambase_ruled_distance> probe_rules(const dambase_position& position, int count) const {
    return ask(dambase_ruled_distance{}, [&](auto& distance, auto* error) {
      return dambase_probe_rules(set_, &position, count, &distance, error);
    });
  }
  /// Best first.
  [[nodiscard]] Result<std::vector<dambase_ruled_move>> probe_rule_moves(const dambase_position& position,
                                                                         int count) const {
    const auto call = [count](const dambase_set* set, const dambase_position* of, dambase_ruled_move* moves,
                              std::size_t capacity, std::size_t* moves_count, dambase_error* error) {
      return dambase_probe_rule_moves(set, of, count, moves, capacity, moves_count, error);
    };
    return list<dambase_ruled_move>(call, position);
  }
  /// The plies that the field H of a FEN has counted; nothing without one.
  [[nodiscard]] Result<std::optional<int>> count_in_fen(const std::string& fen) const {
    return ask(std::optional<int>(), [&](auto& count, auto* error) {
      int counted = -1;
      const dambase_status status = dambase_parse_fen_count(set_, fen.c_str(), &counted, error);
      if (counted >= 0) count = counted;
      return status;
    });
  }

  [[nodiscard]] Result<dambase_position> position_of(const std::string& fen) const {
    return ask(dambase_position{},
               [&](auto& position, auto* error) { return dambase_parse_fen(set_, fen.c_str(), &position, error); });
  }
  [[nodiscard]] Result<std::string> fen_of(const dambase_position& position) const {
    return text<DAMBASE_FEN_BYTES>(
        [&](char* fen, auto* error) { return dambase_write_fen(set_, &position, fen, DAMBASE_FEN_BYTES, error); });
  }
  [[nodiscard]] Result<dambase_move> move_of(const dambase_position& position, const std::string& written) const {
    return ask(dambase_move{}, [&](auto& move, auto* error) {
      return dambase_parse_move(set_, &position, written.c_str(), &move, error);
    });
  }
  [[nodiscard]] Result<std::string> text_of(const dambase_position& position, const dambase_move& move) const {
    return text<DAMBASE_MOVE_BYTES>([&](char* written, auto* error) {
      return dambase_write_move(set_, &position, &move, written, DAMBASE_MOVE_BYTES, error);
    });
  }

 private:
  explicit Set(dambase_set* set) : set_(set) {}

  // What `call` makes of `answer`, or why it does not.
  template <class T, class Call>
  static Result<T> ask(T answer, const Call& call) {
    dambase_error error;
    const dambase_status status = call(answer, &error);
    if (status != DAMBASE_OK) return Error{status, error.text};
    return Result<T>(std::move(answer));
  }
  template <std::size_t Bytes, class Call>
  static Result<std::string> text(const Call& call) {
    return ask(std::string(), [&](std::string& answer, dambase_error* error) {
      std::array<char, Bytes> bytes;
      const dambase_status status = call(bytes.data(), error);
      if (status == DAMBASE_OK) answer = bytes.data();
      return status;
    });
  }
  template <class Item, class Call>
  [[nodiscard]] Result<std::vector<Item>> list(const Call& call, const dambase_position& position) const {
    return ask(std::vector<Item>(), [&](auto& items, auto* error) {
      std::size_t count = 0;
      const dambase_status status = call(set_, &position, nullptr, 0, &count, error);
      if (status != DAMBASE_OK) return status;
      items.resize(count);
      return call(set_, &position, items.data(), items.size(), &count, error);
    });
  }

  dambase_set* set_;
};

}  // namespace dambase_api
