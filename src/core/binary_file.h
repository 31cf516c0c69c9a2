// Large binary files: written whole or not at all, read piece by piece, with a hash of what passed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/hash.h"
#include "core/result.h"

namespace stackwright {

/// A hash of bytes that come in pieces whose sizes are multiples of 8.
class ByteHasher {
 public:
  void add(const void* data, std::size_t bytes);
  std::uint64_t value() const { return hasher_.value(); }

 private:
  Hasher hasher_;
};

/// Writes to a temporary file beside the wanted one; commit() syncs and renames it, so that neither a crash nor a full
/// disk ever leaves half a file under the name. Without commit() nothing remains.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<Done> write(const void* data, std::size_t bytes);
  Result<Done> commit();

 private:
  AtomicFile(std::string path, std::string temporary, int file);
  Error failed(int error) const;

  std::string path_;
  std::string temporary_;
  int file_ = -1;
};

/// Reads from the beginning to the end.
class BinaryReader {
 public:
  static Result<BinaryReader> open(const std::string& path);
  BinaryReader(BinaryReader&& other) noexcept;
  BinaryReader& operator=(BinaryReader&&) = delete;
  ~BinaryReader();

  std::uint64_t size() const { return size_; }
  /// Exactly so many bytes, or an error that names the file.
  Result<Done> read(void* data, std::size_t bytes);

 private:
  BinaryReader(std::string path, int file, std::uint64_t size);

  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace stackwright
