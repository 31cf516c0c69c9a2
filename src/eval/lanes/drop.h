// Pieces dropped into the boards of the lanes. Included inside a kernel's namespace.

/// Puts a packed shape into boards at each lane's own column and row.
template <class V>
STACKWRIGHT_INLINE V cells_at(V packed, V four_x, V y, int x) {
  return shift_left(shift_right(packed, V::set(4 * x) - four_x) & V::set(15), y);
}

/// Rows at which packed shapes come to rest at each lane's own column.
template <class V>
STACKWRIGHT_INLINE V resting_rows(const Plan& plan, const Prepared<V>& p, V packed, V bottoms, V four_x) {
  V y = V::set(0);
  for (int x = 0; x < plan.width; ++x) {
    const V shift = V::set(4 * x) - four_x;
    const V mask = shift_right(packed, shift) & V::set(15);
    const V bottom = shift_right(bottoms, shift) & V::set(15);
    const V rest = population(smear(p.column(x))) - bottom;
    y = max(y, keep(non_zero(mask), rest));
  }
  return y;
}

/// Takes the full rows out; returns how many there were.
template <class V>
STACKWRIGHT_INLINE V remove_full_rows(const Plan& plan, Prepared<V>& p, V full) {
  const V one = V::set(1);
  const V lines = population(full);
  while (any(non_zero(full))) {
    const V below = and_not(full - one, full);  // bits under the lowest full row; everything where there is none
    for (int x = 0; x < plan.width; ++x) {
      const V c = p.column(x);
      p.column(x) = (c & below) | and_not(shr<1>(c), below);
    }
    full = shr<1>(full & (full - one));
  }
  return lines;
}

/// Puts each lane's shape (orientation and column by slot) into its board and takes full rows out.
template <class V>
STACKWRIGHT_INLINE V play_slots(const Plan& plan, Prepared<V>& p, const std::uint8_t* pieces, const std::uint8_t* slots,
                                typename V::Mask& lost) {
  alignas(64) std::uint32_t packed[V::kLanes], bottoms[V::kLanes], four_x[V::kLanes], height[V::kLanes];
  for (int j = 0; j < V::kLanes; ++j) {
    const lanes::ShapeTable& table = plan.shape[slots[j] >> 4];
    packed[j] = table.packed[pieces[j]];
    bottoms[j] = table.bottoms[pieces[j]];
    height[j] = table.height[pieces[j]];
    four_x[j] = (slots[j] & 15u) * 4;
  }
  const V shape = V::load(packed), x4 = V::load(four_x);
  const V y = resting_rows(plan, p, shape, V::load(bottoms), x4);
  lost = greater(y + V::load(height), V::set(plan.limit));
  V full = V::set(-1);
  for (int x = 0; x < plan.width; ++x) {
    const V cells = cells_at(shape, x4, y, x);
    p.column(x) = p.column(x) | (and_lanes_not(cells, lost));
    full = full & p.column(x);
  }
  return remove_full_rows(plan, p, full);
}

template <class V>
STACKWRIGHT_INLINE void apply_chunk(const Plan& plan, GroupBoards& boards, const std::uint8_t* pieces,
                                    const std::uint8_t* slots, int first, std::int8_t* lines) {
  Prepared<V> p;
  for (int x = 0; x < plan.width; ++x) p.column(x) = V::load(boards.column[x] + first);
  auto lost = no_lanes(V{});
  alignas(64) std::uint32_t removed[V::kLanes];
  store(removed, play_slots(plan, p, pieces + first, slots + first, lost));
  for (int x = 0; x < plan.width; ++x) store(boards.column[x] + first, p.column(x));
  const std::uint32_t over = bits(lost);
  for (int j = 0; j < V::kLanes; ++j) {
    lines[first + j] = (over >> j & 1u) != 0 ? std::int8_t{-1} : static_cast<std::int8_t>(removed[j]);
  }
}

/// The same for one board whose columns lie `stride` words apart; rows removed, or -1 where it loses.
inline int drop_alone(const Plan& plan, std::uint32_t* column, int stride, int piece, int slot) {
  const lanes::ShapeTable& shape = plan.shape[slot >> 4];
  std::uint32_t* const window = column + (slot & 15) * stride;
  const int width = shape.width[piece];
  int y = 0;
  for (int i = 0; i < width; ++i) {
    const int rest = std::bit_width(window[i * stride]) - shape.bottom[i][piece];
    y = rest > y ? rest : y;
  }
  if (y + shape.height[piece] > plan.limit) return -1;
  for (int i = 0; i < width; ++i) window[i * stride] |= std::uint32_t{shape.mask[i][piece]} << y;
  std::uint32_t full = ~0u;
  for (int x = 0; x < plan.width; ++x) full &= column[x * stride];
  const int lines = std::popcount(full);
  while (full != 0) {
    const std::uint32_t below = (full - 1) & ~full;
    for (int x = 0; x < plan.width; ++x) {
      std::uint32_t& c = column[x * stride];
      c = (c & below) | (c >> 1 & ~below);
    }
    full = (full & (full - 1)) >> 1;
  }
  return lines;
}
