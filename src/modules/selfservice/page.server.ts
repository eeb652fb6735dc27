/** Everything the page shows, put together for one customer: what he may know, named field by field. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { violationsOfLessee } from '#modules/affairs/affairs.public.ts'
import { openBillsOf, receiptsOf, usableCodes } from '#modules/billing/billing.public.ts'
import { companyNameOf, papersToSign, signedPapers } from '#modules/esign/esign.public.ts'
import { transferAccount } from '#modules/finance/finance.public.ts'
import { leasesOfLessee } from '#modules/leasing/leasing.public.ts'
import { openStores } from '#modules/parties/parties.public.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import type { Guest } from './guest.server.ts'
import { lesseeLink } from './link.ts'
import type { OwnPage } from './own.wire.ts'
import { todosOf } from './todo.rules.ts'
import { lesseeWish } from './wish.ts'

const links = storeOf(lesseeLink)
const MOST_WISHES = 30
/** A page that is read again within this by the same address is the same opening. */
const SAME_OPENING_MS = 60_000

/** Every opening is an act of the link, so it stands in the log with time and address. */
async function noteOpening({ ctx, id, lastAt, lastIp }: Guest): Promise<void> {
  const now = Date.parse(ctx.clock.now())
  if (lastAt !== null && lastIp === ctx.ip && now - Date.parse(lastAt) < SAME_OPENING_MS) return
  await ctx.db.write(ctx.user.operatorId, (tx) => links.act(tx, ctx, 'open', id))
}

const wishesOf = async (tx: Tx, lessee: number) =>
  liveRows(tx, 'lesseeWish')
    .select(['id', 'no', 'kind', 'status', 'lease', 'vehicle', 'violation', 'untilOn', 'returnAt', 'returnStore'])
    .select(['remark', 'answer', 'createdAt'])
    .where('lessee', '=', lessee)
    .orderBy('id', 'desc')
    .limit(MOST_WISHES)
    .execute()

type Lessee = Pick<Guest['lessee'], 'id' | 'store'>
/** Where he is a customer: his own store and those of what he leases now. */
const storesOf = (lessee: Lessee, leases: Leases): Set<number> =>
  new Set([lessee.store, ...leases.filter((l) => l.running).map((l) => l.store)])
/** Codes to pay by of these stores, and of the whole company. */
const codesOf = async (tx: Tx, stores: readonly number[]) =>
  (await usableCodes(tx)).filter((c) => c.image?.length && (!c.stores?.length || c.stores.some((s) => stores.includes(s))))

/** Those his page shows: where he owes something, and where he is a customer. */
export async function payCodesOf(tx: Tx, ctx: Context, lessee: Lessee): Promise<Awaited<ReturnType<typeof codesOf>>> {
  const bills = await openBillsOf(tx, ctx, lessee.id)
  const leases = await leasesOfLessee(tx, lessee.id)
  return codesOf(tx, [...bills.map((b) => b.store), ...storesOf(lessee, leases)])
}

async function moneyOf(tx: Tx, ctx: Context, lessee: number, stores: readonly number[]) {
  const bills = await openBillsOf(tx, ctx, lessee)
  const receipts = await receiptsOf(tx, lessee)
  const claimed = new Set(receipts.filter((p) => p.status === 'toConfirm').flatMap((p) => p.designation.map((d) => d.bill)))
  const payTo = [...new Set([...bills.map((b) => b.store), ...stores])]
  const codes = await codesOf(tx, payTo)
  const accounts: OwnPage['accounts'] = []
  const name = await companyNameOf(tx, ctx)
  for (const store of payTo) {
    const account = await transferAccount(tx, ctx, store)
    if (account) accounts.push({ store, name, ...account })
  }
  return { bills, receipts, claimed, codes, accounts, name }
}

type Known = Awaited<ReturnType<typeof vehiclesInWords>>[number]
type Vehicles = ReadonlyMap<number, Known>
const plateIn = (vehicles: Vehicles, id: number | null): string => (id === null ? '' : (vehicles.get(id)?.plateNo ?? ''))

