/** All definitions and components, looked up by name in the browser. Filled once by the composition root. */
import type { Actions } from '../../action/action.ts'
import { functionCode, type Entity } from '../../entity/entity.ts'
import { recordPage, type Module, type Screen } from '../../entity/module.ts'
import type { Report } from '../../report/report.ts'
import { setAsks } from '../dialog/asks.web.ts'
import type { WebModule } from './slots.web.ts'
import { isWay } from './ways.web.ts'

/** Looked up by names that are learnt while running. */
type In<T> = T extends object ? NonNullable<T[keyof T]> : never
type Slots = { [K in keyof Omit<WebModule, 'module' | 'heads'>]-?: Record<string, In<NonNullable<WebModule[K]>>> } & {
  /** Several modules may have something to say above one record. */
  heads: Record<string, readonly In<NonNullable<WebModule['heads']>>[]>
}

const entities = new Map<string, Entity>()
const actions = new Map<string, Actions>()
const screens = new Map<string, Screen>()
const reports = new Map<string, Report>()
export const slots: Slots = {
  screens: {},
  cells: {},
  figures: {},
  tabs: {},
  heads: {},
  forms: {},
  questions: {},
  dialogs: {},
  bulk: {},
  toolbars: {},
  asks: {},
}

export function setRegistry(modules: readonly Module[], webModules: readonly WebModule[]): void {
  for (const module of modules) {
    for (const entity of module.entities as readonly Entity[]) entities.set(entity.name, entity)
    for (const set of module.actions) actions.set(set.entity.name, set as Actions)
    for (const report of module.reports ?? []) reports.set(report.name, report)
    for (const screen of module.screens) screens.set(screen.code, screen)
  }
  setAsks((name) => Object.hasOwn(slots.asks, name))
  for (const web of webModules) {
    Object.assign(slots.screens, web.screens)
    Object.assign(slots.cells, web.cells)
    Object.assign(slots.figures, web.figures)
    Object.assign(slots.forms, web.forms)
    Object.assign(slots.questions, web.questions)
    Object.assign(slots.dialogs, web.dialogs)
    Object.assign(slots.bulk, web.bulk)
    Object.assign(slots.toolbars, web.toolbars)
    Object.assign(slots.asks, web.asks)
    for (const [entity, head] of Object.entries(web.heads ?? {})) slots.heads[entity] = [...(slots.heads[entity] ?? []), head]
    for (const [entity, tabs] of Object.entries(web.tabs ?? {})) slots.tabs[entity] = [...(slots.tabs[entity] ?? []), ...tabs]
  }
}

export function entityOf(name: string): Entity {
  const entity = entities.get(name)
  if (!entity) throw new Error(`no such entity: ${name}`)
  return entity
}
export function reportOf(name: string): Report {
  const report = reports.get(name)
  if (!report) throw new Error(`no such report: ${name}`)
  return report
}
export const hasEntity = (name: string): boolean => entities.has(name)
export const actionsOf = (name: string): Actions | null => actions.get(name) ?? null
export const allScreens = (): Screen[] => [...screens.values()]
export function screenOf(code: string): Screen {
  const screen = screens.get(code)
  if (!screen) throw new Error(`no such screen: ${code}`)
  return screen
}
export const findScreen = (code: string): Screen | undefined => screens.get(code)
/** A page of details or a form is explained by the list it belongs to, unless it says something of its own. */
export const helpOf = (screen: Screen | undefined): string | undefined =>
  screen?.help ?? (screen?.of ? findScreen(screen.of)?.help : undefined)

const of = (entity: string, kind: Screen['kind']): Screen[] => allScreens().filter((s) => s.entity === entity && s.kind === kind)

/** Where one record is read; null when no screen shows it, or none that the reader may open. */
export function detailPath(entity: string, id: number | string): string | null {
  const path = recordPage(allScreens(), entity)?.path(id) ?? null
  return path !== null && isWay(path) ? path : null
}
/** Where a record is changed. One page may serve all three of the customer's types: 1 detail, 2 modify, 3 add. */
export function editPath(entity: string, id: number | string): string | null {
  const screen = formScreen(entity, 'edit')
  return screen ? `${screen.path}?id=${id}&type=2` : null
}
export function addPath(entity: string): string | null {
  const screen = formScreen(entity, 'add')
  return screen ? `${screen.path}?type=3` : null
}
function formScreen(entity: string, verb: 'add' | 'edit'): Screen | undefined {
  const forms = of(entity, 'form')
  const other = verb === 'add' ? 'edit' : 'add'
  const right = entities.get(entity)?.right
  if (!right) return undefined
  return forms.find((s) => s.right === functionCode(right, verb)) ?? forms.find((s) => s.right !== functionCode(right, other))
}
