/** What any paper about a lease may take from its contract: words of the dictionary, and who signs. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { capitalYuan } from '#kit/basics/fen-capital.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { SubjectFacts } from '#modules/esign/esign.public.ts'
import { signerOf, storeNamed } from '#modules/parties/parties.public.ts'
import { vehiclesInWords } from '#modules/vehicles/vehicles.public.ts'
import { contract } from '../contracts/contract.ts'

const contracts = storeOf(contract)

export const contractWords = async (tx: Tx, ctx: Context, id: number, by?: 'person'): Promise<SubjectFacts> => {
  const c = await contracts.get(tx, ctx, id, by)
  const lessee = await signerOf(tx, c.lessee)
  const store = await storeNamed(tx, c.store)
  const vehicles = await vehiclesInWords(tx, c.vehicles)
  const number = lessee.kind === 'company' ? lessee.creditCode : lessee.idNo
  const money = (name: string, fen: number | null): Record<string, string> =>
    fen === null ? {} : { [name]: formatFen(fen), [`${name}Capital`]: capitalYuan(fen) }
  const data: Record<string, string> = {
    'contract.no': c.no,
    'contract.startOn': dayWords(c.startOn),
    'contract.endOn': dayWords(c.endOn),
    ...money('contract.monthlyRent', c.monthlyRent),
    ...money('contract.totalRent', c.totalRent),
    ...money('contract.deposit', c.deposit),
    'contract.violationDeposit': formatFen(c.violationDeposit ?? 0),
    'contract.payCycleMonths': String(c.payCycleMonths),
    'contract.lateRate': `万分之${c.lateRateBp}`,
    'contract.months': `${dayWords(c.startOn)}至${dayWords(c.endOn)}`,
    'lessee.name': lessee.name,
    'lessee.idNo': number ?? '',
    'lessee.mobile': lessee.mobile,
    'lessee.address': lessee.place?.address ?? '',
    'vehicle.plates': vehicles.map((v) => v.plateNo).join('、'),
    'vehicle.models': [...new Set(vehicles.map((v) => v.model))].join('、'),
    'vehicle.vins': vehicles.map((v) => v.vin).join('、'),
    'vehicle.count': String(vehicles.length),
    'store.name': store?.name ?? '',
    today: dayWords(ctx.clock.today()),
  }
  const kind = lessee.kind === 'company' ? 'company' : 'person'
  return {
    no: c.no,
    title: '车辆租赁合同',
    store: c.store,
    lessee: c.lessee,
    contract: c.id,
    data,
    parties: [{ role: '乙方', kind, name: lessee.name, mobile: lessee.mobile, idNo: number, lessee: lessee.id }],
  }
}
