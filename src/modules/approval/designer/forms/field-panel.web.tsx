/** What a field is made of. */
import { useEffect, useState } from 'react'
import { Alert, Button, Input, Select, Space } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { f } from '#kit/entity/field.ts'
import { FieldInput } from '#kit/ui/field/field.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { LOCKED, NumberField, SelectField, TextField, TickField, useLocked } from '../panels/controls.web.tsx'
import { ExpressionEditor } from '../panels/expression-editor.web.tsx'
import { Block, PanelFrame } from '../panels/panel-frame.web.tsx'
import { STARTER_TERMS } from '../../engine/expression.ts'
import { factorsFor, FIELD_KINDS, formTerms, type FieldKind, type FormField } from '../../forms/form.ts'
import { COLUMN_KINDS, entityOfKind, STARTER_REFS } from '../../forms/fields.ts'
import { freshName, newField } from './form-ops.ts'

interface Props {
  field: FormField
  /** Only fields above may decide whether this one shows. */
  above: readonly FormField[]
  taken: readonly string[]
  usedBy: readonly string[]
  problems: readonly string[]
  disabled?: boolean
  onChange: Change
  onClose: () => void
}

/** A property that was emptied leaves nothing behind. */
function put<K extends keyof FormField>(field: FormField, key: K, value: FormField[K] | null | undefined): FormField {
  const { [key]: _old, ...rest } = field
  return (value === undefined || value === null || value === '' || value === false ? rest : { ...rest, [key]: value }) as FormField
}
/** What a control needs for one property of a field; what is typed, one step of 撤销 each (`typed`). */
const propertyOf = (field: FormField, onChange: Change) => ({
  ticked: <K extends 'required' | 'half' | 'multiple' | 'sum'>(key: K) => ({
    value: field[key],
    onChange: (on: boolean) => onChange(put(field, key, on)),
  }),
  typed: <K extends keyof FormField>(key: K) => ({
    value: field[key],
    onChange: (value: FormField[K] | null | undefined) => onChange(put(field, key, value), key),
  }),
})
type Change = (field: FormField, key?: string) => void

export function FieldPanel({ field, above, taken, usedBy, problems, disabled, onChange, onClose }: Props) {
  return (
    <PanelFrame
      title={FIELD_KINDS[field.kind]}
      name={field.label}
      problems={problems}
      disabled={disabled}
      onName={(label) => onChange({ ...field, label }, 'label')}
      onClose={onClose}
    >
      {usedBy.length ? <Alert type="info" showIcon title={`流程「${usedBy.join('、')}」使用了这个字段`} /> : null}
      <Basics field={field} taken={taken} fixed={usedBy.length > 0} onChange={onChange} />
      <Limits field={field} onChange={onChange} />
      {field.kind === 'choice' || field.kind === 'choices' ? <Options field={field} onChange={onChange} /> : null}
      {field.kind === 'table' ? <Columns field={field} taken={taken} onChange={onChange} /> : null}
      <Block
        title="显示条件"
        hint={above.length ? '不设置则一直显示；不显示的字段不必填写' : '第一个字段只能按发起人设置条件；之后的字段可以按前面的字段设置'}
      >
        <ExpressionEditor
          value={field.visible}
          vocabulary={{ ...formTerms({ fields: above }), ...STARTER_TERMS }}
          refOf={(path) => STARTER_REFS[path] ?? entityOfKind(above.find((x) => `form.${x.name}` === path)?.kind ?? 'text')}
          onChange={(visible) => onChange(put(field, 'visible', visible), 'visible')}
        />
      </Block>
    </PanelFrame>
  )
}

interface PartProps {
  field: FormField
  onChange: Change
}

