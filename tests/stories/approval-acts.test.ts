/** Acts of other modules that wait for an approval: 断油断电, 报销, and that nothing is changed or deleted under the hands of those who decide. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionSpec } from '#kit/action/action.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { act, edit, remove } from '#kit/entity/store.server.ts'
import { allActs, isReview } from '#modules/approval/acts.server.ts'
import type { WorkItem } from '#modules/approval/wire.ts'
import { node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'

let c: Company
let o: Office
beforeAll(async () => {
  c = await Company.open('2026-03-02')
  o = new Office(c)
  await o.hire(['manager', '周建国'], ['ops', '何欣怡'])
})
afterAll(() => c?.close())

const asPerson = (who: string, entity: string, action: string, id: number, input: object = {}): Promise<unknown> => c.write((tx) => act(tx, c.as(who), entity, action, id, null, { ...input }, 'person'))
const work = async (who: string, id: number): Promise<WorkItem> => (await o.waiting(who)).find((w) => w.businessId === id)!

describe('every act that can be bound', () => {
  test('names states and actions that there are, so that a case can always end where it says', () => {
    const acts = allActs(c.as())
    for (const spec of acts) {
      const served = c.registry.entity(spec.entity)
      const entity = served.entity as Entity
      const actions = (served.actions?.all ?? {}) as Record<string, ActionSpec>
      if (!isReview(spec)) {
        expect(actions[spec.action], spec.code).toBeDefined()
        continue
      }
      const states = (entity.fields[entity.state!] as { options: Record<string, string> }).options
      expect(Object.keys(states), spec.code).toContain(spec.waits)
      const ends = [spec.pass, spec.reject.action, ...(spec.withdraw ? [spec.withdraw.action] : [])]
      for (const name of ends) expect(actions[name]?.from === 'any' || actions[name]?.from.includes(spec.waits), `${spec.code}.${name}`).toBe(true)
      for (const { action, input } of [spec.reject, ...(spec.withdraw ? [spec.withdraw] : [])]) expect(Object.keys(actions[action]!.input ?? {}), `${spec.code}.${action}`).toContain(input)
    }
    expect(new Set(acts.map((a) => a.code)).size).toBe(acts.length)
    expect(new Set(acts.map((a) => a.scene)).size).toBe(acts.length)
    // What issue and law name.
    expect(acts.map((a) => a.label)).toEqual(expect.arrayContaining(['合同签订', '提车申请', '换车', '退车', '续租', '减租', '退款', '坏账核销', '押金豁免', '报销', '付款', '断油断电', '加盟通过']))
  })
})

describe('断油断电', () => {
  let state = 0
  let vehicle = 0
  const order = () => c.read((db) => db.selectFrom('cutOrder').selectAll().where('vehicle', '=', vehicle).orderBy('id', 'desc').executeTakeFirstOrThrow())
  const ask = async (action = 'requestCut', input: object = { reason: 'stolen', reasonText: '客户报案，车辆被盗', warned: true }): Promise<number> => {
    await c.act('vehiclePosition', action, state, { ...input }, 'sales')
    return (await order()).id
  }
  beforeAll(async () => {
    const profile = await c.add('deviceProfile', { name: '带继电器的终端', cutBy: 'control', cutCode: 'F0', restoreCode: 'F1', cutBits: 'oil', items: 'gps51' })
    const terminal = await c.add('terminal', { terminalNo: '13700000001', profile, store: c.store })
    vehicle = await c.vehicle()
    await c.act('terminal', 'bind', terminal, { vehicle, at: '2026-02-20T02:00:00.000Z' })
    state = (await c.read((db) => db.selectFrom('vehiclePosition').select('id').where('vehicle', '=', vehicle).executeTakeFirstOrThrow())).id
    await o.bind('cutOrder', [node('m', '店长', o.people('manager')), node('f', '财务', o.people('finance'))])
  })
  test('the process takes the place of the other person: nobody approves past it, the last answer opens the time for doing it', async () => {
    const id = await ask()
    expect((await refusal(asPerson('finance', 'cutOrder', 'approve', id))).message).toMatch(/断油断电正在审批（SP\d{8}-\d{4}），请在审批工作台处理/)
    await o.task('manager', 'approve', await work('manager', id))
    expect((await order()).status).toBe('pending')
    await o.task('finance', 'approve', await work('finance', id), { opinion: '已三次催收' })
    expect(await order()).toMatchObject({ status: 'approved', approver: o.id('finance'), validUntil: expect.any(String) })
    await c.act('cutOrder', 'cancel', id, { reason: '已还款' }, 'sales')
  })
  test('a refusal and a withdrawal reach the order; cancelling the order ends the case', async () => {
    const refused = await ask()
    await o.task('manager', 'reject', await work('manager', refused), { opinion: '先上门' })
    expect(await order()).toMatchObject({ status: 'rejected', outcome: '审批不通过：先上门' })
    const taken = await ask()
    await o.call('sales', 'POST', '/api/v1/workflow/withdraw', { id: (await work('manager', taken)).id })
    expect(await order()).toMatchObject({ status: 'cancelled', outcome: '发起人撤销审批' })
    const gone = await ask()
    const { id: caseId } = await work('manager', gone)
    await c.act('cutOrder', 'cancel', gone, { reason: '已还款' }, 'sales')
    expect((await o.view('sales', caseId)).status).toBe('terminated')
  })
  test('restoring waits for no process', async () => {
    const back = await ask('requestRestore', { reasonText: '已还款' })
    expect(await o.waiting('manager')).toEqual([])
    await asPerson('sales', 'cutOrder', 'approve', back)
    expect((await order()).status).toBe('approved')
  })
})

describe('报销', () => {
  const payable = (fee: string): Promise<number> =>
    c.add('payableBill', { partyKind: 'driver', payee: '王师傅', fee, store: c.store, dueOn: '2026-03-20', items: [{ description: '路桥费', amount: 18_600 }] }, 'sales')
  const read = (id: number) => c.read((db) => db.selectFrom('payableBill').select(['status', 'amount']).where('id', '=', id).executeTakeFirstOrThrow())
  test('waits when somebody confirms it; other payables do not; refused it stays as it was and can be asked for again', async () => {
    await o.bind('payableBill.reimburse', [node('m', '店长', o.people('manager'))])
    const other = await payable('repair')
    await asPerson('cashier', 'payableBill', 'confirm', other)
    expect((await read(other)).status).toBe('unpaid')
    const id = await payable('reimburse')
    expect((await refusal(asPerson('sales', 'payableBill', 'confirm', id))).message).toContain('录入人不能确认自己录入的应付账单')
    await asPerson('cashier', 'payableBill', 'confirm', id)
    expect((await read(id)).status).toBe('toConfirm')
    await o.task('manager', 'reject', await work('manager', id), { opinion: '缺发票' })
    expect((await read(id)).status).toBe('toConfirm')
    await asPerson('cashier', 'payableBill', 'confirm', id)
    const again = await work('manager', id)
    expect(again.scene).toBe(9)
    await o.task('manager', 'approve', again)
    expect((await read(id)).status).toBe('unpaid')
  })
  test('nobody changes or deletes it under the hands of those who decide; sent back, the sentence says the way', async () => {
    const process = await c.read(async (db) => (await db.selectFrom('approvalProcess').select('id').where('act', '=', 'payableBill.reimburse').executeTakeFirstOrThrow()).id)
    await o.publish(process, { format: 1, settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' }, nodes: [{ kind: 'start', id: 'start', name: '发起人' }, node('m', '店长', o.people('manager'), { reject: { policy: 'starter' } })] })
    const id = await payable('reimburse')
    const change = (): Promise<unknown> => c.write((tx) => edit(tx, c.as('sales'), 'payableBill', id, null, { items: [{ description: '路桥费', amount: 9_900_000 }] }, 'person'))
    await asPerson('cashier', 'payableBill', 'confirm', id)
    expect((await refusal(change())).message).toMatch(/^报销正在审批（SP\d{8}-\d{4}），不能修改或删除；需要修改时请发起人先撤销审批$/)
    expect((await refusal(c.write((tx) => remove(tx, c.as('sales'), 'payableBill', id, null, 'person')))).message).toContain('正在审批')
    const { id: caseId } = await work('manager', id)
    await o.task('manager', 'reject', await work('manager', id), { opinion: '金额不对' })
    expect((await refusal(change())).message).toContain('已退回给发起人；需要修改单据时请先撤销审批')
    await o.call('cashier', 'POST', '/api/v1/workflow/withdraw', { id: caseId })
    await change()
    expect((await read(id)).amount).toBe(9_900_000)
    await c.write((tx) => remove(tx, c.as('sales'), 'payableBill', id, null, 'person'))
  })
  test('a record that is gone all the same: whoever approves reads what to do, and the case can be ended', async () => {
    const id = await payable('reimburse')
    await asPerson('cashier', 'payableBill', 'confirm', id)
    const waiting = await work('manager', id)
    await c.write((tx) => tx.updateTable('payableBill').set({ deletedAt: c.clock.now() }).where('id', '=', id).execute())
    expect((await refusal(o.task('manager', 'approve', waiting))).message).toBe('审批已到最后一步，但业务无法继续：业务单据已删除，请撤销或终止该审批')
    expect((await o.view('manager', waiting.id)).subject?.title).toBe('记录已删除')
    await o.call('cashier', 'POST', '/api/v1/workflow/withdraw', { id: waiting.id })
    expect((await o.view('manager', waiting.id)).status).toBe('withdrawn')
  })
})
