/** 数据统计: the days as a list with their sums, above it the last thirty days of the fleet as curves. */
import { Button } from 'antd'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { ReportPanel } from '#kit/ui/report/report-panel.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import '../telematics.css'

export default function StatisticsScreen({ screen }: ScreenProps) {
  const [params, setParams] = useQueryState()
  const hidden = params['chart'] === '0'
  return (
    <EntityList
      entity={screen.entity!}
      view={screen.view}
      above={hidden ? null : <Days vehicle={params['vehicle']} />}
      toolbar={<Button onClick={() => setParams({ chart: hidden ? null : '0' })}>{hidden ? '显示图表' : '收起图表'}</Button>}
    />
  )
}

function Days({ vehicle }: { vehicle: string | undefined }) {
  const question: Record<string, string> = vehicle && /^\d+$/.test(vehicle) ? { vehicle } : {}
  const shared = { report: 'fleetDays', question, empty: '最近三十天没有统计' }
  return (
    <div className="zyt-days">
      <Section title="里程" hint="最近三十天，公里">
        <ReportPanel {...shared} title="每日里程" measures={['distance']} />
      </Section>
      <Section title="报警" hint="最近三十天，次">
        <ReportPanel {...shared} title="每日报警" measures={['alarms', 'severeAlarms']} />
      </Section>
      <Section title="安全评分" hint="各车平均">
        <ReportPanel {...shared} title="每日评分" measures={['score']} />
      </Section>
    </div>
  )
}
