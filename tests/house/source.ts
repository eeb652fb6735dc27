/** The program's own text, read once for all house tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.cache'])

function walk(folder: string, into: string[]): string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) walk(path, into)
    else if (entry.isFile()) into.push(relative(ROOT, path))
  }
  return into
}

const texts = new Map<string, string>()
export function textOf(file: string): string {
  if (!texts.has(file)) texts.set(file, readFileSync(join(ROOT, file), 'utf8'))
  return texts.get(file)!
}

/** Every file of the repository, from its root, with `/`. */
export const files: readonly string[] = walk(ROOT, []).toSorted()
/** What people wrote in TypeScript. */
export const sources: readonly string[] = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

export type Place = 'pure' | 'rules' | 'server' | 'web' | 'test'
export function placeOf(file: string): Place {
  // A double speaks the protocol of an outside service; only tests talk to it.
  if (/\.(?:test|double)\.tsx?$/.test(file)) return 'test'
  // What serves other modules' server code is server code.
  if (/\.(?:server|public)\.ts$/.test(file)) return 'server'
  if (/\.web\.tsx?$/.test(file)) return 'web'
  return file.endsWith('.rules.ts') ? 'rules' : 'pure'
}

export interface Import {
  from: string
  /** The file in this repository, or null when it is a package. */
  file: string | null
  spec: string
  /** Erased before running: may point anywhere. */
  typeOnly: boolean
  /** `import()`: taken when it is needed, not when the file is read. */
  late: boolean
}

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm
const ALIASES: Record<string, string> = {
  kit: 'src/kit',
  shell: 'src/shell',
  modules: 'src/modules',
  demo: 'database/demo',
  tests: 'tests',
}

function target(file: string, asked: string): string | null {
  // `?url` and the like say what the bundler shall give, not another file.
  const spec = asked.replace(/\?.*$/, '')
  if (spec.startsWith('.')) return posix.normalize(posix.join(dirname(file), spec))
  const [, alias, rest] = /^#(\w+)\/(.+)$/.exec(spec) ?? []
  return alias ? `${ALIASES[alias] ?? alias}/${rest}` : null
}

export const importsOf = (file: string): Import[] =>
  [...textOf(file).matchAll(IMPORT)].map(([, type, spec, lateSpec]) => {
    const wanted = spec ?? lateSpec!
    return { from: file, spec: wanted, file: target(file, wanted), typeOnly: type !== undefined, late: lateSpec !== undefined }
  })

export const imports: readonly Import[] = sources.flatMap(importsOf)

/** Code without its comments, line numbers kept: for words that comments may use. */
export const codeOf = (file: string): string =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;,{(])\/\/[^\n]*/g, '$1')

/** `file:line` of every place where a pattern stands. */
export function places(file: string, pattern: RegExp, text: string = textOf(file)): string[] {
  const all = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`)
  return [...text.matchAll(all)].map((match) => `${file}:${text.slice(0, match.index).split('\n').length} ${match[0].trim()}`)
}
