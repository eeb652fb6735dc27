/** Are two form values the same for the person who typed them? Empty text, empty list and null are all "nothing". */
import { isEmpty } from '../../../basics/required.ts'

export type Values = Record<string, unknown>

export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (isEmpty(a) && isEmpty(b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]))
  const left = a as Values
  const right = b as Values
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameValue(left[key], right[key]))
}

/** Names whose value differs, in the order given. */
export const changedNames = (names: readonly string[], before: Values, after: Values): string[] =>
  names.filter((name) => !sameValue(before[name], after[name]))

export interface Conflict {
  /** Changed by me since I opened the form and by somebody else meanwhile, to something different. */
  clashes: string[]
  /** Changed by others only; taken over silently when reloading. */
  theirs: string[]
}

/** Three-way comparison after a 409: what I started from, what I typed, what is stored now. */
export function compareVersions(names: readonly string[], base: Values, mine: Values, stored: Values): Conflict {
  const theirs = changedNames(names, base, stored)
  const clashes = theirs.filter((name) => !sameValue(base[name], mine[name]) && !sameValue(mine[name], stored[name]))
  return { clashes, theirs: theirs.filter((name) => sameValue(base[name], mine[name])) }
}

/** The stored record with what I typed laid over it: nothing typed is lost. */
export function rebase(names: readonly string[], base: Values, mine: Values, stored: Values): Values {
  const merged: Values = {}
  for (const name of names) merged[name] = sameValue(base[name], mine[name]) ? stored[name] : mine[name]
  return merged
}
