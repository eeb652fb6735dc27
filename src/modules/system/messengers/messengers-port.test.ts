/** The conformance of port `messengers`: each provider by a double of its own protocol, what goes wrong with it, and what is never called. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '#kit/basics/errors.ts'
import { describePort, type World } from '#tests/port.ts'
import { DingtalkDouble } from './double/dingtalk.double.ts'
import { FeishuDouble } from './double/feishu.double.ts'
import type { Member, OfficeDouble } from './double/office.double.ts'
import { WecomDouble } from './double/wecom.double.ts'
import type { Provider } from './messenger.rules.ts'
import { messengers, messengersPort, type Messengers } from './messengers-port.server.ts'
import type { MessengerApp } from './providers/provider.server.ts'

const said = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => `${(error as AppError).kind}: ${(error as Error).message}`,
  )
const card = { title: '请审批 HT1', text: '张三提交', at: '2026-11-28 09:00:00', url: 'https://console.example/approval/case?id=1' }
let next = 0
const delivery = () => ({ id: `zyt-1-${++next}`, attempt: 1, at: new Date() })
const appAt = (provider: Provider, apiAddress: string | null): MessengerApp => ({
  provider,
  appId: 'app1',
  agentId: '1000002',
  secret: 's',
  apiAddress,
  loginAddress: null,
})
const to = (account: string | null, mobile = '13912345678') => ({ account, mobile })

const publicWorld = async (): Promise<World<Messengers>> => ({ implementation: messengers([]), stop: () => {} })
const insideWorld = async (): Promise<World<Messengers>> => ({ implementation: messengers(['127.0.0.1']), stop: () => {} })
describePort(messengersPort, { public: publicWorld, inside: insideWorld }, (world) => {
  it.each([
    'http://example.com',
    'https://10.0.0.1',
    'https://[::1]',
    'https://wecom.internal',
    'https://localhost',
    'https://u:p@example.com',
  ])('never calls %s', async (address) => {
    for (const provider of ['wecom', 'dingtalk', 'feishu'] as const)
      expect(await said(world().implementation.send(appAt(provider, address), to('a'), card, delivery()))).toMatch(/^refused: .+的接口地址/)
  })
})

interface Case {
  provider: Provider
  make: () => OfficeDouble
  member: Member
  tokenPath: string
  sendPath: string
  /** What it says of a wrong secret, of too many calls. */
  secret: RegExp
  busy: RegExp
}
const CASES: Case[] = [
  {
    provider: 'wecom',
    make: () => new WecomDouble('app1', '1000002', 's'),
    member: { account: 'ZhangSan', mobile: '13912345678' },
    tokenPath: '/cgi-bin/gettoken',
    sendPath: '/cgi-bin/message/send',
    secret: /^refused: 企业微信不认企业 ID 或应用密钥（返回 40001）/,
    busy: /^busy: 企业微信限制了调用次数或正忙（返回 45009）/,
  },
  {
    provider: 'dingtalk',
    make: () => new DingtalkDouble('app1', '1000002', 's'),
    member: { account: 'manager01', mobile: '13912345678', unionId: 'union-1' },
    tokenPath: '/v1.0/oauth2/accessToken',
    sendPath: '/topapi/message/corpconversation/asyncsend_v2',
    secret: /^refused: 钉钉不认 Client ID 或密钥（返回 invalidClientIdOrSecret）/,
    busy: /^busy: 钉钉限制了调用次数或正忙（返回 90018）/,
  },
  {
    provider: 'feishu',
    make: () => new FeishuDouble('app1', '1000002', 's'),
    member: { account: 'ou_1', mobile: '13912345678' },
    tokenPath: '/open-apis/auth/v3/tenant_access_token/internal',
    sendPath: '/open-apis/im/v1/messages',
    secret: /^refused: 飞书不认 App ID 或密钥（返回 10014）/,
    busy: /^busy: 飞书限制了调用次数（返回 429）/,
  },
]

