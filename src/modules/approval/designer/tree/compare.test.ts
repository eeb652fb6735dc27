import { describe, expect, it } from 'vitest'
import { emptyDefinition } from '../../engine/definition.ts'
import { compare } from './compare.ts'
import { insert, newNode, nudge, remove, update } from './tree.ts'

const fresh = (() => {
  let n = 0
  return () => `n${++n}`
})()
const a = { ...newNode('approve', fresh), name: '店长' }
const b = { ...newNode('approve', fresh), name: '财务' }
const before = insert(insert(emptyDefinition().nodes, { after: 'start' }, a), { after: a.id }, b)

describe('two versions of a drawing', () => {
  it('that are the same differ in nothing', () => expect(compare(before, structuredClone(before))).toEqual([]))
  it('tell what came, went and changed, and not that neighbours stand elsewhere now', () => {
    const c = { ...newNode('copy', fresh), name: '抄送总部' }
    expect(compare(before, insert(before, { after: 'start' }, c))).toEqual([
      { id: c.id, name: '抄送总部', kind: 'added', what: '新增抄送人' },
    ])
    expect(compare(before, remove(before, a.id))).toEqual([{ id: a.id, name: '店长', kind: 'removed', what: '删除审批人' }])
    expect(
      compare(
        before,
        update(before, b.id, (n) => ({ ...n, name: '总部财务', needReason: true }) as typeof n),
      ),
    ).toEqual([{ id: b.id, name: '总部财务', kind: 'changed', what: '修改了名称、必填意见' }])
  })
  it('tell what was moved, and conditions of branches', () => {
    expect(compare(before, nudge(before, b.id, -1)).every((c) => c.kind === 'moved')).toBe(true)
    expect(compare(before, nudge(before, b.id, -1)).length).toBeGreaterThan(0)
  })
})
