// A table of win, loss and draw that several processes make: some solve parts of its slices, some then encode sections
// of its file, and one joins these.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/variant.hpp"
#include "formats/slice_coding.hpp"
#include "gen/chunk_file.hpp"
#include "gen/slice_cut.hpp"

namespace dambase {

/// What one process does for a table that is cut.
struct CutStep {
  enum class Kind : std::uint8_t {
    part,     ///< solves part `index`, and deals its codes out to sections
    section,  ///< encodes the blocks of section `index`
    table,    ///< joins all sections
  };

  int wanted = 0;  ///< into how many parts the table is cut, at least; 0: not at all
  Kind kind = Kind::table;
  int index = 0;

  [[nodiscard]] bool is_cut() const { return wanted > 0; }
  /// Whether it makes a file on the way, and not the table.
  [[nodiscard]] bool is_on_the_way() const { return is_cut() && kind != Kind::table; }
  /// What the name of its file adds to that of the table: `.cut8.3`, `.cut8.section3`, and `.cut8` for the table
  /// itself.
  [[nodiscard]] std::string suffix() const;
  [[nodiscard]] bool operator==(const CutStep&) const = default;
};

/// The codes of one slice that a section has to do with.
struct SectionRange {
  std::size_t slice = 0;
  std::uint64_t first_block = 0;  ///< of the slice
  std::uint64_t end_block = 0;
  std::uint64_t first_chunk = 0;  ///< of the content digest
  std::uint64_t end_chunk = 0;
  std::uint64_t first_code = 0;  ///< of those that blocks and chunks hold
  std::uint64_t end_code = 0;
};

/// All steps of a table, which follow from variant, material and the number of parts alone.
class TableCut {
 public:
  /// Of the table of `material` (canonical) that is to be at `table`.
  TableCut(const Variant& variant, const Material& material, int wanted, std::filesystem::path table);

  [[nodiscard]] const Variant& variant() const { return *variant_; }
  [[nodiscard]] const Material& material() const { return material_; }
  [[nodiscard]] int wanted() const { return wanted_; }
  [[nodiscard]] std::size_t slices() const { return material_.is_symmetric() ? 1 : 2; }
  [[nodiscard]] SliceNumbering numbering(std::size_t slice) const;
  [[nodiscard]] const Tiling& tiling(std::size_t slice) const { return tilings_[slice]; }

  /// The parts of the slices, in an order in which each comes after those that it reads.
  [[nodiscard]] const std::vector<SlicePart>& parts() const { return parts_; }
  /// The sections of the file: about as many as parts, of about equally many blocks, in the order of the file.
  [[nodiscard]] std::size_t sections() const { return sections_.size(); }
  /// Of its slices those that are in it; together the sections have each block and each chunk once.
  [[nodiscard]] const std::vector<SectionRange>& section(std::size_t index) const { return sections_[index]; }

  [[nodiscard]] CutStep part_step(std::size_t index) const { return step(CutStep::Kind::part, index); }
  [[nodiscard]] CutStep section_step(std::size_t index) const { return step(CutStep::Kind::section, index); }
  /// How many steps of its kind there are.
  [[nodiscard]] std::size_t steps_like(const CutStep& step) const;
  /// The file that a step makes, and what it says that it is; the table has no such identity.
  [[nodiscard]] std::filesystem::path path_of(const CutStep& step) const;
  [[nodiscard]] ChunkFileIdentity identity_of(const CutStep& step) const;

 private:
  [[nodiscard]] CutStep step(CutStep::Kind kind, std::size_t index) const {
    return {wanted_, kind, static_cast<int>(index)};
  }
  [[nodiscard]] SectionRange range(std::size_t slice, std::uint64_t first_block, std::uint64_t end_block) const;

  const Variant* variant_;
  Material material_;
  int wanted_;
  std::filesystem::path table_;
  std::vector<Tiling> tilings_;  ///< by slice
  std::vector<SlicePart> parts_;
  std::vector<std::vector<SectionRange>> sections_;
};

/// Positions that a step has to do with, of `positions` of all slices.
[[nodiscard]] std::uint64_t positions_of(const TableCut& cut, const CutStep& step, std::uint64_t positions);

}  // namespace dambase
