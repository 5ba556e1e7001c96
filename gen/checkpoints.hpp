// When the solving of a table leaves checkpoints, and whether it goes on from one.
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>

#include "gen/builder.hpp"
#include "gen/checkpoint_file.hpp"
#include "gen/solving_stop.hpp"

namespace dambase {

/// Of one solving, begun now. Used by the thread that solves level by level; that it must end may be asked of any. What
/// goes wrong with a checkpoint is told to the observer, and the work goes on.
class Checkpoints {
 public:
  /// `observer_mutex` is held during each call of the observer.
  Checkpoints(const CheckpointIdentity& identity, std::filesystem::path path, const CheckpointOptions& options,
              BuildObserver& observer, std::mutex& observer_mutex)
      : identity_(identity),
        path_(std::move(path)),
        options_(options),
        observer_(observer),
        observer_mutex_(observer_mutex) {}
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;
  ~Checkpoints() { static_cast<void>(options_.stop->unheed()); }

  [[nodiscard]] SolvingStop& stop() const { return *options_.stop; }

  /// The border of the checkpoint that is there; none if there is none to go on from.
  std::optional<LevelBorder> find();
  /// Fills in the rest of the state of that border. False if that cannot be done: then the content is worth nothing.
  [[nodiscard]] bool read(const CheckpointContent<std::byte>& content);

  /// Whether it is time for the next one.
  [[nodiscard]] bool is_due() const;
  /// Leaves one, unless the latest is of the same border.
  void write(const LevelBorder& border, const CheckpointContent<const std::byte>& content);

 private:
  using Clock = std::chrono::steady_clock;

  void give_up(const Error& error);
  void tell(const Error& error);

  CheckpointIdentity identity_;
  std::filesystem::path path_;
  CheckpointOptions options_;
  BuildObserver& observer_;
  std::mutex& observer_mutex_;
  std::optional<CheckpointReader> reader_;
  std::uint64_t latest_ = 0;  ///< level of the checkpoint on disk; 0: there is none
  Clock::time_point latest_time_ = Clock::now();
  Clock::duration least_pause_{};  ///< so that writing takes a small share of the time, however large a table is
};

}  // namespace dambase
