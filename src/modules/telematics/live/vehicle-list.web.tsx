/** The vehicles beside the map, those that call for somebody first. Only so many rows are drawn as fit a few screens. */
import { useEffect, useMemo, useState } from 'react'
import { Button } from 'antd'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { EmptyState } from '#kit/ui/parts/state.web.tsx'
import { ago, firstOf, type LiveVehicle } from './live.layout.ts'
import { LIVE_WORDS } from '../wire.ts'
import '../telematics.css'

const STEP = 100

/** The minute, for «3 分钟前». */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function VehicleList({
  vehicles,
  chosen,
  onPick,
}: {
  vehicles: readonly LiveVehicle[]
  chosen: number | null
  onPick: (id: number) => void
}) {
  const [most, setMost] = useState(STEP)
  const now = useMinute()
  const first = useMemo(() => firstOf(vehicles, most), [vehicles, most])
  if (vehicles.length === 0) return <EmptyState asked why="没有符合条件的车辆" compact />
  return (
    <>
      <ul className="zyt-live-list">
        {first.map((v) => (
          <li key={v.id}>
            <button type="button" aria-current={v.id === chosen} onClick={() => onPick(v.id)}>
              <i className={`zyt-live-shape zyt-live-${v.state}`} aria-hidden />
              <b>
                <RecordName of={{ entity: 'vehicle', id: v.id }} still>
                  {v.plate}
                </RecordName>
              </b>
              <span>
                {LIVE_WORDS[v.state]}
                {v.state === 'driving' ? ` ${v.speed} km/h` : ''}
              </span>
              {v.alarm > 0 ? <em>报警</em> : null}
              <small>{ago(v.at, now)}</small>
            </button>
          </li>
        ))}
      </ul>
      {vehicles.length > most ? (
        <Button type="link" block onClick={() => setMost(most + STEP)}>
          再显示 {Math.min(STEP, vehicles.length - most)} 辆（共 {vehicles.length} 辆）
        </Button>
      ) : null}
    </>
  )
}
