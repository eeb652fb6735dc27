/**
 * A receiver takes a consignment, in whole, in part or not (transport.md §2.7, §6): the delivery note and the proof are written,
 * an exception says who answers for what is missing, and where the carriage answers the customer has a claim (J8).
 */
import { createHash } from 'node:crypto'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { metresBetween } from '#kit/basics/earth.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen, formatYuan } from '#kit/basics/fen.ts'
import type { Place } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { deliveryNote, type consignment } from '../../orders/consignment.ts'
import { freightMoney } from '../../orders/money.server.ts'
import { pod } from './pod.ts'
import { cargoClaim, exceptionCase } from '../exception.ts'
import { isClaim, linesProblem, oddities, outcomeOf, sumsOf, type Responsible, type SignLine } from './sign.rules.ts'

type Consignment = Rec<typeof consignment>
const notes = storeOf(deliveryNote)
const pods = storeOf(pod)
const exceptions = storeOf(exceptionCase)
const claims = storeOf(cargoClaim)

interface Said {
  signType: 'self' | 'other' | 'seal' | 'code' | 'contactless'
  signer: string | null
  mobile: string | null
  relation: string | null
  at: string
  lines: readonly { goods: string; refused: number; short: number; damaged: boolean; reason: string }[] | null
  responsible: Responsible
  codTaken: number
  codNote: string | null
}
interface FromPhone {
  clientId: string
  place: Place | null
  accuracyM: number | null
  offline: boolean
  deviceId: string | null
  /** What is strange about its time. */
  doubt: string | null
  hashes: string | null
}

const noteOf = (tx: Tx, id: number) =>
  liveRows(tx, 'deliveryNote').select(['id', 'lines', 'status']).where('consignment', '=', id).executeTakeFirst()
export const noteLinesOf = async (tx: Tx, id: number): Promise<SignLine[]> => (await noteOf(tx, id))?.lines ?? []

/** The lines of the note with what was refused or short taken off what was to be delivered. */
function signedLines<L extends SignLine>(plan: readonly L[], said: Said['lines']): L[] {
  for (const s of said ?? []) if (!plan.some((l) => l.goods === s.goods)) throw refused(`送货单上没有「${s.goods}」`)
  return plan.map((l) => {
    const own = (said ?? []).filter((s) => s.goods === l.goods)
    const back = own.reduce((n, s) => n + s.refused, 0)
    const short = own.reduce((n, s) => n + s.short, 0)
    if (back + short > l.plan) throw refused(`「${l.goods}」拒收与短少共 ${back + short} 件，多于应送 ${l.plan} 件`)
    return { ...l, signed: l.plan - back - short, refused: back, short, reason: own.map((s) => s.reason).join('；') || null }
  })
}

/** The patch of the consignment; its state is what was taken. */
export async function deliver(tx: Tx, ctx: Context, c: Consignment, said: Said, phone?: FromPhone): Promise<Partial<Consignment>> {
  const note = await noteOf(tx, c.id)
  if (!note) throw refused('该配送单没有送货单，不能签收；请联系调度重新生成')
  const lines = signedLines(note.lines ?? [], said.lines)
  const problem = linesProblem(lines)
  if (problem) throw refused(problem)
  const sums = sumsOf(lines)
  const outcome = outcomeOf(sums)
  const left = c.cod - (said.codTaken > 0 ? await freightMoney(ctx).collectedOf(tx, c.id) : 0)
  // A clerk is told; what a driver took he has taken, and somebody looks at it.
  if (said.codTaken > left && !phone) throw refused(`该单代收货款已收 ${formatYuan(c.cod - left)}，只剩 ${formatYuan(left)} 未收`)
  await notes.edit(tx, ctx, note.id, { lines, signer: said.signer, signedAt: said.at })
  if (['waiting', 'delivering'].includes(note.status)) await act(tx, ctx, 'deliveryNote', outcome, note.id, null, {})
  await keepProof(tx, ctx, c, said, lines, phone, said.codTaken > left ? `代收金额多于未收的 ${formatYuan(left)}` : null)
  if (outcome !== 'sign') await openException(tx, ctx, c, said, sums)
  if (said.codTaken > 0) await freightMoney(ctx).collect(tx, ctx, c, { amount: said.codTaken, at: said.at })
  const reason =
    lines
      .map((l) => l.reason)
      .filter(Boolean)
      .join('；')
      .slice(0, 200) || null
  return {
    status: ({ sign: 'signed', part: 'partSigned', refuse: 'refused' } as const)[outcome],
    signedAt: outcome === 'refuse' ? null : said.at,
    signedPieces: sums.signed,
    refusedPieces: sums.refused,
    shortPieces: sums.short,
    ...(reason ? { reason } : {}),
    ...(outcome === 'sign' ? {} : { responsible: said.responsible }),
  }
}

