/** The pages of an entity: its list, one record, a new one, a changed one. What follows from the others is not said (decision 0104). */
import type { Screen } from './module.ts'

/** The code of a page, or a page that differs from what follows from the others. */
type Page = string | ({ code: string } & Partial<Omit<Screen, 'kind' | 'entity' | 'of'>>)
/** A list of its own, or the one whose rights rule these pages and where their addresses begin. */
type Under = { list: Omit<Screen, 'kind' | 'entity'>; of?: undefined; at?: undefined } | { list?: undefined; of: string; at: string }
export type Pages = Under & {
  detail?: Page
  add?: Page
  edit?: Page
  /** Actions shown as buttons in the rows of the list and above a record. */
  promoted?: readonly string[]
  /** A list that is a view of another one's entity: adding and changing take the other's rights. */
  rights?: string
}

export function pagesOf(entity: string, label: string, pages: Pages): Screen[] {
  const { list, promoted } = pages
  const of = list?.code ?? pages.of
  const at = list ? list.path.slice(0, list.path.lastIndexOf('/')) : pages.at
  const rights = pages.rights ?? of
  const page = (given: Page | undefined, kind: 'detail' | 'form', title: string, own: Partial<Screen>): Screen[] => {
    if (given === undefined) return []
    const said = typeof given === 'string' ? { code: given } : given
    return [{ title, path: `${at}/${said.code}`, kind, entity, of, ...(list?.platform && { platform: true }), ...own, ...said }]
  }
  return [
    ...(list ? [{ ...list, kind: 'list' as const, entity, ...(promoted && { view: { ...list.view, promoted } }) }] : []),
    ...page(pages.detail, 'detail', `${label}详情`, promoted ? { view: { promoted } } : {}),
    ...page(pages.add, 'form', `新增${label}`, { right: `${rights}_add` }),
    ...page(pages.edit, 'form', `修改${label}`, { right: `${rights}_edit` }),
  ]
}
