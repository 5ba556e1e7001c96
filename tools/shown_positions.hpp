// A line of progress for work on finished tables.
#pragma once

#include "gen/position_observer.hpp"
#include "tools/progress_line.hpp"

namespace dambase::tools {

class ShownPositions final : public PositionObserver {
 public:
  /// Not `wanted`: shows nothing.
  explicit ShownPositions(bool wanted) : line_(wanted) {}
  void progress(const Material& material, std::uint64_t done, std::uint64_t total) override {
    line_.show(material, done, total);
  }

 private:
  ProgressLine line_;
};

}  // namespace dambase::tools
