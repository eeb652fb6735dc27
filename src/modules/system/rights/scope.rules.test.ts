import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conjunction, Scope } from '#kit/access/context.server.ts'
import type { Dimension } from '#kit/entity/entity.ts'
import type { TemplateEntry } from './permission.ts'
import { covers, describeScope, scopeOf, type Bindings, type RoleRights, type Self } from './scope.rules.ts'

const self: Self = {
  userId: 7,
  deptId: 3,
  deptTree: [3, 31, 32],
  storeIds: [11, 12],
  storesOfRegion: new Map([
    ['上海', [11, 13]],
    ['杭州', [12]],
  ]),
}
const byStore: Bindings = new Map([
  ['bill', new Map<string, Dimension>([['store', 'store']])],
  ['vehicle', new Map<string, Dimension>([['store', 'store']])],
])
const role = (grants: string[], ...templates: TemplateEntry[][]): RoleRights => ({ grants: new Set(grants), templates })
const entry = (resourceCode: string, ...rules: TemplateEntry['rules']): TemplateEntry => ({ resourceCode, rules })
const stores = (...values: number[]): TemplateEntry['rules'][number] => ({ rule: 'store', mode: 'custom', values })
const all: TemplateEntry['rules'][number] = { rule: 'store', mode: 'all' }

describe('data permission', () => {
  it.each<[string, RoleRights[], TemplateEntry[][], Scope]>([
    ['a page no rule binds shows everything', [role(['other'])], [], 'all'],
    ['a bound page without any role that grants it shows nothing', [role(['vehicle'], [entry('bill', all)])], [], []],
    ['a bound page without an entry shows nothing', [role(['bill'], [entry('vehicle', all)])], [], []],
    ['an entry names the stores', [role(['bill'], [entry('bill', stores(1, 2))])], [], [{ store: [1, 2] }]],
    [
      '本门店 are the stores of the person',
      [role(['bill'], [entry('bill', { rule: 'store', mode: 'ownStore' })])],
      [],
      [{ store: [11, 12] }],
    ],
    ['the entry * serves pages without one of their own', [role(['bill'], [entry('*', stores(9))])], [], [{ store: [9] }]],
    ['an entry of its own wins over *', [role(['bill'], [entry('*', all), entry('bill', stores(1))])], [], [{ store: [1] }]],
    ['全部 is not restricted', [role(['bill'], [entry('bill', all)])], [], 'all'],
    [
      'two templates are united',
      [role(['bill'], [entry('bill', stores(1))], [entry('bill', stores(2))])],
      [],
      [{ store: [1] }, { store: [2] }],
    ],
    ['a template of the person counts like one of the role', [role(['bill'])], [[entry('bill', stores(4))]], [{ store: [4] }]],
    ['a template of the person grants no page', [], [[entry('bill', all)]], []],
    ['a rule that is not mentioned shuts the entry', [role(['bill'], [entry('bill')])], [], []],
  ])('%s', (_title, roles, own, wanted) => {
    expect(scopeOf(roles.some((r) => r.grants.has('other')) ? 'other' : 'bill', byStore, roles, own, self)).toEqual(wanted)
  })

  it('joins dimensions of one entry by AND', () => {
    const both: Bindings = new Map([
      [
        'bill',
        new Map<string, Dimension>([
          ['store', 'store'],
          ['owner', 'owner'],
        ]),
      ],
    ])
    const roles = [role(['bill'], [entry('bill', stores(1), { rule: 'owner', mode: 'self' })])]
    expect(scopeOf('bill', both, roles, [], self)).toEqual([{ store: [1], owner: [7] }])
  })

  it('takes a region for the stores in its cities, within the stores another rule names', () => {
    const bound: Bindings = new Map([
      [
        'bill',
        new Map<string, Dimension>([
          ['area', 'region'],
          ['store', 'store'],
        ]),
      ],
    ])
    const shown = (cities: string[], store: TemplateEntry['rules'][number]): Scope =>
      scopeOf('bill', bound, [role(['bill'], [entry('bill', { rule: 'area', mode: 'custom', values: cities }, store)])], [], self)
    expect(shown(['上海'], all)).toEqual([{ store: [11, 13] }])
    expect(shown(['上海', '杭州'], { rule: 'store', mode: 'ownStore' })).toEqual([{ store: [11, 12] }])
    expect(shown(['南京'], all)).toEqual([{ store: [] }])
  })

  it('J16: a cashier of one store who manages all vehicles sees the bills of that store only', () => {
    const cashier = role(['bill'], [entry('bill', stores(1))])
    const fleet = role(['vehicle'], [entry('*', all)])
    expect(scopeOf('bill', byStore, [cashier, fleet], [], self)).toEqual([{ store: [1] }])
    expect(scopeOf('vehicle', byStore, [cashier, fleet], [], self)).toBe('all')
  })

  it('says what it shows in a sentence', () => {
    const name = (d: string, id: number): string => `${d}${id}`
    expect(describeScope('all', name)).toBe('全部数据')
    expect(describeScope([], name)).toMatch(/未授权任何数据/)
    expect(describeScope([{ store: [1, 2] }, { owner: [7] }], name)).toBe('门店：store1、store2；或 业务员/创建人：owner7')
  })
})

