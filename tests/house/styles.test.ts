/**
 * What a piece of a page draws with is there when the piece is: a class is styled by a file that the piece, or what it brings, has
 * imported. Else the page looks as meant only after another page was opened before it.
 */
import { expect, test } from 'vitest'
import { codeOf, files, importsOf, placeOf, sources, textOf } from './source.ts'

/** Classes of this house → the style sheets that say something of them. */
const styled = new Map<string, string[]>()
for (const file of files.filter((name) => name.startsWith('src/') && name.endsWith('.css')))
  for (const [, name] of textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/\.(zyt-[\w-]+)/g))
    styled.set(name!, [...(styled.get(name!) ?? []), file])

const program = sources.filter((file) => file.startsWith('src/') && placeOf(file) !== 'server' && placeOf(file) !== 'test')
const imports = new Map(program.map((file) => [file, importsOf(file)]))

/** All that comes at once with these. */
function broughtBy(entries: readonly string[]): Set<string> {
  const seen = new Set(entries)
  for (const file of seen)
    for (const { file: next, late, typeOnly } of imports.get(file) ?? []) if (next !== null && !late && !typeOnly) seen.add(next)
  return seen
}
/** Whatever page is shown: the entry, and the frame around every page of the console. */
const always = broughtBy(['src/main.web.tsx', 'src/shell/console-frame.web.tsx'])
/** What is fetched when it is needed. */
const pieces = [...new Set([...imports.values()].flat().flatMap(({ file, late }) => (late && file !== null ? [file] : [])))]
const classesIn = (text: string): Set<string> => new Set([...text.matchAll(/['"`\s](zyt-[\w-]+)/g)].map(([, name]) => name!))

const unstyled = (text: string, there: ReadonlySet<string>): string[] =>
  [...classesIn(text)].filter((name) => styled.get(name)?.every((sheet) => !there.has(sheet) && !always.has(sheet)) ?? false)

test('a piece of a page brings the style sheets of the classes it uses', () => {
  expect(pieces.length).toBeGreaterThan(100)
  expect(styled.size).toBeGreaterThan(500)
  const missing = pieces.flatMap((piece) => {
    const there = broughtBy([piece])
    return [...there]
      .filter((file) => placeOf(file) === 'web')
      .flatMap((file) => unstyled(codeOf(file), there).map((name) => `${file}: ${name} of ${styled.get(name)!.join(', ')} (with ${piece})`))
  })
  expect(missing).toEqual([])
  expect(unstyled(`<div className="zyt-report-table" />`, new Set(['src/kit/ui/list/list.css']))).toEqual(['zyt-report-table'])
})
