// dambase work: one node of work, by one process of many that share a folder.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <unistd.h>

#include <fmt/format.h>

#include "engine/in_quotes.hpp"
#include "formats/atomic_file.hpp"
#include "formats/table_files.hpp"
#include "formats/table_reader.hpp"
#include "gen/builder.hpp"
#include "gen/checkpoint_file.hpp"
#include "gen/material_solver.hpp"
#include "gen/memory_limit.hpp"
#include "gen/needs.hpp"
#include "gen/plan.hpp"
#include "gen/solving_stop.hpp"
#include "gen/table_check.hpp"
#include "gen/table_cut.hpp"
#include "tools/build_scope.hpp"
#include "tools/cluster/node_name.hpp"
#include "tools/cluster/node_status.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"
#include "tools/signal_watch.hpp"

namespace dambase::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* footer =
    "Builds one table from smaller ones that are there. NODE is the name of its file, as `dambase plan` lists them;\n"
    "KKMvKM.wld.cut8.3 is part 3 of its cut into 8, KKMvKM.wld.cut8.section3 a section of the file, made from all\n"
    "parts, and KKMvKM.wld.cut8 the table, joined from all sections. Any number of these may work in one folder, on\n"
    "any number of machines, on the same node too: a table appears whole or not at all, and its bytes do not depend\n"
    "on who built it. A table that is there and sound is left alone. Beside it lies\n"
    "NODE.status: who built it, when, in how much memory, or why not. SIGTERM, SIGINT and SIGUSR1 end it with 75. If\n"
    "it has solved some of a table with kings, it leaves NODE.checkpoint first, as it does every few minutes, and the\n"
    "next one goes on from there; a second signal ends it at once. 75 also where an input does not appear in time, or\n"
    "is damaged; then it is renamed to INPUT.damaged, so that it will be built again.\n\n"
    "Examples:\n"
    "  dambase work KvK.wld\n"
    "  dambase work KKMvKM.dtw -v english --tables /shared/draughts --threads 16 --memory 60G\n";

constexpr IntegerRange wait_range = {0, 86400};
constexpr double same_signal_s = 1;  // a queue, and Ninja as well, may each send theirs
constexpr auto between_looks = std::chrono::seconds(1);
constexpr double between_reports_s = 30;

struct WorkCommand {
  BuildOptions options;
  std::string node;
  int checkpoint_minutes = 10;  ///< 0: only when a signal ends it
  int wait_s = 90;              ///< a network file system may show a file so much later
};

// Why an attempt ended, and as what it counts.
struct Ending {
  NodeState state = NodeState::done;
  ExitCode code = ExitCode::done;
  std::optional<Error> error;
};

// Keeps the status file of one attempt up to date, once it has begun.
class Attempt final : public BuildObserver {
 public:
  /// `checkpoint` is where the one of its table is left.
  Attempt(fs::path output, fs::path checkpoint) : output_(std::move(output)), checkpoint_(std::move(checkpoint)) {}

  /// What asks the building to end.
  [[nodiscard]] SolvingStop& solving_stop() { return stop_; }

  void begin(NodeStatus status) {
    const std::scoped_lock lock(mutex_);
    status_ = std::move(status);
    has_begun_ = true;
    write();
  }

  void progress(const Progress& progress) override {
    const std::scoped_lock lock(mutex_);
    const bool has_just_begun = status_.positions_done == 0 && progress.positions_done > 0;
    status_.positions_done = progress.positions_done;
    if (has_just_begun || now_s() - written_s_ >= between_reports_s) write();
  }
  void finished(const MaterialReport& report) override {
    const std::scoped_lock lock(mutex_);
    status_.positions_done = report.positions;
  }
  void resumed(std::uint64_t positions) override {
    const std::scoped_lock lock(mutex_);
    status_.positions_resumed = positions;
    status_.positions_done = positions;
    kept_positions_ = positions;
    write();
  }
  void left_checkpoint(std::uint64_t positions, std::uint64_t /*bytes*/) override {
    const std::scoped_lock lock(mutex_);
    kept_positions_ = positions;
  }
  void checkpoint_failed(const Error& error) override { print_error(error.message); }

  void end(const Ending& ending) {
    const std::scoped_lock lock(mutex_);
    end_locked(ending);
  }

