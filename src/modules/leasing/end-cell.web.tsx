/** 到期日 of a lease: a vehicle that is still out behind its day is overdue. */
import { DueDay } from '#kit/ui/parts/due-day.web.tsx'
import type { CellProps } from '#kit/ui/screen/slots.web.ts'

export default function LeaseEnd({ row, value }: CellProps) {
  return <DueDay value={value} open={row['status'] === 'active' || row['status'] === 'swapping'} late="超期" />
}
