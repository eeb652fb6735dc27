import { describe, expect, it } from 'vitest'
import type { Row } from '../../entity/wire.ts'
import { sample } from '../list/sample.ts'
import { bulkOffers, quickFields, rowOffers, withWay } from '../list/bulk/legality.ts'
import { filtersInFirstRow, fixedFields, lastPage, quickTabs, totalText } from '../list/table/layout.ts'
import { extended, pageBeyond, readResult, siblingsOf } from '../list/siblings.ts'
import {
  afterQueryChange,
  countOf,
  isChosen,
  NOTHING,
  pageState,
  refreshed,
  selectQuery,
  sumOf,
  targetOf,
  togglePage,
  toggleRange,
  toggleRow,
} from './selection.ts'

const row = (id: number, reason: string | null = null, version = 1): Row => ({
  id,
  version,
  $title: `车${id}`,
  $actions: [{ name: 'repair', reason }],
})
const page1 = [row(1), row(2), row(3)]
const page2 = [row(4), row(5)]

describe('a selection', () => {
  it('is kept across pages', () => {
    const both = togglePage(togglePage(NOTHING, page1), page2)
    expect(countOf(both)).toBe(5)
    expect(countOf(togglePage(both, page2))).toBe(3)
    expect(pageState(toggleRow(both, row(4), page2), page2)).toBe('some')
    expect(targetOf(toggleRow(NOTHING, row(4), page2))).toEqual({ ids: [4], versions: [1] })
    // Not every row tells its amount: no sum is better than a wrong one.
    expect(sumOf(toggleRow(NOTHING, row(4), page2), 'remain')).toBeNull()
    const two = toggleRow(toggleRow(NOTHING, { ...row(4), remain: 105 }, page2), { ...row(5), remain: 200 }, page2)
    expect(sumOf(two, 'remain')).toBe(305)
  })

  it('is a query, not ids, when everything is chosen', () => {
    const all = selectQuery({ status: 'stock' }, 1284, true)
    expect(countOf(all)).toBe(1284)
    expect(targetOf(all)).toEqual({ query: { status: 'stock' } })
    expect(isChosen(all, 99_999)).toBe(true)
  })

  it('forgets a query as soon as it means something else, but keeps rows', () => {
    const all = selectQuery({ status: 'stock' }, 9, true)
    expect(afterQueryChange(all, { status: 'stock' })).toBe(all)
    expect(afterQueryChange(all, { status: 'leased' })).toBe(NOTHING)
    const rows = toggleRow(NOTHING, row(1), page1)
    expect(afterQueryChange(rows, { status: 'leased' })).toBe(rows)
  })

  it('falls back to the page when one row of everything is taken out', () => {
    const less = toggleRow(selectQuery({}, 1284, true), row(2), page1)
    expect(targetOf(less)).toEqual({ ids: [1, 3], versions: [1, 1] })
  })

  it('takes a range with Shift', () => {
    const one = toggleRow(NOTHING, row(1), page1)
    expect(targetOf(toggleRange(one, page1, 1, row(3)))).toEqual({ ids: [1, 2, 3], versions: [1, 1, 1] })
    const all = togglePage(NOTHING, page1)
    expect(targetOf(toggleRange(all, page1, 3, row(2)))).toEqual({ ids: [1], versions: [1] })
    expect(targetOf(toggleRange(NOTHING, page1, null, row(2)))).toEqual({ ids: [2], versions: [1] })
  })

  it('takes over fresh versions, and stays the same object when nothing changed', () => {
    const chosen = toggleRow(NOTHING, page1[0] as Row, page1)
    expect(refreshed(chosen, page1)).toBe(chosen)
    const later = refreshed(chosen, [row(1, '已在维修', 2)])
    expect(later.by === 'rows' && later.rows.get(1)).toMatchObject({ version: 2, actions: [{ name: 'repair', reason: '已在维修' }] })
    expect(targetOf(later)).toEqual({ ids: [1], versions: [2] })
  })
})

