/** A contract signed at e签宝, from start to the signed file in place, and every way it may end otherwise (esign.md §2.1, §5, §6, E2, E13). */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from './company.ts'
import { KEYS, openOutside, type Outside } from './signing-outside.ts'

let outside: Outside
beforeAll(async () => {
  outside = await openOutside('2026-01-05')
})
afterAll(() => outside?.close())
beforeEach(() => {
  outside.double.notices = []
})
const quota = () => outside.s.call('contract/recharge/total')
const inbox = () => outside.s.c.read((db) => db.selectFrom('signInbox').selectAll().orderBy('id').execute())
const eventsOf = async (flow: number): Promise<string[]> =>
  (await outside.s.c.read((db) => db.selectFrom('signEvent').select('kind').where('flow', '=', flow).orderBy('seq').execute())).map(
    (e) => e.kind,
  )
const messages = () => outside.s.c.read((db) => db.selectFrom('inboxMessage').select('title').orderBy('id').execute())

describe('from start to the signed file in place', () => {
  test('started, the contract is in 签署中 and the provider has not been called yet', async () => {
    const { contract, flow } = await outside.drafted()
    const before = outside.double.calls.length
    await outside.s.c.act('signFlow', 'start', flow, {}, 'sales')
    expect(outside.double.calls.length).toBe(before)
    expect(await outside.s.flow(flow)).toMatchObject({
      provider: 'esign',
      status: 'signing',
      providerFlowId: null,
      providerNote: '已提交，等待服务商',
    })
    expect(await outside.contract(contract)).toMatchObject({ status: 'signing' })
    const [lessee] = await outside.s.parties(flow)
    expect((await refusal(outside.s.call('contract/sign/link', { partyId: lessee.id }))).message).toBe('已提交，等待服务商')
    await outside.drain()
    expect(await outside.there(flow)).toMatchObject({ status: 1, starts: 1 })
    expect((await outside.s.flow(flow)).providerNote).toBeNull()
  })
  test('signed by both: 待交车 with the very file of the provider, quota used, evidence at level A; links are his', async () => {
    const { contract, flow, there, keys } = await outside.begun('赵一')
    const used = (await quota()).used
    expect(there.signers.map(({ name, mobile, order }) => [name, mobile, order])).toEqual([
      ['赵一', expect.stringMatching(/^1\d{10}$/), 1],
      ['顺达汽车租赁有限公司', '13800138000', 2],
    ])
    const [lessee, company] = await outside.s.parties(flow)
    expect((await outside.s.call('contract/sign/link', { partyId: lessee.id })).url).toBe(`https://t.esign.example/${there.id}`)
    expect((await refusal(outside.s.call('contract/sign/faceToFace', { partyId: lessee.id, password: 'Sales#2026pass' }))).message).toBe(
      '该合同在服务商的签署页签署，不能面签；请把签署链接发给签署人',
    )
    expect((await refusal(outside.s.stamp(company.id))).message).toBe('该合同在服务商的签署页签署，请使用其签署链接')
    const change = async (party: number): Promise<string> =>
      (await refusal(outside.s.c.act('signParty', 'changeHandler', party, { handler: '钱二', mobile: '13911112222' }))).message
    expect(await change(lessee.id)).toMatch(/^个人须由本人签署，不能更换经办人/)
    const firm = await outside.begun('钱一有限公司', { kind: 'company', creditCode: '91310000MA1FL0000N', legalPerson: '钱一', idNo: null })
    expect(await change((await outside.s.parties(firm.flow))[0].id)).toBe('已提交服务商，不能更换经办人，请撤销后重新发起')
    outside.double.sign(there.id, keys[0])
    await outside.tellAll()
    expect((await outside.s.parties(flow)).map((p) => [p.status, p.level])).toEqual([
      ['signed', 'A'],
      ['toSign', null],
    ])
    outside.double.sign(there.id, keys[1])
    await outside.tellAll()
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'completed', signedCount: 2, providerNote: null })
    const done = await outside.contract(contract)
    expect(done).toMatchObject({ status: 'toHandOver', signMode: 'electronic', signedOn: '2026-01-05' })
    expect(done.signedScans).toHaveLength(1)
    expect((await outside.s.pdf(flow)).equals((await outside.there(flow)).file)).toBe(true)
    expect((await quota()).used).toBe(used + 1)
    expect(await eventsOf(flow)).toEqual(['prepared', 'started', 'notified', 'signed', 'notified', 'sealed', 'completed'])
    expect(outside.s.sent.filter((m) => m.text.includes('赵一'))).toEqual([])
  })
  test('signed just before midnight and heard of the day after: signed on the day the last one signed', async () => {
    outside.s.c.at('2026-01-05', '23:58')
    const { contract, there, keys } = await outside.begun('赵二')
    for (const key of keys) outside.double.sign(there.id, key)
    outside.s.c.at('2026-01-06', '00:30')
    await outside.tellAll()
    expect(await outside.contract(contract)).toMatchObject({ status: 'toHandOver', signedOn: '2026-01-05' })
  })
})

