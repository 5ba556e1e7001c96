// The accessors that the generated translation units of engine/ define, one a variant.
#pragma once

#include "engine/variant.hpp"

namespace dambase {

#define DAMBASE_VARIANT(Rules, file) const Variant& variant_of_##file();
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT

}  // namespace dambase
