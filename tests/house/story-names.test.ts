/** A story is read by people: a company, a desk, a lease are called so, and a letter stands for nothing but a number that counts. */
import { expect, test } from 'vitest'
import { sources, textOf } from './source.ts'

/** What may still stand there; it only goes down. */
const ALLOWED = 163

const stories = sources.filter((file) => file.startsWith('tests/stories/'))
/** What stories share: the classes and records of the files beside them. */
const shared = [...stories.filter((file) => !file.endsWith('.test.ts')), 'tests/house/rig.ts']
const WORLDS = [
  ...new Set(shared.flatMap((file) => [...textOf(file).matchAll(/^export (?:class|interface|type) (\w+)/gm)].map(([, name]) => name!))),
]

/** `i`, `j` and `n` count. */
const VARIABLE = /^\s*(?:export )?(?:const|let) ([a-hk-mo-zA-Z])\b/
const PARAMETER = new RegExp(`[(,]\\s*([a-zA-Z]): (?:readonly )?(?:${WORLDS.join('|')})\\b`)
const isLetter = (line: string): boolean => VARIABLE.test(line) || PARAMETER.test(line)
const letters = (file: string): string[] =>
  textOf(file)
    .split('\n')
    .flatMap((line, i) => (isLetter(line) ? [`${file}:${i + 1}: ${line.trim()}`] : []))

test('what people act in has a name, in every story', () => {
  const places = stories.flatMap(letters)
  expect(places.slice(ALLOWED)).toEqual([])
  expect(stories.length).toBeGreaterThan(100)
})

test('a letter is seen where it is declared, and one that counts is none', () => {
  expect(WORLDS).toEqual(expect.arrayContaining(['Company', 'Desk', 'Rig', 'Running']))
  expect(
    ['let c: Company', '  const l = await running(c, terms)', 'const back = async (c: Company, l: Running) => {'].filter(isLetter),
  ).toHaveLength(3)
  expect(
    ['for (let i = 0; i < 3; i++) {', 'const n = 3', 'bills.map((b) => b.id)', 'const of = (day: Day) => day'].filter(isLetter),
  ).toEqual([])
})
