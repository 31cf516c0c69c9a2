// The distinct boards after so many pieces, packed, with the best points of each and where it came from.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/exact_board.h"

namespace stackwright::exact {

/// What a board is reached with: of equal boards only the one with most points matters.
struct Mark {
  std::int32_t points = 0;
  std::uint32_t parent = 0;  // index in the layer before
};

/// Packed boards in the order in which they were found, and nothing else.
class Boards {
 public:
  explicit Boards(int words = 1) : words_(words) {}
  std::size_t size() const { return marks_.size(); }
  bool empty() const { return marks_.empty(); }
  const std::uint64_t* board(std::size_t i) const { return words_of_.data() + i * static_cast<std::size_t>(words_); }
  Mark& mark(std::size_t i) { return marks_[i]; }
  const Mark& mark(std::size_t i) const { return marks_[i]; }
  void add(const std::uint64_t* board, Mark mark) {
    words_of_.insert(words_of_.end(), board, board + words_);
    marks_.push_back(mark);
  }
  void append(const Boards& other) {
    words_of_.insert(words_of_.end(), other.words_of_.begin(), other.words_of_.end());
    marks_.insert(marks_.end(), other.marks_.begin(), other.marks_.end());
  }
  void clear() {
    words_of_.clear();
    marks_.clear();
  }

 private:
  int words_;
  std::vector<std::uint64_t> words_of_;
  std::vector<Mark> marks_;
};

/// Distinct boards: an open hash table of indices over Boards. What it holds depends only on the order of insertion.
class DistinctBoards {
 public:
  explicit DistinctBoards(int words) : words_(words), boards_(words) {}
  /// Adds a board, or raises the points of an equal one.
  void insert(const std::uint64_t* board, std::uint64_t hash, Mark mark);
  Boards& boards() { return boards_; }

 private:
  void grow();

  int words_;
  Boards boards_;
  std::vector<std::uint32_t> slots_;   // index + 1; 0 is free
  std::vector<std::uint32_t> hashes_;  // high half of the hash of each board
};

std::uint64_t hash_of(const std::uint64_t* board, int words);

}  // namespace stackwright::exact
