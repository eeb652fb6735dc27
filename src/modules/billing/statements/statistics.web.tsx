/** 账单统计: its report, and above it what is overdue today by how long, of the same bills. */
import ReportScreen from '#kit/ui/report/report-screen.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { AGEING_LABELS } from '../bills/bill.rules.ts'
import { AgeingPanel } from './ageing-panel.web.tsx'

export default function BillStatistics({ screen }: ScreenProps) {
  const ageing = <AgeingPanel report="billAgeing" measure="amount" steps={AGEING_LABELS} say={(label) => `逾期 ${label}`} />
  return <ReportScreen screen={screen} above={ageing} />
}
