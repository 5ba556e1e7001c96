// Prints the values of positions: consumer TABLES FEN ...
#include <cstdio>

#include "formats/fen.hpp"
#include "probe/table_set.hpp"

namespace {

int fail(const dambase::Error& error) {
  std::fprintf(stderr, "consumer: %s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: consumer TABLES FEN ...\n", stderr);
    return 2;
  }
  const auto variant = dambase::find_variant("international");
  if (!variant) return fail(variant.error());
  const auto tables = dambase::TableSet::open(**variant, argv[1]);
  if (!tables) return fail(tables.error());
  for (int i = 2; i < argc; ++i) {
    const auto position = dambase::parse_fen(**variant, argv[i]);
    if (!position) return fail(position.error());
    const auto value = (*tables)->probe(*position);
    if (!value) return fail(value.error());
    std::printf("%s\n", dambase::name_of(*value));
  }
  return 0;
}
