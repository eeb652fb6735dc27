/** Statements (finance.md §2.5, F-J3, G4): written from bills, confirmed by the other side over a link, and then the bills stand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { day } from '#kit/basics/time/day.ts'
import { list } from '#kit/entity/query/query.server.ts'
import { documents } from '#modules/finance/documents/documents.server.ts'
import { build } from '#modules/finance/statements/build.server.ts'
import { publicStatementRoutes } from '#modules/finance/statements/public.server.ts'
import { statementRoutes } from '#modules/finance/statements/routes.server.ts'
import { connectMessages, waitingMessages } from '#tests/messages-out.ts'
import { Company, refusal } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
  connectMessages(company)
})
afterAll(() => company?.close())

const row = (id: number) => company.read((db) => db.selectFrom('statement').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const linesOn = (id: number) =>
  company.read((db) =>
    db.selectFrom('statementLine').selectAll().where('statement', '=', id).where('deletedAt', 'is', null).orderBy('seq').execute(),
  )
const make = (lessee: number, from: string, to: string, who = 'finance') =>
  company.write((tx) =>
    build(tx, company.as(who), { store: company.store, partyKind: 'lessee', lessee, payee: '', fromOn: day(from), toOn: day(to) }),
  )
const send = (id: number) => company.act('statement', 'send', id, { contactName: '王经理', contactMobile: '13900139001' }, 'finance')
async function lease(): Promise<{ lessee: number; bills: { id: number; amount: number }[] }> {
  const lessee = await company.lessee()
  const contract = await company.contract({
    lessee,
    vehicles: [await company.vehicle()],
    startOn: company.clock.today(),
    endOn: '2027-05-04',
  })
  await company.sign(contract)
  return { lessee, bills: (await company.bills(contract)).map(({ id, amount }) => ({ id, amount })) }
}
const owed = async (lessee: number): Promise<number> =>
  Number(
    (
      await company.read((db) =>
        sql<{ n: number }>`select coalesce(sum(remain), 0)::bigint as n from bill where lessee = ${lessee} and deleted_at is null`.execute(
          db,
        ),
      )
    ).rows[0]!.n,
  )
const handlerOf = (path: string) =>
  [...publicStatementRoutes, ...statementRoutes].find((r) => r.path === path)!.handler as (...args: unknown[]) => Promise<never>
async function link(id: number): Promise<{ header: () => string }> {
  const { url } = (await handlerOf('/api/v1/statement/link')(
    company.as('finance'),
    { id, origin: 'http://localhost:8080', text: false },
    { host: 'localhost:8080' },
  )) as {
    url: string
  }
  const token = url.split('#t=')[1]!
  return { header: () => token }
}
const guest = (path: string, input: object, extra: object): Promise<never> =>
  handlerOf(`/api/public/statement/${path}`)(company.as(), input, extra)
async function codeSent(): Promise<string> {
  const last = (await waitingMessages(company.as())).at(-1)!
  return /验证码 (\d{6})/.exec(last.text)![1]!
}

describe('a statement of a customer', () => {
  // Five wrong codes paused the link for half an hour, for its owner too.
  test('is confirmed by its owner while somebody who has the link guesses at the code', async () => {
    const { lessee } = await lease()
    const { id } = await make(lessee, '2026-05-01', '2026-05-04')
    await send(id)
    const extra = await link(id)
    await guest('code', {}, extra)
    const code = await codeSent()
    const wrong = code === '000000' ? '000001' : '000000'
    const handler = handlerOf('/api/public/statement/confirm')
    const said: string[] = []
    for (let i = 0; i < 8; i++)
      said.push((await refusal(handler({ ...company.as(), ip: '203.0.113.9' }, { name: '某人', code: wrong }, extra))).message)
    expect([said[0], said[4], said[7]]).toEqual([
      expect.stringContaining('验证码不正确，还可以试 4 次'),
      expect.stringContaining('验证码错误次数过多，请 30 秒后再试'),
      expect.stringContaining('验证码错误次数过多，请 30 秒后再试'),
    ])
    await guest('confirm', { name: '王经理', code }, extra)
    expect(await row(id)).toMatchObject({ status: 'confirmed', confirmedName: '王经理' })
  })

  test('says what the bills say, rolls forward, and holds them once the other side has confirmed', async () => {
    const { lessee, bills } = await lease()
    await company.pay([bills[0]!.id], bills[0]!.amount)
    const { id } = await make(lessee, '2026-05-01', '2026-05-04')
    const s = await row(id)
    expect(s.closing).toBe(await owed(lessee))
    expect(s.opening + s.charges - s.credits - s.payments).toBe(s.closing)
    expect((await refusal(make(lessee, '2026-05-02', '2026-05-04'))).message).toMatch(/与 DZ.* 的期间重叠/)
    await send(id)
    const extra = await link(id)
    const page = (await guest('page', {}, extra)) as { closing: number; lines: { seq: number }[]; mobile: string }
    expect(page.closing).toBe(s.closing)
    expect(page.mobile).toBe('139****9001')

    await guest('dispute', { lines: [{ seq: page.lines[0]!.seq, text: '金额不对' }] }, extra)
    expect((await row(id)).status).toBe('disputed')
    expect((await refusal(company.act('statement', 'refresh', id, {}, 'finance'))).message).toBe('还有 1 条异议未答复')
    await company.act('statement', 'answer', id, { seq: page.lines[0]!.seq, outcome: 'keep', answer: '按合同第 4 条' }, 'finance')
    expect((await row(id)).status).toBe('toConfirm')

    await guest('code', {}, extra)
    const code = await codeSent()
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await refusal(guest('confirm', { name: '王经理', code: wrong }, extra))).message).toMatch(/验证码不正确，还可以试 4 次/)
    await guest('confirm', { name: '王经理', code }, extra)
    expect(await row(id)).toMatchObject({ status: 'confirmed', confirmedName: '王经理', confirmedMobile: '13900139001', code: null })

    const { no } = await row(id)
    const open = bills.find((b) => b.id !== bills[0]!.id)!
    const paid = await company.read((db) => db.selectFrom('payment').select('id').where('lessee', '=', lessee).executeTakeFirstOrThrow())
    expect((await refusal(company.act('payment', 'reverse', paid.id, { reason: '登记错误' }, 'finance'))).message).toBe(
      `账单在已确认的对账单 ${no} 中`,
    )
    company.at('2026-05-20')
    await company.pay([open.id], 100)
    expect((await row(id)).status).toBe('partlySettled')
    company.at('2026-05-31')
    const next = await make(lessee, '2026-05-05', '2026-05-31')
    const june = await row(next.id)
    expect(june.opening).toBe(s.closing)
    expect(june.closing).toBe(await owed(lessee))
    expect((await refusal(company.act('statement', 'reopen', id, { reason: '改' }, 'finance'))).message).toMatch(
      /只有「已确认」才能撤回确认/,
    )
    await company.pay(
      bills.slice(1).map((b) => b.id),
      bills.slice(1).reduce((sum, b) => sum + b.amount, 0) - 100,
    )
    expect((await row(id)).status).toBe('settled')
  })

  test('what changed after it was sent is not confirmed unseen; sent anew it says the truth', async () => {
    const { lessee, bills } = await lease()
    const { id } = await make(lessee, '2026-05-01', company.clock.today())
    await send(id)
    const payment = await company.pay([bills[0]!.id], bills[0]!.amount)
    // A receipt of the period that came since belongs to the next one; one that stood and is gone does not.
    const proof = { confirmedName: '王经理', proofs: [await company.file('finance')] }
    await company.act('statement', 'refresh', id, {}, 'finance')
    expect((await row(id)).closing).toBe(await owed(lessee))
    await company.act('payment', 'reverse', payment, { reason: '登记错误' }, 'finance')
    expect((await row(id)).closing).not.toBe(await owed(lessee))
    await company.act('statement', 'refresh', id, {}, 'finance')
    await company.act('statement', 'confirmPaper', id, proof, 'finance')
    expect(await row(id)).toMatchObject({ status: 'confirmed', closing: await owed(lessee) })
    await company.act('statement', 'reopen', id, { reason: '更正' }, 'finance')
    await company.act('statement', 'void', id, { reason: '重做' }, 'finance')
    const again = await make(lessee, '2026-05-01', company.clock.today())
    expect((await row(again.id)).closing).toBe(await owed(lessee))
    // Void frees its documents: they stand on the new one.
    expect((await linesOn(again.id)).length).toBe((await linesOn(id)).length)
  })

  test('is not confirmed by a code where none leaves the house: a colleague who would pass it on could use it himself', async () => {
    const { lessee } = await lease()
    const { id } = await make(lessee, '2026-05-01', company.clock.today())
    await send(id)
    const extra = await link(id)
    const { ports } = company.registry
    Object.assign(company.registry, { ports: Object.create(ports, { messages: { value: { ...ports.messages, outside: false } } }) })
    const why = '对方尚未接入短信，不能在线确认；请在打印的对账单上签字盖章后交给对方'
    expect((await refusal(guest('code', {}, extra))).message).toBe(why)
    expect(((await guest('page', {}, extra)) as { noCode: string }).noCode).toBe(why)
    Object.assign(company.registry, { ports })
    expect(((await guest('page', {}, extra)) as { noCode: string | null }).noCode).toBeNull()
  })
  test('its link leads to the address the console was opened under where that is ours, and nowhere else, whatever host the call names', async () => {
    const { lessee } = await lease()
    const { id } = await make(lessee, '2026-05-01', company.clock.today())
    await send(id)
    const made = (origin: string, host = 'console.localhost'): Promise<unknown> =>
      handlerOf('/api/v1/statement/link')(company.as('finance'), { id, origin, text: false }, { host })
    expect((await refusal(made('https://evil.test'))).data).toEqual({ origin: '链接只能使用本系统的网址' })
    expect((await refusal(made('https://console.localhost.evil.test'))).data).toEqual({ origin: '链接只能使用本系统的网址' })
    for (const host of ['evil.test', 'console.localhost.evil.test'])
      expect((await refusal(made(`https://${host}`, host))).message).toContain('「对外网址」')
    expect(((await made('https://console.localhost')) as { url: string }).url).toMatch(/^https:\/\/console\.localhost\/statement#t=/)
  })

  test('the link alone confirms nothing, and an old one is gone', async () => {
    const { lessee } = await lease()
    const { id } = await make(lessee, '2026-05-01', company.clock.today())
    await send(id)
    const old = await link(id)
    expect((await refusal(guest('confirm', { name: '路人' }, old))).message).toBe('请输入验证码')
    expect((await refusal(guest('confirm', { name: '路人', code: '123456' }, old))).message).toMatch(/请先获取验证码/)
    const fresh = await link(id)
    expect((await refusal(guest('page', {}, old))).message).toBe('链接已失效，请联系对方重新获取')
    await guest('code', {}, fresh)
    const code = await codeSent()
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 4; i++) await refusal(guest('confirm', { name: '路人', code: wrong }, fresh))
    expect((await refusal(guest('confirm', { name: '路人', code: wrong }, fresh))).message).toMatch(/错误次数过多/)
    expect((await refusal(guest('confirm', { name: '路人', code }, fresh))).message).toMatch(/错误次数过多/)
    for (const header of ['', 'x', `${company.operatorId.toString(36)}.${'a'.repeat(43)}`, `zz.${'a'.repeat(43)}`])
      expect((await refusal(guest('page', {}, { header: () => header }))).message).toBe('链接已失效，请联系对方重新获取')
  })

  test('two clerks at once leave one statement; a confirmation and a reversal leave one truth', async () => {
    const { lessee, bills } = await lease()
    const payment = await company.pay([bills[0]!.id], bills[0]!.amount)
    const made = await Promise.allSettled([1, 2, 3].map(() => make(lessee, '2026-05-01', company.clock.today())))
    expect(made.filter((m) => m.status === 'fulfilled').length).toBe(1)
    const { id } = (made.find((m) => m.status === 'fulfilled') as PromiseFulfilledResult<{ id: number }>).value
    await send(id)
    const proofs = [await company.file('finance')]
    const [confirmed, reversed] = await Promise.allSettled([
      company.act('statement', 'confirmPaper', id, { confirmedName: '王', proofs }, 'finance'),
      company.act('payment', 'reverse', payment, { reason: '登记错误' }, 'finance'),
    ])
    expect([confirmed.status, reversed.status].filter((s) => s === 'fulfilled').length).toBeGreaterThan(0)
    if (confirmed.status === 'fulfilled') {
      const lines = await linesOn(id)
      expect(lines.reduce((sum, l) => sum + l.charge - l.credit - l.payment, 0)).toBe((await row(id)).closing)
      expect(reversed.status === 'rejected' || (await row(id)).closing === (await owed(lessee))).toBe(true)
    }
  })
})

test('a statement of a workshop says what its payables and payments say', async () => {
  const payable = await company.add(
    'payableBill',
    {
      partyKind: 'shop',
      payee: '顺达汽修',
      fee: 'repair',
      store: company.store,
      dueOn: company.clock.today(),
      items: [{ description: '维修', amount: 389_940 }],
    },
    'cashier',
  )
  await company.act('payableBill', 'confirm', payable, {}, 'finance')
  const made = await company.write((tx) =>
    build(tx, company.as('finance'), {
      store: company.store,
      partyKind: 'shop',
      lessee: null,
      payee: '顺达汽修',
      fromOn: day('2026-05-01'),
      toOn: company.clock.today(),
    }),
  )
  expect(await row(made.id)).toMatchObject({ opening: 0, charges: 389_940, payments: 0, closing: 389_940 })
  await send(made.id)
  await company.act('statement', 'confirmPaper', made.id, { confirmedName: '陈师傅', proofs: [await company.file('finance')] }, 'finance')
  expect((await refusal(company.act('payableBill', 'void', payable, { reason: '重复' }, 'finance'))).message).toMatch(
    /应付账单在已确认的对账单 DZ/,
  )
})

test('the list of statements tells sums of what customers owe, or of what is owed to others, and never of both', async () => {
  const asked = (query: Record<string, string>) =>
    company.read((db) => list(db, company.as('finance'), company.registry.entity('statement'), query))
  expect((await asked({})).totals).toBeUndefined()
  const rows = await company.read((db) =>
    db.selectFrom('statement').select(['direction', 'charges']).where('status', '<>', 'voided').execute(),
  )
  for (const direction of ['receivable', 'payable'] as const) {
    const ought = rows.filter((r) => r.direction === direction).reduce((sum, r) => sum + r.charges, 0)
    expect(ought).toBeGreaterThan(0)
    const queries: Record<string, string>[] = [{ direction }, { quick: direction === 'payable' ? '应付' : '应收' }]
    for (const query of queries) expect((await asked(query)).totals, direction).toMatchObject({ charges: ought })
  }
})

test('the list of the accountant holds every document of its days, and its sums are those of the rows', async () => {
  const asked = { from: day('2026-05-01'), to: day('2026-06-30'), pageNo: 1, pageSize: 100 }
  const all = await company.read((db) => documents(db, company.as('finance'), asked))
  const counts = await company.read(async (db) =>
    Promise.all(
      (['bill', 'payment', 'payableBill', 'payout'] as const).map(async (name) => ({
        name,
        n: (await db.selectFrom(name).select('id').where('deletedAt', 'is', null).execute()).length,
      })),
    ),
  )
  for (const { name, n } of counts) expect(all.totals.find((t) => t.docType === name)?.count ?? 0, name).toBe(n)
  expect(all.total).toBeGreaterThan(5)
  const bills = await company.read((db) => documents(db, company.as('finance'), { ...asked, docType: 'bill' }))
  expect(bills.list.every((d) => d.docType === 'bill')).toBe(true)
  expect(bills.totals).toEqual(all.totals.filter((t) => t.docType === 'bill'))
  const open = bills.list.reduce((sum, d) => sum + d.open, 0)
  expect(bills.total > 100 || open === bills.totals[0]!.open).toBe(true)
  const one = await company.read((db) => documents(db, company.as('finance'), { ...asked, keyword: bills.list[0]!.no }))
  expect(one.list).toEqual([bills.list[0]])
  // Without right to the store nothing is listed.
  const stranger = {
    ...company.as('finance'),
    user: { ...company.as('finance').user, storeIds: [], isAdmin: false },
    access: { can: () => true, scopeOf: () => [], scopeText: () => '' },
  }
  expect((await company.read((db) => documents(db, stranger as never, asked))).total).toBe(0)
})
