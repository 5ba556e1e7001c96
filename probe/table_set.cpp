#include "probe/table_set.hpp"

#include <array>
#include <new>

#include "engine/variant_instances.hpp"
#include "probe/table_set_instances.hpp"

namespace dambase {
namespace {

using Maker = std::unique_ptr<TableSet> (*)(const Variant&, TablesOfSet);

Maker maker_of(const Variant& variant) {
  // In the order of all_variants(), which comes from the same list.
  static constexpr std::array makers = {
#define DAMBASE_VARIANT(Rules, file) &make_table_set_of_##file,
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT
  };
  std::size_t i = 0;
  while (all_variants()[i] != &variant) ++i;
  return makers[i];
}

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::win: return "win";
    case Verdict::cursed_win: return "cursed win";
    case Verdict::draw: return "draw";
    case Verdict::blessed_loss: return "blessed loss";
    case Verdict::loss: return "loss";
  }
  return "unknown";
}

Result<std::unique_ptr<TableSet>> TableSet::open(const Variant& variant, const std::filesystem::path& folder,
                                                 const TableSetOptions& options) {
  try {
    auto wld = StoredTables::open(variant, folder, options);
    if (!wld) return wld.error();
    auto dtc = StoredDistances::open(variant, Metric::dtc, folder);
    if (!dtc) return dtc.error();
    auto dtw = StoredDistances::open(variant, Metric::dtw, folder);
    if (!dtw) return dtw.error();
    auto rule = StoredDistances::open(variant, Metric::rule, folder);
    if (!rule) return rule.error();
    return maker_of(variant)(variant, {*std::move(wld), *std::move(dtc), *std::move(dtw), *std::move(rule)});
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "not enough memory to open " + folder.string()};
  }
}

}  // namespace dambase
