/** Signing in by 企业微信, 钉钉 and 飞书: there and back, whose account it is, and everything that is no way in (decision 0129). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SoftAuthenticator } from '#kit/access/proofs/authenticator.double.ts'
import { totpCode, totpStep } from '#kit/access/totp.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Person } from '#tests/house/rig.ts'
import { DingtalkDouble } from '#modules/system/messengers/double/dingtalk.double.ts'
import { FeishuDouble } from '#modules/system/messengers/double/feishu.double.ts'
import type { Member, OfficeDouble } from '#modules/system/messengers/double/office.double.ts'
import { WecomDouble } from '#modules/system/messengers/double/wecom.double.ts'
import type { Provider } from '#modules/system/messengers/messenger.rules.ts'
import { bench, fromBase32, type Bench } from '#tests/house/people.ts'
import { claim, change, comeBack, connect, goTo, newVerifier, personOf, reachDoubles, returned, second } from './office.ts'

type Someone = Awaited<ReturnType<Bench['person']>>
const OVER = '这次登录已过期或已经用过，请重新点一次登录'
const MEMBERS: Record<Provider, Member> = {
  wecom: { account: 'ZhangSan', mobile: '13912340001' },
  dingtalk: { account: 'manager01', mobile: '13912340001', unionId: 'union-1' },
  feishu: { account: 'ou_zhang', mobile: '13912340001' },
}

let world: Bench
let doubles: Record<Provider, OfficeDouble>
let zhang: Someone
beforeAll(async () => {
  world = await bench()
  reachDoubles(world.rig)
  zhang = await world.person('zhang', { name: '张三', mobile: '13912340001', roles: [] })
  doubles = {
    wecom: new WecomDouble('ww1', '1000002', 'wecom-secret'),
    dingtalk: new DingtalkDouble('ding1', '123', 'ding-secret'),
    feishu: new FeishuDouble('cli_1', '', 'feishu-secret'),
  }
})
afterAll(async () => {
  for (const double of Object.values(doubles ?? {})) await double.stop()
  expect(world?.rig.faults ?? []).toEqual([])
  await world?.rig.close()
})

const offered = async () =>
  (await world.rig.send({ method: 'GET', path: '/api/v1/site/signIn/ways' }, {}, null)).data as { code: string; label: string }[]
/** Agrees at the provider and comes back. */
async function there(provider: Provider, member = MEMBERS[provider]) {
  const { state, verifier } = await goTo(world, provider)
  return { verifier, ...returned(await comeBack(world, { state, verifier, code: doubles[provider].codeOf(member) })) }
}
const signIn = async (username: string, password: string): Promise<Person> => {
  const { access_token: token } = JSON.parse((await world.login(username, password)).text) as { access_token: string }
  return { ctx: world.rig.admin.ctx, authorization: `bearer ${token}` }
}

async function disable(username: string): Promise<void> {
  const { list } = (await world.get('user/list', { username })).data as { list: { id: number; version: number }[] }
  const { id, version } = list[0]!
  await world.must('user/disable', { id, version })
}

test('the login page offers what the company has set, and nothing before', async () => {
  expect(await offered()).toEqual([])
  for (const provider of Object.keys(doubles) as Provider[]) {
    doubles[provider].members.push(MEMBERS[provider])
    await connect(world, provider, doubles[provider])
  }
  expect((await offered()).map((one) => one.label)).toEqual(['钉钉', '飞书', '企业微信'])
  await change(world, 'feishu', { signsIn: false })
  expect((await offered()).map((one) => one.code)).toEqual(['dingtalk', 'wecom'])
  expect(
    (
      await world.rig.send(
        { method: 'POST', path: '/api/v1/site/signIn/begin' },
        { way: 'messenger', code: 'feishu', verifier: newVerifier(), back: 'http://localhost/login' },
        null,
      )
    ).message,
  ).toContain('没有启用')
  await change(world, 'feishu', { signsIn: true })
})

