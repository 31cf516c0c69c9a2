// How many games still go on: the product-limit estimate (Kaplan and Meier 1958) of lengths that may be cut off.

/** Points (length, share still going on), from (0, 1) on; games cut off count as going on up to there. */
export function survival(ended: number[], cut: number[]): [number, number][] {
  const all = [...ended.map((length) => ({ length, end: true })), ...cut.map((length) => ({ length, end: false }))];
  all.sort((a, b) => a.length - b.length || Number(b.end) - Number(a.end));
  const points: [number, number][] = [[0, 1]];
  let alive = 1;
  for (let i = 0; i < all.length; ) {
    const length = all[i]!.length;
    const risk = all.length - i;
    let ends = 0;
    for (; i < all.length && all[i]!.length === length; ++i) ends += all[i]!.end ? 1 : 0;
    if (ends === 0) continue;
    alive *= 1 - ends / risk;
    points.push([length, alive]);
  }
  const last = all[all.length - 1];
  if (last && !last.end) points.push([last.length, alive]);
  return points;
}
