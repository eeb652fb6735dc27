import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTone, stateColor, toneOf, TONES } from './tone.ts'

describe('colours of states', () => {
  it('say good, bad and waiting where the word does', () => {
    expect(['paid', 'overdue', 'approving', 'cancelled', ''].map(stateColor)).toEqual(['green', 'red', 'orange', 'grey', 'grey'])
  })
  it('are the same every time, and never red or green by chance', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).map((text) => `x${text}`),
        (text) => {
          expect(stateColor(text)).toBe(stateColor(text))
          expect(['red', 'green']).not.toContain(stateColor(text))
        },
      ),
    )
  })
})

describe('colours of dictionaries', () => {
  it('are known by name, also by the names of other consoles', () => {
    for (const tone of TONES) expect(toneOf(tone)).toBe(tone)
    expect(['default', 'Success', 'danger', ''].map(toneOf)).toEqual(['grey', 'green', 'red', 'grey'])
  })
  it('of their own stay colours', () => {
    expect(toneOf('#1558d6')).toBe(null)
    expect(toneOf('constructor')).toBe(null)
    expect(isTone('toString')).toBe(false)
  })
})
