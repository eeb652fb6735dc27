/** Server part of proofs of delivery (transport.md §6). */
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { podActions } from './pod.ts'

export const phoneEntities: readonly ServedEntity[] = [serve(podActions, { effects: { accept: moveOnly, reject: moveOnly } })]
