#include "engine/value.hpp"

namespace dambase {

const char* name_of(Value value) {
  switch (value) {
    case Value::win: return "win";
    case Value::draw: return "draw";
    case Value::loss: return "loss";
  }
  return "unknown";
}

}  // namespace dambase
