/** A name says what it holds or does (docs/writing.md): words that say only that somebody has something are no names. */
import { expect, test } from 'vitest'
import { childrenOf, isNode, nameOf, programOf, type Node } from './reading/syntax.ts'
import { sources, textOf } from './source.ts'

/** How many stand there still: whoever renames some takes them off here. It only falls. */
const ALLOWED = 12

/** What to write instead stands in docs/writing.md. */
const NO_NAMES = new Set(['some', 'kept', 'told', 'found', 'here', 'fits', 'hear', 'four'])
/** Types of a generic and parameters of a formula may be letters; a constant says what it is. */
const LETTER = /^[A-Z]$/

/** What a pattern declares: `a`, `{ a, b: c }`, `[a, ...b]`, `a = 1`. */
function declaredBy(pattern: unknown): Node[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return declaredBy(pattern['left'])
    case 'RestElement':
      return declaredBy(pattern['argument'])
    case 'TSParameterProperty':
      return declaredBy(pattern['parameter'])
    case 'ArrayPattern':
      return (pattern['elements'] as unknown[]).flatMap(declaredBy)
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap((part) => declaredBy(part.type === 'Property' ? part['value'] : part))
    default:
      return []
  }
}

/** Names a node gives: to a variable, a parameter, a function, a type, a member of a class or of a type. */
function givenBy(node: Node): Node[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return declaredBy(node['id'])
    case 'CatchClause':
      return declaredBy(node['param'])
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
    case 'TSMethodSignature':
    case 'TSDeclareFunction':
    case 'TSEmptyBodyFunctionExpression':
      return [node['id'], node['key'], ...((node['params'] as unknown[] | undefined) ?? [])].flatMap(declaredBy)
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return declaredBy(node['id'])
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'TSPropertySignature':
      return declaredBy(node['key'])
    case 'ImportSpecifier':
      return nameOf(node['imported']) === nameOf(node['local']) ? [] : declaredBy(node['local'])
    default:
      return []
  }
}

function wrongNames(node: Node, isConstant = false): Node[] {
  const constants = node.type === 'VariableDeclaration' ? node['kind'] === 'const' : node.type === 'VariableDeclarator' && isConstant
  const own = givenBy(node).filter((id) => {
    const name = nameOf(id)!
    return NO_NAMES.has(name) || (node.type === 'VariableDeclarator' && isConstant && LETTER.test(name))
  })
  return [...own, ...childrenOf(node).flatMap((child) => wrongNames(child, constants))]
}

/** Most files hold none of the words: only the others are parsed. Behind a dot a word is used, behind three it is declared. */
const MAY_HOLD = new RegExp(`(?<!\\w|[^.]\\.)(?:${[...NO_NAMES].join('|')})\\b|\\b[A-Z]\\b\\s*[,=:}\\]]`)

/** `file:line name` of every declaration that bears no name. */
function namelessIn(file: string, text: string = textOf(file)): string[] {
  if (!MAY_HOLD.test(text)) return []
  return wrongNames(programOf(file, text)).map((id) => `${file}:${text.slice(0, id.start).split('\n').length} ${nameOf(id)}`)
}

test('every declaration has a name that says what it holds or does', () => {
  const nameless = sources.flatMap((file) => namelessIn(file))
  expect(nameless.slice(ALLOWED)).toEqual([])
  expect(nameless.length, 'some were renamed: the number falls').toBe(ALLOWED)
  expect(sources.length).toBeGreaterThan(1000)
})

test('a planted one is found wherever it is declared, and a word that is only used is none', () => {
  const planted = [
    'const found = rows[0]',
    'const M = "menu"',
    'for (const [id, some] of groups) use(id, some)',
    'function told(kept: string[], { here = 1, at: fits }: Place) {}',
    'list.map((found) => found.id)',
    'class Post { private kept = 1; hear(frame: Frame): void {} constructor(private readonly told: number) {} }',
    'interface Lane { kept: number; hear(frame: Frame): void }',
    'const { id, ...kept } = row',
    'import { rows as found } from "./rows.ts"',
  ].join('\n')
  expect(namelessIn('planted.ts', planted)).toEqual([
    'planted.ts:1 found',
    'planted.ts:2 M',
    'planted.ts:3 some',
    'planted.ts:4 told',
    'planted.ts:4 kept',
    'planted.ts:4 here',
    'planted.ts:4 fits',
    'planted.ts:5 found',
    'planted.ts:6 kept',
    'planted.ts:6 hear',
    'planted.ts:6 told',
    'planted.ts:7 kept',
    'planted.ts:7 hear',
    'planted.ts:8 kept',
    'planted.ts:9 found',
  ])
  const plain = [
    'const lease = rows.some((row) => row.kept && row.found)',
    'const row = { found: 1, here: 2 }',
    'const { found: lease2 } = row',
    'const id = <T>(value: T): T => value',
    'let A = 1',
    '// what was found here',
    'type Kind = "kept" | "told"',
  ].join('\n')
  expect(namelessIn('plain.ts', plain)).toEqual([])
})
