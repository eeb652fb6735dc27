import { expect, it } from 'vitest'
import { doneWords } from './action.ts'

it('says that it was done, unless that would promise what only shows later', () => {
  expect(doneWords({ label: '启用' })).toBe('启用成功')
  expect(doneWords({ label: '启用' }, 3)).toBe('启用成功，共 3 条')
  expect(doneWords({ label: '拍照', done: '指令已提交' })).toBe('指令已提交')
  expect(doneWords({ label: '拍照', done: '指令已提交' }, 2)).toBe('指令已提交，共 2 条')
})
