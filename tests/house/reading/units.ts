/** What each declaration of the program mentions and reads: names of tables, columns in queries, properties of values. Read off the syntax tree. */
import { files, importsOf, placeOf, sources, textOf } from '../source.ts'
import { childrenOf, isNode, nameOf, programOf, type Node } from './syntax.ts'

/** A declaration at the top of a file. */
export interface Unit {
  file: string
  names: readonly string[]
  /** Tables it names. */
  tables: Set<string>
  /** Other declarations it uses: `file#name`. */
  uses: Set<string>
  /** Components of screens it hands to a table: `file#name` → table. */
  lends: [string, string][]
  /** Names read as a property, out of a value taken apart, in SQL, or in a text that stands in no query. */
  reads: Set<string>
  /** Columns read in a query of that table, or with its name before them: `table.column`. */
  columns: Set<string>
  /** Every text in it: words of a choice, codes of functions, names of parameters. */
  texts: Set<string>
  /** Texts that stand as the `code` of something: what it is called. */
  codes: Set<string>
  /** Every key of an object in it. */
  keys: Set<string>
}

/** Generic screens, the API of every entity and its Excel: they show every field there is, and read none. */
const GENERIC = /^src\/kit\/(?:entity\/(?:api|query|schema|value|conformance|fixture)|ui|excel|report)\//
const read = sources.filter((file) => file.startsWith('src/') && placeOf(file) !== 'test' && !GENERIC.test(file))

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `defineEntity({ name: 'bill', … })` of a node, or null. */
function definitionIn(node: Node): string | null {
  if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'defineEntity') return null
  const [spec] = node['arguments'] as Node[]
  const said = (spec?.['properties'] as Node[] | undefined)?.find((one) => nameOf(one['key']) === 'name')
  return said ? nameOf(said['value']) : null
}

/** `defineActions(bill, …)`: what is acted on. */
const actedOn = (node: Node): string | null =>
  node.type === 'CallExpression' && nameOf(node['callee']) === 'defineActions' ? nameOf((node['arguments'] as Node[])[0]) : null

/** Under which names files export the definitions: `file#bill` → `bill`. */
function definitionsOf(file: string, body: readonly Node[]): [string, string][] {
  const made: [string, string][] = []
  const inFile = new Map<string, string>()
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && isNode(node['init'])) {
      const table = definitionIn(node['init']) ?? inFile.get(actedOn(node['init']) ?? '')
      const name = nameOf(node['id'])
      if (table && name) {
        made.push([`${file}#${name}`, table])
        inFile.set(name, table)
      }
    }
    for (const child of childrenOf(node)) visit(child)
  }
  for (const node of body) visit(node)
  return made
}

/** `int('receiptDays', '回单期限', …)`: what something is called, and how people call it. */
const isCalled = ([name, label]: readonly Node[]): boolean =>
  name?.type === 'Literal' && label?.type === 'Literal' && /\p{Script=Han}/u.test(String(label['value']))

const QUERIES = new Set(['selectFrom', 'updateTable', 'deleteFrom', 'insertInto', 'scoped', 'liveRows', 'seenRows'])
const JOINS = /^(?:inner|left|right|full|cross)Join(?:Lateral)?$/

