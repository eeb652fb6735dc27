import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import { allocate, itemKind, openItems } from './allocation.rules.ts'
import type { AllocationOrder, ItemKind, OpenBill } from './allocation.rules.ts'

const numRuns = process.env.DEEP ? 100_000 : 2_000

const B1: OpenBill = {
  id: 'B1',
  dueOn: day('2025-02-10'),
  issueOn: day('2025-02-03'),
  items: [{ id: 'B1-rent', kind: 'principal', remain: 180000 }],
}
const B2: OpenBill = {
  id: 'B2',
  dueOn: day('2025-03-10'),
  issueOn: day('2025-03-03'),
  items: [{ id: 'B2-rent', kind: 'principal', remain: 380000 }],
}
const late: OpenBill = {
  id: 'L1',
  dueOn: day('2025-03-05'),
  issueOn: day('2025-03-05'),
  belongsTo: 'B1',
  items: [{ id: 'L1-late', kind: 'late', remain: 2500 }],
}

describe('J3: one receipt of 600000 against three bills', () => {
  it('settles all of them and leaves 37500 for the balance', () => {
    const result = allocate(600000, [B2, late, B1], 'LAW')
    expect(result).toEqual({
      allocations: [
        { billId: 'L1', itemId: 'L1-late', amount: 2500 },
        { billId: 'B1', itemId: 'B1-rent', amount: 180000 },
        { billId: 'B2', itemId: 'B2-rent', amount: 380000 },
      ],
      left: 37500,
    })
  })

  it('by law the late fee of a debt comes before its principal, by contract after all principal', () => {
    expect(allocate(200000, [B1, B2, late], 'LAW').allocations.map(({ itemId, amount }) => [itemId, amount])).toEqual([
      ['L1-late', 2500],
      ['B1-rent', 180000],
      ['B2-rent', 17500],
    ])
    expect(allocate(561000, [B1, B2, late], 'PRINCIPAL_FIRST').allocations.map(({ itemId, amount }) => [itemId, amount])).toEqual([
      ['B1-rent', 180000],
      ['B2-rent', 380000],
      ['L1-late', 1000],
    ])
  })

  it('the payer may name the bills that come first', () => {
    expect(allocate(390000, [B1, B2, late], 'LAW', ['B2']).allocations.map(({ billId, amount }) => [billId, amount])).toEqual([
      ['B2', 380000],
      ['L1', 2500],
      ['B1', 7500],
    ])
    expect(allocate(390000, [B1, B2, late], 'PRINCIPAL_FIRST', ['L1', 'B2']).allocations.map(({ billId }) => billId)).toEqual([
      'L1',
      'B2',
      'B1',
    ])
  })
})

describe('order', () => {
  it('inside a bill: costs, late fees, principal, whatever the order of the items', () => {
    const bill: OpenBill = {
      ...B1,
      items: [
        { id: 'p1', kind: 'principal', remain: 1 },
        { id: 'l', kind: 'late', remain: 1 },
        { id: 'c', kind: 'cost', remain: 1 },
        { id: 'p2', kind: 'principal', remain: 1 },
      ],
    }
    expect(allocate(9, [bill], 'LAW').allocations.map(({ itemId }) => itemId)).toEqual(['c', 'l', 'p1', 'p2'])
    expect(allocate(9, [bill], 'PRINCIPAL_FIRST').allocations.map(({ itemId }) => itemId)).toEqual(['p1', 'p2', 'l', 'c'])
  })

  it('bills: due day, then issue day, then id', () => {
    const at = (id: string, dueOn: string, issueOn: string): OpenBill => ({
      id,
      dueOn: day(dueOn),
      issueOn: day(issueOn),
      items: [{ id, kind: 'principal', remain: 1 }],
    })
    const bills = [
      at('d', '2025-02-01', '2025-01-02'),
      at('c', '2025-02-01', '2025-01-01'),
      at('b', '2025-02-01', '2025-01-01'),
      at('a', '2025-03-01', '2024-01-01'),
    ]
    expect(allocate(9, bills, 'LAW').allocations.map(({ billId }) => billId)).toEqual(['b', 'c', 'd', 'a'])
  })

  it('knows kinds by fee item and refuses amounts that are none', () => {
    expect(['LATE', 'COLLECT', 'RENT', 'DEPOSIT'].map(itemKind)).toEqual(['late', 'cost', 'principal', 'principal'])
    for (const bad of [-1, 0.5, NaN, 1e18]) expect(() => allocate(bad, [B1], 'LAW')).toThrow(RangeError)
  })
})

