/**
 * What a provider tells, on nodes of which one is killed (−9): while it takes the notice in, and while it fetches the signed file and
 * makes it ours (between file and row). Sent again, as providers do, the notice is one row and one question; the flow ends once (E2, E6, E13).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#kit/database/connection/connection.server.ts'
import type { SignedNotice } from '#modules/esign/provider/esign.double.ts'
import { sha256hex } from '#modules/esign/flows/record.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { Company } from './company.ts'
import { DyingProcess, type Answered } from './dying-process.ts'
import { KEYS, NOTIFY, openOutside, type Begun, type Outside } from './signing-outside.ts'
import { seedFor } from '../draws.ts'

const DEEP = process.env['DEEP'] === '1'
const SEED = seedFor('CRASH_SEED')
const PASSWORD = 'Adm1n!pass9'
const FIRST = 'application/json'

let base: TestDatabase
let outside: Outside
const opened: DyingProcess[] = []
beforeAll(async () => {
  base = await testDatabase()
  outside = await openOutside(await Company.open(new Date().toISOString().slice(0, 10), base))
  outside.s.c.clock.set(new Date().toISOString())
})
afterAll(async () => {
  for (const nodes of opened) await nodes.close()
  await outside?.close()
})
const owner = async <T = Record<string, unknown>>(text: string): Promise<T[]> =>
  withClient(base.owner, async (client) => {
    await client.query(`select set_config('app.operator_id', $1, false)`, [String(outside.s.c.operatorId)])
    return (await client.query(text)).rows as T[]
  })
async function nodesOf(roles: string): Promise<DyingProcess> {
  const env = { ROLES: roles, ESIGN_APP_ID: KEYS.appId, ESIGN_SECRET: KEYS.secret, ESIGN_HOST: outside.host, ESIGN_NOTIFY_URL: NOTIFY }
  const nodes = await DyingProcess.start(base.owner(), base.app(), PASSWORD, { env, files: outside.s.folder })
  opened.push(nodes)
  return nodes
}

let random = SEED
const below = (n: number): number => {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((random / 2_147_483_648) * n)
}
const send = (nodes: DyingProcess, { headers, query, body }: SignedNotice): Promise<Answered> =>
  nodes.send(`/api/public/contract/esign/notice?${query}`, body, { ...headers, 'content-type': FIRST })

/** Signed there by both, so that one notice makes it complete here. */
async function signedThere(): Promise<Begun & { notice: SignedNotice }> {
  const begun = await outside.begun()
  outside.double.notices = []
  for (const key of begun.keys) outside.double.sign(begun.there.id, key)
  return { ...begun, notice: outside.double.notices.splice(0).at(-1)! }
}
const storedCounts = async (flow: number): Promise<[rows: number, questions: number]> => {
  const [row] = await owner<{ rows: string; questions: string }>(
    `select (select count(*) from sign_inbox where flow = ${flow}) as rows,
       (select count(*) from outgoing_call where kind = 'esign.detail' and payload->>'flow' = '${flow}') as questions`,
  )
  return [Number(row!.rows), Number(row!.questions)]
}

