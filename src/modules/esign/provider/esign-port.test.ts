/** The conformance of port `esign`: what the signer that is shipped and e签宝 owe the house alike; and the adaptor with its provider's faults. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PDFDocument } from 'pdf-lib'
import type { Context } from '#kit/access/context.server.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import { describePort, type World } from '#tests/port.ts'
import { openSigning, type Signing } from '#tests/stories/signing.ts'
import { esignProvider } from './adaptor.server.ts'
import { EsignDouble, type Fault } from './esign.double.ts'
import { esignPort } from './esign-port.server.ts'
import { partyKey } from './key.ts'
import { localSigner } from './local.server.ts'
import type { OutsideFlow, SignProvider } from './provider.server.ts'
import { partiesOf } from '../flows/flow.server.ts'

const KEYS = { appId: 'zyt', secret: 'a-secret-of-some-length' }
const NOTIFY = 'https://console.example/api/public/contract/esign/notice'
const at = new Date()
const nobody = null as unknown as Context

/** A flow that was started, and the people in it. */
interface Begun {
  id: string
  keys: string[]
  prepared: Uint8Array
}
interface SignWorld extends World<SignProvider> {
  ctx: () => Context
  begin(): Promise<Begun>
  sign(flow: Begun, key: string): Promise<void>
  decline(flow: Begun, key: string, reason: string): Promise<void>
  revoke(flow: Begun, reason: string): Promise<void>
}

async function paper(): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([595, 842])
  return doc.save()
}
let made = 0
async function flowOf(more: Partial<OutsideFlow> = {}): Promise<OutsideFlow> {
  const n = ++made
  return {
    bizNum: `ZYT1${n}`,
    title: `租赁合同 ${n}`,
    expireAt: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    operatorId: 1,
    pdf: await paper(),
    parties: [
      {
        key: 'P1',
        order: 1,
        kind: 'person',
        name: '张伟',
        handler: '张伟',
        mobile: '13900139000',
        idNo: null,
        fields: [{ page: 1, x: 130, y: 125 }],
      },
      {
        key: 'P2',
        order: 2,
        kind: 'company',
        name: '顺达汽车租赁有限公司',
        handler: '李丽',
        mobile: '13800138000',
        idNo: null,
        fields: [{ page: 1, x: 400, y: 125 }],
      },
    ],
    ...more,
  }
}

async function provider(): Promise<SignWorld & { double: EsignDouble; impatient: SignProvider; url: string }> {
  const double = new EsignDouble(KEYS)
  const url = await double.start()
  const options = { host: url, notifyUrl: NOTIFY, pauseMs: 5, ...KEYS }
  const implementation = esignProvider(options)
  return {
    implementation,
    impatient: esignProvider({ ...options, timeoutMs: 300 }),
    double,
    url,
    ctx: () => nobody,
    async begin() {
      const flow = await flowOf()
      const id = await implementation.create(nobody, flow, at)
      await implementation.start(nobody, id, at)
      return { id, keys: flow.parties.map((party) => party.key), prepared: flow.pdf }
    },
    sign: async (flow, key) => double.sign(flow.id, key),
    decline: async (flow, key, reason) => double.decline(flow.id, key, reason),
    revoke: (flow, reason) => implementation.revoke(nobody, flow.id, reason, at),
    stop: () => double.stop(),
  }
}

