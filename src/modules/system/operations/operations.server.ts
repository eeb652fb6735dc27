/** 系统运行: how the installation is doing, read from what its processes and its database say. For the platform alone. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { runs } from '#kit/backup/record.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { OPERATIONS, type Operations } from './operations.wire.ts'

/** A process that has not been seen for so long is gone. */
const SILENT_SECONDS = 90
const LARGEST = 15

const one = <T>(rows: readonly T[]): T => rows[0] as T

async function operations(ctx: Context): Promise<Operations> {
  const { operatorId } = ctx.user
  const history = await runs(ctx.db, operatorId, 200)
  const done = (kind: string): string | null => history.find((run) => run.kind === kind && run.outcome === 'done')?.startedAt ?? null
  const facts = await ctx.db.read(operatorId, async (tx) => ({
    ...one(
      (
        await sql<Pick<Operations, 'server' | 'migration' | 'bytes'> & { used: number; most: number }>`
          select current_setting('server_version') as server, (select max(name) from schema_migration) as migration,
            pg_database_size(current_database())::int8 as bytes,
            (select sum(numbackends)::int8 from pg_stat_database) as used, current_setting('max_connections')::int8 as most`.execute(tx)
      ).rows,
    ),
    nodes: (
      await sql<Operations['nodes'][number]>`
        select id, host, pid, roles, version, node_version as "nodeVersion", started_at as "startedAt", seen_at as "seenAt",
          seen_at > now() - ${SILENT_SECONDS} * interval '1 second' as alive, memory_bytes as "memoryBytes", disks
        from installation_node order by alive desc, host, pid`.execute(tx)
    ).rows,
    outbox: one((await sql<Operations['outbox']>`select waiting, failed, oldest from installation_outbox()`.execute(tx)).rows),
    jobs: (
      await sql<Operations['jobs'][number]>`
        select name, waiting, running, failed, oldest, last_done as "lastDone" from installation_jobs()`.execute(tx)
    ).rows,
    tables: (
      await sql<Operations['tables'][number]>`
        select c.relname as name, coalesce(obj_description(c.oid), c.relname) as label, s.rows, s.bytes, s.parts
        from pg_class c, lateral (
          select sum(greatest(p.reltuples, 0))::int8 as rows, sum(pg_total_relation_size(p.oid))::int8 as bytes, count(*) filter (where p.oid <> c.oid) as parts
          from (select c.oid as relid union select relid from pg_partition_tree(c.oid)) t join pg_class p on p.oid = t.relid) s
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        order by s.bytes desc, 1 limit ${LARGEST}`.execute(tx)
    ).rows,
    counted: one(
      (
        await sql<{ at: string; companies: { id: number; rows: number; bytes: number }[] } | undefined>`
          select started_at as at, companies from installation_run where companies is not null order by id desc limit 1`.execute(tx)
      ).rows,
    ),
    names: await tx.selectFrom('operator').select(['id', 'name']).execute(),
  }))
  const { used, most, counted, names, ...rest } = facts
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return {
    ...rest,
    at: ctx.clock.now(),
    connections: { used, most },
    companies: (counted?.companies ?? []).map((company) => ({ ...company, name: nameOf.get(company.id) ?? `${company.id}` })),
    countedAt: counted?.at ?? null,
    runs: history.slice(0, 20).map(({ dueOn, ...run }) => ({ ...run, scheduled: dueOn !== null })),
    lastBackup: done('backup'),
    lastDrill: done('drill'),
  }
}

export const operationsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/operations/state',
    summary: '系统运行',
    right: 'installation',
    input: z.strictObject({}),
    output: OPERATIONS,
    handler: operations,
  }),
]
