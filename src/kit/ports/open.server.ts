/** Reads which implementation the environment asks for, and opens it. Done once; nothing falls back silently. */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { insideTransaction } from '../database/transaction.server.ts'
import type { Adaptor, AnyPort, PortParts } from './define.server.ts'
import type { Ports } from './ports.ts'

/** A value that is wrong or missing: one sentence for whoever starts the program. */
export class PortRefused extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

interface ChosenPort {
  name: string
  label: string
  implementation: string
  /** False: what is shipped. */
  adapted: boolean
}
export interface OpenPorts {
  readonly ports: Ports
  readonly chosen: readonly ChosenPort[]
  /** The first reason why one of those chosen cannot work, or null. */
  reach(): Promise<string | null>
}

type Settings = Record<string, unknown>

export const variablesOf = (definitions: readonly AnyPort[]): string[] =>
  definitions.flatMap(({ adaptors }) => Object.values(adaptors).flatMap(({ variables }) => Object.keys(variables.shape)))

const givenOf = (environment: Environment, variables: Adaptor<object>['variables']): Settings =>
  Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (environment[name]?.trim() ? [[name, environment[name]]] : ([] as [string, string][]))),
  )

/** Null: the environment does not ask for it. Values are not repeated in sentences: they may be secrets. */
function settingsOf({ label, variables }: Adaptor<object>, environment: Environment): Settings | null {
  const given = givenOf(environment, variables)
  const needed = Object.entries<z.ZodType>(variables.shape)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([name]) => name)
  if (!needed.some((name) => name in given)) return null
  const missing = needed.filter((name) => !(name in given))
  if (missing.length > 0) throw new PortRefused(`使用${label}还需设置环境变量 ${missing.join('、')}`)
  const result = variables.safeParse(given)
  if (result.success) return result.data
  const name = String(result.error.issues[0]!.path[0])
  throw new PortRefused(`环境变量 ${name} 的值不正确：${variables.shape[name]!.description ?? '请检查'}`)
}

/** Whatever is called while a transaction is open would hold its locks for as long as somebody else's computer takes. */
function afterCommit<T extends object>(port: string, implementation: T): T {
  return new Proxy(implementation, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (insideTransaction())
          throw new Error(`port ${port}.${String(key)} was called inside a transaction: record the call in the outbox`)
        return (value as (...of: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

interface Choice {
  chosen: ChosenPort
  open: () => object
  reach: () => Promise<string | null>
}

function choose(port: AnyPort, environment: Environment, parts: PortParts): Choice {
  const { name, label, builtIn } = port
  const asked = Object.values(port.adaptors).flatMap((one) => {
    const settings = settingsOf(one, environment)
    return settings ? [{ one, settings }] : []
  })
  if (asked.length > 1)
    throw new PortRefused(`${label}只能选择一种接入方式，环境变量中同时设置了${asked.map(({ one }) => one.label).join('和')}`)
  const [first] = asked
  if (!first)
    return {
      chosen: { name, label, implementation: builtIn.label, adapted: false },
      open: () => builtIn.open(parts),
      reach: async () => null,
    }
  const { one, settings } = first
  return {
    chosen: { name, label, implementation: one.label, adapted: true },
    open: () => one.open(settings as never, parts),
    reach: async () => (await one.reach?.(settings as never)) ?? null,
  }
}

/** Each is opened when it is first asked for: a process that never sends needs no folder, no connection. */
export function openPorts(definitions: readonly AnyPort[], environment: Environment, parts: PortParts): OpenPorts {
  const names = definitions.map((port) => port.name)
  if (new Set(names).size !== names.length) throw new Error('two ports share a name')
  const variables = variablesOf(definitions)
  if (new Set(variables).size !== variables.length) throw new Error('two adaptors read the same variable')
  const choices = definitions.map((port) => ({ port, choice: choose(port, environment, parts) }))
  const ports = {}
  for (const { port, choice } of choices) {
    let opened: object | null = null
    const { name, insideTransactions = false } = port
    const get = (): object => (opened ??= insideTransactions ? choice.open() : afterCommit(name, choice.open()))
    Object.defineProperty(ports, name, { enumerable: true, get })
  }
  return {
    ports: ports as Ports,
    chosen: choices.map(({ choice }) => choice.chosen),
    async reach() {
      for (const { choice } of choices) {
        const reason = await choice.reach()
        if (reason !== null) return reason
      }
      return null
    },
  }
}

/** What it seals can be read as long as this process lives. */
const throwaway = randomBytes(32)

/** What works out of the box, for tests and tools that have no configuration. */
export const builtInPorts = (definitions: readonly AnyPort[]): Ports =>
  openPorts(
    definitions,
    {},
    {
      dataDir: () => {
        throw new Error('no data folder was given to the ports')
      },
      secretKey: () => throwaway,
      log: () => {},
    },
  ).ports
