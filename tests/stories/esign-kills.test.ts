/**
 * Signing on two nodes that share a database and a folder, one of which is killed (−9) between two statements: in starting, in signing,
 * in the last seal with which a contract moves. Whatever stands then is whole, and the same call to the other node brings it about once:
 * no revision without its bytes, none twice (E6, E7, E8, E12, E13). Two of the three are killed once each here, one in its first half and one
 * in its second; DEEP=1 kills all of them between every two statements.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { chainHolds } from '#modules/esign/flows/chain.rules.ts'
import { sha256hex } from '#modules/esign/flows/record.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Company } from './company.ts'
import { DyingProcess, type Answered } from './dying-process.ts'
import { openSigning, type Signing } from './signing.ts'
import { seedFor } from '../draws.ts'

const DEEP = process.env['DEEP'] === '1'
const SEED = seedFor('CRASH_SEED')
const PASSWORD = 'Adm1n!pass9'

let base: TestDatabase
let signing: Signing
let nodes: DyingProcess
let token = ''
beforeAll(async () => {
  // The clock of the processes is the real one, so the company's is too.
  base = await testDatabase()
  signing = await openSigning(await Company.open(new Date().toISOString().slice(0, 10), base))
  signing.c.clock.set(new Date().toISOString())
  nodes = await DyingProcess.start(base.owner(), base.app(), PASSWORD, { files: signing.folder })
  await owner(`update credential set is_first = false where username = 'admin'`)
  token = await nodes.signIn('admin', PASSWORD)
})
afterAll(async () => {
  await nodes?.close()
  await signing?.close()
})
const owner = (text: string): Promise<unknown> =>
  withClient(base.owner, async (client) => {
    await client.query(`select set_config('app.operator_id', $1, false)`, [String(signing.c.operatorId)])
    return client.query(text)
  })

let random = SEED
const below = (n: number): number => {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((random / 2_147_483_648) * n)
}

interface Call {
  path: string
  body: object
  headers: Record<string, string>
}
const asAdmin = async (path: string, body: object): Promise<Call> => ({ path, body, headers: { authorization: `Bearer ${token}` } })
const send = ({ path, body, headers }: Call, key: string, to?: 'second'): Promise<Answered> =>
  nodes.send(path, JSON.stringify(body), { ...headers, 'idempotency-key': key }, to)
const must = async (call: Call): Promise<any> => {
  const answer = await send(call, randomUUID())
  if (answer.status !== 200) throw new Error(`${call.path}: ${answer.status} ${answer.message}`)
  return answer.data
}

let names = 0
async function drafted(): Promise<number> {
  const lessee = await signing.c.lessee({ name: `客户${String(++names)}` })
  const contract = await signing.c.contract({ lessee, vehicles: [await signing.c.vehicle()], startOn: '2027-01-10', endOn: '2028-01-10' })
  return (await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })).flowId
}
const starting = async (flow: number): Promise<Call> =>
  asAdmin('/api/v1/signFlow/start', { id: flow, version: (await signing.flow(flow)).version })
/** Read and agreed before a witness; only to be confirmed. */
async function confirming(partyId: number): Promise<Call> {
  const { url } = await must(await asAdmin('/api/v1/contract/sign/faceToFace', { partyId, password: PASSWORD }))
  const headers = { 'x-sign-token': url.split('#t=')[1] as string }
  const page = (await nodes.read('/api/public/contract/sign/page', headers)) as { pages: number }
  await must({ path: '/api/public/contract/sign/consent', body: { pages: Array.from({ length: page.pages }, (_, i) => i + 1) }, headers })
  return { path: '/api/public/contract/sign/confirm', body: { kind: 'typed' }, headers }
}
const stamping = (partyId: number): Promise<Call> => asAdmin('/api/v1/contract/sign/stamp', { partyId, password: PASSWORD })

/** Comes to the command through an undisturbed life; answers its flow and the call that is killed. */
const LIVES: Record<string, () => Promise<{ flow: number; call: Call }>> = {
  starting: async () => {
    const flow = await drafted()
    return { flow, call: await starting(flow) }
  },
  signing: async () => {
    const flow = await drafted()
    await must(await starting(flow))
    return { flow, call: await confirming((await signing.parties(flow))[0].id) }
  },
  'the last seal': async () => {
    const flow = await drafted()
    await must(await starting(flow))
    const [lessee, us] = await signing.parties(flow)
    await must(await confirming(lessee.id))
    return { flow, call: await stamping(us.id) }
  },
}

