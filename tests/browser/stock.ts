/** A record of every entity a page shows, for entities whose records come about by business only: read off the definitions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { systemContext } from '#kit/access/systemContext.server.ts'
import { systemClock } from '#kit/basics/clock.ts'
import { APP_ROLE, clusterFolder, DATABASE_NAME, passwordsOf } from '#kit/database/cluster.server.ts'
import { openDatabase } from '#kit/database/pool.server.ts'
import type { Screen } from '#kit/entity/module.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { sampleRecord } from '#kit/entity/sample.server.ts'
import { samples } from '../house/samples.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import type { SignedIn } from './api.ts'

/** Where the embedded PostgreSQL of a running console listens. */
function databaseOf(dataDir: string): pg.ClientConfig {
  const port = Number(readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')[3])
  return { host: '127.0.0.1', port, user: APP_ROLE, password: passwordsOf(dataDir).app, database: DATABASE_NAME }
}

export const showsRecord = (screen: Screen): boolean => screen.kind === 'detail' || (screen.kind === 'form' && /(?:Mod|Modify|Edit)$/.test(screen.code))

export interface Stock {
  /** The id of a record to look at, by entity. */
  records: Map<string, number>
  /** Entities for which none could be made, with the reason. */
  missing: string[]
}

/** Makes what is missing. */
export async function stock(api: SignedIn, dataDir: string): Promise<Stock> {
  const wanted = new Set(modules.flatMap((m) => m.screens).filter(showsRecord).flatMap((s) => (s.entity ? [s.entity] : [])))
  const db = openDatabase({ endpoint: () => databaseOf(dataDir), max: 2 })
  const { operatorId } = await api.get<{ operatorId: number }>('/api/v1/session/me')
  const ctx = systemContext({ db, clock: systemClock, registry: buildRegistry(modules, servedModules), operatorId, requestId: 'browser tests' })
  const records = new Map<string, number>()
  const missing: string[] = []
  try {
    for (const entity of wanted) {
      const { list } = await api.get<{ list: { id: number }[] }>(`/api/v1/${entity}/list`, { pageSize: 1 })
      const made = list[0]?.id ?? (await db.write(operatorId, (tx) => sampleRecord(tx, ctx, entity, {}, { path: [], samples })).catch((error: unknown) => void missing.push(`${entity}: ${String(error)}`)))
      if (made !== undefined) records.set(entity, made)
    }
  } finally {
    await db.close()
  }
  return { records, missing }
}
