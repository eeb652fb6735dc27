import { expect, it } from 'vitest'
import { limitsOf, linesOf } from './curve.layout.ts'

it('says each limit once, and none that does not exist', () =>
  expect(
    limitsOf([
      { lowest: 20, highest: 80 },
      { lowest: null, highest: 80 },
    ]),
  ).toEqual([20, 80]))
it('keeps the limits in the picture while the mark of the replay moves', () => {
  const at = (mark: number | null) => linesOf([20, 80], mark, false).map((l) => l.yAxis ?? `t${l.xAxis}`)
  expect(at(null)).toEqual([2, 8])
  expect(at(60)).toEqual([2, 8, 't60000'])
})
