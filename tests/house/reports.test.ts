/** Every report over the demo company and questions nobody wrote down: a cell is the sum of the rows it opens, and who may see no row sees no figure. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDemo } from '#demo/demo.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import { systemClock } from '#kit/basics/clock.ts'
import { reportConformance } from '#kit/report/conformance.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Rig } from './rig.ts'

let rig: Rig
let folder: string
beforeAll(async () => {
  rig = await startRig()
  folder = mkdtempSync(join(tmpdir(), 'zyt-reports-'))
  const files = new StoredFiles(new FolderStore(folder))
  const { operatorId } = rig.admin.ctx.user
  await makeDemo({ db: rig.db, clock: systemClock, registry: rig.registry, files, operatorId, log: () => {} })
})
afterAll(async () => {
  await rig?.close()
  rmSync(folder, { recursive: true, force: true })
})

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
const reports = modules.flatMap((m) => m.reports ?? [])
const screens = modules.flatMap((m) => m.screens)

describe('reports', () => {
  test('stand on a page that exists and is explained, and their words are Chinese', () => {
    for (const report of reports) {
      const page = screens.find((screen) => screen.code === report.right)
      expect(page?.help, `${report.name}: page ${report.right}`).toMatch(/[\u4e00-\u9fff]/)
      for (const [name, { label }] of Object.entries(report.measures)) expect(label, `${report.name}.${name}`).toMatch(/[\u4e00-\u9fff]/)
    }
    for (const screen of screens.filter(({ kind }) => kind === 'report'))
      expect(
        reports.map(({ name }) => name),
        screen.code,
      ).toContain(screen.report)
  })
  test.each(reports.map((report, i) => [`${report.label}（${report.name}）`, report, i] as const))(
    '%s: every cell is the sum of its rows',
    async (_label, report, i) => {
      const admin: Context = rig.admin.ctx
      const rowless: Context = { ...admin, access: { can: () => true, scopeOf: () => [], scopeText: () => '无' } }
      const found = await reportConformance({
        report,
        admin,
        blind: [
          { name: 'another company', ctx: rig.stranger.ctx },
          { name: 'a data permission without rows', ctx: rowless },
        ],
        random: repeatable(20_260 + i),
        around: systemClock.today(),
      })
      expect(found.problems).toEqual([])
      expect(found.cells).toBeGreaterThan(50)
      expect(found.rows, 'nothing to count in the demo company').toBeGreaterThan(0)
      const excel = await rig.send({ method: 'POST', path: `/api/v1/report/${report.name}/export` }, { query: {} }, rig.admin)
      expect([excel.status, excel.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
      for (const verb of ['', '/rows'])
        expect((await rig.send({ method: 'GET', path: `/api/v1/report/${report.name}${verb}` }, { measure: 'x' }, rig.nobody)).code).toBe(
          403,
        )
    },
  )
  test('nothing failed inside', () => expect(rig.faults).toEqual([]))
})
