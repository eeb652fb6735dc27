/** Files chosen together travel side by side and arrive in any order; they stand as they were chosen. */
import type { FileLink } from '../../entity/field.ts'

/** `places`: the how-manieth of this form's choices a file was; what was there before has none and stays in front. */
export function asChosen(files: readonly FileLink[], arrived: FileLink, places: ReadonlyMap<string, number>): FileLink[] {
  const mine = places.get(arrived.id) ?? Infinity
  const at = files.findIndex((file) => (places.get(file.id) ?? -1) > mine)
  return at < 0 ? [...files, arrived] : files.toSpliced(at, 0, arrived)
}