/** What stands in for the file of a function of the database. */
const DATABASE = 'database'
/** Functions of the database, the newest of each name: name → what it does. */
function functionsOfDatabase(): Map<string, string> {
  const all = new Map<string, string>()
  for (const file of files.filter((name) => /^database\/migrations\/.*\.sql$/.test(name)))
    for (const [, name, body] of textOf(file).matchAll(/create (?:or replace )?function (\w+)\([\s\S]*?\$\$([\s\S]*?)\$\$/g))
      if (!name!.startsWith('remove_')) all.set(name!, body!)
  return all
}

interface Known {
  /** Names in the file: name → `file#name`. */
  local: ReadonlyMap<string, string>
  tableNames: ReadonlySet<string>
  /** Tables by their names in SQL. */
  snakes: ReadonlyMap<string, string>
  definitions: ReadonlyMap<string, string>
  functions: ReadonlySet<string>
}

class Reader {
  readonly unit: Unit
  private readonly file: string
  private readonly local: ReadonlyMap<string, string>
  private readonly tableNames: ReadonlySet<string>
  private readonly snakes: ReadonlyMap<string, string>
  private readonly definitions: ReadonlyMap<string, string>
  private readonly functions: ReadonlySet<string>
  /** `bill as b` of this declaration: b → bill. */
  private readonly aliases = new Map<string, Set<string>>()

  constructor(file: string, names: readonly string[], known: Known) {
    this.file = file
    this.local = known.local
    this.tableNames = known.tableNames
    this.snakes = known.snakes
    this.definitions = known.definitions
    this.functions = known.functions
    this.unit = {
      file,
      names,
      tables: new Set(),
      uses: new Set(),
      lends: [],
      reads: new Set(),
      columns: new Set(),
      texts: new Set(),
      codes: new Set(),
      keys: new Set(),
    }
  }

  private table(text: string): string | null {
    const [, name = '', alias] = /^(\w+)(?: as (\w+))?$/.exec(text) ?? []
    if (!this.tableNames.has(name)) return null
    if (alias) this.aliases.set(alias, (this.aliases.get(alias) ?? new Set()).add(name))
    this.unit.tables.add(name)
    return name
  }

  /** Tables of the query a call belongs to: `selectFrom('bill').innerJoin('lease', …)`. */
  private queryOf(call: Node): Set<string> {
    const tables = new Set<string>()
    for (let at: Node | null = call; at;) {
      const callee: Node | null = at.type === 'CallExpression' ? (at['callee'] as Node) : null
      if (!callee) break
      const method = callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee)
      if (method && (QUERIES.has(method) || JOINS.test(method)))
        for (const argument of at['arguments'] as Node[]) {
          const text = nameOf(argument)
          const table = argument.type === 'Literal' && text ? this.table(text) : null
          if (table) tables.add(table)
        }
      at = callee.type === 'MemberExpression' ? (callee['object'] as Node) : null
    }
    return tables
  }

  private text(text: string, query: ReadonlySet<string> | null): void {
    this.unit.texts.add(text)
    this.table(text)
    const [, before, name = ''] = /^(?:(\w+)\.)?(\w+)(?: as \w+| (?:asc|desc))?$/.exec(text.replace(/^-/, '')) ?? []
    if (!name) return
    if (before) {
      for (const table of this.aliases.get(before) ?? [before]) this.unit.columns.add(`${table}.${name}`)
      this.unit.reads.add(before)
    } else if (query && query.size > 0) for (const table of query) this.unit.columns.add(`${table}.${name}`)
    else this.unit.reads.add(name)
  }

  sql(text: string): void {
    for (const [word] of text.matchAll(/\b[a-z_]+(?=\()/g)) if (this.functions.has(word)) this.unit.uses.add(`${DATABASE}#${word}`)
    const own = new Map<string, string>()
    for (const [, table = '', alias] of text.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?(\w+))?/gi)) {
      const name = this.snakes.get(table)
      if (!name) continue
      this.unit.tables.add(name)
      own.set(table, name)
      if (alias) own.set(alias, name)
    }
    for (const [, before, name = ''] of text.matchAll(/(?:\b(\w+)\.)?"?\b([a-z][A-Za-z0-9_]*)\b"?/g)) {
      const table = before ? own.get(before) : undefined
      if (table) this.unit.columns.add(`${table}.${camel(name)}`)
      else if (before && this.aliases.has(before))
        for (const one of this.aliases.get(before)!) this.unit.columns.add(`${one}.${camel(name)}`)
      else this.unit.reads.add(camel(name))
    }
  }

  private pattern(node: Node): void {
    for (const one of (node['properties'] as Node[]) ?? []) if (one.type === 'Property' && !one['computed']) this.readName(one['key'])
  }
  private readName(node: unknown): void {
    const name = nameOf(node)
    if (name) this.unit.reads.add(name)
  }

  visit(node: Node, query: ReadonlySet<string> | null, types = false): void {
    if (definitionIn(node)) return
    switch (node.type) {
      case 'TSModuleDeclaration':
      case 'ImportDeclaration':
        return
      case 'Identifier':
      case 'JSXIdentifier':
        this.identifier(String(node['name']))
        if (isNode(node['typeAnnotation'])) this.visit(node['typeAnnotation'], null, true)
        return
      case 'Literal':
        if (typeof node['value'] !== 'string') return
        if (types) this.table(node['value'])
        else this.text(node['value'], query)
        return
      case 'TemplateLiteral':
        if (types) break
        for (const piece of node['quasis'] as Node[]) this.sql(String((piece['value'] as { raw: string }).raw))
        break
      case 'MemberExpression':
        return this.member(node, query, types)
      case 'CallExpression':
        return this.call(node, query, types)
      case 'ObjectPattern':
        this.pattern(node)
        break
      case 'Property':
        return this.property(node, query, types)
      case 'AssignmentExpression':
        return this.assignment(node, query, types)
      default:
        if (node.type.startsWith('TS') && !('expression' in node && node.type !== 'TSTypeAnnotation')) {
          for (const child of childrenOf(node)) this.visit(child, null, true)
          return
        }
    }
    for (const child of childrenOf(node)) this.visit(child, query, types)
  }
  private identifier(name: string): void {
    const target = this.local.get(name)
    if (!target) return
    const table = this.definitions.get(target)
    if (table) this.unit.tables.add(table)
    else if (!this.unit.names.includes(name) || !target.startsWith(`${this.file}#`)) this.unit.uses.add(target)
  }
  private member(node: Node, query: ReadonlySet<string> | null, types: boolean): void {
    this.visit(node['object'] as Node, query, types)
    if (node['computed']) {
      const name = (node['property'] as Node).type === 'Literal' ? nameOf(node['property']) : null
      if (name) {
        this.unit.texts.add(name)
        this.unit.reads.add(name)
      } else this.visit(node['property'] as Node, query, types)
    } else if (!types) this.readName(node['property'])
  }
  /** What is called is no field: `rows.filter(…)` reads none of that name. */
  private call(node: Node, query: ReadonlySet<string> | null, types: boolean): void {
    const callee = node['callee'] as Node
    const own = this.queryOf(node)
    const inner = own.size > 0 ? own : query
    if (callee.type === 'MemberExpression' && !callee['computed']) this.visit(callee['object'] as Node, inner, types)
    else this.visit(callee, inner, types)
    const written = callee.type === 'MemberExpression' && ['set', 'values', 'doUpdateSet'].includes(nameOf(callee['property']) ?? '')
    const given = node['arguments'] as Node[]
    for (const [i, child] of given.entries()) if (i > 0 || !isCalled(given)) this.visit(child, written ? null : inner, types)
    for (const child of [node['typeArguments'], node['typeParameters']].filter(isNode)) this.visit(child, null, true)
  }
  /** A key says what is written, except in what chooses rows. */
  private property(node: Node, query: ReadonlySet<string> | null, types: boolean): void {
    const key = nameOf(node['key'])
    if (key && !types) this.unit.keys.add(key)
    const value = node['value'] as Node
    const table = key?.split('.')[0] ?? ''
    if (this.file.endsWith('.web.tsx') && this.tableNames.has(table)) this.lend(value, table)
    if (key === 'code' && value.type === 'Literal') {
      this.unit.codes.add(String(value['value']))
      return
    }
    if (node['computed']) this.visit(node['key'] as Node, query, types)
    if (key && /^(?:filter|where|of|without)$/i.test(key) && value.type === 'ObjectExpression')
      for (const one of (value['properties'] as Node[]) ?? []) if (one.type === 'Property') this.readName(one['key'])
    this.visit(value, query, types)
  }
  /** `bill: lazy(() => import(…).then((m) => ({ default: m.BillHead })))`, or the component itself. */
  private lend(node: Node, table: string): void {
    const text = textOf(this.file).slice(node.start, node.end)
    const picked = [...text.matchAll(/\bm\.(\w+)/g)].map(([, name]) => name!)
    for (const [, spec] of text.matchAll(/\bimport\('([^']+)'\)/g)) {
      const target = importsOf(this.file).find((one) => one.spec === spec)?.file
      const whole = target ? /^export default (?:async )?function (\w+)/m.exec(textOf(target))?.[1] : undefined
      for (const name of picked.length > 0 ? picked : [whole ?? 'default']) this.unit.lends.push([`${target}#${name}`, table])
    }
    for (const [name] of text.matchAll(/\b\w+\b/g)) if (this.local.has(name)) this.unit.lends.push([this.local.get(name)!, table])
  }
  private assignment(node: Node, query: ReadonlySet<string> | null, types: boolean): void {
    const left = node['left'] as Node
    if (left.type === 'MemberExpression' && node['operator'] === '=') this.visit(left['object'] as Node, query, types)
    else this.visit(left, query, types)
    this.visit(node['right'] as Node, query, types)
  }
}

