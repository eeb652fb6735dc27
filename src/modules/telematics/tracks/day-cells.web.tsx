/** From a figure of a day to the rows it was counted from. */
import { Button } from 'antd'
import { HistoryOutlined } from '@ant-design/icons'
import type { Row } from '#kit/entity/wire.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { CellProps, TabProps } from '#kit/ui/screen/slots.web.ts'
import '../telematics.css'

type Way = readonly [screen: string, more: Record<string, string>]
const WAYS = {
  trips: ['historicalTrajectory', { kind: 'trip' }],
  stops: ['historicalTrajectory', { kind: 'stop' }],
  alarms: ['assistant', {}],
  severeAlarms: ['assistant', { grade: 'severe' }],
} as const satisfies Record<string, Way>

/** What began on that day with that vehicle. */
function useWay(row: Row) {
  const { open } = useScreen()
  const day = String(row['day'])
  return ([screen, more]: Way): void => open(screen, { vehicle: row['vehicle'] as number, startAt: `${day}~${day}`, ...more })
}

function Figure({ row, value, way }: CellProps & { way: Way }) {
  const can = useCan()
  const go = useWay(row)
  const text = Number(value ?? 0).toLocaleString('zh-CN')
  return Number(value) > 0 && can(way[0]) ? (
    <Button type="link" size="small" className="zyt-figure-link" onClick={() => go(way)}>
      {text}
    </Button>
  ) : (
    <>{text}</>
  )
}
export const TripsCell = (props: CellProps) => <Figure {...props} way={WAYS.trips} />
export const AlarmsCell = (props: CellProps) => <Figure {...props} way={WAYS.alarms} />
export const SevereCell = (props: CellProps) => <Figure {...props} way={WAYS.severeAlarms} />

export function DayHead({ row }: TabProps) {
  const can = useCan()
  const { open } = useScreen()
  const go = useWay(row)
  const day = String(row['day'])
  return (
    <Section title="当天明细">
      <div className="zyt-vehicle-card-links">
        {can('historicalTrajectory') ? (
          <>
            <Button
              icon={<HistoryOutlined />}
              onClick={() =>
                open('historicalTrajectory', {
                  track: '1',
                  vehicle: row['vehicle'] as number,
                  from: `${day} 00:00:00`,
                  to: `${day} 23:59:59`,
                })
              }
            >
              轨迹回放
            </Button>
            <Button onClick={() => go(WAYS.trips)}>行程 {String(row['trips'])}</Button>
            <Button onClick={() => go(WAYS.stops)}>停留 {String(row['stops'])}</Button>
          </>
        ) : null}
        {can('assistant') ? <Button onClick={() => go(WAYS.alarms)}>报警 {String(row['alarms'])}</Button> : null}
      </div>
    </Section>
  )
}
