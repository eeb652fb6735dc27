import type { Context } from '#kit/access/context.server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describePort, type World } from '#tests/port.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { SmsDouble, WebhookDouble, type Arrived, type Fault } from './carriers.double.ts'
import type { MessageCarrier, OutsideMessage } from './carrier.server.ts'
import { messagesPort } from './messages-port.server.ts'
import { smsCarrier } from './sms.server.ts'
import { webhookCarrier } from './webhook.server.ts'
import { inAppCarrier } from './in-app.server.ts'

let b: Bench
let clerk: number
beforeAll(async () => {
  b = await bench()
  clerk = (await b.person('clerk', { roles: [await b.role('客服', ['homePage'])] })).id
})
afterAll(() => b?.rig.close())
const ctx = (): Context => b.rig.admin.ctx
/** What lies in the clerk's 我的消息, read as a person would: whom to call, and what to say. The number is masked: he knows it by his own rights, or not at all. */
const passedOn = (): Promise<Arrived[]> =>
  ctx().db.read(ctx().user.operatorId, async (db) => {
    const rows = await db.selectFrom('inboxMessage').select('content').where('receiver', '=', clerk).orderBy('id').execute()
    return rows.map(({ content }) => ({ mobile: /^电话 ([\d*]+)/.exec(content!)![1]!, text: content! }))
  })
const forget = () => ctx().db.write(ctx().user.operatorId, (tx) => tx.deleteFrom('inboxMessage').where('receiver', '=', clerk).execute())

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const KEYS = { accessKey: 'KEY', secretKey: 'very-secret' }
/** Only who is told nothing at all waits this long; everybody else may take the time a busy machine takes. */
const IMPATIENT = { timeoutMs: 300 }
interface MessageWorld extends World<MessageCarrier> {
  impatient: MessageCarrier
  arrived(): Promise<Arrived[]>
  /** What is read of the number it is for. */
  number: string
  /** Somebody this carrier will never reach. */
  nobody: Partial<OutsideMessage>
  faults: { next: Fault[] } | null
}
const outside = (double: WebhookDouble | SmsDouble, carrier: (more: { timeoutMs?: number }) => MessageCarrier): MessageWorld => ({
  implementation: carrier({}),
  impatient: carrier(IMPATIENT),
  arrived: async () => double.arrived,
  number: '13912345678',
  nobody: { to: { name: '李四', mobile: '13800000000' } },
  faults: {
    set next(faults: Fault[]) {
      double.faults = faults
    },
    get next() {
      return double.faults
    },
  },
  stop: () => double.stop(),
})
const message = (text: string): OutsideMessage => ({
  to: { name: '张三', mobile: '13912345678' },
  title: '签署提醒',
  text,
  standIns: [clerk],
})
let next = 0
const delivery = (attempt = 1) => ({ id: `zyt-test-${++next}`, attempt, at: new Date() })

async function webhookWorld(): Promise<MessageWorld> {
  const double = new WebhookDouble(SECRET)
  const url = await double.start('/hook')
  return outside(double, (more) => webhookCarrier({ url, secret: SECRET, ...more }))
}
async function smsWorld(): Promise<MessageWorld> {
  const double = new SmsDouble(KEYS.accessKey, KEYS.secretKey)
  const url = await double.start('/v1/send?region=cn')
  return outside(double, (more) => smsCarrier({ url, ...KEYS, signName: '云桥租车', ...more }))
}
const inAppWorld = async (): Promise<MessageWorld> => ({
  implementation: inAppCarrier,
  impatient: inAppCarrier,
  arrived: passedOn,
  number: '139****5678',
  nobody: { standIns: [] },
  faults: null,
  stop: forget,
})

