/** Bad input at the cash desk and at the counter of customers, stores and owners: each guard refuses with the sentence a person reads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendItems, lockLessee } from '#modules/billing/billing.public.ts'
import { Company } from './company.ts'
import { door, type Says } from './door.ts'
import { running, type Running } from './leases.ts'

let company: Company
let says: Says
let l: Running
let other: Running
let open = 0
const TERM = { startOn: '2025-02-01', endOn: '2026-02-01' }
const openBill = async (of: Running): Promise<{ id: number; no: string }> =>
  (await company.bills(of.contract)).find((b) => b.status === 'unpaid')!
beforeAll(async () => {
  company = await Company.open('2025-01-10')
  says = door(company)
  ;[l, other] = [await running(company, TERM), await running(company, TERM)]
  company.at('2025-02-24')
  await company.run()
  open = (await openBill(l)).id
})
afterAll(() => company?.close())

type Table =
  | 'bill'
  | 'depositAccount'
  | 'payableBill'
  | 'payment'
  | 'payout'
  | 'refund'
  | 'lessee'
  | 'store'
  | 'vehicleSource'
  | 'splitRule'
  | 'creditRecord'
const verb = async (table: Table, name: string, id: number, input: object = {}, who = 'sales'): Promise<string> => {
  const { version } = await company.read((db) =>
    db
      .selectFrom(table as 'bill')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return says(`${table}/${name}`, { id, version, ...input }, company.as(who))
}
const account = async (lease: number, kind: 'vehicle' | 'violation'): Promise<number> =>
  (
    await company.read((db) =>
      db.selectFrom('depositAccount').select('id').where('lease', '=', lease).where('kind', '=', kind).executeTakeFirstOrThrow(),
    )
  ).id
/** The same person without one right. */
const without = (right: string) => {
  const sales = company.as('sales')
  return {
    ...sales,
    access: Object.assign(Object.create(Object.getPrototypeOf(sales.access) as object), sales.access, {
      can: (code: string) => code !== right && sales.access.can(code),
    }),
  }
}

describe('a receipt is refused for', () => {
  const receipt = () => ({ bills: [open], amount: 100, channel: 'transfer', paidAt: company.clock.now(), tradeNo: 'G-1' })
  test.each<[string, () => object, string]>([
    ['no bill', () => ({ bills: [] }), '请选择要收款的账单'],
    ['half a fen', () => ({ amount: 0.5 }), '金额应为整数（单位：分）'],
    ['a designation of half a fen', () => ({ designation: [{ bill: open, amount: 0.5 }] }), '指定金额应为整数（单位：分）'],
    ['a negative designation', () => ({ designation: [{ bill: open, amount: -1 }] }), '指定金额不能为负数'],
    ['a code that is not there', () => ({ payQrCode: 999_999 }), '所选收款码不存在或已停用'],
    ['a voucher of nobody', () => ({ vouchers: [{ id: 'x'.repeat(32) }] }), '付款凭证不存在或已过期，请重新上传'],
  ])('%s', async (_name, more, sentence) => expect(await says('payment/register', { ...receipt(), ...more() })).toBe(sentence))
  test('more for a bill than it lacks', async () => {
    const { no } = await openBill(l)
    expect(await says('payment/register', { ...receipt(), amount: 400_000, designation: [{ bill: open, amount: 380_001 }] })).toBe(
      `账单 ${no} 的指定金额超过未收金额`,
    )
  })
  test('taking back from a bill it did not pay', async () => {
    const id = await company.pay([open], 1_000)
    expect(await verb('payment', 'takeBack', id, { bill: (await openBill(other)).id, reason: 'x' })).toBe('这笔收款没有核销该账单')
    await company.act('payment', 'reverse', id, { reason: 'x' }, 'finance')
  })
})

