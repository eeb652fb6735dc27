/** The demo company, made by the product's own actions on a fake clock: every invariant of the product holds in it. */
import type { Context } from '#kit/access/context.server.ts'
import { addDays, addMonths, dayOf } from '#kit/basics/time/day.ts'
import type { Random } from '#kit/basics/random.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
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
import { makeFleet, type Fleet } from './fleet.ts'
import { Diary, knownSteps, type DemoTrack } from './diary.server.ts'
import { makeCoupons } from './coupons.ts'
import { makeHolds } from './holds.ts'
import { makeMoney, makePayCodes, makeSplitRules } from './money.ts'
import { makePeople, makeSites } from './people.ts'
import { makeOperators } from './operators.ts'
import { picture } from './picture.ts'
import { makeClaims } from './reimburse.ts'
import { makeSelfservice } from './selfservice.ts'
import { makeTalk } from './talk.ts'
import { makeTelematics } from './telematics.ts'
import { together } from './together.ts'
import { makeTransport } from './transport.ts'
import { World } from './world.ts'

const SEED = 20_250_131
const VEHICLES = 62
export const DEMO_NAME = '云桥汽车租赁有限公司（演示）'

export interface DemoOptions {
  db: Database
  clock: Clock
  registry: Registry
  files: FileKeeper
  operatorId: number
  /** What the company's own signing keys are sealed with. */
  secretKey: Buffer
  log: (message: string, details?: object) => void
  /** The moment it is made for, when it was begun earlier. */
  madeFor?: string
  /** Its people and the looks of its hosts stand: one can sign in. */
  onOpen?: () => void
  /** How far it is, of 1. */
  onProgress?: (done: number) => void
}

/**
 * A year asks the same few hundred things again and again: planning each of them anew took longer than answering. And it waits for the disk
 * once, at the end: steps that the machine loses are taken again.
 */
const repeating = (db: Database): Database =>
  Object.assign(Object.create(db) as Database, {
    read: ((operatorId, work, options) => db.read(operatorId, work, { prepared: true, ...options })) satisfies Database['read'],
    write: ((operatorId, work, options) =>
      db.write(operatorId, work, { prepared: true, hasty: true, ...options })) satisfies Database['write'],
  })

/** As many steps as a making takes, nearly: every day has its own. */
const STEPS = 10_300

/** Drawn once each, stored for every record: only one person may use a file. */
function pictures(files: FileKeeper, as: (who?: string) => Context): (kind: string, who?: string) => Promise<FileLink> {
  const drawn = new Map<string, Uint8Array>()
  return async (kind, who) => {
    const bytes = drawn.get(kind) ?? picture(kind)
    drawn.set(kind, bytes)
    const body = (async function* () {
      yield bytes
    })()
    const name = `${kind}.png`
    const stored = await files.put(as(who), { name, mime: 'image/png', body, purpose: 'demo', expiresAt: null })
    return { id: stored.id, name, mime: 'image/png', size: stored.size }
  }
}

/**
 * Fills an operator. Run again after it was cut off it goes on where it stopped (diary.server.ts), beside whatever people did meanwhile.
 * What does not build on each other is made at the same time: while one waits for the database the other computes.
 */
export async function makeDemo(options: DemoOptions): Promise<void> {
  const { db, clock, registry, files, operatorId, secretKey, log, madeFor = clock.now(), onOpen, onProgress } = options
  const until = dayOf(madeFor)
  const known = await knownSteps(db, operatorId)
  let steps = 0
  const diary = (track: DemoTrack) => (random: Random) =>
    new Diary({
      operatorId,
      track,
      known: known.get(track) ?? new Map(),
      random,
      counted: () => onProgress?.(Math.min(0.99, ++steps / STEPS)),
    })
  const world: World = new World({
    db: repeating(db),
    registry,
    operatorId,
    from: addMonths(until, -13),
    until,
    now: madeFor,
    seed: SEED,
    photo: (kind, who) => photo(kind, who),
    diary: diary('company'),
  })
  const photo = pictures(files, (who) => world.as(who))
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
  onOpen?.()
  const fleet = await timed('fleet', () => makeFleet(world, VEHICLES))
  const [, tellMonth] = await together([
    leases(world, fleet, timed),
    timed('telematics', () => makeTelematics(world.beside(SEED + 1, diary('terminals')), fleet.vehicles, madeFor)),
    timed('transport', () => makeTransport(world.beside(SEED + 2, diary('freight')), fleet)),
  ])
  await timed('affairs', () => makeAffairs(world, fleet, () => timed('month on the road', tellMonth)))
  await timed('approval', () => makeApproval(world))
  await makeClaims(world)
  await timed('esign', () => makeEsign(world.beside(SEED + 3, diary('papers')), { files, secretKey }))
  await timed('books', () => makeBooks(world))
  await makeHolds(world)
  await makeSelfservice(world)
  // As the nights before today would have: what looks wrong stands in the panel of notices.
  world.at(until, '03:40')
  for (const ago of [4, 1]) await world.once('warn', () => warn(world.as(), addDays(until, -ago)))
  // Its users ask other things.
  forgetStatements()
}

/** The leasing company's year and what its people talk about. */
async function leases(world: World, fleet: Fleet, timed: <T>(what: string, work: () => Promise<T>) => Promise<T>): Promise<void> {
  await makeSplitRules(world)
  await makePayCodes(world)
  await timed('business', () => makeBusiness(world, fleet))
  await timed('money', () => makeMoney(world))
  await makeCoupons(world)
  await timed('talk', () => makeTalk(world))
  await timed('operators', () => makeOperators(world, DEMO_NAME))
}
