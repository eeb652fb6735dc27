/** The calls of spec §7 about e-contracts over the wire: in whatever state a flow is, each answers 200 or a sentence, and nothing half is left. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { newKey, readKeyFile } from '#kit/database/key-file.server.ts'
import { useKeys } from '#kit/database/sealing.server.ts'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { LEASE_TEMPLATE } from '#modules/esign/templates/lease-template.ts'
import { bench, type Bench } from '../house/people.ts'
import type { Answer, Person } from '../house/rig.ts'
import { Company } from './company.ts'

const PASSWORD = 'Zhifu#2026ok'
const today = systemClock.today()
let b: Bench
let c: Company
let template = 0
const folder = mkdtempSync(join(tmpdir(), 'zyt-esign-calls-'))
beforeAll(async () => {
  // As an installation has them: numbers of people lie sealed.
  await newKey(join(folder, 'keys'))
  useKeys(await readKeyFile(join(folder, 'keys')))
  b = await bench()
  const { admin, db } = b.rig
  const category = await db.read(admin.ctx.user.operatorId, (tx) =>
    tx
      .selectFrom('dictItem')
      .innerJoin('dictGroup', 'dictGroup.id', 'dictItem.dictGroup')
      .select('dictItem.value')
      .where('dictGroup.code', '=', 'vehicleCategory')
      .orderBy('dictItem.id')
      .executeTakeFirstOrThrow(),
  )
  const model = await b.must('vehicleModel/add', { brand: '比亚迪', name: 'T5', category: category.value, energy: 'electric' })
  const { operatorId } = admin.ctx.user
  c = await Company.join({ db, close: async () => {} }, today, { operatorId, store: b.stores[0]!, model: model.id as number })
  Object.assign(c, { clock: systemClock })
  const made = await b.must('signTemplate/add', { name: '租赁合同', bizType: 'lease', kind: 'text', text: LEASE_TEMPLATE })
  await b.must('signTemplate/publish', { id: made.id, version: made.version })
  template = made.id as number
  await b.must('signSeal/add', { name: '合同章', company: '顺达汽车租赁有限公司', keepers: [admin.ctx.user.id] })
  const own = await b.must('signIdentity/add', {
    kind: 'company',
    name: '顺达汽车租赁有限公司',
    creditCode: '91310000MA1FL0000N',
    own: true,
  })
  await b.must('signIdentity/check', { id: own.id, version: own.version })
})
afterAll(async () => {
  await b?.rig.close()
  useKeys(null)
  rmSync(folder, { recursive: true, force: true })
})
/** Whatever a test did, nothing was a fault of the program. */
afterEach(() => expect(b.rig.faults.splice(0)).toEqual([]))

