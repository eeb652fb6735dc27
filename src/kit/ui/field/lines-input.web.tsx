/** An editable sub-table: add, copy, remove and move lines; money is summed below. */
import { Button, Space } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { formatFen, sumFen } from '../../basics/fen.ts'
import type { Field } from '../../entity/field.ts'
import { LINES_LIMIT } from '../../entity/value/value.ts'
import { ValueView } from './field-value.web.tsx'
import type { ControlProps, FieldControl } from './control.ts'
import { applies, firstValues } from '../record/form/form-plan.ts'
import { addsUp, readLines } from './lines-table.web.tsx'
import { ReasonButton } from '../record/reason-button.web.tsx'
import type { Values } from '../record/form/same.ts'
import { labelWithUnit } from './value-text.ts'

type LinesField = Extract<Field, { kind: 'lines' }>

export function LinesInput({
  field,
  value,
  onChange,
  disabled,
  errors = {},
  input,
}: ControlProps & { field: LinesField; errors?: Record<string, string>; input: FieldControl }) {
  const lines = readLines(value)
  const columns = Object.entries(field.of)
  const put = (i: number, line: Values): void => onChange(lines.map((old, at) => (at === i ? line : old)))
  const insert = (i: number, line: Values): void => onChange([...lines.slice(0, i), line, ...lines.slice(i)])
  const move = (i: number, by: number): void => {
    const next = [...lines]
    const [line] = next.splice(i, 1)
    if (line) next.splice(i + by, 0, line)
    onChange(next)
  }
  return (
    <div className="zyt-lines-input">
      {lines.map((line, i) => (
        <div key={i} className="zyt-line" role="group" aria-label={`${field.label}第 ${i + 1} 行`}>
          <div className="zyt-line-no">{i + 1}</div>
          <div className="zyt-line-cells">
            {columns
              .filter(([, column]) => applies(column, line))
              .map(([name, column]) => (
                <LineCell
                  key={name}
                  column={column}
                  line={line}
                  name={name}
                  error={errors[`${i}.${name}`]}
                  disabled={disabled}
                  input={input}
                  onChange={(next) => put(i, { ...line, [name]: next })}
                />
              ))}
          </div>
          {disabled ? null : (
            <Space size={0} className="zyt-line-tools">
              <ReasonButton
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                reason={i === 0 ? '已经是第一行' : null}
                onClick={() => move(i, -1)}
                label={`第 ${i + 1} 行上移`}
              />
              <ReasonButton
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                reason={i === lines.length - 1 ? '已经是最后一行' : null}
                onClick={() => move(i, 1)}
                label={`第 ${i + 1} 行下移`}
              />
              <Button
                type="text"
                size="small"
                icon={<CopyOutlined />}
                onClick={() => insert(i + 1, { ...line })}
                aria-label={`复制第 ${i + 1} 行`}
              />
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined />}
                onClick={() => onChange(lines.filter((_, at) => at !== i))}
                aria-label={`删除第 ${i + 1} 行`}
              />
            </Space>
          )}
        </div>
      ))}
      <div className="zyt-lines-foot">
        {disabled ? null : (
          <ReasonButton
            type="dashed"
            size="small"
            icon={<PlusOutlined />}
            reason={lines.length >= LINES_LIMIT ? `最多 ${LINES_LIMIT} 行` : null}
            onClick={() => insert(lines.length, firstValues(field.of))}
          >
            增加一行
          </ReasonButton>
        )}
        <Sums columns={columns} lines={lines} />
      </div>
    </div>
  )
}

interface CellProps {
  column: Field
  line: Values
  name: string
  error?: string
  disabled?: boolean
  /** Given by whoever shows inputs, which in turn shows lines. */
  input: FieldControl
  onChange: (value: unknown) => void
}

function LineCell({ column, line, name, error, disabled, input: FieldInput, onChange }: CellProps) {
  const fixed = column.readOnly || column.kind === 'computed'
  return (
    <div className="zyt-line-cell">
      <span className="zyt-line-label">
        {labelWithUnit(column)}
        {column.required && column.kind !== 'flag' ? (
          <span className="zyt-required" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </span>
      {fixed ? (
        <ValueView field={column} value={line[name]} labels={line[`${name}$`]} />
      ) : (
        <FieldInput
          field={column}
          value={line[name]}
          labels={line[`${name}$`]}
          disabled={disabled}
          invalid={Boolean(error)}
          ariaLabel={column.label}
          onChange={onChange}
        />
      )}
      {error ? (
        <span className="zyt-error-text" role="alert">
          {error}
        </span>
      ) : null}
    </div>
  )
}

function Sums({ columns, lines }: { columns: [string, Field][]; lines: Values[] }) {
  const money = columns.filter(([, column]) => addsUp(column))
  if (lines.length < 2 || money.length === 0) return null
  return (
    <span className="zyt-number">
      合计：
      {money
        .map(
          ([name, column]) =>
            `${column.label} ${formatFen(sumFen(lines.map((line) => (Number.isSafeInteger(line[name]) ? (line[name] as number) : 0))))}`,
        )
        .join('　')}
    </span>
  )
}