const declared = (node: Node): string[] => {
  const inner = node.type.startsWith('Export') && isNode(node['declaration']) ? node['declaration'] : node
  if (inner.type === 'VariableDeclaration')
    return (inner['declarations'] as Node[]).flatMap(({ id }) =>
      isNode(id) && id.type === 'ObjectPattern'
        ? (id['properties'] as Node[]).flatMap((one) => nameOf(one['value']) ?? [])
        : (nameOf(id) ?? []),
    )
  const name = nameOf(inner['id'])
  return name ? [name] : []
}

/** Names a file takes from others: name → `file#name`. */
function imported(file: string, body: readonly Node[]): Map<string, string> {
  const targets = new Map(importsOf(file).map((one) => [one.spec, one.file]))
  const all = new Map<string, string>()
  for (const node of body) {
    if (node.type !== 'ImportDeclaration') continue
    const target = targets.get(nameOf(node['source']) ?? '')
    if (!target) continue
    for (const one of node['specifiers'] as Node[]) {
      const local = nameOf(one['local'])
      if (local) all.set(local, `${target}#${one.type === 'ImportSpecifier' ? (nameOf(one['imported']) ?? local) : local}`)
    }
  }
  return all
}

/** Every declaration of the program outside generic code, definitions left out of it. */
export function unitsOf(tableNames: ReadonlySet<string>): Unit[] {
  const parsed = read.map((file) => {
    return { file, body: programOf(file)['body'] as Node[] }
  })
  const definitions = new Map(parsed.flatMap(({ file, body }) => definitionsOf(file, body)))
  const snakes = new Map([...tableNames].map((name) => [snake(name), name]))
  const bodies = functionsOfDatabase()
  const shared = { tableNames, snakes, definitions, functions: new Set(bodies.keys()) }
  const units = [...bodies].map(([name, body]) => {
    const reader = new Reader(DATABASE, [name], { ...shared, local: new Map() })
    reader.sql(body)
    return reader.unit
  })
  for (const { file, body } of parsed) {
    const local = imported(file, body)
    for (const node of body) for (const name of declared(node)) local.set(name, `${file}#${name}`)
    for (const node of body) {
      const reader = new Reader(file, declared(node), { ...shared, local })
      reader.visit(node, null)
      units.push(reader.unit)
    }
  }
  return units
}

/** What is not the code of a function, although it looks like one: an action that takes nobody's right, a kind of resource. */
const NO_CODES = ['demo_leaving', 'menu_item', 'user_id', 'user_list']
/** Codes of functions (`billInfoList_pay`) that code names, and where. */
export const codesAsked = (units: readonly Unit[]): [string, string][] =>
  units.flatMap(({ file, texts }) =>
    [...texts]
      .filter((text) => /^[A-Za-z]+_[A-Za-z]+$/.test(text) && !NO_CODES.includes(text))
      .map((text): [string, string] => [text, file]),
  )
