/** How a channel is, by colour and by shape: a warning is no excursion, and neither is told by colour alone. */
import type { ReactNode } from 'react'
import { ArrowDownOutlined, ArrowUpOutlined, ColumnHeightOutlined, DisconnectOutlined, WarningOutlined } from '@ant-design/icons'
import type { CellProps } from '#kit/ui/screen/slots.web.ts'
import { valueText } from '#kit/ui/field/value-text.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { measuredText, UNITS, type ChannelKind, type Measure } from './channel.rules.ts'
import { temperatureChannel } from './temperature.ts'

const LOOKS: Record<string, readonly [tone: string, icon: ReactNode]> = {
  none: ['green', null],
  warning: ['orange', <WarningOutlined aria-hidden key="i" />],
  high: ['red', <ArrowUpOutlined aria-hidden key="i" />],
  low: ['red', <ArrowDownOutlined aria-hidden key="i" />],
  spread: ['red', <ColumnHeightOutlined aria-hidden key="i" />],
  noData: ['grey', <DisconnectOutlined aria-hidden key="i" />],
}

export function ExcursionCell({ value }: CellProps) {
  const [tone, icon] = LOOKS[String(value)] ?? ['grey', null]
  return (
    <Tag tone={tone}>
      {icon} {valueText(temperatureChannel.fields.excursion, value)}
    </Tag>
  )
}

/** With the unit of what the record is about. */
const measured = (value: unknown, kind: unknown): string =>
  value === null || value === undefined ? '—' : measuredText(kind as ChannelKind, Number(value))

export const ReadingCell = ({ row, value }: CellProps) => <>{measured(value, row['kind'])}</>
export const ExcursionValueCell = ({ row, value }: CellProps) => <>{measured(value, row['measure'])}</>
export const AreaCell = ({ row, value }: CellProps) =>
  value === null || value === undefined ? <>—</> : <>{`${Number(value).toFixed(1)} ${UNITS[row['measure'] as Measure]}·分钟`}</>