function Basics({ field, taken, fixed, onChange }: PartProps & { taken: readonly string[]; fixed: boolean }) {
  const disabled = useLocked()
  const { ticked, typed: property } = propertyOf(field, onChange)
  const bare = field.kind === 'hint'
  // Values and conditions go by the code: only one that can be used is taken over.
  const [code, setCode] = useState(field.name)
  useEffect(() => setCode(field.name), [field.name])
  const wrong = !/^[a-z][A-Za-z0-9]{0,39}$/.test(code)
    ? '以小写字母开头，只含字母和数字；改好后才会保存'
    : taken.includes(code)
      ? '与其他字段重复；改好后才会保存'
      : null
  const typed = (text: string): void => {
    setCode(text)
    if (/^[a-z][A-Za-z0-9]{0,39}$/.test(text) && !taken.includes(text)) onChange({ ...field, name: text }, 'name')
  }
  return (
    <Block title="基本">
      <Input
        prefix="编码"
        value={code}
        maxLength={40}
        disabled={disabled || fixed}
        status={wrong ? 'error' : undefined}
        aria-label="字段编码"
        title={fixed ? '流程已使用，不能修改' : undefined}
        onChange={(event) => typed(event.target.value)}
      />
      {wrong ? <span className="zyt-error-text">{wrong}</span> : null}
      {bare ? (
        <Input.TextArea
          value={field.text ?? ''}
          maxLength={1000}
          autoSize={{ minRows: 3 }}
          disabled={disabled}
          aria-label="说明文字"
          onChange={(event) => onChange({ ...field, text: event.target.value }, 'text')}
        />
      ) : (
        <>
          <Space wrap>
            {field.kind === 'flag' ? null : <TickField {...ticked('required')}>必填</TickField>}
            <TickField {...ticked('half')}>占半行</TickField>
            {field.kind === 'person' || field.kind === 'vehicle' ? <TickField {...ticked('multiple')}>可多选</TickField> : null}
          </Space>
          <TextField label="输入提示" prefix="提示" maxLength={100} {...property('placeholder')} />
          <TextField label="字段说明" prefix="说明" maxLength={300} {...property('help')} />
        </>
      )}
      <Default field={field} onChange={onChange} />
    </Block>
  )
}

function Default({ field, onChange }: PartProps) {
  const disabled = useLocked()
  const set = (value: unknown): void => onChange(put(field, 'default', value as FormField['default']), 'default')
  const kit = {
    text: f.text('默认值'),
    number: f.decimal('默认值', field.scale ?? 0),
    money: f.money('默认值'),
    choice: f.choice('默认值', Object.fromEntries((field.options ?? []).map((o) => [o.value, o.label]))),
  }[field.kind as 'text']
  if (field.kind === 'flag')
    return (
      <TickField value={field.default === true} onChange={set}>
        默认为是
      </TickField>
    )
  return kit ? (
    <FieldInput field={kit} value={field.default ?? null} ariaLabel="默认值" placeholder="默认值" disabled={disabled} onChange={set} />
  ) : null
}

const COUNTS: Partial<Record<FieldKind, string>> = { text: '字', note: '字', attachment: '个', table: '行', choices: '项' }

function Limits({ field, onChange }: PartProps) {
  const disabled = useLocked()
  const { typed } = propertyOf(field, onChange)
  const { kind } = field
  const countable = COUNTS[kind] ?? (field.multiple ? '项' : undefined)
  if (kind === 'money')
    return (
      <Block title="限制">
        {(['min', 'max'] as const).map((end) => {
          const label = end === 'min' ? '最小金额' : '最大金额'
          return (
            <FieldInput
              key={end}
              field={f.money(label)}
              value={field[end] ?? null}
              ariaLabel={label}
              placeholder={label}
              disabled={disabled}
              onChange={(n) => onChange(put(field, end, n as number | null), end)}
            />
          )
        })}
      </Block>
    )
  if (kind !== 'number' && !countable) return null
  return (
    <Block title="限制">
      <Space.Compact block>
        <NumberField label="最小值" prefix="最少" suffix={countable} {...typed('min')} />
        <NumberField label="最大值" prefix="最多" suffix={countable} {...typed('max')} />
      </Space.Compact>
      {kind === 'number' ? (
        <Space.Compact block>
          <NumberField
            label="小数位数"
            min={0}
            max={6}
            precision={0}
            value={field.scale ?? 0}
            prefix="小数"
            suffix="位"
            onChange={(n) => onChange(put(field, 'scale', n || undefined), 'scale')}
          />
          <TextField label="单位" prefix="单位" maxLength={10} {...typed('unit')} />
        </Space.Compact>
      ) : null}
    </Block>
  )
}

