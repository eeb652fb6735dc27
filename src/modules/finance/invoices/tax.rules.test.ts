/** Tax by target difference, credits, reds: the figures of finance.md §3.1, then every history against a slow model (G5, G6). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceable, redParts, spread, sumOf, taxOf, taxOfPart, wrongNumber, wrongTaxNo, type BlueLine } from './tax.rules.ts'

describe('tax within a price', () => {
  test.each([
    [380_000, 1300, 336_283, 43_717],
    [268_000, 900, 245_872, 22_128],
    [5000, 600, 4717, 283],
    [380_000, 300, 368_932, 11_068],
    [380_000, 100, 376_238, 3762],
  ])('%i fen at %i are %i net and %i of tax', (gross, rate, net, tax) => {
    expect(taxOf(gross, rate)).toBe(tax)
    expect(net + tax).toBe(gross)
  })
  test('parts of 2,533.33 carry 145.72, 72.86 and 72.87', () => {
    let before = { gross: 0, tax: 0 }
    const taxes = [126_667, 63_333, 63_333].map((part) => {
      const tax = taxOfPart(before, part, 1300)
      before = { gross: before.gross + part, tax: before.tax + tax }
      return tax
    })
    expect(taxes).toEqual([14_572, 7286, 7287])
    expect(before.tax).toBe(29_145)
  })
  test('nine lines of 3,800.00 and one of 2,533.33 carry 4,225.98, as their lines say; of the sum alone it would be 4,225.96', () => {
    const lines = [...Array<number>(9).fill(380_000), 253_333].map((gross) => {
      const tax = taxOf(gross, 1300)
      return { gross, net: gross - tax, tax }
    })
    const all = sumOf(lines)
    expect(all).toEqual({ gross: 3_673_333, net: 3_250_735, tax: 422_598 })
    expect(taxOf(all.gross, 1300)).toBe(422_596)
  })
})

const line = (gross: number, tax: number): BlueLine => ({ id: 1, rateBp: 1300, gross, tax, redGross: 0, redTax: 0 })
const reds = (blue: BlueLine, amounts: number[]): number[] =>
  amounts.map((amount) => {
    const [part] = redParts([blue], amount)
    blue.redGross += part!.gross
    blue.redTax += part!.tax
    return part!.tax
  })
describe('red letters', () => {
  test('two halves of 3,800.00 reverse 218.58 and 218.59', () =>
    expect(reds(line(380_000, 43_717), [190_000, 190_000])).toEqual([21_858, 21_859]))
  test('three thirds of 1,000.00 reverse 38.35, 38.35 and 38.34', () =>
    expect(reds(line(100_000, 11_504), [33_333, 33_333, 33_334])).toEqual([3835, 3835, 3834]))
  test('a return of 2,206.45 reverses 253.84 and leaves 1,410.22 with 183.33', () => {
    const blue = line(380_000, 43_717)
    expect(reds(blue, [220_645])).toEqual([25_384])
    expect([blue.gross - blue.redGross - (blue.tax - blue.redTax), blue.tax - blue.redTax]).toEqual([141_022, 18_333])
  })
  test('more than is left is no red letter', () => expect(() => redParts([line(100, 12)], 101)).toThrow(RangeError))
})

describe('what may be invoiced', () => {
  const charge = (id: number, feeItem: string, amount: number, rateBp: number | null = 1300) => ({ id, feeItem, amount, rateBp })
  test('deposits and fines paid for others never; credits lessen the rent first', () => {
    const open = invoiceable([
      charge(1, 'DEPOSIT', 500_000, null),
      charge(2, 'CLEAN', 5000, 600),
      charge(3, 'RENT', 380_000),
      charge(4, 'COUPON', -30_000),
      charge(5, 'VIOL', 20_000, null),
    ])
    expect([...open]).toEqual([
      [2, 5000],
      [3, 350_000],
    ])
  })
  test('a credit beyond the rent lessens what else is on the bill, and never below nothing', () => {
    expect([...invoiceable([charge(1, 'RENT', 1000), charge(2, 'CLEAN', 500, 600), charge(3, 'RENT_BACK', -1200)]).values()]).toEqual([
      0, 300,
    ])
    expect([...invoiceable([charge(1, 'RENT', 1000), charge(3, 'RENT_BACK', -1200)]).values()]).toEqual([0])
  })
  test('a number has twenty digits; a special invoice a taxpayer’s number', () => {
    expect(wrongNumber('26312000000012345678')).toBeNull()
    expect(wrongNumber('2631200000001234567X')).toMatch('20 位数字')
    expect(wrongTaxNo('general', null)).toBeNull()
    expect(wrongTaxNo('special', null)).toMatch('必须填写')
    expect(wrongTaxNo('general', '91-31')).toMatch('不正确')
  })
})

/** A history as clerks make it: requests of parts, cancelled ones, reds. Kept by a model that knows nothing of the rules. */
describe('every history', () => {
  const step = fc.record({
    kind: fc.constantFrom('apply', 'apply', 'cancel', 'red'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    pick: fc.nat(20),
  })
  test('no fen is invoiced twice, lines add to the document, reds never exceed their blue and leave nothing at the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(1300, 900, 600, 300, 100),
        fc.array(step, { maxLength: 40 }),
        (amounts, rateBp, steps) => {
          const charges = amounts.map((amount, i) => ({ id: i + 1, feeItem: 'RENT', amount, rateBp }))
          const most = invoiceable(charges)
          interface Line extends BlueLine {
            charge: number
          }
          const documents: { lines: Line[]; reddened: boolean }[] = []
          const live = (id: number) =>
            documents
              .flatMap((d) => d.lines)
              .filter((l) => l.charge === id)
              .reduce((sum, l) => ({ gross: sum.gross + l.gross - l.redGross, tax: sum.tax + l.tax - l.redTax }), { gross: 0, tax: 0 })
          for (const { kind, share, pick } of steps) {
            const open = charges.map((c) => ({ id: c.id, open: most.get(c.id)! - live(c.id).gross }))
            const free = open.reduce((sum, o) => sum + o.open, 0)
            const document = documents[pick % (documents.length || 1)]
            if (kind === 'apply' && free > 0) {
              const wanted = Math.max(1, Math.floor(free * share))
              const lines = spread(open, wanted).map(({ id, gross }, i) => ({
                id: i,
                charge: id,
                rateBp,
                gross,
                tax: taxOfPart(live(id), gross, rateBp),
                redGross: 0,
                redTax: 0,
              }))
              const sum = sumOf(lines.map((l) => ({ gross: l.gross, tax: l.tax, net: l.gross - l.tax })))
              expect(sum.gross).toBe(wanted)
              expect(sum.net + sum.tax).toBe(sum.gross)
              documents.push({ lines, reddened: false })
            } else if (kind === 'cancel' && document && !document.reddened) documents.splice(documents.indexOf(document), 1)
            else if (kind === 'red' && document) {
              const left = document.lines.reduce((sum, l) => sum + l.gross - l.redGross, 0)
              if (left === 0) continue
              const parts = redParts(document.lines, Math.max(1, Math.floor(left * share)))
              for (const part of parts) {
                const of = document.lines.find((l) => l.id === part.id)!
                of.redGross += part.gross
                of.redTax += part.tax
                expect(part.net + part.tax).toBe(part.gross)
                expect(of.redGross <= of.gross && of.redTax <= of.tax && part.tax >= 0 && part.net >= 0).toBe(true)
                if (of.redGross === of.gross) expect(of.redTax).toBe(of.tax)
              }
              document.reddened = true
            }
            for (const c of charges) {
              const { gross, tax } = live(c.id)
              expect(gross).toBeLessThanOrEqual(c.amount)
              expect(tax >= 0 && tax <= gross).toBe(true)
              // As many roundings as there are documents, and no more, stand between it and the exact tax.
              expect(Math.abs(tax - taxOf(gross, rateBp))).toBeLessThanOrEqual(steps.length)
            }
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})
