/**
 * Work that has to see a transaction whole: it runs once, right before the COMMIT, inside the transaction, and stands or falls with it.
 * For what follows from many small changes and would otherwise be computed anew after each.
 */
const waiting = new WeakMap<object, (() => Promise<void>)[]>()

export function beforeCommit(tx: object, work: () => Promise<void>): void {
  const known = waiting.get(tx)
  if (known) known.push(work)
  else waiting.set(tx, [work])
}

/** Called by the pool when the work of the transaction is done; what is asked for meanwhile runs too. */
export async function runBeforeCommit(tx: object): Promise<void> {
  for (let work = waiting.get(tx)?.shift(); work; work = waiting.get(tx)?.shift()) await work()
}
