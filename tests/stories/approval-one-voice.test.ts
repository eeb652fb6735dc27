/** One person counts once (docs/decisions/0094), through the product's own doors; and a first node without anybody (leasing.md §6). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { running } from './leases.ts'

let company: Company
let office: Office
beforeAll(async () => {
  company = await Company.open('2026-05-04')
  office = new Office(company)
  await office.hire(['manager', '周建国'], ['director', '吴总'])
  const window = { fromAt: '2026-05-04T00:00:00Z', toAt: '2027-01-01T00:00:00Z' }
  await company.add('approvalDeputy', { user: office.id('manager'), deputy: office.id('director'), ...window, reason: '休假' })
})
afterAll(() => company?.close())

test('a reduction that two have to agree to does not become effective by one of them as himself and as deputy', async () => {
  await office.bind('rentReduction', [node('x', '经理与总监', office.people('manager', 'director'))])
  const lease = await running(company, { startOn: '2026-05-04', endOn: '2027-05-04' })
  const values = { method: 'freeDays', startOn: '2026-05-10', lastOn: '2026-05-14', reasonKind: 'fault', reasonNote: '发动机故障' }
  const id = await company.add('rentReduction', { lease: lease.lease, ...values }, 'sales')
  await company.act('rentReduction', 'submit', id, {}, 'sales')
  const state = async (): Promise<string> =>
    (await company.read((db) => db.selectFrom('rentReduction').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
  const both = await office.waiting('director')
  expect(both.length).toBe(2)
  const own = (await office.waiting('manager')).map((w) => w.task!.id)
  const [his, others] = [both.find((w) => !own.includes(w.task!.id))!, both.find((w) => own.includes(w.task!.id))!]
  expect((await refusal(office.task('director', 'approve', others))).message).toMatch(/^您本人也是本流程的审批人，一人只计一次/)
  await office.task('director', 'approve', his)
  expect((await refusal(office.task('director', 'approve', others))).message).toMatch(/^您已在本流程中表态，一人只计一次/)
  const buttons = (await office.view('director', others.id)).mine!.buttons
  for (const name of ['approve', 'reject']) expect(buttons.find((b) => b.name === name)!.reason).toMatch(/^您已在本流程中表态/)
  expect(await state()).toBe('approving')
  await office.task('manager', 'approve', others)
  expect(await state()).toBe('effective')
})

test('a first node without anybody that rejects itself leaves the case with its starter, who is told and may try again', async () => {
  const form = await office.makeForm('请示', { fields: [{ name: 'what', label: '事由', kind: 'text', required: true }] } as never)
  const process = await company.add('approvalProcess', { key: 'nobody', name: '请示', form })
  await office.publish(
    process,
    drawing([
      node('x', '店长', { kind: 'person', users: [office.id('cashier')] }, { empty: { policy: 'reject' }, reject: { policy: 'starter' } }),
    ]),
  )
  await company.write((tx) => tx.updateTable('user').set({ status: 'disabled' }).where('id', '=', office.id('cashier')).execute())
  const { id } = await office.start('sales', 'nobody', { what: '买打印机' })
  const stored = async (): Promise<unknown> =>
    (await company.read((db) => db.selectFrom('approvalCase').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
  expect(await stored()).toBe('returned')
  const view = await office.view('sales', id)
  expect([view.own.resubmit, view.own.withdraw]).toEqual([null, null])
  const again = (): Promise<unknown> => office.call('sales', 'POST', '/api/v1/workflow/resubmit', { id, values: { what: '买打印机' } })
  expect((await refusal(again())).message).toBe('「店长」没有审批人，会立即退回，请联系流程管理员')
  await company.write((tx) => tx.updateTable('user').set({ status: 'active' }).where('id', '=', office.id('cashier')).execute())
  await again()
  expect([await stored(), (await office.one('cashier')).id]).toEqual(['running', id])
})