/** One company for all tests of the suite: what is shipped needs a whole house. */
let house: Signing | null = null
afterAll(() => house?.close())
async function shipped(): Promise<SignWorld> {
  if (!house) {
    house = await openSigning('2026-01-05')
    const ports: Ports = Object.create(house.c.registry.ports, { files: { value: new FolderStore(house.folder) } })
    Object.assign(house.c, { registry: { ...house.c.registry, ports } })
  }
  const s = house
  const partyOf = async (flow: Begun, key: string) => (await s.parties(await idOf(flow))).find((party) => partyKey(party.id) === key)
  const idOf = async (flow: Begun): Promise<number> =>
    (await s.c.read((db) => db.selectFrom('signFlow').select('id').where('customBizNum', '=', flow.id).executeTakeFirstOrThrow())).id
  return {
    implementation: localSigner,
    ctx: () => s.c.as(),
    async begin() {
      const lessee = await s.c.lessee({ name: '张伟' })
      const contract = await s.c.contract({ lessee, vehicles: [await s.c.vehicle()], startOn: '2026-01-10', endOn: '2027-01-10' })
      const { flowId } = await s.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: s.template })
      await s.c.act('signFlow', 'start', flowId, {}, 'sales')
      const all = await s.c.write((tx) => partiesOf(tx, flowId))
      return { id: (await s.flow(flowId)).customBizNum, keys: all.map((party) => partyKey(party.id)), prepared: await s.pdf(flowId) }
    },
    async sign(flow, key) {
      const party = await partyOf(flow, key)
      await (party.seal ? s.stamp(party.id) : s.byPhone(party.id))
    },
    async decline(flow, key, reason) {
      const { url } = await s.call('contract/sign/link', { partyId: (await partyOf(flow, key)).id })
      await s.call('contract/sign/decline', { reason }, { token: url.split('#t=')[1]! })
    },
    revoke: async (flow, reason) => void (await s.c.act('signFlow', 'revoke', await idOf(flow), { reason }, 'sales')),
    stop: () => {},
  }
}

describePort(esignPort, { local: shipped, esign: provider }, (world) => {
  const said = (flow: Begun) => world().implementation.detail(world().ctx(), flow.id, at)
  it('a flow that was started waits for the first party, and only for him', async () => {
    const flow = await world().begin()
    expect(await said(flow)).toMatchObject({
      status: 'signing',
      parties: [
        { key: flow.keys[0], status: 'toSign' },
        { key: flow.keys[1], status: 'waiting' },
      ],
    })
  })
  it('all have signed: completed, and the file begins with the bytes that were prepared', async () => {
    const flow = await world().begin()
    await world().sign(flow, flow.keys[0]!)
    expect((await said(flow)).parties.map((party) => party.status)).toEqual(['signed', 'toSign'])
    await world().sign(flow, flow.keys[1]!)
    const done = await said(flow)
    expect(done).toMatchObject({ status: 'completed', parties: [{ status: 'signed' }, { status: 'signed' }] })
    expect(done.finishedAt).toMatch(/^20\d\d-/)
    const file = await world().implementation.file(world().ctx(), flow.id, at)
    expect(file.length).toBeGreaterThan(flow.prepared.length)
    expect(file.subarray(0, flow.prepared.length).equals(Buffer.from(flow.prepared))).toBe(true)
  })
  it('gives no file before all have signed', async () => {
    const flow = await world().begin()
    await expect(world().implementation.file(world().ctx(), flow.id, at)).rejects.toMatchObject({ kind: 'refused' })
  })
  it('declined is over, with who and why', async () => {
    const flow = await world().begin()
    await world().decline(flow, flow.keys[0]!, '租期写错')
    const { status, reason, parties } = await said(flow)
    expect({ status, who: parties[0]!.status }).toEqual({ status: 'declined', who: 'declined' })
    expect(reason).toContain('租期写错')
  })
  it('revoked is over, with why; once more changes nothing', async () => {
    const flow = await world().begin()
    await world().revoke(flow, '合同有误')
    await world().implementation.revoke(world().ctx(), flow.id, '再撤一次', at)
    expect(await said(flow)).toMatchObject({ status: 'revoked', reason: '合同有误' })
  })
  it('started twice is started once, and urged while it lives', async () => {
    const flow = await world().begin()
    await world().implementation.start(world().ctx(), flow.id, at)
    await world().implementation.urge(world().ctx(), flow.id, at)
    expect((await said(flow)).status).toBe('signing')
  })
  it('knows nothing of a flow nobody made, and lets us in all the same', async () => {
    await expect(world().implementation.detail(world().ctx(), 'no-such-flow', at)).rejects.toThrow(/不存在/)
    expect(await world().implementation.test(at)).toBeNull()
  })
  it('knows nothing of the real name of somebody who never showed it', async () => {
    const nobodyYet = { kind: 'person', name: '张伟', number: '11010519491231002X', mobile: '13900139000', handler: '张伟' } as const
    expect(await world().implementation.authInfo(world().ctx(), nobodyYet, at)).toBe('unknown')
  })
  it('believes no notice that is not signed', () => {
    const body = JSON.stringify({ action: 'SIGN_FLOW_COMPLETE', signFlowId: 'flow1', signFlowStatus: '2' })
    expect(world().implementation.notice(() => null, 'o=1', body)).toBeNull()
  })
})

