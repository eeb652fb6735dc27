/** What the search box offers, ordered. Pure: matching is given, because the pinyin dictionary arrives later. */
export interface Entry {
  id: string
  group: '操作' | '最近' | '菜单' | '记录'
  title: string
  /** The title in the language of the user, where it is another one. */
  other?: string
  hint: string
  /** Its card stands beside the list. */
  card?: { entity: string; id: number } | null
  /** Shown grey with its reason. */
  reason?: string | null
  run: () => void
}

export type Match = (text: string, query: string) => boolean

export const plainMatch: Match = (text, query) => text.toLowerCase().replace(/\s/g, '').includes(query.toLowerCase().replace(/\s/g, ''))

/** A better match first: the whole title, its beginning, inside it, by its pinyin, only by its trail or help. */
function rank({ title, other = title }: Pick<Entry, 'title' | 'other'>, query: string, match: Match = plainMatch): number {
  const titles = [title.toLowerCase(), other.toLowerCase()]
  const wanted = query.trim().toLowerCase()
  if (titles.includes(wanted)) return 0
  if (titles.some((one) => one.startsWith(wanted))) return 1
  if (titles.some((one) => one.includes(wanted))) return 2
  return match(title, wanted) ? 3 : 4
}

const PER_GROUP = 8
const ORDER: Entry['group'][] = ['操作', '最近', '菜单', '记录']

export function offer(query: string, entries: readonly Entry[], records: readonly Entry[], match: Match): Entry[] {
  const wanted = query.trim()
  const fitting =
    wanted === ''
      ? entries.filter((e) => e.group !== '菜单')
      : entries.filter((e) => e.group !== '最近' && match(`${e.title} ${e.other ?? ''} ${e.hint}`, wanted))
  const sorted =
    wanted === ''
      ? fitting
      : fitting
          .map((entry) => ({ entry, at: rank(entry, wanted, match) }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ entry }) => entry)
  return ORDER.flatMap((group) =>
    (group === '记录' ? records : sorted.filter((e) => e.group === group)).slice(0, group === '记录' ? 30 : PER_GROUP),
  )
}
