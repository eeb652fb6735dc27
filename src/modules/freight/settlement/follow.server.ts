/** Sheets follow what they were made of and what became of their bills, in the transaction of the cause. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { payablesOf, stageOf } from '#modules/billing/billing.public.ts'
import type { cargoClaim } from '#modules/transport/missions/exception.ts'
import { calculateMission, calculateOrder, recalculate, recalculateMissions, recalculateOpen, voidSheets } from './calculate.server.ts'
import { followClaim } from './claim.server.ts'
import { giveBackRemitted } from './cod.server.ts'
import { giveBackUses } from './deductions.server.ts'
import { chargeSheet } from './sheet.ts'

const sheets = storeOf(chargeSheet)
type Moved = Record<string, unknown> & { id: number }

const ENDED: readonly string[] = ['signed', 'receipted']
async function followOrder(tx: Tx, ctx: Context, o: Moved, from: string | null, action: string): Promise<void> {
  const status = String(o['status'])
  if (status === 'voided') return voidSheets(tx, ctx, { order: o.id }, '订单作废')
  const repriced = ['reprice', 'adjust', 'addWork', 'changeAddress'].includes(action)
  if (action === 'addWork') await recalculateMissions(tx, ctx, o.id)
  if (ENDED.includes(status) && (!ENDED.includes(from ?? '') || repriced)) await calculateOrder(tx, ctx, o.id)
}

async function followMissionMoney(tx: Tx, ctx: Context, m: Moved, action: string): Promise<void> {
  // What was seen before it left may have ended it by now: then it is no estimate any more.
  if (action === 'depart') await recalculate(tx, ctx, { order: null, mission: m.id })
  if (action === 'emptied' || action === 'finish' || (action === 'transfer' && m['status'] === 'done'))
    await calculateMission(tx, ctx, m.id, true)
  if (action === 'odometer') await recalculateOpen(tx, ctx, m.id)
  if (action === 'void') await voidSheets(tx, ctx, { mission: m.id }, '任务作废')
}

const sheetsOn = (tx: Tx, column: 'bill' | 'payable', id: number, status: 'billed' | 'settled') =>
  liveRows(tx, 'chargeSheet')
    .select(['id', 'payable'])
    .where(column, '=', id)
    .where('status', '=', status)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const PAID: readonly string[] = ['settled', 'writtenOff']
async function followBill(tx: Tx, ctx: Context, b: Moved): Promise<void> {
  const paid = PAID.includes(String(b['status']))
  for (const { id } of await sheetsOn(tx, 'bill', b.id, paid ? 'billed' : 'settled'))
    await sheets.act(tx, ctx, paid ? 'settle' : 'unsettle', id, {})
}

/** All stages of a sheet paid and none left to draw: settled. */
const allPaid = async (tx: Tx, sheet: number): Promise<boolean> => (await payablesOf(tx, sheet)).every((p) => p.status === 'settled')

async function followPayable(tx: Tx, ctx: Context, p: Moved, action: string): Promise<void> {
  if (action === 'void') await giveBackUses(tx, ctx, p.id)
  const own = typeof p['chargeSheet'] === 'number' ? p['chargeSheet'] : null
  const of = own === null ? [] : [own]
  const month = [...(await sheetsOn(tx, 'payable', p.id, 'billed')), ...(await sheetsOn(tx, 'payable', p.id, 'settled'))].map((s) => s.id)
  for (const id of [...new Set([...of, ...month])].toSorted((a, b) => a - b)) {
    const { status } = await tx.selectFrom('chargeSheet').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    // Void before it was paid: it can be drawn again.
    if (action === 'void') {
      if (status === 'billed') await sheets.act(tx, ctx, 'unbill', id, {})
      continue
    }
    const paid = String(p['status']) === 'settled' && (await allPaid(tx, id))
    if (paid && status === 'billed') await sheets.act(tx, ctx, 'settle', id, {})
    if (!paid && status === 'settled') await sheets.act(tx, ctx, 'unsettle', id, {})
  }
}

const FREIGHT: readonly string[] = ['freight', 'driverPay']
export const followMoney: NonNullable<Watcher['after']> = async ({ tx, ctx, entity, record, action, from }) => {
  if (entity === 'transportOrder') await followOrder(tx, ctx, record, from, action)
  if (entity === 'mission') await followMissionMoney(tx, ctx, record, action)
  if (entity === 'cargoClaim' && action === 'pass') await followClaim(tx, ctx, record as unknown as Rec<typeof cargoClaim>)
  if (entity === 'bill' && record['billType'] === 'freight') await followBill(tx, ctx, record)
  if (entity === 'payableBill' && action === 'void') await giveBackRemitted(tx, ctx, record.id)
  if (entity === 'payableBill' && action !== 'add' && FREIGHT.includes(String(record['fee']))) await followPayable(tx, ctx, record, action)
}

/** What freight is charged on is corrected by a sheet, never by voiding the bill under it. */
export async function freightBillLock(tx: Tx, _ctx: Context, bills: readonly number[], act: string): Promise<string | null> {
  if (act !== 'void') return null
  const row = await liveRows(tx, 'chargeSheet')
    .select('no')
    .where('bill', 'in', [...bills])
    .executeTakeFirst()
  return row ? `运费账单由费用单 ${row.no} 生成，不能作废，请在费用单上做「费用调整」` : null
}

/** 回单付 waits for every receipt. */
export async function receiptLock(tx: Tx, _ctx: Context, payable: number): Promise<string | null> {
  const p = await stageOf(tx, payable)
  if (p?.stage !== 'receipt' || p.chargeSheet === null) return null
  const rows = await liveRows(tx, 'consignment')
    .innerJoin('chargeSheet', 'chargeSheet.mission', 'consignment.mission')
    .select('consignment.id')
    .where('chargeSheet.id', '=', p.chargeSheet)
    .where('consignment.receiptState', 'in', ['due', 'sent', 'missing'])
    .where('consignment.status', '<>', 'cancelled')
    .execute()
  return rows.length ? `回单未收齐：${rows.length} 份` : null
}
