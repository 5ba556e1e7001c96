#include "formats/zstandard.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <memory>

namespace dambase {
namespace {

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Making a context costs as much as decoding a block, so each thread keeps one.
ZSTD_DCtx* thread_decompressor() {
  thread_local std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context;
  if (context == nullptr) context.reset(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

Result<void> decompress_frame(std::span<const std::byte> frame, std::span<std::byte> to) {
  const Error no_memory{ErrorCode::out_of_memory, "no memory to decompress"};
  ZSTD_DCtx* const context = thread_decompressor();
  if (context == nullptr) return no_memory;
  const std::size_t size = ZSTD_decompressDCtx(context, to.data(), to.size(), frame.data(), frame.size());
  if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) return no_memory;
  if (ZSTD_isError(size) != 0 || size != to.size())
    return Error{ErrorCode::damaged_table, "not the Zstandard frame that it should be"};
  return {};
}

}  // namespace dambase