describe('a bill is refused', () => {
  test('to be void when it is rent, to be waived when it is no late fee', async () => {
    expect(await verb('bill', 'voidBill', open, { reason: 'x' })).toBe('租金账单由收款计划生成，不能单独作废')
    expect(await verb('bill', 'waiveLate', open, { amount: 1, reason: 'x' })).toBe('只有滞纳金账单可以减免')
  })
  test('a credit below what was given up, and a second request to give it up', async () => {
    const mine = await openBill(other)
    await company.act('bill', 'writeOff', mine.id, { amount: 380_000, reason: '失联' }, 'sales')
    expect(await verb('bill', 'writeOff', mine.id, { amount: 1, reason: 'x' })).toMatch(/^该账单已有待审批的坏账核销 HX\d{8}-\d{4}$/)
    const asked = await company.read((db) => db.selectFrom('writeOff').select('id').where('bill', '=', mine.id).executeTakeFirstOrThrow())
    await company.act('writeOff', 'approve', asked.id, {}, 'finance')
    const credit = company.write(async (tx) => {
      await lockLessee(tx, other.lessee)
      await appendItems(tx, company.as(), mine.id, [{ feeItem: 'REDUCE', description: '减租', amount: -1, idemKey: 'guard:credit' }])
    })
    await expect(credit).rejects.toThrow(`账单 ${mine.no} 有坏账核销，请先撤回核销再调整`)
    await company.act('writeOff', 'reverse', asked.id, { answer: '恢复联系' }, 'finance')
  })
  test.each<[string, object, string]>([
    ['a charge of half a fen', { items: [{ feeItem: 'CLEAN', description: '清洁', amount: 0.5 }] }, '金额应为整数（单位：分）'],
    ['a charge of nothing', { items: [] }, '请至少填写一项费用'],
    ['a charge due yesterday', { dueOn: '2025-02-23' }, '应付日不能早于今天'],
  ])('%s', async (_name, more, sentence) =>
    expect(
      await says('bill/charge', {
        lessee: l.lessee,
        billType: 'service',
        dueOn: '2025-03-01',
        items: [{ feeItem: 'CLEAN', description: '清洁', amount: 100 }],
        ...more,
      }),
    ).toBe(sentence),
  )
  test('a charge on a lease that is paid late costs what the contract says, one without a lease nothing', async () => {
    const charge = (more: object): Promise<string> =>
      says('bill/charge', {
        lessee: l.lessee,
        billType: 'incidental',
        dueOn: '2025-03-01',
        items: [{ feeItem: 'TOW', description: '拖车', amount: 100 }],
        ...more,
      })
    expect([await charge({ lease: l.lease }), await charge({})]).toEqual(['accepted', 'accepted'])
    const made = await company.read((db) =>
      db
        .selectFrom('bill')
        .select(['lease', 'lateGraceDays', 'lateRateBp'])
        .where('lessee', '=', l.lessee)
        .where('billType', '=', 'incidental')
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    )
    const { lateGraceDays, lateRateBp } = await company.read((db) =>
      db.selectFrom('contract').select(['lateGraceDays', 'lateRateBp']).where('id', '=', l.contract).executeTakeFirstOrThrow(),
    )
    expect(lateRateBp).toBeGreaterThan(0)
    expect(made).toEqual([
      { lease: null, lateGraceDays: 0, lateRateBp: 0 },
      { lease: l.lease, lateGraceDays, lateRateBp },
    ])
  })
  test('a charge on the lease of somebody else, on one that came to nothing, or to a customer who is gone', async () => {
    const charge = (more: object): Promise<string> =>
      says('bill/charge', {
        lessee: l.lessee,
        billType: 'service',
        dueOn: '2025-03-01',
        items: [{ feeItem: 'CLEAN', description: '清洁', amount: 100 }],
        ...more,
      })
    expect(await charge({ lease: other.lease })).toBe('该租约不属于所选承租人')
    const lessee = await company.lessee({ name: '去者' })
    const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: '2025-03-01', endOn: '2026-03-01' })
    await company.act('contract', 'void', contract, { reason: 'x' }, 'sales')
    const of = await company.read((db) =>
      db.selectFrom('lease').select(['id', 'no']).where('contract', '=', contract).executeTakeFirstOrThrow(),
    )
    expect(await charge({ lessee, lease: of.id })).toBe(`租约 ${of.no} 已取消，不能再收费`)
    await company.act('lessee', 'cancel', lessee, { reason: 'x' }, 'sales')
    expect(await charge({ lessee })).toBe('承租人 去者 已注销，不能再出账')
  })
})

