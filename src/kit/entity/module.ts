/**
 * A module: one folder per business word. The pure part lists its definitions, actions and screens;
 * `x.server.ts` adds effects, routes and jobs; `x.web.tsx` adds components for slots. src/modules.ts lists modules.
 */
import type { AddressUse } from '../basics/identifiers/house-address.ts'
import type { Entity, Filter, Sort } from './entity.ts'
import type { Actions } from '../action/action.ts'
import type { Report } from '../report/report.ts'

interface Menu {
  code: string
  title: string
  icon: string
  /** Order among menus; the tree can be re-ordered by an administrator later. */
  order: number
  parent?: string
}

export interface View {
  /** Fixed filter of a queue screen; enforced by the server. */
  filter?: Filter
  columns?: readonly string[]
  sort?: Sort
  /** Actions shown as buttons of the row, in this order. */
  promoted?: readonly string[]
  /** What the rows of this page are here for, where that is another page: the first button of a row, with its id as `as`, for who has `right`. */
  leadsTo?: { label: string; screen: string; as: string; right: string }
}

export interface Screen {
  /** Spec name, e.g. `vehicleList`: resource code, route name and component key. */
  code: string
  title: string
  path: string
  /** Other addresses that lead here: names the customer's links know. */
  also?: readonly string[]
  kind: 'list' | 'detail' | 'form' | 'tree' | 'page' | 'report'
  entity?: string
  /** The report a screen of that kind shows. */
  report?: string
  view?: View
  /** Menu code: the screen is a menu_item below it. */
  menu?: string
  icon?: string
  order?: number
  /** Another screen whose resource rules this one (billInfoDetail uses billInfoList). Not in the menu. */
  of?: string
  /** Function code needed besides (e.g. `vehicleList_add` for the add page). */
  right?: string
  /** Everybody may come here by address: what it shows is the reader’s own. In the menu only of those it was given to. */
  everyones?: boolean
  /** Kept cached when revisited although closed trees are dropped (spec §2 list, and any other marked so). */
  keep?: boolean
  /** Never kept alive in the background: built anew at each visit. */
  noCache?: boolean
  /** Extra function items of this resource: code → label. Standard verbs and actions are added by themselves. */
  functions?: Record<string, string>
  /** One paragraph of help, shown behind the "?" of the screen and found by search. */
  help?: string
  /** For the company that looks after the installation alone: no other has it in its tree, nor may grant it. */
  platform?: boolean
  /** Looks (host variants) that show this screen; all when left out. */
  looks?: readonly Look[]
  /** For administrators alone: no resource, so no role can be granted it. */
  admins?: boolean
  /** The part of the product it belongs to: a code of `PARTS`. That of its module when left out; none: no company does without it. */
  part?: PartCode
}
export type Look = 'leasing' | 'rental' | 'tms'
/** The home of a leasing operator and that of a carrier: each look has one. */
export const HOME_PAGES = ['homePage', 'tmsHomePage'] as const
export type HomePage = (typeof HOME_PAGES)[number]

/**
 * Parts of the product that a company may do without, under the code of the parameter that says so (参数设置 → 使用的模块). Off, its
 * screens stand in no menu and no search; nothing that was recorded is lost, and no right changes.
 */
export const PARTS = {
  partLeasing: '租赁与账单',
  partTransport: '运输与调度',
  partTelematics: '车联网',
  partAffairs: '车务',
  partFuel: '油电',
  partEsign: '电子合同',
  partFinance: '财务',
  partOperators: '运营商与推广',
} as const
export type PartCode = keyof typeof PARTS

export interface Module {
  name: string
  label: string
  /** Of all its screens that name none themselves. */
  part?: PartCode
  menus?: readonly Menu[]
  entities: readonly Entity[]
  actions: readonly Actions<any, any>[]
  reports?: readonly Report[]
  screens: readonly Screen[]
  /** Dictionary groups this module needs, with their first items (value → label). Merged into the database, never overwritten. */
  dictionaries?: Record<string, { label: string; items: Record<string, string> }>
  /** Typed, ranged, audited business parameters shown on 参数设置. */
  parameters?: readonly Parameter[]
}

export interface Parameter {
  code: string
  label: string
  group: string
  kind: 'int' | 'money' | 'rate' | 'flag' | 'choice' | 'text'
  default: number | boolean | string
  min?: number
  max?: number
  options?: Record<string, string>
  /** Shown behind the number: 天, 张. */
  unit?: string
  hint: string
  /** A text that is an address: what for. Judged when it is saved; one that is called, by the connection as well. */
  address?: AddressUse
}

/** An entity with actions is named by them: which entity they are of, they say themselves. */
interface Definition extends Omit<Module, 'entities' | 'actions'> {
  entities: readonly (Entity | Actions<any, any>)[]
}
const isActions = (x: Entity | Actions<any, any>): x is Actions<any, any> => 'all' in x

/** A page below another belongs where that one does. */
function withParts(screens: readonly Screen[], ofModule: PartCode | undefined): readonly Screen[] {
  const named = new Map(screens.map((screen) => [screen.code, screen.part]))
  return screens.map((screen) => {
    const part = screen.part ?? named.get(screen.of ?? '') ?? ofModule
    return part ? { ...screen, part } : screen
  })
}

export const defineModule = ({ entities, ...rest }: Definition): Module => ({
  ...rest,
  screens: withParts(rest.screens, rest.part),
  entities: entities.map((x) => (isActions(x) ? (x.entity as Entity) : x)),
  actions: entities.filter(isActions),
})

/** The page that shows one record. One page may serve detail, change and add (userModify); a page for adding only cannot show. */
export function recordPage(screens: readonly Screen[], entity: string): { screen: Screen; path: (id: number | string) => string } | null {
  const own = screens.filter((s) => s.entity === entity)
  const detail = own.find((s) => s.kind === 'detail')
  if (detail) return { screen: detail, path: (id) => `${detail.path}?id=${id}` }
  const form = own.find((s) => s.kind === 'form' && s.right === undefined)
  return form ? { screen: form, path: (id) => `${form.path}?id=${id}&type=1` } : null
}
