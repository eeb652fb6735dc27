/** 应付统计: what was owed in a period, and above it how long what is open today has been due. */
import ReportScreen from '#kit/ui/report/report-screen.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { NOT_DUE, PAYABLE_STEPS } from './payables.ts'
import { AgeingPanel } from './ageing-panel.web.tsx'

const say = (label: string): string => (label === NOT_DUE ? label : `到期 ${label}`)

export default function PayableStatistics({ screen }: ScreenProps) {
  return <ReportScreen screen={screen} above={<AgeingPanel report="payableAgeing" measure="remain" steps={PAYABLE_STEPS} say={say} />} />
}
