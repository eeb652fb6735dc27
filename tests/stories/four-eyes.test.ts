/** 双人复核: who asks for the company's money to be given away does not grant it himself, with a process and without one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fen } from '#kit/basics/fen.ts'
import { detail } from '#kit/entity/query/query.server.ts'
import { actNamed } from '#kit/entity/store.server.ts'
import { allActs, isReview } from '#modules/approval/acts.server.ts'
import { drawing, node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { running, type Running } from './leases.ts'

let company: Company
let office: Office
beforeAll(async () => {
  company = await Company.open('2025-01-10')
  office = new Office(company)
  await office.hire(['manager', '周建国'])
})
afterAll(() => company?.close())

type Values = Record<string, unknown>
const person = (who: string, entity: string, action: string, id: number, input: Values = {}): Promise<Values> =>
  company.write((tx) => actNamed(tx, company.as(who), entity, action, id, null, input, 'person'))
const leased = (): Promise<Running> => running(company, { startOn: '2025-04-15', endOn: '2026-04-15' })
/** What each of them asks for, on a lease of its own. */
const ASKED: Record<string, (lease: Running) => Promise<Values>> = {
  rentReduction: async () => ({
    method: 'freeDays',
    startOn: '2025-04-20',
    lastOn: '2025-04-24',
    reasonKind: 'fault',
    reasonNote: '发动机故障',
  }),
  leaseExtension: async () => ({ kind: 'return', newEndOn: '2026-05-01', reasonNote: '多用几天' }),
  vehicleSwap: async () => ({
    newVehicle: await company.vehicle(),
    plannedOn: '2025-04-25',
    kind: 'permanent',
    rentPolicy: 'difference',
    newRent: 300_000,
    reasonKind: 'upgrade',
  }),
}
async function submitted(entity: string, by = 'sales'): Promise<number> {
  const lease = await leased()
  company.at('2025-04-16')
  const id = await company.add(entity, { lease: lease.lease, ...(await ASKED[entity]!(lease)) }, 'sales')
  await person(by, entity, 'submit', id)
  return id
}
const shown = async (who: string, entity: string, id: number): Promise<string | null | undefined> =>
  (await company.read((db) => detail(db, company.as(who), company.registry.entity(entity), id))).$actions?.find((a) => a.name === 'pass')
    ?.reason

describe('without a process', () => {
  test.each(Object.keys(ASKED))('%s is not passed by who submitted it, and his button says why; another may', async (entity) => {
    const { label } = allActs(company.as()).find((a) => a.code === entity)!
    const why = `提交人不能审核自己提交的${label}，请由另一位同事审核`
    const id = await submitted(entity)
    expect((await refusal(person('sales', entity, 'pass', id))).message).toBe(why)
    expect(await shown('sales', entity, id)).toBe(why)
    expect(await shown('finance', entity, id)).toBeNull()
    await person('finance', entity, 'pass', id)
  })
  test('who submitted it again counts, and who drafted it; not who only submitted it before', async () => {
    const id = await submitted('rentReduction', 'cashier')
    await person('finance', 'rentReduction', 'reject', id, { reason: '天数不对' })
    await person('finance', 'rentReduction', 'submit', id)
    expect((await refusal(person('finance', 'rentReduction', 'pass', id))).message).toMatch(/^提交人不能审核自己提交的减租/)
    expect((await refusal(person('sales', 'rentReduction', 'pass', id))).message).toMatch(/^您填写或修改过这张减租/)
    await person('cashier', 'rentReduction', 'pass', id)
  })
  test.each([
    ['depositAccount', 'forfeit', '押金没收'],
    ['depositAccount', 'waive', '押金豁免'],
  ])('%s.%s is an act for two, and says where to set it up', async (entity, action, label) => {
    const lease = await leased()
    const account = await company.read((db) =>
      db.selectFrom('depositAccount').select('id').where('lease', '=', lease.lease).orderBy('id').executeTakeFirstOrThrow(),
    )
    if (action === 'waive')
      await company.write((tx) =>
        tx
          .updateTable('depositAccount')
          .set({ required: fen(900_000) })
          .where('id', '=', account.id)
          .execute(),
      )
    const input = { amount: 10_000, reason: '违约' }
    expect((await refusal(person('finance', entity, action, account.id, input))).message).toBe(
      `${label}须由两人经手：请管理员在「业务流程设置」为「${label}」绑定审批流程；只有一人的公司可在「参数设置」关闭「双人复核」`,
    )
  })
  test('a company of one switches it off', async () => {
    const id = await submitted('rentReduction')
    await company.parameter('twoPersons', false)
    expect(await shown('sales', 'rentReduction', id)).toBeNull()
    await person('sales', 'rentReduction', 'pass', id)
    await company.parameter('twoPersons', true)
  })
  test('holds for every act that gives money away', () => {
    expect(
      allActs(company.as())
        .filter((a) => a.givesAway)
        .map((a) => `${a.code}${isReview(a) ? ' *' : ''}`)
        .toSorted(),
    ).toEqual(
      [
        'bill.waiveLate',
        'depositAccount.forfeit',
        'depositAccount.waive',
        'leaseExtension *',
        'rentReduction *',
        'returnSettlement *',
        'vehicleSwap *',
      ].toSorted(),
    )
  })
})