describe('brought back to 待签署', () => {
  test('declined: who and why, the copy is given back, the initiator is told', async () => {
    const { contract, flow, there, keys } = await outside.begun('孙三')
    const { frozen } = await quota()
    outside.double.decline(there.id, keys[0], '租期写错')
    await outside.tellAll()
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'declined', endReason: '孙三拒签：租期写错' })
    expect((await outside.s.parties(flow)).map((p) => [p.status, p.reason])).toEqual([
      ['declined', '租期写错'],
      ['void', null],
    ])
    expect(await outside.contract(contract)).toMatchObject({ status: 'toSign' })
    expect((await quota()).frozen).toBe(frozen - 1)
    expect((await messages()).at(-1)!.title).toContain('已被拒签')
  })
  test('run out: when the provider says so, not when our clock does', async () => {
    const { contract, flow, there } = await outside.begun('李四')
    outside.s.c.at('2026-01-21', '01:00')
    await outside.job('expireSignFlows')
    expect((await outside.s.flow(flow)).status).toBe('signing')
    outside.double.expire(there.id)
    await outside.tellAll()
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'expired', endReason: '超过截止时间' })
    expect(await outside.contract(contract)).toMatchObject({ status: 'toSign' })
    await outside.s.c.act('signFlow', 'delay', flow, { expireAt: '2026-02-10T02:00:00.000Z' }, 'sales')
    await outside.drain()
    expect(await outside.there(flow)).toMatchObject({ status: 1, delays: 1, expireAt: Date.parse('2026-02-10T02:00:00.000Z') })
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'signing', quotaCycle: 2 })
    expect(await outside.contract(contract)).toMatchObject({ status: 'signing' })
  })
  test('revoked: asked of the provider, over when he says so; asked once', async () => {
    const { contract, flow, there } = await outside.begun('周五')
    await outside.s.c.act('signFlow', 'revoke', flow, { reason: '价格有误' }, 'sales')
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'signing', providerNote: '撤销已提交，等待服务商确认' })
    expect((await refusal(outside.s.c.act('signFlow', 'revoke', flow, { reason: '价格有误' }, 'sales'))).message).toBe(
      '撤销已提交，等待服务商确认',
    )
    await outside.drain()
    expect(await outside.there(flow)).toMatchObject({ status: 3, reason: '价格有误' })
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'revoked', endReason: '价格有误' })
    expect(await outside.contract(contract)).toMatchObject({ status: 'toSign' })
    await outside.tellAll()
    expect((await eventsOf(flow)).filter((kind) => kind === 'revoked')).toHaveLength(1)
    expect(there.status).toBe(3)
  })
  test('revoked while the last one signs there: what was signed counts', async () => {
    const { contract, flow, there, keys } = await outside.begun('吴六')
    for (const key of keys) outside.double.sign(there.id, key)
    await outside.s.c.act('signFlow', 'revoke', flow, { reason: '价格有误' }, 'sales')
    await outside.drain()
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'completed', providerNote: null })
    expect(await outside.contract(contract)).toMatchObject({ status: 'toHandOver' })
  })
  test('revoked before the provider knew of it: nobody there hears of it', async () => {
    const { contract, flow } = await outside.drafted('郑七')
    const live = outside.double.live.length
    await outside.s.c.act('signFlow', 'start', flow, {}, 'sales')
    await outside.s.c.act('signFlow', 'revoke', flow, { reason: '选错车辆' }, 'sales')
    await outside.drain()
    expect((await outside.s.flow(flow)).status).toBe('revoked')
    expect(await outside.contract(contract)).toMatchObject({ status: 'toSign' })
    expect(outside.double.live).toHaveLength(live)
  })
  test('not taken by the provider: back with his reason', async () => {
    const { contract, flow } = await outside.drafted('王八一')
    outside.double.fail('create-by-file', 1437328)
    await outside.s.c.act('signFlow', 'start', flow, {}, 'sales')
    await outside.drain()
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'revoked', endReason: '服务商未受理：e签宝返回 1437328：double: 1437328' })
    expect(await outside.contract(contract)).toMatchObject({ status: 'toSign' })
  })
})

