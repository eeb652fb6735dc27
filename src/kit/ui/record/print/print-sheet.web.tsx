/** A record on A4: labels and values side by side, lines, the trail of what happened, and who printed it. */
import { useEffect, useState, type ReactNode } from 'react'
import { Checkbox } from 'antd'
import type { Entity } from '../../../entity/entity.ts'
import type { Field } from '../../../entity/field.ts'
import type { Row, TimelineEntry } from '../../../entity/wire.ts'
import { systemClock } from '../../../basics/clock.ts'
import { formatTime } from '../../../basics/timeFormat.ts'
import { PlainTable } from '../../parts/plain-table.web.tsx'
import { useMe } from '../../state/session.web.ts'
import { detailParts, itemsOf } from '../detail-sections.web.tsx'
import { PaperDialog } from './paper.web.tsx'
import { useTimeline } from '../timeline.web.tsx'
import { watermarkText } from './watermark.ts'

export interface PrintSheetProps {
  entity: Entity<any>
  row: Row
  onClose: () => void
  /** Replaces the sections (contracts, hand-over lists with a layout of their own). */
  children?: ReactNode
}

export function PrintSheet({ entity, row, onClose, children }: PrintSheetProps) {
  const [trail, setTrail] = useState(true)
  const me = useMe()
  const [now] = useState(() => systemClock.now())
  const timeline = useTimeline(entity.name, row.id)
  const entries = timeline.data?.pages.flatMap((page) => page.list) ?? []

  const { hasNextPage, isFetching, fetchNextPage } = timeline
  // The paper shows the whole story, within reason.
  useEffect(() => {
    if (hasNextPage && !isFetching && entries.length < 300) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, entries.length])

  const sheet = (
    <article className="zyt-paper">
      <Watermark text={watermarkText(me.name, me.phone, now)} />
      <h1>{entity.label}</h1>
      <p className="zyt-paper-sub">
        {me.operatorName}　{row.$title}　打印时间 {formatTime(now)}
      </p>
      {children ?? <Sections entity={entity} row={row} />}
      {trail && entries.length > 0 ? <Trail entries={entries} /> : null}
      <div className="zyt-paper-sign">
        <span>经办人签字：</span>
        <span>日期：</span>
      </div>
    </article>
  )
  const tools = (
    <Checkbox checked={trail} onChange={(event) => setTrail(event.target.checked)}>
      打印流转记录
    </Checkbox>
  )
  return <PaperDialog paper={sheet} tools={tools} onClose={onClose} />
}

function Sections({ entity, row }: { entity: Entity<any>; row: Row }) {
  const state = entity.state ? (entity.fields[entity.state] as Extract<Field, { kind: 'state' }>) : null
  return (
    <>
      {detailParts(entity, row).map((part, i) => (
        <section key={part.heading}>
          <h2>{part.heading}</h2>
          <dl className="zyt-paper-table">
            {i === 0 && state ? <SheetRow label={state.label} value={state.options[String(row[entity.state as string])] ?? ''} /> : null}
            {itemsOf(entity, row, part.names, 'print').map((item) => (
              <SheetRow key={item.key} label={item.label} value={item.value} wide={item.wide} />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

function SheetRow({ label, value, wide }: { label: ReactNode; value: ReactNode; wide?: boolean }) {
  return (
    <div className={wide ? 'zyt-paper-wide' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const TRAIL = [{ head: '时间' }, { head: '人员' }, { head: '操作' }, { head: '状态' }, { head: '说明' }]

function Trail({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section>
      <h2>流转记录</h2>
      <PlainTable
        columns={TRAIL}
        rows={entries.toReversed().map((entry) => ({
          key: entry.id,
          cells: [
            formatTime(entry.at, 'YYYY-MM-DD HH:mm'),
            entry.userName,
            entry.label,
            entry.to && entry.from !== entry.to ? `${entry.from ? `${entry.from} → ` : ''}${entry.to}` : '',
            entry.reason ?? '',
          ],
        }))}
      />
    </section>
  )
}

function Watermark({ text }: { text: string }) {
  return (
    <div className="zyt-watermark" aria-hidden="true">
      {Array.from({ length: 24 }, (_, i) => (
        <span key={i}>{text}</span>
      ))}
    </div>
  )
}