describe('with a process', () => {
  const WHY = '减租须由发起人以外的同事同意：请转办给另一位同事，或由流程管理员调整审批人'
  test('in which only the starter is asked, it cannot end: not by his own yes, nor by skipping him', async () => {
    const process = await office.bind('rentReduction', [node('x', '销售', office.people('sales'))])
    const id = await submitted('rentReduction')
    const mine = (await office.waiting('sales')).find((w) => w.businessId === id)!
    expect((await refusal(office.task('sales', 'approve', mine))).message).toBe(WHY)
    await office.task('sales', 'handOver', mine, { users: [office.id('manager')] })
    await office.task(
      'manager',
      'approve',
      (await office.waiting('manager')).find((w) => w.businessId === id)!,
    )
    expect(
      await company.read((db) => db.selectFrom('rentReduction').select('status').where('id', '=', id).executeTakeFirstOrThrow()),
    ).toEqual({
      status: 'effective',
    })
    await office.publish(process, drawing([node('x', '销售', office.people('sales'), { self: 'skip' })]))
    expect((await refusal(submitted('rentReduction'))).message).toBe(WHY)
  })
  test('that asks nobody but the starter is not published', async () => {
    const process = await company.add('approvalProcess', { key: 'alone', name: '减租 本人', act: 'rentReduction' })
    expect((await refusal(office.publish(process, drawing([node('x', '本人', { kind: 'starter' })])))).message).toContain(
      '涉及资金的流程，审批人不能只有发起人本人',
    )
    await office.publish(process, drawing([node('x', '本人', { kind: 'starter' }), node('y', '经理', office.people('manager'))]))
  })
  test('that hands the question back to the starter is not his to answer alone', async () => {
    const other = await company.add('approvalProcess', { key: 'again', name: '减租 转回', act: 'rentReduction' })
    await office.publish(other, drawing([node('x', '经理', office.people('manager'))]))
    for (const row of await company.read((db) => db.selectFrom('businessProcess').select('id').where('deletedAt', 'is', null).execute()))
      await company.edit('businessProcess', row.id, { process: other })
    const id = await submitted('rentReduction')
    await office.task(
      'manager',
      'handOver',
      (await office.waiting('manager')).find((w) => w.businessId === id)!,
      { users: [office.id('sales')] },
    )
    expect(
      (
        await refusal(
          office.task(
            'sales',
            'approve',
            (await office.waiting('sales')).find((w) => w.businessId === id)!,
          ),
        )
      ).message,
    ).toBe(WHY)
  })
})
