/** 应付日 of a bill: an unpaid one behind its day is overdue, whatever else its state says. */
import { DueDay } from '#kit/ui/parts/due-day.web.tsx'
import type { CellProps } from '#kit/ui/screen/slots.web.ts'

export default function BillDue({ row, value }: CellProps) {
  return <DueDay value={value} open={row['status'] === 'unpaid' || row['status'] === 'partlyPaid'} late="逾期" />
}
