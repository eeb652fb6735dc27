/** 发起申请: /flow/apply/{flowKey}. The form, whom it will go to, who has still to be chosen; drafts survive F5. */
import { useEffect, useMemo, useState } from 'react'
import { Alert, Button, Space } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ERRORS } from '#kit/basics/errors.ts'
import { formatTime } from '#kit/basics/timeFormat.ts'
import { api, ApiError } from '#kit/ui/api.web.ts'
import { DetailTable } from '#kit/ui/detail-table.web.tsx'
import { confirmBox, toast } from '#kit/ui/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen.web.ts'
import { Section } from '#kit/ui/section.web.tsx'
import { useDraft } from '#kit/ui/setting.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/state.web.tsx'
import { checkForm } from '../form.ts'
import { firstFormValues, permissionOf } from '../forms/fields.ts'
import type { ApplyForm, DryRun } from '../wire.ts'
import { ApplyFields, choosing, withoutField, type Choose, type Kept } from './apply-fields.web.tsx'
import './cases.css'

type Values = Record<string, unknown>

export default function FlowApply() {
  const screen = useScreen()
  const { params, setTitle } = screen
  const flowKey = params['flowKey'] ?? ''
  const businessId = params['businessId']
  const query = useQuery({
    queryKey: ['approval', 'apply', flowKey, businessId ?? null],
    enabled: flowKey !== '',
    queryFn: ({ signal }) => api.get<ApplyForm>('/api/v1/flow/apply', { flowKey, ...(businessId ? { businessId } : {}) }, { signal, silent: true }),
  })
  const name = query.data?.process.name
  useEffect(() => {
    if (name) setTitle(`发起：${name}`)
  }, [name, setTitle])
  if (flowKey === '') return <EmptyState why="地址中没有流程" next={<Button type="primary" onClick={() => screen.open('workbench')}>打开审批工作台</Button>} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={8} />
  return <Apply key={flowKey} apply={query.data} businessId={businessId ? Number(businessId) : undefined} />
}

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

function Apply({ apply, businessId }: { apply: ApplyForm; businessId: number | undefined }) {
  const screen = useScreen()
  const { setDirty } = screen
  const write = useWrite()
  const refresh = useRefresh()
  const kept = useDraft<Kept>(`approval:apply:${apply.process.key}:${businessId ?? ''}`)
  const [typed, setTyped] = useState<Kept | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [sending, setSending] = useState(false)
  const first = useMemo<Kept>(() => ({ values: firstFormValues(apply.form), choices: {} }), [apply.form])
  const found = kept.draft
  useEffect(() => {
    if (found && typed === null) setTyped(found)
  }, [found, typed])
  useEffect(() => setDirty(typed !== null), [setDirty, typed])
  const now = typed ?? first
  const put = (next: Kept): void => {
    setTyped(next)
    setGeneral(null)
    kept.save(next)
  }
  const preview = usePreview(apply.process.key, businessId, now.values)
  // Nodes nobody will reach need no choice; before the path is known, all that might.
  const choose: Choose[] = preview?.steps.flatMap((s) => (s.choose ? [{ node: s.node, name: s.name, ...s.choose }] : [])) ?? choosing(apply.choose)
  const send = async (): Promise<void> => {
    const check = checkForm(apply.form, now.values, { starter: apply.about, asks: (name) => permissionOf(apply.permissions, name, 'edit') === 'edit' })
    setErrors(check.errors)
    if (!check.ok) return setGeneral(`有 ${Object.keys(check.errors).length} 处需要修改`)
    const open = choose.find((c) => !now.choices[c.node]?.length)
    if (open) return setGeneral(`请选择「${open.name}」的审批人`)
    setSending(true)
    try {
      const started = await write<{ id: number; no: string }>('/api/v1/flow/start', { flowKey: apply.process.key, values: check.values, ...(businessId ? { businessId } : {}), ...(Object.keys(now.choices).length ? { choices: now.choices } : {}) })
      kept.clear()
      setDirty(false)
      toast.success(`已提交，编号 ${started.no}`)
      await refresh()
      void screen.close().then(() => screen.open('workflow', { id: started.id }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setGeneral(error.message)
      if (error.code === ERRORS.invalid.code && error.data && typeof error.data === 'object') setErrors(error.data as Record<string, string>)
    } finally {
      setSending(false)
    }
  }
  const clear = async (): Promise<void> => {
    if (!(await confirmBox({ title: '清空', content: '清空已填写的内容和草稿。确认清空？', okText: '清空' }))) return
    kept.clear()
    setTyped(null)
    setErrors({})
  }
  return (
    <div className="zyt-case">
      <header className="zyt-case-head">
        <h1>{apply.process.name}</h1>
        {apply.process.remark ? <p>{apply.process.remark}</p> : null}
      </header>
      {general ? <Alert type="error" showIcon className="zyt-form-alert" role="alert" title={general} /> : null}
      <div className="zyt-case-columns">
        <Section title="填写申请" hint={kept.savedAt && typed ? `草稿已保存 ${formatTime(kept.savedAt, 'HH:mm')}` : undefined}>
          {apply.subject ? <DetailTable items={[{ key: '$', label: '业务', value: <b>{apply.subject.title}</b>, wide: true }, ...apply.subject.summary.map((s) => ({ key: s.label, label: s.label, value: s.value || '—' }))]} /> : null}
          <ApplyFields
            apply={apply} now={now} choose={choose} errors={errors} onBusy={setBusy}
            onChange={(next, field) => {
              setErrors((all) => withoutField(all, field))
              put(next)
            }}
          />
        </Section>
        <Section title="将要经过" hint="按当前填写的内容">
          {preview ? (
            <ol className="zyt-apply-steps">
              {preview.steps.map((s, i) => (
                <li key={`${s.node}${i}`}>
                  <b>{s.name}</b>：{s.people.map((p) => p.name).join('、') || s.note || (s.choose ? '由你选择' : '—')}
                  {s.people.length && s.note ? <small>{s.note}</small> : null}
                </li>
              ))}
            </ol>
          ) : (
            <p className="zyt-section-hint">填写后显示审批路径。</p>
          )}
        </Section>
      </div>
      <footer className="zyt-form-bar">
        <Space wrap>
          {typed ? <Button onClick={() => void clear()}>清空</Button> : null}
          <Button onClick={() => void screen.close()}>取消</Button>
          <ReasonButton type="primary" loading={sending} reason={busy ? '文件上传中，请稍候' : null} onClick={() => void send()}>
            提交
          </ReasonButton>
        </Space>
      </footer>
    </div>
  )
}

/** Which way it would take with what is typed so far. */
function usePreview(flowKey: string, businessId: number | undefined, values: Values): DryRun | undefined {
  const text = useSettled(JSON.stringify(values), 500)
  return useQuery({
    queryKey: ['approval', 'preview', flowKey, businessId ?? null, text],
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.post<DryRun>('/api/v1/flow/preview', { flowKey, values: JSON.parse(text), ...(businessId ? { businessId } : {}) }, { signal, silent: true, overlay: false }),
  }).data
}
