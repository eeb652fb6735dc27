/** The shortest way, through the API alone, to a customer who owes money. */
import { formats } from '#kit/basics/identifiers/checks.ts'
import type { Client, Row } from './client.ts'

export const TERMS = {
  monthlyRent: 380_000,
  payCycleMonths: '1',
  billMode: 'advance',
  anchorMode: 'startDay',
  prorateMode: 'actual',
  dayRule: 'excludeEnd',
  issueAheadDays: 7,
  dueOffsetDays: 0,
  deposit: 500_000,
  violationDeposit: 200_000,
  depositHoldDays: 30,
  lateGraceDays: 3,
  lateRateBp: 5,
  lateCapBp: 2000,
}

export interface Basics {
  store: Row
  model: Row
}

export async function basics(admin: Client): Promise<Basics> {
  const store = await admin.add('store', { code: 'HQ', name: '虹桥店', city: '上海市' })
  const [group] = await admin.list('dictGroup', 'code=vehicleCategory')
  const [category] = await admin.list('dictItem', `dictGroup=${group!.id}`)
  const model = await admin.add('vehicleModel', { brand: '比亚迪', name: 'T5 厢式货车', category: category!['value'], energy: 'electric' })
  return { store, model }
}

/** A signed-for-signing contract whose deposit and first rent are billed. */
export async function debtor(admin: Client, today: string): Promise<{ bills: Row[]; store: Row; vehicle: Row }> {
  const { store, model } = await basics(admin)
  const product = await admin.add('vehicleProduct', { name: '纯电轻卡长租', model: model.id })
  const plan = await admin.add('leasePlan', { product: product.id, name: '押一付一', ...TERMS })
  const lessee = await admin.add('lessee', {
    kind: 'person',
    name: '王建国',
    mobile: '13900139000',
    idNo: `31010119900101001${checkDigit('31010119900101001')}`,
    store: store.id,
    licenceNo: '3101',
    licenceClass: 'C1',
    licenceDueOn: '2099-01-01',
  })
  await admin.act('lessee', 'approve', lessee)
  const vehicle = await freeVehicle(admin, store, model, today)
  const [year = '2027', month = '01'] = today.split('-')
  const contract = await admin.add('contract', {
    store: store.id,
    plan: plan.id,
    lessee: lessee.id,
    vehicles: [vehicle.id],
    startOn: today,
    endOn: `${Number(year) + 1}-${month}-01`,
    ...TERMS,
  })
  await admin.act('contract', 'submit', contract)
  const bills = await admin.list('bill', `contract=${contract.id}`)
  return { bills, store, vehicle }
}

export async function freeVehicle(admin: Client, store: Row, model: Row, today: string, n = 1): Promise<Row> {
  const vehicle = await admin.add('vehicle', {
    plateNo: `沪AD${10_000 + n}`,
    plateColor: 'green',
    vin: vinOf(n),
    model: model.id,
    energy: 'electric',
    useNature: 'lease',
    ownership: 'own',
    store: store.id,
    drivingLicenceNo: String(310_100_000 + n),
    inspectionDueOn: '2099-01-01',
    compulsoryInsuranceDueOn: '2099-01-01',
  })
  for (const step of await admin.list('vehiclePreparation', `vehicle=${vehicle.id}&pageSize=50`))
    await admin.act('vehiclePreparation', 'complete', step, { doneOn: today })
  const fresh = await admin.call('GET', `/api/v1/vehicle/detail?id=${vehicle.id}`)
  return admin.act('vehicle', 'release', fresh)
}

/** The ninth place is the one that passes. */
function vinOf(n: number): string {
  const of = (digit: string): string => `LGXCE4CB${digit}RB${String(n).padStart(6, '0')}`
  return Array.from('0123456789X', of).find((vin) => formats.vin.check(vin) === null)!
}

export function checkDigit(body: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return '10X98765432'[weights.reduce((sum, w, i) => sum + w * Number(body[i]), 0) % 11]!
}
