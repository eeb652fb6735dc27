/** What a check before the trip comes to, and what it says about leaving. Pure: the phone shows the list, the server judges it. */
export interface CheckItem {
  item: string
  must: boolean
}
export interface CheckAnswer {
  item: string
  ok: boolean
  note?: string | null | undefined
}
export interface Judged {
  result: 'passed' | 'noted' | 'failed'
  items: { item: string; must: boolean; ok: boolean; note: string | null }[]
}

/** Several models on one truck: each item once, and it must be right where one of them says so. */
export function checkList(models: readonly (readonly CheckItem[] | null)[]): CheckItem[] {
  const list = new Map<string, CheckItem>()
  for (const { item, must } of models.flatMap((m) => m ?? [])) list.set(item, { item, must: must || (list.get(item)?.must ?? false) })
  return [...list.values()]
}

/** What was not answered is not right; what nobody asked is left out. */
export function judgeCheck(list: readonly CheckItem[], answers: readonly CheckAnswer[]): Judged {
  const items = list.map(({ item, must }) => {
    const answer = answers.findLast((a) => a.item === item)
    return { item, must, ok: answer?.ok ?? false, note: answer?.note || null }
  })
  const wrong = items.filter((i) => !i.ok)
  return { items, result: wrong.length === 0 ? 'passed' : wrong.some((i) => i.must) ? 'failed' : 'noted' }
}

/** Why the truck stays, or null. `last`: the newest check of this truck and driver for this mission. */
export function checkGap(list: readonly CheckItem[], last: Pick<Judged, 'items'> | null): string | null {
  if (list.length === 0) return null
  if (last === null) return '未做出车检查'
  // The list may have grown since: what was not looked at is not right.
  const { items, result } = judgeCheck(list, last.items)
  if (result !== 'failed') return null
  return `出车检查不合格：${items.flatMap((i) => (i.must && !i.ok ? [i.item] : [])).join('、')}`
}
