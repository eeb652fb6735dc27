/** 字段对照: what a partner calls things, put into our names before it is read as an order. Pure. */

export interface FieldName {
  /** Where it stands in what was sent: `consignee.tel`. Empty with a fixed value. */
  theirs: string
  /** Where it belongs with us: `receiver.mobile`. */
  ours: string
  /** Taken instead of what was sent. */
  fixed: string | null
}

type Bag = Record<string, unknown>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Names that would reach what objects are made of are no fields. */
const pathOf = (text: string): string[] | null => {
  const parts = text.split('.').map((part) => part.trim())
  return parts.some((part) => !/^[\p{L}\p{N}_-]{1,60}$/u.test(part) || ['__proto__', 'constructor', 'prototype'].includes(part))
    ? null
    : parts
}

function take(from: Bag, path: readonly string[]): unknown {
  let at: Bag = from
  for (const part of path.slice(0, -1)) {
    const next = Object.hasOwn(at, part) ? at[part] : undefined
    if (!isBag(next)) return undefined
    at = next
  }
  const last = path.at(-1)!
  if (!Object.hasOwn(at, last)) return undefined
  const value = at[last]
  delete at[last]
  return value
}
function put(into: Bag, path: readonly string[], value: unknown): void {
  let at = into
  for (const part of path.slice(0, -1)) {
    if (!isBag(at[part])) at[part] = {}
    at = at[part] as Bag
  }
  at[path.at(-1)!] = value
}
/** What is emptied by taking is taken too: it was only a wrapper. */
function swept(bag: Bag): Bag {
  for (const [key, value] of Object.entries(bag)) if (isBag(value) && Object.keys(swept(value)).length === 0) delete bag[key]
  return bag
}

export function mapped(sent: unknown, names: readonly FieldName[]): unknown {
  if (!isBag(sent) || names.length === 0) return sent
  const rest = structuredClone(sent)
  const values: [string[], unknown][] = []
  for (const { theirs, ours, fixed } of names) {
    const to = pathOf(ours)
    const from = theirs ? pathOf(theirs) : null
    if (!to) continue
    const value = from ? take(rest, from) : undefined
    if (fixed) values.push([to, fixed])
    else if (value !== undefined) values.push([to, value])
  }
  const whole = swept(rest)
  for (const [path, value] of values) put(whole, path, value)
  return whole
}
