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

async function moneyOf(tx: Tx, ctx: Context, lessee: number, stores: readonly number[]) {
  const bills = await openBillsOf(tx, ctx, lessee)
  const receipts = await receiptsOf(tx, lessee)
  const claimed = new Set(receipts.filter((p) => p.status === 'toConfirm').flatMap((p) => p.designation.map((d) => d.bill)))
  const payTo = [...new Set([...bills.map((b) => b.store), ...stores])]
  const codes = (await usableCodes(tx)).filter((c) => c.image?.length && (!c.stores?.length || c.stores.some((s) => payTo.includes(s))))
  const accounts: OwnPage['accounts'] = []
  const name = await companyNameOf(tx, ctx)
  for (const store of payTo) {
    const account = await transferAccount(tx, ctx, store)
    if (account) accounts.push({ store, name, ...account })
  }
  return { bills, receipts, claimed, codes, accounts, name }
}

export async function pageOf(guest: Guest): Promise<OwnPage> {
  await noteOpening(guest)
  const { ctx, lessee } = guest
  const today = ctx.clock.today()
  return ctx.db.read(ctx.user.operatorId, async (tx) => {
    const leases = await leasesOfLessee(tx, lessee.id)
    const ofStores = new Set([lessee.store, ...leases.filter((l) => l.running).map((l) => l.store)])
    const { bills, receipts, claimed, codes, accounts, name } = await moneyOf(tx, ctx, lessee.id, [...ofStores])
    const violations = await violationsOfLessee(tx, lessee.id)
    const wishes = await wishesOf(tx, lessee.id)
    const papers = await papersToSign(tx, ctx, lessee.id)
    const signed = await signedPapers(tx, lessee.id)
    const stores = await openStores(tx)
    const vehicles = new Map(
      (await vehiclesInWords(tx, [...new Set([...leases, ...bills, ...wishes].flatMap((row) => row.vehicle ?? []))])).map((v) => [v.id, v]),
    )
    const plateOf = (id: number | null): string => (id === null ? '' : (vehicles.get(id)?.plateNo ?? ''))
    const scans = new Map(
      leases.flatMap((l) =>
        (l.signedScans ?? []).map((scan) => [
          scan.id,
          { kind: 'scan' as const, id: scan.id, title: `${l.contractNo} ${scan.name}`, on: l.signedOn, contract: l.contract },
        ]),
      ),
    )
    return {
      company: name,
      me: { name: lessee.name, mobile: maskPhone(lessee.mobile), company: lessee.kind === 'company' },
      until: guest.until,
      today,
      todos: todosOf(
        { papers: papers.length, bills, violations, leases },
        today,
        await parameterNumber(tx, ctx.registry, 'contractWarnDays'),
      ),
      papers,
      signed: [
        ...signed.map((p) => ({ kind: 'flow' as const, id: String(p.id), title: p.title, on: p.endedAt, contract: p.contract })),
        ...scans.values(),
      ],
      leases: leases.map(({ id, no, contract, contractNo, vehicle, status, label, running, startOn, endOn, monthlyRent, store }) => ({
        ...{ id, no, contract, contractNo, status, label, running, startOn, endOn, monthlyRent, store },
        plate: plateOf(vehicle),
        model: vehicles.get(vehicle)?.model ?? '',
      })),
      bills: bills.map(({ id, no, label, vehicle, startOn, lastOn, dueOn, remain, lateFee, overdueDays, store }) => ({
        ...{ id, no, label, startOn, lastOn, dueOn, remain, lateFee, overdueDays, store },
        plate: plateOf(vehicle),
        claimed: claimed.has(id),
      })),
      receipts: receipts.map(({ id, no, status, label, way, amount, paidOn, rejectReason }) => ({
        ...{ id, no, status, label, way, amount, paidOn },
        reason: rejectReason,
      })),
      codes: codes.map((c) => ({ id: c.id, name: c.name, channel: c.channel, accountName: c.accountName, stores: c.stores ?? [] })),
      accounts,
      payee: name,
      balance: lessee.balance ?? 0,
      violations: violations.map(({ id, plateNo, occurredAt, place, behaviour, fine, points, dueOn, label, open }) => ({
        ...{ id, fine, points, dueOn, label, open },
        plate: plateNo,
        at: occurredAt,
        place: place ?? '',
        behaviour: behaviour ?? '',
      })),
      stores: stores
        .map((s) => ({
          id: s.id,
          name: s.name,
          address: s.place?.address ?? '',
          hours: s.hours ?? '',
          phone: s.phone ?? '',
          at: s.place?.lng && s.place.lat ? { lng: s.place.lng, lat: s.place.lat } : null,
          mine: ofStores.has(s.id),
        }))
        .toSorted((a, b) => Number(b.mine) - Number(a.mine)),
      wishes: wishes.map(({ id, no, kind, status, lease, violation, untilOn, returnAt, answer, createdAt, ...w }) => ({
        ...{ id, no, kind, status, lease, violation, untilOn, returnAt, answer },
        label: lesseeWish.fields.status.options[status],
        plate: plateOf(w.vehicle),
        store: stores.find((s) => s.id === w.returnStore)?.name ?? '',
        remark: w.remark ?? '',
        at: createdAt,
      })),
    }
  })
}
