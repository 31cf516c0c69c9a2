// Words of cells: counting, wells, steps. Included inside a kernel's namespace.

using lanes::Curve;
using lanes::Curved;
using lanes::GroupBoards;
using lanes::GroupChoices;
using lanes::GroupScores;
using lanes::GroupWeights;
using lanes::kGroup;
using lanes::kLost;
using lanes::Needs;
using lanes::Plan;

inline constexpr int kWalls = 2;   // wall columns at the left of the board
inline constexpr int kBeyond = 6;  // and at its right, for windows that look past the edge

template <class V>
STACKWRIGHT_INLINE V population(V v) {
  auto counter = zero_counter(v);
  count(counter, v);
  return counted(counter);
}

/// The wells above the top of a column: every cell between two filled ones adds its height above the top. `sides` has the
/// rows in which both neighbours are filled.
template <class V>
STACKWRIGHT_INLINE V open_wells(V sides, V height) {
  V cells = shift_right(sides, height);
  V wells = triangle(cells & V::set(127));
  cells = shr<7>(cells);
  if (any(non_zero(cells))) {
    for (int below = 7; any(non_zero(cells)); below += 7) {
      const V some = cells & V::set(127);
      wells = wells + triangle(some) + multiply(population(some), V::set(below));
      cells = shr<7>(cells);
    }
  }
  return wells;
}

/// The wells among the holes of a column: every one adds the empty cells downwards from it.
template <class V>
STACKWRIGHT_INLINE V covered_wells(V wells, V c) {
  if (!any(non_zero(wells))) return V::set(0);
  const V empty = V::set(-1) ^ c;
  auto counter = zero_counter(c);
  for (V falling = empty; any(non_zero(wells));) {
    count(counter, wells);
    falling = shl<1>(falling);
    wells = wells & falling;
  }
  return counted(counter);
}

/// Which of the steps -2 .. 2 a pair of heights makes, as a bit.
template <class V>
STACKWRIGHT_INLINE V step_bit(V left, V right) {
  return shift_left(V::set(1), min_unsigned(right - left + V::set(2), V::set(V::kBits - 1))) & V::set(31);
}

/// All bits up to the highest one.
template <class V>
STACKWRIGHT_INLINE V smear(V v) {
  if constexpr (V::kLanes == 1) return {static_cast<decltype(v.r)>((std::uint64_t{1} << std::bit_width(v.r)) - 1)};
  v = v | shr<1>(v);
  v = v | shr<2>(v);
  v = v | shr<4>(v);
  v = v | shr<8>(v);
  if constexpr (V::kBits == 32) v = v | shr<16>(v);
  return v;
}
