/** The demo company, made by the product's own actions on a fake clock: every invariant of the product holds in it. */
import { addDays, addMonths } from '#kit/basics/day.ts'
import type { Clock } from '#kit/basics/clock.ts'
import type { Database } from '#kit/database/pool.server.ts'
import { forgetStatements } from '#kit/database/statements.server.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { makeAffairs } from './affairs.ts'
import { warn } from '#modules/statistics/warning.server.ts'
import { makeApproval } from './approval.ts'
import { completeAccounts, makeBooks } from './books.ts'
import { makeBusiness } from './business.ts'
import { makeEsign } from './esign.ts'
import { makeFleet } from './fleet.ts'
import { makeCoupons } from './coupons.ts'
import { makeMoney, makePayCodes, makeSplitRules } from './money.ts'
import { makePeople, makeSites } from './people.ts'
import { makeOperators } from './operators.ts'
import { picture } from './picture.ts'
import { makeClaims } from './reimburse.ts'
import { makeTalk } from './talk.ts'
import { makeTelematics } from './telematics.ts'
import { makeTransport } from './transport.ts'
import { World } from './world.ts'

const SEED = 20_250_131
const VEHICLES = 62
const NAME = '云桥汽车租赁有限公司（演示）'

export interface DemoOptions {
  db: Database
  clock: Clock
  registry: Registry
  files: FileKeeper
  operatorId: number
  /** What the company's own signing keys are sealed with. */
  secretKey: Buffer
  log: (message: string, details?: object) => void
}

/**
 * A year asks the same few hundred things again and again: planning each of them anew took longer than answering. And it waits for the disk
 * once, at the end: a making that was cut off begins anew, whatever was left of it.
 */
const repeating = (db: Database): Database =>
  Object.assign(Object.create(db) as Database, {
    read: ((operatorId, work, options) => db.read(operatorId, work, { prepared: true, ...options })) satisfies Database['read'],
    write: ((operatorId, work, options) =>
      db.write(operatorId, work, { prepared: true, hasty: true, ...options })) satisfies Database['write'],
  })

/** Fills an empty operator. Idempotent by the mark on the operator: a start that was killed half-way begins again from nothing. */
export async function makeDemo({ db, clock, registry, files, operatorId, secretKey, log }: DemoOptions): Promise<void> {
  const until = clock.today()
  const world: World = new World({
    db: repeating(db),
    registry,
    operatorId,
    from: addDays(addMonths(until, -13), 0),
    until,
    now: clock.now(),
    seed: SEED,
    photo: (kind, who) => photo(kind, who),
  })
  const kept = new Map<string, Promise<{ bytes: Uint8Array; name: string }>>()
  const photo = async (kind: string, who?: string): Promise<FileLink> => {
    const drawn = await (kept.get(kind) ?? kept.set(kind, Promise.resolve({ bytes: picture(kind), name: `${kind}.png` })).get(kind)!)
    const body = (async function* () {
      yield drawn.bytes
    })()
    const stored = await files.put(world.as(who), { name: drawn.name, mime: 'image/png', body, purpose: 'demo', expiresAt: null })
    return { id: stored.id, name: drawn.name, mime: 'image/png', size: stored.size }
  }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    // Each part has questions of its own, and only so many are kept.
    forgetStatements()
    const result = await work()
    log('demo company', { part: what, seconds: Math.round((performance.now() - began) / 100) / 10 })
    return result
  }
  await timed('people', () => makePeople(world))
  await completeAccounts(world)
  await makeSites(world)
  const fleet = await timed('fleet', () => makeFleet(world, VEHICLES))
  await makeSplitRules(world)
  await makePayCodes(world)
  await timed('telematics', () => makeTelematics(world, fleet.vehicles, clock.now()))
  await timed('business', () => makeBusiness(world, fleet))
  await timed('money', () => makeMoney(world))
  await makeCoupons(world)
  await timed('talk', () => makeTalk(world))
  await timed('operators', () => makeOperators(world, NAME))
  await timed('affairs', () => makeAffairs(world, fleet))
  await timed('approval', () => makeApproval(world))
  await timed('transport', () => makeTransport(world, fleet))
  await makeClaims(world)
  await timed('esign', () => makeEsign(world, { files, secretKey }))
  await timed('books', () => makeBooks(world))
  // As the nights before today would have: what looks wrong stands in the panel of notices.
  world.at(until, '03:40')
  for (const ago of [4, 1]) await warn(world.as(), addDays(until, -ago))
  await db.write(operatorId, (tx) =>
    tx.updateTable('operator').set({ name: NAME, shortName: '云桥租车', demo: true }).where('id', '=', operatorId).execute(),
  )
  // Its users ask other things.
  forgetStatements()
}
