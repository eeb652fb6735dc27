/** A gateway for short messages stands before a company or a rig: what would leave is read from the outbox. */
import type { Registry } from '#kit/entity/registry.server.ts'

export function connectMessages(of: { registry: Registry }): void {
  const messages = { outside: true, send: async () => ({ receipt: null }) }
  Object.assign(of.registry, { ports: Object.create(of.registry.ports, { messages: { value: messages, configurable: true } }) })
}
