/** Questions to reports that nobody wrote down, the same each time: a cell is the sum of the rows it opens, and who may see no row sees no figure. */
import { expect } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { reportConformance } from '#kit/report/conformance.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import type { Report } from '#kit/report/report.ts'
import type { Rig } from './rig.ts'

/** mulberry32: the same questions each time. */
function repeatable(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** `rig`: a company with rows for the report. `around`: the day whose rows there are. */
export async function askReport(rig: Rig, report: Report, i: number, around: Day): Promise<void> {
  const admin: Context = rig.admin.ctx
  const rowless: Context = { ...admin, access: { can: () => true, scopeOf: () => [], scopeText: () => '无' } }
  const outcome = await reportConformance({
    report,
    admin,
    blind: [
      { name: 'another company', ctx: rig.stranger.ctx },
      { name: 'a data permission without rows', ctx: rowless },
    ],
    random: repeatable(20_260 + i),
    around,
  })
  expect(outcome.problems).toEqual([])
  expect(outcome.cells).toBeGreaterThan(50)
  expect(outcome.rows, 'nothing to count in the demo company').toBeGreaterThan(0)
  const excel = await rig.send({ method: 'POST', path: `/api/v1/report/${report.name}/export` }, { query: {} }, rig.admin)
  expect([excel.status, excel.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  for (const verb of ['', '/rows'])
    expect((await rig.send({ method: 'GET', path: `/api/v1/report/${report.name}${verb}` }, { measure: 'x' }, rig.nobody)).code).toBe(403)
}
