/**
 * Proves that the readings of a vehicle are what was stored: nothing changed, removed or added since (invariant 16). Whole business days are
 * looked at, those the period touches: a sum is one of a day.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { READING_TEXT } from '../engine/seal.server.ts'
import type { TemperatureSealRow } from '../tables.ts'
import type { SealAnswer } from '../wire.ts'
import { reading } from './live.server.ts'
import { plateOf } from './temperature.server.ts'

type Seal = Omit<TemperatureSealRow, 'operatorId' | 'vehicle' | 'day'> & { day: Day }
interface Row {
  batch: number
  text: string
  receivedAt: string
}

/** Computed here rather than in SQL: a changed function in the database would prove nothing. */
const link = (before: Buffer, texts: readonly string[]): Buffer =>
  createHash('sha256')
    .update(before)
    .update(createHash('sha256').update(texts.join('\n'), 'utf8').digest())
    .digest()

export const verifyReadings = (ctx: Context, vehicle: number, period: { from: string; to: string }): Promise<SealAnswer> =>
  reading(ctx, async (db) => {
    await plateOf(db, ctx, vehicle)
    return verify(db, ctx, vehicle, period)
  })

async function verify(db: Db, ctx: Context, vehicle: number, { from, to }: { from: string; to: string }): Promise<SealAnswer> {
  const { operatorId } = ctx.user
  const { rows: seals } =
    await sql<Seal>`select day::text as day, seq, batches, readings, hash, before_hash as "beforeHash", before_batches as "beforeBatches", begun_at as "begunAt" from temperature_seal
    where operator_id = ${operatorId} and vehicle = ${vehicle} order by seq`.execute(db)
  const answer: SealAnswer = { problem: null, readings: 0, unsealed: 0, days: 0 }
  const gap = seals.findIndex((seal, i) => seal.seq !== i + 1)
  if (gap >= 0) return { ...answer, problem: `第 ${gap + 1} 个校验值缺失，${seals[gap]!.day} 之前有整日的读数被删除` }
  const byDay = new Map(seals.map((seal) => [seal.day, seal]))
  const last = dayOf(Date.parse(to) - 1)
  for (let day = dayOf(Date.parse(from)); day <= last; day = addDays(day, 1)) {
    const rows = await readingsOf(db, operatorId, vehicle, day)
    const seal = byDay.get(day)
    const sealed = rows.filter((row) => row.batch > 0)
    answer.unsealed += rows.length - sealed.length
    const problem = (seal ? problemOf(seal, seals[seal.seq], sealed) : sealed.length > 0 ? '校验值缺失' : null) ?? strangers(rows, seals[0])
    if (problem) return { ...answer, problem: `${day} 的读数${problem}` }
    if (sealed.length > 0) answer.days++
    answer.readings += sealed.length
  }
  return answer
}

async function readingsOf(db: Db, operatorId: number, vehicle: number, day: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select batch, received_at as "receivedAt", ${READING_TEXT} as text
    from temperature_reading where operator_id = ${operatorId} and vehicle = ${vehicle} and at >= ${instantAt(day)} and at < ${instantAt(addDays(day, 1))} order by batch, sensor_no, at`.execute(
    db,
  )
  return rows
}

function problemOf(seal: Seal, next: Seal | undefined, rows: readonly Row[]): string | null {
  if (rows.length !== seal.readings) return `应有 ${seal.readings} 条，现有 ${rows.length} 条`
  const batches = Map.groupBy(rows, (row) => row.batch)
  let hash = seal.beforeHash
  // What the day begun after it was linked to, when that was so far.
  let linked = next === undefined || next.beforeBatches > seal.batches ? undefined : next.beforeHash
  for (let n = 1; n <= seal.batches; n++) {
    hash = link(
      hash,
      (batches.get(n) ?? []).map((row) => row.text),
    )
    if (next && linked && n === next.beforeBatches) {
      if (!hash.equals(linked)) return '与次日开始时的校验值不符，内容被改动过'
      linked = undefined
    }
  }
  if (!hash.equals(seal.hash)) return '与校验值不符，内容被改动过'
  return next && (linked || next.beforeBatches > seal.batches) ? '少于次日开始时的批数，校验值被改动过' : null
}

/** Readings without a sum are those of before there were any. */
function strangers(rows: readonly Row[], first: Seal | undefined): string | null {
  const late = first ? rows.filter((row) => row.batch === 0 && Date.parse(row.receivedAt) >= Date.parse(first.begunAt)).length : 0
  return late > 0 ? `有 ${late} 条没有校验值，不是由终端上报入库的` : null
}

export const sealText = (s: SealAnswer): string =>
  s.problem
    ? `记录不完整：${s.problem}`
    : `记录完整：核对 ${s.days} 天 ${s.readings} 条读数，与入库时的校验值一致${s.unsealed ? `；另有 ${s.unsealed} 条为启用校验之前的读数` : ''}`