  // Asks the solving to end, which leaves a checkpoint then. Ends the process if that has been asked before, or there
  // is nothing to ask: all else could not be told to stop before it is done. Files are whole or temporary at any time,
  // so nothing is lost by that.
  void stop(int signal) {
    const std::scoped_lock lock(mutex_);
    if (is_over_ || (signal_ != 0 && now_s() - signal_s_ < same_signal_s)) return;
    if (signal_ == 0 && stop_.request()) {
      signal_ = signal;
      signal_s_ = now_s();
      return;
    }
    signal_ = signal;
    status_.error = why_stopped();
    if (has_begun_) end_locked({NodeState::stopped, ExitCode::try_later, {}});
    for (const fs::path& path : {output_, checkpoint_}) remove_unfinished(path, Unfinished::own);
    print_error(status_.error);
    ::_exit(static_cast<int>(ExitCode::try_later));
  }

  /// How an attempt ends whose building was asked to end, and has.
  [[nodiscard]] Ending stopped() {
    const std::scoped_lock lock(mutex_);
    return {NodeState::stopped, ExitCode::try_later, Error{ErrorCode::stopped, why_stopped()}};
  }

 private:
  [[nodiscard]] std::string why_stopped() const {
    std::string why = fmt::format("{}: stopped by signal {}", output_.filename().string(), signal_);
    if (kept_positions_ > 0)
      why += fmt::format("; {} of {} positions are in the checkpoint", kept_positions_, status_.positions);
    return why;
  }

  void end_locked(const Ending& ending) {
    is_over_ = true;
    status_.state = ending.state;
    status_.end = now_s();
    status_.exit_code = static_cast<int>(ending.code);
    if (ending.error) {
      status_.error_code = name_of(ending.error->code);
      status_.error = ending.error->message;
    }
    write();
  }

  // Whether this works is not worth giving up a table for.
  void write() {
    written_s_ = now_s();
    status_.cpu_s = processor_seconds();
    status_.peak_memory_bytes = peak_resident_memory();
    static_cast<void>(write_status(output_, status_));
  }

  std::mutex mutex_;
  fs::path output_;
  fs::path checkpoint_;
  SolvingStop stop_;
  int signal_ = 0;  ///< that has asked for an end
  double signal_s_ = 0;
  std::uint64_t kept_positions_ = 0;  ///< of the checkpoint that is there
  NodeStatus status_;
  double written_s_ = 0;
  bool has_begun_ = false;
  bool is_over_ = false;
};

class NodeWork {
 public:
  NodeWork(const WorkCommand& command, const NodeName& name, std::uint64_t positions)
      : command_(command),
        options_(command.options),
        name_(name),
        table_(table_path(options_.folder, *options_.variant, name.material, name.metric)),
        output_(table_.parent_path() / name.output()),
        positions_(positions) {
    if (name_.step.is_cut()) cut_.emplace(*options_.variant, name.material, name.step.wanted, table_);
  }

