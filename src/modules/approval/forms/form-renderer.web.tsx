/** A designed form, filled in or read: on the apply page, at a node, in the preview of the designer and in a dry run. */
import { useId, useMemo } from 'react'
import { Checkbox, Form, Tooltip } from 'antd'
import { QuestionCircleOutlined } from '@ant-design/icons'
import { isEmpty } from '#kit/basics/required.ts'
import { formatFen } from '#kit/basics/fen.ts'
import type { Field, FileLink } from '#kit/entity/field.ts'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { ValueView } from '#kit/ui/field/field.web.tsx'
import { LinesInput } from '#kit/ui/field/lines-input.web.tsx'
import '#kit/ui/record/form/form.css'
import { FilesValue, readFiles } from '#kit/ui/files/files.web.tsx'
import { labelOf, reckoned, sumOf, visibleFields, type FormField, type FormSchema, type FormValues, type RangeValue } from './form.ts'
import type { FieldPermission } from '../engine/definition.ts'
import type { Values } from '../engine/expression.ts'
import { kitField, permissionOf } from './fields.ts'
import { AnyInput } from './people.web.tsx'
import { SignatureInput } from '#kit/ui/files/signature-pad.web.tsx'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import './form-renderer.css'
import '#kit/ui/parts/section.css'

export interface FormRendererProps {
  form: FormSchema
  values: FormValues
  /** Left out: to be read only. */
  onChange?: (name: string, value: unknown) => void
  /** Sentences by `field` and `table.row.column`. */
  errors?: Readonly<Record<string, string>>
  permissions?: Readonly<Record<string, FieldPermission>>
  /** What holds for fields that have no permission of their own. */
  whole?: FieldPermission
  /** Names of people and records by the place they stand at: `car`, `lines.0.person`. */
  labels?: Readonly<Record<string, string>>
  starter?: Values
  onBusy?: (busy: boolean) => void
  onLeave?: (name: string) => void
}

const WIDE: readonly FormField['kind'][] = ['note', 'table', 'attachment', 'signature', 'hint']
const LABELLED: readonly FormField['kind'][] = ['person', 'department', 'store', 'vehicle', 'lessee', 'contract']

export function FormRenderer(props: FormRendererProps) {
  const { form, values, onChange, permissions, whole = onChange ? 'edit' : 'read', starter } = props
  const shown = visibleFields(form, values, starter).filter((x) => permissionOf(permissions, x.name, whole) !== 'hidden')
  if (shown.length === 0) return <p className="zyt-section-hint">没有需要填写的内容。</p>
  const writable = onChange !== undefined && shown.some((x) => permissionOf(permissions, x.name, whole) === 'edit')
  if (!writable) return <ReadForm {...props} shown={shown} />
  return (
    <FormFrame>
      <div className="zyt-aform">
        {shown.map((x) => (
          <Row key={x.name} x={x} edit={permissionOf(permissions, x.name, whole) === 'edit'} {...props} />
        ))}
      </div>
    </FormFrame>
  )
}

function ReadForm({ shown, values, labels = {} }: FormRendererProps & { shown: readonly FormField[] }) {
  return (
    <DetailTable
      items={shown.map((x) => ({
        key: x.name,
        label: x.kind === 'hint' ? '说明' : labelOf(x),
        wide: WIDE.includes(x.kind) || !x.half,
        value: <Value x={x} value={values[x.name]} labels={labels} />,
      }))}
    />
  )
}

function Value({
  x,
  value,
  labels = {},
  at = x.name,
}: {
  x: FormField
  value: unknown
  labels?: Readonly<Record<string, string>>
  at?: string
}) {
  if (x.kind === 'hint') return <span className="zyt-note">{x.text}</span>
  if (isEmpty(value)) return <span className="zyt-none">—</span>
  if (LABELLED.includes(x.kind))
    return <>{labels[at] ?? (Array.isArray(value) ? value : [value]).map((id) => `#${String(id)}`).join('、')}</>
  if (x.kind === 'range') return <>{`${(value as RangeValue).from} 至 ${(value as RangeValue).to}`}</>
  if (x.kind === 'choices') return <>{(value as string[]).map((v) => x.options?.find((o) => o.value === v)?.label ?? v).join('、')}</>
  if (x.kind === 'signature') return <FilesValue value={value} label={x.label} />
  if (x.kind === 'table') return <ReadTable x={x} rows={value as Record<string, unknown>[]} labels={labels} />
  const field = kitField(x)
  return field ? <ValueView field={field} value={value} place="detail" /> : null
}

