/** A customer without an account: what he sees is his, what he says arrives at the desk, and nothing moves by his word alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fen } from '#kit/basics/fen.ts'
import { addMonths, instantAt, type Day } from '#kit/basics/time/day.ts'
import type { OwedBills } from '#modules/billing/billing.wire.ts'
import { Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { owing, running, type Running } from './leases.ts'
import { Own } from './own.ts'

let company: Company
let own: Own
let office: Office
beforeAll(async () => {
  company = await Company.open('2024-12-10')
  own = new Own(company)
  office = new Office(company)
})
afterAll(async () => {
  own?.tidy()
  await company?.close()
})

const wishesOf = (lessee: number) =>
  company.read((db) => db.selectFrom('lesseeWish').selectAll().where('lessee', '=', lessee).orderBy('id').execute())
const paymentOf = (no: string) => company.read((db) => db.selectFrom('payment').selectAll().where('no', '=', no).executeTakeFirstOrThrow())
const logOf = (entity: string, action: string) =>
  company.read((db) =>
    db.selectFrom('auditLog').selectAll().where('entity', '=', entity).where('action', '=', action).orderBy('id').execute(),
  )
const sentence = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).message

describe('a link of the desk', () => {
  test('shows the one customer, his lease and his bills with the same figure as the desk, and no number in full', async () => {
    const mine = await owing(company)
    const other = await owing(company)
    company.at('2025-03-05')
    const token = await own.link(mine.lessee)
    const page = await own.page(token)
    expect(page.leases.map((l) => l.id)).toEqual([mine.lease])
    expect(page.bills.map((b) => b.id)).toContain(mine.bill)
    expect(page.bills.map((b) => b.id)).not.toContain(other.bill)
    const { owed } = await office.call<OwedBills>('finance', 'GET', '/api/v1/bill/owed', { lessee: String(mine.lessee) })
    expect(page.bills.reduce((sum, b) => sum + b.remain + b.lateFee, 0)).toBe(owed.total)
    expect(owed.lateFee).toBeGreaterThan(0)
    expect(page.todos.find((t) => t.kind === 'overdue')).toMatchObject({ count: owed.overdueBills, amount: owed.overdue })
    expect(page.me.mobile).toBe('139****9000')
    expect(JSON.stringify(page)).not.toMatch(/13900139000|tokenHash|"idNo"/)
    expect(page.stores[0]).toMatchObject({ name: '虹桥店', mine: true })
  })
  test('stands in the log each time it is opened, with the address; a page that is read again at once is the same opening', async () => {
    const { lessee } = await running(company, { startOn: '2025-03-05', endOn: '2026-03-05' })
    const token = await own.link(lessee)
    const before = (await logOf('lesseeLink', 'open')).length
    await own.page(token, '10.1.1.1')
    await own.page(token, '10.1.1.1')
    await own.page(token, '10.2.2.2')
    company.at('2025-03-05', '10:05')
    await own.page(token, '10.2.2.2')
    const lines = (await logOf('lesseeLink', 'open')).slice(before)
    expect(lines.map((l) => l.ip)).toEqual(['10.1.1.1', '10.2.2.2', '10.2.2.2'])
    expect(lines[0]!.userName).toMatch(/^客户自助页：客户/)
  })
  test('that is guessed, lapsed, revoked, or of a customer who is gone says one sentence; and it counts against the address', async () => {
    const { lessee } = await running(company, { startOn: '2025-03-05', endOn: '2026-03-05' })
    const [lapsed, revoked] = [await own.link(lessee), await own.link(lessee)]
    const row = await company.read((db) => db.selectFrom('lesseeLink').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
    await company.act('lesseeLink', 'revoke', row.id, {}, 'sales')
    await company.write((tx) =>
      tx
        .updateTable('lesseeLink')
        .set({ until: company.clock.now() })
        .where('id', '=', row.id - 1)
        .execute(),
    )
    const taken = own.taken.length
    const said = await Promise.all([own.guess(), lapsed, revoked, '', 'x'].map((token) => sentence(own.page(token))))
    expect(new Set(said)).toEqual(new Set(['链接已失效：可能已过期或被撤销。请联系门店重新获取，或用登记的手机号打开']))
    expect(own.taken.slice(taken)).toEqual(Array.from({ length: 5 }, () => 'guess 10.0.0.1'))
    const gone = await company.lessee()
    const token = await own.link(gone)
    await company.act('lessee', 'cancel', gone, { reason: '不再合作' })
    expect(await sentence(own.page(token))).toBe(said[0])
  })
  test('is closed with a sentence while the company does without the page, and no new one is made', async () => {
    const { lessee } = await running(company, { startOn: '2025-03-05', endOn: '2026-03-05' })
    const token = await own.link(lessee)
    await company.parameter('ownPage', false)
    expect(await sentence(own.page(token))).toContain('客户自助页已停用')
    expect(await sentence(own.link(lessee))).toContain('参数设置')
    await company.parameter('ownPage', true)
    expect((await own.page(token)).leases).toHaveLength(1)
  })
  test('is not sent where there is no way out, and says so', async () => {
    const lessee = await company.lessee()
    const make = own.desk('POST', '/api/v1/lesseeLink/make', { lessee, origin: 'https://zyt.localhost', send: true })
    expect(await sentence(make)).toContain('尚未接入短信')
    const elsewhere = own.desk('POST', '/api/v1/lesseeLink/make', { lessee, origin: 'https://evil.test', send: false })
    expect((await refusal(elsewhere)).data).toEqual({ origin: '链接只能使用本系统的网址' })
  })
})

describe('«我已付款»', () => {
  test('waits at the desk, counts for nothing until a clerk confirms it, and then the bills fall', async () => {
    const lease = await owing(company)
    company.at('2025-03-05')
    const token = await own.link(lease.lessee)
    const before = await own.page(token)
    const total = before.bills.reduce((sum, b) => sum + b.remain + b.lateFee, 0)
    const ids = before.bills.map((b) => b.id)
    const { no } = await own.paid(token, ids, total, { remark: '<img src=x onerror=alert(1)>' })
    const receipt = await paymentOf(no)
    expect(receipt).toMatchObject({ status: 'toConfirm', source: 'online', amount: total, allocated: 0, createdBy: null })
    expect(receipt.vouchers).toHaveLength(1)
    expect(receipt.remark).toContain('<img')
    const waiting = await own.page(token)
    expect(waiting.bills.map((b) => [b.remain, b.claimed])).toEqual(before.bills.map((b) => [b.remain, true]))
    await company.confirm(receipt.id)
    const after = await own.page(token)
    expect(after.bills).toEqual([])
    expect(after.receipts.find((p) => p.no === no)).toMatchObject({ status: 'confirmed', amount: total })
    expect(await company.proveAll()).toEqual([])
    const paper = await own.call<{ mime: string; body: Uint8Array }>('receipt', token, { id: String(receipt.id) })
    expect([paper.mime, Buffer.from(paper.body).subarray(0, 4).toString()]).toEqual(['application/pdf', '%PDF'])
  })
  test('that the desk rejects says why, and the bills are open as before', async () => {
    const lease = await owing(company)
    const token = await own.link(lease.lessee)
    const { no } = await own.paid(token, [lease.bill], 100_000)
    await company.act('payment', 'reject', (await paymentOf(no)).id, { reason: '未到账' }, 'finance')
    const page = await own.page(token)
    expect(page.receipts[0]).toMatchObject({ status: 'rejected', reason: '未到账' })
    expect(page.bills.find((b) => b.id === lease.bill)?.claimed).toBe(false)
    expect(await sentence(own.call('receipt', token, { id: page.receipts[0]!.id }))).toContain('已失效')
  })
  test('names nobody else’s bill, no more than is due, no day to come, no other picture than his own, and not the same twice', async () => {
    const mine = await owing(company)
    const other = await owing(company)
    const [token, others] = [await own.link(mine.lessee), await own.link(other.lessee)]
    expect(await sentence(own.paid(token, [other.bill], 100))).toBe('所选账单不存在或已付清，请刷新页面')
    expect(await sentence(own.paid(token, [mine.bill, other.bill], 100))).toBe('所选账单不存在或已付清，请刷新页面')
    expect(await sentence(own.paid(token, [mine.bill], 99_999_999))).toContain('超过所选账单应付合计')
    expect(await sentence(own.paid(token, [mine.bill], 100, { paidOn: '2025-02-06' }))).toContain('不能晚于今天')
    const foreign = await refusal(own.paid(token, [mine.bill], 100, { file: await own.picture(others) }))
    expect(foreign.data).toEqual({ file: '照片不存在或已过期，请重新上传' })
    const first = await own.paid(token, [mine.bill], 100)
    expect(await sentence(own.paid(token, [mine.bill], 100))).toContain(first.no)
    const used = (await paymentOf(first.no)).vouchers![0]!.id
    expect((await refusal(own.paid(token, [mine.bill], 101, { file: used }))).data).toHaveProperty('file')
  })
  test('of two tabs at once is one receipt', async () => {
    const mine = await owing(company)
    const token = await own.link(mine.lessee)
    const both = await Promise.allSettled([own.paid(token, [mine.bill], 12_345), own.paid(token, [mine.bill], 12_345)])
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rows = await company.read((db) =>
      db.selectFrom('payment').select('id').where('lessee', '=', mine.lessee).where('amount', '=', fen(12_345)).execute(),
    )
    expect(rows).toHaveLength(1)
  })
  test('ends when the link was taken back while the form stood open', async () => {
    const mine = await owing(company)
    const token = await own.link(mine.lessee)
    const file = await own.picture(token)
    const row = await company.read((db) => db.selectFrom('lesseeLink').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
    await company.act('lesseeLink', 'revoke', row.id, {}, 'sales')
    const call = own.call('paid', token, { bills: [mine.bill], amount: 100, paidOn: '2025-02-05', channel: 'transfer', file })
    expect(await sentence(call)).toContain('链接已失效')
  })
})

describe('wishes', () => {
  let lease: Running
  let token: string
  beforeAll(async () => {
    lease = await running(company, { startOn: '2025-05-05', endOn: '2026-05-05' })
    token = await own.link(lease.lessee)
  })
  test('for a renewal stand on the work list of the store, change nothing, and end with the renewal the clerk registers', async () => {
    const { no } = await own.call<{ no: string }>('wish', token, {
      kind: 'renew',
      lease: lease.lease,
      untilOn: '2026-11-01',
      remark: '同样租金',
    })
    expect((await own.page(token)).wishes[0]).toMatchObject({ no, status: 'open', untilOn: '2026-11-01' })
    const twice = own.call('wish', token, { kind: 'renew', lease: lease.lease, untilOn: '2026-12-01' })
    expect(await sentence(twice)).toContain(no)
    const work = company.registry.modules.flatMap((m) => m.work ?? []).find((w) => w.code === 'lesseeWishes')!
    const listed = await company.read((db) => work.load(db, company.as('sales'), 5))
    expect(listed.total).toBeGreaterThanOrEqual(1)
    const still = await company.read((db) => db.selectFrom('lease').select('endOn').where('id', '=', lease.lease).executeTakeFirstOrThrow())
    expect(still.endOn).toBe('2026-05-05')
    const renewal = await company.add('renewal', { lease: lease.lease, months: 6, monthlyRent: 380_000 }, 'sales')
    const wish = (await wishesOf(lease.lessee))[0]!
    const made = await company.read((db) => db.selectFrom('renewal').select('no').where('id', '=', renewal).executeTakeFirstOrThrow())
    expect(wish).toMatchObject({ status: 'done', answer: `已登记续租单 ${made.no}`, handledBy: company.people.get('sales') })
    await company.act('renewal', 'cancel', renewal, { reason: '客户改主意' }, 'sales').catch(() => {})
  })
  test('for a return say store and hour; taken back by the customer, declined by the store with an answer he reads', async () => {
    const at = instantAt('2025-06-01' as Day, '15:00')
    const ask = () => own.call<{ no: string }>('wish', token, { kind: 'return', lease: lease.lease, store: company.store, at })
    await ask()
    const [first] = (await own.page(token)).wishes.filter((w) => w.kind === 'return')
    await own.call('withdraw', token, { id: first!.id })
    expect(await sentence(own.call('withdraw', token, { id: first!.id }))).toContain('不能撤回')
    await ask()
    const open = (await wishesOf(lease.lessee)).find((w) => w.kind === 'return' && w.status === 'open')!
    expect(open).toMatchObject({ returnStore: company.store, store: company.store, vehicle: lease.vehicle })
    await company.act('lesseeWish', 'decline', open.id, { answer: '当天休息，请改次日' }, 'sales')
    expect((await own.page(token)).wishes[0]).toMatchObject({ status: 'declined', answer: '当天休息，请改次日' })
  })
  test('are refused where the rules say so, and about what is not his', async () => {
    const other = await running(company, { startOn: '2025-05-05', endOn: '2026-05-05' })
    const wish = (input: object) => sentence(own.call('wish', token, input))
    expect(await wish({ kind: 'renew', lease: other.lease, untilOn: '2027-01-01' })).toBe('租约不存在，请刷新页面')
    expect(await wish({ kind: 'renew', lease: lease.lease, untilOn: '2026-05-05' })).toContain('须晚于')
    expect(await wish({ kind: 'renew', lease: lease.lease, untilOn: addMonths('2026-05-05' as Day, 61) })).toContain('最长')
    const at = instantAt('2025-06-01' as Day, '15:00')
    expect(await wish({ kind: 'return', lease: lease.lease, store: 999_999, at })).toContain('另选门店')
    expect(await wish({ kind: 'violation', violation: 1, file: '0'.repeat(32) })).toBe('违章不存在，请刷新页面')
    const others = await own.link(other.lessee)
    const mine = (await wishesOf(lease.lessee))[0]!
    expect(await sentence(own.call('withdraw', others, { id: mine.id }))).toBe('申请不存在，请刷新页面')
  })
})

describe('violations', () => {
  test('that are surely his are shown; his word with a picture goes to the clerk and moves no state; handling it ends the wish', async () => {
    const lease = await running(company, { startOn: '2025-05-05', endOn: '2026-05-05' })
    company.at('2025-06-10')
    const plate = await company.read(
      async (db) => (await db.selectFrom('vehicle').select('plateNo').where('id', '=', lease.vehicle).executeTakeFirstOrThrow()).plateNo,
    )
    const violation = await company.add('violation', {
      plateNo: plate,
      occurredAt: instantAt('2025-06-01' as Day, '12:00'),
      place: '延安路',
      code: '1344',
      behaviour: '违反禁令标志',
      points: 1,
      fine: 20_000,
    })
    const token = await own.link(lease.lessee)
    const [shown] = (await own.page(token)).violations
    expect(shown).toMatchObject({ id: violation, plate, place: '延安路', points: 1, fine: 20_000, open: true })
    await own.call('wish', token, { kind: 'violation', violation, file: await own.picture(token), remark: '已在 12123 缴款' })
    const row = () => company.read((db) => db.selectFrom('violation').selectAll().where('id', '=', violation).executeTakeFirstOrThrow())
    expect((await row()).status).toBe('toHandle')
    const [wish] = await wishesOf(lease.lessee)
    expect(wish!.photos).toHaveLength(1)
    await company.act('violation', 'notify', violation, {}, 'sales')
    await company.act(
      'violation',
      'handle',
      violation,
      { decidedOn: '2025-06-10', paidBy: 'lessee', driverName: '张三', receipts: [await company.file('sales')] },
      'sales',
    )
    expect((await wishesOf(lease.lessee))[0]).toMatchObject({ status: 'done' })
    expect((await own.page(token)).violations[0]).toMatchObject({ open: false, label: '已处理' })
  })
})
