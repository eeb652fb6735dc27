/**
 * `npm run mutants -- src/…/x.rules.ts [more.rules.ts …] [--with tests/stories/y.test.ts]`: changes one thing in the file at a time and says
 * which changes no test noticed. Tests are those of the same folder and below the module that import the file, and those named by `--with`;
 * with `--by` only those named there, which is much faster where an example table stands beside slow properties. `--report` writes what came
 * of it into docs/operations/mutants.md; `--again` tries only what that page says nobody noticed. What cannot make a difference is said, with its
 * reason, in mutants-alike.ts.
 * The file itself is never written: each change is handed to the tests as they load it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseAst } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import { ALIKE } from './mutants-alike.ts'
import { readReport, writeReport, type Judged } from './mutants-report.ts'

const ROOT = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    with: { type: 'string', multiple: true, default: [] },
    by: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '1000' },
    report: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})

interface Mutant {
  line: number
  /** The line it is changed on, and where in it. */
  code: string
  at: number
  from: string
  to: string
  text: string
}

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
}
const CALLS: Record<string, string> = { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' }

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** One change each: an operator, a number, a condition, a chosen function. Texts and types are left alone. */
function mutantsOf(path: string): Mutant[] {
  const source = readFileSync(path, 'utf8')
  const mutants: Mutant[] = []
  const change = (start: number, end: number, to: string): void => {
    const from = source.slice(start, end)
    const line = source.slice(0, start).split('\n').length
    const code = source.split('\n')[line - 1]!
    const at = start - source.lastIndexOf('\n', start - 1) - 1
    mutants.push({
      line,
      code,
      at,
      from: from.replaceAll(/\s+/g, ' ').slice(0, 60),
      to,
      text: source.slice(0, start) + to + source.slice(end),
    })
  }
  const textOf = (node: Node): string => source.slice(node.start, node.end)
  const operator = (node: Node): void => {
    const [left, right, sign] = [node['left'] as Node, node['right'] as Node, String(node['operator'])]
    const to = SWAPPED[sign]
    // A sum of texts is no sum.
    if (!to || (sign === '+' && /['`]/.test(textOf(left) + textOf(right)))) return
    const at = source.indexOf(sign, left.end)
    if (at < right.start) change(at, at + sign.length, to)
  }
  const changes: Record<string, (node: Node) => void> = {
    BinaryExpression: operator,
    LogicalExpression: operator,
    AssignmentExpression: operator,
    Literal: (node) => {
      if (typeof node['value'] === 'number') change(node.start, node.end, String(node['value'] + 1))
      if (typeof node['value'] === 'boolean') change(node.start, node.end, String(!node['value']))
    },
    IfStatement: condition,
    ConditionalExpression: condition,
    UnaryExpression: (node) => {
      if (node['operator'] === '!') change(node.start, node.start + 1, '!!')
    },
    CallExpression: (node) => {
      const callee = node['callee'] as Node
      const name = callee.type === 'MemberExpression' ? (callee['property'] as Node) : null
      const to = name && CALLS[textOf(name)]
      if (to) change(name.start, name.end, to)
    },
  }
  function condition(node: Node): void {
    const test = node['test'] as Node
    for (const to of ['true', 'false']) change(test.start, test.end, to)
  }
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !('expression' in node)) return
    if (node.type === 'ImportDeclaration') return
    changes[node.type]?.(node)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return mutants
}

const testsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('.server.'))
    .map((name) => join(folder, name))

/** Tests of the module that load the file, themselves or through other rules of its folder. */
function testsOf(path: string): string[] {
  const module = /^.*\/src\/(?:modules\/[^/]+|kit\/[^/]+|kit|shell)/.exec(path)?.[0] ?? dirname(path)
  const names = new Set([basename(path)])
  const rules = readdirSync(dirname(path)).filter((name) => /\.rules\.ts$|\.ts$/.test(name) && !/\.(?:test|server|web)\./.test(name))
  for (let grown = true; grown;) {
    grown = false
    for (const name of rules)
      if (!names.has(name) && [...names].some((known) => readFileSync(join(dirname(path), name), 'utf8').includes(`/${known}'`))) {
        names.add(name)
        grown = true
      }
  }
  return testsBelow(module).filter((test) => [...names].some((name) => readFileSync(test, 'utf8').includes(`/${name}'`)))
}

/** Whether somebody has said why the change makes no difference: of the piece of the line it is in. */
const isAlike = (name: string, { code, at, from, to }: Mutant): boolean =>
  ALIKE.some((one) => {
    const begins = code.indexOf(one.code)
    const inIt = begins >= 0 && at >= begins && at < begins + one.code.length
    return inIt && one.file === name && one.from === from && one.to === to
  })
const worded = ({ line, from, to }: Mutant): string => `${line}  ${from}  →  ${to}`

/** The text the tests get in place of the file's own. */
let current: { path: string; text: string } | null = null

/** What failed, or nothing. */
async function failures(vitest: Vitest, path: string): Promise<string[]> {
  vitest.invalidateFile(path)
  const specs = await vitest.globTestSpecifications()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, true)
  if (testModules.length === 0) return ['没有运行任何测试']
  const modules = testModules.filter((m) => !m.ok())
  const tests = modules.flatMap((m) => [...m.children.allTests('failed')])
  const named = tests.map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`)
  return [...named, ...modules.slice(named.length).map((m) => m.moduleId), ...unhandledErrors.map(String)]
}
const passes = async (vitest: Vitest, path: string): Promise<boolean> => (await failures(vitest, path)).length === 0

async function judge(path: string): Promise<number> {
  const named = [...values.by, ...values.with].map((name) => resolve(ROOT, name))
  const tests = [...new Set(values.by.length > 0 ? named : [...testsOf(path), ...named])]
  const name = relative(ROOT, path)
  if (tests.length === 0) {
    process.stdout.write(`${name}: 没有测试引用它\n`)
    return 1
  }
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: ROOT,
      watch: false,
      include: tests.map((test) => relative(ROOT, test)),
      reporters: [{}],
      pool: 'threads',
      // A kept copy is found by the file's own text, which does not change.
      fsModuleCache: false,
      maxWorkers: 1,
      bail: 1,
      testTimeout: 60_000,
      silent: true,
    },
    {
      plugins: [
        { name: 'mutant', enforce: 'pre', load: (id: string) => (current && id.split('?')[0] === current.path ? current.text : undefined) },
      ],
    },
  )
  try {
    current = null
    const broken = await failures(vitest, path)
    if (broken.length > 0) {
      process.stdout.write(`${name}: 未改动时测试就不通过\n${broken.map((one) => `  ${one}\n`).join('')}`)
      return 1
    }
    const all = mutantsOf(path).slice(0, Number(values.most))
    const before = values.again ? readReport(ROOT).get(name) : undefined
    const judged = all.filter((mutant) => !isAlike(name, mutant))
    const mutants = before ? judged.filter((mutant) => before.alive.includes(worded(mutant))) : judged
    const alive: Mutant[] = []
    for (const mutant of mutants) {
      current = { path, text: mutant.text }
      if (await passes(vitest, path)) alive.push(mutant)
    }
    process.stdout.write(`${name}: ${mutants.length} 处改动，${alive.length} 处没有测试发现（${tests.length} 个测试文件）\n`)
    for (const mutant of alive) process.stdout.write(`  ${name}:${worded(mutant)}\n`)
    results.push({ file: name, changes: all.length, alike: all.length - judged.length, alive: alive.map(worded) })
    if (values.report) writeReport(ROOT, results)
    return alive.length
  } finally {
    await vitest.close()
  }
}

const results: Judged[] = []
const files = positionals.map((name) => resolve(ROOT, name))
const absent = files.filter((path) => !existsSync(path))
if (files.length === 0 || absent.length > 0) {
  console.error(
    absent.length > 0 ? `没有找到 ${absent.join('、')}` : '用法：npm run mutants -- src/…/x.rules.ts [--with tests/…/y.test.ts]',
  )
  process.exit(2)
}
let alive = 0
for (const path of files) alive += await judge(path)
process.exit(alive > 0 ? 1 : 0)