/** All that is there of a flow, in words that are the same for every flow of the same life. */
async function left(flow: number): Promise<string> {
  const of = <T>(table: string, columns: string): Promise<T[]> =>
    withClient(base.owner, async (client) => {
      await client.query(`select set_config('app.operator_id', $1, false)`, [String(signing.c.operatorId)])
      return (await client.query(`select ${columns} from ${table} where flow = ${flow} order by id`)).rows as T[]
    })
  const f = await signing.flow(flow)
  const contract = await signing.c.read((db) =>
    db.selectFrom('contract').select(['status', 'signMode', 'signedScans']).where('id', '=', f.bizId).executeTakeFirstOrThrow(),
  )
  return JSON.stringify({
    flow: [f.status, f.signedCount, f.consumed, f.quotaCycle],
    contract: [contract.status, contract.signMode, contract.signedScans?.length ?? 0],
    parties: await of('sign_party', 'status, level'),
    fields: await of('sign_field', 'signed_at is not null as signed'),
    files: await of('sign_file', 'seq, cause'),
    events: await of('sign_event', 'seq, kind'),
    copies: await of('sign_quota_entry', 'kind, cycle'),
  })
}

/** Bytes of every revision stand where the row says, each the beginning of the next; the chain of events holds; signatures verify. */
async function whole(flow: number): Promise<void> {
  const f = await signing.flow(flow)
  const files = await signing.c.read((db) => db.selectFrom('signFile').selectAll().where('flow', '=', flow).orderBy('seq').execute())
  let last = Buffer.alloc(0)
  for (const [i, file] of files.entries()) {
    const bytes = readFileSync(join(signing.folder, file.fileId.slice(0, 2), file.fileId))
    expect([file.seq, sha256hex(bytes), file.prevSha]).toEqual([i + 1, file.sha256, files[i - 1]?.sha256 ?? null])
    expect(bytes.subarray(0, last.length).equals(last)).toBe(true)
    last = bytes
  }
  expect(f.currentSha).toBe(files.at(-1)!.sha256)
  const events = await signing.c.read((db) => db.selectFrom('signEvent').selectAll().where('flow', '=', flow).orderBy('seq').execute())
  expect(chainHolds(f.no, events, f.evidenceHead, sha256hex)).toBe(true)
  if (f.signedCount) {
    const said = await verifyBytes(signing.c.as(), last)
    expect([said.ok, said.problem, said.evidence?.holds]).toEqual([true, null, true])
    expect(said.signatures).toHaveLength(f.signedCount)
  }
}

async function killed(life: string, n: number, wanted: string): Promise<boolean> {
  const { flow, call } = await LIVES[life]!()
  const untouched = await left(flow)
  const key = randomUUID()
  if (!(await nodes.killedAfter(n, () => send(call, key)))) return false
  const between = await left(flow)
  expect([untouched, wanted], `${life}, after statement ${n}: half of it`).toContain(between)
  await whole(flow)
  // The claim of a dead process runs out by itself within a minute; its end is brought forward.
  await owner(`update idempotency set leased_until = now() - interval '1 second' where http_status is null`)
  const again = await send(call, key)
  if (between !== wanted) expect(again.status, `${life}, after statement ${n}: ${again.message}`).toBe(200)
  expect(await left(flow), `${life}, after statement ${n}`).toBe(wanted)
  await whole(flow)
  return true
}

/** Half of a command in which it is killed: in the first bytes are made, in the second rows. */
type Half = 'first' | 'second'
function chosen(): [life: string, half: Half][] {
  const lives = Object.keys(LIVES)
  const [without, halves] = [below(lives.length), (below(2) ? ['first', 'second'] : ['second', 'first']) as Half[]]
  return lives.filter((_, i) => DEEP || i !== without).map((life, i) => [life, halves[i % 2]!])
}

