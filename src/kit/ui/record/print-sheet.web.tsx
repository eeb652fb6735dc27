/** A record on A4: labels and values side by side, lines, the trail of what happened, and who printed it. */
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button, Checkbox, Space } from 'antd'
import { PrinterOutlined } from '@ant-design/icons'
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import type { Row, TimelineEntry } from '../../entity/wire.ts'
import { systemClock } from '../../basics/clock.ts'
import { formatTime } from '../../basics/timeFormat.ts'
import { Dialog } from '../dialog.web.tsx'
import { useMe } from '../session.web.ts'
import { detailParts, itemsOf } from './detail-sections.web.tsx'
import { useTimeline } from './timeline.web.tsx'
import { watermarkText } from './watermark.ts'
import './print-sheet.css'

export interface PrintSheetProps {
  entity: Entity<any>
  row: Row
  onClose: () => void
  /** Replaces the sections (contracts, hand-over lists with a layout of their own). */
  children?: ReactNode
}

export function PrintSheet({ entity, row, onClose, children }: PrintSheetProps) {
  const [trail, setTrail] = useState(true)
  const [printing, setPrinting] = useState(false)
  const me = useMe()
  const [now] = useState(() => systemClock.now())
  const timeline = useTimeline(entity.name, row.id)
  const entries = timeline.data?.pages.flatMap((page) => page.list) ?? []

  const { hasNextPage, isFetching, fetchNextPage } = timeline
  // The paper shows the whole story, within reason.
  useEffect(() => {
    if (hasNextPage && !isFetching && entries.length < 300) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, entries.length])

  useEffect(() => {
    if (!printing) return
    const done = (): void => setPrinting(false)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printing])

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
  return (
    <>
      <Dialog
        open
        title="打印预览"
        width={920}
        onCancel={onClose}
        footer={null}
      >
        <Space className="zyt-paper-tools" wrap>
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => setPrinting(true)}>
            打印
          </Button>
          <Checkbox checked={trail} onChange={(event) => setTrail(event.target.checked)}>
            打印流转记录
          </Checkbox>
        </Space>
        <div className="zyt-paper-preview">{sheet}</div>
      </Dialog>
      {/* Beside the application, so that everything else can be left out of the print. */}
      {printing ? createPortal(<div className="zyt-print-root">{sheet}</div>, document.body) : null}
    </>
  )
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

function Trail({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section>
      <h2>流转记录</h2>
      <table className="zyt-lines">
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">人员</th>
            <th scope="col">操作</th>
            <th scope="col">状态</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {entries.toReversed().map((entry) => (
            <tr key={entry.id}>
              <td>{formatTime(entry.at, 'YYYY-MM-DD HH:mm')}</td>
              <td>{entry.userName}</td>
              <td>{entry.label}</td>
              <td>{entry.to && entry.from !== entry.to ? `${entry.from ? `${entry.from} → ` : ''}${entry.to}` : ''}</td>
              <td>{entry.reason ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
