/** A record of every entity a page shows, for entities whose records come about by business only: read off the definitions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { APP_ROLE, clusterFolder, DATABASE_NAME, passwordsOf } from '#kit/database/embedded/cluster.server.ts'
import { openDatabase } from '#kit/database/connection/pool.server.ts'
import type { Screen } from '#kit/entity/module.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { openPorts } from '#kit/ports/open.server.ts'
import { samples } from '../house/samples.ts'
import { readConfiguration, secretsOf } from '../../src/composition/configuration.server.ts'
import { portDefinitions } from '../../src/composition/ports.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import type { SignedIn } from './api.ts'

/** Where the embedded PostgreSQL of a running console listens. */
export function databaseOf(dataDir: string): pg.ClientConfig {
  const port = Number(readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')[3])
  return { host: '127.0.0.1', port, user: APP_ROLE, password: passwordsOf(dataDir).app, database: DATABASE_NAME }
}

export const showsRecord = (screen: Screen): boolean =>
  screen.kind === 'detail' || (screen.kind === 'form' && /(?:Mod|Modify|Edit)$/.test(screen.code))

export interface Stock {
  /** The id of a record to look at, by entity. */
  records: Map<string, number>
  /** Entities for which none could be made, with the reason. */
  missing: string[]
}

/** Work as the program itself does it, on the database of the running console. */
export async function asProgram<T>(api: SignedIn, dataDir: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const db = openDatabase({ endpoint: () => databaseOf(dataDir), max: 2 })
  try {
    const { operatorId } = await api.get<{ operatorId: number }>('/api/v1/session/me')
    // With its key: what is sealed here is opened there.
    const { secretKey } = secretsOf(readConfiguration({ DATA_DIR: dataDir }))
    const { ports } = openPorts(portDefinitions, {}, { dataDir: () => dataDir, secretKey: () => secretKey, log: () => {} })
    const registry = buildRegistry(modules, servedModules, ports)
    return await work(systemContext({ db, clock: systemClock, registry, operatorId, requestId: 'browser tests' }))
  } finally {
    await db.close()
  }
}

/** A lease made by its definition alone has no terms, and pages that reckon with them would be refused. */
async function termsForAll(ctx: Context): Promise<void> {
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const bare = await tx
      .selectFrom('lease')
      .select('id')
      .where((eb) => eb.not(eb.exists(eb.selectFrom('leaseTerm').select('leaseTerm.id').whereRef('leaseTerm.lease', '=', 'lease.id'))))
      .execute()
    for (const { id } of bare) await sampleRecord(tx, ctx, 'leaseTerm', { lease: id }, { path: [], samples })
  })
}

/** Makes what is missing. */
export const stock = (api: SignedIn, dataDir: string): Promise<Stock> =>
  asProgram(api, dataDir, async (ctx) => {
    const wanted = new Set(
      modules
        .flatMap((m) => m.screens)
        .filter(showsRecord)
        .flatMap((s) => (s.entity ? [s.entity] : [])),
    )
    const records = new Map<string, number>()
    const missing: string[] = []
    for (const entity of wanted) {
      const { list } = await api.get<{ list: { id: number }[] }>(`/api/v1/${entity}/list`, { pageSize: 1 })
      const made =
        list[0]?.id ??
        (await ctx.db
          .write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, entity, {}, { path: [], samples }))
          .catch((error: unknown) => void missing.push(`${entity}: ${String(error)}`)))
      if (made !== undefined) records.set(entity, made)
    }
    await termsForAll(ctx)
    return { records, missing }
  })

/** A scheduled job, now: what a worker does at its hour. */
export const runJob = (api: SignedIn, dataDir: string, name: string): Promise<void> =>
  asProgram(api, dataDir, (ctx) => {
    const job = servedModules.flatMap((m) => m.jobs ?? []).find((one) => one.name === name)
    if (!job) throw new Error(`no such job: ${name}`)
    return job.run(ctx)
  })
