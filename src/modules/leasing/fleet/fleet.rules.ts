/** From a row of a fleet's sheet to the input of the action that one vehicle is done by. */
export interface CheckedItem {
  group: string
  name: string
  normal: boolean
  note: string | null
}

const FINE = new Set(['正常', '全部正常', '无异常', '完好', '良好', 'ok'])

const THE_REST = /其[余他它](各项|部位|项目)?(均|都|全部)?(正常|完好|良好|无异常)/

/**
 * 正常 is the clerk's own word for every item of the sheet. Where he writes what is not in order, that answers the items he names; of
 * the others he says 其余正常, or nothing is answered for them, and what must be looked at is asked for.
 */
export function itemsFrom(looked: string, sheet: readonly { group: string; name: string }[]): CheckedItem[] {
  const text = looked.trim()
  if (FINE.has(text.toLowerCase())) return sheet.map(({ group, name }) => ({ group, name, normal: true, note: null }))
  const rest = THE_REST.test(text)
  const items = sheet.flatMap(({ group, name }): CheckedItem[] => {
    if (text.includes(name)) return [{ group, name, normal: false, note: text }]
    return rest ? [{ group, name, normal: true, note: null }] : []
  })
  return items.some((item) => !item.normal) ? items : [...items, { group: 'exterior', name: '整车', normal: false, note: text }]
}

/** The part without an amount, or an amount without a part, is half a damage: null says that nothing was written. */
export function damageFrom(
  part: string | null,
  amount: number | null,
): { damages: { part: string; level: 'light'; responsibility: 'lessee'; amount: number; note: null }[] } | { at: string; reason: string } {
  const named = part?.trim() || null
  if (named === null && amount === null) return { damages: [] }
  if (named === null) return { at: 'damage', reason: '填了定损金额，请写明车损部位' }
  if (amount === null) return { at: 'damageAmount', reason: '写了车损部位，请填写定损金额；不收填 0' }
  return { damages: [{ part: named, level: 'light', responsibility: 'lessee', amount, note: null }] }
}

/** Of the name of a file: a dash stays, behind it stands the number of the picture. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s·.]/g, '')
    .toUpperCase()

/** Photos of a whole fleet, told apart by the plate in the name of the file; those of no plate are told. */
export function byPlate<F extends { name: string }>(files: readonly F[], plates: readonly string[]): { of: Map<string, F[]>; lost: F[] } {
  const of = new Map<string, F[]>()
  const lost: F[] = []
  // 沪AD10001 is no part of 沪AD100011: the longest that fits is meant.
  const longest = plates.toSorted((a, b) => b.length - a.length)
  for (const file of files) {
    const plate = longest.find((one) => bare(file.name).includes(bare(one)))
    if (plate === undefined) lost.push(file)
    else of.set(plate, [...(of.get(plate) ?? []), file])
  }
  return { of, lost }
}
