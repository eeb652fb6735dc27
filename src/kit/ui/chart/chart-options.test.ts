import { expect, test } from 'vitest'
import { chartOption } from './chart-options.ts'

const LOOK = { title: '实收', dark: false, narrow: false }
const ticks = (values: (number | null)[]): [Record<string, unknown>, (value: number) => string] => {
  const option = chartOption('bar', { labels: ['1 月', '2 月'], shape: { unit: 'money' }, series: [{ name: '实收', values }] }, LOOK)
  const axis = option['yAxis'] as Record<string, unknown> & { axisLabel: { formatter: (value: number) => string } }
  return [axis, axis.axisLabel.formatter]
}

test('an axis of nothing says nought once, and nothing of hundredths', () => {
  for (const none of [[0, 0], [null, 0], []]) {
    const [axis, text] = ticks(none)
    expect([axis['min'], axis['max'], axis['interval']]).toEqual([0, 1, 1])
    expect([text(0), text(1)]).toEqual(['0', ''])
  }
  const [axis, text] = ticks([0, 250_000])
  expect(axis['max']).toBeUndefined()
  expect(text(200_000)).not.toBe('')
})
