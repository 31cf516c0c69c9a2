// Where pieces find a place on the surface, and which holes will soon be open. Included inside a kernel's namespace.

/// Steps between neighbouring columns by their size; bit x is the step from column x to column x + 1.
template <class V>
struct Surface {
  V flat, up, down, up_two, down_two;
};

template <class V>
STACKWRIGHT_INLINE Surface<V> no_steps() {
  const V zero = V::set(0);
  return {zero, zero, zero, zero, zero};
}

template <class V>
STACKWRIGHT_INLINE void add_step(Surface<V>& s, V step, V place) {
  s.flat = s.flat | keep(equal(step, V::set(0)), place);
  s.up = s.up | keep(equal(step, V::set(1)), place);
  s.down = s.down | keep(equal(step, V::set(-1)), place);
  s.up_two = s.up_two | keep(equal(step, V::set(2)), place);
  s.down_two = s.down_two | keep(equal(step, V::set(-2)), place);
}

inline constexpr int kScarce = 3;

/// How many of O, S, Z, T, L and J have at most 0, 1 and 2 places (the registry's `scarce`).
template <class V>
STACKWRIGHT_INLINE void count_scarce(const Surface<V>& s, V* scarce) {
  const V zero = V::set(0), one = V::set(1);
  for (int i = 0; i < kScarce; ++i) scarce[i] = zero;
  const V places[] = {s.flat,
                      s.down | (s.flat & shr<1>(s.up)),
                      s.up | (s.down & shr<1>(s.flat)),
                      s.up | s.down | (s.flat & shr<1>(s.flat)),
                      s.flat | s.down_two,
                      s.flat | s.up_two};
  STACKWRIGHT_UNROLL
  for (V left : places) {
    STACKWRIGHT_UNROLL
    for (int i = 0; i < kScarce; ++i) {
      scarce[i] = scarce[i] + keep(equal(left, zero), one);
      left = left & (left - one);
    }
  }
}

/// Rows that lack no cell, exactly one, exactly two.
template <class V>
struct FewEmpty {
  V none, one, two;

  STACKWRIGHT_INLINE void add(V column) {
    two = (two & column) | and_not(one, column);
    one = (one & column) | and_not(none, column);
    none = none & column;
  }
};
template <class V>
STACKWRIGHT_INLINE FewEmpty<V> joined(const FewEmpty<V>& a, const FewEmpty<V>& b) {
  return {a.none & b.none, (a.one & b.none) | (a.none & b.one), (a.two & b.none) | (a.one & b.one) | (a.none & b.two)};
}

/// Columns with a hole, and how many of them lie under rows that lack at most one and at most two cells.
template <class V>
struct Openings {
  V covered = V::set(0), one = V::set(0), two = V::set(0);

  /// A column's cells above its highest hole; none where it has no hole.
  STACKWRIGHT_INLINE void add(const FewEmpty<V>& rows, V above) {
    const V some = V::set(1), any_above = min_unsigned(above, some);
    const V beyond_one = and_not(above, rows.none | rows.one), beyond_two = and_not(beyond_one, rows.two);
    covered = covered + any_above;
    one = one + any_above - min_unsigned(beyond_one, some);
    two = two + any_above - min_unsigned(beyond_two, some);
  }
};

template <class V>
STACKWRIGHT_INLINE V cells_above_holes(V column, V hole) {
  return keep(non_zero(hole), and_not(column, smear(hole)));
}
