import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportCheck } from '../../entity/wire.ts'
import {
  afterCheck,
  countRows,
  editCells,
  fromCheck,
  layRepairs,
  leftOut,
  pasteBlock,
  removeRow,
  repairsOf,
  sameText,
  toSend,
  verdict,
  visibleRows,
} from './import-state.ts'

const check = (): ImportCheck => ({
  columns: [
    { field: 'plate', label: '车牌号', required: true },
    { field: 'store', label: '门店', required: true },
  ],
  rows: [
    { line: 2, cells: { plate: '京A12345', store: '虹桥' }, errors: {} },
    { line: 3, cells: { plate: '京I1', store: '虹乔' }, errors: { plate: '车牌号不正确', store: '没有这个门店', '': '与第 2 行重复' } },
    { line: 4, cells: { plate: '京A12346', store: '虹乔' }, errors: { store: '没有这个门店' } },
  ],
  valid: 1,
  invalid: 2,
  ignored: ['车身颜色'],
  later: [],
})

describe('the import grid', () => {
  it('columns that were not read are told also after a check of the repaired rows, which knows of no file', () => {
    expect(afterCheck(fromCheck(check()), { ...check(), ignored: [] }).ignored).toEqual(['车身颜色'])
  })
  it('counts right and wrong rows', () => {
    expect(countRows(fromCheck(check()))).toEqual({ total: 3, right: 1, wrong: 2, pending: 0 })
  })
  it('of what was imported hands back only what was left out', () => {
    const state = fromCheck(check())
    expect(leftOut(state, {}).map((row) => row.line)).toEqual([3, 4])
    const late = [{ line: 2, message: '拒收' }]
    expect(leftOut(state, { late }).map((row) => row.line)).toEqual([2, 3, 4])
    expect(leftOut(state, { known: { count: 1, rows: late } }).map((row) => row.line)).toEqual([2, 3, 4])
  })
  it('marks an edited row as not yet checked and forgets only the errors it touches', () => {
    const state = editCells(fromCheck(check()), [{ line: 3, field: 'plate', text: '京A12347' }])
    const row = state.rows[1]!
    expect(verdict(state, row)).toBe('pending')
    expect(row.errors).toEqual({ store: '没有这个门店' })
    expect(countRows(state)).toEqual({ total: 3, right: 1, wrong: 1, pending: 1 })
  })
  it('leaves a row alone when the text did not change', () => {
    const start = fromCheck(check())
    expect(editCells(start, [{ line: 2, field: 'store', text: '虹桥' }]).pending.size).toBe(0)
  })
  it('keeps a row under repair in sight when only wrong rows are shown', () => {
    const state = editCells(fromCheck(check()), [{ line: 4, field: 'store', text: '虹桥' }])
    expect(visibleRows(state, true).map((row) => row.line)).toEqual([3, 4])
  })
  it('repairs the same slip everywhere at once', () => {
    const start = fromCheck(check())
    const state = editCells(
      start,
      sameText(start, 'store', '虹乔').map((line) => ({ line, field: 'store', text: '虹桥' })),
    )
    expect(state.rows.map((row) => row.cells.store)).toEqual(['虹桥', '虹桥', '虹桥'])
    expect([...state.pending]).toEqual([3, 4])
  })
  it('lays a pasted block over the rows in sight, not over hidden ones', () => {
    const start = fromCheck(check())
    const state = pasteBlock(start, visibleRows(start, true), 3, 'plate', '京B11111\t浦东\r\n京B22222\t浦东\r\n京B33333\t浦东\r\n')
    expect(state.rows.map((row) => row.cells)).toEqual([
      { plate: '京A12345', store: '虹桥' },
      { plate: '京B11111', store: '浦东' },
      { plate: '京B22222', store: '浦东' },
    ])
  })
  it('can drop a row', () => {
    expect(countRows(removeRow(fromCheck(check()), 3))).toEqual({ total: 2, right: 1, wrong: 1, pending: 0 })
  })
  it('keeps the marks of repairs after a new check', () => {
    const state = editCells(fromCheck(check()), [{ line: 4, field: 'store', text: '虹桥' }])
    const again = afterCheck(state, { ...check(), rows: state.rows.map((row) => ({ ...row, errors: {} })) })
    expect(countRows(again)).toEqual({ total: 3, right: 3, wrong: 0, pending: 0 })
    expect(again.edited.has('4:store')).toBe(true)
  })
  it('lays what was repaired and taken out on the same file uploaded again, whatever was done', () => {
    const change = fc.record({ line: fc.constantFrom(2, 3, 4), field: fc.constantFrom('plate', 'store'), text: fc.string() })
    fc.assert(
      fc.property(fc.array(change), fc.subarray([2, 3, 4]), fc.array(change), (before, gone, after) => {
        const state = editCells(gone.reduce(removeRow, editCells(fromCheck(check()), before)), after)
        const repairs = repairsOf(state)
        const again =
          repairs === null ? fromCheck(check()) : layRepairs(fromCheck(check()), JSON.parse(JSON.stringify(repairs)) as typeof repairs)
        expect(toSend(again)).toEqual(toSend(state))
        expect(repairsOf(again)).toEqual(repairs)
      }),
    )
  })
  it('lays nothing on another file', () => {
    const repairs = repairsOf(removeRow(editCells(fromCheck(check()), [{ line: 3, field: 'plate', text: '京A12347' }]), 4))!
    const other = fromCheck({ ...check(), rows: check().rows.map((row) => ({ ...row, cells: { plate: '沪A12345', store: '别处' } })) })
    expect(layRepairs(other, repairs)).toEqual(other)
  })
  it('has nothing to keep when a repair was taken back', () => {
    const there = editCells(fromCheck(check()), [{ line: 3, field: 'plate', text: 'x' }])
    expect(repairsOf(editCells(there, [{ line: 3, field: 'plate', text: '京I1' }]))).toBeNull()
  })
  it('never changes other rows or loses one, whatever is edited', () => {
    const change = fc.record({ line: fc.integer({ min: 1, max: 5 }), field: fc.constantFrom('plate', 'store'), text: fc.string() })
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const state = editCells(fromCheck(check()), changes)
        expect(toSend(state).map((row) => row.line)).toEqual([2, 3, 4])
        for (const row of state.rows) {
          const last = (field: string) => changes.filter((c) => c.line === row.line && c.field === field).at(-1)?.text
          const original = check().rows.find((r) => r.line === row.line)!
          for (const field of ['plate', 'store']) expect(row.cells[field]).toBe(last(field) ?? original.cells[field])
        }
      }),
    )
  })
})
