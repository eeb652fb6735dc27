import { expect, test } from 'vitest'
import type { Context, Tx } from '../access/context.server.ts'
import { AppError, refused } from '../basics/errors.ts'
import { eachApart } from './each.server.ts'

/** Transactions one after the other; what was written in one that failed is gone. */
function company(): { ctx: Context; written: number[]; begun: () => number } {
  const written: number[] = []
  let begun = 0
  const write = async (_operator: number, work: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
    begun++
    const before = written.length
    return work({} as Tx).catch((error: unknown) => {
      written.length = before
      throw error
    })
  }
  return { ctx: { user: { operatorId: 1 }, db: { write } } as unknown as Context, written, begun: () => begun }
}

test.each(['refused', 'conflict', 'absent'] as const)(
  'a row that is %s meanwhile is left alone and stops none of the others',
  async (kind) => {
    const { ctx, written, begun } = company()
    const moved = await eachApart(ctx, [1, 2, 3], async (_tx, n) => {
      written.push(n)
      if (n === 2) throw new AppError(kind)
    })
    expect([moved, written, begun()]).toEqual([2, [1, 3], 3])
  },
)

test('another fault is told, after all had their turn', async () => {
  const { ctx, written, begun } = company()
  const run = eachApart(ctx, [1, 2, 3, 4], async (_tx, n) => {
    written.push(n)
    if (n === 1) throw refused('已作废')
    if (n === 2) throw new Error('no connection')
    if (n === 3) throw new AppError('invalid', '请填写日期')
  })
  await expect(run).rejects.toThrow('no connection')
  expect([written, begun()]).toEqual([[4], 4])
})
