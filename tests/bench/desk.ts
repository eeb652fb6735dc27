/**
 * What a person meets first, in a company with a million bills: the home's figures and its work list, what Ctrl+K finds, and the card behind a
 * plate, asked by four people at once. What the server answers counts, without the browser.
 */
import { manyBills, makeLeases, monthBefore, step } from './billing.ts'
import { anotherAdmin, Client } from './client.ts'
import { line, load, ms, type Line } from './measure.ts'
import type { Product } from './product.ts'

const PEOPLE = 4
const HOME_MS = 300
const CARD_MS = 100

export async function benchDesk(
  product: Product,
  { leases, bills, duration }: { leases: number; bills: number; duration: number },
): Promise<Line[]> {
  await step(`${leases} leases`, () => makeLeases(product, leases))
  await step('the month before', () => monthBefore(product))
  await step(`${bills} bills`, () => manyBills(product, bills))
  const admin = await Client.signIn(product)
  const people = [admin, ...(await Promise.all(Array.from({ length: PEOPLE - 1 }, (_, i) => anotherAdmin(product, admin, `reader${i}`))))]
  const [vehicles] = await product.sql<{ first: number; last: number }>(
    `select min(id)::int as first, max(id)::int as last from vehicle where vin like 'LBENCH%'`,
  )
  const vehicle = (n: number): number => vehicles!.first + ((n * 7919) % (vehicles!.last - vehicles!.first))
  const plate = (n: number): string => `粤BD${String(1 + ((n * 7919) % leases)).padStart(7, '0')}`
  const asks: { what: string; path: (n: number) => string; budget: number }[] = [
    { what: 'home: figures and charts', path: () => '/api/v1/home?page=homePage', budget: HOME_MS },
    { what: 'home: what is to be done', path: () => '/api/v1/home/work?page=homePage', budget: HOME_MS },
    { what: 'Ctrl+K: a plate', path: (n) => `/api/v1/search?keyword=${encodeURIComponent(plate(n))}`, budget: CARD_MS },
    { what: 'Ctrl+K: four digits of a plate', path: (n) => `/api/v1/search?keyword=${String(1000 + ((n * 37) % 9000))}`, budget: CARD_MS },
    {
      what: 'Ctrl+K: a customer by name',
      path: (n) => `/api/v1/search?keyword=${encodeURIComponent(`客户${100 + (n % 900)}`)}`,
      budget: CARD_MS,
    },
    { what: 'card of a vehicle, with what is owed', path: (n) => `/api/v1/card?entity=vehicle&id=${vehicle(n)}`, budget: CARD_MS },
    { what: '催收: who owes most', path: () => '/api/v1/dunning/list', budget: HOME_MS },
  ]
  const lines: Line[] = []
  for (const { what, path, budget } of asks) {
    const taken = await load(people.length, duration, async (i, n) => (await people[i]!.get(path(i * 7 + n))).status === 200)
    lines.push(
      line(
        `${what}; ${bills.toLocaleString('en')} bills, ${leases.toLocaleString('en')} vehicles${taken.failed ? `, ${taken.failed} failed` : ''}`,
        `p50 ${ms(taken.p50)}, p95 ${ms(taken.p95)}, ${Math.round(taken.perSecond)}/s`,
        { budget: `p95 ≤ ${budget} ms`, met: taken.calls > 0 && taken.p95 <= budget },
      ),
    )
  }
  for (const person of people) person.close()
  return lines
}
