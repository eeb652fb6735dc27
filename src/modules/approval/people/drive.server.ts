/** The engine asks for people, the directory answers: a command from its beginning to its end, for cases and for dry runs alike. */
import type { Command } from '../engine/command.ts'
import { perform, type Outcome, type World } from '../engine/engine.ts'
import type { CaseState } from '../engine/state.ts'
import type { Directory } from './directory.server.ts'

/** Ask of the directory until the engine is done. */
export async function drive(state: CaseState | null, command: Command, world: World, directory: Directory): Promise<Outcome> {
  const run = perform(state, command, world)
  let step = run.next()
  while (!step.done) step = run.next(await directory.answer(step.value, world.values))
  return step.value
}