const CODES = ['a', 'b', 'c']
const modes = fc.constantFrom('all', 'self', 'ownDept', 'ownDeptTree', 'ownStore', 'custom' as const)
const rule = fc.record({
  rule: fc.constantFrom('store', 'owner'),
  mode: modes,
  values: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
})
const template: fc.Arbitrary<TemplateEntry[]> = fc.array(
  fc.record({ resourceCode: fc.constantFrom(...CODES, '*'), rules: fc.array(rule, { maxLength: 2 }) }),
  { maxLength: 3 },
)
const roles = fc.array(
  fc.record({
    grants: fc.subarray(CODES).map((codes): ReadonlySet<string> => new Set(codes)),
    templates: fc.array(template, { maxLength: 2 }),
  }),
  { maxLength: 3 },
)
const bindings: fc.Arbitrary<Bindings> = fc
  .array(fc.tuple(fc.constantFrom(...CODES), fc.subarray(['store', 'owner'] as const)), { maxLength: 3 })
  .map(
    (pairs) =>
      new Map(pairs.filter(([, d]) => d.length > 0).map(([code, d]) => [code, new Map(d.map((x) => [x as string, x as Dimension]))])),
  )
const person: fc.Arbitrary<Self> = fc.record({
  userId: fc.integer({ min: 1, max: 4 }),
  deptId: fc.option(fc.integer({ min: 1, max: 3 })),
  deptTree: fc.array(fc.integer({ min: 1, max: 3 })),
  storeIds: fc.array(fc.integer({ min: 1, max: 4 })),
  storesOfRegion: fc.constant(new Map<string, number[]>()),
})

/** Whether a row with these values is seen. */
const sees = (scope: Scope, row: { store: number; owner: number }): boolean =>
  scope === 'all' || scope.some((c: Conjunction) => (c.store?.includes(row.store) ?? true) && (c.owner?.includes(row.owner) ?? true))
const rows = [1, 2, 3, 4].flatMap((store) => [1, 2, 3, 4].map((owner) => ({ store, owner })))

describe('invariants', () => {
  it('P2: another role never removes rows, and changes nothing of pages it does not grant', () => {
    fc.assert(
      fc.property(bindings, roles, roles, fc.array(template, { maxLength: 1 }), person, (bound, before, added, own, who) => {
        for (const code of CODES) {
          const was = scopeOf(code, bound, before, own, who)
          const is = scopeOf(code, bound, [...before, ...added], own, who)
          for (const row of rows) if (sees(was, row)) expect(sees(is, row)).toBe(true)
          if (!added.some((r) => r.grants.has(code))) expect(is).toEqual(was)
        }
      }),
    )
  })

  it('P3: a bound page with no entry that applies shows nothing', () => {
    fc.assert(
      fc.property(bindings, roles, person, (bound, given, who) => {
        for (const code of bound.keys()) {
          const without = given.map((r) => ({
            ...r,
            templates: r.templates.map((t) => t.filter((e) => e.resourceCode !== code && e.resourceCode !== '*')),
          }))
          expect(scopeOf(code, bound, without, [], who)).toEqual([])
        }
      }),
    )
  })

  it('P4: what is covered by a scope shows no row outside it, the person’s own rows apart', () => {
    const scope: fc.Arbitrary<Scope> = fc.oneof(
      fc.constant('all' as const),
      fc.array(
        fc.record(
          { store: fc.array(fc.integer({ min: 1, max: 4 })), owner: fc.array(fc.integer({ min: 1, max: 4 })) },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
    )
    fc.assert(
      fc.property(scope, scope, fc.integer({ min: 1, max: 4 }), (wide, narrow, who) => {
        if (!covers(wide, narrow, who)) return
        for (const row of rows) if (row.owner !== who && sees(narrow, row)) expect(sees(wide, row)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each<[string, Scope, Scope, boolean]>([
    ['a store among several', [{ store: [1, 2] }], [{ store: [1] }], true],
    ['a store of another', [{ store: [1, 2] }], [{ store: [3] }], false],
    ['everything', [{ store: [1, 2] }], 'all', false],
    ['nothing', [], [], true],
    ['anything, for who sees all', 'all', [{ dept: [1] }], true],
    ['another dimension', [{ store: [1] }], [{ dept: [1] }], false],
    ['a narrower one of two dimensions', [{ store: [1] }], [{ store: [1], dept: [5] }], true],
    ['only what the person made himself', [{ dept: [1] }], [{ owner: [7] }], true],
    ['what another person made', [{ dept: [1] }], [{ owner: [8] }], false],
  ])('covers: %s', (_title, wide, narrow, wanted) => {
    expect(covers(wide, narrow, 7)).toBe(wanted)
  })
})
