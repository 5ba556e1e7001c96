// Tables for tests, built once a process into a folder that goes with it; international ones unless a
// variant is given.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <tuple>

#include "formats/table_files.hpp"
#include "gen/builder.hpp"
#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {

[[nodiscard]] inline const Variant& international() { return **find_variant("international"); }

/// Hears of finished tables.
class CountingObserver final : public BuildObserver {
 public:
  void progress(const Progress&) override {}
  void finished(const MaterialReport& report) override { reports_.push_back(report); }
  [[nodiscard]] const std::vector<MaterialReport>& reports() const { return reports_; }

 private:
  std::vector<MaterialReport> reports_;
};

/// What to build: all tables of so many pieces in `folder`.
[[nodiscard]] inline BuildOptions options_for(const std::filesystem::path& folder, int pieces, int threads = 2) {
  BuildOptions options;
  options.variant = &international();
  options.pieces = pieces;
  options.folder = folder;
  options.threads = threads;
  options.memory_bytes = std::uint64_t{1} << 30;
  return options;
}

inline Result<BuildReport> build(const BuildOptions& options) {
  CountingObserver observer;
  return build_tables(options, observer);
}

/// A folder with all tables up to `pieces`, for tests that only read; empty if they cannot be built.
[[nodiscard]] inline const std::filesystem::path& built_tables(const Variant& variant, int pieces,
                                                               Profile profile = Profile::fast,
                                                               Metric metric = Metric::wld) {
  static std::map<std::tuple<const Variant*, int, Profile, Metric>, std::unique_ptr<TemporaryFolder>> folders;
  std::unique_ptr<TemporaryFolder>& folder = folders[{&variant, pieces, profile, metric}];
  if (folder == nullptr) {
    folder = std::make_unique<TemporaryFolder>();
    BuildOptions options = options_for(folder->path(), pieces);
    options.variant = &variant;
    options.profile = profile;
    options.metric = metric;
    const auto built = build(options);
    EXPECT_TRUE(built) << built.error().message;
  }
  return folder->path();
}

[[nodiscard]] inline const std::filesystem::path& built_tables(int pieces, Profile profile = Profile::fast) {
  return built_tables(international(), pieces, profile);
}

/// Tables of one distance alone.
[[nodiscard]] inline const std::filesystem::path& built_distances(const Variant& variant, int pieces, Metric metric,
                                                                  Profile profile = Profile::fast) {
  return built_tables(variant, pieces, profile, metric);
}

/// A copy that a test may damage.
inline void copy_built_tables(int pieces, const std::filesystem::path& to, Profile profile = Profile::fast) {
  std::filesystem::copy(built_tables(pieces, profile), to, std::filesystem::copy_options::recursive);
}

[[nodiscard]] inline std::filesystem::path table_in(const std::filesystem::path& folder, std::string_view material) {
  return table_path(folder, international(), *Material::parse(material), Metric::wld);
}

}  // namespace dambase::test
