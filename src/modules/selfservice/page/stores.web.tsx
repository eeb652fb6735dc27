/** 门店: address, hours, telephone, the way on a map; his own stores first. */
import type { OwnStore } from '../own.wire.ts'
import { Panel } from './parts.web.tsx'
import type { PartProps } from './todos.web.tsx'

const MAP = 'https://uri.amap.com/marker'
/** Opened by a press alone; nothing of the page goes along. */
const mapOf = (s: OwnStore): string | null =>
  s.at ? `${MAP}?${new URLSearchParams({ position: `${s.at.lng},${s.at.lat}`, name: s.name, coordinate: 'wgs84' }).toString()}` : null

export function Stores({ page }: PartProps) {
  const mine = page.stores.filter((s) => s.mine)
  const others = page.stores.filter((s) => !s.mine)
  return (
    <Panel id="own-stores" title="门店">
      <ul className="zyt-own-rows">
        {mine.map((s) => (
          <Store key={s.id} store={s} />
        ))}
      </ul>
      {others.length ? (
        <details>
          <summary>{`其他门店 ${others.length} 家`}</summary>
          <ul className="zyt-own-rows">
            {others.map((s) => (
              <Store key={s.id} store={s} />
            ))}
          </ul>
        </details>
      ) : null}
    </Panel>
  )
}

function Store({ store: s }: { store: OwnStore }) {
  const map = mapOf(s)
  return (
    <li>
      <span>
        <strong translate="no">{s.name}</strong>
        {s.address ? (
          <span className="zyt-own-note" translate="no">
            {s.address}
          </span>
        ) : null}
        {s.hours ? <span className="zyt-own-note">{`营业时间 ${s.hours}`}</span> : null}
      </span>
      <span className="zyt-own-links">
        {s.phone ? (
          <a href={`tel:${s.phone}`} translate="no">
            {s.phone}
          </a>
        ) : null}
        {map ? (
          <a href={map} target="_blank" rel="noopener noreferrer">
            地图
          </a>
        ) : null}
      </span>
    </li>
  )
}