describe('offered actions', () => {
  const specs = {
    repair: { label: '送修', from: 'any', bulk: true },
    sell: { label: '出售', from: 'any', tone: 'danger', bulk: true, right: 'sellRight' },
    move: { label: '调拨', from: 'any' },
    tick: { label: '内部', from: 'any', internal: true, bulk: true },
  } as const

  it('puts promoted actions first, at most two in the row, and grey ones keep their reason', () => {
    const offers = rowOffers(
      {
        $actions: [
          { name: 'repair', reason: null },
          { name: 'move', reason: '在途' },
          { name: 'sell', reason: null },
          { name: 'tick', reason: null },
        ],
      },
      specs,
      ['move'],
    )
    expect(offers.shown.map((o) => [o.name, o.reason])).toEqual([
      ['move', '在途'],
      ['repair', null],
    ])
    expect(offers.more.map((o) => o.name)).toEqual(['sell'])
  })

  it('puts the page the rows are here for before what is done with a row, and nothing is lost behind it', () => {
    const offer = (name: string) => ({ name, label: name, reason: null })
    const offers = { shown: [offer('move'), offer('repair')], more: [offer('sell')] }
    expect(withWay(null, offers)).toEqual(offers)
    const led = withWay('发起租赁', offers)
    expect(led.shown.map((o) => o.label)).toEqual(['发起租赁', 'move'])
    expect(led.more.map((o) => o.label)).toEqual(['repair', 'sell'])
  })

  it('promotes only what the state of the record is for', () => {
    const steps = {
      submit: { label: '提交', from: ['draft'] },
      sign: { label: '签署', from: ['toSign'] },
      note: { label: '备注', from: 'any' },
    } as const
    const actions = [
      { name: 'submit', reason: '当前为「待签署」' },
      { name: 'sign', reason: '请先收款' },
      { name: 'note', reason: null },
    ]
    const offers = rowOffers({ $actions: actions }, steps as never, ['submit', 'sign'], 3, 'toSign')
    expect(offers.shown.map((o) => [o.name, o.reason])).toEqual([
      ['sign', '请先收款'],
      ['note', null],
    ])
    expect(offers.more.map((o) => o.name)).toEqual(['submit'])
  })

  it('hides refused actions behind 更多 when nothing is promoted', () => {
    const offers = rowOffers(
      {
        $actions: [
          { name: 'repair', reason: '已在维修' },
          { name: 'move', reason: null },
        ],
      },
      specs,
    )
    expect(offers.shown.map((o) => o.name)).toEqual(['move'])
    expect(offers.more.map((o) => o.name)).toEqual(['repair'])
  })

  it('offers in bulk only what is legal for all chosen, else says for which row it is not', () => {
    const chosen = togglePage(NOTHING, [row(1), row(2, '已在维修'), row(3, '已在维修')])
    const offers = bulkOffers(sample, specs, chosen, (code) => code !== 'sellRight')
    expect(offers.map((o) => o.name)).toEqual(['repair'])
    expect(offers[0]?.reason).toBe('所选 3 条中，车2 等 2 条不能送修：已在维修')
    expect(bulkOffers(sample, specs, togglePage(NOTHING, [row(1)]), () => true)[0]?.reason).toBeNull()
    expect(bulkOffers(sample, specs, selectQuery({}, 9, true), () => true).every((o) => o.reason === null)).toBe(true)
  })

  it('counts a row without the action as refusing', () => {
    const strange = togglePage(NOTHING, [{ ...row(1), $actions: [] }])
    expect(bulkOffers(sample, specs, strange, () => true)[0]?.reason).toContain('不能送修')
  })

  it('edits many rows only in quick fields', () => {
    expect(quickFields(sample)).toEqual(['colour', 'store'])
  })
})

describe('stepping through a result', () => {
  const result = { entity: 'sample', ids: [7, 3, 9], offset: 20, total: 45, query: { pageSize: '20' } }
  it('knows the neighbours and the place', () => {
    expect(siblingsOf(result, 3)).toEqual({ prev: 7, next: 9, position: 22, total: 45 })
    expect(siblingsOf(result, 9)).toMatchObject({ prev: 3, next: null })
    expect(siblingsOf(result, 5)).toMatchObject({ prev: null, next: null, position: null })
  })
  it('asks for the page beyond an end, and for nothing where the result ends', () => {
    const page = { ...result, ids: Array.from({ length: 20 }, (_, i) => i + 1) }
    expect(pageBeyond(page, 20)).toEqual({ pageNo: 3, side: 'behind' })
    expect(pageBeyond(page, 1)).toEqual({ pageNo: 1, side: 'before' })
    expect(pageBeyond(page, 5)).toBeNull()
    expect(pageBeyond({ ...page, offset: 0, total: 20 }, 1)).toBeNull()
    expect(pageBeyond({ ...page, offset: 0, total: 20 }, 20)).toBeNull()
    const more = extended(page, 'before', [90, 91, 1])
    expect(more).toMatchObject({ offset: 18 })
    expect(siblingsOf(more, 1)).toMatchObject({ prev: 91, position: 21 })
    expect(extended(page, 'behind', [20, 21]).ids.at(-1)).toBe(21)
  })
  it('believes only what is well formed and of this entity', () => {
    expect(readResult(JSON.stringify(result), 'sample')).toEqual(result)
    expect(readResult(JSON.stringify(result), 'other')).toBeNull()
    expect(readResult('{"ids":["x"]}', 'sample')).toBeNull()
    expect(readResult('{', 'sample')).toBeNull()
  })
})

describe('layout', () => {
  it('counts the filters of the first row', () => {
    expect(filtersInFirstRow(1200)).toBe(3)
    expect(filtersInFirstRow(300)).toBe(1)
  })
  it('drops quick tabs that contradict a queue or repeat it', () => {
    const quick = {
      在库: { status: 'stock' },
      租赁中: { status: 'leased' },
      可动: { status: ['stock', 'leased'] },
      大额: { price: { from: 1 } },
    }
    expect(quickTabs(quick, undefined)).toEqual(['在库', '租赁中', '可动', '大额'])
    expect(quickTabs(quick, { status: 'stock' })).toEqual(['大额'])
    expect(quickTabs(quick, { status: ['stock', 'repair'] })).toEqual(['在库', '可动', '大额'])
    expect([...fixedFields({ status: 'stock', kind: ['a', 'b'] }, undefined)]).toEqual(['status'])
  })
  it('says totals exactly or as at least', () => {
    expect(totalText(1284, true)).toBe('共 1,284 条')
    expect(totalText(100000, false)).toBe('至少 100,000 条')
    expect([lastPage(0, 20), lastPage(40, 20), lastPage(41, 20)]).toEqual([1, 2, 3])
  })
})