describe.each(Object.keys(MEMBERS) as Provider[])('%s', (provider) => {
  test('the first time a password is asked for once; after that it opens a session by itself', async () => {
    const first = await there(provider)
    expect([first.step, first.entrance]).toEqual(['bind', null])
    const own = await signIn('zhang', zhang.password)
    expect((await claim(world, own, { ticket: first.ticket!, verifier: first.verifier, password: zhang.password })).code).toBe(200)
    const again = await there(provider)
    expect(again).toMatchObject({ step: 'in', entrance: { username: 'zhang', customerType: 'staff', phone: '139****0001' } })
    const me = await world.get('session/me', {}, personOf(world, again.entrance!))
    expect(me.data).toMatchObject({ username: 'zhang', name: '张三' })
    const { list } = (await world.get('/api/log/logins', { keyword: 'zhang' })).data as {
      list: { resultLabel: string; detail: string | null }[]
    }
    expect(list[0]).toMatchObject({ resultLabel: '登录成功', detail: again.label })
  })
  test('a state is good once, in the browser that began, and a code once', async () => {
    const double = doubles[provider]
    const { state, verifier } = await goTo(world, provider)
    const code = double.codeOf(MEMBERS[provider])
    // Somebody was sent the link with his state and code: he has not what the browser keeps.
    expect((await comeBack(world, { state, verifier: newVerifier(), code })).message).toBe(OVER)
    expect(returned(await comeBack(world, { state, verifier, code })).step).toBe('in')
    expect((await comeBack(world, { state, verifier, code })).message).toBe(OVER)
    const other = await goTo(world, provider)
    expect((await comeBack(world, { state: other.state, verifier: other.verifier, code })).message).toBe(
      '扫码或授权已过期，或已经用过，请重新点一次登录',
    )
    expect((await comeBack(world, { state: `${'0'.repeat(48)}1`, verifier, code })).message).toBe(OVER)
  })
})

describe('whose account it is', () => {
  test('what was typed for somebody opens nothing; what its owner shows takes its place', async () => {
    const wang = await world.person('wang', { mobile: '13912340003', roles: [] })
    const member = { account: 'WangWu', mobile: '13700000001' }
    doubles.wecom.members.push(member)
    await world.must('messengerAccount/add', { user: wang.id, provider: 'wecom', account: 'WangWu', muted: false })
    const back = await there('wecom', member)
    expect(back.step).toBe('bind')
    const helper = await world.person('helper', { mobile: '13912340004', roles: [] })
    expect((await claim(world, helper, { ticket: back.ticket!, verifier: back.verifier, password: helper.password })).code).toBe(200)
    expect((await there('wecom', member)).entrance?.username).toBe('helper')
  })
  test('an account bound to one person is nobody else’s, whatever he proves', async () => {
    const zhao = await world.person('zhao', { mobile: '13912340005', roles: [] })
    const { state, verifier } = await goTo(world, 'wecom', { bind: true })
    const back = returned(await comeBack(world, { state, verifier, code: doubles.wecom.codeOf(MEMBERS.wecom) }))
    // Begun to bind: known as it is, it opens no session.
    expect([back.step, back.entrance]).toEqual(['bind', null])
    expect((await claim(world, zhao, { ticket: back.ticket!, verifier, password: zhao.password })).message).toContain('已绑定其他用户')
  })
  test('a telephone that the provider has verified is enough only where the company says so, and of one person alone', async () => {
    const member = { account: 'QianLiu', mobile: '13912340006' }
    doubles.wecom.members.push(member)
    await world.person('qian', { mobile: member.mobile, roles: [] })
    expect((await there('wecom', member)).step).toBe('bind')
    await change(world, 'wecom', { matchesMobile: true })
    await world.person('twin', { mobile: member.mobile, roles: [] })
    expect((await there('wecom', member)).step).toBe('bind')
    await disable('twin')
    expect((await there('wecom', member)).entrance?.username).toBe('qian')
    await change(world, 'wecom', { matchesMobile: false })
    // What was bound by it is believed no longer than it is wanted.
    expect((await there('wecom', member)).step).toBe('bind')
  })
  test('who unbinds does not come in by it any more', async () => {
    const own = await signIn('zhang', zhang.password)
    await world.must('officeAccount/unbind', { provider: 'feishu' }, own)
    expect((await there('feishu')).step).toBe('bind')
    const mine = (await world.get('officeAccount/mine', {}, own)).data as { provider: string; bound: boolean; account: string | null }[]
    expect(mine.map((one) => [one.provider, one.bound, one.account])).toEqual([
      ['dingtalk', true, 'm*'],
      ['feishu', false, null],
      ['wecom', true, 'Z*'],
    ])
  })
})

