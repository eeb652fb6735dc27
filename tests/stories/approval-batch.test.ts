/** Many at once: a batch of agreements that is sent again, and a role of more people than a page shows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'

let company: Company
let office: Office
let form = 0
beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['manager', '周建国'])
  form = await office.makeForm('事由', { fields: [{ name: 'why', label: '事由', kind: 'text' }] } as never)
})
afterAll(() => company?.close())

async function started(key: string, who: Parameters<typeof node>[2], n: number): Promise<number[]> {
  const process = await company.add('approvalProcess', { key, name: `流程 ${key}`, form })
  await office.publish(process, drawing([node('x', '审批', who)]))
  const ids: number[] = []
  for (let i = 0; i < n; i++) ids.push((await office.start('sales', key, {})).id)
  return ids
}

test('a batch that died half-way is answered row by row when it is sent again: what it had done is done', async () => {
  const cases = await started('batch', office.people('manager'), 4)
  const waiting = (await office.waiting('manager')).filter((w) => cases.includes(w.id))
  const tasks = waiting.map((w) => ({ task: w.task!.id }))
  expect(tasks).toHaveLength(4)
  // The first two were committed before the process died.
  for (const w of waiting.slice(0, 2)) await office.task('manager', 'approve', w)
  const answer = await office.call<{ done: number; failed: number; results: { ok: boolean }[] }>(
    'manager',
    'POST',
    '/api/v1/workflow/bulkApprove',
    {
      tasks,
    },
  )
  expect([answer.done, answer.failed, answer.results.every((r) => r.ok)]).toEqual([4, 0, true])
  for (const id of cases) expect((await office.view('sales', id)).status).toBe('passed')
  const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.path === '/api/v1/workflow/bulkApprove')!
  // Otherwise the key of a batch that died would be told that all of it was done.
  expect(route.resumes).toBe(true)
})

test('a batch names no case that is none of his: its tasks are as if they were not there', async () => {
  const [theirs] = await started('secret', office.people('manager'), 1)
  const work = (await office.waiting('manager')).find((w) => w.id === theirs)!
  const failed = await refusal(
    office.call('cashier', 'POST', '/api/v1/workflow/bulkApprove', { tasks: [{ task: work.task!.id }, { task: 999_999 }] }),
  )
  expect((failed.data as { results: { title: string; message: string }[] }).results).toEqual([
    { id: work.task!.id, title: `#${work.task!.id}`, ok: false, message: '任务已被删除，或不在您的数据权限内，请刷新后重新选择' },
    { id: 999_999, title: '#999999', ok: false, message: '任务已被删除，或不在您的数据权限内，请刷新后重新选择' },
  ])
})

test('everybody of a role is asked, also beyond the first two hundred', async () => {
  const role = await company.add('role', { code: 'crowd', name: '全体', templates: [] })
  await company.write(async (tx) => {
    const like = await tx.selectFrom('user').selectAll().where('username', '=', 'manager').executeTakeFirstOrThrow()
    const { id: _id, searchText: _text, ...values } = like as typeof like & { searchText: unknown }
    await tx
      .insertInto('user')
      .values(Array.from({ length: 205 }, (_, i) => ({ ...values, username: `crowd${i}`, name: `员工${i}`, roles: [role] })) as never)
      .execute()
  })
  const [id] = await started('crowd', { kind: 'role', roles: [role] }, 1)
  const { n } = await company.read((db) =>
    db
      .selectFrom('approvalTask')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('caseId', '=', id!)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow(),
  )
  expect(Number(n)).toBe(205)
})
