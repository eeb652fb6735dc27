/** What every company begins with: rules of inspection, certificates, codes and reminders. A company changes them as it likes. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { addMany } from '#kit/entity/write/store-many.server.ts'
import { DEFAULT_LADDER } from './ground/due.rules.ts'
import { firstDues } from './dues.server.ts'
import { AFFAIR_KINDS } from './ground/ground.ts'
import { CERTIFICATE_RULES, INSPECTION_RULES } from './inspection/inspection-seed.ts'
import { VIOLATION_CODES } from './violations/violation-seed.ts'

export async function seedAffairs(tx: Tx, ctx: Context): Promise<void> {
  const empty = async (table: 'inspectionRule' | 'certificateRule' | 'violationCode' | 'affairRule'): Promise<boolean> =>
    (await allRows(tx, table).select('id').limit(1).executeTakeFirst()) === undefined
  const fill = async (table: Parameters<typeof empty>[0], rows: readonly object[]): Promise<void> => {
    if (await empty(table)) await addMany(tx, ctx, table, rows as readonly Record<string, unknown>[], 'records')
  }
  await fill('inspectionRule', INSPECTION_RULES)
  await fill('certificateRule', CERTIFICATE_RULES)
  await fill('violationCode', VIOLATION_CODES)
  await fill(
    'affairRule',
    Object.keys(AFFAIR_KINDS).map((kind) => ({
      kind,
      ladder: DEFAULT_LADDER,
      block: kind === 'compulsory' || kind === 'inspection' ? 'lease' : 'warn',
    })),
  )
  await firstDues(tx, ctx)
}