describe('balance and deposits', () => {
  test('pay what is open, of the same customer, no more than there is, by who may', async () => {
    const mine = await account(l.lease, 'vehicle')
    const apply = (more: object, as = company.as('finance')): Promise<string> =>
      says('payment/apply', { bills: [open], amount: 100, ...more }, as)
    expect(await apply({ amount: 0.5 })).toBe('金额应为整数（单位：分）')
    expect(await apply({ designation: [{ bill: open, amount: -1 }] })).toBe('指定金额不能为负数')
    expect(await apply({ depositAccount: mine }, without('userEnsure_deduct'))).toBe('没有用押金抵扣账单的权限，请联系管理员开通')
    expect(await apply({ depositAccount: await account(other.lease, 'vehicle') })).toBe('押金账户不存在或不属于该承租人')
    const { name } = await company.read((db) => db.selectFrom('lessee').select('name').where('id', '=', l.lessee).executeTakeFirstOrThrow())
    expect(await apply({})).toBe(`承租人 ${name} 的预存余额只有 ¥0.00`)
    expect(await apply({ depositAccount: mine, amount: 380_001 })).toBe('抵扣金额超过账单未收金额 ¥0.01')
    expect(await apply({ depositAccount: await account(l.lease, 'violation'), amount: 300_000 })).toBe('押金余额只有 ¥2,000.00')
    const waiting = await company.contract({
      lessee: l.lessee,
      vehicles: [await company.vehicle()],
      startOn: '2025-03-01',
      endOn: '2026-03-01',
    })
    const deposit = (await company.bills(waiting)).find((b) => b.billType === 'deposit')!
    expect(await apply({ bills: [deposit.id], depositAccount: mine })).toBe(`账单 ${deposit.no} 是押金账单，不能用押金抵扣`)
    expect(await says('refund/request', { lessee: l.lessee, amount: 1, payee: '张三', reason: 'x' })).toBe(
      `承租人 ${name} 的预存余额只有 ¥0.00，不能退 ¥0.01`,
    )
    await company.act('contract', 'void', waiting, { reason: 'x' }, 'sales')
    expect(await company.proveAll()).toEqual([])
  })
  test('are kept to a day that comes, freed when kept, and paid out with a number and not tomorrow', async () => {
    const id = await account(other.lease, 'violation')
    expect(await verb('depositAccount', 'release', id)).toBe('这笔押金没有保留')
    expect(await verb('depositAccount', 'hold', id, { until: '2025-02-23', reason: 'x' })).toBe('保留日期不能早于今天')
    await company.act('depositAccount', 'refund', id, { amount: 200_000, payee: '张三', reason: '客户要求' }, 'sales')
    const asked = await company.read((db) =>
      db.selectFrom('refund').select('id').where('depositAccount', '=', id).executeTakeFirstOrThrow(),
    )
    expect(await verb('depositAccount', 'deduct', id, { bill: open, amount: 1, reason: 'x' })).toBe('押金余额为零，没有可抵扣的金额')
    expect(await verb('depositAccount', 'hold', id, { until: '2025-03-23', reason: 'x' })).toBe('押金余额为零，不需要保留')
    await company.act('refund', 'approve', asked.id, {}, 'finance')
    expect(await verb('refund', 'pay', asked.id, { paidOn: '2025-02-24' })).toBe('请填写付款流水号或上传付款凭证')
    expect(await verb('refund', 'pay', asked.id, { paidOn: '2025-02-25', payTradeNo: 'R-9' })).toBe('付款日期不能晚于今天')
    await company.act('refund', 'cancel', asked.id, { answer: '改为抵扣' }, 'finance')
  })
  test('a deposit that paid something cannot be taken back with its receipt', async () => {
    const late = await running(company, { startOn: '2025-02-24', endOn: '2026-02-24' })
    const bill = (await company.bills(late.contract)).find((b) => b.billType === 'deposit')!
    const { payment } = await company.read((db) =>
      db.selectFrom('allocation').select('payment').where('bill', '=', bill.id).executeTakeFirstOrThrow(),
    )
    const fee = await company.add(
      'incidental',
      { lease: late.lease, lines: [{ feeItem: 'TOW', amount: 100, note: null }], occurredOn: '2025-02-24', dueOn: '2025-02-24' },
      'sales',
    )
    const { bill: tow } = await company.act('incidental', 'issue', fee, {}, 'sales')
    await company.act('depositAccount', 'deduct', await account(late.lease, 'vehicle'), { bill: tow, amount: 100, reason: 'x' }, 'finance')
    expect(await verb('payment', 'reverse', payment, { reason: '退汇' }, 'finance')).toMatch(
      /^账单 ZD\d{8}-\d{4,} 的押金已被使用，不能冲销$/,
    )
    expect(await company.proveAll()).toEqual([])
  })
})

