// stackwright report: one HTML file of one or several runs; or Markdown, or the pictures as files.
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/report.h"
#include "core/paths.h"
#include "core/text.h"
#include "experiment/report.h"

namespace stackwright::cli {
namespace {

struct ReportArguments {
  std::vector<std::string> runs;
  std::string store = Store::default_path();
  std::string out;
  std::string pictures;
  bool markdown = false;
  bool json = false;
};

/// Runs a program and waits for it; its exit code, or 127 where there is no such program.
int run_program(const std::vector<std::string>& words) {
  const pid_t child = ::fork();
  if (child < 0) return 127;
  if (child == 0) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// The same drawing code as the page's, run by Node: an SVG file per picture, and a PNG file where rsvg-convert is there.
Result<Done> write_pictures(const Json& document, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Error{"--pictures: " + folder + ": " + error.message()};
  const std::filesystem::path drawer = std::filesystem::path(data_folder()) / "web" / "dist" / "pictures.mjs";
  if (!std::filesystem::exists(drawer, error)) {
    return Error{"--pictures: " + drawer.string() + " is not built (make builds it, with Node 18 or later)"};
  }
  const std::string data = (std::filesystem::path(folder) / "report.json").string();
  if (auto written = for_option("--pictures", write_file(data, json_text(document, -1))); !written) return written;
  const int code = run_program({"node", drawer.string(), data, folder});
  if (code == 127) return Error{"--pictures: node is needed to draw pictures outside a browser (Debian: nodejs)"};
  if (code != 0) return Error{fmt::format("--pictures: the drawing program ended with {}", code)};
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".svg") continue;
    std::filesystem::path png = entry.path();
    png.replace_extension(".png");
    if (run_program({"rsvg-convert", "--zoom", "2", "--output", png.string(), entry.path().string()}) == 127) {
      fmt::print(stderr, "no PNG files: rsvg-convert is not installed (Debian: librsvg2-bin)\n");
      break;
    }
  }
  return Done{};
}

Result<int> run_report_command(const ReportArguments& a) {
  if (a.runs.empty()) return Error{"at least one run is needed, by name or number; stackwright runs list shows them"};
  std::error_code ignored;
  if (!std::filesystem::exists(a.store, ignored)) return Error{"--store: there is no store " + a.store};
  const auto store = for_option("--store", Store::open(a.store, Store::Access::read));
  if (!store) return store.error();
  std::vector<RunRow> rows;
  for (const std::string& name : a.runs) {
    Result<RunRow> row = store->find(name);
    if (!row) return row.error();
    rows.push_back(*std::move(row));
  }
  const Result<Json> document = report_document(*store, rows);
  if (!document) return document.error();
  if (!a.pictures.empty()) {
    if (auto written = write_pictures(*document, a.pictures); !written) return written.error();
  }
  const bool only_shown = a.json || a.markdown || !a.pictures.empty();
  std::string path = a.out;
  if (path.empty() && !only_shown) path = std::filesystem::path(rows[0].name).filename().string() + ".html";
  const Result<std::string> text = a.markdown ? report_markdown(*document) : report_page(*document);
  if (!text) return text.error();
  if (!path.empty()) {
    if (auto written = for_option("--out", write_file(path, *text)); !written) return written.error();
  }
  if (a.json) {
    Json all = envelope("stackwright.report/1", rows[0].seed, Json{{"runs", a.runs}, {"store", a.store}});
    all.update(*document);
    all.erase("format");
    print_json(all);
  } else if (!path.empty()) {
    print_line(fmt::format("report: {} ({:.0f} kB)", path, static_cast<double>(text->size()) / 1000));
  } else if (a.markdown) {
    std::fwrite(text->data(), 1, text->size(), stdout);
  } else {
    print_line("pictures: " + a.pictures);
  }
  return kDone;
}

}  // namespace

Run prepare_report(CLI::App& app, const StopToken&) {
  auto a = std::make_shared<ReportArguments>();
  add_list(app, "runs", a->runs, "RUN ...", "names or numbers of runs: evolutions, matches, experiments");
  add_text(app, "--store", a->store, "the file that holds the runs");
  add_text(app, "--out", a->out, "the file to write (default: the run's name with .html)");
  add_text(app, "--pictures", a->pictures, "write every picture into this folder, as SVG and PNG");
  add_flag(app, "--markdown", a->markdown, "text and tables as Markdown (default: on standard output)");
  add_json(app, a->json);
  return [a] { return run_report_command(*a); };
}

}  // namespace stackwright::cli