describe.each(CASES)('$provider', ({ provider, make, member, tokenPath, sendPath, secret, busy }) => {
  let double: OfficeDouble
  let port: Messengers
  let app: MessengerApp
  beforeEach(async () => {
    double = make()
    double.members.push(member)
    app = appAt(provider, await double.start())
    port = messengers(['127.0.0.1'], 5000)
  })
  afterEach(() => double.stop())
  const count = (path: string): number => double.calls.filter((called) => called === path).length

  it('brings a card to somebody by his telephone, and says under which account', async () => {
    const { account, receipt } = await port.send(app, to(null), card, delivery())
    expect([account, receipt === null]).toEqual([member.account, false])
    const [one] = double.arrived
    expect(one).toMatchObject({ account: member.account, title: card.title, url: card.url })
    expect(one!.text).toContain('张三提交')
  })
  it('brings it without a link where no address of the console is known', async () => {
    await port.send(app, to(member.account), { ...card, url: null }, delivery())
    expect(double.arrived[0]).toMatchObject({ title: card.title, url: null })
  })
  it('asks for a token once while it lives, also of many calls at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => port.send(app, to(member.account), { ...card, at: String(n) }, delivery())))
    expect([count(tokenPath), double.arrived.length]).toEqual([1, 20])
  })
  it('asks anew when its life is over', async () => {
    double.seconds = 0
    await port.send(app, to(member.account), card, delivery())
    await port.send(app, to(member.account), card, delivery())
    expect(count(tokenPath)).toBe(2)
  })
  it('renews one that has ended early, and the message arrives', async () => {
    await port.send(app, to(member.account), card, delivery())
    double.endTokens()
    await port.send(app, to(member.account), { ...card, at: '2026-11-28 10:00:00' }, delivery())
    expect([count(tokenPath), double.arrived.length]).toEqual([2, 2])
  })
  it('brings the same delivery once, though the first answer was lost', async () => {
    await port.send(app, to(member.account), card, delivery())
    const [same, other] = [delivery(), { ...card, at: '2026-11-28 10:00:00' }]
    double.faults = ['afterwards']
    expect(await said(port.send(app, to(member.account), other, same))).toMatch(/^busy: 无法连接/)
    await port.send(app, to(member.account), other, { ...same, attempt: 2 })
    expect([double.arrived.length, count(sendPath)]).toEqual([2, 3])
  })
  it('says who is wrong: the secret, the person, too many calls', async () => {
    expect(await said(port.send({ ...app, secret: 'other' }, to(member.account), card, delivery()))).toMatch(secret)
    expect(await said(port.send(app, to(null, '13700000000'), card, delivery()))).toMatch(/^refused: .+里没有这个/)
    expect(await said(port.send(app, to('nobody'), card, delivery()))).toMatch(/^refused: .+里没有这个成员/)
    double.limited = 1
    expect(await said(port.send(app, to(member.account), card, delivery()))).toMatch(busy)
    expect(await said(port.send(app, to(member.account), card, delivery()))).toBe('done')
  })
  it.each([
    ['500', /^busy: .+暂时不可用（返回 500）/],
    ['drop', /^busy: 无法连接/],
    ['garbage', /^busy: .+的应答无法识别/],
    ['redirect', /^refused: .+不跟随转向/],
  ] as const)('tells apart what broke: %s', async (fault, sentence) => {
    await port.send(app, to(member.account), card, delivery())
    double.faults = [fault]
    expect(await said(port.send(app, to(member.account), { ...card, at: 'later' }, delivery()))).toMatch(sentence)
  })

  const back = 'https://console.example/login'
  it('says who came back with a code, with his telephone, and takes the code once', async () => {
    const code = double.codeOf(member)
    expect(await port.whoIs(app, { code, back })).toMatchObject({ mobile: member.mobile })
    expect(await said(port.whoIs(app, { code, back }))).toBe('refused: 扫码或授权已过期，或已经用过，请重新点一次登录')
    const { accounts } = await port.whoIs(app, { code: double.codeOf(member), back })
    expect(accounts[0]).toBe(member.account)
  })
  it('sends the browser to the provider’s own page, with the state and where it comes back to', () => {
    const hosts = {
      wecom: ['login.work.weixin.qq.com', 'open.weixin.qq.com'],
      dingtalk: ['login.dingtalk.com', 'login.dingtalk.com'],
      feishu: ['accounts.feishu.cn', 'accounts.feishu.cn'],
    }[provider]
    for (const [at, inApp] of [false, true].entries()) {
      const page = new URL(port.signInPage(app, { state: 'abc1', back, inApp }))
      expect([page.protocol, page.hostname]).toEqual(['https:', hosts[at]])
      expect([page.searchParams.get('state'), page.searchParams.get('redirect_uri')]).toEqual(['abc1', back])
    }
  })
})

describe('whoever is no member', () => {
  it.each([
    ['wecom', () => new WecomDouble('app1', '1000002', 's')],
    ['dingtalk', () => new DingtalkDouble('app1', '1000002', 's')],
  ] as const)('of %s does not get in by a code that is good', async (provider, make) => {
    const double = make()
    const app = appAt(provider, await double.start())
    const code = double.codeOf({ account: 'stranger', mobile: '13700000000', unionId: 'union-9' })
    expect(await said(messengers(['127.0.0.1']).whoIs(app, { code, back: 'https://console.example/login' }))).toMatch(
      /^refused: 您不是本公司/,
    )
    await double.stop()
  })
})

it('names the address that 企业微信 does not know, for whoever has to write it down there', async () => {
  const double = new WecomDouble('app1', '1000002', 's')
  const app = appAt('wecom', await double.start())
  double.members.push({ account: 'a', mobile: '13912345678' })
  double.foreign = true
  expect(await said(messengers(['127.0.0.1']).send(app, to('a'), card, delivery()))).toBe(
    'refused: 本系统的出口地址 203.0.113.7 不在企业微信应用的「企业可信 IP」中（返回 60020），请管理员添加',
  )
  await double.stop()
})
