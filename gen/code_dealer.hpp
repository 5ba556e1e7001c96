// Codes on their way from a part of a table that is cut to the sections that encode them. Levels lie scattered over the
// numbers of a slice, and sections are runs of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "gen/chunk_file.hpp"
#include "gen/slice_codes.hpp"
#include "gen/table_cut.hpp"

namespace dambase {

/// Deals codes out to the sections of a table, and those that codings are learned from to all.
class CodeDealer {
 public:
  /// Appends to `file`, which must outlive it, as `cut`.
  CodeDealer(const TableCut& cut, ChunkFileWriter& file);

  /// May be called from any number of threads.
  void deal(std::size_t slice, const CodeRun& run);
  /// Writes what is pending, unless something has failed before.
  Result<void> finish();
  [[nodiscard]] Result<void> failure() const;

  [[nodiscard]] static std::uint64_t memory_bytes(std::size_t sections, int threads);

 private:
  // Where codes of a range go.
  struct Destination {
    SectionRange range;
    std::uint32_t stream;
    std::uint64_t reach;  ///< the largest end of this range and all before it
  };
  // Words on their way to a stream.
  struct Pending {
    std::mutex mutex;
    std::vector<std::uint64_t> words;
  };

  void deal_to_sections(std::size_t slice, const CodeRun& run, std::uint64_t end);
  void deal_what_is_learned(std::size_t slice, const CodeRun& run, std::uint64_t end);
  void add(std::uint32_t stream, std::size_t slice, const CodeRun& run, std::uint64_t first, std::uint64_t end);
  void write(std::uint32_t stream, std::span<const std::uint64_t> words);

  const TableCut& cut_;
  ChunkFileWriter& file_;
  std::size_t words_a_chunk_;
  std::array<std::vector<Destination>, 2> destinations_;  ///< by slice, in its order
  std::vector<Pending> pending_;                          ///< by stream
  mutable std::mutex failure_mutex_;
  std::optional<Error> failure_;
};

/// A slice of which codes are dealt out, as SlicePacker takes it.
struct DealtSlice {
  CodeDealer* dealer = nullptr;
  std::size_t slice = 0;

  void place(const CodeRun& run) const { dealer->deal(slice, run); }
};

/// Calls `take(slice, first_word, words)` for the codes in a chunk of a dealt stream; false if it holds something else.
bool for_each_dealt(std::span<const std::byte> chunk,
                    const std::function<void(std::size_t, std::uint64_t, std::span<const std::uint64_t>)>& take);

}  // namespace dambase
