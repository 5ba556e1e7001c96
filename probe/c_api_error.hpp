// How the functions of dambase.h say what failed.
#pragma once

#include <exception>
#include <new>
#include <string_view>

#include "engine/result.hpp"
#include "probe/include/dambase.h"

namespace dambase::c_api {

/// The status that stands for `code`.
[[nodiscard]] dambase_status status_of(ErrorCode code);

/// Makes `text` the text of `error`, unless that is null: one line, cut if it is too long.
void write_text(dambase_error* error, std::string_view text);

/// Says in `error` why, and returns the status.
dambase_status fail(dambase_error* error, const Error& why);
dambase_status fail(dambase_error* error, dambase_status status, std::string_view why);

/// What `work` returns; whatever it throws becomes a status, since nothing may be thrown into C.
template <class Work>
dambase_status guarded(dambase_error* error, const Work& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(error, DAMBASE_OUT_OF_MEMORY, "not enough memory");
  } catch (const std::exception& failure) {
    return fail(error, DAMBASE_FILE_FAILED, failure.what());
  } catch (...) {
    return fail(error, DAMBASE_FILE_FAILED, "an unknown failure");
  }
}

}  // namespace dambase::c_api
