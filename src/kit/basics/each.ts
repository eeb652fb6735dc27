/** For jobs over many records: one that fails does not keep those behind it from their turn; what failed is thrown when all had it. */
export async function eachAlone<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    await work(item).catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length === 1) throw failures[0]
  if (failures.length) throw new AggregateError(failures, failures.map(String).join('; ').slice(0, 2000))
}
