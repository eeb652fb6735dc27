/** Pages of an entity under one list, and the menus they stand in. */
import type { Screen } from '#kit/entity/module.ts'

/** List, detail, add and change of one entity; the names of the pages are the customer's where he gave any. */
export function four(list: Screen, codes: { detail: string; add?: string; mod?: string; rights?: string }, label: string): Screen[] {
  const { code, entity } = list
  // Of a screen that is a view of another one's entity, the rights are the other's.
  const rights = codes.rights ?? code
  const base = list.path.slice(0, list.path.lastIndexOf('/'))
  const view = list.view?.promoted ? { promoted: list.view.promoted } : undefined
  return [
    list,
    { code: codes.detail, title: `${label}详情`, path: `${base}/${codes.detail}`, kind: 'detail', entity, of: code, view },
    ...(codes.add
      ? [
          {
            code: codes.add,
            title: `新增${label}`,
            path: `${base}/${codes.add}`,
            kind: 'form' as const,
            entity,
            of: code,
            right: `${rights}_add`,
          },
        ]
      : []),
    ...(codes.mod
      ? [
          {
            code: codes.mod,
            title: `修改${label}`,
            path: `${base}/${codes.mod}`,
            kind: 'form' as const,
            entity,
            of: code,
            right: `${rights}_edit`,
          },
        ]
      : []),
  ]
}

/** The page that shows one record of an entity without a list in the menu. */
export const detailOf = (code: string, entity: string, of: string, title: string): Screen => ({
  code,
  title,
  path: `/transport/${code}`,
  kind: 'detail',
  entity,
  of,
})

/** Menus of transport. */
export const T = 'transportMenu'
export const M = 'dispatchMenu'
export const P = 'carrierMenu'
export const S = 'freightMenu'
export const path = (code: string): string => `/transport/${code}`
