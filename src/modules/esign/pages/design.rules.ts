/** Arithmetic of the designer, in points from the top left; one decimal. */
interface Box {
  key: string
  page: number
  x: number
  y: number
  w: number
  h: number
}
interface Size {
  w: number
  h: number
}
const tenth = (n: number): number => Math.round(n * 10) / 10
const within = (n: number, most: number): number => tenth(Math.min(Math.max(n, 0), Math.max(0, most)))

export const moved = <B extends Box>(box: B, dx: number, dy: number, page: Size): B => ({
  ...box,
  x: within(box.x + dx, page.w - box.w),
  y: within(box.y + dy, page.h - box.h),
})
export const sized = <B extends Box>(box: B, dw: number, dh: number, page: Size): B => ({
  ...box,
  w: tenth(Math.min(Math.max(box.w + dw, 20), page.w - box.x)),
  h: tenth(Math.min(Math.max(box.h + dh, 12), page.h - box.y)),
})

const NEAR = 4
/** Edges of others on the page, and its middle, draw what comes near; steps by key of a tenth are left alone. */
export function snapped<B extends Box>(box: B, all: readonly Box[], page: Size): B {
  const others = all.filter((one) => one.page === box.page && one.key !== box.key)
  const before = all.find((one) => one.key === box.key)
  if (before && Math.abs(before.x - box.x) + Math.abs(before.y - box.y) < 1) return box
  const nearest = (at: number, lines: readonly number[]): number => {
    const closest = lines.filter((line) => Math.abs(line - at) <= NEAR).toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]
    return closest === undefined ? at : tenth(closest)
  }
  return {
    ...box,
    x: nearest(box.x, [...others.flatMap((one) => [one.x, one.x + one.w]), page.w / 2 - box.w / 2]),
    y: nearest(
      box.y,
      others.flatMap((one) => [one.y, one.y + one.h - box.h]),
    ),
  }
}

export function nextKey(all: readonly { key: string }[]): string {
  for (let n = all.length + 1; ; n++) if (!all.some((one) => one.key === `c${n}`)) return `c${n}`
}
