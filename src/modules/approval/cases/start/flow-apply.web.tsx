/** 发起申请: /flow/apply/{flowKey}. The form, whom it will go to, who has still to be chosen; drafts survive F5. */
import { useEffect, useState } from 'react'
import { Button, Space } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ERRORS } from '#kit/basics/errors.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { ApplyForm, DryRun } from '../../wire.ts'
import { ApplyFields, choosing, SheetAlert, useSheet, type Choose } from './apply-fields.web.tsx'
import '../page/cases.css'

type Values = Record<string, unknown>

export default function FlowApply() {
  const screen = useScreen()
  const { params, setTitle } = screen
  const flowKey = params['flowKey'] ?? ''
  const businessId = params['businessId']
  const query = useQuery({
    queryKey: ['approval', 'apply', flowKey, businessId ?? null],
    enabled: flowKey !== '',
    queryFn: ({ signal }) =>
      api.get<ApplyForm>('/api/v1/flow/apply', { flowKey, ...(businessId ? { businessId } : {}) }, { signal, silent: true }),
  })
  const name = query.data?.process.name
  useEffect(() => {
    if (name) setTitle(`发起：${name}`)
  }, [name, setTitle])
  if (flowKey === '')
    return (
      <EmptyState
        why="这个地址没有写明是哪个流程，请从审批工作台发起"
        next={
          <Button type="primary" onClick={() => screen.open('workbench')}>
            打开审批工作台
          </Button>
        }
      />
    )
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
  const sheet = useSheet(apply, `approval:apply:${apply.process.key}:${businessId ?? ''}`)
  const [sending, setSending] = useState(false)
  useEffect(() => setDirty(sheet.isTyped), [setDirty, sheet.isTyped])
  const preview = usePreview(apply.process.key, businessId, sheet.now.values)
  // Nodes nobody will reach need no choice; before the path is known, all that might.
  const choose: Choose[] =
    preview?.steps.flatMap((s) => (s.choose ? [{ node: s.node, name: s.name, ...s.choose }] : [])) ?? choosing(apply.choose)
  const send = async (): Promise<void> => {
    const sent = sheet.checked(choose)
    if (!sent) return
    setSending(true)
    try {
      const started = await write<{ id: number; no: string }>('/api/v1/flow/start', {
        flowKey: apply.process.key,
        ...sent,
        ...(businessId ? { businessId } : {}),
      })
      sheet.dropDraft()
      setDirty(false)
      toast.success(`已提交，编号 ${started.no}`)
      await refresh()
      void screen.close().then(() => screen.open('workflow', { id: started.id }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      sheet.setGeneral(error.message)
      if (error.code === ERRORS.invalid.code && error.data && typeof error.data === 'object')
        sheet.setErrors(error.data as Record<string, string>)
    } finally {
      setSending(false)
    }
  }
  const clear = async (): Promise<void> => {
    if (!(await confirmBox({ title: '清空', content: '清空已填写的内容和草稿。确认清空？', okText: '清空' }))) return
    sheet.dropDraft()
    sheet.empty()
  }
  return (
    <div className="zyt-case">
      <header className="zyt-case-head">
        <h1>{apply.process.name}</h1>
        {apply.process.remark ? <p>{apply.process.remark}</p> : null}
      </header>
      <SheetAlert general={sheet.general} />
      <div className="zyt-case-columns">
        <Section title="填写申请" hint={sheet.savedAt && sheet.isTyped ? `草稿已保存 ${formatTime(sheet.savedAt, 'HH:mm')}` : undefined}>
          <ApplyFields apply={apply} sheet={sheet} choose={choose} />
        </Section>
        <Section title="将要经过" hint="按当前填写的内容">
          {preview ? (
            <ol className="zyt-apply-steps">
              {preview.steps.map((s, i) => (
                <li key={`${s.node}${i}`}>
                  <b>{s.name}</b>：{s.people.map((p) => p.name).join('、') || s.note || (s.choose ? '由您选择' : '—')}
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
          {sheet.isTyped ? <Button onClick={() => void clear()}>清空</Button> : null}
          <Button onClick={() => void screen.close()}>取消</Button>
          <ReasonButton type="primary" loading={sending} reason={sheet.waits} onClick={() => void send()}>
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
    queryFn: ({ signal }) =>
      api.post<DryRun>(
        '/api/v1/flow/preview',
        { flowKey, values: JSON.parse(text), ...(businessId ? { businessId } : {}) },
        { signal, silent: true, overlay: false },
      ),
  }).data
}