async function keepProof(
  tx: Tx,
  ctx: Context,
  c: Consignment,
  said: Said,
  lines: readonly SignLine[],
  phone: FromPhone | undefined,
  cash: string | null,
): Promise<void> {
  const party = await tx.selectFrom('consignParty').select(['place', 'radius', 'contact']).where('id', '=', c.to).executeTakeFirstOrThrow()
  const point = phone?.place
  const distanceM =
    point?.lng !== undefined && point.lat !== undefined && party.place.lng !== undefined && party.place.lat !== undefined
      ? Math.round(metresBetween(point.lng, point.lat, party.place.lng, party.place.lat))
      : null
  const hashes = phone?.hashes?.split(',').filter(Boolean) ?? []
  const seen = hashes.length
    ? await tx.selectFrom('file').select('id').where('entity', '=', 'pod').where('sha256', 'in', hashes).executeTakeFirst()
    : undefined
  const recvAt = ctx.clock.now()
  const strange = phone
    ? oddities({
        distanceM,
        radius: party.radius,
        signFarM: await parameterNumber(tx, ctx.registry, 'signFarM'),
        accuracyM: phone.accuracyM,
        at: said.at,
        doubt: phone.doubt,
        windowFrom: c.dropFrom,
        windowTo: c.dropTo,
        photoSeen: seen !== undefined,
        signType: said.signType,
        signer: said.signer,
        contact: party.contact,
      })
    : []
  const odd = cash === null ? strange : [cash, ...strange]
  const before = await tx
    .selectFrom('pod')
    .select('chainHash')
    .where('mission', c.mission === null ? 'is' : '=', c.mission as number)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const body = JSON.stringify([c.id, said.signType, said.signer, said.at, lines, said.codTaken, hashes, point ?? null])
  const made = await pods.add(tx, ctx, {
    clientId: phone?.clientId ?? `clerk-${c.id}-${c.attempts}`,
    consignment: c.id,
    mission: c.mission,
    signType: said.signType,
    signer: said.signer,
    mobile: said.mobile,
    relation: said.relation,
    lines: lines.map(({ goods, plan, signed, refused: back, short, reason }) => ({ goods, plan, signed, refused: back, short, reason })),
    codTaken: fen(said.codTaken),
    at: said.at,
    recvAt,
    point: point ?? null,
    accuracyM: phone?.accuracyM ?? null,
    distanceM,
    offline: phone?.offline ?? false,
    deviceId: phone?.deviceId ?? null,
    odd: odd.join('；').slice(0, 300) || null,
    hashes: hashes.join(',') || null,
    chainHash: createHash('sha256')
      .update(`${before?.chainHash ?? ''}${body}`)
      .digest('hex'),
    store: c.store,
  })
  if (odd.length > 0) await act(tx, ctx, 'pod', 'doubt', made.id, null, {})
}

async function openException(
  tx: Tx,
  ctx: Context,
  c: Consignment,
  said: Said,
  sums: { signed: number; refused: number; short: number },
): Promise<void> {
  const damaged = (said.lines ?? []).some((l) => l.damaged)
  const kind = damaged ? 'damage' : sums.short > 0 && sums.refused === 0 ? 'short' : sums.signed === 0 ? 'refusal' : 'part'
  const words = (said.lines ?? []).map((l) => `${l.goods} 拒收 ${l.refused} 短少 ${l.short}：${l.reason}`).join('；')
  const made = await exceptions.add(tx, ctx, {
    kind,
    about: 'consignment',
    consignment: c.id,
    level: damaged ? 'middle' : 'low',
    at: said.at,
    detail: words.slice(0, 1000),
    responsible: said.responsible,
  })
  const lost = (said.lines ?? []).filter((l) => l.damaged || l.short > 0)
  if (!isClaim(lost.length, said.responsible)) return
  const m = c.mission
    ? await tx.selectFrom('mission').select(['carrier', 'driver']).where('id', '=', c.mission).executeTakeFirst()
    : undefined
  const from =
    said.responsible === 'carrier' && m?.carrier
      ? ('carrier' as const)
      : said.responsible === 'driver' && m?.driver
        ? ('driver' as const)
        : ('none' as const)
  await claims.add(tx, ctx, {
    exception: made.id,
    lines: lost.map((l) => ({
      goods: l.goods,
      quantity: l.short + (l.damaged ? l.refused : 0),
      unitValue: fen(unitValueOf(c, l.goods)),
      salvage: fen(0),
    })),
    recoverFrom: from,
    ...(from === 'carrier' ? { carrier: m!.carrier! } : from === 'driver' ? { driver: m!.driver! } : {}),
  })
}
/** Declared for the whole line; a piece is worth its share. */
function unitValueOf(c: Consignment, goods: string): number {
  const g = c.goods.find((x) => x.name === goods)
  return g?.declared ? Math.round(g.declared / Math.max(1, g.pieces)) : 0
}
