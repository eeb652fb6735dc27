/** The vehicles beside the map, those that call for somebody first. Only so many rows are drawn as fit a few screens. */
import { useEffect, useState } from 'react'
import { Button } from 'antd'
import { EmptyState } from '#kit/ui/state.web.tsx'
import { ago, type LiveVehicle } from './live.layout.ts'
import { LIVE_STATES, LIVE_WORDS } from './wire.ts'

const STEP = 100
const order = (v: LiveVehicle): number => (3 - v.alarm) * 10 + LIVE_STATES.indexOf(v.state)

/** The minute, for «3 分钟前». */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function VehicleList({ vehicles, chosen, onPick }: { vehicles: readonly LiveVehicle[]; chosen: number | null; onPick: (id: number) => void }) {
  const [most, setMost] = useState(STEP)
  const now = useMinute()
  if (vehicles.length === 0) return <EmptyState why="没有符合条件的车辆" compact />
  const sorted = vehicles.toSorted((a, b) => order(a) - order(b) || (a.plate < b.plate ? -1 : 1))
  return (
    <>
      <ul className="zyt-live-list">
        {sorted.slice(0, most).map((v) => (
          <li key={v.id}>
            <button type="button" aria-current={v.id === chosen} onClick={() => onPick(v.id)}>
              <i className={`zyt-live-shape zyt-live-${v.state}`} aria-hidden />
              <b>{v.plate}</b>
              <span>{LIVE_WORDS[v.state]}{v.state === 'driving' ? ` ${v.speed} km/h` : ''}</span>
              {v.alarm > 0 ? <em>报警</em> : null}
              <small>{ago(v.at, now)}</small>
            </button>
          </li>
        ))}
      </ul>
      {sorted.length > most ? (
        <Button type="link" block onClick={() => setMost(most + STEP)}>
          再显示 {Math.min(STEP, sorted.length - most)} 辆（共 {sorted.length} 辆）
        </Button>
      ) : null}
    </>
  )
}