function ReadTable({
  x,
  rows,
  labels,
}: {
  x: FormField
  rows: readonly Record<string, unknown>[]
  labels: Readonly<Record<string, string>>
}) {
  const columns = x.columns ?? []
  const summed = columns.some((c) => c.sum)
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.name} scope="col">
                {labelOf(c)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {columns.map((c) => (
                <td key={c.name}>
                  <Value x={c} value={row[c.name]} labels={labels} at={`${x.name}.${i}.${c.name}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {summed ? (
          <tfoot>
            <tr>
              {columns.map((c, i) => (
                <td key={c.name}>{c.sum ? sumText(c, rows) : i === 0 ? '合计' : ''}</td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
const sumText = (c: FormField, rows: unknown): string =>
  c.kind === 'money' ? formatFen(sumOf(rows, c.name)) : `${sumOf(rows, c.name)}${c.unit ?? ''}`

function Row({ x, edit, values, onChange, errors = {}, labels, onBusy, onLeave }: FormRendererProps & { x: FormField; edit: boolean }) {
  const id = useId()
  const helpId = `${id}-help`
  const inner = useMemo(() => cellsOf(errors, x.name), [errors, x.name])
  const error = Object.keys(inner).length ? null : errors[x.name]
  if (x.kind === 'hint') return <p className="zyt-aform-wide zyt-aform-hint">{x.text}</p>
  return (
    <div className={x.half && !WIDE.includes(x.kind) ? '' : 'zyt-aform-wide'} data-field={x.name}>
      <Form.Item
        htmlFor={id}
        required={x.required && edit}
        validateStatus={error ? 'error' : undefined}
        help={
          error ? (
            <span id={helpId} role="alert">
              {error}
            </span>
          ) : undefined
        }
        label={
          <>
            {x.label}
            {x.unit ? `（${x.unit}）` : ''}
            {x.help ? (
              <Tooltip title={x.help}>
                <QuestionCircleOutlined className="zyt-hint" aria-label={`说明：${x.help}`} tabIndex={0} />
              </Tooltip>
            ) : null}
          </>
        }
      >
        {edit ? (
          <Input
            x={x}
            id={id}
            value={values[x.name]}
            invalid={Boolean(error)}
            describedBy={error ? helpId : undefined}
            cells={inner}
            onBusy={onBusy}
            onLeave={() => onLeave?.(x.name)}
            onChange={(value) => onChange?.(x.name, value)}
          />
        ) : (
          <Value x={x} value={values[x.name]} labels={labels} />
        )}
      </Form.Item>
    </div>
  )
}

function cellsOf(errors: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const head = `${name}.`
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(head))
      .map(([path, text]) => [path.slice(head.length), text]),
  )
}

interface InputProps {
  x: FormField
  id: string
  value: unknown
  invalid: boolean
  describedBy: string | undefined
  cells: Record<string, string>
  onChange: (value: unknown) => void
  onBusy?: (busy: boolean) => void
  onLeave: () => void
}

function Input({ x, id, value, invalid, describedBy, cells, onChange, onBusy, onLeave }: InputProps) {
  const field = useMemo(() => kitField(x), [x])
  const control = { id, value, invalid, describedBy, onChange, onLeave, ...(x.placeholder ? { placeholder: x.placeholder } : {}) }
  switch (x.kind) {
    case 'range':
      return <RangeInput {...control} label={x.label} />
    case 'choices':
      return (
        <Checkbox.Group
          value={Array.isArray(value) ? value : []}
          options={(x.options ?? []).map((o) => ({ value: o.value, label: o.label }))}
          onChange={(next) => onChange(next)}
        />
      )
    case 'signature':
      return (
        <SignatureInput
          id={id}
          label={x.label}
          value={readFiles(value)[0] ?? null}
          onChange={(file: FileLink | null) => onChange(file ? [file] : [])}
        />
      )
    case 'table':
      return (
        <>
          <LinesInput
            {...control}
            onChange={(rows) => onChange(reckoned(x, rows))}
            field={field as Extract<Field, { kind: 'lines' }>}
            errors={cells}
            input={AnyInput}
          />
          <NumberSums x={x} rows={value} />
        </>
      )
    default:
      return field ? <AnyInput {...control} field={field} onBusy={onBusy} /> : null
  }
}

/** The kit adds up money; a form may add up numbers too. */
function NumberSums({ x, rows }: { x: FormField; rows: unknown }) {
  const columns = (x.columns ?? []).filter((c) => c.kind === 'number' && c.sum)
  if (columns.length === 0 || !Array.isArray(rows) || rows.length === 0) return null
  return <span className="zyt-section-hint">合计：{columns.map((c) => `${c.label} ${sumText(c, rows)}`).join('　')}</span>
}

function RangeInput({
  id,
  label,
  value,
  invalid,
  onChange,
}: Pick<InputProps, 'id' | 'value' | 'invalid' | 'onChange'> & { label: string }) {
  const range = value as RangeValue | null | undefined
  return (
    <DayRangeInput
      id={id}
      label={label}
      className="zyt-wide"
      from={range?.from ?? ''}
      to={range?.to ?? ''}
      invalid={invalid}
      onChange={({ from, to }) => onChange(from && to ? { from, to } : null)}
    />
  )
}
