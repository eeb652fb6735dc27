/** What one decides a lease's papers by: whose, which vehicle, and the money. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { DecidingFacts } from '#modules/approval/approval.public.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { owedOfLessees } from '#modules/billing/billing.public.ts'
import { contract } from './contracts/contract.ts'
import { rentReduction } from './changes/change.ts'

/** As many plates as one takes in. */
const PLATES = 3
async function plates(tx: Tx, ctx: Context, vehicles: readonly number[]): Promise<string> {
  const names = await titlesOf(tx, ctx, 'vehicle', vehicles.slice(0, PLATES))
  const shown = vehicles.slice(0, PLATES).map((id) => names.get(id) ?? '')
  return `${shown.join('、')}${vehicles.length > PLATES ? ` 等 ${vehicles.length} 辆` : ''}`
}

const ofContract: DecidingFacts = {
  act: 'contract',
  of: async (tx, ctx, id) => {
    const of = await storeOf(contract).get(tx, ctx, id)
    const names = await titlesOf(tx, ctx, 'lessee', [of.lessee])
    return [
      { label: '月租金', value: `${formatFen(of.monthlyRent ?? 0)}${of.vehicles.length > 1 ? ` × ${of.vehicles.length} 辆` : ''}` },
      { label: '承租人', value: names.get(of.lessee) ?? '' },
      { label: '车牌', value: await plates(tx, ctx, of.vehicles) },
      { label: '起止', value: `${of.startOn} 至 ${of.endOn}` },
    ]
  },
}

const ofReduction: DecidingFacts = {
  act: 'rentReduction',
  of: async (tx, ctx, id) => {
    const reduction = await storeOf(rentReduction).get(tx, ctx, id)
    const { lessee, vehicle } = reduction
    const names = await titlesOf(tx, ctx, 'lessee', lessee ? [lessee] : [])
    const owed = lessee && ctx.access.can('billInfoList') ? (await owedOfLessees(tx, ctx, [lessee])).get(lessee) : undefined
    return [
      { label: '减免金额', value: formatFen(reduction.amount ?? 0) },
      { label: '客户现欠', value: formatFen(owed?.total ?? 0) },
      { label: '承租人', value: names.get(lessee ?? 0) ?? '' },
      { label: '车牌', value: await plates(tx, ctx, vehicle ? [vehicle] : []) },
    ]
  },
}

export const leasingDecides: readonly DecidingFacts[] = [ofContract, ofReduction]