  ExitCode run(StandardOutput& out) {
    if (cut_ && static_cast<std::size_t>(name_.step.index) >= cut_->steps_like(name_.step)) {
      return report({ErrorCode::invalid_argument, fmt::format("{}: of these there are {}, counted from 0",
                                                              command_.node, cut_->steps_like(name_.step))});
    }
    // Ninja reads no more once it is told to end, as we are then, which takes a while.
    std::signal(SIGPIPE, SIG_IGN);
    // The watch before anything else starts threads, of which none may take a signal.
    Attempt attempt(output_, checkpoint_path(table_));
    const SignalWatch watch([&](int signal) { attempt.stop(signal); });
    remove_unfinished(status_path(output_), Unfinished::abandoned);
    const auto there = is_there();
    if (there) {
      remove_leftovers();
      out.print("{} is there\n", command_.node);
      return ExitCode::done;
    }
    if (!may_come(there.error())) return report(there.error());
    // What it was joined from is there no more.
    if (there.error().code == ErrorCode::damaged_table && cut_ && !name_.step.is_on_the_way() &&
        !find_another_table(table_, name_.material, name_.metric))
      set_aside(table_, there.error());
    std::error_code ignored;  // the status and the table say what is wrong with the folder
    fs::create_directories(output_.parent_path(), ignored);
    attempt.begin(first_status());
    const Ending ending = work(attempt, out);
    attempt.end(ending);
    if (!ending.error) remove_leftovers();
    return ending.error ? worse(report(*ending.error), ending.code) : ending.code;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // What it makes, sound; or the table, once there is no use any more for what it makes.
  [[nodiscard]] Result<void> is_there() const {
    if (name_.step.is_on_the_way()) {
      if (open_table(name_.material)) return {};
      const auto file = ChunkFileReader::open_sound(output_, cut_->identity_of(name_.step));
      return file ? Result<void>() : file.error();
    }
    const auto table = open_sound_table(table_, *options_.variant, name_.material, name_.metric);
    return table ? Result<void>() : table.error();
  }

  // Of other processes for the same table, whichever way they made it, which went on after it was there.
  void remove_leftovers() const {
    if (name_.step.is_on_the_way() && !open_table(name_.material)) return;
    std::error_code ignored;
    fs::remove(checkpoint_path(table_), ignored);
    for (const auto& entry : fs::directory_iterator(table_.parent_path(), ignored)) {
      const fs::path& path = entry.path();
      const auto node = parse_node_name((path.extension() == ".status" ? path.stem() : path.filename()).string());
      if (node && node->step.is_on_the_way() && node->material == name_.material && node->metric == name_.metric)
        fs::remove(path, ignored);
    }
  }

  [[nodiscard]] NodeStatus first_status() const {
    NodeStatus status;
    status.node = command_.node;
    if (const auto before = read_status(output_)) {
      status.attempt = before->attempt + 1;
      status.failures = before->failures_if_over();
    }
    status.host = host_name();
    status.process = ::getpid();
    const char* job = std::getenv("SLURM_JOB_ID");
    status.job = job == nullptr ? "" : job;
    status.start = now_s();
    status.positions = cut_ ? positions_of(*cut_, name_.step, positions_) : positions_;
    status.threads = options_.threads > 0 ? options_.threads : default_threads();
    status.memory_limit_bytes = options_.memory_bytes > 0 ? options_.memory_bytes : default_memory_bytes();
    return status;
  }

  Ending work(Attempt& attempt, StandardOutput& out) {
    // That will not go away by itself.
    if (const auto other = find_another_table(table_, name_.material, name_.metric))
      return {NodeState::failed, exit_code_of(other->code), *other};
    if (const auto unready = wait_for_inputs()) return ending_of(*unready);
    BuildOptions options = options_;
    CheckpointOptions& checkpoints = options.checkpoints.emplace(CheckpointOptions{&attempt.solving_stop()});
    if (command_.checkpoint_minutes > 0) checkpoints.interval = std::chrono::minutes(command_.checkpoint_minutes);
    const auto built = build_tables(options, attempt);
    if (!built && built.error().code == ErrorCode::stopped) return attempt.stopped();
    if (!built) return ending_of(built.error());
    const MaterialReport& report = built->materials.front();
    out.print("built {}, {} positions, {} bytes, {:.1f} s, {:.1f} CPU s\n", command_.node, report.positions,
              report.bytes, built->wall_s, built->cpu_s);
    return {};
  }

  // What is wrong with an input, once waiting has not helped.
  [[nodiscard]] std::optional<Error> wait_for_inputs() const {
    const auto deadline = Clock::now() + std::chrono::seconds(command_.wait_s);
    std::vector<Input> open = inputs();
    for (;;) {
      std::optional<Error> unready;
      for (auto input = open.begin(); input != open.end();) {
        const auto found = input->is_there();
        if (!found && !may_come(found.error())) return found.error();
        if (!found) unready = found.error();
        input = found ? open.erase(input) : std::next(input);
      }
      if (!unready || Clock::now() >= deadline) return unready;
      std::this_thread::sleep_for(between_looks);
    }
  }

  // A file that is read, and how to look at its header alone, or at all of it.
  struct Input {
    fs::path path;
    std::function<Result<void>()> is_there;
    std::function<Result<void>()> is_sound;
  };

  [[nodiscard]] std::vector<Input> inputs() const {
    std::vector<Input> inputs;
    if (!cut_ || name_.step.kind == CutStep::Kind::part) {
      for (const Material& material : inputs_of(*options_.variant, name_.material, options_.profile))
        inputs.push_back(table_input(material));
    }
    if (cut_) add_steps(inputs);
    return inputs;
  }

  void add_steps(std::vector<Input>& inputs) const {
    if (name_.step.kind == CutStep::Kind::table) {
      for (std::size_t i = 0; i < cut_->sections(); ++i) inputs.push_back(step_input(cut_->section_step(i)));
      return;
    }
    const std::vector<SlicePart>& parts = cut_->parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (name_.step.kind == CutStep::Kind::section ||
          parts[static_cast<std::size_t>(name_.step.index)].reads(parts[i]))
        inputs.push_back(step_input(cut_->part_step(i)));
    }
  }