const base = '/api/v1/contract'
const post = (path: string, input: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  b.rig.send({ method: 'POST', path: path.startsWith('/') ? path : `${base}/${path}` }, input, b.rig.admin, headers)
const get = (path: string, input: object = {}): Promise<Answer> => b.get(`${base}/${path}`, input)
const must = async (path: string, input: object, headers: Record<string, string> = {}): Promise<any> => {
  const answer = await post(path, input, headers)
  if (answer.code !== 200) throw new Error(`${path}: ${answer.text}`)
  return answer.data
}
async function plain(): Promise<number> {
  const made = await b.must('signTemplate/add', { name: '内部协议', bizType: 'other', kind: 'text', text: '# 协议\n\n〔乙方签章〕' })
  await b.must('signTemplate/publish', { id: made.id, version: made.version })
  return made.id as number
}
const flowOf = (id: number) =>
  c.read((db) =>
    db.selectFrom('signFlow').select(['status', 'rescission', 'endReason', 'quotaCycle']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const childrenOf = (id: number) =>
  c.read((db) => db.selectFrom('signFlow').select(['id', 'status']).where('parent', '=', id).where('deletedAt', 'is', null).execute())
const partiesOf = (flow: number) =>
  c.read((db) => db.selectFrom('signParty').select(['id', 'status', 'seal', 'seq']).where('flow', '=', flow).orderBy('seq').execute())

const contractOf = async (): Promise<number> =>
  c.contract({
    lessee: await c.lessee(),
    vehicles: [await c.vehicle()],
    startOn: addDays(today, 30),
    endOn: addDays(today, 395) as Day,
  })
const drafted = async (): Promise<number> =>
  (await must('sign/leaseInitiateUrl', { contractId: await contractOf(), templateId: template })).flowId
const act = async (flow: number, action: string, input: object = {}): Promise<unknown> => {
  const { version } = (await b.get('signFlow/detail', { id: String(flow) })).data as { version: number }
  return must(`/api/v1/signFlow/${action}`, { id: flow, version, ...input })
}
const begun = async (): Promise<number> => {
  const flow = await drafted()
  await act(flow, 'start')
  return flow
}
/** Witnessed: nothing leads out of this house. */
async function inPerson(party: number): Promise<void> {
  const { url } = await must('sign/faceToFace', { partyId: party, password: PASSWORD })
  const as = { 'x-sign-token': url.split('#t=')[1] as string }
  const page = (await b.rig.send({ method: 'GET', path: '/api/public/contract/sign/page' }, {}, null, as)).data as { pages: number }
  const open = (name: string, input: object) => b.rig.send({ method: 'POST', path: `/api/public/contract/sign/${name}` }, input, null, as)
  await open('consent', { pages: Array.from({ length: page.pages }, (_, i) => i + 1) })
  const done = await open('confirm', { kind: 'typed' })
  if (done.code !== 200) throw new Error(done.text)
}
const signNext = async (flow: number): Promise<void> => {
  const party = (await partiesOf(flow)).find((one) => one.status === 'toSign')!
  await (party.seal ? must('sign/stamp', { partyId: party.id, password: PASSWORD }) : inPerson(party.id))
}
const completed = async (): Promise<number> => {
  const flow = await begun()
  await signNext(flow)
  await signNext(flow)
  return flow
}
const rescinding = async (): Promise<number> => {
  const flow = await completed()
  await must('sign/rescission', { flowId: flow, reasonCode: 4 })
  return flow
}

const STATES: Record<string, () => Promise<number>> = {
  draft: drafted,
  signing: begun,
  'signed by one': async () => {
    const flow = await begun()
    await signNext(flow)
    return flow
  },
  completed,
  revoked: async () => {
    const flow = await begun()
    await must('sign/revoke', { flowId: flow, reason: '改期' })
    return flow
  },
  declined: async () => {
    const flow = await begun()
    const { url } = await must('sign/link', { partyId: (await partiesOf(flow))[0]!.id })
    const as = { 'x-sign-token': url.split('#t=')[1] as string }
    await b.rig.send({ method: 'POST', path: '/api/public/contract/sign/decline' }, { reason: '不租了' }, null, as)
    return flow
  },
  expired: async () => {
    const flow = await begun()
    await c.write((tx) => tx.updateTable('signFlow').set({ expireAt: '2026-01-01T00:00:00.000Z' }).where('id', '=', flow).execute())
    await expireFlows(c.as())
    return flow
  },
  rescinding,
  rescinded: async () => {
    const flow = await rescinding()
    const [child] = await childrenOf(flow)
    await signNext(child!.id)
    await signNext(child!.id)
    return flow
  },
}

/** Of a flow, each as the spec names it; then what of them is not about one flow. */
const later = (days: number): string => new Date(Date.parse(systemClock.now()) + days * 86_400_000).toISOString()
const aboutFlow = (flowId: number): [string, () => Promise<Answer>][] => [
  ['customBizNum', () => get('sign/customBizNum')],
  ['remark', () => post('sign/remark', { flowId, remark: '跟进中' })],
  ['urge', () => post('sign/urge', { flowId })],
  ['delay', () => post('sign/delay', { flowId, expireAt: later(20) })],
  ['rescission of a file that is not its own', () => post('sign/rescission', { flowId, reasonCode: 1, fileIds: ['f'.repeat(32)] })],
  ['rescission without a word', () => post('sign/rescission', { flowId, reasonCode: 5 })],
  ['rescission', () => post('sign/rescission', { flowId, reasonCode: 4, reason: '协商一致' })],
  ['rescission once more', () => post('sign/rescission', { flowId, reasonCode: 4, reason: '协商一致' })],
  ['file/list', () => get('file/list', { flowId })],
  ['revoke', () => post('sign/revoke', { flowId, reason: '不签了' })],
  ['delay again', () => post('sign/delay', { flowId, expireAt: later(30) })],
]

async function holds(flow: number): Promise<void> {
  const { rescission } = await flowOf(flow)
  const open = (await childrenOf(flow)).filter((one) => one.status === 'draft' || one.status === 'signing')
  expect([rescission, open.map((one) => one.status)]).toEqual([rescission, rescission === 'running' ? ['signing'] : []])
}
const sentence = /[一-龥]/
const answers = (what: string, { code, message }: Answer): void => {
  expect([what, code === 200 || ([400, 403, 404, 409, 422, 40103].includes(code) && sentence.test(message)), code, message]).toEqual([
    what,
    true,
    code,
    message,
  ])
}

describe('each call in each state', () => {
  test.each(Object.keys(STATES).flatMap((state) => [[state, 'in order'] as const, [state, 'backwards'] as const]))(
    'of a flow that is %s, %s, answers 200 or a sentence, and leaves nothing half',
    async (state, order) => {
      const flow = await STATES[state]!()
      const calls = aboutFlow(flow)
      for (const [what, call] of order === 'in order' ? calls : calls.toReversed()) {
        answers(`${state}: ${what}`, await call())
        await holds(flow)
      }
    },
  )
  test('of no flow at all', async () => {
    for (const flowId of [999_999_999, 1_000_000_007]) for (const [what, call] of aboutFlow(flowId)) answers(what, await call())
    for (const [what, call] of aboutFlow('x' as never)) answers(what, await call())
  })
  test('that is about no one flow', async () => {
    const contractId = await contractOf()
    const calls: [string, Answer][] = [
      ['recharge/plan', await get('recharge/plan')],
      ['recharge/record', await get('recharge/record')],
      ['recharge/total', await get('recharge/total')],
      ['recharge/doPaymentCode', await post('recharge/doPaymentCode', { planId: 999_999, quantity: 1 })],
      ['template/list', await get('template/list')],
      ['template/component', await get('template/component', { templateId: template })],
      ['template/manualComponent', await get('template/manualComponent', { templateId: template })],
      ['template/businessType', await post('template/businessType')],
      ['template/create', await post('template/create', { name: '新模板', bizType: 'other', kind: 'text' })],
      ['template/del', await post('template/del', { templateId: template })],
      ['file/uploadList', await get('file/uploadList', { ids: 'a'.repeat(32) })],
      ['sign/initiateUrl', await post('sign/initiateUrl', { title: '甲', templateId: template })],
      ['sign/leaseInitiateUrl', await post('sign/leaseInitiateUrl', { contractId, templateId: 999_999 })],
      ['sign/initiateList', await get('sign/initiateList')],
      ['auth/info', await get('auth/info')],
      ['unSignList', await b.get('/api/v1/workflow/wkcontractinfo/con/unSignList')],
    ]
    for (const [what, answer] of calls) answers(what, answer)
  })
})

describe('POST sign/rescission', () => {
  test('registers, writes the agreement and sends it off; signed by both, the lease is void', async () => {
    const flow = await completed()
    const { flowId: child, url, held } = await must('sign/rescission', { flowId: flow, reasonCode: 4 })
    expect([url, held]).toEqual([`/contract/contractInfoDetail?id=${child}`, null])
    expect(await flowOf(flow)).toMatchObject({ rescission: 'running', endReason: '合作终止' })
    expect(await childrenOf(flow)).toEqual([{ id: child, status: 'signing' }])
    await signNext(child)
    await signNext(child)
    expect(await flowOf(flow)).toMatchObject({ status: 'completed', rescission: 'done' })
    const { bizId } = await c.read((db) => db.selectFrom('signFlow').select('bizId').where('id', '=', flow).executeTakeFirstOrThrow())
    const { status } = await c.read((db) => db.selectFrom('contract').select('status').where('id', '=', bizId!).executeTakeFirstOrThrow())
    expect(status).toBe('void')
  })
  test('sent again, with its key or with another, it is the one that runs', async () => {
    const flow = await completed()
    const [key, input] = [randomUUID(), { flowId: flow, reasonCode: 1 }]
    const first = await must('sign/rescission', input, { 'idempotency-key': key })
    expect(await must('sign/rescission', input, { 'idempotency-key': key })).toEqual(first)
    expect(await must('sign/rescission', input)).toEqual(first)
    expect((await post('sign/rescission', { flowId: flow, reasonCode: 2 })).message).toBe('已在解约中或已解约')
    expect(await childrenOf(flow)).toHaveLength(1)
  })
  test('that cannot be sent off registers nothing: its seal is switched off', async () => {
    const flow = await completed()
    const turn = async (way: 'disable' | 'enable'): Promise<unknown> => {
      const { id, version } = await c.read((db) =>
        db.selectFrom('signSeal').select(['id', 'version']).where('name', '=', '合同章').executeTakeFirstOrThrow(),
      )
      return b.must(`signSeal/${way}`, { id, version })
    }
    await turn('disable')
    const answer = await post('sign/rescission', { flowId: flow, reasonCode: 4 })
    await turn('enable')
    expect([answer.code, answer.message]).toEqual([422, '印章“合同章”已停用'])
    expect(await flowOf(flow)).toMatchObject({ rescission: 'none' })
    expect(await childrenOf(flow)).toEqual([])
    // The history says nothing of it either.
    const events = await c.read((db) => db.selectFrom('signEvent').select('kind').where('flow', '=', flow).execute())
    expect(events.map((e) => e.kind)).not.toContain('rescinded')
    await must('sign/rescission', { flowId: flow, reasonCode: 4 })
  })
})

test('a colleague who is named with his telephone finds the contract in 我的合同', async () => {
  const colleague = await b.person('colleague', { name: '林同事', mobile: '13812340001' })
  const { flowId } = await must('sign/initiateUrl', {
    title: '内部协议',
    templateId: await plain(),
    parties: [{ role: '乙方', kind: 'person', name: '林同事', mobile: '13812340001', intent: 'sms' }],
  })
  const row = await c.read((db) => db.selectFrom('signParty').select('user').where('flow', '=', flowId).executeTakeFirstOrThrow())
  expect(row.user).toBe(colleague.id)
})

test('whoever keeps the seal stamps with the page alone; who keeps none has nothing there; who may use any seal sees all', async () => {
  const role = await b.role('保管', ['myContract'])
  const [keeper, other] = [await b.person('keeper', { roles: [role] }), await b.person('other', { roles: [role] })]
  const company = '顺达汽车租赁有限公司'
  const { id: seal } = await b.must('signSeal/add', { name: '门店章', company, keepers: [keeper.id] })
  const { flowId } = await must('sign/initiateUrl', {
    bizEntity: 'contract',
    bizId: await contractOf(),
    templateId: template,
    parties: [{ role: '甲方', kind: 'company', name: company, seal, intent: 'account' }],
  })
  await act(flowId, 'start')
  await signNext(flowId)
  const { id: partyId } = (await partiesOf(flowId)).find((one) => one.seal)!
  const stamp = (who: typeof keeper): Promise<Answer> => b.post(`${base}/sign/stamp`, { partyId, password: who.password }, who)
  const mine = async (who: Person): Promise<number[]> =>
    ((await b.get(`${base}/sign/mine`, {}, who)).data as { list: { id: number }[] }).list.map((row) => row.id)
  expect([await mine(keeper), await mine(other), (await mine(b.rig.admin)).includes(partyId)]).toEqual([[partyId], [], true])
  expect(await stamp(other)).toMatchObject({ code: 404, message: '合同已被删除，或不在您的数据权限内，请刷新后重新选择' })
  expect(await stamp(keeper)).toMatchObject({ code: 200, data: { completed: true } })
})

describe('POST auth/psnAuthUrl?psnAccount and auth/orgAuthUrl?orgName', () => {
  const asked = (path: string, query: Record<string, string>, body?: object): Promise<Answer> =>
    b.rig.send(
      { method: 'POST', path: `${base}/auth/${path}?${new URLSearchParams(query).toString()}` },
      body ?? '',
      b.rig.admin,
      body ? {} : { 'content-type': 'application/json', 'content-length': '0' },
    )
  test('take the query that the spec names', async () => {
    const person = await b.must('signIdentity/add', { kind: 'person', name: '张伟', idNo: '11010519491231002X', account: '13800001111' })
    const page = (id: number) => ({ url: `/contract/contractAuthDetail?id=${id}`, flowId: id })
    expect(await asked('psnAuthUrl', { psnAccount: '13800001111' }, {})).toMatchObject({ code: 200, data: page(person.id) })
    expect(await asked('psnAuthUrl', { psnAccount: '13800001112' }, {})).toMatchObject({
      code: 200,
      data: { url: '/contract/contractAuthAdd' },
    })
    const company = await asked('orgAuthUrl', { orgName: '顺达汽车租赁有限公司' }, {})
    expect(company).toMatchObject({ code: 200, data: { flowId: expect.any(Number) } })
  })
  test('and the body as before; said twice, both say the same', async () => {
    expect((await post('auth/psnAuthUrl', { psnAccount: '13800001111' })).code).toBe(200)
    expect((await asked('psnAuthUrl', { psnAccount: '13800001111' }, { psnAccount: '13800001111' })).code).toBe(200)
    expect((await asked('psnAuthUrl', { psnAccount: '13800001111' }, { psnAccount: '13800001112' })).data).toEqual({
      psnAccount: '地址与内容中的值不一致',
    })
    expect((await asked('psnAuthUrl', {}, {})).code).toBe(400)
    expect((await asked('psnAuthUrl', { psnAccount: '13800001111', nonsense: '1' }, {})).code).toBe(400)
  })
})