describe('what the company owes is refused for', () => {
  const bill = { partyKind: 'shop', payee: '捷修汽修', fee: 'repair', dueOn: '2025-03-01', items: [{ description: '钣金', amount: 1_000 }] }
  test('sums below nothing, a period turned round, a confirmation of nothing', async () => {
    const add = (more: object): Promise<string> => says('payableBill/add', { ...bill, store: company.store, ...more })
    expect(await add({ items: [{ description: '扣款', amount: -1 }] })).toBe('明细合计不能为负数')
    expect(await add({ startOn: '2025-03-01', endOn: '2025-03-01' })).toBe('账期止不能早于账期起')
    const empty = await company.add('payableBill', { ...bill, store: company.store, items: [{ description: '待定', amount: 0 }] }, 'sales')
    expect(await verb('payableBill', 'confirm', empty, {}, 'finance')).toBe('应付金额为零，请先补充明细')
  })
  test('more than is open, a day that has not come, a change or an end of what is confirmed or paid', async () => {
    const id = await company.add('payableBill', { ...bill, store: company.store }, 'sales')
    await company.act('payableBill', 'confirm', id, {}, 'finance')
    const pay = (more: object): Promise<string> =>
      verb('payableBill', 'pay', id, { amount: 1_000, channel: 'transfer', paidOn: '2025-02-24', tradeNo: 'P-1', ...more }, 'cashier')
    expect(await pay({ amount: 1_001 })).toBe('付款金额不能超过未付金额')
    expect(await pay({ tradeNo: null })).toBe('请填写交易流水号或上传付款凭证')
    expect(await pay({ paidOn: '2025-02-25' })).toBe('付款日期不能晚于今天')
    expect(await verb('payableBill', 'edit', id, { remark: 'x' })).toBe('确认后的应付账单不能修改，可以作废后重新录入')
    expect(await verb('payableBill', 'delete', id)).toBe('确认后的应付账单不能删除，请作废')
    expect(await pay({})).toBe('accepted')
    expect(await verb('payableBill', 'void', id, { reason: 'x' }, 'finance')).toMatch(/^付款单 FK\d{8}-\d{4} 待复核，请先处理$/)
    const { id: payout } = await company.read((db) =>
      db.selectFrom('payout').select('id').where('payableBill', '=', id).executeTakeFirstOrThrow(),
    )
    expect(await verb('payout', 'approve', payout, {}, 'cashier')).toBe('登记人不能复核自己登记的付款，请由另一位同事处理')
    await company.act('payout', 'approve', payout, {}, 'finance')
    expect(await verb('payableBill', 'void', id, { reason: 'x' }, 'finance')).toBe('当前为「已付清」，只有「待确认、待付款」才能作废')
  })
  test('shares: a day that has not come, a rule without its object or with a name that is taken', async () => {
    expect(await says('splitRecord/settle', { upTo: '2025-02-25' })).toBe('截止日不能晚于今天')
    const rule = { name: '标准', effectiveOn: '2025-02-01', receivers: [{ party: 'company', rate: 10_000, fixed: null, tail: true }] }
    expect(await says('splitRule/add', { ...rule, reach: 'store' })).toBe('请选择适用范围对应的对象')
    const id = await company.add('splitRule', { ...rule, reach: 'company' })
    expect(await says('splitRule/add', { ...rule, reach: 'company' })).toBe('该规则名称已存在')
    await company.pay([open], 380_000)
    expect(await verb('splitRule', 'delete', id)).toBe('规则已用于分账，不能删除，可以停用')
    expect(await verb('splitRule', 'edit', id, { remark: 'x' })).toBe('规则已用于分账，不能修改；请停用后新建规则')
  })
  test('bank lines: nothing to take in, too much at once, tomorrow', async () => {
    expect(await says('bankLine/paste', { text: '甲\t乙\n1\t2' })).toBe(
      '没有找到表头：需要「日期」「金额（或收入、支出、借方、贷方）」等列名',
    )
    expect(await says('bankLine/paste', { text: '日期\t金额\t流水号\t付款人\n2025-02-24\t0.00\tX-1\t张三' })).toBe('没有可以导入的流水')
    expect(await says('bankLine/paste', { text: 'x'.repeat(600_001) })).toBe('内容过长，请分批粘贴')
    expect(await says('bankLine/add', { tradeNo: 'X-2', bookedOn: '2025-02-25', amount: 1, payerName: '张三' })).toBe('入账日不能晚于今天')
  })
})