function Options({ field, onChange }: PartProps) {
  const disabled = useLocked()
  const options = field.options ?? []
  const set = (next: typeof options, key?: string): void => onChange({ ...field, options: next }, key)
  const add = (): void => {
    // Values are stored in cases, so a new one must never be one that was there.
    let n = options.length + 1
    while (options.some((o) => o.value === `o${n}`)) n++
    set([...options, { value: `o${n}`, label: `选项${options.length + 1}` }])
  }
  return (
    <Block title="选项">
      {options.map((option, i) => (
        <div key={option.value} className="zyt-panel-row">
          <TextField
            label={`第 ${i + 1} 个选项`}
            value={option.label}
            maxLength={60}
            onChange={(label) => set(options.with(i, { ...option, label }), `option:${i}`)}
          />
          <Mover at={i} of={options} what={option.label} onChange={set} />
        </div>
      ))}
      <Button type="dashed" icon={<PlusOutlined />} disabled={disabled} onClick={add}>
        添加选项
      </Button>
    </Block>
  )
}

interface MoverProps<T> {
  at: number
  of: readonly T[]
  what: string
  onChange: (next: readonly T[]) => void
}
function Mover<T>({ at, of, what, onChange }: MoverProps<T>) {
  const disabled = useLocked()
  const swap = (by: number): void => onChange(of.with(at, of[at + by]!).with(at + by, of[at]!))
  return (
    <Space size={0} className="zyt-fdesign-mover">
      <ReasonButton
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        reason={disabled ? LOCKED : at === 0 ? '已经是第一个' : null}
        label={`${what}上移`}
        onClick={() => swap(-1)}
      />
      <ReasonButton
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        reason={disabled ? LOCKED : at === of.length - 1 ? '已经是最后一个' : null}
        label={`${what}下移`}
        onClick={() => swap(1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        disabled={disabled}
        aria-label={`删除${what}`}
        onClick={() => onChange(of.toSpliced(at, 1))}
      />
    </Space>
  )
}

function Columns({ field, taken, onChange }: PartProps & { taken: readonly string[] }) {
  const disabled = useLocked()
  const columns = field.columns ?? []
  const set = (next: readonly FormField[], key?: string): void => onChange({ ...field, columns: next }, key)
  const edit = (i: number, next: FormField, key?: string): void => set(columns.with(i, next), key && `column:${i}:${key}`)
  return (
    <Block title="列">
      {columns.map((c, i) => (
        <div key={c.name} className="zyt-panel-card">
          <div className="zyt-panel-row">
            <TextField
              label={`第 ${i + 1} 列名称`}
              value={c.label}
              maxLength={40}
              onChange={(label) => edit(i, { ...c, label }, 'label')}
            />
            <Mover at={i} of={columns} what={c.label} onChange={set} />
          </div>
          <div className="zyt-panel-row">
            <SelectField<FieldKind>
              label={`${c.label}类型`}
              narrow
              value={c.kind}
              options={COLUMN_KINDS.map((kind) => ({ value: kind, label: FIELD_KINDS[kind] }))}
              onChange={(kind) =>
                edit(i, { ...newField(kind, []), name: c.name, label: c.label, ...(c.required ? { required: true } : {}) })
              }
            />
            <Space>
              <TickField {...propertyOf(c, (next) => edit(i, next)).ticked('required')}>必填</TickField>
              {c.kind === 'money' || c.kind === 'number' ? (
                <TickField {...propertyOf(c, (next) => edit(i, next)).ticked('sum')}>合计</TickField>
              ) : null}
            </Space>
          </div>
          {factorsFor(c, columns).length || c.times ? (
            <Select
              value={c.times?.join('*') ?? ''}
              disabled={disabled}
              aria-label={`${c.label}的取值`}
              options={[
                { value: '', label: '手工填写' },
                ...factorsFor(c, columns).map(([a, b]) => ({ value: `${a.name}*${b.name}`, label: `= ${a.label} × ${b.label}` })),
              ]}
              onChange={(pair: string) => edit(i, put(c, 'times', pair ? (pair.split('*') as [string, string]) : null))}
            />
          ) : null}
          {c.kind === 'choice' ? <Options field={c} onChange={(next, key) => edit(i, next, key)} /> : null}
        </div>
      ))}
      <ReasonButton
        type="dashed"
        icon={<PlusOutlined />}
        reason={disabled ? LOCKED : columns.length >= 30 ? '最多 30 列' : null}
        onClick={() =>
          set([
            ...columns,
            { name: freshName('text', [...taken, ...columns.map((c) => c.name)]), label: `列${columns.length + 1}`, kind: 'text' },
          ])
        }
      >
        添加列
      </ReasonButton>
    </Block>
  )
}
