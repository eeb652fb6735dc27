import { expect, test } from 'vitest'
import { checkGap, checkList, judgeCheck } from './trip-check.rules.ts'

const LIST = [
  { item: '制动', must: true },
  { item: '灯光', must: true },
  { item: '车厢清洁', must: false },
]
const all = LIST.map(({ item }) => ({ item, ok: true }))

test('everything right lets the truck go', () => {
  expect(judgeCheck(LIST, all).result).toBe('passed')
  expect(checkGap(LIST, judgeCheck(LIST, all))).toBeNull()
})
test('what must be right and is not keeps it, by name', () => {
  const judged = judgeCheck(LIST, [...all, { item: '制动', ok: false, note: '踏板软' }])
  expect(judged.result).toBe('failed')
  expect(judged.items[0]).toEqual({ item: '制动', must: true, ok: false, note: '踏板软' })
  expect(checkGap(LIST, judged)).toBe('出车检查不合格：制动')
})
test('a defect that need not be right is noted and lets it go', () => {
  const judged = judgeCheck(
    LIST,
    all.map((a) => ({ ...a, ok: a.item !== '车厢清洁' })),
  )
  expect(judged.result).toBe('noted')
  expect(checkGap(LIST, judged)).toBeNull()
})
test('what nobody answered is not right, what nobody asked counts for nothing', () => {
  expect(
    judgeCheck(LIST, [
      { item: '制动', ok: true },
      { item: '别的', ok: false },
    ]),
  ).toMatchObject({ result: 'failed' })
  expect(checkGap(LIST, null)).toBe('未做出车检查')
  expect(checkGap([], null)).toBeNull()
})
test('an item of two models is asked once, and strictly', () => {
  expect(
    checkList([
      [{ item: '制动', must: false }],
      null,
      [
        { item: '制动', must: true },
        { item: '灯光', must: false },
      ],
    ]),
  ).toEqual([
    { item: '制动', must: true },
    { item: '灯光', must: false },
  ])
})
