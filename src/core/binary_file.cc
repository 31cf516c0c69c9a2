// Large binary files: written whole or not at all, read piece by piece, with a hash of what passed.
#include "core/binary_file.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"

namespace stackwright {
namespace {

constexpr std::size_t kMaxPiece = std::size_t{1} << 30;  // one call of read or write moves at most 2 GB

std::string why(int error) { return std::strerror(error); }

void sync_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

void ByteHasher::add(const void* data, std::size_t bytes) {
  assert(bytes % 8 == 0);
  const char* at = static_cast<const char*>(data);
  for (std::size_t i = 0; i < bytes; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at + i, 8);
    hasher_.add(word);
  }
}

AtomicFile::AtomicFile(std::string path, std::string temporary, int file)
    : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)), file_(std::exchange(other.file_, -1)) {}

AtomicFile::~AtomicFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
}

Error AtomicFile::failed(int error) const { return Error{"cannot write " + in_quotes(path_) + ": " + why(error)}; }

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return Error{"cannot write " + in_quotes(path) + ": " + why(errno)};
  ::fchmod(file, 0644);
  return AtomicFile(path, temporary, file);
}

Result<Done> AtomicFile::write(const void* data, std::size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = ::write(file_, at, std::min(bytes, kMaxPiece));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed(errno);
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return Done{};
}

Result<Done> AtomicFile::commit() {
  if (::fsync(file_) != 0) return failed(errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return failed(errno);
  ::close(std::exchange(file_, -1));
  sync_folder(path_);
  return Done{};
}

BinaryReader::BinaryReader(std::string path, int file, std::uint64_t size)
    : path_(std::move(path)), file_(file), size_(size) {}

BinaryReader::BinaryReader(BinaryReader&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), size_(other.size_) {}

BinaryReader::~BinaryReader() {
  if (file_ >= 0) ::close(file_);
}

Result<BinaryReader> BinaryReader::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Error{"cannot read " + in_quotes(path) + ": " + why(errno)};
  struct stat about {};
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(file);
    return Error{"cannot read " + in_quotes(path) + ": not a file"};
  }
  return BinaryReader(path, file, static_cast<std::uint64_t>(about.st_size));
}

Result<Done> BinaryReader::read(void* data, std::size_t bytes) {
  char* at = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t n = ::read(file_, at, std::min(bytes, kMaxPiece));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Error{"cannot read " + in_quotes(path_) + ": " + why(errno)};
    if (n == 0) return Error{in_quotes(path_) + " is cut short: " + std::to_string(bytes) + " more bytes expected"};
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return Done{};
}

}  // namespace stackwright
