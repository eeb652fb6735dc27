/** What the judging of rules by changes came to, as a page that people read and the next run goes on from. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Judged {
  file: string
  changes: number
  /** Changes that make no difference (mutants-alike.ts). */
  alike: number
  /** Those no test noticed: `line  from  →  to`. */
  alive: readonly string[]
}

const PAGE = 'docs/operations/mutants.md'
const HEAD = `# Rules judged by changes

Written by \`npm run mutants -- --report src/…/x.rules.ts\`: each rule is changed in one place at a time, and the examples and properties beside
it have to notice. What cannot make a difference stands with its reason in \`scripts/mutants-alike.ts\`. \`--again\` tries only what is listed below.

| Rules | Changes | Make no difference | Not noticed |
| --- | ---: | ---: | ---: |
`

export function readReport(root: string): Map<string, Judged> {
  const path = join(root, PAGE)
  const all = new Map<string, Judged>()
  if (!existsSync(path)) return all
  const text = readFileSync(path, 'utf8')
  for (const [, file, changes, alike] of text.matchAll(/^\| `?([\w./-]+\.rules\.ts)`?\s*\|\s*(\d+) \|\s*(\d+) \|/gm)) {
    const section = text.split(`\n## ${file}\n`)[1]?.split('\n## ')[0] ?? ''
    const alive = [...section.matchAll(/^- `` (.*) ``$/gm)].map(([, line]) => line!)
    all.set(file!, { file: file!, changes: Number(changes), alike: Number(alike), alive })
  }
  return all
}

/** Files that were not judged this time keep what was said of them. */
export function writeReport(root: string, judged: readonly Judged[]): void {
  const all = readReport(root)
  for (const one of judged) all.set(one.file, one)
  const sorted = [...all.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1))
  const rows = sorted.map((one) => `| ${one.file} | ${one.changes} | ${one.alike} | ${one.alive.length} |`)
  const open = sorted.filter((one) => one.alive.length > 0)
  const lists = open.map((one) => `\n## ${one.file}\n\n${one.alive.map((line) => `- \`\` ${line} \`\``).join('\n')}\n`)
  writeFileSync(join(root, PAGE), `${HEAD}${rows.join('\n')}\n${lists.join('')}`)
}
