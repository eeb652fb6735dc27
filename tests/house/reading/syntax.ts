/** The syntax tree of a source, with what all who read it ask of a node. */
import { parseAst } from 'vite'
import { textOf } from '../source.ts'

export interface Node {
  type: string
  /** Offsets in the text, in UTF-16 units. */
  start: number
  end: number
  [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** The name of an identifier or the words of a text; null of anything else. */
export const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier'
    ? String(node['name'])
    : isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string'
      ? node['value']
      : null

/** The tree of a file of the repository; `text` where it is another than the one that stands there. */
export const programOf = (file: string, text: string = textOf(file)): Node =>
  parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