describe('e签宝', () => {
  let w: Awaited<ReturnType<typeof provider>>
  beforeEach(async () => {
    w = await provider()
  })
  afterEach(() => w.stop())
  const begun = () => w.begin()

  it('is told who, in which order, where on the page, and where to tell', async () => {
    const { id } = await begun()
    expect(w.double.flows.get(id)).toMatchObject({
      status: 1,
      notifyUrl: `${NOTIFY}?o=1`,
      signers: [
        { key: 'P1', order: 1, name: '张伟', mobile: '13900139000', fields: [{ page: '1', x: 130, y: 125 }] },
        { key: 'P2', order: 2, name: '顺达汽车租赁有限公司', mobile: '13800138000', fields: [{ page: '1', x: 400, y: 125 }] },
      ],
    })
  })
  it.each<Fault>(['500', '429', 'drop', 'silence', 'garbage', 'afterwards', 1437513])(
    'after %s of a creation the next try makes the flow; nobody was told of another',
    async (fault) => {
      const flow = await flowOf()
      w.double.fail('create-by-file', fault)
      const first = fault === 'silence' ? w.impatient : w.implementation
      await expect(first.create(nobody, flow, at)).rejects.toMatchObject({ kind: 'busy' })
      const id = await w.implementation.create(nobody, flow, at)
      await w.implementation.start(nobody, id, at)
      expect(w.double.live.map((one) => one.id)).toEqual([id])
    },
  )
  it.each<Fault>(['500', 'drop', 'silence', 'afterwards'])(
    'after %s of a start the next try finds it started or starts it: once',
    async (fault) => {
      const id = await w.implementation.create(nobody, await flowOf(), at)
      w.double.fail('/start', fault)
      const first = fault === 'silence' ? w.impatient : w.implementation
      await expect(first.start(nobody, id, at)).rejects.toMatchObject({ kind: 'busy' })
      await w.implementation.start(nobody, id, at)
      expect(w.double.flows.get(id)!.starts).toBe(1)
    },
  )
  it('is asked until it has read the file, and not for ever', async () => {
    w.double.looksBeforeReady = 4
    await w.implementation.create(nobody, await flowOf(), at)
    w.double.looksBeforeReady = 1000
    await expect(w.implementation.create(nobody, await flowOf(), at)).rejects.toMatchObject({ kind: 'busy', message: 'e签宝还在处理文件' })
  })
  it('says in its own words what it does not take', async () => {
    w.double.fail('create-by-file', 1437328)
    await expect(w.implementation.create(nobody, await flowOf(), at)).rejects.toMatchObject({
      kind: 'refused',
      message: 'e签宝返回 1437328：double: 1437328',
    })
  })
  it('is delayed once', async () => {
    const { id } = await begun()
    await w.implementation.delay(nobody, id, '2027-01-01T00:00:00.000Z', at)
    expect(w.double.flows.get(id)!.expireAt).toBe(Date.parse('2027-01-01T00:00:00.000Z'))
    await expect(w.implementation.delay(nobody, id, '2027-01-02T00:00:00.000Z', at)).rejects.toMatchObject({ kind: 'refused' })
  })
  it('urged too soon is no fault: it has been told', async () => {
    const { id } = await begun()
    w.double.fail('/urge', 1437138)
    await w.implementation.urge(nobody, id, at)
    w.double.fail('/urge', 1435002)
    await expect(w.implementation.urge(nobody, id, at)).rejects.toMatchObject({ kind: 'refused' })
  })
  it('gives each signer his own page, and strangers none', async () => {
    const { id } = await begun()
    expect(await w.implementation.partyUrl(nobody, id, { mobile: '13900139000', company: null }, at)).toBe(`https://t.esign.example/${id}`)
    await expect(w.implementation.partyUrl(nobody, id, { mobile: '13911111111', company: null }, at)).rejects.toMatchObject({
      kind: 'refused',
    })
  })
  it('with a wrong key, or a clock that is wrong by twenty minutes, lets nobody in: one sentence', async () => {
    const other = esignProvider({ ...KEYS, host: w.url, notifyUrl: NOTIFY, secret: 'another-secret-altogether' })
    expect(await other.test(at)).toContain('e签宝拒绝了本系统的签名')
    await expect(other.create(nobody, await flowOf(), at)).rejects.toMatchObject({ kind: 'refused' })
    expect(await w.implementation.test(new Date(Date.now() - 20 * 60_000))).toContain('e签宝拒绝了本系统的签名')
    await w.stop()
    expect(await w.implementation.test(at)).toContain('无法连接e签宝')
  })
  it('notices: the real one names its flow and event; the same again is the same event; forged and foreign ones are nothing', async () => {
    const { id } = await begun()
    w.double.sign(id, 'P1')
    const [real] = w.double.notices
    const read = (n = real!) => w.implementation.notice((name) => n.headers[name] ?? null, n.query, n.body)
    expect(read()).toMatchObject({ operatorId: 1, flowId: id, action: 'SIGN_MISSON_COMPLETE' })
    const again = w.double.signed({ notifyUrl: `${NOTIFY}?o=1` }, JSON.parse(real!.body) as object)
    expect(read(again)!.eventKey).toBe(read()!.eventKey)
    expect(read({ ...real!, query: 'o=2' })).toBeNull()
    expect(read({ ...real!, body: real!.body.replace('"signResult":2', '"signResult":4') })).toBeNull()
    const flow = { notifyUrl: `${NOTIFY}?o=1` }
    expect(read(w.double.signed(flow, JSON.parse(real!.body) as object, { ...KEYS, secret: 'another-secret-altogether' }))).toBeNull()
    expect(read(w.double.signed(flow, { hello: 'world' }))).toBeNull()
    expect(read(w.double.signed({ notifyUrl: NOTIFY }, JSON.parse(real!.body) as object))).toBeNull()
  })
  it('shows a person and a company a page of its own, and says what it knows of them by number', async () => {
    const person = { kind: 'person', name: '张伟', number: '11010519491231002X', mobile: '13900139000', handler: '张伟' } as const
    const company = {
      kind: 'company',
      name: '顺达汽车租赁有限公司',
      number: '91310000MA1FL0000N',
      mobile: '13800138000',
      handler: '李丽',
    } as const
    const ctx = { user: { operatorId: 1 } } as Context
    for (const who of [person, company]) {
      expect(await w.implementation.authUrl(ctx, who, at)).toMatchObject({
        url: expect.stringMatching(/^https:\/\/t\.esign\.example\/auth/),
      })
      expect(await w.implementation.authInfo(ctx, who, at)).toBe('unknown')
      const account = who.kind === 'person' ? who.mobile : who.number
      w.double.identify(account, false)
      expect(await w.implementation.authInfo(ctx, who, at)).toBe('verified')
      w.double.identify(account, true)
      expect(await w.implementation.authInfo(ctx, who, at)).toBe('authorised')
      const notice = w.double.notices.at(-1)!
      expect(w.implementation.notice((name) => notice.headers[name] ?? null, notice.query, notice.body)).toMatchObject({
        operatorId: 1,
        action: 'AUTHORIZE_FINISH',
        flowId: expect.stringMatching(/^auth/),
      })
    }
    w.double.fail('/psn-auth-url', '500')
    await expect(w.implementation.authUrl(ctx, person, at)).rejects.toMatchObject({ kind: 'busy' })
  })
  it('is not sent anywhere by the address of a file', async () => {
    const { id, keys } = await begun()
    for (const key of keys) w.double.sign(id, key)
    const url = new URL(w.url)
    const there = esignProvider({ ...KEYS, host: `http://localhost:${url.port}`, notifyUrl: NOTIFY })
    await expect(there.file(nobody, id, at)).rejects.toMatchObject({ message: 'e签宝给出的文件地址不正确' })
  })
})

describe('its settings', () => {
  const { shape } = esignPort.adaptors.esign.variables
  it.each(['https://openapi.example.com', 'http://127.0.0.1:9000'])('%s will do', (url) =>
    expect(shape.ESIGN_HOST!.safeParse(url).success).toBe(true),
  )
  it.each(['http://openapi.example.com', 'http://127.0.0.1.example.com', 'ftp://localhost', 'esign'])(
    '%s would send contracts in the open',
    (url) => expect(shape.ESIGN_HOST!.safeParse(url).success).toBe(false),
  )
})
