/** A wish that waits for a second person, as a row of 待复核变更. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { act, add } from '#kit/entity/store.server.ts'

export interface HeldPayload {
  /** The patch, or values of parameters. */
  values?: Record<string, unknown>
  /** As the fields were when it was asked for: what moved since is not overwritten. */
  before?: Record<string, unknown>
  /** The codes of a role. */
  added?: string[]
  removed?: string[]
  /** What is to be done with an account. */
  deed?: string
}
/** While what another one has agreed to is written: the duty was asked of who proposed it. */
const applying = new WeakSet<Tx>()
export const isApplied = (tx: Tx): boolean => applying.has(tx)
export async function applied(tx: Tx, write: () => Promise<unknown>): Promise<void> {
  applying.add(tx)
  try {
    await write()
  } finally {
    applying.delete(tx)
  }
}

interface HeldWish {
  kind: 'roleGrant' | 'fields' | 'account' | 'parameters' | 'signIn'
  entity: string
  record: number
  subject: string
  summary: string
  payload: HeldPayload
}

/** A newer wish takes the place of an older one of its author about the same, so that nobody approves what its author gave up. */
function replaces(newer: HeldWish, older: { kind: string; payload: HeldPayload }): boolean {
  if (older.kind !== newer.kind) return false
  if (newer.kind === 'account') return older.payload.deed === newer.payload.deed
  const fields = Object.keys(newer.payload.values ?? {})
  return newer.kind !== 'roleGrant' && Object.keys(older.payload.values ?? {}).every((field) => fields.includes(field))
}

export async function layChange(tx: Tx, ctx: Context, wish: HeldWish): Promise<void> {
  const older = await tx
    .selectFrom('heldChange')
    .select(['id', 'kind', 'payload'])
    .where('entity', '=', wish.entity)
    .where('record', '=', wish.record)
    .where('status', '=', 'pending')
    .where('createdBy', '=', ctx.user.id)
    .forNoKeyUpdate()
    .execute()
  for (const { id, kind, payload } of older)
    if (replaces(wish, { kind, payload: payload as HeldPayload })) await act(tx, ctx, 'heldChange', 'expire', id, null, {})
  await add(tx, ctx, 'heldChange', {
    ...wish,
    summary: `${ctx.user.name} 提出\n${wish.summary}`.slice(0, 4000),
    subject: wish.subject.slice(0, 200),
  })
}
