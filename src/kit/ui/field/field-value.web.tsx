/** Read-only rendering of any field, the same in lists, details, dialogs and prints. */
import type { ReactNode } from 'react'
import { asText } from '../../basics/text.ts'
import type { Entity } from '../../entity/entity.ts'
import type { Field, Fields } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { isEmpty } from '../../basics/required.ts'
import { systemClock } from '../../basics/time/clock.ts'
import { daysBetween, isDay, type Day } from '../../basics/time/day.ts'
import { isAge } from '../../entity/names.ts'
import { formatTime } from '../../basics/time/time-format.ts'
import { RecordName } from '../card/record-name.web.tsx'
import { Portrait } from '../card/portrait.web.tsx'
import { CopyButton } from '../parts/copy.web.tsx'
import { useDictionary } from '../client/dictionary.web.ts'
import { FilesValue } from '../files/files.web.tsx'
import { LinesTable } from './lines-table.web.tsx'
import { MaskedValue } from './masked-value.web.tsx'
import { labelWithUnit, NONE, valueText } from './value-text.ts'
import { entityOf, slots } from '../screen/registry.web.ts'
import { Tag } from '../parts/tag.web.tsx'
import { stateColor } from '../parts/tone.ts'
import './field-value.css'

export interface FieldValueProps {
  entity: Entity<any> | string
  /** Name of the field. */
  field: string
  row: Row
  /** `list` (default) keeps to one line; `detail` shows everything and a copy button; `print` has nothing to press. */
  place?: 'list' | 'detail' | 'print'
}

/** Standard columns have no definition but are shown in lists and details. */
const STANDARD: Record<string, Field> = {
  id: { kind: 'int', label: '编号', required: true } as Field,
  createdAt: { kind: 'instant', label: '创建时间', required: true } as Field,
  updatedAt: { kind: 'instant', label: '修改时间', required: true } as Field,
  createdBy: { kind: 'text', label: '创建人', required: false } as Field,
  updatedBy: { kind: 'text', label: '修改人', required: false } as Field,
}

export function FieldValue({ entity: given, field: name, row, place = 'list' }: FieldValueProps) {
  const entity = typeof given === 'string' ? entityOf(given) : given
  const field = (Object.hasOwn(entity.fields, name) ? entity.fields[name] : STANDARD[name]) as Field | undefined
  const Cell = slots.cells[`${entity.name}.${name}`]
  if (Cell && place !== 'print') return <Cell row={row} value={row[name]} />
  if (!field) return <None />
  const Figure = slots.figures[`${entity.name}.${name}`]
  if (Figure && place === 'list' && isEmpty(row[name])) return <Portrait entity={entity} row={row} size="cell" />
  if (row.$masked?.includes(name) && !isEmpty(row[name]))
    return place === 'print' ? <>{String(row[name])}</> : <MaskedValue entity={entity} name={name} label={field.label} row={row} />
  return <ValueView field={field} value={row[name]} labels={row[`${name}$`]} place={place} />
}

const None = (): ReactNode => <span className="zyt-none">{NONE}</span>

