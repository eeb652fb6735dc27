/** Above a hold: the next step, and the days around it. */
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import '../leasing.css'

export function HoldHead({ row }: TabProps) {
  const screen = useScreen()
  const can = useCan()
  const plate = typeof row['vehicle$'] === 'string' ? row['vehicle$'] : null
  return (
    <Section
      title="下一步"
      hint={row['status'] === 'held' ? '客户定了就签订合同，车辆、日期与门店自动带出；到保留时间没有签约自动取消' : ''}
    >
      <div className="zyt-lease-steps">
        {can('contracList_add') ? (
          <ReasonButton
            type="primary"
            reason={row['status'] === 'held' ? null : '只有已预留的可以签订合同'}
            onClick={() => screen.open('contracAdd', { type: 3, hold: row.id })}
          >
            签订合同
          </ReasonButton>
        ) : null}
        {can('vehicleCalendar') && plate ? (
          <ReasonButton reason={null} onClick={() => screen.open('vehicleCalendar', { plate, from: String(row['startOn']) })}>
            在排期中查看
          </ReasonButton>
        ) : null}
      </div>
    </Section>
  )
}

export function HoldTools() {
  const screen = useScreen()
  const can = useCan()
  return can('vehicleCalendar') ? (
    <ReasonButton reason={null} onClick={() => screen.open('vehicleCalendar')}>
      车辆排期
    </ReasonButton>
  ) : null
}
