/**
 * What each outer edge of a province is: a border with a neighbour (`border`), the border of the country (`frontier`) or coast. The source
 * draws every province by itself, so a border stands there twice, hundreds of metres apart: it is taken once, from the lower code.
 */

/** Degrees: how far apart two drawings of one border may lie, and how far the coarse outlines of other countries. */
const SAME_BORDER = 0.03
const SAME_FRONTIER = 0.3
const CELL = 0.5
/** Provinces that have a border with another country on land. */
const AT_THE_FRONTIER = new Set(['15', '21', '22', '23', '45', '53', '54', '62', '65'])

const distance = ([px, py], [ax, ay], [bx, by]) => {
  const k = Math.cos((py * Math.PI) / 180)
  const [dx, dy] = [(bx - ax) * k, by - ay]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * k * dx + (py - ay) * dy) / length))
  return Math.hypot((px - ax) * k - t * dx, py - ay - t * dy)
}

class Edges {
  cells = new Map()
  add(a, b, of) {
    const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / CELL))
    for (let i = 0; i <= steps; i++) {
      const key = this.key(a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps)
      if (!this.cells.has(key)) this.cells.set(key, new Set())
      this.cells.get(key).add({ a, b, of })
    }
  }
  key = (x, y) => `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`
  /** Whose edges lie nearer than `limit`. */
  near(p, limit, accept) {
    const all = new Set()
    for (let x = -1; x <= 1; x++)
      for (let y = -1; y <= 1; y++)
        for (const { a, b, of } of this.cells.get(this.key(p[0] + x * CELL, p[1] + y * CELL)) ?? [])
          if (!all.has(of) && accept(of) && distance(p, a, b) < limit) all.add(of)
    return all
  }
}

/** `provinces`: code and outer lines of each; `countries`: rings of all others. Returns lines by kind. */
export function classified(provinces, countries) {
  const [own, foreign] = [new Edges(), new Edges()]
  for (const { code, lines } of provinces)
    for (const line of lines) for (let i = 0; i + 1 < line.length; i++) own.add(line[i], line[i + 1], code)
  for (const ring of countries) for (let i = 0; i + 1 < ring.length; i++) foreign.add(ring[i], ring[i + 1], 'foreign')
  const kindOf = (code, a, b) => {
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
    const neighbours = own.near(middle, SAME_BORDER, (of) => of !== code)
    if (neighbours.size > 0) return [...neighbours].some((other) => other < code) ? 'twice' : 'border'
    return AT_THE_FRONTIER.has(code) && foreign.near(middle, SAME_FRONTIER, () => true).size > 0 ? 'frontier' : 'coast'
  }
  const byKind = { border: [], frontier: [], coast: [] }
  for (const { code, lines } of provinces)
    for (const line of lines) {
      let [kind, part] = [null, []]
      const end = () => part.length > 1 && byKind[kind]?.push(part)
      for (let i = 0; i + 1 < line.length; i++) {
        const next = kindOf(code, line[i], line[i + 1])
        if (next !== kind) {
          end()
          ;[kind, part] = [next, [line[i]]]
        }
        part.push(line[i + 1])
      }
      end()
    }
  return byKind
}
