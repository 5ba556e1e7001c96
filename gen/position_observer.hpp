// Told how far work on finished tables has come.
#pragma once

#include <cstdint>

#include "engine/material.hpp"

namespace dambase {

class PositionObserver {
 public:
  virtual ~PositionObserver() = default;
  /// `done` of `total` positions are done; `material` is in work.
  virtual void progress(const Material& material, std::uint64_t done, std::uint64_t total) = 0;
};

}  // namespace dambase
