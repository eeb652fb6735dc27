import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { begin, record, redo, seal, undo } from './history.ts'

describe('the history of a document', () => {
  it('goes back and forth, and a new change forgets what was taken back', () => {
    let h = record(record(begin('a'), 'b'), 'c')
    h = undo(h)
    expect(h.now).toBe('b')
    expect(redo(h).now).toBe('c')
    h = record(h, 'd')
    expect(redo(h).now).toBe('d')
    expect(undo(undo(undo(h))).now).toBe('a')
  })
  it('takes what was typed into one field as one step, until the field is left', () => {
    let h = record(record(record(begin(''), '经', 'name'), '经理', 'name'), '经理审', 'name')
    expect(undo(h).now).toBe('')
    h = record(seal(h), '经理审批', 'name')
    expect(undo(h).now).toBe('经理审')
  })
  it('after any steps, as many undos as there were changes lead to the start and as many redos to the end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), (changes) => {
        let h = begin(-1)
        for (const [i, n] of changes.entries()) h = record(h, n * 100 + i)
        const end = h.now
        for (const _ of changes) h = undo(h)
        expect(h.now).toBe(-1)
        for (const _ of changes) h = redo(h)
        expect(h.now).toBe(end)
      }),
    )
  })
})
