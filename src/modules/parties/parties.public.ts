/** What other modules may ask of parties. */
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import type { Fact } from '#kit/pdf/paper.ts'
import { maskIdNo, maskPhone } from '#kit/basics/identifiers/mask.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { fen, type Fen } from '#kit/basics/fen.ts'
import { formsOf } from '#kit/database/sealing.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { lessee } from './lessee.ts'

export { noteCredit, recordCredit } from './credit.server.ts'

/** The sum of the account entries of billing, kept on the lessee for lists and limits. */
export async function writeBalance(tx: Tx, ctx: Context, lesseeId: number, balance: Fen): Promise<void> {
  await storeOf(lessee).writeMany(tx, ctx, [lesseeId], () => ({ balance }))
}

export async function balancesOf(tx: Tx, lessees: readonly number[]): Promise<Map<number, Fen>> {
  const rows = await tx.selectFrom('lessee').select(['id', 'balance']).where('id', '=', anyOf(lessees)).execute()
  return new Map(rows.map((row) => [row.id, row.balance ?? fen(0)]))
}

/** Who signs a paper: the name, the number it is known by, where it is. */
export const signerOf = (tx: Db, lesseeId: number) =>
  tx
    .selectFrom('lessee')
    .select(['id', 'kind', 'name', 'mobile', 'idNo', 'creditCode', 'place', 'legalPerson'])
    .where('id', '=', lesseeId)
    .executeTakeFirstOrThrow()
/** Whether the customer may be given the keys. */
export const driverOf = (tx: Tx, lesseeId: number) =>
  tx.selectFrom('lessee').select(['id', 'kind', 'status', 'licenceDueOn']).where('id', '=', lesseeId).executeTakeFirst()
export const channelNamed = async (tx: Tx, id: number): Promise<string | null> =>
  (await tx.selectFrom('channel').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null

/** Who came by a code of 推广. */
export async function lesseesOfPromo(tx: Tx, promoCode: number): Promise<number[]> {
  const rows = await liveRows(tx, 'lessee').select('id').where('promoCode', '=', promoCode).orderBy('id').execute()
  return rows.map((r) => r.id)
}

export const lesseeNamed = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('lessee').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
/** Where these stores are; null of one that has no place. */
export const placesOfStores = (db: Db, stores: readonly number[]) =>
  liveRows(db, 'store').select('place').where('id', '=', anyOf(stores)).execute()

/** Who answers for a store. */
export const managerOf = async (db: Db, store: number): Promise<number | null> =>
  (await db.selectFrom('store').select('manager').where('id', '=', store).executeTakeFirst())?.manager ?? null
/** Stores of the company in this city, by its name as it stands on them. */
export const storesInCity = async (db: Db, city: string): Promise<number[]> =>
  (await liveRows(db, 'store').select('id').where('city', '=', city).execute()).map(({ id }) => id)
export const storeNamed = (tx: Db, storeId: number) => tx.selectFrom('store').select('name').where('id', '=', storeId).executeTakeFirst()

/** Who ships: by name, and how his freight is settled. */
export const shipperOf = (tx: Tx, id: number) =>
  tx.selectFrom('lessee').select(['name', 'store', 'freightSettle', 'freightDueDays']).where('id', '=', id).executeTakeFirstOrThrow()

/** What a source of vehicles is called. */
export const sourceNamed = async (tx: Tx, id: number): Promise<string | null> =>
  (await tx.selectFrom('vehicleSource').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null
/** Fen a customer may owe; null: nobody set a limit. */
export const creditLimitOf = async (tx: Tx, id: number): Promise<number | null> =>
  (await tx.selectFrom('lessee').select('creditLimit').where('id', '=', id).executeTakeFirstOrThrow()).creditLimit

/** Those of these customers who have one. */
export const creditLimitsOf = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    (await tx.selectFrom('lessee').select('id').where('id', '=', anyOf(ids)).where('creditLimit', 'is not', null).execute()).map(
      (l) => l.id,
    ),
  )

/** Who leases out, as it stands on papers: the company (by the name it signs with, where it does) with what its parameters say, and the store. */
export async function lessorOf(
  tx: Db,
  ctx: Context,
  storeId: number,
  signsAs?: string,
): Promise<{ name: string; store: string; facts: Fact[] }> {
  const name =
    signsAs ?? (await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()).name
  const store = await tx.selectFrom('store').select(['name', 'place', 'phone']).where('id', '=', storeId).executeTakeFirst()
  const own = async (code: string): Promise<string> => String(await parameterValue(tx, ctx.registry, code))
  return {
    name,
    store: store?.name ?? '',
    facts: [
      { label: '名称', value: name },
      { label: '统一社会信用代码', value: await own('paperCreditCode') },
      { label: '经办门店', value: store?.name ?? '' },
      { label: '联系电话', value: (await own('paperPhone')) || (store?.phone ?? '') },
      { label: '地址', value: (await own('paperAddress')) || (store?.place?.address ?? ''), wide: true },
    ],
  }
}

/** Who leases, in full to whoever may see it in full; whoever may not, prints what he sees. */
export async function lesseeFacts(
  tx: Db,
  ctx: Context,
  lesseeId: number,
  full = ctx.access.can('memberList_reveal'),
): Promise<{ name: string; facts: Fact[] }> {
  const l = await signerOf(tx, lesseeId)
  const company = l.kind === 'company'
  return {
    name: l.name,
    facts: [
      { label: company ? '企业名称' : '姓名', value: l.name },
      company
        ? { label: '统一社会信用代码', value: l.creditCode ?? '' }
        : { label: '身份证号', value: full ? (l.idNo ?? '') : maskIdNo(l.idNo ?? '') },
      { label: '联系电话', value: full ? l.mobile : maskPhone(l.mobile) },
      ...(company ? [{ label: '法定代表人', value: l.legalPerson ?? '' }] : []),
      { label: '地址', value: l.place?.address ?? '', wide: true },
    ],
  }
}
/** The name of a lessee as a column of another module's query; `id` is the column that refers to him. */
export const lesseeName = (id: string) => sql<string>`(select l.name from lessee l where l.id = ${sql.ref(id)})`

/** Who opens his own page (selfservice); null when the record is gone. */
export const lesseeOfPage = (db: Db, id: number) =>
  liveRows(db, 'lessee').select(['id', 'kind', 'name', 'mobile', 'status', 'store', 'balance']).where('id', '=', id).executeTakeFirst()
/** Everybody registered with this telephone, whichever way the number lies there. */
export const lesseesByMobile = (db: Db, mobile: string) =>
  liveRows(db, 'lessee')
    .select(['id', 'kind', 'name', 'mobile', 'status', 'store', 'balance'])
    .where('mobile', 'in', formsOf(mobile))
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .limit(20)
    .execute()
/** Where a customer may come to. */
export const openStores = (db: Db) =>
  liveRows(db, 'store')
    .select(['id', 'name', 'place', 'hours', 'phone'])
    .where('status', '=', 'active')
    .orderBy('code')
    .limit(100)
    .execute()
