// Kernels for needs known in advance. Included inside a kernel's namespace.

/// Sets of needs that published controllers have; each gets a kernel of its own, without the questions.
constexpr Needs thiery_needs(bool diversity) {
  Needs n;
  n.landing = n.row_transitions = n.covered = n.wells = n.eroded = n.depth = n.hole_rows = n.low_weights = true;
  n.diversity = diversity;
  return n;
}
constexpr Needs milan_needs(bool squares) {
  Needs n;
  n.landing_row = n.contacts = n.low_weights = true;
  n.squares = squares;
  return n;
}
constexpr Needs surface_needs() {
  Needs n = thiery_needs(true);
  n.scarce = n.openings = true;
  return n;
}
constexpr Needs kBcts = thiery_needs(false), kThiery = thiery_needs(true), kSurface = surface_needs();
constexpr Needs kMilan = milan_needs(false), kMilanSquares = milan_needs(true);

/// Whether a kernel made for `n` serves these needs: more than needed does no harm.
constexpr bool serves(const Needs n, const Needs needs) {
  const auto covers = [](bool has, bool wants) { return has || !wants; };
  return covers(n.row_transitions, needs.row_transitions) && covers(n.covered, needs.covered) &&
         covers(n.depth, needs.depth) && covers(n.hole_rows, needs.hole_rows) && covers(n.wells, needs.wells) &&
         covers(n.diversity, needs.diversity) && covers(n.landing, needs.landing) &&
         covers(n.landing_row, needs.landing_row) && covers(n.max_height, needs.max_height) &&
         covers(n.aggregate, needs.aggregate) && covers(n.bumpiness, needs.bumpiness) &&
         covers(n.contacts, needs.contacts) && covers(n.eroded, needs.eroded) && covers(n.squares, needs.squares) &&
         covers(n.scarce, needs.scarce) && covers(n.openings, needs.openings) &&
         covers(n.low_weights, needs.low_weights) && !needs.wide && !needs.pile && !needs.clears;
}

/// Calls f with the smallest kernel's needs that serve: as a constant where it is one of the sets above.
template <class F>
STACKWRIGHT_INLINE void with_needs(const Needs& needs, const F& f) {
#ifndef STACKWRIGHT_SMALL
  if (serves(kMilan, needs)) {
    f.template operator()<kMilan>(kMilan);
  } else if (serves(kMilanSquares, needs)) {
    f.template operator()<kMilanSquares>(kMilanSquares);
  } else if (serves(kBcts, needs)) {
    f.template operator()<kBcts>(kBcts);
  } else if (serves(kThiery, needs)) {
    f.template operator()<kThiery>(kThiery);
  } else if (serves(kSurface, needs)) {
    f.template operator()<kSurface>(kSurface);
  } else
#endif
  {
    f.template operator()<Needs{}>(needs);
  }
}
