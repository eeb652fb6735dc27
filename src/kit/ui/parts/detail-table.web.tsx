/** Label and value side by side (spec §2): required marker, hint tooltip, copy button. */
import type { ReactNode } from 'react'
import { Tooltip } from 'antd'
import { QuestionCircleOutlined } from '@ant-design/icons'
import { CopyButton } from './copy.web.tsx'
import './detail-table.css'

export interface DetailItem {
  key: string
  label: ReactNode
  value: ReactNode
  required?: boolean
  hint?: string
  /** Text of the copy button; without it there is none. */
  copy?: string
  /** Over the whole width. */
  wide?: boolean
}

/** Keys of rows with nothing beside them: the last of a table of two columns, or the one before a wide row. */
function alone(items: readonly DetailItem[]): ReadonlySet<string> {
  const aloneKeys = new Set<string>()
  let left = true
  for (const [i, { key, wide }] of items.entries()) {
    const next = items[i + 1]
    if (!wide && left && (!next || next.wide)) aloneKeys.add(key)
    left = wide || !left || aloneKeys.has(key)
  }
  return aloneKeys
}

export function DetailTable({ items, columns = 2 }: { items: readonly DetailItem[]; columns?: 1 | 2 | 3 }) {
  const single = alone(items)
  return (
    <dl className={`zyt-detail-table zyt-detail-table-${columns}`}>
      {items.map((item) => (
        <div key={item.key} className={`zyt-detail-row${item.wide ? ' zyt-detail-wide' : single.has(item.key) ? ' zyt-detail-alone' : ''}`}>
          <dt>
            {item.required ? (
              <span className="zyt-required" title="必填">
                *
              </span>
            ) : null}
            {item.label}
            {item.hint ? (
              <Tooltip title={item.hint}>
                <QuestionCircleOutlined className="zyt-hint" aria-label={`说明：${item.hint}`} tabIndex={0} />
              </Tooltip>
            ) : null}
          </dt>
          <dd>
            {item.value}
            {item.copy ? <CopyButton text={item.copy} what={typeof item.label === 'string' ? item.label : undefined} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