describe(`a notice (seed ${SEED})`, () => {
  test(
    'E2: killed while it is taken in, it is kept whole or not at all; sent again it is kept once and asked about once',
    async () => {
      const nodes = await nodesOf('web')
      const first = await signedThere()
      expect((await send(nodes, first.notice)).status).toBe(200)
      const counted = await signedThere()
      const statements = await nodes.counted(() => send(nodes, counted.notice))
      expect(statements).toBeGreaterThan(3)
      const all = Array.from({ length: statements }, (_, i) => i + 1)
      // What was over before is killed earlier: not every notice takes as many statements.
      const from = 1 + below(statements - 1)
      const chosen = DEEP ? all : all.slice(0, from).toReversed()
      let kills = 0
      for (const n of chosen) {
        if (!DEEP && kills > 0) break
        const { contract, flow, notice } = await signedThere()
        if (!(await nodes.killedAfter(n, () => send(nodes, notice)))) continue
        kills += 1
        const [rows, questions] = await storedCounts(flow)
        expect(rows, `after statement ${n}`).toBe(questions)
        // The provider had no answer, so it sends it again, and once more.
        expect((await send(nodes, notice)).status).toBe(200)
        expect((await send(nodes, notice)).status).toBe(200)
        expect(await storedCounts(flow)).toEqual([1, 1])
        // The question waits since the moment of the process, which is the real one.
        outside.s.c.clock.set(new Date(Date.now() + 60_000).toISOString())
        await outside.drain()
        expect(await outside.s.flow(flow)).toMatchObject({ status: 'completed', signedCount: 2 })
        expect(await outside.contract(contract)).toMatchObject({ status: 'toHandOver' })
      }
      expect(kills).toBeGreaterThan(0)
      await opened.pop()!.close()
    },
    DEEP ? 3_600_000 : 300_000,
  )
})

describe('the signed file', () => {
  test(
    'E6, E13: killed between fetching it and writing it down, another node fetches it again, and the contract has moved once',
    async () => {
      // One kill is wanted; what was over before it could be killed is killed earlier the next time.
      const trials = DEEP ? 60 : 4
      // With the provider before there are workers: they would take them there themselves.
      const flows: (Begun & { notice: SignedNotice })[] = []
      for (let i = 0; i <= trials; i++) flows.push(await signedThere())
      const nodes = await nodesOf('web,worker')
      // One is left in peace: so many statements there are to be killed at.
      const unharmed = flows.pop()!
      const usual = await nodes.counted(async () => {
        await send(nodes, unharmed.notice)
        for (let i = 0; (await outside.s.flow(unharmed.flow)).status === 'signing' && i < 400; i++) await pause(50)
      })
      const from = 2 + below(Math.floor(usual * 0.6))
      const at = Array.from({ length: trials }, (_, i) => (DEEP ? i * 2 + 3 : Math.max(2, from >> i)))
      let kills = 0
      for (const [i, n] of at.entries()) {
        if (!DEEP && kills > 0) break
        const { contract, flow, there, notice } = flows[i]!
        const over = async (): Promise<void> => {
          for (let i = 0; (await outside.s.flow(flow)).status === 'signing' && i < 400; i++) await pause(50)
        }
        kills += Number(
          await nodes.killedAfter(n, async () => {
            await send(nodes, notice)
            await over()
          }),
        )
        await send(nodes, notice)
        // What the dead one had taken is free in a minute; it is brought forward.
        for (let i = 0; (await outside.s.flow(flow)).status === 'signing' && i < 40; i++) {
          await owner(
            `update outgoing_call set deliver_after = now() - interval '1 second' where payload->>'flow' = '${flow}' and done_at is null`,
          )
          await outside.later(2)
          await pause(50)
        }
        expect(await outside.s.flow(flow)).toMatchObject({ status: 'completed', signedCount: 2 })
        const done = await outside.contract(contract)
        expect([done.status, done.signedScans?.length]).toEqual(['toHandOver', 1])
        const files = await outside.s.c.read((db) =>
          db.selectFrom('signFile').selectAll().where('flow', '=', flow).orderBy('seq').execute(),
        )
        expect(files.map((file) => file.cause)).toEqual(['prepared', 'signed'])
        for (const file of files)
          expect(sha256hex(readFileSync(join(outside.s.folder, file.fileId.slice(0, 2), file.fileId)))).toBe(file.sha256)
        expect(files[1]!.sha256).toBe(sha256hex(there.file))
        const entries = await owner<{ kind: string }>(`select kind from sign_quota_entry where flow = ${flow} order by id`)
        expect(entries.map((entry) => entry.kind)).toEqual(['freeze', 'consume'])
      }
      expect(kills).toBeGreaterThan(0)
    },
    DEEP ? 3_600_000 : 300_000,
  )
})