  [[nodiscard]] Input table_input(const Material& material) const {
    const auto is_sound = [this, material]() -> Result<void> {
      const auto table = open_sound_table(path_of(material), *options_.variant, material, name_.metric);
      return table ? Result<void>() : table.error();
    };
    return {path_of(material), [this, material] { return open_table(material); }, is_sound};
  }

  [[nodiscard]] Input step_input(const CutStep& step) const {
    const fs::path path = cut_->path_of(step);
    const ChunkFileIdentity identity = cut_->identity_of(step);
    const auto is_there = [path, identity]() -> Result<void> {
      const auto file = ChunkFileReader::open(path, identity);
      return file ? Result<void>() : file.error();
    };
    const auto is_sound = [path, identity]() -> Result<void> {
      const auto file = ChunkFileReader::open_sound(path, identity);
      return file ? Result<void>() : file.error();
    };
    return {path, is_there, is_sound};
  }

  [[nodiscard]] fs::path path_of(const Material& input) const {
    return table_path(options_.folder, *options_.variant, input, name_.metric);
  }

  [[nodiscard]] Result<void> open_table(const Material& material) const {
    const fs::path path = path_of(material);
    const auto table = TableReader::open(path);
    if (!table) return table.error();
    return check_belongs(table->info(), *options_.variant, material, name_.metric, path.string());
  }

  static bool may_come(const Error& error) {
    return error.code == ErrorCode::missing_table || error.code == ErrorCode::damaged_table;
  }

  Ending ending_of(const Error& error) const {
    // What is not mended by making its inputs again would be tried for ever.
    if (error.code == ErrorCode::damaged_table && !set_damaged_aside())
      return {NodeState::failed, exit_code_of(error.code), error};
    if (may_come(error) || error.code == ErrorCode::folder_in_use)
      return {NodeState::waiting, ExitCode::try_later, error};
    return {NodeState::failed, exit_code_of(error.code), error};
  }

  // So that they are missing, and will be built again; nothing else looks into every table so soon.
  // Whether any input is to be made again.
  bool set_damaged_aside() const {
    bool any = false;
    for (const Input& input : inputs()) {
      const auto sound = input.is_sound();
      if (sound || !may_come(sound.error())) continue;
      any = true;
      if (sound.error().code == ErrorCode::damaged_table) set_aside(input.path, sound.error());
    }
    return any;
  }

  static void set_aside(const fs::path& path, const Error& error) {
    std::error_code failure;
    fs::rename(path, path.string() + ".damaged", failure);
    print_error(error.message +
                (failure ? "; cannot be renamed" : "; renamed to " + path.filename().string() + ".damaged"));
  }

  const WorkCommand& command_;
  const BuildOptions& options_;
  NodeName name_;
  fs::path table_;
  fs::path output_;
  std::optional<TableCut> cut_;
  std::uint64_t positions_;
};

ExitCode work(WorkCommand& command, StandardOutput& out) {
  const auto name = parse_node_name(command.node);
  if (!name) {
    return report({ErrorCode::invalid_argument,
                   in_quotes(command.node) + ": is no name of a node, such as KKMvKM.wld (see dambase plan)"});
  }
  if (name->step.is_cut() && (name->metric != Metric::wld || !can_be_cut(name->material))) {
    return report({ErrorCode::invalid_argument,
                   command.node + ": only tables of win, loss and draw, of kings and men, are made in parts"});
  }
  BuildOptions& options = command.options;
  options.metric = name->metric;
  options.pieces = 0;
  options.materials = {name->material};
  options.dependencies = Dependencies::require;
  options.step = name->step;
  const auto plan = plan_build(*options.variant, 0, options.materials);
  if (!plan) return report(plan.error());
  return NodeWork(command, *name, plan->back().positions).run(out);
}

}  // namespace

void add_work(CLI::App& app, Action& chosen) {
  CLI::App& work_app = *app.add_subcommand("work", "Build one table, as one process of many");
  const auto command = std::make_shared<WorkCommand>();
  BuildOptions& options = command->options;
  work_app.add_option("NODE", command->node, "The table to build: KKMvKM.wld, .dtc or .dtw")->required();
  add_variant_option(work_app, options.variant);
  add_machine_options(work_app, options);
  add_integer_option(work_app, "--wait", command->wait_s, wait_range,
                     "Seconds to wait for inputs that are not there yet, 0 to 86400 (default: 90)");
  add_checkpoint_option(work_app, command->checkpoint_minutes);
  work_app.footer(footer);
  work_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return work(*command, out); }; });
}

}  // namespace dambase::tools
