/**
 * The conformance of a port: one suite, passed by what is shipped and by every adaptor, each against what stands for the world outside
 * (a folder, a double that speaks the real protocol). An implementation without one does not compile.
 */
import { afterEach, beforeEach, describe } from 'vitest'
import type { AnyPort } from '#kit/ports/define.server.ts'
import type { PortName, Ports } from '#kit/ports/ports.ts'

type NamesOf<P extends AnyPort> = (keyof P['adaptors'] & string) | P['builtIn']['name']

export interface World<T> {
  implementation: T
  stop(): Promise<unknown> | void
}

/** `worlds` makes one for each test; `suite` asks for it when the test runs. */
export function describePort<P extends AnyPort, W extends World<Ports[P['name'] & PortName]>>(
  port: P,
  worlds: Record<string, () => Promise<W>> & Record<NamesOf<P>, unknown>,
  suite: (world: () => W, name: NamesOf<P>) => void,
): void {
  const names = [port.builtIn.name, ...Object.keys(port.adaptors)] as NamesOf<P>[]
  describe.each(names)(`port ${port.name}, %s`, (name) => {
    let world: W
    beforeEach(async () => {
      world = await worlds[name]!()
    })
    afterEach(() => world.stop())
    suite(() => world, name)
  })
}