describe('a provider that is ill', () => {
  test('down: the flow waits and says so; when he is back it goes on', async () => {
    const { flow } = await outside.drafted('冯九')
    outside.double.fail('file-upload-url', '500', 'drop')
    await outside.s.c.act('signFlow', 'start', flow, {}, 'sales')
    await outside.drain()
    expect((await outside.s.flow(flow)).providerNote).toBe('已提交，等待服务商（e签宝暂时不可用（返回 500））')
    await outside.later(1)
    await outside.later(1)
    expect(await outside.there(flow)).toMatchObject({ status: 1, starts: 1 })
  })
  test('an answer lost after the flow was made, and one after it was started: one contract is with the signers', async () => {
    const { flow } = await outside.drafted('陈十')
    const live = outside.double.live.length
    outside.double.fail('create-by-file', 'afterwards')
    outside.double.fail('/start', 'afterwards')
    await outside.s.c.act('signFlow', 'start', flow, {}, 'sales')
    await outside.drain()
    await outside.later(1)
    await outside.later(1)
    expect(outside.double.live).toHaveLength(live + 1)
    expect(await outside.there(flow)).toMatchObject({ status: 1, starts: 1 })
  })
  test('a delay he refuses is taken back here, and said', async () => {
    const { flow } = await outside.begun('褚一')
    const { expireAt } = await outside.s.flow(flow)
    outside.double.fail('/delay', 1437201)
    await outside.s.c.act('signFlow', 'delay', flow, { expireAt: new Date(Date.parse(expireAt) + 86_400_000).toISOString() }, 'sales')
    await outside.drain()
    expect(await outside.s.flow(flow)).toMatchObject({
      expireAt,
      delayCount: 0,
      providerNote: '延期未成功：e签宝返回 1437201：double: 1437201',
    })
  })
  test('a signed file that is none is not taken for one', async () => {
    const { flow, there, keys } = await outside.begun('卫二')
    const right = there.file
    for (const key of keys) outside.double.sign(there.id, key)
    const whole = there.file
    there.file = Buffer.from('<html>busy</html>')
    await outside.tellAll()
    expect((await outside.s.flow(flow)).status).toBe('signing')
    there.file = whole
    await outside.later(1)
    expect((await outside.s.flow(flow)).status).toBe('completed')
    expect((await outside.s.pdf(flow)).subarray(0, right.length).equals(right)).toBe(true)
  })
})

