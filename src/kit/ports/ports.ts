/**
 * What the outside world is to this product: one interface per subject. The module that needs one adds its line by declaration
 * merging, so that `ctx.ports.x` is typed wherever a Context is:
 *   declare module '#kit/ports/ports.ts' { interface Ports { messages: MessageCarrier } }
 */
// Filled by declaration merging; empty on purpose.
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Ports {}

declare module '../access/context.server.ts' {
  interface HandedAlong {
    /** The world outside: asked between transactions; what changes something there is recorded in the outbox instead. */
    readonly ports: Ports
  }
}

export type PortName = Extract<keyof Ports, string>
