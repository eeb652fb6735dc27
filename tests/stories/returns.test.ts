/** Journeys J5 and J6 of the domain, to the fen: early return, settlement, the violation deposit kept and released; and late returns. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, type Day } from '#kit/basics/time/day.ts'
import { exportXlsx } from '#kit/entity/api/export.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { list } from '#kit/entity/query/query.server.ts'
import type { Services } from '#kit/entity/services.server.ts'
import { readXlsx } from '#kit/excel/read.server.ts'
import { computeSheet, figuresOf } from '#modules/leasing/returns/settlement.server.ts'
import { settleDaily } from '#modules/leasing/returns/settle.server.ts'
import { Company, refusal } from './company.ts'
import { giveBack, running, settle, type Running } from './leases.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2024-12-10')
  company.people.set(
    'auditor',
    await company.add('user', {
      username: 'auditor',
      name: '周敏',
      mobile: '13800138001',
      roles: [],
      stores: [company.store],
      customerType: 'staff',
      dept: (await company.read((db) => db.selectFrom('dept').select('id').executeTakeFirstOrThrow())).id,
    }),
  )
})
afterAll(() => company?.close())

const one = <T extends 'returnSettlement' | 'vehicleReturn' | 'lease' | 'contract' | 'vehicle'>(table: T, id: number) =>
  company.read((db) =>
    db
      .selectFrom(table as 'lease')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ) as Promise<Record<string, unknown>>
const settlementOf = (lease: number) =>
  company.read((db) => db.selectFrom('returnSettlement').selectAll().where('lease', '=', lease).executeTakeFirstOrThrow())
const hashOf = (id: number) =>
  company.write(async (tx) =>
    computeSheet(
      tx,
      company.as(),
      (await tx.selectFrom('returnSettlement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as never,
    ),
  )
const deposits = (lease: number) =>
  company.read((db) =>
    db
      .selectFrom('depositAccount')
      .select(['kind', 'balance', 'deducted', 'refunded', 'frozen', 'holdUntil'])
      .where('lease', '=', lease)
      .orderBy('id')
      .execute(),
  )
const refunds = (lease: number) =>
  company.read((db) =>
    db.selectFrom('refund').select(['id', 'source', 'amount', 'status']).where('lease', '=', lease).orderBy('id').execute(),
  )

async function payRefunds(lease: Running): Promise<void> {
  for (const r of await refunds(lease.lease)) {
    if (r.status !== 'submitted') continue
    await company.act('refund', 'approve', r.id, {}, 'auditor')
    await company.act('refund', 'pay', r.id, { paidOn: company.clock.today(), payTradeNo: `P${r.id}` }, 'cashier')
  }
}
async function payMonths(lease: Running, until: string): Promise<void> {
  for (;;) {
    const next = (await company.periods(lease.contract)).find((p) => p.status === 'planned' && p.issueOn <= until)
    if (!next) return
    company.at(next.issueOn)
    await company.run()
    const open = (await company.bills(lease.contract)).filter((b) => b.status === 'unpaid')
    company.at(next.dueOn)
    await company.pay(
      open.map((b) => b.id),
      open.reduce((sum, b) => sum + (b.remain ?? 0), 0),
    )
  }
}

describe('J5 and J6: early return, deducted from the deposit, the violation deposit released after its days', () => {
  let lease: Running
  let id = 0
  test('five months paid, a tow still open, the vehicle back on 05-28 with a damage and 800 km too many', async () => {
    lease = await running(company, { startOn: '2025-01-15', endOn: '2026-01-15', earlyPenalty: 'months', earlyPenaltyMonths: 1 })
    await payMonths(lease, '2025-05-10')
    company.at('2025-05-20')
    const tow = await company.add(
      'incidental',
      { lease: lease.lease, lines: [{ feeItem: 'TOW', amount: 30_000, note: null }], occurredOn: '2025-05-20', dueOn: '2025-06-20' },
      'sales',
    )
    await company.act('incidental', 'issue', tow, {}, 'sales')
    company.at('2025-05-28', '09:00')
    const back = await company.add('vehicleReturn', { lease: lease.lease, plannedOn: '2025-05-28', reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    await company.act('vehicleReturn', 'reject', back, { reason: '请先联系客户' }, 'finance')
    expect((await one('lease', lease.lease))['status']).toBe('active')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    expect((await one('lease', lease.lease))['status']).toBe('returning')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    company.at('2025-05-28', '16:00')
    const photos = [await company.file('sales'), await company.file('sales'), await company.file('sales'), await company.file('sales')]
    const sheet = {
      actualAt: instantAt('2025-05-28' as Day, '15:30'),
      odometer: 26_408,
      energyPercent: 90,
      items: [],
      photos,
      cleaningFee: 0,
      damages: [{ part: '右后门', level: 'medium', responsibility: 'lessee', amount: 85_000, note: null }],
    }
    expect((await refusal(company.act('vehicleReturn', 'inspect', back, { ...sheet, odometer: 12_000 }, 'sales'))).message).toBe(
      '退车里程不能小于交车里程 12350 km',
    )
    expect((await refusal(company.act('vehicleReturn', 'inspect', back, { ...sheet, photos: photos.slice(1) }, 'sales'))).message).toBe(
      '退车照片至少 4 张',
    )
    const { cleaningFee: _none, ...uncleaned } = sheet
    expect((await refusal(company.act('vehicleReturn', 'inspect', back, uncleaned, 'sales'))).message).toBe('请填写清洁费，不收也要填 0')
    await company.act('vehicleReturn', 'inspect', back, sheet, 'sales')
    expect((await one('lease', lease.lease))['status']).toBe('toSettle')
    expect((await one('contract', lease.contract))['status']).toBe('toSettle')
    expect(await one('vehicle', lease.vehicle)).toMatchObject({ status: 'preparing', odometer: 26_408 })
  })
  test('the preview: charges 535000, rent back 220645, net 314355, refund 185645; twice the same', async () => {
    ;({ id } = await settlementOf(lease.lease))
    const { sheet, hash } = await hashOf(id)
    expect(sheet.lines.map((x) => [x.label, x.amount])).toEqual([
      ['未付账单：杂费', 30_000],
      ['提前退车违约金', 380_000],
      ['车损：右后门', 85_000],
      ['超里程费', 40_000],
      ['退还租金：租金 2025-05-15 ~ 2025-06-14', 220_645],
    ])
    expect(sheet.lines.at(-1)!.formula).toBe('3800.00 − 已用 2025-05-15 ~ 2025-05-27 1593.55')
    expect(sheet.lines.find((x) => x.feeItem === 'OVER_KM')!.formula).toBe('（行驶 14058 − 额度 13258）= 超出 800 公里 × 0.50')
    expect(sheet.result).toMatchObject({
      totalCharges: 535_000,
      totalCredits: 220_645,
      net: 314_355,
      vehicleDepositUsed: 314_355,
      refundOfDeposit: 185_645,
      refund: 185_645,
      violationHeld: 200_000,
      receivable: 0,
    })
    expect((await hashOf(id)).hash).toBe(hash)
  })
  test('without a look at the violations, or with an old preview, it is not submitted', async () => {
    const { hash } = await hashOf(id)
    expect((await refusal(company.act('returnSettlement', 'submit', id, { hash }, 'sales'))).message).toMatch(/请先核对违章/)
    await company.act(
      'returnSettlement',
      'fill',
      id,
      { penaltyWaived: 0, violationsChecked: true, payee: '张三', extras: [{ feeItem: 'CLEAN', amount: 100, note: null }] },
      'sales',
    )
    expect((await refusal(company.act('returnSettlement', 'submit', id, { hash }, 'sales'))).message).toBe(
      '账单、余额或押金在预览之后有变化，请重新预览后再提交',
    )
    await company.act('returnSettlement', 'fill', id, { penaltyWaived: 0, violationsChecked: true, payee: '张三', extras: [] }, 'sales')
    await company.act('returnSettlement', 'submit', id, { hash }, 'sales')
    expect((await one('lease', lease.lease))['status']).toBe('settling')
  })
  test('a receipt between submission and audit makes the audit refuse; rejected, it is submitted again', async () => {
    const tow = (await company.bills(lease.contract)).find((b) => b.billType === 'incidental')!
    const payment = await company.pay([tow.id], 30_000)
    expect((await refusal(company.act('returnSettlement', 'pass', id, {}, 'finance'))).message).toBe(
      '账单、余额或押金在预览之后有变化，请重新预览后再提交',
    )
    await company.act('payment', 'reverse', payment, { reason: '退汇' }, 'finance')
    await company.act('returnSettlement', 'reject', id, { reason: '金额核对' }, 'finance')
    await company.act('returnSettlement', 'submit', id, { hash: (await hashOf(id)).hash }, 'sales')
  })
  test('passed: the bill drops to 159355, the deposit pays 314355, 185645 is refunded, 200000 waits until 06-27', async () => {
    await company.act('returnSettlement', 'pass', id, {}, 'finance')
    const bills = await company.bills(lease.contract)
    expect(bills.find((b) => b.startOn === '2025-05-15')).toMatchObject({ amount: 159_355, paid: 159_355, status: 'settled' })
    expect(bills.find((b) => b.billType === 'settlement')).toMatchObject({ amount: 505_000, paid: 505_000, status: 'settled' })
    expect(await deposits(lease.lease)).toMatchObject([
      { kind: 'vehicle', balance: 0, deducted: 314_355, frozen: 185_645 },
      { kind: 'violation', balance: 200_000, holdUntil: '2025-06-27' },
    ])
    expect(await company.balance(lease.lessee)).toBe(0)
    expect(await company.proveAll()).toEqual([])
    expect((await refusal(company.act('returnSettlement', 'pass', id, {}, 'finance'))).message).toMatch(/当前为「待退款」/)
    expect((await refusal(company.act('returnSettlement', 'advance', id, {}, 'finance'))).message).toBe('还有 1856.45 元退款未付')
    await payRefunds(lease)
    await company.act('returnSettlement', 'advance', id, {}, 'finance')
    expect((await settlementOf(lease.lease)).status).toBe('holding')
    expect((await refusal(company.act('returnSettlement', 'release', id, {}, 'finance'))).message).toBe(
      '违章押金保留至 2025-06-27，到期后才能释放',
    )
  })
  test('J6: on day 30 a fine of 350 is deducted and 165000 goes back; 700000 = 349355 deducted + 350645 refunded', async () => {
    company.at('2025-06-20')
    const fine = await company.add(
      'incidental',
      {
        lease: lease.lease,
        lines: [
          { feeItem: 'VIOL', amount: 30_000, note: '闯红灯' },
          { feeItem: 'VIOL_SVC', amount: 5_000, note: null },
        ],
        occurredOn: '2025-05-02',
        dueOn: '2025-06-27',
      },
      'sales',
    )
    await company.act('incidental', 'issue', fine, {}, 'sales')
    company.at('2025-06-26', '02:00')
    expect(await settleDaily(company.as())).toMatchObject({ released: 0, failures: [] })
    company.at('2025-06-27', '02:00')
    expect(await settleDaily(company.as())).toMatchObject({ released: 1, failures: [] })
    expect((await refunds(lease.lease)).map((r) => r.amount)).toEqual([185_645, 165_000])
    await payRefunds(lease)
    company.at('2025-06-28', '02:00')
    expect(await settleDaily(company.as())).toMatchObject({ advanced: 1, failures: [] })
    const all = await deposits(lease.lease)
    expect(all.reduce((sum, d) => sum + d.deducted, 0)).toBe(314_355 + 35_000)
    expect(all.reduce((sum, d) => sum + d.refunded, 0)).toBe(350_645)
    expect(all.reduce((sum, d) => sum + d.deducted + d.refunded, 0)).toBe(700_000)
    expect(all.every((d) => d.balance === 0)).toBe(true)
    expect(await settlementOf(lease.lease)).toMatchObject({ status: 'done', closedOn: '2025-06-28' })
    expect([(await one('lease', lease.lease))['status'], (await one('contract', lease.contract))['status']]).toEqual([
      'settled',
      'endedEarly',
    ])
    expect(await company.proveAll()).toEqual([])
    const credit = await company.read((db) =>
      db.selectFrom('creditRecord').select(['source', 'overdueCount']).where('lessee', '=', lease.lessee).execute(),
    )
    expect(credit).toEqual([{ source: 'internal', overdueCount: 0 }])
  })
})

describe('a settlement that nobody has passed (A14)', () => {
  const LISTED = ['charges', 'credits', 'net', 'depositUsed', 'receivable', 'refund', 'violationHeld', 'holdUntil'] as const
  /** Of what the list, its sums and the exported workbook answer. */
  const asked = async (lease: number, figures: Record<string, unknown>): Promise<void> => {
    const ctx = company.as('finance')
    const served = ctx.registry.entity('returnSettlement')
    const query = { lease: String(lease) }
    const answer = await company.read((db) => list(db, ctx, served, query))
    expect(answer.list[0]).toMatchObject(figures)
    const sums = Object.entries(answer.totals!)
    expect(sums.length).toBeGreaterThan(3)
    for (const [name, total] of sums) expect(Number(total), name).toBe(Number(figures[name]))
    // So few rows come at once; files and tasks are for many.
    const file = await exportXlsx(ctx, {} as Services, served.entity as Entity, { query, columns: ['charges', 'net', 'refund'] })
    const { rows } = await readXlsx('body' in file ? (file.body as Buffer) : Buffer.alloc(0))
    expect(rows.find((row) => row.cells.every((cell) => typeof cell === 'number'))!.cells).toEqual(
      ['charges', 'net', 'refund'].map((name) => Number(figures[name]) / 100),
    )
  }
  /** What the list holds is what the page would compute in the same moment. */
  const listedAsComputed = async (lease: number): Promise<Record<string, unknown>> => {
    const row = await settlementOf(lease)
    const figures = await company.write(async (tx) => {
      const { sheet } = await computeSheet(tx, company.as(), row as never)
      return figuresOf(tx, row as never, sheet)
    })
    const pick = (of: object): object => Object.fromEntries(LISTED.map((name) => [name, (of as Record<string, unknown>)[name]]))
    expect(pick(row)).toEqual(pick(figures))
    await asked(lease, pick(figures) as Record<string, unknown>)
    return row
  }
  test('follows a receipt, its reversal and a new bill, without a new version of the record', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2026-01-15', earlyPenalty: 'months', earlyPenaltyMonths: 1 })
    await payMonths(lease, '2025-05-10')
    const tow = async (amount: number): Promise<void> => {
      const id = await company.add(
        'incidental',
        { lease: lease.lease, lines: [{ feeItem: 'TOW', amount, note: null }], occurredOn: '2025-05-20', dueOn: '2025-06-20' },
        'sales',
      )
      await company.act('incidental', 'issue', id, {}, 'sales')
    }
    company.at('2025-05-20')
    await tow(30_000)
    await giveBack(company, lease, '2025-05-28')
    const before = await listedAsComputed(lease.lease)
    const bill = (await company.bills(lease.contract)).find((b) => b.billType === 'incidental')!
    const payment = await company.pay([bill.id], 30_000)
    const paid = await listedAsComputed(lease.lease)
    expect(paid['charges']).toBe(Number(before['charges']) - 30_000)
    expect(paid['version']).toBe(before['version'])
    await company.act('payment', 'reverse', payment, { reason: '退汇' }, 'finance')
    expect((await listedAsComputed(lease.lease))['charges']).toBe(before['charges'])
    await tow(4_000)
    expect((await listedAsComputed(lease.lease))['charges']).toBe(Number(before['charges']) + 4_000)
    // More than the bill: what is over goes to the balance, which the settlement uses.
    await company.pay([bill.id], 35_000)
    expect((await listedAsComputed(lease.lease))['net']).toBe(Number(before['net']) + 4_000 - 35_000)
  })
})

