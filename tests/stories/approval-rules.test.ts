/** What a process promises in the words of its designer: levels of leaders, what may be agreed to in bulk, what cannot be deleted, rounds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remove } from '#kit/entity/store.server.ts'
import type { WorkItem } from '#modules/approval/wire.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'

let company: Company
let office: Office
let form: number
beforeAll(async () => {
  company = await Company.open('2026-03-02')
  office = new Office(company)
  await office.hire(['chief', '店长甲'], ['boss', '总经理乙'], ['keeper', '库管丙'])
  form = await office.makeForm('申请单', {
    fields: [
      { name: 'reason', label: '事由', kind: 'text' },
      { name: 'given', label: '核定', kind: 'money' },
    ],
  })
})
afterAll(() => company?.close())

const made = async (key: string, ...nodes: Parameters<typeof drawing>[0]): Promise<number> => {
  const process = await company.add('approvalProcess', { key, name: key, form })
  await office.publish(process, drawing(nodes))
  return process
}
const asked = async (id: number): Promise<string[]> =>
  (await office.view('sales', id)).tasks.filter((t) => t.status === 'open').map((t) => t.assignee.name)
const work = async (who: string, id: number): Promise<WorkItem> => (await office.waiting(who)).find((w) => w.id === id)!

test('a level whose department has no leader is nobody’s: the node says what then happens, and the level above is the level above', async () => {
  const top = await company.add('dept', { code: 'D1', name: '总部', leader: office.id('boss') })
  const middle = await company.add('dept', { code: 'D2', name: '大区', parent: top })
  const low = await company.add('dept', { code: 'D3', name: '门店组', parent: middle, leader: office.id('chief') })
  await company.edit('user', office.id('keeper'), { dept: low })
  const at = (level: number) =>
    made(`level${level}`, node('n', '主管', { kind: 'leader', level }, { empty: { policy: 'toPerson', person: office.id('finance') } }))
  for (const level of [1, 2, 3]) await at(level)
  const start = async (level: number): Promise<string[]> => asked((await office.start('keeper', `level${level}`, { reason: '急' })).id)
  expect(await start(1)).toEqual(['店长甲'])
  const finance = (
    await office.c.read((db) => db.selectFrom('user').select('name').where('id', '=', office.id('finance')).executeTakeFirstOrThrow())
  ).name
  expect(await start(2)).toEqual([finance])
  expect(await start(3)).toEqual(['总经理乙'])
})

test('in bulk only what needs nothing but a yes is agreed to; the others say that they are to be opened', async () => {
  await made('plainYes', node('n', '店长', office.people('chief')))
  await made('withField', node('n', '店长', office.people('chief'), { fields: { given: 'edit' } }))
  await made('withReason', node('n', '店长', office.people('chief'), { needReason: true }))
  const ids = [
    await office.start('sales', 'plainYes', { reason: '甲' }),
    await office.start('sales', 'withField', { reason: '乙' }),
    await office.start('sales', 'withReason', { reason: '丙' }),
  ].map((s) => s.id)
  const items = await Promise.all(ids.map((id) => work('chief', id)))
  expect(items.map((w) => w.task!.bulk)).toEqual([true, false, false])
  const why = await refusal(
    office.call('chief', 'POST', '/api/v1/workflow/bulkApprove', { tasks: items.map((w) => ({ task: w.task!.id })), opinion: '同意' }),
  )
  const open = '这一步需要填写内容、意见或签名，请打开审批单逐件处理'
  expect((why.data as { results: { message: string }[] }).results.map((r) => r.message)).toEqual(['已同意', open, open])
  expect(await Promise.all(ids.map(async (id) => (await office.view('sales', id)).status))).toEqual(['passed', 'running', 'running'])
})

test('a role or an approval role that a process goes by is not deleted, and the sentence names the process', async () => {
  const role = await company.add('role', { code: 'cashier', name: '出纳' })
  const code = await company.add('approvalRole', { code: 'cashKeeper', name: '出纳审批' })
  await company.add('approvalRoleMember', { role: code, user: office.id('chief'), reach: 'company' })
  const process = await made(
    'byRole',
    node('a', '出纳', { kind: 'role', roles: [role] }),
    node('b', '出纳审批', { kind: 'approvalRole', code: 'cashKeeper' }),
  )
  const gone = (entity: string, id: number) => company.write((tx) => remove(tx, company.as('sales'), entity, id, null, 'person'))
  expect((await refusal(gone('role', role))).message).toContain('审批流程「byRole」')
  expect((await refusal(gone('approvalRole', code))).message).toContain('「byRole」')
  // A case that still runs on the old drawing holds them too; when it has ended, nothing does.
  const { id } = await office.start('sales', 'byRole', { reason: '付款' })
  await office.publish(process, drawing([node('a', '店长', office.people('chief'))]))
  expect((await refusal(gone('role', role))).message).toContain('审批流程「byRole」')
  await office.call('sales', 'POST', '/api/v1/workflow/withdraw', { id })
  await gone('role', role)
})

test('a rejection stands in the history of the round it ends, what follows in the next', async () => {
  await made('rounds', node('n', '店长', office.people('chief'), { reject: { policy: 'starter' } }))
  const { id } = await office.start('sales', 'rounds', { reason: '一' })
  await office.task('chief', 'reject', await work('chief', id), { opinion: '不清楚' })
  await office.call('sales', 'POST', '/api/v1/workflow/resubmit', { id, values: { reason: '二' } })
  await office.task('chief', 'approve', await work('chief', id))
  const rounds = (await office.view('sales', id)).history.map((h) => [h.action, h.round])
  expect(rounds).toEqual(
    expect.arrayContaining([
      ['start', 1],
      ['reject', 1],
      ['resubmit', 2],
      ['approve', 2],
    ]),
  )
})

test('whoever has no page of his own names his deputy, sees and takes back his own, and nobody else’s', async () => {
  const set = (who: string, more: object = {}) =>
    office.call<{ id: number }>(who, 'POST', '/api/v1/workflow/setDeputy', {
      deputy: office.id('boss'),
      fromAt: '2026-03-02T00:00:00.000Z',
      toAt: '2026-03-09T00:00:00.000Z',
      reason: '休假',
      ...more,
    })
  const own = (who: string) => office.call<{ id: number; name: string }[]>(who, 'GET', '/api/v1/workflow/myDeputies')
  const { id } = await set('keeper')
  expect(await own('keeper')).toEqual([expect.objectContaining({ id, name: '总经理乙', reason: '休假' })])
  expect(await own('chief')).toEqual([])
  expect((await refusal(set('keeper'))).data).toEqual({ fromAt: '该时间段已有有效的代理，请先取消或调整' })
  expect(
    (await refusal(set('keeper', { deputy: office.id('keeper'), fromAt: '2026-04-02T00:00:00.000Z', toAt: '2026-04-03T00:00:00.000Z' })))
      .message,
  ).toContain('代理人不能是委托人自己')
  await made('forKeeper', node('n', '库管', office.people('keeper')))
  const started = await office.start('sales', 'forKeeper', { reason: '领料' })
  expect((await work('boss', started.id)).task!.principal).toBe('库管丙')
  expect((await refusal(office.call('chief', 'POST', '/api/v1/workflow/cancelDeputy', { id }))).message).toBe('代理不存在或不是您的')
  await office.call('keeper', 'POST', '/api/v1/workflow/cancelDeputy', { id })
  expect(await own('keeper')).toEqual([])
  expect(await work('boss', started.id)).toBeUndefined()
})
