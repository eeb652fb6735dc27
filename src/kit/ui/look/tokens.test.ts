import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { COLOURS, FILLS, PAIRS, PRIMARIES, SERIES, styleSheet, tagPairs } from './tokens.ts'

const MODES = [false, true] as const
const at = (dark: boolean): 0 | 1 => (dark ? 1 : 0)

test('contrast is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#1558d6', '#1558d6')).toBe(1)
  expect(() => contrast('white', '#ffffff')).toThrow('#rrggbb')
})

test('the generated style sheet is the one the tokens give', () => {
  expect(readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')).toBe(styleSheet())
})

test('text is readable on every ground it stands on, in light and dark', () => {
  const poor = MODES.flatMap((dark) =>
    PAIRS.map(([text, ground, least]) => {
      const ratio = contrast(COLOURS[text][at(dark)], COLOURS[ground][at(dark)])
      return ratio < least ? `${dark ? 'dark' : 'light'}: ${text} on ${ground} ${ratio.toFixed(2)} < ${least}` : ''
    }),
  )
  expect(poor.filter(Boolean)).toEqual([])
})

test('tags are readable, and white is on every strong ground', () => {
  for (const dark of MODES)
    for (const { tone, text, ground } of tagPairs(dark))
      expect(contrast(text, ground), `${tone} ${String(dark)}`).toBeGreaterThanOrEqual(4.5)
  for (const [name, fill] of Object.entries(FILLS)) expect(contrast('#ffffff', fill), name).toBeGreaterThanOrEqual(4.5)
})

test('each colour of a company and its second accent are readable, told apart, and carry white text', () => {
  for (const [name, { primary, accent }] of Object.entries(PRIMARIES)) {
    expect(contrast('#ffffff', primary[0]), name).toBeGreaterThanOrEqual(4.5)
    for (const dark of MODES)
      for (const ground of ['bg', 'panel', 'panel-2', 'hover'] as const)
        for (const colour of [primary, accent])
          expect(contrast(colour[at(dark)], COLOURS[ground][at(dark)]), `${name} ${colour[at(dark)]} on ${ground}`).toBeGreaterThanOrEqual(
            4.5,
          )
    expect(primary).not.toEqual(accent)
  }
})

test('a line of a chart stands out from its card', () => {
  for (const dark of MODES)
    for (const pair of SERIES) expect(contrast(pair[at(dark)], COLOURS.panel[at(dark)]), pair[at(dark)]).toBeGreaterThanOrEqual(3)
})
