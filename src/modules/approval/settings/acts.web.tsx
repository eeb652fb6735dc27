/** The business acts that can wait for an approval, as the modules laid them out. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { EntityForm } from '#kit/ui/record.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { CellProps } from '#kit/ui/screen/slots.web.ts'
import type { Row } from '#kit/entity/wire.ts'
import { asText } from '#kit/basics/text.ts'
import type { Act } from '../wire.ts'
import './settings.css'

/** Under the key of entities: whoever adds a process or changes one has it here at once. */
export function useActs() {
  return useQuery({
    queryKey: ['entity', 'approvalProcess', 'acts'],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: ({ signal }) => api.get<Act[]>('/api/v1/approvalProcess/acts', undefined, { signal, silent: true }),
  })
}

/** A code as the words people know it by. */
export function ActCell({ value }: CellProps) {
  const acts = useActs()
  if (value === null || value === undefined || value === '') return <span className="zyt-none">—</span>
  return <>{acts.data?.find((a) => a.code === value)?.label ?? asText(value)}</>
}

const FREE = ''
interface OriginProps {
  value: unknown
  fixed: boolean
  onChange: (act: string | null) => void
}
/** 业务 is chosen by its name; the code it is kept by is nothing to type. */
function Origin({ value, fixed, onChange }: OriginProps) {
  const acts = useActs()
  const chosen = typeof value === 'string' ? value : FREE
  const known = acts.data?.find((a) => a.code === chosen)
  const options = [
    { value: FREE, label: '员工填写表单发起（自由流程）' },
    ...(acts.data ?? []).map((a) => ({ value: a.code, label: a.label })),
  ]
  return (
    <Section
      title="由什么发起"
      hint={known ? `提交「${known.label}」时发起；发布后在「业务流程设置」中启用才生效` : '员工在审批工作台填写表单发起，需要一张表单'}
    >
      <SearchSelect
        className="zyt-process-origin"
        value={chosen}
        options={options}
        loading={acts.isPending}
        disabled={fixed}
        aria-label="由什么发起"
        title={fixed ? '创建后不能修改' : undefined}
        onChange={(code: string) => onChange(code === FREE ? null : code)}
      />
      {acts.isError ? <p className="zyt-error-text">业务列表加载失败，请刷新后重试。</p> : null}
    </Section>
  )
}

/** 流程: which business starts it is asked first, by name. */
export function ProcessForm({ id, onDone, onCancel }: { id?: number; onDone: (row: Row, again?: boolean) => void; onCancel?: () => void }) {
  return (
    <div className="zyt-process-form">
      <EntityForm
        entity="approvalProcess"
        id={id}
        onDone={onDone}
        onCancel={onCancel}
        above={(values, form) => <Origin value={values['act']} fixed={id !== undefined} onChange={(act) => form.set('act', act)} />}
      />
    </div>
  )
}
