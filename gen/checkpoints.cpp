#include "gen/checkpoints.hpp"

namespace dambase {

std::optional<LevelBorder> Checkpoints::find() {
  auto reader = CheckpointReader::open(path_, identity_);
  if (!reader) {
    if (reader.error().code != ErrorCode::missing_table) give_up(reader.error());
    return std::nullopt;
  }
  reader_ = *std::move(reader);
  return reader_->border();
}

bool Checkpoints::read(const CheckpointContent<std::byte>& content) {
  const Result<void> filled = reader_->read(content);
  const LevelBorder border = reader_->border();
  reader_.reset();
  if (!filled) {
    give_up(filled.error());
    return false;
  }
  latest_ = border.level;
  const std::scoped_lock lock(observer_mutex_);
  observer_.resumed(border.positions());
  return true;
}

bool Checkpoints::is_due() const {
  if (!options_.interval) return false;
  const auto elapsed = Clock::now() - latest_time_;
  return elapsed >= *options_.interval && elapsed >= least_pause_;
}

void Checkpoints::write(const LevelBorder& border, const CheckpointContent<const std::byte>& content) {
  if (border.level == latest_) return;
  const auto begin = Clock::now();
  const auto bytes = write_checkpoint(path_, identity_, border, content);
  // A failure is not repeated at each border either.
  latest_time_ = Clock::now();
  constexpr int least_ratio = 50;
  if (options_.interval > std::chrono::seconds(0)) least_pause_ = least_ratio * (latest_time_ - begin);
  if (!bytes) {
    tell(bytes.error());
    return;
  }
  latest_ = border.level;
  const std::scoped_lock lock(observer_mutex_);
  observer_.left_checkpoint(border.positions(), *bytes);
}

// What is damaged, or of something else, is of use to nobody; what cannot be read now, perhaps later.
void Checkpoints::give_up(const Error& error) {
  tell(error);
  if (error.code != ErrorCode::damaged_table) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void Checkpoints::tell(const Error& error) {
  const std::scoped_lock lock(observer_mutex_);
  observer_.checkpoint_failed(error);
}

}  // namespace dambase