describe('open items', () => {
  it('an item of nothing is none, one of a fen is', () =>
    expect(openItems([0, 1].map((amount) => ({ id: String(amount), kind: 'principal', amount, paid: 0 })))).toEqual([
      { id: '1', kind: 'principal', remain: 1 },
    ]))

  const rent = { id: 'r', kind: 'principal' as const, amount: 380000, paid: 0 }
  it('a credit lowers the item it names, else the items in order', () => {
    expect(openItems([rent, { id: 'x', kind: 'principal', amount: -126667, paid: 0, reduces: 'r' }])).toEqual([
      { id: 'r', kind: 'principal', remain: 253333 },
    ])
    expect(
      openItems([
        { ...rent, id: 'a', amount: 100 },
        { ...rent, id: 'b', amount: 50 },
        { ...rent, id: 'x', amount: -120 },
      ]),
    ).toEqual([{ id: 'b', kind: 'principal', remain: 30 }])
    const two = [
      { ...rent, id: 'a', amount: 100 },
      { ...rent, id: 'b', amount: 50 },
    ]
    expect(openItems([...two, { ...rent, id: 'x', amount: -30, reduces: 'b' }])).toEqual([
      { id: 'a', kind: 'principal', remain: 100 },
      { id: 'b', kind: 'principal', remain: 20 },
    ])
    expect(openItems([...two, { ...rent, id: 'x', amount: -70, reduces: 'b' }])).toEqual([{ id: 'a', kind: 'principal', remain: 80 }])
    expect(openItems([...two, { ...rent, id: 'x', amount: -149 }])).toEqual([{ id: 'b', kind: 'principal', remain: 1 }])
    expect(() => openItems([...two, { ...rent, id: 'x', amount: -151 }])).toThrow('credits exceed')
    expect(openItems([{ ...rent, paid: 380000 }])).toEqual([])
    expect(() =>
      openItems([
        { ...rent, paid: 380000 },
        { ...rent, id: 'x', amount: -1 },
      ]),
    ).toThrow(RangeError)
  })
})

describe('properties', () => {
  const anyBill: fc.Arbitrary<Omit<OpenBill, 'id'>> = fc.record({
    dueOn: fc.nat({ max: 3 }).map((n) => addDays(day('2025-01-01'), n)),
    issueOn: fc.nat({ max: 2 }).map((n) => addDays(day('2024-12-01'), n)),
    items: fc.array(
      fc.record({ id: fc.uuid(), kind: fc.constantFrom<ItemKind>('cost', 'late', 'principal'), remain: fc.nat({ max: 12 }) }),
      { minLength: 1, maxLength: 4 },
    ),
    belongsTo: fc.option(fc.nat({ max: 4 }).map(String), { nil: undefined }),
  })
  const anyBills = fc.array(anyBill, { maxLength: 5 }).map((bills) => bills.map((bill, i) => ({ ...bill, id: String(i) })))
  const orders = fc.constantFrom<AllocationOrder>('LAW', 'PRINCIPAL_FIRST')

  /** Coin by coin: each fen goes to the open item that beats every other in a direct comparison. */
  function coinByCoin(amount: number, bills: readonly OpenBill[], order: AllocationOrder): Map<string, number> {
    const got = new Map<string, number>()
    const key = (bill: OpenBill, kind: ItemKind, position: number): Array<string | number> => {
      const debt = bills.find(({ id }) => id === bill.belongsTo) ?? bill
      const law = ['cost', 'late', 'principal'].indexOf(kind)
      const contract = ['principal', 'late', 'cost'].indexOf(kind)
      const due = [debt.dueOn, debt.issueOn, debt.id]
      return order === 'LAW' ? [...due, law, bill.id, position] : [contract, ...due, bill.id, position]
    }
    for (let coin = 0; coin < amount; coin++) {
      const open = bills
        .flatMap((bill) =>
          bill.items.map((item, i) => ({ name: `${bill.id}/${item.id}`, remain: item.remain, key: key(bill, item.kind, i) })),
        )
        .filter(({ name, remain }) => remain > (got.get(name) ?? 0))
      const best = open.reduce<(typeof open)[number] | undefined>((a, b) => {
        if (!a) return b
        const at = a.key.findIndex((part, i) => part !== b.key[i])
        return at >= 0 && (b.key[at] ?? '') < (a.key[at] ?? '') ? b : a
      }, undefined)
      if (best) got.set(best.name, (got.get(best.name) ?? 0) + 1)
    }
    return got
  }

  it('M1, M2: every fen is in exactly one place and no item gets more than it lacks', () => {
    fc.assert(
      fc.property(
        anyBills,
        fc.nat({ max: 120 }),
        orders,
        fc.array(fc.nat({ max: 6 }).map(String), { maxLength: 3 }),
        (bills, amount, order, designation) => {
          const { allocations, left } = allocate(amount, bills, order, designation)
          expect(allocations.reduce((sum, part) => sum + part.amount, 0) + left).toBe(amount)
          const open = bills.flatMap((bill) => bill.items.map((item) => item.remain)).reduce((sum, n) => sum + n, 0)
          expect(left).toBe(Math.max(0, amount - open))
          for (const { billId, itemId, amount: part } of allocations) {
            expect(part).toBeGreaterThan(0)
            expect(part).toBeLessThanOrEqual(bills[Number(billId)]?.items.find(({ id }) => id === itemId)?.remain ?? -1)
          }
        },
      ),
      { numRuns },
    )
  }, 1_800_000)

  it('equals handing out the money coin by coin', () => {
    fc.assert(
      fc.property(anyBills, fc.nat({ max: 60 }), orders, (bills, amount, order) => {
        const { allocations } = allocate(amount, bills, order)
        expect(new Map(allocations.map((part) => [`${part.billId}/${part.itemId}`, part.amount]))).toEqual(coinByCoin(amount, bills, order))
      }),
      { numRuns },
    )
  }, 1_800_000)
})
