/** The case: form, business record and flow picture at the left, who said what at the right, what I may do below. */
import { useRef, useState } from 'react'
import { Alert, Button, Space, Tabs } from 'antd'
import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { FilesValue } from '#kit/ui/files/files.web.tsx'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { PaperFrame } from '#kit/ui/record/print/paper-dialog.web.tsx'
import { detailPath, hasEntity } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useMe } from '#kit/ui/state/session.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import '#kit/ui/record/detail.css'
import { CASE_STATES } from '../../engine/state.ts'
import { FormRenderer } from '../../forms/form-renderer.web.tsx'
import type { CaseView, RecordView } from '../../wire.ts'
import { CaseBar } from './case-bar.web.tsx'
import { CaseTrail } from './case-trail.web.tsx'
import { FlowPicture } from './flow-picture.web.tsx'
import { useRead } from './use-read.web.ts'
import { useSheet } from './use-sheet.web.ts'
import { CASE_TONES } from './words.ts'
import './cases.css'

interface Props {
  view: CaseView
  /** History: read only, whatever I might do. */
  readOnly?: boolean
  /** auditform: the sheet itself, without picture and record. */
  formOnly?: boolean
}

export function CasePage({ view, readOnly = false, formOnly = false }: Props) {
  const sheet = useSheet(view, readOnly)
  const narrow = useNarrow()
  const [printing, setPrinting] = useState(false)
  const end = useRef<HTMLSpanElement>(null)
  const read = useRead(end, view.mine?.task ?? null)
  const form = (
    <Section
      title={view.form.fields.length ? '申请内容' : '申请'}
      hint={sheet.writable ? (sheet.savedAt ? `草稿已保存 ${formatTime(sheet.savedAt, 'HH:mm')}` : '可以修改标明的字段') : undefined}
    >
      {view.subject ? <Subject view={view} /> : null}
      {view.form.fields.length ? (
        <FormRenderer
          form={view.form}
          values={sheet.values}
          onChange={sheet.writable ? sheet.set : undefined}
          errors={sheet.errors}
          permissions={view.permissions}
          whole="read"
          labels={view.labels}
          starter={view.about}
        />
      ) : null}
      <span ref={end} className="zyt-case-end" />
    </Section>
  )
  const trail = (
    <Section title="审批记录">
      <CaseTrail view={view} />
    </Section>
  )
  const tabs = [
    { key: 'form', label: '审批单', children: form },
    ...(view.subject ? [{ key: 'record', label: '业务单据', children: <BusinessRecord view={view} /> }] : []),
    { key: 'flow', label: '流程图', children: <FlowPicture view={view} /> },
    ...(narrow ? [{ key: 'trail', label: '审批记录', children: trail }] : []),
  ]
  return (
    <div className="zyt-case">
      <header className="zyt-case-head">
        <h1>
          {view.title}
          <CopyButton text={view.title} />
        </h1>
        <Tag tone={CASE_TONES[view.status]}>{CASE_STATES[view.status]}</Tag>
        {view.round > 1 ? <Tag tone="orange">第 {view.round} 轮</Tag> : null}
        <p>
          {view.no} · {view.process.name} 第 {view.process.version} 版 · {view.starter.name}
          {view.starter.dept ? `（${view.starter.dept}）` : ''} {formatTime(view.startedAt, 'YYYY-MM-DD HH:mm')} 发起
        </p>
      </header>
      {view.mine && !readOnly ? <Standing view={view} /> : null}
      {sheet.errors && Object.keys(sheet.errors).length ? (
        <Alert
          type="error"
          showIcon
          className="zyt-form-alert"
          role="alert"
          title={`有 ${Object.keys(sheet.errors).length} 处需要修改：${Object.values(sheet.errors)[0]}`}
        />
      ) : null}
      <div className={formOnly || narrow ? '' : 'zyt-case-columns'}>
        {formOnly ? form : <Tabs items={tabs} />}
        {narrow ? formOnly ? trail : null : <aside aria-label="审批记录">{trail}</aside>}
      </div>
      <footer className="zyt-form-bar">
        <Space className="zyt-case-tools">
          <Button icon={<PrinterOutlined />} aria-label="打印" onClick={() => setPrinting(true)}>
            打印
          </Button>
        </Space>
        {readOnly ? null : <CaseBar view={view} sheet={sheet} read={read} />}
      </footer>
      {printing ? (
        <PaperFrame path="/api/v1/workflow/paper" query={{ id: view.id }} label="审批单" onClose={() => setPrinting(false)} />
      ) : null}
    </div>
  )
}

/** As whom the reader answers, when it is not simply his own task. */
function Standing({ view }: { view: CaseView }) {
  const me = useMe().uid
  const task = view.tasks.find((t) => t.id === view.mine?.task)
  const asker = view.tasks.find((t) => t.key === task?.parent)?.assignee.name
  const lines = [
    ...(task && task.assignee.id !== me ? [`您正在代理${task.assignee.name}处理。`] : []),
    ...(task?.origin === 'delegate' && asker ? [`${asker}请您先给出意见；提交后任务回到${asker}，由${asker}决定。`] : []),
    ...(task?.origin === 'before' && asker ? [`${asker}请您先审批；全部同意后再由${asker}处理。`] : []),
    ...(task?.origin === 'after' && asker ? [`${asker}已同意，请您继续审批；拒绝等于${asker}拒绝。`] : []),
  ]
  return lines.length ? <Alert type="info" showIcon className="zyt-form-alert" title={lines.join('')} /> : null
}

function Subject({ view }: { view: CaseView }) {
  const { subject } = view
  if (!subject) return null
  return (
    <DetailTable
      items={[
        { key: '$', label: subject.label, value: <b>{subject.title}</b>, wide: true },
        ...subject.summary.map((s) => ({ key: s.label, label: s.label, value: s.value || '—' })),
      ]}
    />
  )
}

/** Read through the case, because data permission may hide the record itself from an approver. */
function BusinessRecord({ view }: { view: CaseView }) {
  const screen = useScreen()
  const query = useQuery({
    queryKey: ['entity', 'approvalCase', 'record', view.id],
    queryFn: ({ signal }) => api.get<RecordView>('/api/v1/workflow/record', { id: view.id }, { signal, silent: true }),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={6} />
  const { entity, label, title, sections, tables } = query.data
  const path = hasEntity(entity) ? detailPath(entity, view.subject!.businessId) : null
  return (
    <>
      <p className="zyt-section-hint">
        {label}：{title}{' '}
        {path ? (
          <Button type="link" size="small" onClick={() => screen.open(path)}>
            打开{label}
          </Button>
        ) : null}
      </p>
      {sections.map((s) => (
        <Section key={s.heading} title={s.heading}>
          <DetailTable
            items={s.rows.map((r) => ({
              key: r.label,
              label: r.label,
              value: r.files ? <FilesValue value={r.files} label={r.label} /> : r.value,
            }))}
          />
        </Section>
      ))}
      {tables.map((t) => (
        <Section key={t.label} title={t.label}>
          <div className="zyt-lines-scroll">
            <PlainTable columns={t.columns.map((head) => ({ head }))} rows={t.rows.map((cells, i) => ({ key: i, cells }))} />
          </div>
        </Section>
      ))}
    </>
  )
}
