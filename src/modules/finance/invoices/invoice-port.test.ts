/** The conformance of port `invoice`, and the signed notices of the gateway attacked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { describePort, type World } from '#tests/port.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { invoiceGateway } from './gateway.server.ts'
import { InvoiceDouble, type Fault, type SignedNotice } from './invoice.double.ts'
import { byHand, invoicePort } from './invoice-port.server.ts'
import type { InvoiceDocument, InvoiceProvider } from './provider.server.ts'

const KEYS = { appKey: 'zyt', secret: 'a-secret-of-some-length' }
interface InvoiceWorld extends World<InvoiceProvider> {
  /** Waits a moment only: for whoever never answers. On a busy machine the others may take their time. */
  impatient: InvoiceProvider
  double: InvoiceDouble | null
}
async function gatewayWorld(): Promise<InvoiceWorld & { double: InvoiceDouble; url: string }> {
  const double = new InvoiceDouble(KEYS.appKey, KEYS.secret)
  const url = await double.start()
  return {
    implementation: invoiceGateway({ url, ...KEYS }),
    impatient: invoiceGateway({ url, ...KEYS, timeoutMs: 300 }),
    double,
    url,
    stop: () => double.stop(),
  }
}
let keys = 0
const document = (more: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  key: `1-${++keys}-1`,
  kind: 'general',
  buyer: { title: '迅捷物流', taxNo: null, address: null, phone: null, bank: null, bankAccount: null },
  gross: 380_000,
  net: 336_283,
  tax: 43_717,
  lines: [{ name: '经营租赁', taxCode: null, rateBp: 1300, gross: 380_000, net: 336_283, tax: 43_717 }],
  special: null,
  red: null,
  ...more,
})
const delivery = (attempt = 1) => ({ id: 'd', attempt, at: new Date() })
const ctx = null as unknown as Context

const manualWorld = async (): Promise<InvoiceWorld> => ({ implementation: byHand, impatient: byHand, double: null, stop: () => {} })
describePort(invoicePort, { manual: manualWorld, gateway: gatewayWorld }, (currentWorld) => {
  it('takes freight with what was carried, and hears it when that is missing', async () => {
    const lines = [{ name: '国内货物运输服务', taxCode: '3010102000000000000', rateBp: 900, gross: 109_000, net: 100_000, tax: 9_000 }]
    const amounts = { gross: 109_000, net: 100_000, tax: 9_000, lines }
    const way = { from: '上海 仓', to: '苏州 店', tool: '公路运输', plate: '沪A12345', goods: '面粉' }
    const { implementation, double } = currentWorld()
    const whole = await implementation.issue(ctx, document({ ...amounts, special: { code: '04', lines: [way] } }), delivery())
    expect(['waiting', 'issued']).toContain(whole.state)
    if (!double) return
    expect([...double.made.values()].at(-1)!.document.special).toEqual({ code: '04', lines: [way] })
    for (const special of [null, { code: '04' as const, lines: [{ ...way, plate: null }] }])
      expect(await implementation.issue(ctx, document({ ...amounts, special }), delivery())).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('特定要素不全'),
      })
  })
  it('takes a request and says what became of it', async () => {
    const outcome = await currentWorld().implementation.issue(ctx, document(), delivery())
    expect(['waiting', 'issued']).toContain(outcome.state)
    if (outcome.state === 'issued') expect(outcome.number).toMatch(/^\d{20}$/)
    else expect(outcome.number).toBeNull()
  })
  it('makes one invoice of one key, however often it is asked', async () => {
    const asked = document()
    const answers = [1, 2, 3].map(async (attempt) => currentWorld().implementation.issue(ctx, asked, delivery(attempt)))
    const numbers = new Set((await Promise.all(answers)).map((o) => o.number))
    expect(numbers.size).toBe(1)
    expect(currentWorld().double?.made.size ?? 1).toBe(1)
  })
  it('believes no notice that is not signed', () => {
    const data = JSON.stringify({ key: '1-1-1', outcome: { state: 'issued', number: '2'.repeat(20) } })
    expect(currentWorld().implementation.notice(() => null, data, new Date())).toBeNull()
  })
  it.each<Fault>(['500', '429', 'drop', 'silence', 'garbage', 'afterwards'])(
    'after %s asks again, and one invoice is made',
    async (fault) => {
      const { double, implementation, impatient } = currentWorld()
      const asked = document()
      if (double) {
        double.faults = [fault]
        const first = fault === 'silence' ? impatient : implementation
        await expect(first.issue(ctx, asked, delivery())).rejects.toMatchObject({ kind: 'busy' })
        expect((await implementation.issue(ctx, asked, delivery(2))).state).toBe('issued')
        expect(double.made.size).toBe(1)
      } else expect((await implementation.issue(ctx, asked, delivery())).state).toBe('waiting')
    },
  )
})

describe('the gateway', () => {
  let w: Awaited<ReturnType<typeof gatewayWorld>>
  beforeAll(async () => {
    w = await gatewayWorld()
  })
  afterAll(() => w.stop())
  it('a quota that is used up, a name that does not fit, a login that is wanted: read as reasons, not tried again', async () => {
    for (const code of ['QUOTA', 'NAME_MISMATCH', 'FACE_LOGIN']) {
      w.double.codes = [code]
      expect(await w.implementation.issue(ctx, document(), delivery())).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining(code),
      })
    }
  })
  it('a wrong key is said in a sentence', async () => {
    const other = invoiceGateway({ url: w.url, ...KEYS, secret: 'another-secret-altogether' })
    await expect(other.issue(ctx, document(), delivery())).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('拒绝了本系统的签名'),
    })
  })
  const read = (n: SignedNotice, now = new Date()) => w.implementation.notice((name) => n.headers[name] ?? null, n.data, now)
  it('notices: the real one is read; forged, changed, old or of another sender they are not', async () => {
    w.double.later = true
    const asked = document()
    expect((await w.implementation.issue(ctx, asked, delivery())).state).toBe('waiting')
    const real = w.double.noticeOf(asked.key)
    expect(read(real)).toMatchObject({ key: asked.key, outcome: { state: 'issued' } })
    expect(read(w.double.noticeOf(asked.key, new Date(), 'another-secret-altogether'))).toBeNull()
    expect(read({ ...real, data: real.data.replace('2699', '2698') })).toBeNull()
    expect(read(w.double.noticeOf(asked.key, new Date(Date.now() - 600_000)))).toBeNull()
    expect(read({ ...real, headers: { ...real.headers, 'x-app-key': 'other' } })).toBeNull()
    expect(read({ ...real, headers: { ...real.headers, 'x-signature': '' } })).toBeNull()
    expect(read(w.double.sign({ key: asked.key, outcome: { state: 'paid' } as never }))).toBeNull()
  })
})

describe('the door for notices', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig()
  })
  afterAll(() => rig?.close())
  it('is shut for whatever is not signed', async () => {
    const data = JSON.stringify({ key: '1-1-1', outcome: {} })
    const answer = await rig.send({ method: 'POST', path: '/api/public/invoice/notice' }, { data }, null, {})
    expect(answer.status).toBe(403)
  })
})
