/** The month an accountant works on: the one that has ended. */
import { businessNow } from '#kit/ui/field/day-box.web.tsx'

export function lastMonth(): string {
  const [year, month] = businessNow().slice(0, 7).split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 7)
}
