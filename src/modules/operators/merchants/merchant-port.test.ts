/** The conformance of port `merchant`: what every implementation owes the house; and the gateway with its faults and signed notices attacked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { describePort, type World } from '#tests/port.ts'
import { merchantGateway } from './gateway.server.ts'
import { byHand, merchantPort } from './merchant-port.server.ts'
import { MerchantDouble, type Fault, type SignedNotice } from './merchant.double.ts'
import { heard } from './merchant.rules.ts'
import type { Application, MerchantProvider, Photo } from './provider.server.ts'

const KEYS = { appKey: 'zyt', secret: 'a-secret-of-some-length' }
const ctx = null as unknown as Context
let codes = 0
const application = (more: Partial<Application> = {}): Application => ({
  businessCode: `MC20261123${String(++codes).padStart(4, '0')}`,
  attempt: 1,
  provider: 'wechat',
  subject: { kind: 'enterprise', name: '沪东运营有限公司', creditCode: '91310000MA1FL0AB1C' },
  legal: { name: '张三', idNo: '310101199001011234', idDueOn: '2030-01-01', mobile: '13900139000' },
  account: { kind: 'public', name: '沪东运营有限公司', bank: '招商银行', no: '121900000000001' },
  shop: { name: '沪东', address: null, phone: '02150000000' },
  ...more,
})
const photo = (field: Photo['field'], content: string): Photo => ({
  field,
  name: `${content}.png`,
  mime: 'image/png',
  bytes: async () => Buffer.from(content),
})
const photos = [photo('licence', 'licence'), photo('legalImages', 'front'), photo('legalImages', 'back'), photo('shopImages', 'door')]
const delivery = (attempt = 1) => ({ id: 'd', attempt, at: new Date() })

interface MerchantWorld extends World<MerchantProvider> {
  /** Waits a moment only: for whoever never answers. On a busy machine the others may take their time. */
  impatient: MerchantProvider
  double: MerchantDouble | null
}
async function gatewayWorld(): Promise<MerchantWorld & { double: MerchantDouble; url: string }> {
  const double = new MerchantDouble(KEYS)
  const url = await double.start()
  return {
    implementation: merchantGateway({ url, ...KEYS }),
    impatient: merchantGateway({ url, ...KEYS, timeoutMs: 300 }),
    double,
    url,
    stop: () => double.stop(),
  }
}
const manual = async (): Promise<MerchantWorld> => ({ implementation: byHand, impatient: byHand, double: null, stop: () => {} })

describePort(merchantPort, { manual, gateway: gatewayWorld }, (currentWorld) => {
  it('takes an application and answers with a word that is understood', async () => {
    const said = await currentWorld().implementation.submit(ctx, application(), photos, delivery())
    expect(heard('checking', said.state).kind).not.toBe('unknown')
  })
  it('takes one application of an attempt, however often it is sent, and at once', async () => {
    const of = application()
    const said = [1, 2, 3].map((attempt) => currentWorld().implementation.submit(ctx, of, photos, delivery(attempt)))
    expect(new Set((await Promise.all(said)).map((s) => s.state)).size).toBe(1)
    expect(currentWorld().double?.known.get(of.businessCode)!.submitted.length ?? 1).toBe(1)
  })
  it('knows nothing of a code nobody sent', async () =>
    expect(await currentWorld().implementation.query(ctx, 'MC00000000000', delivery())).toBeNull())
  it('believes no notice that is not signed', () => {
    const data = JSON.stringify({ businessCode: application().businessCode, attempt: 1, progress: { state: 'FINISHED' } })
    expect(currentWorld().implementation.notice(() => null, data, new Date())).toBeNull()
  })
  it.each<Fault>(['500', '429', 'drop', 'silence', 'garbage', 'afterwards'])(
    'after %s asks again under the same code: one application',
    async (fault) => {
      const { double, implementation, impatient } = currentWorld()
      const of = application()
      if (double) {
        double.faults = [fault]
        const first = fault === 'silence' ? impatient : implementation
        await expect(first.submit(ctx, of, photos, delivery())).rejects.toMatchObject({ kind: 'busy' })
      }
      expect((await implementation.submit(ctx, of, photos, delivery(2))).state).toBe('CHECKING')
      if (double) expect([...double.known.values()].map((k) => k.submitted.length)).toEqual([1])
    },
  )
})

