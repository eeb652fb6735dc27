/** Drops points that lie within `tolerance` degrees of the line between those kept (Douglas-Peucker). */
export function thin(points, tolerance) {
  if (points.length < 5) return points
  const keep = new Set([0, points.length - 1])
  const stack = [[0, points.length - 1]]
  // A ring begins where it ends: it is divided at its farthest point first.
  while (stack.length) {
    const [a, b] = stack.pop()
    const [ax, ay] = points[a]
    const [bx, by] = points[b]
    const length = Math.hypot(bx - ax, by - ay)
    let far = 0
    let at = -1
    for (let i = a + 1; i < b; i++) {
      const [x, y] = points[i]
      const d = length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
      if (d > far) [far, at] = [d, i]
    }
    if (at > 0 && far > tolerance) {
      keep.add(at)
      stack.push([a, at], [at, b])
    }
  }
  return points.filter((_, i) => keep.has(i))
}
