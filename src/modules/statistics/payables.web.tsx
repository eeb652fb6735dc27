/** 应付统计: what was owed in a period, and above it how long what is open today has been due. */
import ReportScreen from '#kit/ui/report/report-screen.web.tsx'
import { ReportPanel } from '#kit/ui/report/report-panel.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'

export default function PayableStatistics(props: ScreenProps) {
  return (
    <ReportScreen
      {...props}
      above={<ReportPanel report="payableAgeing" title="今天未付的账龄" measures={['remain']} empty="没有未付清的应付账单" />}
    />
  )
}
