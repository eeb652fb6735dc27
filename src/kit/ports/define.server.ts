/**
 * A port: an interface of the product, what serves it out of the box, and what the configuration may put in its place. Which one
 * works is decided once, in the composition root; whoever calls asks `ctx.ports` and cannot tell them apart (docs/recipes/add-a-port.md).
 */
import type { z } from 'zod'
import type { Log } from '../http/log.server.ts'
import type { PortName, Ports } from './ports.ts'

/** What an implementation may need of the house. */
export interface PortParts {
  /** Where this installation keeps what it writes; asked for only by what writes there. */
  dataDir: () => string
  /** What this installation seals secrets with that it has to read again. */
  secretKey: () => Buffer
  log: Log
}

interface BuiltIn<T> {
  name: string
  label: string
  open: (parts: PortParts) => T
}

/** The names of the environment, each with its check; `.describe()` says in Chinese what a right value looks like. */
type Variables = z.ZodObject<Record<string, z.ZodType>>

export interface Adaptor<T> {
  label: string
  /** Switched on by setting those without a default; half of them is refused with a sentence. */
  variables: Variables
  open: (settings: never, parts: PortParts) => T
  /** Null, or a Chinese sentence why the start should fail: a wrong key is better found now than by the first customer. */
  reach?: (settings: never) => Promise<string | null>
}

export interface PortDefinition<N extends PortName> {
  readonly name: N
  readonly label: string
  readonly builtIn: BuiltIn<Ports[N]>
  readonly adaptors: Readonly<Record<string, Adaptor<Ports[N]>>>
  /**
   * Calls of others' computers hold up a transaction and cannot be taken back with it: they are refused there, and go through
   * the outbox. Only what must stand before a row may go (the content of files) says true.
   */
  readonly insideTransactions?: boolean
}

/** As lists of them are kept: what it gives is known by its name alone (`Ports`). */
export interface AnyPort {
  readonly name: string
  readonly label: string
  readonly builtIn: BuiltIn<object>
  readonly adaptors: Readonly<Record<string, Adaptor<object>>>
  readonly insideTransactions?: boolean
}

/** Binds the settings an adaptor is opened with to the variables it names. */
export const adaptor = <T, V extends Variables>(spec: {
  label: string
  variables: V
  open: (settings: z.output<V>, parts: PortParts) => T
  reach?: (settings: z.output<V>) => Promise<string | null>
}): Adaptor<T> => spec as unknown as Adaptor<T>

export const definePort = <N extends PortName, const D extends PortDefinition<N>>(port: D & { readonly name: N }): D => port
