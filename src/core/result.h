// Result<T>: a value, or one clear line saying what was wrong.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace stackwright {

/// What went wrong, told in one line: what, where, what was expected.
struct Error {
  /// fault: the input was fine, but the machine, a file's content or another process was not.
  enum class Kind : std::uint8_t { wrong_input, fault };

  std::string message;
  Kind kind = Kind::wrong_input;

  static Error fault(std::string message) { return {std::move(message), Kind::fault}; }
  /// The same with the place before it: "WHERE: MESSAGE".
  Error in(const std::string& where) const { return {where + ": " + message, kind}; }
};

/// Either a value or an Error; what went wrong travels as a value, never as an exception.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return value_.has_value(); }
  bool ok() const { return value_.has_value(); }
  const T& value() const& {
    assert(ok());
    return *value_;
  }
  T& value() & {
    assert(ok());
    return *value_;
  }
  T&& value() && {
    assert(ok());
    return std::move(*value_);
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T operator*() && { return std::move(*this).value(); }  // a value, so that *make() can be kept or looped over
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const Error& error() const {
    assert(!ok());
    return error_;
  }
  const std::string& message() const { return error().message; }

 private:
  std::optional<T> value_;
  Error error_;
};

/// The result of something that yields nothing but may fail.
struct Done {};

}  // namespace stackwright