describe('notices', () => {
  test('the same again is acknowledged in his words and does nothing', async () => {
    const { flow, there, keys } = await outside.begun('蒋三')
    outside.double.sign(there.id, keys[0])
    const [notice] = outside.double.notices.splice(0)
    const before = (await inbox()).length
    for (let i = 0; i < 3; i++) expect(await outside.tell(notice!)).toBe('{"code":"200","msg":"success"}')
    await outside.drain()
    const rows = await inbox()
    expect(rows).toHaveLength(before + 1)
    expect(rows.at(-1)).toMatchObject({ flow, kind: 'SIGN_MISSON_COMPLETE', body: { text: notice!.body } })
    expect((await eventsOf(flow)).filter((kind) => kind === 'signed')).toHaveLength(1)
  })
  test('only hints: one that says more than is so moves nothing', async () => {
    const { flow, there } = await outside.begun('沈四')
    const lie = outside.double.signed(there, { action: 'SIGN_FLOW_COMPLETE', signFlowId: there.id, signFlowStatus: '2', operateTime: 1 })
    await outside.tell(lie)
    await outside.drain()
    expect((await outside.s.flow(flow)).status).toBe('signing')
    expect((await outside.s.parties(flow)).map((p) => p.status)).toEqual(['toSign', 'waiting'])
  })
  test('forged, of another company or of nobody: not let in, not kept', async () => {
    const { there } = await outside.begun('韩五')
    const before = (await inbox()).length
    const content = { action: 'SIGN_FLOW_COMPLETE', signFlowId: there.id, signFlowStatus: '3' }
    const wrong = { ...KEYS, secret: 'another-secret-altogether' }
    expect((await refusal(outside.tell(outside.double.signed(there, content, wrong)))).kind).toBe('forbidden')
    const elsewhere = outside.double.signed({ notifyUrl: 'https://x.example/notice?o=999999' }, content)
    expect((await refusal(outside.tell(elsewhere))).kind).toBe('forbidden')
    expect(await inbox()).toHaveLength(before)
  })
  test('of a flow we do not know, or an event we do not use: kept, nothing asked', async () => {
    const { there } = await outside.begun('杨六')
    await outside.tell(outside.double.signed(there, { action: 'SIGN_FLOW_COMPLETE', signFlowId: 'unknown', signFlowStatus: '2' }))
    expect((await inbox()).at(-1)).toMatchObject({ flow: null })
    const calls = outside.double.calls.length
    await outside.drain()
    expect(outside.double.calls).toHaveLength(calls)
  })
  test('none at all: the job that asks finds what happened', async () => {
    const { contract, flow, there, keys } = await outside.begun('朱七')
    for (const key of keys) outside.double.sign(there.id, key)
    outside.double.notices = []
    await outside.later(7 * 60)
    await outside.job('esign.ask')
    expect((await outside.s.flow(flow)).status).toBe('completed')
    expect(await outside.contract(contract)).toMatchObject({ status: 'toHandOver' })
    const calls = outside.double.calls.length
    await outside.job('esign.ask')
    expect(outside.double.calls.filter((_, i) => i >= calls && outside.double.calls[i]!.includes(there.id))).toEqual([])
  })
})

