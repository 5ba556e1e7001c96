#include "tools/cluster/ninja_file.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/in_quotes.hpp"
#include "formats/table_files.hpp"

namespace dambase::tools {

namespace {

// A path in a list of Ninja, or text in a variable, where blanks and colons do no harm either.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '$' || c == ' ' || c == ':') result += '$';
    result += c;
  }
  return result;
}

// What the nodes of a stage may take of the machine.
struct Share {
  int at_once = 1;
  int threads = 1;
  std::uint64_t memory_bytes = 0;
};

class NinjaWriter {
 public:
  NinjaWriter(const std::vector<WorkNode>& nodes, const std::vector<std::size_t>& chosen, const NinjaMachine& machine,
              NinjaInputs inputs)
      : nodes_(nodes), chosen_(chosen), among_(chosen.begin(), chosen.end()), machine_(machine), inputs_(inputs) {}

  std::string text() {
    text_ = "# Written by dambase: a table an edge, by stages; each pool is as deep as memory allows.\n";
    text_ += "ninja_required_version = 1.8\n\n";
    text_ += fmt::format(
        "rule work\n"
        // Without a shell between them, Ninja waits for what it told to end.
        "  command = exec {} work -v {} --tables {} --threads $threads --memory $memory{} $node\n"
        "  description = $node\n"
        // A table that is there is left alone, and what depends on it need not be looked at.
        "  restat = 1\n",
        escaped_word(machine_.program), machine_.variant->name(), escaped_word(machine_.folder.string()),
        machine_.checkpoint_minutes ? fmt::format(" --checkpoint-minutes {}", *machine_.checkpoint_minutes) : "");
    for (std::size_t first = 0; first < chosen_.size();) {
      const std::size_t last = end_of_stage(first);
      add_stage(first, last);
      first = last;
    }
    return text_;
  }

 private:
  [[nodiscard]] const WorkNode& node(std::size_t i) const { return nodes_[chosen_[i]]; }

  static std::string escaped_word(const std::string& text) { return escaped(shell_word(text)); }

  [[nodiscard]] std::string path_of(const WorkNode& node) const {
    return escaped((variant_folder(machine_.folder, *machine_.variant) / node.output).string());
  }

  [[nodiscard]] std::size_t end_of_stage(std::size_t first) const {
    std::size_t last = first;
    while (last < chosen_.size() && node(last).stage == node(first).stage) ++last;
    return last;
  }

  [[nodiscard]] Share share_of(std::size_t first, std::size_t last) const {
    std::uint64_t most = 1;
    int fewest_threads = machine_.threads;
    for (std::size_t i = first; i < last; ++i) {
      most = std::max(most, memory_limit_for(node(i).memory_bytes));
      fewest_threads = std::min(fewest_threads, node(i).threads);
    }
    const auto fit = std::min<std::uint64_t>(machine_.memory_bytes / most, last - first);
    const auto threads = static_cast<std::uint64_t>(machine_.threads);
    const std::uint64_t at_once = std::clamp<std::uint64_t>(fit, 1, threads);
    return {static_cast<int>(at_once), std::min(static_cast<int>(threads / at_once), fewest_threads),
            machine_.memory_bytes / at_once};
  }

  void add_stage(std::size_t first, std::size_t last) {
    const int stage = node(first).stage;
    const Share share = share_of(first, last);
    text_ += fmt::format("\npool stage_{}\n  depth = {}\n", stage, share.at_once);
    std::string outputs;
    for (std::size_t i = first; i < last; ++i) {
      add_node(node(i), share);
      outputs += " " + path_of(node(i));
    }
    text_ += fmt::format("build stage_{}_done: phony{}\n", stage, outputs);
    before_ = fmt::format(" || stage_{}_done", stage);
  }

  void add_node(const WorkNode& node, const Share& share) {
    std::string inputs;
    for (const std::size_t input : node.inputs) {
      if (inputs_ == NinjaInputs::all || among_.contains(input)) inputs += " " + path_of(nodes_[input]);
    }
    text_ += fmt::format("build {}: work{}{}\n  node = {}\n  threads = {}\n  memory = {}\n  pool = stage_{}\n",
                         path_of(node), inputs.empty() ? "" : " |" + inputs, before_, node.name, share.threads,
                         share.memory_bytes, node.stage);
  }

  const std::vector<WorkNode>& nodes_;
  const std::vector<std::size_t>& chosen_;
  std::set<std::size_t> among_;
  const NinjaMachine& machine_;
  NinjaInputs inputs_;
  std::string before_;  // dependency on the stage before, of which nothing may be in memory any more
  std::string text_;
};

}  // namespace

std::string ninja_file(const std::vector<WorkNode>& nodes, const std::vector<std::size_t>& chosen,
                       const NinjaMachine& machine, NinjaInputs inputs) {
  return NinjaWriter(nodes, chosen, machine, inputs).text();
}

Result<void> check_ninja_folder(const std::filesystem::path& folder) {
  if (folder.string().find_first_of("|\n\r") == std::string::npos) return {};
  return Error{ErrorCode::invalid_argument, in_quotes(folder.string()) + ": Ninja knows no way to write such a name"};
}

std::uint64_t memory_limit_for(std::uint64_t bytes) { return bytes + (bytes + 10) / 11; }

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace dambase::tools
