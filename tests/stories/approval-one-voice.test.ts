/** One person counts once (docs/decisions/0094), through the product's own doors; and a first node without anybody (leasing.md §6). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { running } from './leases.ts'

let c: Company
let o: Office
beforeAll(async () => {
  c = await Company.open('2026-05-04')
  o = new Office(c)
  await o.hire(['manager', '周建国'], ['director', '吴总'])
  const window = { fromAt: '2026-05-04T00:00:00Z', toAt: '2027-01-01T00:00:00Z' }
  await c.add('approvalDeputy', { user: o.id('manager'), deputy: o.id('director'), ...window, reason: '休假' })
})
afterAll(() => c?.close())

test('a reduction that two have to agree to does not become effective by one of them as himself and as deputy', async () => {
  await o.bind('rentReduction', [node('x', '经理与总监', o.people('manager', 'director'))])
  const l = await running(c, { startOn: '2026-05-04', endOn: '2027-05-04' })
  const values = { method: 'freeDays', startOn: '2026-05-10', lastOn: '2026-05-14', reasonKind: 'fault', reasonNote: '发动机故障' }
  const id = await c.add('rentReduction', { lease: l.lease, ...values }, 'sales')
  await c.act('rentReduction', 'submit', id, {}, 'sales')
  const state = async (): Promise<string> =>
    (await c.read((db) => db.selectFrom('rentReduction').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
  const both = await o.waiting('director')
  expect(both.length).toBe(2)
  const own = (await o.waiting('manager')).map((w) => w.task!.id)
  const [his, others] = [both.find((w) => !own.includes(w.task!.id))!, both.find((w) => own.includes(w.task!.id))!]
  expect((await refusal(o.task('director', 'approve', others))).message).toMatch(/^您本人也是本流程的审批人，一人只计一次/)
  await o.task('director', 'approve', his)
  expect((await refusal(o.task('director', 'approve', others))).message).toMatch(/^您已在本流程中表态，一人只计一次/)
  const buttons = (await o.view('director', others.id)).mine!.buttons
  for (const name of ['approve', 'reject']) expect(buttons.find((b) => b.name === name)!.reason).toMatch(/^您已在本流程中表态/)
  expect(await state()).toBe('approving')
  await o.task('manager', 'approve', others)
  expect(await state()).toBe('effective')
})

test('a first node without anybody that rejects itself leaves the case with its starter, who is told and may try again', async () => {
  const form = await o.makeForm('请示', { fields: [{ name: 'what', label: '事由', kind: 'text', required: true }] } as never)
  const process = await c.add('approvalProcess', { key: 'nobody', name: '请示', form })
  await o.publish(
    process,
    drawing([
      node('x', '店长', { kind: 'person', users: [o.id('cashier')] }, { empty: { policy: 'reject' }, reject: { policy: 'starter' } }),
    ]),
  )
  await c.write((tx) => tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', o.id('cashier')).execute())
  const { id } = await o.start('sales', 'nobody', { what: '买打印机' })
  const stored = async (): Promise<unknown> =>
    (await c.read((db) => db.selectFrom('approvalCase').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
  expect(await stored()).toBe('returned')
  const view = await o.view('sales', id)
  expect([view.own.resubmit, view.own.withdraw]).toEqual([null, null])
  const again = (): Promise<unknown> => o.call('sales', 'POST', '/api/v1/workflow/resubmit', { id, values: { what: '买打印机' } })
  expect((await refusal(again())).message).toBe('「店长」没有审批人，会立即退回，请联系流程管理员')
  await c.write((tx) => tx.updateTable('user').set({ status: 'active' }).where('id', '=', o.id('cashier')).execute())
  await again()
  expect([await stored(), (await o.one('cashier')).id]).toEqual(['running', id])
})
