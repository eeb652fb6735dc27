/** A document that can rot is looked at: its links, the commands it tells people to type, the files it names. */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { files, textOf } from './source.ts'
import { citedIn, numbersOf } from './numbers-of-rules.ts'

const documents = files.filter((file) => file.endsWith('.md'))
const known = new Set(files)
const folders = new Set(files.flatMap((file) => file.split('/').map((_part, i, all) => all.slice(0, i).join('/'))))
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!)

/** The name of a heading in an address, as the places where people read Markdown make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Names of examples: what a reader is about to make, and letters that stand for any name. */
const EXAMPLE = /^x\.|NNNN|modules\/yard\//

describe('the documents', () => {
  test('link to what is there', () => {
    const dead = documents.flatMap((document) =>
      all(textOf(document), /\]\(([^)\s]+)\)/g)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#')
          const target = path === '' ? document : posix.join(posix.dirname(document), path)
          if (!known.has(target)) return !folders.has(target)
          return anchor !== undefined && !all(textOf(target), /^#+ (.*)$/gm).some((heading) => anchorOf(heading) === anchor)
        })
        .map((link) => `${document}: ${link}`),
    )
    expect(documents.length).toBeGreaterThan(25)
    expect(dead).toEqual([])
  })
  test('tell commands that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const npmScripts = documents.flatMap((document) => all(textOf(document), /npm run ([\w:]+)/g))
    const run = documents.flatMap((document) => all(textOf(document), /\bnode ((?:scripts|src|tests)\/[\w./-]+)/g))
    expect(npmScripts.length).toBeGreaterThan(10)
    expect([...npmScripts.filter((name) => !Object.hasOwn(scripts, name)), ...run.filter((file) => !known.has(file))]).toEqual([])
  })
  test('name files and folders that are there', () => {
    const missing = documents.flatMap((document) => {
      // What stands in a block is an example, or an answer of a program.
      const text = textOf(document).replaceAll(/```[\s\S]*?```/g, '')
      const named = all(text, /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|md|sql|css|tsv))`/g)
      const placed = all(text, /`((?:src|tests|docs|scripts|database|modules|kit|shell)\/[\w/-]*[\w-])\/?`/g)
      return [
        ...named.filter((name) => !EXAMPLE.test(name) && !files.some((file) => file === name || file.endsWith(`/${name}`))),
        ...placed.filter((name) => !EXAMPLE.test(name) && !folders.has(name) && !folders.has(`src/${name}`)),
      ].map((name) => `${document}: ${name}`)
    })
    expect(missing).toEqual([])
  })
  test('name tests by titles they have', () => {
    const proofs = [...textOf('docs/operations/asked-for.md').matchAll(/((?:tests|src)\/[\w./-]+\.test\.ts)(?:（([^）]+)）)?/g)]
    const missing = proofs.flatMap(([, file = '', titles = '']) =>
      !known.has(file)
        ? [file]
        : titles
            .split(/；(?=[a-zA-Z0-9«])/)
            // After a colon it is said in Chinese what of it is meant.
            .map((title) => title.replace(/：.*$/, '').trim())
            .filter((title) => title !== '' && !textOf(file).includes(title))
            .map((title) => `${file}: ${title}`),
    )
    expect(proofs.length).toBeGreaterThan(60)
    expect(missing).toEqual([])
  })
  test('have a heading for every number of a rule that code, tests and documents cite', () => {
    const headings = files.filter((file) => file.startsWith('docs/domain/')).flatMap((file) => all(textOf(file), /^#+ (.*)$/gm))
    const known = numbersOf(headings)
    // The accountants' page counts its own chapters.
    for (const [, n] of textOf('docs/operations/money.md').matchAll(/^## (\d+)\. /gm)) known.add(`money §${n}`)
    const citing = files.filter(
      (file) => /\.(?:tsx?|mjs|css|sql|md)$/.test(file) && !/^tests\/house\/(?:numbers-of-rules|documents\.test)\.ts$/.test(file),
    )
    const cited = citing.flatMap((file) => citedIn(file, textOf(file)).map((number) => ({ file, number })))
    expect(cited.length).toBeGreaterThan(400)
    expect(cited.filter(({ number }) => !known.has(number)).map(({ file, number }) => `${file}: ${number}`)).toEqual([])
    expect(numbersOf(['Bills (leasing §3.5, §3.7, fleet §2.26)', 'Violations (affairs §0.1–§0.3)'])).toEqual(
      new Set(['leasing §3.5', 'leasing §3.7', 'fleet §2.26', 'affairs §0.1', 'affairs §0.2', 'affairs §0.3']),
    )
    const planted = '/** Paid once (finance.md §2.1, §99.9; spec §7). */'
    expect(citedIn('src/modules/leasing/x.ts', planted)).toEqual(['finance §2.1', 'finance §99.9', 'spec §7'])
    expect(citedIn('src/modules/leasing/x.ts', '/** Paid once (§3.7–3.8). */')).toEqual(['leasing §3.7', 'leasing §3.8'])
  })
  test('list every decision under its title', () => {
    const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-.*\.md$/.test(file))
    const lines = decisions.map((file) => {
      const [, number, title] = /^# (\d{4}) (.*)/.exec(textOf(file)) ?? []
      return `- ${number} [${title}](${posix.basename(file)})`
    })
    expect(
      textOf('docs/decisions/README.md')
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    ).toEqual(lines)
    for (const file of decisions) expect(textOf(file), file).toMatch(/^# \d{4} .+ \(\d{4}-\d{2}-\d{2}\)\n/)
  })
  test('show pictures that are there, and no picture lies about', () => {
    const pictures = files.filter((file) => file.startsWith('docs/screenshots/'))
    const inReadme = all(textOf('README.md'), /\]\((docs\/screenshots\/[^)]+)\)/g)
    const inDesign = all(textOf('docs/design.md'), /\]\((screenshots\/[^)]+)\)/g).map((picture) => `docs/${picture}`)
    expect([...inReadme, ...inDesign].toSorted()).toEqual(pictures)
  })
})