/** A value without a record around it: cells of lines, inputs of actions, before and after. */
export function ValueView({
  field,
  value,
  labels,
  place = 'list',
}: {
  field: Field
  value: unknown
  labels?: unknown
  place?: 'list' | 'detail' | 'print'
}) {
  if (isEmpty(value)) return field.kind === 'flag' && field.open ? <span className="zyt-none">{field.open}</span> : <None />
  switch (field.kind) {
    case 'choice':
      // Only states speak in colours; a green tag saying 蓝 would be worse than none.
      return <>{valueText(field, value)}</>
    case 'state':
      return <Tag tone={stateColor(value)}>{valueText(field, value)}</Tag>
    case 'dict':
      return <DictTag group={field.group} value={String(value)} />
    case 'ref':
      return <RefLink to={field.to} id={value as number} label={labels} print={place === 'print'} />
    case 'refs':
      return <RefLinks to={field.to} ids={value as number[]} labels={labels} print={place === 'print'} />
    case 'money':
    case 'rate':
    case 'int':
    case 'decimal':
      return <span className="zyt-number">{valueText(field, value)}</span>
    case 'flag':
      return <>{value ? '✓ 是' : '✕ 否'}</>
    case 'instant':
      return (
        <time dateTime={String(value)}>
          {formatTime(String(value), place === 'list' ? 'YYYY-MM-DD HH:mm' : undefined) || String(value)}
        </time>
      )
    case 'day':
      return isAge(field) && isDay(value) && place !== 'print' ? (
        <Age since={value} inWords={place === 'list'} />
      ) : (
        // Days are read, not pasted: a button behind each of them would be noise.
        <>{valueText(field, value)}</>
      )
    case 'note':
      return place === 'list' ? (
        <span className="zyt-ellipsis" title={String(value)}>
          {String(value)}
        </span>
      ) : (
        <div className="zyt-note">{String(value)}</div>
      )
    case 'files':
      return place === 'print' ? (
        <>{valueText(field, value)}</>
      ) : (
        <FilesValue value={value} label={field.label} compact={place === 'list'} />
      )
    case 'lines':
      return place === 'list' ? (
        <>{valueText(field, value)}</>
      ) : (
        <LinesTable fields={field.of} value={value} place={place} cell={ValueView} />
      )
    case 'json':
      return field.of && place !== 'list' ? <Parts fields={field.of} value={value} place={place} /> : <>{valueText(field, value)}</>
    case 'computed':
      return field.options ? (
        <Tag tone={stateColor(value)}>{valueText(field, value)}</Tag>
      ) : (
        <span className={field.as === 'money' || field.as === 'int' ? 'zyt-number' : undefined}>{valueText(field, value)}</span>
      )
    case 'text':
      return <TextView format={field.format} text={String(value)} place={place} label={field.label} />
    case 'serial':
    case 'place':
      return <Copyable on={place === 'detail'} text={valueText(field, value)} what={field.label} />
    default:
      return <>{valueText(field, value, labels)}</>
  }
}

/** What a structure is made of: a list as a table, one object as its parts under their names. */
function Parts({ fields, value, place }: { fields: Fields; value: unknown; place: 'detail' | 'print' }) {
  if (Array.isArray(value)) return <LinesTable fields={fields} value={value} place={place} cell={ValueView} />
  const parts = value as Record<string, unknown>
  const items = Object.entries(fields as Record<string, Field>).filter(([name]) => !isEmpty(parts[name]))
  if (items.length === 0) return <None />
  return (
    <dl className="zyt-parts">
      {items.map(([name, field]) => (
        <div key={name}>
          <dt>{labelWithUnit(field)}</dt>
          <dd>
            <ValueView field={field} value={parts[name]} labels={parts[`${name}$`]} place={place} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** In a list the days since then, elsewhere the day and how long ago it was. */
function Age({ since, inWords }: { since: Day; inWords: boolean }) {
  const days = `${daysBetween(since, systemClock.today())} 天`
  return inWords ? (
    <span className="zyt-number" title={since}>
      {days}
    </span>
  ) : (
    <>
      {since}（{days}）
    </>
  )
}

function TextView({ format, text, place, label }: { format?: string; text: string; place: string; label: string }) {
  // Only http(s): any other scheme in a stored text would run as a link.
  if (format === 'url' && place !== 'print' && /^https?:\/\//i.test(text))
    return (
      <a href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    )
  return <Copyable on={place === 'detail'} text={text} what={label} className={place === 'list' ? 'zyt-ellipsis' : undefined} />
}

function Copyable({ on, text, what, className }: { on: boolean; text: string; what?: string; className?: string }) {
  const shown = (
    <span className={className} title={className === 'zyt-ellipsis' ? text : undefined}>
      {text}
    </span>
  )
  if (!on) return shown
  return (
    <span className="zyt-copyable">
      {shown}
      <CopyButton text={text} what={what} />
    </span>
  )
}

function DictTag({ group, value }: { group: string; value: string }) {
  const item = useDictionary(group).find((i) => i.value === value)
  return <Tag tone={item?.color ?? 'grey'}>{item?.label ?? value}</Tag>
}

function RefLink({ to, id, label, print }: { to: string; id: number; label: unknown; print: boolean }) {
  const text = label === undefined || label === null || label === '' ? `#${id}` : asText(label)
  if (print) return <span className="zyt-ellipsis">{text}</span>
  return (
    <RecordName of={{ entity: to, id }} className="zyt-ellipsis" title={text} onClick={(event) => event.stopPropagation()}>
      {text}
    </RecordName>
  )
}

function RefLinks({ to, ids, labels, print }: { to: string; ids: number[]; labels: unknown; print: boolean }) {
  const names = Array.isArray(labels) ? labels : []
  return (
    <span className="zyt-refs">
      {ids.map((id, i) => (
        <RefLink key={id} to={to} id={id} label={names[i]} print={print} />
      ))}
    </span>
  )
}
