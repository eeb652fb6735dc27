/** A notice goes the whole way: the box, the outbox, 企业微信, the telephone; and what the company and its people choose (decision 0129). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { sendMessages } from '#modules/system/system.public.ts'
import { WecomDouble } from '#modules/system/messengers/double/wecom.double.ts'
import { DingtalkDouble } from '#modules/system/messengers/double/dingtalk.double.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { change, connect, drain, reachDoubles } from './office.ts'

const SECRET = 'wecom-secret-9f3a7c1e'
const zhang = { account: 'ZhangSan', mobile: '13912340001' }
type Someone = Awaited<ReturnType<Bench['person']>>
interface Sent {
  id: number
  version: number
  status: string
  summary: string
  lastError: string | null
}

let world: Bench
let wecom: WecomDouble
let clerk: Someone
let stranger: Someone
beforeAll(async () => {
  world = await bench()
  reachDoubles(world.rig)
  clerk = await world.person('zhang', { name: '张三', mobile: zhang.mobile, roles: [await world.role('业务', ['homePage'])] })
  stranger = await world.person('li', { name: '李四', mobile: '13912340002', roles: [] })
  wecom = new WecomDouble('ww1', '1000002', SECRET)
  wecom.members.push(zhang)
  await connect(world, 'wecom', wecom)
})
afterAll(async () => {
  await wecom?.stop()
  expect((world?.rig.faults ?? []).filter((fault) => (fault as { message: string }).message !== 'delivery failed')).toEqual([])
  await world?.rig.close()
})

const ctx = () => world.rig.admin.ctx
const say = (receivers: number[], title: string, more: object = {}): Promise<number> =>
  ctx().db.write(ctx().user.operatorId, (tx) =>
    sendMessages(tx, ctx(), { receivers, category: 'approval', title, content: '请尽快处理', link: '/approval/case?id=7', ...more }),
  )
const outgoing = async (): Promise<Sent[]> =>
  ((await world.get('outgoingCall/list', { label: '办公平台消息' })).data as { list: Sent[] }).list
const accountOf = async (user: number) =>
  ((await world.get('messengerAccount/list', { user: String(user) })).data as { list: Record<string, unknown>[] }).list[0]

describe('the secret', () => {
  test('is typed once and read back by nobody: no page, file, log or row has it', async () => {
    const { list } = (await world.get('messenger/list')).data as { list: { id: number; secretAt: string | null }[] }
    expect(list[0]!.secretAt).not.toBeNull()
    const detail = await world.get('messenger/detail', { id: String(list[0]!.id) })
    const log = await world.get('/api/log/list', { entity: 'messenger' })
    const { rows } = await ctx().db.read(ctx().user.operatorId, (db) =>
      sql<{ all: string }>`select m::text as all from messenger m`.execute(db),
    )
    expect(detail.text + log.text + rows[0]!.all + JSON.stringify(world.rig.lines)).not.toContain(SECRET)
    expect((await world.post('messenger/edit', { id: list[0]!.id, secret: 'mine' })).code).toBe(400)
  })
  test('is set by administrators alone, whatever rights somebody has, and addresses of the house are refused', async () => {
    const rights = ['messengerList', 'messengerList_add', 'messengerList_edit', 'messengerList_setSecret', 'messengerList_delete']
    const delegated = await world.person('delegate', {
      roles: [
        await world.role('运维', rights, [await world.template('全部', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'all' }] }])]),
      ],
    })
    const add = { provider: 'dingtalk', appId: 'ding1', agentId: '1', sends: true, sendsWhat: 'work', signsIn: true, matchesMobile: true }
    expect((await world.post('messenger/add', add, delegated)).message).toContain('只有管理员可以设置办公平台')
    expect((await world.post('messenger/add', { ...add, apiAddress: 'https://10.0.0.1' })).message).toBe('接口地址必须是公网 https')
    expect((await world.post('messenger/add', { ...add, agentId: null })).message).toContain('AgentId')
  })
  test('is forgotten when the application or the address is another: it would be told there', async () => {
    const ding = new DingtalkDouble('ding1', '1', 'ding-secret')
    await connect(world, 'dingtalk', ding)
    const secretAt = async () =>
      ((await world.get('messenger/list', { provider: 'dingtalk' })).data as { list: { secretAt: string | null }[] }).list[0]!.secretAt
    expect(await secretAt()).not.toBeNull()
    await change(world, 'dingtalk', { sendsWhat: 'approval' })
    expect(await secretAt()).not.toBeNull()
    await change(world, 'dingtalk', { apiAddress: 'https://collector.example.com/' })
    expect(await secretAt()).toBeNull()
    await change(world, 'dingtalk', { sends: false })
    await ding.stop()
  })
})

describe('a notice', () => {
  test('arrives in the telephone of who was meant, with what to do, and the outbox says so', async () => {
    expect(await say([clerk.id], '请审批合同 HT-1，客户电话 13800001111')).toBe(1)
    expect((await outgoing())[0]).toMatchObject({ status: 'waiting', summary: expect.stringMatching(/^企业微信 张三：请审批合同 HT-1/) })
    await drain(world)
    expect((await outgoing())[0]).toMatchObject({ status: 'done', lastError: null })
    const [card] = wecom.arrived
    expect(card).toMatchObject({ account: zhang.account, title: '请审批合同 HT-1，客户电话 138****1111' })
    expect(card!.text).toContain('请尽快处理')
    // Nobody has said under which address the console is known outside, so there is no link rather than a wrong one.
    expect(card!.url).toBeNull()
  })
  test('leads to the record under the company’s own address, once that is set', async () => {
    await world.must('parameter/save', { values: { signSite: 'https://console.example.com' } })
    await say([clerk.id], '请审批合同 HT-2')
    await drain(world)
    expect(wecom.arrived.at(-1)!.url).toBe('https://console.example.com/approval/case?id=7')
  })
  test('finds somebody by his telephone once, and remembers him', async () => {
    expect(wecom.calls.filter((path) => path === '/cgi-bin/user/getuserid')).toHaveLength(1)
    expect(await accountOf(clerk.id)).toMatchObject({ origin: 'mobile', account: 'Z*' })
  })
  test('to somebody who is not there says so with what to do, and is not tried again that day', async () => {
    await say([stranger.id], '请审批合同 HT-3')
    await drain(world)
    expect((await outgoing())[0]).toMatchObject({
      status: 'failed',
      lastError: expect.stringMatching(/^企业微信里没有这个成员.+请在该用户的「办公账号」中填写，或改正手机号$/),
    })
    const before = (await outgoing()).length
    await say([stranger.id], '请审批合同 HT-4')
    expect(await outgoing()).toHaveLength(before)
    expect(await accountOf(stranger.id)).toMatchObject({ origin: 'missing', account: null })
  })
  test('reaches him when an account is typed for him', async () => {
    wecom.members.push({ account: 'li.si', mobile: '13700000000' })
    const row = (await accountOf(stranger.id)) as { id: number; version: number }
    await world.must('messengerAccount/edit', { id: row.id, version: row.version, account: 'li.si' })
    expect(await accountOf(stranger.id)).toMatchObject({ origin: 'hand', missedAt: null })
    await say([stranger.id], '请审批合同 HT-5')
    await drain(world)
    expect(wecom.arrived.at(-1)).toMatchObject({ account: 'li.si', title: '请审批合同 HT-5' })
  })
  test('waits while there are too many, and arrives once', async () => {
    wecom.limited = 1
    const before = wecom.arrived.length
    await say([clerk.id], '请审批合同 HT-6')
    await drain(world)
    const [row] = await outgoing()
    expect(row).toMatchObject({ status: 'retrying', lastError: expect.stringContaining('45009') })
    await world.must('outgoingCall/sendAgain', { id: row!.id, version: row!.version })
    await drain(world)
    expect(wecom.arrived).toHaveLength(before + 1)
  })
  test('that asks for nothing stays in the box, and so does what somebody did himself or does not want', async () => {
    const before = (await outgoing()).length
    await say([clerk.id], '公告', { category: 'notice' })
    await say([ctx().user.id], '自己办的')
    await world.must('officeAccount/mute', { provider: 'wecom', muted: true }, clerk)
    await say([clerk.id], '请审批合同 HT-7')
    expect(await outgoing()).toHaveLength(before)
    const { unread } = (await world.get('message/list', { unread: '1' }, clerk)).data as { unread: number }
    expect(unread).toBeGreaterThan(3)
    await world.must('officeAccount/mute', { provider: 'wecom', muted: false }, clerk)
    await say([clerk.id], '请审批合同 HT-8')
    expect(await outgoing()).toHaveLength(before + 1)
    await drain(world)
  })
})

test('a message to oneself says at once whether it works, and what is wrong', async () => {
  const { list } = (await world.get('messenger/list', { provider: 'wecom' })).data as { list: { id: number }[] }
  const id = list[0]!.id
  const tester = await world.person('tester', {
    mobile: '13912340009',
    roles: [await world.role('试', ['messengerList', 'messengerList_test'])],
  })
  expect((await world.post('messenger/test', { id }, tester)).message).toContain('企业微信里没有这个成员')
  wecom.members.push({ account: 'tester', mobile: '13912340009' })
  expect((await world.must('messenger/test', { id }, tester)).sentence).toBe('企业微信已接收，请在企业微信中查看')
  expect(wecom.arrived.at(-1)).toMatchObject({ account: 'tester', title: '试发：办公平台已接通' })
  wecom.secret = 'renewed'
  wecom.endTokens()
  expect((await world.post('messenger/test', { id }, tester)).message).toContain('不认企业 ID 或应用密钥')
  wecom.secret = SECRET
})
