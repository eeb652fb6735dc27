/** What a reader of the workbench is told of a record first. */
const MOST = 4
const MONEY = 2

/** The first columns of its list, in their order; sums come along from further behind: they are what is agreed to. */
export function firstToTell<T extends { money: boolean }>(lines: readonly T[]): T[] {
  const sums = lines.filter((line) => line.money).slice(0, MONEY)
  const others = lines.filter((line) => !sums.includes(line)).slice(0, MOST - sums.length)
  return lines.filter((line) => sums.includes(line) || others.includes(line))
}
