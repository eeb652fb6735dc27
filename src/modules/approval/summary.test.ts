import { expect, it } from 'vitest'
import { firstToTell } from './summary.rules.ts'

const firstNames = (text: string): string =>
  firstToTell(Array.from(text, (name) => ({ name, money: /[A-Z]/.test(name) })))
    .map((line) => line.name)
    .join('')

it.each([
  ['fewer than there is room for', 'abA', 'abA'],
  ['without money the first four', 'abcdef', 'abcd'],
  ['a sum from behind takes the place of the fourth', 'abcdefAg', 'abcA'],
  ['two sums at most push others out', 'abcAdBC', 'abAB'],
  ['sums among the first stay where they are', 'aAbcd', 'aAbc'],
  ['nothing but sums', 'ABCDE', 'ABCD'],
])('%s', (_title, lines, wanted) => expect(firstNames(lines)).toBe(wanted))
