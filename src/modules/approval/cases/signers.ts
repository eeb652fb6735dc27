import type { CaseView } from '../wire.ts'

/** Signers I asked to go first, while my own task waits for them: nothing else can be done with it, but they can be taken away. */
export function waitingSigners(view: CaseView, me: number): { task: number; signers: { task: number; name: string }[] } | null {
  const own = view.tasks.find(
    (t) => t.assignee.id === me && t.status === 'waiting' && view.tasks.some((c) => c.parent === t.key && c.origin === 'before'),
  )
  if (!own || view.mine) return null
  const signers = view.tasks
    .filter((c) => c.parent === own.key && c.origin === 'before' && (c.status === 'open' || c.status === 'waiting'))
    .map((c) => ({ task: c.id, name: c.assignee.name }))
  return signers.length ? { task: own.id, signers } : null
}