describe('everything but the password is asked as ever', () => {
  test('the second factor, and a wrong code is no reason to begin anew', async () => {
    const own = await signIn('zhang', zhang.password)
    const { data } = await world.rig.send({ method: 'POST', path: '/api/v1/session/totp/enrol' }, { password: zhang.password }, own)
    const secret = fromBase32((data as { secret: string }).secret)
    const enabled = await world.rig.send(
      { method: 'POST', path: '/api/v1/session/totp/enable' },
      { code: totpCode(secret, totpStep(systemClock.now())) },
      own,
    )
    const { recoveryCodes } = enabled.data as { recoveryCodes: string[] }
    const back = await there('wecom')
    expect(back).toMatchObject({ step: 'second', second: { totp: true, passkey: null }, entrance: null, message: null })
    const { verifier } = back
    const wrong = returned(await second(world, { ticket: back.ticket!, verifier, totp: '000000' }))
    expect(wrong).toMatchObject({ step: 'second', message: expect.stringContaining('动态验证码错误') })
    expect((await second(world, { ticket: back.ticket!, verifier: newVerifier(), totp: recoveryCodes[0]! })).message).toBe(OVER)
    expect(returned(await second(world, { ticket: back.ticket!, verifier, totp: recoveryCodes[0]! })).step).toBe('in')
    expect((await second(world, { ticket: back.ticket!, verifier, totp: recoveryCodes[1]! })).message).toBe(OVER)
  })
  test('who is disabled stays outside', async () => {
    await disable('helper')
    const { state, verifier } = await goTo(world, 'wecom')
    const answer = await comeBack(world, { state, verifier, code: doubles.wecom.codeOf({ account: 'WangWu', mobile: '13700000001' }) })
    expect(answer.message).toBe('账号已停用，请联系管理员')
  })
  test('a browser is sent nowhere from a page that is not ours', async () => {
    const begin = (back: string) =>
      world.rig.send(
        { method: 'POST', path: '/api/v1/site/signIn/begin' },
        { way: 'messenger', code: 'wecom', verifier: newVerifier(), back },
        null,
      )
    for (const back of ['https://evil.example/login', 'http://localhost/elsewhere', 'http://localhost/login?x=1'])
      expect((await begin(back)).code, back).toBe(422)
    expect((await begin('http://localhost/login')).code).toBe(200)
  })
  test('a desk left open does not give its owner away: the password is typed again', async () => {
    const sun = await world.person('sun', { mobile: '13912340007', roles: [] })
    await world.rig.db.write(world.rig.admin.ctx.user.operatorId, (tx) =>
      tx.updateTable('session').set({ createdAt: '2026-01-01T00:00:00.000Z' }).where('userId', '=', sun.id).execute(),
    )
    const member = { account: 'SunQi', mobile: '13700000003' }
    doubles.wecom.members.push(member)
    const back = await there('wecom', member)
    const input = { ticket: back.ticket!, verifier: back.verifier }
    expect((await claim(world, sun, input)).message).toBe('请输入登录密码')
    expect((await claim(world, sun, { ...input, password: 'wrong' })).message).toBe('登录密码不正确')
    expect((await claim(world, sun, { ...input, password: sun.password })).code).toBe(200)
    expect((await there('wecom', member)).entrance?.username).toBe('sun')
  })
  test('a passkey in place of the code, and one that is not his is asked for anew', async () => {
    const li = await world.person('li', { mobile: '13912340008', roles: [] })
    const member = { account: 'LiBa', mobile: '13700000004' }
    doubles.wecom.members.push(member)
    const unbound = await there('wecom', member)
    expect((await claim(world, li, { ticket: unbound.ticket!, verifier: unbound.verifier, password: li.password })).code).toBe(200)
    const [own, other] = [new SoftAuthenticator(), new SoftAuthenticator()]
    const origin = 'http://localhost'
    const call = (path: string, input: object) => world.rig.send({ method: 'POST', path: `/api/v1/session/passkeys/${path}` }, input, li)
    const options = (await call('challenge', { password: li.password })).data
    expect((await call('add', { name: '办公室电脑', answer: own.create(options, { origin }) })).code).toBe(200)

    const { ticket, verifier, ...asked } = await there('wecom', member)
    expect(asked).toMatchObject({ step: 'second', entrance: null, second: { totp: false, passkey: { challenge: expect.any(String) } } })
    const by = async (passkey: string) => returned(await second(world, { ticket: ticket!, verifier, passkey }))
    const wrong = await by(other.get(asked.second!.passkey, { origin }))
    expect(wrong).toMatchObject({ step: 'second', entrance: null, message: expect.stringContaining('没有登记在这个账号上') })
    expect((await second(world, { ticket: ticket!, verifier })).message).toBe('请输入动态验证码')
    expect(await by(own.get(wrong.second!.passkey, { origin }))).toMatchObject({ step: 'in', entrance: { username: 'li' } })
  })
})
