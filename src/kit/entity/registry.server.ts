/** All served modules, looked up by name. Built once in main.server.ts and carried by every Context. */
import type { AnyCall } from '../ports/call.server.ts'
import type { AnyPort } from '../ports/define.server.ts'
import { builtInPorts } from '../ports/open.server.ts'
import { vaultPort } from '../ports/vault-port.server.ts'
import type { Ports } from '../ports/ports.ts'
import type { Context, Db, Tx } from '../access/context.server.ts'
import type { Route } from '../http/route.server.ts'
import type { Entity } from './entity.ts'
import type { HomeData, Notices, Work } from '../report/home.wire.ts'
import type { HomePage, Module, Screen } from './module.ts'
import { resolveReport } from '../report/resolve.ts'
import type { ServedReport } from '../report/statement.server.ts'
import { serveEntity, type ServedEntity } from './serve.server.ts'
import type { Provided } from './tables.ts'
import type { Note } from './wire.ts'

/** A figure, chart or list on a home page; each opens the rows it counts. */
export interface HomeCard {
  code: string
  title: string
  page: HomePage
  order: number
  /** Resource code the user needs. */
  right: string
  load: (ctx: Context) => Promise<HomeData>
}

/** What somebody has to do now, of one kind: a line each on the work list of his home. */
export interface WorkSource {
  code: string
  title: string
  /** What its button says. */
  act: string
  order: number
  tone: 'warn' | 'bad'
  /** Resource code the user needs. */
  right: string
  /** The home where it comes before all others. */
  first?: HomePage
  /** How many there are in all, and the first `most` of them. */
  load: (db: Tx, ctx: Context, most: number) => Promise<Pick<Work, 'total' | 'exact' | 'sum' | 'to' | 'lines'>>
}

export interface ScheduledJob {
  name: string
  /** Cron in Asia/Shanghai. */
  cron: string
  /** Runs once per operator company, each isolated from the others' failures. `ctx.user` is the system user of that operator. */
  run: (ctx: Context) => Promise<void>
}

/** What a module that watches over the actions of others is told; it may stop one, or hold it for later. */
interface Watched {
  tx: Tx
  ctx: Context
  entity: string
  action: string
  record: Record<string, unknown> & { id: number; version: number }
}
export type Barred = Readonly<Record<string, string>>
export interface Watcher {
  /** Before the effect, after all checks. A note: the action is held, nothing of it happens now, and the note stands in the log. */
  before?(what: Watched & { input: Record<string, unknown>; by: 'person' | 'server' }): Promise<string | null>
  /** Actions `before` would refuse on these records: per record, action → why. For the buttons, which would otherwise promise what the call refuses. */
  bars?(what: Omit<Watched, 'action' | 'record'> & { records: readonly Watched['record'][] }): Promise<ReadonlyMap<number, Barred> | null>
  /** Before a person edits or deletes a record by hand: why not, or null. Asked for the buttons too. */
  touch?(what: Omit<Watched, 'action'>): Promise<string | null>
  /** Before a person's change of fields is written: those that do not change now but wait for somebody, and the sentence that says so. */
  holds?(what: Omit<Watched, 'action'> & { patch: Record<string, unknown> }): Promise<{ fields: readonly string[]; note: string } | null>
  /** Whoever reads one record is told this above it, or nothing. */
  notes?(what: Omit<Watched, 'action'>): Promise<readonly Note[] | null>
  /** After a record was added or acted upon, in the same transaction. */
  after?(what: Watched & { from: string | null; to: string | null }): Promise<void>
}

export interface ServedModule {
  module: Module
  entities?: readonly ServedEntity[]
  routes?: readonly Route[]
  jobs?: readonly ScheduledJob[]
  /** What this module records in the outbox (kit/jobs `enqueue`) to be sent after the commit. */
  calls?: readonly AnyCall[]
  /** What this module needs of the world outside, with what serves it; chosen by configuration (docs/recipes/add-a-port.md). */
  ports?: readonly AnyPort[]
  home?: readonly HomeCard[]
  work?: readonly WorkSource[]
  /** SQL sources of reports (serveReport); a report over entities alone needs none. */
  reports?: readonly ServedReport[]
  notices?: (ctx: Context) => Promise<Partial<Notices>>
  /** Rows every operator needs from the start (runs at migration and for each new operator; must be repeatable). */
  seed?: (tx: Tx, ctx: Context) => Promise<void>
  /** The one module that keeps dictionaries in the database: value → label of a group, or null when unknown. */
  dictionary?: (db: Db, ctx: Context, group: string) => Promise<Record<string, string> | null>
  watcher?: Watcher
  /** Grants reading of one record (and its files) beyond rights and data permission, for a reason of this module: taking part in its approval, being sent a message. */
  mayRead?: (ctx: Context, entity: string, id: number) => Promise<boolean>
  /** What this module lays out for another one to pick up, under a name that one says; so neither imports the other's inside. */
  provides?: { readonly [K in keyof Provided]?: readonly Provided[K][] }
}

