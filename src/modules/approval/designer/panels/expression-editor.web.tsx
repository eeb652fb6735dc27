/** Conditions as people read them: rows of field, comparison and value, in groups of 且 and 或. Edits the tree directly. */
import { useId } from 'react'
import { Button, Segmented, Select, Space } from 'antd'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { f, type Field } from '#kit/entity/field.ts'
import type { TableName } from '#kit/entity/tables.ts'
import { isNumeric, parseNumber } from '#kit/ui/field/number-text.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { AnyInput } from '../../forms/people.web.tsx'
import { OPS, OPS_OF, type Expression, type Literal, type Op, type Term, type Vocabulary } from '../../engine/expression.ts'
import { PEOPLE } from '../../forms/fields.ts'
import { SelectField, useLocked } from './controls.web.tsx'
import './expression-editor.css'

interface Props {
  value: Expression | undefined
  onChange: (value: Expression | undefined) => void
  vocabulary: Vocabulary
  /** Which records a path of type `ref` or `ids` names. */
  refOf?: (path: string) => TableName | null
}
type Group = Extract<Expression, { kind: 'all' | 'any' }>
type Compare = Extract<Expression, { kind: 'compare' }>

const asGroup = (value: Expression | undefined): Group =>
  value === undefined ? { kind: 'all', of: [] } : value.kind === 'all' || value.kind === 'any' ? value : { kind: 'all', of: [value] }

export function ExpressionEditor({ value, onChange, ...rest }: Props) {
  const group = asGroup(value)
  return <GroupEditor {...rest} depth={0} value={group} onChange={(next) => onChange(next.of.length === 0 ? undefined : next)} />
}

function GroupEditor({
  value,
  onChange,
  depth,
  ...rest
}: Omit<Props, 'value' | 'onChange'> & { value: Group; onChange: (value: Group) => void; depth: number }) {
  const { vocabulary } = rest
  const disabled = useLocked()
  const put = (i: number, part: Expression): void => onChange({ ...value, of: value.of.with(i, part) })
  const drop = (i: number): void => onChange({ ...value, of: value.of.toSpliced(i, 1) })
  const add = (part: Expression): void => onChange({ ...value, of: [...value.of, part] })
  const [first] = Object.keys(vocabulary)
  const nothing = first === undefined ? '表单还没有可以判断的字段' : null
  return (
    <div className="zyt-expr-group" role="group" aria-label={value.kind === 'all' ? '同时满足' : '满足任一'}>
      {value.of.length > 1 || depth > 0 ? (
        <Segmented
          size="small"
          disabled={disabled}
          value={value.kind}
          options={[
            { value: 'all', label: '且：全部满足' },
            { value: 'any', label: '或：满足任一' },
          ]}
          onChange={(kind) => onChange({ ...value, kind: kind as 'all' | 'any' })}
        />
      ) : null}
      {value.of.map((part, i) => (
        <Part key={i} part={part} depth={depth} onChange={(next) => put(i, next)} onDrop={() => drop(i)} {...rest} />
      ))}
      {disabled ? null : (
        <Space size="small">
          <ReasonButton
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            reason={nothing}
            onClick={() => first !== undefined && add(firstCompare(first, vocabulary))}
          >
            添加条件
          </ReasonButton>
          {depth < 3 ? (
            <ReasonButton
              size="small"
              type="link"
              reason={nothing}
              onClick={() =>
                first !== undefined && add({ kind: value.kind === 'all' ? 'any' : 'all', of: [firstCompare(first, vocabulary)] })
              }
            >
              添加条件组
            </ReasonButton>
          ) : null}
        </Space>
      )}
    </div>
  )
}

function Part({
  part,
  onChange,
  onDrop,
  depth,
  ...rest
}: Omit<Props, 'value' | 'onChange'> & { part: Expression; onChange: (value: Expression) => void; onDrop: () => void; depth: number }) {
  const disabled = useLocked()
  if (part.kind === 'compare') return <Row {...rest} value={part} onChange={onChange} onDrop={onDrop} />
  const inner = asGroup(part.kind === 'not' ? part.of : part)
  return (
    <div className="zyt-expr-inner">
      <header>
        <Select
          size="small"
          disabled={disabled}
          value={part.kind === 'not' ? 'not' : 'is'}
          options={[
            { value: 'is', label: '满足' },
            { value: 'not', label: '不满足' },
          ]}
          aria-label="满足或不满足"
          onChange={(how) => onChange(how === 'not' ? { kind: 'not', of: inner } : inner)}
        />
        {disabled ? null : <Button size="small" type="text" icon={<DeleteOutlined />} aria-label="删除条件组" onClick={onDrop} />}
      </header>
      <GroupEditor
        {...rest}
        depth={depth + 1}
        value={inner}
        onChange={(next) => onChange(part.kind === 'not' ? { kind: 'not', of: next } : next)}
      />
    </div>
  )
}

const firstCompare = (field: string, known: Vocabulary): Compare => withField({ kind: 'compare', field, op: 'eq' }, field, known)

