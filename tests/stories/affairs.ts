/** What the stories of vehicle affairs share: a shop with a price list, a policy, people who check each other. */
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import type { AppError } from '#kit/basics/errors.ts'
import { refusal, type Company } from './company.ts'

export const yuan = (n: number): number => Math.round(n * 100)

export async function person(company: Company, name: string, label: string): Promise<void> {
  const { id } = await company.read((db) => db.selectFrom('dept').select('id').executeTakeFirstOrThrow())
  company.people.set(
    name,
    await company.add('user', {
      username: name,
      name: label,
      mobile: '13800138001',
      roles: [],
      stores: [company.store],
      customerType: 'staff',
      dept: id,
    }),
  )
}

export const one = async <T = Record<string, unknown>>(company: Company, table: string, id: number): Promise<T> =>
  (await company.read((db) =>
    db
      .selectFrom(table as 'vehicle')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )) as T
export const all = async <T = Record<string, unknown>>(company: Company, table: string, by: string, value: unknown): Promise<T[]> =>
  (await company.read((db) =>
    db
      .selectFrom(table as 'vehicle')
      .selectAll()
      .where(by as 'id', '=', value as number)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute(),
  )) as T[]

export const shopOf = (company: Company, name: string, more: object = {}): Promise<number> =>
  company.add('repairShop', { name, settleCycle: 'each', rebateBp: 0, labourRate: 12_000, ...more })

export const line = (item: string, part: string, qty: number, price: number, labourHours = 0, labourRate = 0) => ({
  item,
  part,
  qty,
  unit: null,
  price: yuan(price),
  labourHours,
  labourRate: yuan(labourRate),
  warrantyMonths: null,
  warrantyKm: null,
  oldPartBack: false,
})

let running = 0
export const policyValues = (vehicle: number, kind: 'compulsory' | 'commercial', from: string, premium: number, more: object = {}) => ({
  vehicle,
  kind,
  insurer: 'picc',
  policyNo: `P${String(++running).padStart(6, '0')}`,
  startAt: instantAt(from as Day),
  endAt: instantAt(`${Number(from.slice(0, 4)) + 1}${from.slice(4)}` as Day),
  coverages:
    kind === 'compulsory'
      ? [{ code: 'compulsory', limit: 20_000_000, deductible: null, deductibleBp: null, premium }]
      : [
          { code: 'own', limit: 20_000_000, deductible: 50_000, deductibleBp: null, premium: premium - 100 },
          { code: 'third', limit: 100_000_000, deductible: null, deductibleBp: null, premium: 100 },
        ],
  vehicleTax: 0,
  payer: 'company',
  ...more,
})

export async function insured(
  company: Company,
  vehicle: number,
  kind: 'compulsory' | 'commercial',
  from: string,
  premium: number,
  more: object = {},
): Promise<number> {
  const id = await company.add('insurancePolicy', policyValues(vehicle, kind, from, premium, more))
  await company.act('insurancePolicy', 'issue', id)
  return id
}
export const later = (day: string, n: number): string => addDays(day as Day, n)

/** The sentence a person reads: that of the field, where it is shown at one. */
export async function why(work: Promise<unknown>): Promise<string> {
  const error: AppError = await refusal(work)
  const fields = Object.values((error.data ?? {}) as Record<string, string>)
  return error.kind === 'invalid' && fields.length ? fields.join('；') : error.message
}