describe('other endings', () => {
  test('a penalty of 20 % of the remaining rent exceeds the deposit: 10484 is still to be collected', async () => {
    const lease = await running(company, {
      startOn: '2025-01-15',
      endOn: '2026-01-15',
      earlyPenalty: 'remainingRate',
      earlyPenaltyBp: 2000,
    })
    await payMonths(lease, '2025-05-10')
    company.at('2025-05-20')
    const tow = await company.add(
      'incidental',
      { lease: lease.lease, lines: [{ feeItem: 'TOW', amount: 30_000, note: null }], occurredOn: '2025-05-20', dueOn: '2025-06-20' },
      'sales',
    )
    await company.act('incidental', 'issue', tow, {}, 'sales')
    await giveBack(company, lease, '2025-05-28', {
      odometer: 26_408,
      damages: [{ part: '右后门', level: 'medium', responsibility: 'lessee', amount: 85_000, note: null }],
    })
    const { id } = await settle(company, lease)
    expect(await settlementOf(lease.lease)).toMatchObject({ status: 'toCollect', net: 510_484, receivable: 10_484, depositUsed: 500_000 })
    // What is due first is paid first: the tow, due in June, keeps the rest.
    const bill = (await company.bills(lease.contract)).find((b) => b.billType === 'incidental')!
    expect(bill).toMatchObject({ remain: 10_484, status: 'partlyPaid' })
    await company.pay([bill.id], 10_484)
    await company.act('returnSettlement', 'advance', id, {}, 'finance')
    expect((await settlementOf(lease.lease)).status).toBe('holding')
  })
  test('a penalty by tiers asks how many whole months were served', async () => {
    const terms = {
      endOn: '2026-01-15',
      earlyPenalty: 'tiers',
      earlyPenaltyTiers: [
        { servedUnder: 3, months: 3 },
        { servedUnder: 6, months: 2 },
      ],
    }
    const lease = await running(company, { startOn: '2025-01-15', ...terms })
    await payMonths(lease, '2025-05-10')
    await giveBack(company, lease, '2025-05-28')
    const { id } = await settlementOf(lease.lease)
    expect((await hashOf(id)).sheet.lines).toMatchObject([
      { feeItem: 'PENALTY', amount: 760_000, formula: '已租满 4 个月：3800.00 × 2 个月' },
      { kind: 'back', amount: 220_645 },
    ])
    const late = await running(company, { startOn: '2025-06-15', ...terms })
    await payMonths(late, '2025-12-10')
    await giveBack(company, late, '2025-12-15')
    expect((await hashOf((await settlementOf(late.lease)).id)).sheet.lines.map((x) => x.feeItem)).not.toContain('PENALTY')
  })
  test('还车当天计租 charges the last day: 171613 used, 208387 back', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2026-01-14', dayRule: 'includeEnd' })
    await payMonths(lease, '2025-05-10')
    await giveBack(company, lease, '2025-05-28')
    const { sheet } = await hashOf((await settlementOf(lease.lease)).id)
    expect(sheet.backs).toMatchObject([{ amount: 208_387 }])
  })
  test('on the last day everything is refunded and no penalty is due', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2025-04-15', earlyPenalty: 'months', earlyPenaltyMonths: 1 })
    await payMonths(lease, '2025-04-10')
    await giveBack(company, lease, '2025-04-15')
    await settle(company, lease)
    expect(await settlementOf(lease.lease)).toMatchObject({ status: 'toRefund', charges: 0, refund: 500_000, violationHeld: 200_000 })
    expect((await one('contract', lease.contract))['status']).toBe('toSettle')
  })
  test('five days late cost five days of the month that would have followed', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2025-04-15', overdueFactorBp: 15_000 })
    await payMonths(lease, '2025-04-10')
    await giveBack(company, lease, '2025-04-20')
    const { sheet } = await hashOf((await settlementOf(lease.lease)).id)
    // 380000·5/30 = 63333, times 1.5.
    expect(sheet.lines).toMatchObject([{ feeItem: 'OVERDUE_USE', amount: 95_000, formula: '超期 5 天租金 633.33 × 1.5' }])
  })
  test('in arrears the used days that nobody billed are charged with the settlement', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2026-01-15', billMode: 'arrears' })
    await giveBack(company, lease, '2025-01-25')
    const { sheet } = await hashOf((await settlementOf(lease.lease)).id)
    expect(sheet.lines).toMatchObject([{ feeItem: 'RENT', amount: 122_581 }])
    await settle(company, lease)
    expect(await company.proveAll()).toEqual([])
  })
  test('an overdue month pays its late fee up to the return, and a month issued ahead is cancelled', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2026-01-15' })
    company.at('2025-02-15')
    await company.run()
    company.at('2025-03-10')
    await company.run()
    await giveBack(company, lease, '2025-03-10', { missing: [{ name: '灭火器', amount: 8_000 }], energyPercent: 60, cleaningFee: 5_000 })
    const { sheet } = await hashOf((await settlementOf(lease.lease)).id)
    expect(sheet.lines.map((x) => [x.kind, x.feeItem, x.amount])).toEqual([
      // Bill 02-15~03-14 used to 03-09: 23 of 28 days; late from 02-19 to 03-10 (20 days) on what it is reduced to.
      ['open', null, 312_143],
      ['late', null, Math.round((312_143 * 20 * 5) / 10_000)],
      ['fee', 'MISSING', 8_000],
      ['fee', 'ENERGY', 25 * 300],
      ['fee', 'CLEAN', 5_000],
    ])
    expect(sheet.cancelled).toHaveLength(1)
    company.at('2025-03-15')
    await settle(company, lease)
    expect((await company.bills(lease.contract)).filter((b) => b.status === 'voided').map((b) => b.startOn)).toEqual(['2025-03-15'])
    expect((await company.bills(lease.contract)).filter((b) => b.billType === 'late').map((b) => [b.amount, b.status])).toEqual([
      [3_121, 'settled'],
    ])
    expect(await company.proveAll()).toEqual([])
  })
  test('a fine billed while a refund is still under way is paid from the violation deposit on its day', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2025-04-15' })
    await payMonths(lease, '2025-04-10')
    await giveBack(company, lease, '2025-04-15')
    const { id } = await settle(company, lease)
    company.at('2025-04-18')
    const fine = await company.add(
      'incidental',
      { lease: lease.lease, lines: [{ feeItem: 'VIOL', amount: 30_000, note: '闯红灯' }], occurredOn: '2025-04-02', dueOn: '2025-05-02' },
      'sales',
    )
    await company.act('incidental', 'issue', fine, {}, 'sales')
    await payRefunds(lease)
    expect((await refusal(company.act('returnSettlement', 'release', id, {}, 'finance'))).message).toBe(
      '违章押金保留至 2025-05-15，到期后才能释放',
    )
    company.at('2025-05-15', '02:00')
    expect((await settleDaily(company.as())).failures).toEqual([])
    expect((await company.bills(lease.contract)).find((b) => b.billType === 'incidental')).toMatchObject({
      paid: 30_000,
      status: 'settled',
    })
    // Due on 05-02 with three days of grace: ten days late, 30000·10·5 ‱, from the deposit too.
    expect((await company.bills(lease.contract)).filter((b) => b.billType === 'late').map((b) => [b.amount, b.status])).toEqual([
      [150, 'settled'],
    ])
    expect((await refunds(lease.lease)).map((r) => [r.amount, r.status])).toEqual([
      [500_000, 'paid'],
      [169_850, 'submitted'],
    ])
    expect((await refusal(company.act('returnSettlement', 'release', id, {}, 'finance'))).message).toBe('没有保留的违章押金')
    await payRefunds(lease)
    company.at('2025-05-16', '02:00')
    expect((await settleDaily(company.as())).failures).toEqual([])
    expect((await settlementOf(lease.lease)).status).toBe('done')
    expect(await company.proveAll()).toEqual([])
  })
  test('after the return no renewal and no swap is possible', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2026-01-15' })
    const renew = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 360_000 }, 'sales')
    await giveBack(company, lease, '2025-02-01')
    expect((await refusal(company.act('renewal', 'submit', renew, {}, 'sales'))).message).toBe(
      '租约当前为「待结算」，只有在租的租约才能续租',
    )
  })
  test('two who audit the same settlement at once: one succeeds, the other reads why not', async () => {
    const lease = await running(company, { startOn: '2025-01-15', endOn: '2025-04-15' })
    await payMonths(lease, '2025-04-10')
    await giveBack(company, lease, '2025-04-15')
    const { id } = await settlementOf(lease.lease)
    await company.act('returnSettlement', 'fill', id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
    await company.act('returnSettlement', 'submit', id, { hash: (await hashOf(id)).hash }, 'sales')
    const results = await Promise.allSettled(
      ['finance', 'auditor', 'cashier'].map((who) => company.act('returnSettlement', 'pass', id, {}, who)),
    )
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    expect(results.filter((r) => r.status === 'rejected').map((r) => String((r as PromiseRejectedResult).reason.message))).toEqual(
      Array.from({ length: 2 }, () => '当前为「待退款」，只有「审批中」才能审核通过'),
    )
    expect((await refunds(lease.lease)).map((r) => r.amount)).toEqual([500_000])
    expect(await company.proveAll()).toEqual([])
  })
})