export interface Registry {
  readonly modules: readonly ServedModule[]
  entity(name: string): ServedEntity
  /** For a name that may stand for nothing, or for a table that no definition stands behind (the company itself). */
  findEntity(name: string): ServedEntity | undefined
  entities(): readonly ServedEntity[]
  screens(): readonly Screen[]
  screen(code: string): Screen | undefined
  /** All that modules have laid out under a name. */
  provided<K extends keyof Provided>(name: K): readonly Provided[K][]
  report(name: string): ServedReport
  reports(): readonly ServedReport[]
  /** As the configuration chose them; every Context hands them on. */
  readonly ports: Ports
  parameter(code: string): { default: number | boolean | string } | undefined
}

declare module '../access/context.server.ts' {
  interface HandedAlong {
    readonly registry: Registry
  }
}

function fault(what: string): never {
  throw new Error(what)
}

/** Without `ports` what works out of the box. */
export function buildRegistry(modules: readonly Module[], served: readonly ServedModule[], ports?: Ports): Registry {
  const all: ServedModule[] = modules.map((m) => served.find((s) => s.module === m) ?? { module: m })
  const entities = new Map<string, ServedEntity>()
  for (const s of all) {
    for (const e of s.module.entities as Entity[]) {
      if (entities.has(e.name)) throw new Error(`entity defined twice: ${e.name}`)
      const own = s.entities?.find((x) => x.entity === e)
      const actions = s.module.actions.find((a) => a.entity === e)
      if (actions && !own?.actions) throw new Error(`actions of ${e.name} have no effects: serve() them in the module's server file`)
      entities.set(e.name, own ?? serveEntity(e, {}))
    }
  }
  const list = [...entities.values()]
  const screens = all.flatMap((s) => s.module.screens)
  const byCode = new Map(screens.map((s) => [s.code, s]))
  if (byCode.size !== screens.length) throw new Error('two screens share a code')
  const reports = new Map<string, ServedReport>()
  for (const s of all) {
    for (const report of s.module.reports ?? []) {
      if (reports.has(report.name)) throw new Error(`report defined twice: ${report.name}`)
      const own = s.reports?.find((one) => one.report === report)
      const missing = Object.entries(report.sources).filter(([key, source]) => 'sql' in source && !own?.sources[key])
      if (missing.length) throw new Error(`report ${report.name}: serveReport() its source ${missing[0]![0]} in the module's server file`)
      resolveReport(report, (name) => (entities.get(name) ?? fault(`report ${report.name}: no entity ${name}`)).entity)
      reports.set(report.name, own ?? { report, sources: {} })
    }
  }
  const calls = all.flatMap((s) => s.calls ?? []).map(({ kind }) => kind)
  if (new Set(calls).size !== calls.length) throw new Error('two calls share a kind')
  const parameters = new Map(all.flatMap((s) => s.module.parameters ?? []).map((p) => [p.code, p]))
  return {
    modules: all,
    entity: (name) => {
      const served = entities.get(name)
      if (!served) throw new Error(`no such entity: ${name}`)
      return served
    },
    findEntity: (name) => entities.get(name),
    entities: () => list,
    screens: () => screens,
    screen: (code) => byCode.get(code),
    provided: (name) => all.flatMap((s) => s.provides?.[name] ?? []),
    report: (name) => {
      const served = reports.get(name)
      if (!served) throw new Error(`no such report: ${name}`)
      return served
    },
    reports: () => [...reports.values()],
    ports: ports ?? builtInPorts([vaultPort, ...all.flatMap((s) => s.ports ?? [])]),
    parameter: (code) => parameters.get(code),
  }
}
