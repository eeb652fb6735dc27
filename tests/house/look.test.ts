/** One place for colours and sizes (docs/design.md): whoever writes another one by hand changes light and forgets dark. */
import { expect, test } from 'vitest'
import { codeOf, files, placeOf, places, textOf } from './source.ts'

/** Where raw colours belong, and why. A name ending in `/` is a folder. */
const OWN: Readonly<Record<string, string>> = {
  'src/kit/ui/look/': 'the tokens themselves',
  'src/kit/ui/map/ground/': 'the style of the base map: land, water and streets, a palette of its own in light and dark',
}
const isOwn = (file: string): boolean => Object.keys(OWN).some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** Papers, the page of the API and the program itself run on the server, without a theme: black on white. */
const drawn = files.filter(
  (file) =>
    file.startsWith('src/') &&
    !isOwn(file) &&
    (file.endsWith('.css') || (/\.tsx?$/.test(file) && !['server', 'test'].includes(placeOf(file)))),
)
const cssOf = (file: string): string => textOf(file).replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
const cleanOf = (file: string): string => (file.endsWith('.css') ? cssOf(file) : codeOf(file))

/** In a sheet any `#abc` is a colour (ids are not styled in this house), in a program one inside quotes. */
const IN_SHEET = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|oklch|lab)\(/gi
const IN_PROGRAM = /['"`](?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})['"`]|(?:rgba?|hsla?|oklch)\()/gi
const SIZE_IN_SHEET = /font(?:-size)?:[^;{}]*?\b[\d.]+(?:px|rem|pt)\b/g
const SIZE_IN_PROGRAM = /fontSize:\s*['"]?[\d.]+/g

const rawIn = (file: string, text: string): string[] =>
  file.endsWith('.css')
    ? [...places(file, IN_SHEET, text), ...places(file, SIZE_IN_SHEET, text)]
    : [...places(file, IN_PROGRAM, text), ...places(file, SIZE_IN_PROGRAM, text)]

test('colours and sizes of type are tokens', () => {
  expect(drawn.length).toBeGreaterThan(500)
  expect(drawn.flatMap((file) => rawIn(file, cleanOf(file)))).toEqual([])
})

test('the two patterns see what they are for', () => {
  expect(rawIn('a.css', '.x { color: #fff; background: rgb(0 0 0 / 4%); font-size: 12px; font: 600 13px/1 serif }')).toHaveLength(4)
  expect(rawIn('a.css', '.x { color: var(--zyt-text); font-size: var(--zyt-type-note); width: 12px }')).toEqual([])
  expect(rawIn('a.web.tsx', `style={{ color: '#1558d6', fontSize: 12 }}`)).toHaveLength(2)
  expect(rawIn('a.web.tsx', `href="#part" title={'#12 of 30'}`)).toEqual([])
})

test('a variable that is used is one that exists', () => {
  const sheets = files.filter((file) => file.startsWith('src/') && file.endsWith('.css'))
  const programs = files.filter((file) => file.startsWith('src/') && /\.tsx?$/.test(file))
  const declared = new Set([
    ...sheets.flatMap((file) => [...cssOf(file).matchAll(/(--zyt-[\w-]+)\s*:/g)].map(([, name]) => name)),
    ...programs.flatMap((file) => [...textOf(file).matchAll(/['"](--zyt-[\w-]+)['"]\s*[\]:,]/g)].map(([, name]) => name)),
  ])
  const unknown = sheets.flatMap((file) =>
    [...cssOf(file).matchAll(/var\((--zyt-[\w-]+)\)/g)].flatMap(([, name]) => (declared.has(name) ? [] : [`${file}: ${name}`])),
  )
  expect(unknown).toEqual([])
})

test('sizes are watched by watchSize alone: whatever moves the page while a browser tells of sizes is an error without a name', () => {
  const watching = files.filter((file) => file.startsWith('src/') && /\.tsx?$/.test(file) && /\bnew ResizeObserver\b/.test(codeOf(file)))
  expect(watching).toEqual(['src/kit/ui/screen/watch-size.web.ts'])
})
