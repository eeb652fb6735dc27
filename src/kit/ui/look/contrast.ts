/** How well a colour is read on another (WCAG 2.2, 1.4.3): 1 for the same colour, 21 for black on white. */
const channel = (byte: number): number => {
  const share = byte / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
/** `#rrggbb` alone: a colour one can look through has no contrast of its own. */
function luminance(colour: string): number {
  const [, r, g, b] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? []
  if (!r || !g || !b) throw new Error(`no colour of the form #rrggbb: ${colour}`)
  const [red, green, blue] = [r, g, b].map((hex) => channel(Number.parseInt(hex, 16))) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
export function contrast(a: string, b: string): number {
  const [dim, bright] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}
