/** Pages seen lately, for the home page and the search box. Per user, on the server with the other settings. */
import { HOME_PAGES, type Screen } from '#kit/entity/module.ts'
import { readSetting, useSetting, writeSetting } from '#kit/ui/state/setting.web.ts'

export interface Recent {
  path: string
  code: string
  title: string
}
const KEEP = 12
const none: Recent[] = []

export function noteRecent(screen: Screen, path: string): void {
  if (screen.code === 'dashboard' || (HOME_PAGES as readonly string[]).includes(screen.code)) return
  const before = readSetting<Recent[]>('recent', none)
  if (before[0]?.path === path) return
  const title = before.find((r) => r.path === path)?.title ?? screen.title
  // A list is one page however it was filtered; a record is a page of its own.
  const isList = screen.kind === 'list' || screen.kind === 'tree'
  const same = (r: Recent): boolean => r.path === path || (isList && r.code === screen.code)
  writeSetting('recent', [{ path, code: screen.code, title }, ...before.filter((r) => !same(r))].slice(0, KEEP))
}

/** A detail page knows its record's name only after it has loaded. */
export function nameRecent(path: string, title: string): void {
  const before = readSetting<Recent[]>('recent', none)
  if (before.some((r) => r.path === path && r.title !== title)) {
    writeSetting(
      'recent',
      before.map((r) => (r.path === path ? { ...r, title } : r)),
    )
  }
}
/** What kind of page it is, unless its title says so: 「浙AD21919 车辆详情」 does. */
export const kindOf = ({ title }: Recent, screenTitle = ''): string => (title.endsWith(screenTitle) ? '' : screenTitle)

export const useRecent = (): Recent[] => useSetting<Recent[]>('recent', none)[0]
