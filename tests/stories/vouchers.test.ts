/** Vouchers (finance.md §3.6, F-J2, G8): every thing that happened once, both sides equal, exported once, and the subjects say what the ledgers say. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { actNamed, remove } from '#kit/entity/store.server.ts'
import { exportMonth, generate, prepare } from '#modules/finance/vouchers/generate.server.ts'
import { voucherRoutes } from '#modules/finance/vouchers/routes.server.ts'
import type { VoucherFile } from '#modules/finance/vouchers/voucher.ts'
import { openMonth } from '#modules/finance/period/period.server.ts'
import { Company, refusal } from './company.ts'
import { againstBooks } from './books.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
})
afterAll(() => company?.close())

const make = (month: string) => company.write((tx) => generate(tx, company.as('finance'), month))
const send = (month: string, system: VoucherFile = 'kingdee', confirmed = false) =>
  company.write((tx) => exportMonth(tx, company.as('finance'), { month, system, confirmed }))
const file = async (id: number): Promise<Buffer> => {
  const handler = voucherRoutes.find((r) => r.path === '/api/v1/voucherBatch/file')!.handler as (
    ...args: unknown[]
  ) => Promise<{ body: Buffer }>
  return (await handler(company.as('finance'), { id }, {})).body
}
const vouchers = async (month: string) =>
  (
    await company.read((db) =>
      db.selectFrom('voucher').selectAll().where('month', '=', month).where('life', '=', 'live').orderBy('id').execute(),
    )
  ).map((v) => ({ ...v, lines: v.lines ?? [] }))
const linesOf = async (docNo: string) =>
  (
    await company.read((db) =>
      db.selectFrom('voucher').select('lines').where('docNo', '=', docNo).where('life', '=', 'live').orderBy('id').execute(),
    )
  )
    .flatMap((v) => v.lines ?? [])
    .map((l) => [l.subject, l.debit, l.credit])

async function lease(): Promise<{
  lessee: number
  contract: number
  bills: { id: number; no: string; amount: number; billType: string }[]
}> {
  const lessee = await company.lessee()
  const contract = await company.contract({
    lessee,
    vehicles: [await company.vehicle()],
    startOn: company.clock.today(),
    endOn: '2027-05-04',
  })
  await company.sign(contract)
  return { lessee, contract, bills: (await company.bills(contract)).map(({ id, no, amount, billType }) => ({ id, no, amount, billType })) }
}

describe('the vouchers of a month', () => {
  test('a bill, its receipt, a deposit and its use say what the ledgers say', async () => {
    const { bills } = await lease()
    const rent = bills.find((b) => b.billType === 'rent')!
    const deposit = bills.find((b) => b.billType === 'deposit')!
    await company.pay([rent.id], rent.amount + 5000)
    await company.pay([deposit.id], deposit.amount, { channel: 'wechat' })
    const made = await make('2026-05')
    expect(made.missing).toEqual([])
    expect(await linesOf(rent.no)).toEqual([
      ['1122', 380_000, 0],
      ['2204', 0, 336_283],
      ['222106', 0, 43_717],
    ])
    // What a deposit bill asks for is nobody's debt in the books.
    expect(await linesOf(deposit.no)).toEqual([])
    expect(await againstBooks(company)).toEqual([])
    expect((await make('2026-05')).drafts).toEqual([])
  })

  test('two clerks at once make each voucher once', async () => {
    const { bills } = await lease()
    await company.pay([bills[0]!.id], bills[0]!.amount)
    await Promise.all([make('2026-05'), make('2026-05')])
    const { rows } = await company.read((db) =>
      sql<{ n: number }>`select count(*) as n from voucher_source where live_key is not null group by live_key having count(*) > 1`.execute(
        db,
      ),
    )
    expect(rows).toEqual([])
    expect(await againstBooks(company)).toEqual([])
  })

  test('a receipt that is taken back is taken back in red on the day it is', async () => {
    const { bills } = await lease()
    const id = await company.pay([bills[1]!.id], bills[1]!.amount)
    await make('2026-05')
    company.at('2026-05-20')
    await company.act('payment', 'reverse', id, { reason: '登记错误' }, 'finance')
    await make('2026-05')
    const back = (await vouchers('2026-05')).filter((v) => v.bookedOn === '2026-05-20').flatMap((v) => v.lines)
    expect(back.length).toBeGreaterThan(0)
    expect(back.every((l) => l.debit <= 0 && l.credit <= 0)).toBe(true)
    expect(await againstBooks(company)).toEqual([])
  })

  test('a receipt that is taken back takes its fee back as it was booked, whatever the rate is by then', async () => {
    const rate = async (fee: number): Promise<void> => {
      const { id } = await company.read((db) =>
        db.selectFrom('payType').select('id').where('channel', '=', 'wechat').executeTakeFirstOrThrow(),
      )
      await company.edit('payType', id, { fee })
    }
    const feesIn = async (): Promise<number> =>
      (await vouchers('2026-05'))
        .flatMap((v) => v.lines)
        .filter((l) => l.subject === '660303')
        .reduce((sum, l) => sum + l.debit - l.credit, 0)
    const { bills } = await lease()
    const before = await feesIn()
    await rate(38)
    const id = await company.pay([bills[1]!.id], bills[1]!.amount, { channel: 'wechat' })
    await make('2026-05')
    expect(await feesIn()).toBeGreaterThan(before)
    await rate(60)
    await company.act('payment', 'reverse', id, { reason: '登记错误' }, 'finance')
    await make('2026-05')
    await rate(0)
    expect(await feesIn()).toBe(before)
  })

  test('what has no subject waits by name, and is made once there is one', async () => {
    const of = await company.read((db) =>
      db.selectFrom('subjectMap').select('id').where('about', '=', 'pay.repair').executeTakeFirstOrThrow(),
    )
    await company.write(
      (tx) => company.registry && import('#kit/entity/store.server.ts').then((m) => m.remove(tx, company.as(), 'subjectMap', of.id, null)),
    )
    const bill = await company.add(
      'payableBill',
      {
        partyKind: 'shop',
        payee: '城东汽修',
        fee: 'repair',
        store: company.store,
        dueOn: company.clock.today(),
        items: [{ description: '维修', amount: 164_000 }],
      },
      'cashier',
    )
    await company.act('payableBill', 'confirm', bill, {}, 'finance')
    const waiting = await company.read((db) => prepare(db, company.as('finance'), '2026-05'))
    expect(waiting.missing).toEqual([{ role: 'cost', about: 'pay.repair', account: null, label: '成本费用（应付费用：维修费）', count: 1 }])
    await make('2026-05')
    expect((await vouchers('2026-05')).some((v) => v.lines.some((l) => l.aux === '城东汽修'))).toBe(false)
    await company.add('subjectMap', {
      role: 'cost',
      about: 'pay.repair',
      fromOn: '2026-05-01',
      code: '640102',
      name: '维修费',
      dimension: 'none',
    })
    await make('2026-05')
    expect((await vouchers('2026-05')).some((v) => v.lines.some((l) => l.aux === '城东汽修'))).toBe(true)
    expect(await againstBooks(company)).toEqual([])
    expect(
      (
        await refusal(
          company.add('subjectMap', { role: 'cost', about: 'pay.repair', fromOn: '2026-05-01', code: '1', name: 'x', dimension: 'none' }),
        )
      ).message,
    ).toBeTruthy()
  })
})

describe('exporting', () => {
  let first = 0
  test('numbers each word from one, and the same batch is the same file', async () => {
    const made = await send('2026-05')
    first = made.id
    expect(made.again).toBe(false)
    for (const [, of] of Map.groupBy(await vouchers('2026-05'), (v) => v.word))
      expect(of.map((v) => v.number).toSorted((a, b) => a! - b!)).toEqual(of.map((_, i) => i + 1))
    expect((await file(first)).equals(await file(first))).toBe(true)
    const batch = await company.read((db) => db.selectFrom('voucherBatch').selectAll().where('id', '=', first).executeTakeFirstOrThrow())
    expect(batch.debit).toBe(batch.credit)
  })
  test('a second time asks first (40103) and is the batch there was; what comes later is a new batch, numbered on', async () => {
    const before = await file(first)
    expect((await refusal(send('2026-05'))).code).toBe(40_103)
    expect(await send('2026-05', 'kingdee', true)).toMatchObject({ id: first, again: true })
    const { bills } = await lease()
    await company.pay([bills[0]!.id], bills[0]!.amount)
    await make('2026-05')
    const next = await send('2026-05', 'yonyou')
    expect(next.id).not.toBe(first)
    expect((await file(first)).equals(before)).toBe(true)
    expect(new TextDecoder('gbk').decode(await file(next.id))).toContain('填制凭证,V800')
    const numbers = (await vouchers('2026-05')).map((v) => `${v.word}${v.number}`)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
  test('two clerks who export at once share one batch', async () => {
    await lease()
    await make('2026-05')
    const both = await Promise.allSettled([send('2026-05'), send('2026-05')])
    expect(both.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
  test('a voucher is cancelled while it is exported: it is in the batch or it is cancelled, never both', async () => {
    await lease()
    await make('2026-05')
    const draft = (await vouchers('2026-05')).findLast((v) => v.batch === null && v.redOf === null)!
    let cancelled: Promise<unknown> = Promise.resolve()
    await company.write(async (tx) => {
      await tx.selectFrom('voucher').select('id').where('id', '=', draft.id).forUpdate().execute()
      await exportMonth(tx, company.as('finance'), { month: '2026-05', system: 'kingdee', confirmed: false })
      cancelled = refusal(company.act('voucher', 'cancel', draft.id, {}, 'finance'))
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect(await cancelled).toMatchObject({ message: expect.stringContaining('红冲重做') })
    // The other way round: the cancelling is under way when the export comes.
    await lease()
    await lease()
    await make('2026-05')
    const next = (await vouchers('2026-05')).findLast((v) => v.batch === null && v.redOf === null)!
    let exported: ReturnType<typeof send> | undefined
    await company.write(async (tx) => {
      await actNamed(tx, company.as('finance'), 'voucher', 'cancel', next.id, null, {}, 'server')
      exported = send('2026-05')
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    const { id } = await exported!
    const row = await company.read((db) =>
      db.selectFrom('voucher').select(['life', 'batch']).where('id', '=', next.id).executeTakeFirstOrThrow(),
    )
    expect(row).toEqual({ life: 'cancelled', batch: null })
    const { count, debit } = await company.read((db) =>
      db.selectFrom('voucherBatch').select(['count', 'debit']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const of = (await vouchers('2026-05')).filter((v) => v.batch === id)
    expect([of.length, of.reduce((sum, v) => sum + v.total, 0)]).toEqual([count, debit])
    // What was cancelled may be made again.
    await make('2026-05')
  })
  test('whoever sees some stores only neither looks at, makes nor takes away vouchers of all', async () => {
    const all = company.as('finance')
    const restricted = { ...all, access: { ...all.access, scopeOf: () => [{ store: [company.store] }] } }
    for (const { handler } of voucherRoutes)
      await expect(
        (async () => (handler as (...args: unknown[]) => unknown)(restricted, { month: '2026-05', system: 'kingdee', id: first }, {}))(),
      ).rejects.toMatchObject({
        message: expect.stringContaining('凭证按全公司生成与导出'),
      })
  })
  test('an exported voucher is not cancelled; under a new subject it is taken back in red and made anew', async () => {
    const voucher = (await vouchers('2026-05')).find((one) => one.batch !== null && one.lines.some((l) => l.subject === '2204'))!
    expect((await refusal(company.act('voucher', 'cancel', voucher.id, {}, 'finance'))).message).toContain('红冲重做')
    expect((await refusal(company.act('voucher', 'redo', voucher.id, { reason: '科目错' }, 'finance'))).message).toContain(
      '科目映射没有变化',
    )
    await company.add('subjectMap', {
      role: 'deferred',
      about: 'fee.RENT',
      fromOn: '2026-05-01',
      code: '220401',
      name: '合同负债-租金',
      dimension: 'none',
    })
    await company.act('voucher', 'redo', voucher.id, { reason: '科目错' }, 'finance')
    const [back, anew] = (await vouchers('2026-05')).slice(-2)
    expect(back!.redOf).toBe(voucher.id)
    expect(back!.lines.map((l) => [l.subject, l.debit, l.credit])).toEqual(voucher.lines.map((l) => [l.subject, 0 - l.debit, 0 - l.credit]))
    expect(anew!.lines.map((l) => l.subject)).toContain('220401')
    expect((await refusal(company.act('voucher', 'redo', voucher.id, { reason: '再来' }, 'finance'))).message).toContain('已经红冲')
    expect(await againstBooks(company)).toEqual([])
  })
  test('the version of a subject that was exported is neither changed nor deleted; a new one from a day is', async () => {
    const versions = (role: 'receivable' | 'cost', about: string | null) =>
      company.read((db) =>
        db
          .selectFrom('subjectMap')
          .select(['id', 'about', 'fromOn', 'code'])
          .where('role', '=', role)
          .where('about', about ? '=' : 'is', about as never)
          .orderBy('fromOn')
          .execute(),
      )
    const [used] = await versions('receivable', null)
    const why = (await refusal(company.edit('subjectMap', used!.id, { code: '112201' }))).message
    expect(why).toMatch(/^该科目已用于导出的凭证（批次 PD\d{8}-\d{4}，凭证日 2026-05-\d\d），不能修改。请新增一行并填写新的生效日/)
    const gone = company.write((tx) => remove(tx, company.as(), 'subjectMap', used!.id, null))
    expect((await refusal(gone)).message).toContain('不能删除')
    await company.edit('subjectMap', used!.id, { remark: '与总账核对过' })
    // Nothing of commissions was ever exported.
    const [free] = await versions('cost', 'pay.commission')
    await company.edit('subjectMap', free!.id, { code: '660102' })
    await company.add('subjectMap', { role: 'receivable', fromOn: '2026-06-01', code: '112201', name: '应收账款-租金', dimension: 'party' })
    const [, later] = await versions('receivable', null)
    await company.edit('subjectMap', later!.id, { code: '112202' })
    await company.write((tx) => remove(tx, company.as(), 'subjectMap', later!.id, null))
  })
  test('an export that is under way is waited for before a subject is changed', async () => {
    await lease()
    const bill = await company.add(
      'payableBill',
      {
        partyKind: 'shop',
        payee: '城西洗车',
        fee: 'service',
        store: company.store,
        dueOn: company.clock.today(),
        items: [{ description: '洗车', amount: 6000 }],
      },
      'cashier',
    )
    await company.act('payableBill', 'confirm', bill, {}, 'finance')
    await make('2026-05')
    const map = await company.read((db) =>
      db.selectFrom('subjectMap').select('id').where('about', '=', 'pay.service').executeTakeFirstOrThrow(),
    )
    let edited: Promise<unknown> = Promise.resolve()
    await company.write(async (tx) => {
      await exportMonth(tx, company.as('finance'), { month: '2026-05', system: 'kingdee', confirmed: false })
      edited = refusal(company.edit('subjectMap', map.id, { code: '640199' }))
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect(await edited).toMatchObject({ message: expect.stringContaining('不能修改') })
  })
  test('a draft that is cancelled can be made again', async () => {
    await lease()
    await make('2026-05')
    const draft = (await vouchers('2026-05')).findLast((v) => v.batch === null && v.redOf === null && v.reason === null)!
    await company.act('voucher', 'cancel', draft.id, {}, 'finance')
    expect((await make('2026-05')).drafts.map((d) => d.docNo)).toContain(draft.docNo)
    expect(await againstBooks(company)).toEqual([])
  })
})

test('a month that has ended earns its days; closing asks for vouchers that are missing, and a late receipt is a voucher of June', async () => {
  company.at('2026-06-03')
  const { id } = await company.write((tx) => openMonth(tx, company.as('finance'), '2026-05'))
  expect((await refusal(company.act('accountPeriod', 'close', id, { reason: null }, 'finance'))).message).toMatch(/请说明原因：.*凭证/)
  const made = await make('2026-05')
  expect(made.drafts.filter((d) => d.text === '5 月收入确认')).toHaveLength(1)
  await company.act('accountPeriod', 'close', id, { reason: '月结' }, 'finance')
  const { bills } = await lease()
  company.at('2026-06-04')
  await company.pay([bills[0]!.id], bills[0]!.amount, { paidAt: '2026-05-30T02:00:00.000Z' })
  expect((await make('2026-05')).drafts).toEqual([])
  await make('2026-06')
  expect((await vouchers('2026-06')).every((v) => v.bookedOn >= '2026-06-01')).toBe(true)
  expect(await againstBooks(company)).toEqual([])
})

test('a month that is opened again shows what is not so any more since its export; in red and anew it is', async () => {
  const stale = async () => (await vouchers('2026-05')).filter((v) => v.stale !== null)
  await make('2026-05')
  expect(new Set((await stale()).map((v) => v.stale))).toEqual(new Set(['subject']))
  const rate = await company.read((db) => db.selectFrom('taxCode').select('id').where('feeItem', '=', 'RENT').executeTakeFirstOrThrow())
  await company.edit('taxCode', rate.id, { rate: 'r9' })
  const period = await company.read((db) =>
    db.selectFrom('accountPeriod').select('id').where('month', '=', '2026-05').executeTakeFirstOrThrow(),
  )
  await company.act('accountPeriod', 'reopen', period.id, { reason: '税率登记错误' }, 'finance')
  const wrong = await stale()
  expect(new Set(wrong.map((v) => v.stale))).toEqual(new Set(['source']))
  const close = (reason: string | null = null) => company.act('accountPeriod', 'close', period.id, { reason }, 'finance')
  await make('2026-05')
  expect((await refusal(close())).message).toContain(`${wrong.length} 张已导出的凭证与来源或科目不一致，请红冲重做`)
  for (const v of wrong) await company.act('voucher', 'redo', v.id, { reason: '税率更正' }, 'finance')
  expect(await stale()).toEqual([])
  await make('2026-05')
  expect(await stale()).toEqual([])
  // Both are in the open month and go out with the next file; what is still to be earned follows the new tax.
  const after = await vouchers('2026-05')
  const anew = after.filter((v) => v.redOf === null && v.text.startsWith('更正') && v.batch === null)
  expect(anew.length).toBe(wrong.length)
  expect(anew.some((v) => v.lines.some((l) => l.subject === '222106' && l.credit === 31_376))).toBe(true)
  const deferred = after
    .flatMap((v) => v.legs ?? [])
    .filter((l) => l.role === 'deferred')
    .reduce((sum, l) => sum + (l.side === 'debit' ? -l.amount : l.amount), 0)
  const left = await company.read(async (db) =>
    Number(
      (
        await sql<{ n: number }>`select sum(case when event = 'item' then earns else -earns end)::bigint as n from voucher_source
          where live_key is not null and earns <> 0 and booked_on <= '2026-05-31'`.execute(db)
      ).rows[0]!.n,
    ),
  )
  expect(deferred).toBe(left)
  // What an earlier correction said under the old tax goes out with them, is seen, and is corrected in its turn.
  await send('2026-05')
  await make('2026-05')
  for (const v of await stale()) await company.act('voucher', 'redo', v.id, { reason: '税率更正' }, 'finance')
  await make('2026-05')
  await send('2026-05')
  await make('2026-05')
  expect(await stale()).toEqual([])
  expect((await refusal(close())).message).not.toContain('凭证')
  await close('滞纳金下月计收')
  expect(await againstBooks(company)).toEqual([])
})
