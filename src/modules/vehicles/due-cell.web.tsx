/** Days of the papers of a vehicle: without them it may not be let, so an expired one is seen in every list. */
import { DueDay } from '#kit/ui/parts/due-day.web.tsx'
import type { CellProps } from '#kit/ui/screen/slots.web.ts'

export default function PaperDue({ row, value }: CellProps) {
  return <DueDay value={value} open={row['status'] !== 'disposed'} late="过期" />
}
