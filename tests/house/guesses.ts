/** What somebody who tries would send to a route, read off its input: numbers of another's records wherever a name says of what, else something of the right shape. */
import { z } from 'zod'
import type { Route } from '#kit/http/route.server.ts'

export interface Shape {
  properties?: Record<string, Shape>
  required?: string[]
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  items?: Shape
  format?: string
  minLength?: number
  minItems?: number
}
/** The number of a record, by its entity. */
type Theirs = ReadonlyMap<string, number>

export function guess(name: string, shape: Shape, of: string | null, theirs: Theirs): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return guess(name, shape.anyOf.find((one) => one.type !== 'null') ?? {}, of, theirs)
  const about =
    name === 'id' || name === 'ids' ? of : [...theirs.keys()].find((entity) => [entity, `${entity}s`, `${entity}Id`].includes(name))
  if (about !== null && about !== undefined && theirs.has(about)) {
    const id = theirs.get(about)!
    return shape.type === 'array' ? [id] : shape.type === 'string' ? String(id) : id
  }
  switch (shape.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'array':
      return shape.minItems ? [guess(name, shape.items ?? {}, of, theirs)] : []
    case 'object':
      return Object.fromEntries((shape.required ?? []).map((key) => [key, guess(key, shape.properties?.[key] ?? {}, of, theirs)]))
    default:
      return /(On|from|to|day|until)$/i.test(name)
        ? '2026-01-05'
        : /month/i.test(name)
          ? '2026-01'
          : '入侵'.padEnd(shape.minLength ?? 2, '入')
  }
}
export const shapeOf = (route: Route): Shape => z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as unknown as Shape

export function tries(route: Route, theirs: Theirs): object[] {
  const entity = route.path.split('/')[3] ?? ''
  const of = theirs.has(entity) ? entity : null
  const shape = shapeOf(route)
  const known = Object.keys(shape.properties ?? {})
  const filled = Object.fromEntries(
    known
      .filter((key) => shape.required?.includes(key) || key === 'id' || key === 'ids' || theirs.has(key))
      .map((key) => [key, guess(key, shape.properties![key]!, of, theirs)]),
  )
  const id = of ? theirs.get(of)! : null
  const verb = route.path.split('/').slice(4).join('/')
  if (route.method === 'GET') {
    const texts = Object.fromEntries(Object.entries(filled).map(([key, value]) => [key, String(value)]))
    const calls = [
      known.includes('pageSize') ? { pageSize: '200' } : {},
      texts,
      ...(id ? [{ id: String(id) }, { id: String(id), kind: 'sheet' }, { ids: String(id) }] : []),
    ]
    return [...new Map(calls.map((sent) => [JSON.stringify(sent), sent])).values()]
  }
  if (verb === 'export') return [{ query: {}, columns: [] }]
  if (verb.startsWith('bulk/')) return [{ ids: [id ?? 1] }, { query: {} }]
  if (verb === 'reveal') return ['mobile', 'idNo', 'bankAccount', 'accountNo'].map((field) => ({ id, field, reason: '入侵' }))
  return [filled, ...(id ? [{ ...filled, id, version: 1, remark: '入侵', name: '入侵', reason: '入侵' }] : [])]
}
