/** 出车检查 on the server: the list of the order models on board, kept as answered, asked before the truck leaves. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { exceptionCase } from '../exception.ts'
import { tripCheck } from './trip-check.ts'
import { checkGap, checkList, judgeCheck, type CheckAnswer, type CheckItem } from './trip-check.rules.ts'
import { vehicleCare } from './vehicle-care.server.ts'

const checks = storeOf(tripCheck)
const exceptions = storeOf(exceptionCase)

interface Leaving {
  id: number
  vehicle: number | null
  driver: number | null
}
/** What is to be looked at, by mission. */
export async function checkListsOf(tx: Tx, missions: readonly number[]): Promise<Map<number, CheckItem[]>> {
  const rows = await liveRows(tx, 'consignment')
    .innerJoin('transportOrder', 'transportOrder.id', 'consignment.order')
    .innerJoin('orderModel', 'orderModel.id', 'transportOrder.model')
    .select(['consignment.mission', 'orderModel.id', 'orderModel.checks'])
    .distinctOn(['consignment.mission', 'orderModel.id'])
    .where('consignment.mission', '=', anyOf(missions))
    .where('consignment.status', '<>', 'cancelled')
    .orderBy('consignment.mission')
    .orderBy('orderModel.id')
    .execute()
  return new Map([...Map.groupBy(rows, (r) => r.mission!)].map(([mission, own]) => [mission, checkList(own.map((r) => r.checks))]))
}

const lastOf = (tx: Tx, m: Leaving, until: string) =>
  liveRows(tx, 'tripCheck')
    .select(['items', 'result'])
    .where('mission', '=', m.id)
    .where('vehicle', '=', m.vehicle ?? -1)
    .where('driver', '=', m.driver ?? -1)
    .where('at', '<=', until)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Where the model wants a check, nobody leaves without one, done by then, by who drives now, in the truck that leaves. */
export async function checkedBeforeLeaving(tx: Tx, m: Leaving, at: string): Promise<void> {
  const list = (await checkListsOf(tx, [m.id])).get(m.id) ?? []
  if (list.length === 0) return
  const last = await lastOf(tx, m, at)
  const why = checkGap(list, last ? { items: last.items ?? [] } : null)
  if (why) throw refused(why)
}

/** As the driver answered it. What must be right and is not is told to who plans, and waits in the workshop's list. */
export async function keepCheck(
  tx: Tx,
  ctx: Context,
  m: Leaving & { store: number | null },
  said: { clientId: string; driver: number; at: string; answers: readonly CheckAnswer[] },
): Promise<void> {
  if (m.vehicle === null) throw refused('任务还没有车辆，请先分派车辆，再做出车检查')
  const { items, result } = judgeCheck((await checkListsOf(tx, [m.id])).get(m.id) ?? [], said.answers)
  const wrongItems = items.flatMap((i) => (i.ok ? [] : [i.note ? `${i.item}（${i.note}）` : i.item]))
  const wrong = wrongItems.join('、')
  const repair =
    result === 'failed'
      ? await vehicleCare(ctx).draftRepair(tx, ctx, {
          vehicle: m.vehicle,
          items: wrongItems,
          symptom: `出车检查不合格：${wrong}`.slice(0, 500),
        })
      : null
  await checks.add(tx, ctx, {
    mission: m.id,
    vehicle: m.vehicle,
    driver: said.driver,
    at: said.at,
    result,
    items,
    repair,
    clientId: said.clientId,
    store: m.store,
  })
  if (result === 'failed')
    await exceptions.add(tx, ctx, {
      kind: 'breakdown',
      about: 'mission',
      mission: m.id,
      at: said.at,
      detail: `出车检查不合格：${wrong}`.slice(0, 500),
      level: 'middle',
    })
}
