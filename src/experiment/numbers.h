// Numbers of reports: for people, and as JSON where an unknown one is null.
#pragma once

#include <string>

#include "core/json.h"
#include "core/statistics.h"

namespace stackwright {

/// Grouped by spaces from 1000 on, about four digits below; "unknown" where it is not finite.
std::string number_text(double number);
/// "1 203 to 1 410", "at least 1 203", "unknown".
std::string interval_text(const Interval& interval);
/// A mean beside its interval; "> 1 203" where that has no upper end (no game ended), for then the mean itself tells nothing.
std::string mean_text(double mean, const Interval& interval);

/// A number, or null where it is not finite.
Json number_json(double number);
Json interval_json(const Interval& interval);
/// Five significant digits: enough for a picture, and short.
Json short_number(double number);

/// The number at `name` of an object; not a number where there is none.
double number_at(const Json& object, const char* name);
/// The interval at `name`; unknown ends are infinite.
Interval interval_at(const Json& object, const char* name);

}  // namespace stackwright
