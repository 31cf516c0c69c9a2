// Small text tools: numbers with clear errors, near names, files.
#include "core/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stackwright {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

/// A leading '+' is a number to people but not to from_chars.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

std::string reason(int error) { return std::generic_category().message(error); }

/// A file descriptor that closes itself.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int get() const { return descriptor_; }
  bool open() const { return descriptor_ >= 0; }
  /// 0, or what went wrong.
  int close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return descriptor >= 0 && ::close(descriptor) != 0 ? errno : 0;
  }

 private:
  int descriptor_;
};

int write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(descriptor, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

/// A new file beside `path` with a name that nobody uses; -1 and errno when there can be none.
int create_beside(const std::string& path, std::string& name) {
  for (int i = 0;; ++i) {
    name = path + ".new-" + std::to_string(::getpid()) + "-" + std::to_string(i);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

/// Makes a rename last; some file systems cannot, and then there is nothing more to do.
void sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const File file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.open()) ::fsync(file.get());
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;  // keeps a message on one line of a terminal
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    } else {
      out += c;
    }
  }
  if (text.size() > kLongest) {
    // A cut must not leave half a UTF-8 character behind.
    std::size_t end = out.size();
    while (end > 1 && (static_cast<unsigned char>(out[end - 1]) & 0xc0) == 0x80) --end;
    if (end > 1 && static_cast<unsigned char>(out[end - 1]) >= 0xc0) out.resize(end - 1);
    out += "...";
  }
  return out + "'";
}

Result<std::int64_t> parse_int(std::string_view text, std::string_view what, std::int64_t low, std::int64_t high) {
  const std::string_view digits = without_plus(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size() && !digits.empty();
  if (whole && error == std::errc{} && value >= low && value <= high) return value;
  return Error{std::string(what) + " must be a whole number from " + std::to_string(low) + " to " +
               std::to_string(high) + ", got " + in_quotes(text)};
}

Result<double> parse_real(std::string_view text, std::string_view what) {
  const std::string_view digits = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end == digits.data() + digits.size() && !digits.empty() && error == std::errc{} && std::isfinite(value)) {
    return value;
  }
  return Error{std::string(what) + " must be a finite number, got " + in_quotes(text)};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

Error unknown_name(std::string_view what, std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t kShown = 3;
  constexpr std::size_t kCompared = 64;  // no name is longer, and a megabyte of nonsense must not cost a second
  const std::string wanted = lowered(name.substr(0, kCompared));
  std::vector<std::pair<std::size_t, std::string_view>> near;
  near.reserve(known.size());
  for (const std::string_view candidate : known) {
    near.emplace_back(edit_distance(wanted, lowered(candidate)), candidate);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string message = "unknown " + std::string(what) + " " + in_quotes(name);
  for (std::size_t i = 0; i < near.size() && i < kShown; ++i) {
    message += i == 0 ? "; nearest: " : ", ";
    message += near[i].second;
  }
  return Error{std::move(message)};
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const auto failed = [&](const std::string& why) { return Error{"cannot read " + in_quotes(path) + ": " + why}; };
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return failed(reason(errno));
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return failed(reason(errno));
  if (S_ISDIR(about.st_mode)) return failed("is a folder");
  std::string content;
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  for (;;) {
    const std::size_t old = content.size();
    content.resize(old + kChunk);
    const ssize_t n = ::read(file.get(), content.data() + old, kChunk);
    const int error = errno;
    content.resize(old + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n < 0 && error == EINTR) continue;
    if (n < 0) return failed(reason(error));
    if (n == 0) return content;
    if (content.size() > max_bytes) return failed("larger than " + std::to_string(max_bytes) + " bytes");
  }
}

Result<Done> write_file(const std::string& path, std::string_view content) {
  const auto failed = [&](int error) { return Error{"cannot write " + in_quotes(path) + ": " + reason(error)}; };
  struct stat about {};
  const bool exists = ::stat(path.c_str(), &about) == 0;
  if (exists && S_ISDIR(about.st_mode)) return failed(EISDIR);
  if (exists && !S_ISREG(about.st_mode)) {  // a pipe or device cannot be replaced, only written to
    const File device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!device.open()) return failed(errno);
    if (const int error = write_all(device.get(), content); error != 0) return failed(error);
    return Done{};
  }
  std::string temporary;
  File file(create_beside(path, temporary));
  if (!file.open()) return failed(errno);
  int error = write_all(file.get(), content);
  if (error == 0 && exists && ::fchmod(file.get(), about.st_mode & 0777) != 0) error = errno;
  if (error == 0 && ::fsync(file.get()) != 0) error = errno;
  if (const int closing = file.close(); error == 0) error = closing;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return failed(error);
  }
  sync_folder_of(path);
  return Done{};
}

}  // namespace stackwright