describePort(messagesPort, { inApp: inAppWorld, sms: smsWorld, webhook: webhookWorld }, (currentWorld) => {
  const send = (more: Partial<OutsideMessage> = {}, of = delivery(), carrier = currentWorld().implementation) =>
    carrier.send(ctx(), { ...message('请在今天 18:00 前签署'), ...more }, of)

  it('brings the words to the number they are for', async () => {
    await send()
    const [one, ...others] = await currentWorld().arrived()
    expect(one!.mobile).toBe(currentWorld().number)
    expect(one!.text).toContain('请在今天 18:00 前签署')
    expect(others).toEqual([])
  })
  it('brings it once, however often the same delivery is tried', async () => {
    const same = delivery()
    for (const attempt of [1, 2, 3]) await send({}, { ...same, attempt, at: new Date() })
    await send({ text: '第二条' })
    expect(await currentWorld().arrived()).toHaveLength(2)
  })
  it('says in a sentence, and for good, that somebody cannot be reached', async () => {
    const failure = await send(currentWorld().nobody).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(/[\u4e00-\u9fff]{6}/) })
    expect(await currentWorld().arrived()).toEqual([])
  })
  it.each<Fault>(['500', '429', 'drop', 'silence', 'afterwards'])(
    'after %s asks to be tried again, and then arrives once',
    async (fault) => {
      const { faults, impatient, implementation } = currentWorld()
      // What is shipped asks nobody outside: there the transaction of its own database is what may fail, and the outbox is tested with that.
      if (faults) {
        faults.next = [fault]
        const same = delivery()
        const first = send({}, same, fault === 'silence' ? impatient : implementation)
        await expect(first).rejects.toMatchObject({ kind: 'busy' })
        await send({}, { ...same, attempt: 2 })
      } else await send()
      expect(await currentWorld().arrived()).toHaveLength(1)
    },
  )
  it('does not follow a redirect with its signature', async () => {
    const { faults } = currentWorld()
    if (faults) {
      faults.next = ['redirect']
      await expect(send()).rejects.toMatchObject({ kind: 'refused' })
    }
    expect(await currentWorld().arrived()).toEqual([])
  })
})

describe('the box of a colleague', () => {
  it('holds no whole number and no token of a link, in whatever words they come', async () => {
    const text = '请打开 https://console.example/statement#t=1.abcDEF_-9（7 天内有效），或致电 13800001111。编号 20261128000012345678'
    await inAppCarrier.send(ctx(), { ...message(text), title: '对账 13800001111' }, delivery())
    const [row] = await ctx().db.read(ctx().user.operatorId, (db) =>
      db.selectFrom('inboxMessage').select(['title', 'content']).where('receiver', '=', clerk).execute(),
    )
    expect([row!.title, row!.content]).toEqual([
      '请转告张三：对账 138****1111',
      '电话 139****5678\n请打开 https://console.example/statement（7 天内有效），或致电 138****1111。编号 20261128000012345678',
    ])
    await forget()
  })
})

describe('the adaptors', () => {
  it('tell a wrong key as one, without telling the key or the address', async () => {
    const [hook, sms] = [new WebhookDouble(SECRET), new SmsDouble(KEYS.accessKey, KEYS.secretKey)]
    const carriers = [
      webhookCarrier({ url: await hook.start('/hook'), secret: `${SECRET.slice(0, -4)}AAAA` }),
      smsCarrier({ url: await sms.start('/send'), accessKey: 'KEY', secretKey: 'another-secret', signName: '云桥' }),
    ]
    for (const carrier of carriers) {
      const failure = (await carrier.send(ctx(), message('x'), delivery()).catch((error: unknown) => error)) as Error
      expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('请管理员检查密钥配置') })
      expect(failure.message).not.toMatch(/127\.0\.0\.1|secret|whsec/)
    }
    expect([...hook.arrived, ...sms.arrived]).toEqual([])
    await Promise.all([hook.stop(), sms.stop()])
  })
  it.each([
    ['LIMIT', 'busy'],
    ['SYSTEM_ERROR', 'busy'],
    ['TEMPLATE_ILLEGAL', 'refused'],
  ])('the gateway saying %s means %s', async (code, kind) => {
    const double = new SmsDouble(KEYS.accessKey, KEYS.secretKey)
    const carrier = smsCarrier({ url: await double.start('/send'), ...KEYS, signName: '云桥' })
    double.codes = [code]
    await expect(carrier.send(ctx(), message('x'), delivery())).rejects.toMatchObject({ kind, message: expect.stringContaining(code) })
    double.faults = ['garbage']
    await expect(carrier.send(ctx(), message('x'), delivery())).rejects.toMatchObject({ kind: 'busy' })
    expect((await carrier.send(ctx(), message('x'), delivery())).receipt).toMatch(/^R/)
    await double.stop()
  })
})
