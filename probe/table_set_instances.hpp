// The makers that the generated translation units of probe/ define, one a variant.
#pragma once

#include <memory>

#include "probe/stored_distances.hpp"
#include "probe/stored_tables.hpp"
#include "probe/table_set.hpp"

namespace dambase {

/// All tables of a set.
struct TablesOfSet {
  std::unique_ptr<StoredTables> wld;
  std::unique_ptr<StoredDistances> dtc;
  std::unique_ptr<StoredDistances> dtw;
  std::unique_ptr<StoredDistances> rule;
};

#define DAMBASE_VARIANT(Rules, file) \
  std::unique_ptr<TableSet> make_table_set_of_##file(const Variant& variant, TablesOfSet tables);
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT

}  // namespace dambase