/** Another field keeps the comparison where it can; the value belongs to the old field. */
function withField(e: Compare, field: string, known: Vocabulary): Compare {
  const ops = OPS_OF[known[field]?.type ?? 'text']
  const op = ops.includes(e.op) ? e.op : ops[0]!
  return { kind: 'compare', field, op, ...(known[field]?.type === 'flag' ? { value: true } : {}) }
}
const isReference = (value: Compare['value']): value is { field: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value is one or several by the comparison. */
function withOp(e: Compare, op: Op): Compare {
  const several = op === 'in' || op === 'notIn'
  const { value, ...bare } = e
  if (op === 'empty' || op === 'notEmpty' || value === undefined) return { ...bare, op }
  if (isReference(value)) return several ? { ...bare, op } : { ...e, op }
  const list = Array.isArray(value) ? (value as readonly (string | number)[]) : [value as string | number]
  return { ...bare, op, value: several ? list : list[0]! }
}

const GROUPS: readonly (readonly [string, string])[] = [
  ['form.', '表单字段'],
  ['fact.', '业务数据'],
  ['starter.', '发起人'],
]

function Row({
  value: e,
  onChange,
  onDrop,
  vocabulary,
  refOf,
}: Omit<Props, 'value' | 'onChange'> & { value: Compare; onChange: (value: Compare) => void; onDrop: () => void }) {
  const disabled = useLocked()
  const term = vocabulary[e.field]
  const ops = OPS_OF[term?.type ?? 'text']
  const fields = GROUPS.map(([head, label]) => ({
    label,
    options: Object.entries(vocabulary)
      .filter(([path]) => path.startsWith(head))
      .map(([path, t]) => ({ value: path, label: t.label })),
  })).filter((g) => g.options.length > 0)
  const bare = e.op === 'empty' || e.op === 'notEmpty'
  const peers = Object.entries(vocabulary).filter(([path, t]) => path !== e.field && t.type === term?.type)
  const single = e.op !== 'in' && e.op !== 'notIn' && e.op !== 'contains'
  return (
    <div className="zyt-expr-row">
      <SearchSelect
        className="zyt-expr-field"
        disabled={disabled}
        status={term ? undefined : 'error'}
        value={term ? e.field : `${e.field}（已不存在）`}
        options={fields}
        aria-label="条件字段"
        onChange={(field: string) => onChange(withField(e, field, vocabulary))}
      />
      <Select
        className="zyt-expr-op"
        disabled={disabled}
        value={e.op}
        options={ops.map((op) => ({ value: op, label: OPS[op] }))}
        aria-label="比较方式"
        onChange={(op: Op) => onChange(withOp(e, op))}
      />
      {bare || !term ? null : (
        <span className="zyt-expr-value">
          {isReference(e.value) ? (
            <SelectField
              label="与哪个字段比较"
              value={e.value.field}
              options={peers.map(([path, t]) => ({ value: path, label: t.label }))}
              onChange={(field) => onChange({ ...e, value: { field } })}
            />
          ) : (
            <ValueInput term={term} e={e} entity={refOf?.(e.field) ?? null} onChange={(next) => onChange(withValue(e, next))} />
          )}
          {single && peers.length > 0 && !disabled ? (
            <Button
              size="small"
              type="link"
              onClick={() =>
                onChange(isReference(e.value) ? { kind: 'compare', field: e.field, op: e.op } : { ...e, value: { field: peers[0]![0] } })
              }
            >
              {isReference(e.value) ? '改为填写值' : '与字段比较'}
            </Button>
          ) : null}
        </span>
      )}
      {disabled ? null : <Button size="small" type="text" icon={<DeleteOutlined />} aria-label="删除条件" onClick={onDrop} />}
    </div>
  )
}

function ValueInput({
  term,
  e,
  entity,
  onChange,
}: {
  term: Term
  e: Compare
  entity: TableName | null
  onChange: (value: unknown) => void
}) {
  const disabled = useLocked()
  const id = useId()
  const several = e.op === 'in' || e.op === 'notIn'
  const listed = term.type === 'choice' || term.type === 'text'
  if (several && listed)
    return (
      <Select
        mode={term.type === 'text' ? 'tags' : 'multiple'}
        disabled={disabled}
        value={Array.isArray(e.value) ? [...(e.value as readonly (string | number)[])] : []}
        options={Object.entries(term.options ?? {}).map(([value, label]) => ({ value, label }))}
        aria-label="比较值"
        placeholder={term.type === 'text' ? '输入后回车，可以多个' : '请选择'}
        onChange={(next: (string | number)[]) => onChange(next.length ? next : null)}
      />
    )
  const field = termField(term, several, entity)
  const why = wrongText(field, e.value)
  return (
    <span className="zyt-expr-typed">
      <AnyInput
        field={field}
        value={e.value ?? null}
        ariaLabel="比较值"
        invalid={why !== null}
        describedBy={why === null ? undefined : id}
        disabled={disabled}
        onChange={onChange}
      />
      {why === null ? null : (
        <small id={id} className="zyt-expr-wrong" role="alert">
          {why}
        </small>
      )}
    </span>
  )
}

/** What was typed and cannot be stored exactly stays a text: why, in the unit one types in. */
function wrongText(field: Field, value: Compare['value']): string | null {
  if (!isNumeric(field) || typeof value !== 'string') return null
  const read = parseNumber(field, value)
  return read.ok ? null : read.message
}

function withValue(e: Compare, next: unknown): Compare {
  if (next === null || next === undefined || next === '') return { kind: 'compare', field: e.field, op: e.op }
  return { ...e, value: next as Literal }
}

/** The kit's control for what a term holds. */
export function termField(term: Term, several: boolean, entity: TableName | null): Field {
  const one = (to: TableName): Field => (several ? f.refs(term.label, to) : f.ref(term.label, to))
  switch (term.type) {
    case 'number':
      return f.decimal(term.label, 6)
    case 'money':
      return f.money(term.label)
    case 'day':
      return f.day(term.label)
    case 'flag':
      return f.flag(term.label)
    case 'choice':
    case 'choices':
      return f.choice(term.label, { ...term.options })
    case 'person':
      return one(PEOPLE)
    case 'dept':
    case 'store':
      return one(term.type)
    case 'ref':
      return entity ? one(entity) : f.int(term.label)
    case 'ids':
      return entity ? f.ref(term.label, entity) : f.int(term.label)
    default:
      return f.text(term.label, { maxLength: 200 })
  }
}
