/** The wire of 系统运行. */
import { z } from 'zod'

const count = z.number()
const instant = z.string().nullable()

export const OPERATIONS = z.object({
  at: z.string(),
  server: z.string(),
  migration: z.string(),
  connections: z.object({ used: count, most: count }),
  nodes: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: count,
      roles: z.string(),
      version: z.string(),
      nodeVersion: z.string(),
      startedAt: z.string(),
      seenAt: z.string(),
      alive: z.boolean(),
      memoryBytes: count,
      disks: z.array(z.object({ path: z.string(), bytes: count, free: count })),
    }),
  ),
  outbox: z.object({ waiting: count, failed: count, oldest: instant }),
  jobs: z.array(z.object({ name: z.string(), waiting: count, running: count, failed: count, oldest: instant, lastDone: instant })),
  bytes: count,
  tables: z.array(z.object({ name: z.string(), label: z.string(), rows: count, bytes: count, parts: count })),
  companies: z.array(z.object({ id: count, name: z.string(), rows: count, bytes: count })),
  /** When companies were counted. */
  countedAt: instant,
  runs: z.array(
    z.object({
      id: count,
      kind: z.enum(['backup', 'drill', 'restore']),
      outcome: z.enum(['running', 'done', 'failed']),
      startedAt: z.string(),
      endedAt: instant,
      node: z.string(),
      archive: z.string().nullable(),
      bytes: count.nullable(),
      lineCount: count.nullable(),
      fileCount: count.nullable(),
      error: z.string().nullable(),
      scheduled: z.boolean(),
    }),
  ),
  lastBackup: instant,
  lastDrill: instant,
})
export type Operations = z.infer<typeof OPERATIONS>
