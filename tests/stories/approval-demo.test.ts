/** The demo company's approval work, made through the product's own doors. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApproval } from '#demo/approval.ts'
import { makePeople } from '#demo/people.ts'
import { makeTalk } from '#demo/talk.ts'
import { World } from '#demo/world.ts'
import { Company } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-03-02')
})
afterAll(() => company?.close())

test('seven designed processes with cases that passed, were sent back and wait', async () => {
  const world = new World({
    db: company.db,
    registry: company.registry,
    operatorId: company.operatorId,
    from: '2025-03-03' as never,
    until: '2026-03-02' as never,
    seed: 7,
    photo: () => company.file(),
  })
  await makePeople(world)
  await makeTalk(world)
  await makeApproval(world)
  const processes = await company.read((db) => db.selectFrom('approvalProcess').select(['name', 'status', 'currentVersion']).execute())
  expect(processes).toHaveLength(7)
  expect(processes.every((p) => p.status === 'active' && p.currentVersion === 1)).toBe(true)
  const cases = await company.read((db) => db.selectFrom('approvalCase').select(['status', 'act', 'title']).orderBy('id').execute())
  const count = (status: string): number => cases.filter((x) => x.status === status).length
  expect([count('passed'), count('returned'), count('running')]).toEqual([2, 1, expect.any(Number)])
  expect(count('running')).toBeGreaterThanOrEqual(6)
  expect(cases.map((x) => x.act)).toContain('franchiseApply.pass')
  const waiting = await company.read((db) =>
    db
      .selectFrom('approvalTask')
      .innerJoin('user', 'user.id', 'approvalTask.assignee')
      .select('user.username')
      .where('approvalTask.status', '=', 'open')
      .execute(),
  )
  expect(new Set(waiting.map((t) => t.username)).size).toBeGreaterThanOrEqual(2)
})
