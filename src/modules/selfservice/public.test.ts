/** The own page of a customer over the wire, used and attacked: numbers of others, other companies, codes tried, calls sent twice. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { add } from '#kit/entity/store.server.ts'
import type { Answer, Person, Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { connectMessages, waitingMessages } from '#tests/messages-out.ts'
import { Desk } from '../../../tests/stories/desk.ts'
import { INK } from '../../../tests/stories/signing.ts'
import type { OwnPage } from './own.wire.ts'

let desk: Desk
let rig: Rig
beforeAll(async () => {
  desk = await Desk.open()
  rig = desk.rig
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await desk?.close()
})

const PNG = Buffer.from(INK, 'base64')
const sample = (name: string, more: object): Promise<number> =>
  desk.write((tx) => sampleRecord(tx, rig.admin.ctx, name, { ...more }, { path: [], samples }))
const get = (path: string, token: string, input: object = {}): Promise<Answer> =>
  rig.send({ method: 'GET', path: `/api/public/lessee/${path}` }, input, null, { 'x-own-link': token })
const post = (path: string, token: string, input: object, key: string = randomUUID()): Promise<Answer> =>
  rig.send({ method: 'POST', path: `/api/public/lessee/${path}` }, input, null, { 'x-own-link': token, 'idempotency-key': key })
const door = (path: string, input: object, headers: Record<string, string> = {}, from?: string): Promise<Answer> =>
  rig.send({ method: path === 'door' ? 'GET' : 'POST', path: `/api/public/lessee/${path}` }, input, null, headers, from)
const make = (
  lessee: number,
  who: Person = rig.admin,
  headers: Record<string, string> = { host: 'zyt.localhost' },
  origin = 'https://zyt.localhost',
) => rig.send({ method: 'POST', path: '/api/v1/lesseeLink/make' }, { lessee, origin, send: false }, who, headers)
async function link(lessee: number): Promise<string> {
  const answer = await make(lessee)
  return (answer.data as { url: string }).url.split('#t=')[1]!
}
const page = async (token: string): Promise<OwnPage> => (await get('page', token)).data as OwnPage

function upload(token: string, bytes: Buffer, name = 'proof.png', mime = 'image/png'): Promise<Answer> {
  const edge = `edge${randomUUID()}`
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)])
  const headers = { 'x-own-link': token, 'content-type': `multipart/form-data; boundary=${edge}` }
  return rig.send({ method: 'POST', path: '/api/public/lessee/upload' }, body, null, headers)
}
const picture = async (token: string): Promise<string> => ((await upload(token, PNG)).data as { id: string }).id
const claim = async (token: string, bills: number[], amount: number, more: object = {}) => ({
  bills,
  amount,
  paidOn: rig.admin.ctx.clock.today(),
  channel: 'transfer',
  file: await picture(token),
  ...more,
})

describe('with numbers of somebody else', () => {
  test('every call of one customer answers as if they were not there, and nothing of the other’s moves', async () => {
    const [mine, other] = [await desk.lessee(), await desk.lessee()]
    const token = await link(mine)
    const [bill, paidBill] = [await desk.bill(other, 50_000), await desk.bill(other, 30_000)]
    const receipt = await desk.confirmed([paidBill.id], 30_000)
    const lease = await sample('lease', { lessee: other, status: 'active', endOn: '2099-01-01' })
    const violation = await sample('violation', { lessee: other, holderKind: 'lessee', status: 'notified' })
    const party = await sample('signParty', { lessee: other, status: 'toSign' })
    const flow = await desk.read((db) => db.selectFrom('signParty').select('flow').where('id', '=', party).executeTakeFirstOrThrow())
    const store = desk.bench.stores[0]!
    const theirs = await desk.write((tx: Tx) => add(tx, rig.admin.ctx, 'lesseeWish', { kind: 'return', lessee: other, store }, 'server'))
    const file = await picture(token)
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const answers = {
      paper: await get('paper', token, { kind: 'flow', id: String(flow.flow) }),
      scan: await get('paper', token, { kind: 'scan', id: randomBytes(16).toString('hex') }),
      receipt: await get('receipt', token, { id: String(receipt) }),
      sign: await post('sign', token, { party }),
      paid: await post('paid', token, await claim(token, [bill.id], 100)),
      renew: await post('wish', token, { kind: 'renew', lease, untilOn: '2099-06-01' }),
      back: await post('wish', token, { kind: 'return', lease, store, at }),
      violation: await post('wish', token, { kind: 'violation', violation, file }),
      withdraw: await post('withdraw', token, { id: theirs.id }),
    }
    const nowhere = {
      paper: await get('paper', token, { kind: 'flow', id: '999999' }),
      receipt: await get('receipt', token, { id: '999999' }),
      sign: await post('sign', token, { party: 999_999 }),
      renew: await post('wish', token, { kind: 'renew', lease: 999_999, untilOn: '2099-06-01' }),
    }
    expect(Object.entries(answers).filter(([, answer]) => answer.status !== 404)).toEqual([])
    for (const [name, answer] of Object.entries(nowhere))
      expect(answer.text.replace(/"requestId":"[^"]*"/, '')).toBe(answers[name as 'paper'].text.replace(/"requestId":"[^"]*"/, ''))
    const seen = await page(token)
    expect([seen.leases, seen.bills, seen.violations, seen.papers, seen.signed, seen.wishes, seen.receipts]).toEqual([
      [],
      [],
      [],
      [],
      [],
      [],
      [],
    ])
    expect(await desk.count('payment', other)).toBe(1)
    const wish = await desk.read((db) => db.selectFrom('lesseeWish').select('status').where('id', '=', theirs.id).executeTakeFirstOrThrow())
    expect(wish.status).toBe('open')
  })
  test('another company’s clerk makes no link of our customer, nor one without the right; a token is worth nothing in another company', async () => {
    const mine = await desk.lessee()
    expect((await make(mine, rig.stranger)).status).toBe(404)
    expect((await make(mine, rig.nobody)).status).toBe(403)
    const token = await link(mine)
    const elsewhere = `${rig.stranger.ctx.user.operatorId.toString(36)}.${token.split('.')[1]!}`
    expect((await get('page', elsewhere)).status).toBe(404)
    expect((await get('page', token)).status).toBe(200)
  })
  test('a forged address of the console makes no link', async () => {
    const mine = await desk.lessee()
    const answer = await make(mine, rig.admin, { host: 'zyt.localhost' }, 'https://evil.test')
    expect([answer.status, answer.data]).toEqual([400, { origin: '链接只能使用本系统的网址' }])
    const crafted = await make(mine, rig.admin, { host: 'evil.test' }, 'https://evil.test')
    expect([crafted.status, crafted.message]).toEqual([422, expect.stringContaining('「对外网址」')])
    const stored = await desk.read((db) => db.selectFrom('lesseeLink').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(await link(mine))
  })
})

describe('sent twice', () => {
  test('a claim under one key is one receipt, at once or after the answer was lost; other content under the key is refused', async () => {
    const mine = await desk.lessee()
    const bill = await desk.bill(mine, 50_000)
    const token = await link(mine)
    const [key, input] = [randomUUID(), await claim(token, [bill.id], 20_000)]
    const both = await Promise.all([post('paid', token, input, key), post('paid', token, input, key)])
    expect(both.map((a) => a.status).filter((s) => s === 200).length).toBeGreaterThanOrEqual(1)
    const again = await post('paid', token, input, key)
    expect([again.status, (again.data as { no: string }).no]).toEqual([200, expect.stringMatching(/^SK/)])
    expect(await desk.count('payment', mine)).toBe(1)
    expect((await post('paid', token, { ...input, amount: 20_001 }, key)).status).toBe(422)
    // The key is this link's own: another link's call under it is another call.
    const other = await desk.lessee()
    expect((await post('paid', await link(other), input, key)).status).toBe(404)
  })
  test('HTML stays text, on its way to the desk and back', async () => {
    const mine = await desk.lessee()
    const bill = await desk.bill(mine, 50_000)
    const token = await link(mine)
    const remark = '<script>alert(1)</script>'
    expect((await post('paid', token, await claim(token, [bill.id], 100, { remark }))).status).toBe(200)
    const answer = await get('page', token)
    expect(answer.text).not.toContain('<script>')
    expect((await post('paid', token, await claim(token, [bill.id], 200, { remark: '字'.repeat(201) }))).status).toBe(400)
  })
})

describe('pictures', () => {
  test('are pictures, of a size a telephone makes, and few until they are used', async () => {
    const token = await link(await desk.lessee())
    expect((await upload(token, Buffer.from('<svg/>'), 'x.svg', 'image/svg+xml')).status).toBe(400)
    expect((await upload(token, Buffer.from('%PDF-1.7\n%%EOF'), 'x.png')).status).toBe(400)
    const huge = Buffer.from(PNG)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    expect((await upload(token, huge)).data).toEqual({ file: expect.stringContaining('像素过大') })
    expect((await upload(token, Buffer.concat([PNG, Buffer.alloc(11 * 1024 * 1024)]))).status).toBe(413)
    expect((await upload(randomUUID(), PNG)).status).toBe(404)
  })
  test('of a visitor are nobody’s to open in the console before they belong to a record', async () => {
    const token = await link(await desk.lessee())
    const id = await picture(token)
    const asked = await rig.send({ method: 'GET', path: '/api/v1/file/get' }, { id }, rig.admin)
    expect(asked.status).toBe(404)
  })
})

describe('budgets', () => {
  test('a link asks for so much a minute, and tried tokens so few', async () => {
    const token = await link(await desk.lessee())
    const statuses = new Set((await Promise.all(Array.from({ length: 45 }, () => get('page', token)))).map((a) => a.status))
    expect(statuses).toEqual(new Set([200, 429]))
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => get('page', `${desk.operatorId.toString(36)}.${randomBytes(32).toString('base64url')}`)),
    )
    expect(new Set(guesses.map((a) => a.status))).toEqual(new Set([404, 429]))
  })
})

describe('a code to a telephone', () => {
  const c = (): string => desk.operatorId.toString(36)
  test('is not offered where there is no way out; a company that is none is said alike to one that does without', async () => {
    expect((await door('door', { c: c() })).data).toMatchObject({ open: false, sentence: expect.stringContaining('尚未接入短信') })
    expect((await door('code', { c: c(), mobile: '13900139000' })).status).toBe(422)
    const none = await door('door', { c: 'zzzzz' })
    await desk.must('parameter/save', { values: { ownPage: false } })
    const off = await door('door', { c: c() })
    await desk.must('parameter/save', { values: { ownPage: true } })
    expect(off.data).toEqual(none.data)
  })
  test('opens the pages of whoever is registered with it; a number that is nobody’s is answered alike to the last try', async () => {
    connectMessages(rig)
    const known = '13900139000'
    const lessee = await desk.lessee()
    const strange = '13711112222'
    const asked = [await door('code', { c: c(), mobile: known }), await door('code', { c: c(), mobile: strange })]
    expect(asked.map((a) => [a.status, a.data])).toEqual([
      [200, { seconds: 60 }],
      [200, { seconds: 60 }],
    ])
    const soon = [await door('code', { c: c(), mobile: known }), await door('code', { c: c(), mobile: strange })]
    expect(soon.map((a) => a.message)).toEqual(['验证码已发送，请 60 秒后再试', '验证码已发送，请 60 秒后再试'])
    const texts = (await waitingMessages(rig.admin.ctx)).map(({ text }) => text).filter((text) => text.includes('自助页'))
    expect(texts).toHaveLength(1)
    const code = /验证码 (\d{6})/.exec(texts[0]!)![1]!
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = async (mobile: string, count: number): Promise<string[]> => {
      const said: string[] = []
      for (let i = 0; i < count; i++)
        said.push(Object.values((await door('enter', { c: c(), mobile, code: wrong })).data as object)[0] as string)
      return said
    }
    expect(await tries(known, 2)).toEqual(await tries(strange, 2))
    const opened = await door('enter', { c: c(), mobile: known, code })
    const { pages } = opened.data as { pages: { token: string; name: string }[] }
    expect(pages.length).toBeGreaterThan(1)
    const all = await desk.read((db) => db.selectFrom('lesseeLink').select(['lessee', 'way']).where('way', '=', 'code').execute())
    expect(all.map((l) => l.lessee)).toContain(lessee)
    expect((await get('page', pages[0]!.token)).status).toBe(200)
    // Used up.
    expect((await door('enter', { c: c(), mobile: known, code })).status).toBe(400)
    const last = await tries(strange, 4)
    const PAUSED = /^验证码错误次数过多，请 \d+ 秒后再试$/
    expect(last.slice(2)).toEqual([expect.stringMatching(PAUSED), expect.stringMatching(PAUSED)])
    expect((await door('code', { c: c(), mobile: strange })).message).toMatch(PAUSED)
    // Whoever else asks about that telephone, from somewhere else, does not wait for the guesser.
    expect((await door('enter', { c: c(), mobile: strange, code: wrong }, {}, '203.0.113.40')).data).toEqual({
      code: '验证码不正确，还可以试 4 次',
    })
    const rows = await desk.read((db) => db.selectFrom('lesseeLink').select(['tokenHash']).execute())
    expect(rows.some((row) => pages.some((p) => row.tokenHash.includes(p.token)))).toBe(false)
  })
})
