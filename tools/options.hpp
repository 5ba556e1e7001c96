// The options that several subcommands share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "tools/number_text.hpp"

namespace dambase::tools {

inline constexpr IntegerRange thread_range = {1, 1024};

/// `-v`: the variant, international unless given.
void add_variant_option(CLI::App& app, const Variant*& variant);

/// `--numbering`: whose names of squares the output uses, those of FEN unless given.
void add_numbering_option(CLI::App& app, Numbering& numbering);

/// `--tables`: the folder that holds one folder a variant; $DAMBASE_TABLES, else `tables`.
CLI::Option* add_tables_option(CLI::App& app, std::filesystem::path& folder);

/// An option with a whole number in `range`; anything else is a usage error.
CLI::Option* add_integer_option(CLI::App& app, const std::string& names, int& number, IntegerRange range,
                                const std::string& help);

/// `--profile`: how tables are to be stored. Leaves `profile` as it is unless given.
CLI::Option* add_profile_option(CLI::App& app, Profile& profile);

/// `--metric`: one of wld, dtc and dtw. Leaves `metric` as it is unless given.
void add_metric_option(CLI::App& app, Metric& metric, const std::string& help);

/// Which metric `name` is; invalid_argument if it is none.
Result<Metric> parse_metric(const std::string& name);

/// An option that names a file to write, `type` in the help.
void add_output_option(CLI::App& app, const std::string& name, std::string& file, const std::string& type,
                       const std::string& help);

/// An option with an amount of memory in bytes.
void add_size_option(CLI::App& app, const std::string& name, std::uint64_t& bytes, const std::string& help);

}  // namespace dambase::tools