type Leases = Awaited<ReturnType<typeof leasesOfLessee>>
const leaseRow = (l: Leases[number], vehicles: Vehicles): OwnPage['leases'][number] => {
  const { id, no, contract, contractNo, status, label, running, startOn, endOn, monthlyRent, store } = l
  const model = vehicles.get(l.vehicle)?.model ?? ''
  return {
    id,
    no,
    contract,
    contractNo,
    status,
    label,
    running,
    startOn,
    endOn,
    monthlyRent,
    store,
    model,
    plate: plateIn(vehicles, l.vehicle),
  }
}
const scanRows = (leases: Leases): OwnPage['signed'] => {
  const scans = leases.flatMap((l) => (l.signedScans ?? []).map((scan) => ({ scan, l })))
  // Leases of one contract share its scans.
  const once = new Map(scans.map((one) => [one.scan.id, one]))
  return [...once.values()].map(({ scan, l }) => ({
    kind: 'scan',
    id: scan.id,
    title: `${l.contractNo} ${scan.name}`,
    on: l.signedOn,
    contract: l.contract,
  }))
}
const violationRow = (v: Awaited<ReturnType<typeof violationsOfLessee>>[number]): OwnPage['violations'][number] => {
  const { id, fine, points, dueOn, label, open } = v
  return {
    id,
    fine,
    points,
    dueOn,
    label: label ?? '',
    open,
    plate: v.plateNo,
    at: v.occurredAt,
    place: v.place ?? '',
    behaviour: v.behaviour ?? '',
  }
}
type Stores = Awaited<ReturnType<typeof openStores>>
const storeRow = ({ id, name, place, hours, phone }: Stores[number], mine: ReadonlySet<number>): OwnPage['stores'][number] => ({
  id,
  name,
  address: place?.address ?? '',
  hours: hours ?? '',
  phone: phone ?? '',
  at: place?.lng && place.lat ? { lng: place.lng, lat: place.lat } : null,
  mine: mine.has(id),
})
const wishRow = (w: Awaited<ReturnType<typeof wishesOf>>[number], vehicles: Vehicles, stores: Stores): OwnPage['wishes'][number] => {
  const { id, no, kind, status, lease, violation, untilOn, returnAt, answer } = w
  const words = { label: lesseeWish.fields.status.options[status] ?? '', plate: plateIn(vehicles, w.vehicle), remark: w.remark ?? '' }
  const store = stores.find((s) => s.id === w.returnStore)?.name ?? ''
  return { id, no, kind, status, lease, violation, untilOn, returnAt, answer, store, at: w.createdAt, ...words }
}

export async function pageOf(guest: Guest): Promise<OwnPage> {
  await noteOpening(guest)
  const { ctx, lessee } = guest
  const today = ctx.clock.today()
  return ctx.db.read(ctx.user.operatorId, async (tx) => {
    const leases = await leasesOfLessee(tx, lessee.id)
    const mine = storesOf(lessee, leases)
    const { bills, receipts, claimed, codes, accounts, name } = await moneyOf(tx, ctx, lessee.id, [...mine])
    const violations = await violationsOfLessee(tx, lessee.id)
    const wishes = await wishesOf(tx, lessee.id)
    const papers = await papersToSign(tx, ctx, lessee.id)
    const signed = await signedPapers(tx, lessee.id)
    const stores = await openStores(tx)
    const named = new Set([...leases, ...bills, ...wishes].flatMap((row) => row.vehicle ?? []))
    const vehicles = new Map((await vehiclesInWords(tx, [...named])).map((v) => [v.id, v]))
    const warnDays = await parameterNumber(tx, ctx.registry, 'contractWarnDays')
    return {
      company: name,
      me: { name: lessee.name, mobile: maskPhone(lessee.mobile), company: lessee.kind === 'company' },
      until: guest.until,
      today,
      todos: todosOf({ papers: papers.length, bills, violations, leases }, today, warnDays),
      papers,
      signed: [
        ...signed.map((p) => ({ kind: 'flow' as const, id: String(p.id), title: p.title, on: p.endedAt, contract: p.contract })),
        // What was signed electronically is filed with its contract as well.
        ...scanRows(leases.filter((l) => !signed.some((p) => p.contract === l.contract))),
      ],
      leases: leases.map((l) => leaseRow(l, vehicles)),
      bills: bills.map(({ id, no, label, startOn, lastOn, dueOn, remain, lateFee, overdueDays, store, vehicle }) => {
        const plate = plateIn(vehicles, vehicle)
        return { id, no, label, startOn, lastOn, dueOn, remain, lateFee, overdueDays, store, plate, claimed: claimed.has(id) }
      }),
      receipts: receipts.map(({ id, no, status, label, way, amount, paidOn, rejectReason: reason }) => {
        return { id, no, status, label, way, amount, paidOn, reason }
      }),
      codes: codes.map((c) => ({ id: c.id, name: c.name, channel: c.channel, accountName: c.accountName, stores: c.stores ?? [] })),
      accounts,
      payee: name,
      balance: lessee.balance ?? 0,
      violations: violations.map(violationRow),
      stores: stores.map((s) => storeRow(s, mine)).toSorted((a, b) => Number(b.mine) - Number(a.mine)),
      wishes: wishes.map((w) => wishRow(w, vehicles, stores)),
    }
  })
}