describe('a real name at the provider', () => {
  const statusOf = async (id: number): Promise<string> =>
    (await outside.s.c.read((db) => db.selectFrom('signIdentity').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
  test('is shown on his page; his notice and the hourly question bring it here, as far as it goes', async () => {
    const id = await outside.s.c.add('signIdentity', { kind: 'person', name: '尤九', account: '13900001234', idNo: '11010519491231002X' })
    const page = await outside.s.provider('contract/auth/begin', { id })
    expect(page).toMatchObject({ url: expect.stringContaining('https://t.esign.example/auth'), flowId: id })
    expect(await statusOf(id)).toBe('running')
    outside.double.identify('13900001234', false)
    await outside.tellAll()
    expect(await statusOf(id)).toBe('verified')
    expect((await inbox()).at(-1)).toMatchObject({ flow: null, kind: 'PSN_ORG_AUTH_PASS' })
    // The second notice is lost; whoever is asked knows.
    outside.double.identify('13900001234', true)
    outside.double.notices = []
    await outside.later(61)
    await outside.job('esign.ask')
    expect(await statusOf(id)).toBe('authorised')
    expect((await refusal(outside.s.provider('contract/auth/begin', { id }))).message).toBe(
      '已认证并授权，不需要再认证；资料有变化请删除后重新登记',
    )
    expect(await outside.s.call('contract/auth/psnAuthUrl', { psnAccount: '13900005555' })).toEqual({
      url: '/contract/contractAuthAdd',
      flowId: null,
    })
  })
  test('of a company is asked for by its number, with the telephone of who acts for it', async () => {
    const none = await outside.s.c.add('signIdentity', { kind: 'person', name: '无号', idNo: '110101199003077715' })
    expect(Object.values((await refusal(outside.s.provider('contract/auth/begin', { id: none }))).data as object)).toContain(
      '请填写手机号，服务商按手机号认证',
    )
    const id = await outside.s.c.add('signIdentity', { kind: 'company', name: '客户物流有限公司', creditCode: '91310115MA1H7T4U8B' })
    const { url } = await outside.s.call('contract/auth/orgAuthUrl', { orgName: '客户物流有限公司' })
    expect(url).toContain('https://t.esign.example/auth')
    outside.double.identify('91310115MA1H7T4U8B', true)
    await outside.tellAll()
    expect(await statusOf(id)).toBe('authorised')
  })
})

describe('a company that signs here by its own choice', () => {
  test('starts flows here although the installation is connected, and those there stay there', async () => {
    const there = await outside.begun('姜一')
    await outside.s.c.parameter('signProvider', 'local')
    const { flow } = await outside.drafted('姜二')
    await outside.s.c.act('signFlow', 'start', flow, {}, 'sales')
    expect(await outside.s.flow(flow)).toMatchObject({ provider: 'local', status: 'signing', providerNote: null })
    for (const party of await outside.s.parties(flow)) await (party.seal ? outside.s.stamp(party.id) : outside.s.byPhone(party.id))
    expect(await outside.s.flow(flow)).toMatchObject({ status: 'completed' })
    for (const key of there.keys) outside.double.sign(there.there.id, key)
    await outside.tellAll()
    expect(await outside.s.flow(there.flow)).toMatchObject({ provider: 'esign', status: 'completed' })
    await outside.s.c.parameter('signProvider', 'installed')
  })
})

describe('before it is handed over', () => {
  test('everybody can be reached by telephone', async () => {
    const { flow } = await outside.drafted('秦八')
    const [lessee] = await outside.s.parties(flow)
    await outside.s.c.write((tx) => tx.updateTable('signParty').set({ mobile: null }).where('id', '=', lessee.id).execute())
    expect((await refusal(outside.s.c.act('signFlow', 'start', flow, {}, 'sales'))).message).toBe('第 1 位签署方未填写手机号')
  })
})

const HAPPENS = ['sign', 'sign', 'sign', 'decline', 'expire', 'revoke'] as const
const OURS = { 1: 'signing', 2: 'completed', 3: 'revoked', 5: 'expired', 7: 'declined' } as const
const THEIRS = { signing: 'signing', completed: 'toHandOver', revoked: 'toSign', expired: 'toSign', declined: 'toSign' } as const

test(
  'E2, E13: notices in any order, twice or lost, then one question: the state is the provider’s, and the contract goes with it',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...HAPPENS), { minLength: 1, maxLength: 5 }),
        fc.array(fc.record({ at: fc.nat(20), drain: fc.boolean() }), { maxLength: 8 }),
        async (happens, deliveries) => {
          const { contract, flow, there, keys } = await outside.begun('何九')
          outside.double.notices = []
          for (const what of happens) {
            const signer = there.signers.find((one) => one.status === 1)
            if (there.status !== 1 || !signer) break
            if (what === 'sign') outside.double.sign(there.id, signer.key)
            else if (what === 'decline') outside.double.decline(there.id, signer.key, '不同意')
            else if (what === 'revoke')
              await outside.s.c.act('signFlow', 'revoke', flow, { reason: '改期' }, 'sales').then(() => outside.drain())
            else {
              const { expireAt } = await outside.s.flow(flow)
              if (expireAt > outside.s.c.clock.now()) outside.s.c.clock.set(new Date(Date.parse(expireAt) + 60_000).toISOString())
              outside.double.expire(there.id)
            }
          }
          const notices = outside.double.notices.splice(0)
          for (const { at, drain } of notices.length ? deliveries : []) {
            await outside.tell(notices[at % notices.length]!)
            if (drain) await outside.drain()
          }
          await outside.later(7 * 60)
          await outside.job('esign.ask')
          const now = await outside.s.flow(flow)
          expect(now.status).toBe(OURS[there.status as keyof typeof OURS])
          expect((await outside.contract(contract)).status).toBe(THEIRS[now.status as keyof typeof THEIRS])
          expect((await outside.s.parties(flow)).map((p) => p.status === 'signed')).toEqual(
            keys.map((key) => there.signers.find((one) => one.key === key)!.status === 2),
          )
          const kinds = await eventsOf(flow)
          for (const once of ['completed', 'revoked', 'expired', 'declined', 'sealed'])
            expect(kinds.filter((kind) => kind === once).length).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 15 },
    )
  },
)
