/** 双人复核: whoever entered or changed what is decided upon does not decide, whoever else has a hand in it (docs/decisions/0093). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail } from '#kit/entity/query/query.server.ts'
import { actNamed, edit } from '#kit/entity/store.server.ts'
import { node, Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { running } from './leases.ts'

let company: Company
let office: Office
let bank = 0
let cash = 0
beforeAll(async () => {
  company = await Company.open('2026-05-04')
  office = new Office(company)
  await office.hire(['manager', '周建国'])
  const account = (name: string): Promise<number> =>
    company.read(async (db) => (await db.selectFrom('companyAccount').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id)
  bank = await account('基本存款账户')
  cash = await account('库存现金')
})
afterAll(() => company?.close())

type Values = Record<string, unknown>
const person = (who: string, entity: string, action: string, id: number, input: Values = {}): Promise<Values> =>
  company.write((tx) => actNamed(tx, company.as(who), entity, action, id, null, input, 'person'))
const change = (who: string, entity: string, id: number, patch: Values): Promise<Values> =>
  company.write((tx) => edit(tx, company.as(who), entity, id, null, patch, 'person'))
const stateOf = async (entity: string, id: number): Promise<unknown> =>
  (await company.read((db) => shownTo('manager', entity, id, db)))['status']
const shownTo = (who: string, entity: string, id: number, db: Parameters<typeof detail>[0]) =>
  detail(db, company.as(who), company.registry.entity(entity), id)
const button = async (who: string, entity: string, action: string, id: number): Promise<string | null | undefined> =>
  (await company.read((db) => shownTo(who, entity, id, db))).$actions?.find((a) => a.name === action)?.reason

interface Case {
  entity: string
  values: () => Values
  patch: Values
  why: string
}
const PAYABLE = {
  partyKind: 'shop',
  payee: '利民汽修',
  bankName: '招商银行虹桥支行',
  bankAccount: '6225880212345678',
  fee: 'repair',
  dueOn: '2026-05-20',
  items: [{ description: '更换离合器片', amount: 96_000 }],
}
const CASES: Case[] = [
  {
    entity: 'otherPayment',
    values: () => ({ payee: 'x', kind: 'fee', amount: 100, account: bank, movedOn: '2026-05-04', store: company.store }),
    patch: { amount: 99_900, payee: 'y' },
    why: '您填写或修改过这张其他付款，须由没有改过它的同事复核通过',
  },
  {
    entity: 'otherReceipt',
    values: () => ({ payer: 'x', kind: 'claim', amount: 50_000, account: bank, movedOn: '2026-05-04', store: company.store }),
    patch: { amount: 100 },
    why: '您填写或修改过这张其他收款，须由没有改过它的同事复核通过',
  },
  {
    entity: 'accountTransfer',
    values: () => ({ from: bank, to: cash, amount: 100, fee: 0, movedOn: '2026-05-04', store: company.store }),
    patch: { amount: 88_800 },
    why: '您填写或修改过这张账户互转，须由没有改过它的同事复核通过',
  },
  {
    entity: 'payableBill',
    values: () => ({ ...PAYABLE, store: company.store }),
    patch: { payee: '另一家', bankAccount: '6225880298765432' },
    why: '您填写或修改过这张应付账单，须由没有改过它的同事确认应付',
  },
  {
    entity: 'loan',
    values: () => ({
      kind: 'staff',
      staff: office.id('sales'),
      amount: 100,
      purpose: '差旅',
      dueOn: '2026-06-30',
      payee: '林晓明',
      bankName: '招商银行虹桥支行',
      bankAccount: '6225880212345678',
      store: company.store,
    }),
    patch: { amount: 900_000 },
    why: '您填写或修改过这张借款，须由没有改过它的同事同意',
  },
]
const decides = (entity: string): string => (entity === 'loan' ? 'pass' : 'confirm')

describe('without a process', () => {
  test.each(CASES)(
    '$entity is not decided by who changed it, nor by who entered it; a third may',
    async ({ entity, values, patch, why }) => {
      const id = await company.add(entity, values(), 'cashier')
      await change('finance', entity, id, patch)
      expect(await button('finance', entity, decides(entity), id)).toBe(why)
      expect((await refusal(person('finance', entity, decides(entity), id))).message).toBe(why)
      expect((await refusal(person('cashier', entity, decides(entity), id))).message).toMatch(/不能(?:复核|确认|审批)自己/)
      expect(await button('manager', entity, decides(entity), id)).toBeNull()
      await person('manager', entity, decides(entity), id)
    },
  )
  test('a change of nothing that is decided upon bars nobody: who looked, who was refused, and who noted something', async () => {
    const id = await company.add('otherPayment', CASES[0]!.values(), 'cashier')
    await change('finance', 'otherPayment', id, { amount: 100 })
    await change('finance', 'otherPayment', id, { remark: '与合同第 3 条一致' })
    await person('finance', 'otherPayment', 'confirm', id)
    expect(await stateOf('otherPayment', id)).toBe('confirmed')
  })
  test('a payment is approved by neither who registered it nor by who changed its payable, which nobody changes once it is confirmed', async () => {
    const bill = await company.add('payableBill', { ...PAYABLE, store: company.store }, 'cashier')
    await person('finance', 'payableBill', 'confirm', bill)
    expect((await refusal(change('manager', 'payableBill', bill, { payee: '另一家' }))).message).toMatch(/不能修改/)
    await person('finance', 'payableBill', 'pay', bill, { amount: 96_000, channel: 'transfer', paidOn: '2026-05-04', tradeNo: 'T-0504' })
    const { id } = await company.read((db) =>
      db.selectFrom('payout').select('id').where('payableBill', '=', bill).executeTakeFirstOrThrow(),
    )
    const why = '登记人不能复核自己登记的付款，请由另一位同事处理'
    expect(await button('finance', 'payout', 'approve', id)).toBe(why)
    expect((await refusal(person('finance', 'payout', 'approve', id))).message).toBe(why)
    await person('manager', 'payout', 'approve', id)
  })
  test('what gives money away is not passed by who drafted it for another to submit', async () => {
    const lease = await running(company, { startOn: '2026-05-04', endOn: '2027-05-04' })
    const values = { method: 'freeDays', startOn: '2026-05-10', lastOn: '2026-05-14', reasonKind: 'fault', reasonNote: '发动机故障' }
    const id = await company.add('rentReduction', { lease: lease.lease, ...values }, 'sales')
    await change('finance', 'rentReduction', id, { lastOn: '2026-05-24' })
    await person('cashier', 'rentReduction', 'submit', id)
    for (const who of ['sales', 'finance'])
      expect((await refusal(person(who, 'rentReduction', 'pass', id))).message).toBe(
        '您填写或修改过这张减租单，须由没有改过它的同事审核通过',
      )
    await person('manager', 'rentReduction', 'pass', id)
  })
  test('a company of one switches it off, for all of them', async () => {
    await company.parameter('twoPersons', false)
    for (const { entity, values } of CASES) {
      const id = await company.add(entity, values(), 'cashier')
      expect(await button('cashier', entity, decides(entity), id)).toBeNull()
      await person('cashier', entity, decides(entity), id)
    }
    await company.parameter('twoPersons', true)
  })
})

const CARRIER = {
  contact: '钱进',
  mobile: '13900000021',
  permitNo: '沪交运管许可 310101',
  permitDueOn: '2027-05-04',
  creditCode: '91310000MA1FL0000N',
  bankName: '招商银行虹桥支行',
  bankAccount: '6225880212345678',
}
describe('whoever is paid later', () => {
  test.each([
    ['carrier', '承运商'],
    ['provider', '服务商'],
  ])('%s is not approved by who entered or changed it, whoever submits it', async (entity, label) => {
    const id = await company.add(entity, { ...CARRIER, name: `江海${label}`, store: company.store }, 'cashier')
    await change('finance', entity, id, { bankName: '工商银行浦东支行' })
    await person('sales', entity, 'submit', id)
    const own = `录入人不能审核自己录入的${label}，请由另一位同事审核`
    const changed = `您填写或修改过这张${label}，须由没有改过它的同事审核通过`
    expect((await refusal(person('sales', entity, 'approve', id))).message).toBe(`提交人不能审核自己提交的${label}`)
    expect((await refusal(person('cashier', entity, 'approve', id))).message).toBe(own)
    expect((await refusal(person('finance', entity, 'approve', id))).message).toBe(changed)
    expect([await button('cashier', entity, 'approve', id), await button('finance', entity, 'approve', id)]).toEqual([own, changed])
    await person('manager', entity, 'approve', id)
  })
  test('a driver is verified by another each time, and what was verified before bars nobody', async () => {
    const values = { name: '孙平', mobile: '13900000022', idNo: '110101199003070070', licenceDueOn: '2027-05-04', store: company.store }
    const id = await company.add('driver', values, 'cashier')
    await change('finance', 'driver', id, { licenceDueOn: '2027-06-04' })
    await person('sales', 'driver', 'submit', id)
    expect((await refusal(person('cashier', 'driver', 'verify', id))).message).toBe('录入人不能认证自己录入的司机，请由另一位同事认证')
    expect((await refusal(person('finance', 'driver', 'verify', id))).message).toBe('您填写或修改过这张司机，须由没有改过它的同事认证通过')
    await person('manager', 'driver', 'verify', id)
    await company.act('driver', 'expire', id)
    await change('manager', 'driver', id, { licenceDueOn: '2033-05-04' })
    await person('sales', 'driver', 'submit', id)
    expect((await refusal(person('manager', 'driver', 'verify', id))).message).toMatch(/^您填写或修改过/)
    expect([await button('cashier', 'driver', 'verify', id), await button('finance', 'driver', 'verify', id)]).toEqual([null, null])
    await person('cashier', 'driver', 'verify', id)
  })
})

test('a claim that costs the company much is closed by nobody who entered or changed its figures; what the program computes is nobody’s', async () => {
  const claim = await company.add(
    'insuranceClaim',
    {
      vehicle: await company.vehicle(),
      occurredAt: '2026-05-03T06:00:00Z',
      reportedAt: '2026-05-03T07:00:00Z',
      reportNo: 'BA-0503',
      kind: 'own',
      liability: 'full',
      assessed: [{ part: '车架', amount: 600_000 }],
      companyLoss: 600_000,
    },
    'cashier',
  )
  await company.write((tx) => tx.updateTable('insuranceClaim').set({ status: 'repairing' }).where('id', '=', claim).execute())
  await person('manager', 'insuranceClaim', 'propose', claim)
  await change('finance', 'insuranceClaim', claim, { lesseeShare: 0, driverShare: 0, companyLoss: 600_000, remark: '未投保车损险' })
  await change('finance', 'insuranceClaim', claim, { assessed: [{ part: '车架', amount: 700_000 }], companyLoss: 700_000 })
  await company.write((tx) => tx.updateTable('insuranceClaim').set({ status: 'paid' }).where('id', '=', claim).execute())
  expect((await refusal(person('cashier', 'insuranceClaim', 'close', claim))).message).toBe(
    '公司承担超过 5,000.00 元，须由登记人以外的同事结案',
  )
  expect((await refusal(person('finance', 'insuranceClaim', 'close', claim))).message).toBe(
    '公司承担超过 5,000.00 元；您填写或修改过这起出险，须由没有改过它的同事结案',
  )
  await person('manager', 'insuranceClaim', 'close', claim)
})

test('every decision upon money that was entered asks for a second person', () => {
  const asking = company.registry
    .entities()
    .flatMap(({ entity, actions }) =>
      Object.entries((actions?.all ?? {}) as Record<string, { secondPerson?: object }>).flatMap(([name, spec]) =>
        spec.secondPerson ? [`${entity.name}.${name}`] : [],
      ),
    )
  expect(asking.toSorted()).toEqual([
    'accountTransfer.confirm',
    'carrier.approve',
    'driver.verify',
    'loan.pass',
    'otherPayment.confirm',
    'otherReceipt.confirm',
    'payableBill.confirm',
    'payment.confirm',
    'payout.approve',
    'provider.approve',
    'refund.approve',
    'reimbursement.pass',
    'upkeepOrder.pass',
    'writeOff.approve',
  ])
})

test('in a process the yes of who wrote the figures is not the second one', async () => {
  await office.bind('rentReduction', [node('x', '销售', office.people('sales'))])
  const lease = await running(company, { startOn: '2026-05-04', endOn: '2027-05-04' })
  const values = { method: 'freeDays', startOn: '2026-05-10', lastOn: '2026-05-14', reasonKind: 'fault', reasonNote: '发动机故障' }
  const id = await company.add('rentReduction', { lease: lease.lease, ...values }, 'sales')
  await person('cashier', 'rentReduction', 'submit', id)
  const asked = await office.one('sales')
  expect((await refusal(office.task('sales', 'approve', asked))).message).toBe(
    '减租须由发起人与填写人以外的同事同意：请转办给另一位同事，或由流程管理员调整审批人',
  )
  // Advice is not a yes either (0094).
  await office.task('sales', 'delegate', asked, { users: [office.id('cashier')], opinion: '请看' })
  await office.task('cashier', 'approve', await office.one('cashier'), { opinion: '可以' })
  expect((await refusal(office.task('sales', 'approve', await office.one('sales')))).message).toMatch(/^减租须由发起人/)
  await office.task('sales', 'delegate', asked, { users: [office.id('finance')], opinion: '请看' })
  await office.task('finance', 'approve', await office.one('finance'), { opinion: '可以' })
  expect((await refusal(office.task('sales', 'approve', await office.one('sales')))).message).toBe(
    '减租须由发起人与填写人以外的同事同意：请转办给另一位同事，或由流程管理员调整审批人',
  )
  await office.task('sales', 'handOver', asked, { users: [office.id('manager')] })
  await office.task('manager', 'approve', await office.one('manager'))
  expect(await stateOf('rentReduction', id)).toBe('effective')
})
