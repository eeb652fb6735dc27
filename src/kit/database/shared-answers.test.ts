import { describe, expect, test } from 'vitest'
import { Changes, Shared, SharedNames, tablesRead, tablesWritten } from './shared-answers.server.ts'

describe('what is shared', () => {
  test('is given out until its time is over', () => {
    const shared = new Shared(new Changes())
    shared.keep('n', 7, { tables: ['store'], clock: shared.clock, ms: 5000, now: 0 })
    expect(shared.get('n', 4999)).toBe(7)
    expect(shared.get('n', 5000)).toBeUndefined()
    expect(shared.has('n')).toBe(true)
  })

  test('falls with a write to one of its tables, and with no other', () => {
    const changes = new Changes()
    const shared = new Shared(changes)
    const keep = (): void => shared.keep('n', 7, { tables: ['store', 'dept'], clock: shared.clock, ms: 5000, now: 0 })
    keep()
    changes.note(['vehicle'])
    expect(shared.get('n', 1)).toBe(7)
    changes.note(['dept'])
    expect(shared.get('n', 1)).toBeUndefined()
    keep()
    expect(shared.get('n', 1)).toBe(7)
  })

  test('a write that ends between question and answer makes the answer untrue', () => {
    const changes = new Changes()
    const shared = new Shared(changes)
    const { clock } = shared
    changes.note(['store'])
    shared.keep('n', 7, { tables: ['store'], clock, ms: 5000, now: 0 })
    expect(shared.get('n', 1)).toBeUndefined()
  })
})

test('a transaction shares names, but none of the tables it has written to', () => {
  const shared = new Shared(new Changes())
  const wrote = new Set<string>()
  const names = new SharedNames(shared, wrote)
  const keep = (of: Pick<Shared, 'keep'>, key: string, tables: string[]) =>
    of.keep(key, key, { tables, clock: shared.clock, ms: 5000, now: 0 })
  keep(shared, 'store 1', ['store'])
  keep(names, 'model 1', ['vehicle_model', 'brand'])
  expect([names.get('store 1', 1), shared.get('model 1', 1)]).toEqual(['store 1', 'model 1'])
  wrote.add('brand')
  keep(names, 'model 2', ['vehicle_model', 'brand'])
  expect([names.get('store 1', 1), names.get('model 1', 1), shared.get('model 1', 1), shared.get('model 2', 1)]).toEqual([
    'store 1',
    undefined,
    'model 1',
    undefined,
  ])
})

test('tables are read from the statement', () => {
  expect(tablesWritten('insert into "bill" ("no") values ($1) on conflict do nothing')).toEqual(['bill'])
  expect(tablesWritten('with gone as (delete from only bill_item where id = 1 returning *) update "lease" set x = 1')).toEqual([
    'bill_item',
    'lease',
  ])
  expect(tablesWritten('select "id" from "store" where "updated_at" > now()')).toEqual([])
  expect(tablesRead('select 1 from "vehicle" as t left join "store" on true where exists (select 1 from lease)')).toEqual([
    'vehicle',
    'store',
    'lease',
  ])
})