describe('customers, stores and owners', () => {
  test('a customer needs his paper, and does not go while something is open', async () => {
    const person = { kind: 'person', name: '张三', mobile: '13900139000', store: company.store }
    expect(await says('lessee/add', person)).toBe('个人承租人必须填写身份证号')
    expect(await says('lessee/add', { ...person, kind: 'company' })).toBe('企业承租人必须填写统一社会信用代码')
    expect(await verb('lessee', 'cancel', l.lessee, { reason: 'x' })).toBe('还有 1 份未结束的合同，不能注销')
    expect(await verb('lessee', 'delete', l.lessee)).toMatch(/^承租人已有合同 HT\d{8}-\d{4}，不能删除，可以注销$/)
    const lessee = await company.lessee()
    expect(
      await says('bill/charge', {
        lessee,
        billType: 'service',
        dueOn: '2025-03-01',
        items: [{ feeItem: 'CLEAN', description: '清洁', amount: 100 }],
      }),
    ).toBe('accepted')
    expect(await verb('lessee', 'cancel', lessee, { reason: 'x' })).toBe('还有 1 张未结清的账单，不能注销')
    const bill = await company.read((db) => db.selectFrom('bill').select('id').where('lessee', '=', lessee).executeTakeFirstOrThrow())
    await company.pay([bill.id], 101)
    expect(await verb('lessee', 'cancel', lessee, { reason: 'x' })).toBe('预存余额还没有退清，不能注销；请先在详情「退还余额」')
  })
  test('a store and an owner keep their names, and stay while vehicles are theirs', async () => {
    expect(await says('store/add', { code: 'HQ', name: '浦东店', city: '上海市' })).toBe('该门店编码已存在')
    expect(await says('store/add', { code: 'PD', name: '虹桥店', city: '上海市' })).toBe('该门店名称已存在')
    expect(await verb('store', 'delete', company.store)).toMatch(/^门店还有车辆 沪AD\d+ 等，请先调拨$/)
    await company.add('channel', { name: '城配联盟' })
    expect(await says('channel/add', { name: '城配联盟' })).toBe('该渠道名称已存在')
    const owner = { name: '沪东车队', contact: '周强', mobile: '13900139000' }
    expect(await says('vehicleSource/add', { ...owner, kind: 'company' })).toBe('企业车源方必须填写统一社会信用代码')
    expect(await says('vehicleSource/add', { ...owner, kind: 'person' })).toBe('个人车源方必须填写身份证号')
    const id = await company.add('vehicleSource', { ...owner, kind: 'company', creditCode: '91310000MA1FL0AA0R' })
    const vehicle = await company.vehicle()
    await company.edit('vehicle', vehicle, { ownership: 'affiliated', vehicleSource: id })
    expect(await verb('vehicleSource', 'delete', id)).toMatch(/^车源方名下还有车辆 沪AD\d+，不能删除$/)
  })
  test('what the program counted itself is not corrected by hand', async () => {
    const made = await company.write((tx) =>
      tx
        .insertInto('creditRecord')
        .values({
          operatorId: company.operatorId,
          lessee: l.lessee,
          store: company.store,
          source: 'internal',
          kind: 'payment',
          recordedOn: '2025-02-24',
          note: 'x',
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect(await verb('creditRecord', 'edit', made.id, { note: 'y' })).toBe('内部统计由系统生成，不能修改')
    expect(await verb('creditRecord', 'delete', made.id)).toBe('内部统计由系统生成，不能删除')
  })
})
