/** What an administrator may set must change something: a setting nobody reads is a promise not kept. */
import { describe, expect, test } from 'vitest'
import { modules } from '../../src/modules.ts'
import { placeOf, sources, textOf } from './source.ts'

const parameters = modules.flatMap((m) => m.parameters ?? [])
/** A definition names its parameter as `code: '…'`; whoever reads it names it otherwise. */
const readers = (code: string): string[] =>
  sources.filter(
    (file) => file.startsWith('src/') && placeOf(file) !== 'test' && textOf(file).replaceAll(`code: '${code}'`, '').includes(`'${code}'`),
  )

describe('parameters', () => {
  test('there are some, and none twice', () => {
    expect(parameters.length).toBeGreaterThan(20)
    expect(new Set(parameters.map((p) => p.code)).size).toBe(parameters.length)
  })
  test.each(parameters.map((p) => [p.code, p.label]))('%s %s is read by the program', (code) => {
    expect(readers(code)).not.toEqual([])
  })
})
