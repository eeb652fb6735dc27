import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaskView, TreeNode } from '../../../entity/wire.ts'
import { meaningOf, stepTo } from '../table/keys.ts'
import { progressOf, sentenceOf, settledSince } from '../bulk/tasks.ts'
import { moveNode } from '../../../entity/tree.ts'
import { nest, pathsTo, type Nested } from './tree.ts'

const node = (id: number, parent: number | null, label = `部门${id}`): TreeNode => ({ id, parent, label })
const nodes = [node(1, null, '总部'), node(2, 1, '华东'), node(3, 1, '华南'), node(4, 2, '虹桥店'), node(5, 2, '浦东店')]
const count = (roots: Nested[]): number => roots.reduce((n, root) => n + 1 + count(root.children), 0)

describe('a tree of the wire', () => {
  it('is nested in the order of the server', () => {
    const [root] = nest(nodes)
    expect(root?.children.map((child) => child.label)).toEqual(['华东', '华南'])
    expect(root?.children[0]?.children.map((child) => child.id)).toEqual([4, 5])
  })

  it('shows every node, also those of lost parents and of cycles', () => {
    const any = fc.array(fc.record({ parent: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }) }), { maxLength: 12 })
    fc.assert(
      fc.property(any, (list) => {
        const flat = list.map(({ parent }, id) => node(id, parent))
        expect(count(nest(flat))).toBe(flat.length)
      }),
    )
  })

  it('is searched with the way to what is found', () => {
    expect(new Set(pathsTo(nodes, '虹桥'))).toEqual(new Set([1, 2, 4]))
    expect(pathsTo(nodes, ' ').size).toBe(0)
  })

  it('moves a node beside or into another, never into itself', () => {
    expect(moveNode(nodes, 5, 4, 'before')).toEqual({ parent: 2, order: [5, 4] })
    expect(moveNode(nodes, 4, 5, 'after')).toEqual({ parent: 2, order: [5, 4] })
    expect(moveNode(nodes, 4, 3, 'inside')).toEqual({ parent: 3, order: [4] })
    expect(moveNode(nodes, 3, 1, 'before')).toEqual({ parent: null, order: [3, 1] })
    expect(moveNode(nodes, 2, 4, 'inside')).toBeNull()
    expect(moveNode(nodes, 2, 4, 'after')).toBeNull()
    expect(moveNode(nodes, 2, 2, 'inside')).toBeNull()
  })
})

describe('keys in a list', () => {
  const press = (key: string, more = {}) => meaningOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })
  it('mean what the sheet says, and nothing with Ctrl', () => {
    expect(['j', 'K', 'x', 'Enter', 'E', 'q'].map((key) => press(key))).toEqual(['next', 'previous', 'toggle', 'open', 'edit', null])
    expect(press('x', { ctrlKey: true })).toBeNull()
  })
  it('step from row to row and hold at the ends', () => {
    expect([stepTo([7, 8], null, 1), stepTo([7, 8], 7, 1), stepTo([7, 8], 8, 1), stepTo([7, 8], 7, -1), stepTo([], null, 1)]).toEqual([
      7,
      8,
      8,
      7,
      null,
    ])
  })
})

describe('the task centre', () => {
  const task = (part: Partial<TaskView>): TaskView => ({
    id: 1,
    kind: 'export',
    title: '导出车辆',
    status: 'running',
    done: 0,
    total: null,
    error: null,
    fileId: null,
    createdAt: '2026-11-20T00:00:00Z',
    expiresAt: null,
    ...part,
  })
  it('never says a hundred percent before it is done', () => {
    expect(progressOf(task({ done: 1000, total: 1000 }))).toBe(99)
    expect(progressOf(task({ done: 10 }))).toBeNull()
    expect(progressOf(task({ status: 'done' }))).toBe(100)
  })
  it('tells where it stands', () => {
    expect(sentenceOf(task({ done: 1234, total: 5000 }))).toBe('1,234 / 5,000')
    expect(sentenceOf(task({ done: 0, total: 5000 }))).toBe('正在准备，共 5,000 条')
    expect(sentenceOf(task({ done: 5000, total: 5000 }))).toBe('正在完成，共 5,000 条')
    expect(sentenceOf(task({ status: 'done', result: { done: 297, failed: 3, results: [] } }))).toBe('成功 297 条，失败 3 条')
    expect(sentenceOf(task({ status: 'done', result: { imported: 1480, skipped: 20 } }))).toBe('已导入 1,480 条，20 条有误未导入')
    const known = { count: 3, rows: [] }
    expect(sentenceOf(task({ status: 'done', result: { imported: 1480, skipped: 0, known } }))).toBe(
      '已导入 1,480 条，3 条已登记，没有重复导入',
    )
    expect(sentenceOf(task({ status: 'done', fileId: 'x', done: 8000 }))).toBe('已完成，共 8,000 条')
  })
  it('hands out a finished task only to whoever waits for it', () => {
    const tasks = [task({ id: 1, status: 'done' }), task({ id: 2, status: 'failed' }), task({ id: 3 }), task({ id: 4, status: 'done' })]
    expect(
      settledSince(
        tasks,
        new Map([
          [1, null],
          [2, null],
          [3, null],
        ]),
      ).map((t) => t.id),
    ).toEqual([1, 2])
  })
})
