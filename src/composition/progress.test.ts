import { expect, it } from 'vitest'
import { startSteps } from './progress.ts'

it('migrations share one line, parts of the demo company have one each, and only what is wrong is told besides', () => {
  let text = ''
  const others: string[] = []
  const log = startSteps(
    (piece) => (text += piece),
    (level, message) => others.push(`${level} ${message}`),
  )
  for (const n of [1, 2, 3]) log('info', 'migration applied', { name: `000${n}`, n, of: 3 })
  log('info', 'jobs started')
  log('warn', 'clock is wrong')
  log('info', 'demo company', { part: 'fleet', seconds: 5.3 })
  expect(text).toBe('\r  准备数据库 1/3\r  准备数据库 2/3\r  准备数据库 3/3\n  演示公司：车辆（5.3 秒）\n')
  expect(others).toEqual(['warn clock is wrong'])
})

it('a warning in between begins a line of its own, and a shorter line covers a longer one', () => {
  let text = ''
  const log = startSteps(
    (piece) => (text += piece),
    (_level, message) => (text += `${message}\n`),
  )
  log('info', 'migration applied', { n: 1, of: 2 })
  log('error', 'no')
  expect(text).toBe('\r  准备数据库 1/2\nno\n')
})
