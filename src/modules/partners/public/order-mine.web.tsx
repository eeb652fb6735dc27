/** 我的订单 of a visitor who has proved his telephone. */
import { useEffect, useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import type { MineOut } from './wire.ts'

export function MineList({ headers, onExpired }: { headers: Record<string, string>; onExpired: () => void }) {
  const [list, setList] = useState<MineOut['list']>([])
  const [asked] = useState(headers)
  const [expired] = useState(() => onExpired)
  useEffect(() => {
    api.get<MineOut>('/api/public/order/mine', {}, { headers: asked, silent: true }).then(
      (answer) => setList(answer.list),
      () => expired(),
    )
  }, [asked, expired])
  if (list.length === 0) return null
  return (
    <section className="zyt-od-panel">
      <h2>我的订单</h2>
      <ul className="zyt-od-lines">
        {list.map((o) => (
          <li key={o.no}>
            <span>{`${o.no}　${o.label}`}</span>
            <span className="zyt-od-note">{`${o.receiver}　${o.goods}　${formatTime(o.dropTo, 'YYYY-MM-DD HH:mm')} 前`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
