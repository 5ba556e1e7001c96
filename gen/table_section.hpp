// Sections of a table that is cut (gen/table_cut.hpp): made from its parts, and joined to the table.
#pragma once

#include "gen/table_cut.hpp"

namespace dambase {

/// Encodes the blocks of a section from all parts, and puts them in its file; returns its size. Runs on the threads of
/// the current arena. Errors are those of ChunkFileReader, of memory for codes, and of writing.
Result<std::uint64_t> make_section(const TableCut& cut, std::size_t index);

/// Puts the table in place, from all sections; returns its size. Its bytes are those of a table that is solved at once.
Result<std::uint64_t> join_sections(const TableCut& cut);

/// A bound on the memory that make_section() takes.
[[nodiscard]] std::uint64_t section_bytes(const TableCut& cut, std::size_t index, int threads);
/// The same of join_sections().
[[nodiscard]] std::uint64_t joining_bytes(const TableCut& cut);

}  // namespace dambase
