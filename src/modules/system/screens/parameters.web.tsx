/** 参数设置 and 运营设置: every parameter with its range, its default, and what was changed. */
import { useEffect, useRef, useState } from 'react'
import { Button, Input, Space } from 'antd'
import { UndoOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { Field } from '#kit/entity/field.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { FieldInput } from '#kit/ui/field/field.web.tsx'
import { useKept } from '#kit/ui/state/page-draft.web.ts'
import { HTTP_TOAST_MS, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh } from '#kit/ui/record.web.tsx'
import '#kit/ui/record/form/form.css'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { checkParameter, parameterText, rangeText, type ParameterRow } from '../settings/parameters.ts'
import { usePinyin } from '#kit/ui/parts/pinyin.web.ts'
import './parameters.css'

export const ParameterSett = () => <Settings call="parameter" right="parameterSett_edit" />
export const OperationSettings = () => <Settings call="operationSetting" right="operationSettings_edit" />

interface Props {
  call: string
  right: string
}

function Settings({ call, right }: Props) {
  const query = useQuery({
    queryKey: ['entity', 'parameter', call],
    queryFn: ({ signal }) => api.get<ParameterRow[]>(`/api/v1/${call}/list`, undefined, { signal, silent: true }),
  })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={10} />
  return <Editor call={call} right={right} rows={query.data} />
}

/** Only what was touched; anything else shows what is stored. */
type Typed = Readonly<Record<string, unknown>>

function Editor({ call, right, rows }: Props & { rows: readonly ParameterRow[] }) {
  const { params, setDirty } = useScreen()
  const mayEdit = useCan()(right)
  const refresh = useRefresh()
  const [typed, setTyped] = useState<Typed>({})
  const [fromServer, setFromServer] = useState<Record<string, string>>({})
  const [word, setWord] = useState('')
  const match = usePinyin(word !== '')
  const asked = params['code']
  const shownFor = useRef<string | undefined>(undefined)
  // Who comes for one parameter (from 安全管理) finds it alone, once; the rest by emptying the field.
  useEffect(() => {
    if (asked === shownFor.current) return
    shownFor.current = asked
    setWord(rows.find((p) => p.code === asked)?.label ?? '')
  }, [asked, rows])
  const changed = rows.filter((p) => p.code in typed && typed[p.code] !== p.value)
  const errors = { ...Object.fromEntries(changed.flatMap((p) => problem(p, typed[p.code]))), ...fromServer }
  useEffect(() => setDirty(changed.length > 0), [setDirty, changed.length])
  useKept(`parameters:${call}`, changed.length > 0 ? Object.fromEntries(changed.map((p) => [p.code, typed[p.code]])) : null, setTyped)

  const set = (code: string, value: unknown): void => {
    setTyped((all) => ({ ...all, [code]: value }))
    setFromServer(({ [code]: _gone, ...rest }) => rest)
  }
  const save = async (): Promise<void> => {
    const values = Object.fromEntries(changed.map((p) => [p.code, typed[p.code]]))
    let held: string | null
    try {
      held = (await api.post<{ held: string } | null>(`/api/v1/${call}/save`, { values }))?.held ?? null
    } catch (error) {
      if (error instanceof ApiError && error.data && typeof error.data === 'object') setFromServer(error.data as Record<string, string>)
      return
    }
    // What waits for somebody else is not saved: that is said instead.
    if (held === null) toast.success('保存成功')
    else toast.info(held, HTTP_TOAST_MS)
    await refresh()
    setTyped({})
  }
  const shown = rows.filter((p) => word.trim() === '' || match(`${p.group}${p.label}`, word))
  const wrong = Object.keys(errors).length
  return (
    <div className="zyt-form">
      <Input.Search
        allowClear={CLEAR}
        className="zyt-parameter-find"
        placeholder="按名称、拼音查找参数"
        aria-label="查找参数"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      {shown.length === 0 ? <EmptyState why={`没有名称包含「${word}」的参数`} /> : null}
      {[...Map.groupBy(shown, (p) => p.group)].map(([group, list]) => (
        <Section key={group} title={group.replace('·', ' · ')}>
          <div className="zyt-parameters">
            {list.map((p) => (
              <Line
                key={p.code}
                p={p}
                value={p.code in typed ? typed[p.code] : p.value}
                error={errors[p.code]}
                disabled={!mayEdit}
                onChange={(value) => set(p.code, value)}
              />
            ))}
          </div>
        </Section>
      ))}
      {mayEdit ? (
        <div className="zyt-form-bar">
          <span className="zyt-form-saved" role="status">
            {changed.length ? `${changed.length} 项未保存` : ''}
          </span>
          <Space wrap>
            {changed.length ? (
              <Button
                onClick={() => {
                  setTyped({})
                  setFromServer({})
                }}
              >
                还原
              </Button>
            ) : null}
            <ReasonButton
              type="primary"
              reason={changed.length === 0 ? '没有改动' : wrong ? `有 ${wrong} 项填写不正确` : null}
              onClick={() => void save()}
            >
              保存
            </ReasonButton>
          </Space>
        </div>
      ) : null}
    </div>
  )
}

function problem(p: ParameterRow, value: unknown): [string, string][] {
  const why = checkParameter(p, value)
  return why ? [[p.code, why]] : []
}

/** The kit's own control for the kind: yuan, percent, yes or no. The range is checked here, where it can be said with its unit. */
const fieldOf = (p: ParameterRow): Field =>
  ({ kind: p.kind, label: p.label, required: true, options: p.options ?? {}, unit: p.unit }) as unknown as Field

function Line({
  p,
  value,
  error,
  disabled,
  onChange,
}: {
  p: ParameterRow
  value: unknown
  error: string | undefined
  disabled: boolean
  onChange: (value: unknown) => void
}) {
  const range = rangeText(p)
  const id = `parameter-${p.code}`
  const own = value !== p.default
  return (
    <div className="zyt-parameter">
      <div className="zyt-parameter-name">
        <label htmlFor={id}>{p.label}</label>
        {own ? <Tag tone="orange">已修改</Tag> : null}
        <p id={`${id}-hint`}>
          {p.hint}
          {range ? `（${range}）` : ''}
        </p>
      </div>
      <div className="zyt-parameter-value">
        <FieldInput
          field={fieldOf(p)}
          id={id}
          value={value}
          disabled={disabled}
          invalid={Boolean(error)}
          describedBy={error ? `${id}-error` : `${id}-hint`}
          onChange={onChange}
        />
        {error ? (
          <p id={`${id}-error`} role="alert" className="zyt-parameter-error">
            {error}
          </p>
        ) : null}
      </div>
      <div className="zyt-parameter-default">
        默认 {parameterText(p, p.default)}
        {own && !disabled ? (
          <Button type="link" size="small" icon={<UndoOutlined />} onClick={() => onChange(p.default)}>
            恢复默认
          </Button>
        ) : null}
        {p.updatedAt ? (
          <small>
            {p.updatedBy ?? '系统'} {formatTime(p.updatedAt, 'YYYY-MM-DD HH:mm')}
          </small>
        ) : null}
      </div>
    </div>
  )
}
