/** The page of the ways says what the code runs by. */
import { describe, expect, test } from 'vitest'
import { ACT_WAY } from '#kit/entity/store.server.ts'
import { REQUEST_WAY } from '#kit/http/requests.server.ts'
import { ORDER_WAY } from '#modules/transport/orders/orders.server.ts'
import { textOf } from './source.ts'

const chapters = new Map(
  textOf('docs/lifecycle.md')
    .split(/^## /m)
    .slice(1)
    .map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), chapter] as const),
)
const stepsOf = (chapter: string): string[] => [...chapter.matchAll(/^\d+\. `(\w+)`/gm)].map(([, name]) => name!)
const filesIn = (chapter: string): string[] => [...new Set([...chapter.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file]) => file!))]

describe('the page of the ways', () => {
  test.each([
    ['A request', REQUEST_WAY],
    ['An act', ACT_WAY],
    ['An order', ORDER_WAY],
  ] as const)('tells %s as it runs', (title, way) => {
    const steps = (way as readonly { name: string }[]).map(({ name }) => name)
    expect(steps.length).toBeGreaterThan(3)
    expect(stepsOf(chapters.get(title)!)).toEqual(steps)
  })
  test.each(['A line of the bank', 'A position'])('names steps of %s that are there, in files that are there', (title) => {
    const chapter = chapters.get(title)!
    const code = filesIn(chapter).map(textOf).join('\n')
    expect(stepsOf(chapter).length).toBeGreaterThan(5)
    expect(stepsOf(chapter).filter((name) => !new RegExp(`\\bexport [\\w ]*\\b${name}\\b`).test(code))).toEqual([])
  })
})