describe('the gateway', () => {
  let w: Awaited<ReturnType<typeof gatewayWorld>>
  beforeEach(async () => {
    w = await gatewayWorld()
  })
  afterEach(() => w.stop())
  const submit = (of: Application, with_ = photos) => w.implementation.submit(ctx, of, with_, delivery())

  it('every picture arrives whole under its item, and the application names it', async () => {
    const of = application()
    await submit(of)
    const { media, ...rest } = w.double.known.get(of.businessCode)!.submitted[0]!
    expect(rest).toEqual(of)
    expect(Object.entries(media).map(([field, ids]) => [field, ids.length])).toEqual([
      ['licence', 1],
      ['legalImages', 2],
      ['shopImages', 1],
    ])
    expect([...w.double.media.values()].filter((m) => m.field === 'legalImages')).toHaveLength(2)
  })
  it('rejected, mended and sent again is the same code at the provider; a second attempt before that is not taken', async () => {
    const of = application()
    await submit(of)
    await expect(submit({ ...of, attempt: 2 })).rejects.toMatchObject({ kind: 'busy', message: expect.stringContaining('DUPLICATE') })
    w.double.say(of.businessCode, 'REJECTED', { reasons: [{ field: 'licence', reason: '照片不清晰' }] })
    expect(await w.implementation.query(ctx, of.businessCode, delivery())).toMatchObject({ attempt: 1, progress: { state: 'REJECTED' } })
    expect(await submit({ ...of, attempt: 2 })).toMatchObject({ state: 'CHECKING' })
    expect(w.double.known.size).toBe(1)
    expect(w.double.known.get(of.businessCode)!.submitted.map((s) => s.attempt)).toEqual([1, 2])
  })
  it('what it does not take is a rejection with its reason, what it cannot take now is tried again', async () => {
    w.double.codes = ['BANK_UNKNOWN']
    expect(await submit(application())).toMatchObject({
      state: 'REJECTED',
      reasons: [{ field: 'other', reason: expect.stringContaining('BANK_UNKNOWN') }],
    })
    for (const code of ['LIMIT', 'BUSY', 'SYSTEM_ERROR']) {
      w.double.codes = [code]
      await expect(submit(application())).rejects.toMatchObject({ kind: 'busy' })
    }
    expect(w.double.known.size).toBe(0)
  })
  it('a wrong key is said in a sentence and not tried again', async () => {
    const other = merchantGateway({ url: w.url, ...KEYS, secret: 'another-secret-altogether' })
    await expect(other.submit(ctx, application(), photos, delivery())).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('拒绝了本系统的签名'),
    })
    expect(w.double.media.size + w.double.known.size).toBe(0)
  })
  it('notices: the real one is read; forged, changed, old, early or of another sender they are not', async () => {
    const of = application()
    await submit(of)
    const real = w.double.say(of.businessCode, 'FINISHED')
    const read = (n: SignedNotice, now = new Date()) => w.implementation.notice((name) => n.headers[name] ?? null, n.body, now)
    expect(read(real)).toMatchObject({ businessCode: of.businessCode, attempt: 1, progress: { state: 'FINISHED', seq: 2 } })
    expect(read(w.double.sign(JSON.parse(real.body) as object, new Date(), 'another-secret-altogether'))).toBeNull()
    expect(read({ ...real, body: real.body.replace('"attempt":1', '"attempt":2') })).toBeNull()
    expect(read({ ...real, body: `${real.body} ` })).toBeNull()
    for (const away of [-301_000, 301_000]) expect(read(real, new Date(Date.now() + away))).toBeNull()
    for (const name of ['x-app-key', 'x-signature', 'x-timestamp', 'x-nonce'])
      expect(read({ ...real, headers: { ...real.headers, [name]: name === 'x-timestamp' ? String(Date.now() + 1) : 'other' } })).toBeNull()
    expect(read(w.double.sign({ businessCode: of.businessCode, attempt: 1, progress: { state: '' } }))).toBeNull()
  })
})

describe('its address', () => {
  const shape = merchantPort.adaptors.gateway.variables.shape.MERCHANT_URL!
  it.each(['https://pay.example.com/zyt', 'http://127.0.0.1:9000', 'http://localhost/x'])('%s will do', (url) =>
    expect(shape.safeParse(url).success).toBe(true),
  )
  it.each(['http://pay.example.com', 'http://127.0.0.1.example.com', 'ftp://localhost', 'pay'])('%s would send papers in the open', (url) =>
    expect(shape.safeParse(url).success).toBe(false),
  )
})