describe(`killed between file and row (seed ${SEED})`, () => {
  test.each(chosen())(
    'E6, E7, E8, E12, E13: %s',
    async (life, half) => {
      // The first one makes keys, which the others find.
      const first = await LIVES[life]!()
      expect((await send(first.call, randomUUID())).status).toBe(200)
      const { flow, call } = await LIVES[life]!()
      let answer: Answered | null = null
      const statements = await nodes.counted(async () => (answer = await send(call, randomUUID())))
      expect(answer).toMatchObject({ status: 200 })
      const wanted = await left(flow)
      await whole(flow)
      expect(statements).toBeGreaterThan(8)
      let kills = 0
      const from = half === 'first' ? 1 : statements >> 1
      if (DEEP) for (let n = 1; n <= statements + 1; n++) kills += (await killed(life, n, wanted)) ? 1 : 0
      else for (let n = from + below(statements >> 1); kills === 0 && n > 0; n -= 4) kills += (await killed(life, n, wanted)) ? 1 : 0
      expect(kills).toBeGreaterThanOrEqual(DEEP ? statements - 4 : 1)
      if (DEEP) console.log(`${life}: ${statements} statements, ${kills} kills`)
    },
    DEEP ? 3_600_000 : 300_000,
  )
})

describe('two nodes at once', () => {
  test('E11: one link confirmed on both signs once', async () => {
    const { flow, call } = await LIVES['signing']!()
    const both = await Promise.all([send(call, randomUUID()), send(call, randomUUID(), 'second')])
    expect(both.filter((one) => one.status === 200)).toHaveLength(1)
    const files = await signing.c.read((db) => db.selectFrom('signFile').select('cause').where('flow', '=', flow).execute())
    expect(files.filter((file) => file.cause === 'signed')).toHaveLength(1)
    await whole(flow)
  })
  test('E4: the same contract started on both has one live flow', async () => {
    const one = await drafted()
    const { bizId } = await signing.flow(one)
    const two = (await signing.call('contract/sign/leaseInitiateUrl', { contractId: bizId, templateId: signing.template })).flowId
    const both = await Promise.all([send(await starting(one), randomUUID()), send(await starting(two), randomUUID(), 'second')])
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(
      [(await signing.flow(one)).status, (await signing.flow(two)).status].toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(['draft', 'signing'])
  })
  test('E7, E8: two who may sign in any order sign on both, and neither signature is lost', async () => {
    const { bizId } = await signing.flow(await drafted())
    const template = await signing.c.add('signTemplate', {
      name: '两人',
      bizType: 'other',
      kind: 'text',
      text: '# 协议\n\n〔乙方签章〕〔担保方签章〕',
    })
    await signing.c.act('signTemplate', 'publish', template)
    const { flowId } = await signing.call('contract/sign/initiateUrl', {
      title: '两人协议',
      templateId: template,
      bizEntity: 'contract',
      bizId,
      ordered: false,
      parties: [{ role: '担保方', kind: 'person', name: '王担保', mobile: '13900001001', intent: 'sms' }],
    })
    await must(await starting(flowId))
    const [a, b] = await signing.parties(flowId)
    const calls = [await confirming(a.id), await confirming(b.id)] as const
    const both = await Promise.all([send(calls[0], randomUUID()), send(calls[1], randomUUID(), 'second')])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    expect(await signing.flow(flowId)).toMatchObject({ status: 'completed', signedCount: 2 })
    await whole(flowId)
  })
})

describe('how often', () => {
  test('a tablet in a store: each link counts for itself, whoever signs behind the same address; guesses count against the address', async () => {
    const flow = await drafted()
    await must(await starting(flow))
    const { headers } = await confirming((await signing.parties(flow))[0].id)
    const consent = (given: Record<string, string>): Promise<Answered> =>
      send(
        { path: '/api/public/contract/sign/consent', body: { pages: Array.from({ length: 20 }, (_, i) => i + 1) }, headers: given },
        randomUUID(),
      )
    for (let i = 0; i < 12; i++) expect((await consent(headers)).status).toBe(200)
    const guesses: number[] = []
    for (let i = 0; i < 12; i++) guesses.push((await consent({ 'x-sign-token': `1.${'a'.repeat(42)}${i % 10}` })).status)
    expect(guesses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404))
    expect(guesses.slice(10)).toContain(429)
    expect((await consent(headers)).status).toBe(200)
  })
})
