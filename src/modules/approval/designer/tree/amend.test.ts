import { expect, test } from 'vitest'
import { amend } from './amend.ts'

interface Box {
  name: string
  label: string
  hint?: string
}
const shown: Box = { name: 'switch1', label: '开关', hint: '请选择' }

test('what was typed meanwhile stays when another box of the same panel answers with what it had shown', () => {
  const typed = amend(shown, { ...shown, label: '外带' })
  const renamed = amend(shown, { ...shown, name: 'takeOut' })
  expect(renamed(typed(shown))).toEqual({ name: 'takeOut', label: '外带', hint: '请选择' })
  expect(typed(renamed(shown))).toEqual({ name: 'takeOut', label: '外带', hint: '请选择' })
})
test('what was emptied is gone, and what nobody touched is left as it is now', () => {
  const { hint: _gone, ...rest } = shown
  expect(amend<Box>(shown, rest)({ ...shown, label: '外带' })).toEqual({ name: 'switch1', label: '外带' })
  expect(amend<Box>(rest, shown)(rest)).toEqual(shown)
})
