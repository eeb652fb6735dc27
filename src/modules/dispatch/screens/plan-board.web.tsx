/** One plan: figures above, what is left out at the left, the map, and the routes below; all of it may be dragged. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { Alert, Button, Input, Progress, Select, Space, Tag } from 'antd'
import { useMutation } from '@tanstack/react-query'
import { formatYuan } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Permission } from '#kit/ui/screen/permission.web.tsx'
import { dispatchPlan, type RouteResult } from '../plans/plan.ts'
import { violationText } from '../plans/sentences.rules.ts'
import type { PlanAnswer } from '../plans/wire.ts'
import type { Plan } from '../solver/model.ts'
import { kilometres } from './board.web.ts'
import { LeftOutList } from './left-out.web.tsx'
import { PlanMap } from './plan-map.web.tsx'
import { RouteRows } from './route-rows.web.tsx'
import { usePlan, type PlanHandle } from './use-plan.web.ts'

const STATES = (dispatchPlan.fields.status as { options: Record<string, string> }).options

export function PlanBoard({ id, onChanged }: { id: number; onChanged: () => void }) {
  const handle = usePlan(id)
  const { answer, data, plan } = handle
  const [hovered, setHovered] = useState<string | null>(null)
  const status = data?.status
  const lastStatus = useRef(status)
  useEffect(() => {
    if (lastStatus.current !== undefined && lastStatus.current !== status) onChanged()
    lastStatus.current = status
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status])
  const index = useMemo(() => new Map((data?.board.vehicles ?? []).map((v, i) => [String(v.id), i])), [data])
  if (answer.isPending) return <LoadingState rows={8} />
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!data) return null
  const editable = data.status === 'ready' && !handle.busy
  return (
    <>
      <PlanFigures data={data} plan={plan} handle={handle} onChanged={onChanged} />
      {data.status === 'computing' ? <Computing data={data} /> : null}
      {data.status === 'failed' ? <Alert type="error" showIcon title={data.error ?? '计算失败'} /> : null}
      <PendingChange handle={handle} />
      <Results results={data.results} />
      {plan ? (
        <div className="zyt-plan-body">
          <LeftOutList board={data.board} plan={plan} editable={editable} move={handle.move} />
          <PlanMap board={data.board} plan={plan} index={index} hovered={hovered} />
          <RouteRows board={data.board} plan={plan} index={index} editable={editable} move={handle.move} onHover={setHovered} />
        </div>
      ) : null}
    </>
  )
}

function PlanFigures({
  data,
  plan,
  handle,
  onChanged,
}: {
  data: PlanAnswer
  plan: Plan | null
  handle: PlanHandle
  onChanged: () => void
}) {
  const done = (): void => {
    void handle.reload()
    onChanged()
  }
  const adopt = useMutation({
    mutationFn: () => api.post<{ results: RouteResult[] }>('/api/v1/dispatchPlan/adopt', { id: data.id }),
    onSuccess: ({ results }) => {
      const made = results.filter((r) => r.ok).length
      toast[made === results.length ? 'success' : 'error'](`${made} 条线路已生成任务，${results.length - made} 条未采用`)
    },
    onSettled: done,
  })
  const act = useMutation({
    mutationFn: (name: 'discard' | 'solve') => api.post(`/api/v1/dispatchPlan/${name}`, { id: data.id, version: data.version }),
    onSettled: done,
  })
  const km = plan?.routes.reduce((sum, r) => sum + r.metres, 0) ?? 0
  const locked = data.status === 'ready' ? null : `方案${STATES[data.status]}，不能操作`
  return (
    <div className="zyt-plan-figures">
      <b>{data.no}</b>
      <Tag>{STATES[data.status]}</Tag>
      {plan ? (
        <>
          <span>线路 {plan.routes.length}</span>
          <span>成本 {formatYuan(plan.cost.total - plan.cost.prize - plan.cost.fairness)}</span>
          <span>里程 {kilometres(km)}</span>
          <span className={plan.unassigned.length > 0 ? 'zyt-plan-bad' : undefined}>未排 {plan.unassigned.length}</span>
        </>
      ) : null}
      <Space wrap className="zyt-plan-acts">
        <Permission codes={['smartScheduling_edit']}>
          <ReasonButton reason={locked ?? (handle.undo ? null : '已是最早的版本')} onClick={() => handle.undo?.()}>
            撤销
          </ReasonButton>
          <ReasonButton reason={locked ?? (handle.redo ? null : '没有可重做的调整')} onClick={() => handle.redo?.()}>
            重做
          </ReasonButton>
        </Permission>
        <Versions data={data} onChoose={handle.goTo} />
        <Permission codes={['smartScheduling_solve']}>
          <ReasonButton reason={data.status === 'failed' ? null : locked} onClick={() => act.mutate('solve')}>
            继续优化
          </ReasonButton>
        </Permission>
        <Permission codes={['smartScheduling_discard']}>
          <ReasonButton
            danger
            reason={['computing', 'failed'].includes(data.status) ? null : locked}
            onClick={() =>
              void confirmBox({ title: '废弃方案', content: '废弃后不能再采用，配送单可以重新排进别的方案。确认废弃？' }).then(
                (yes) => yes && act.mutate('discard'),
              )
            }
          >
            废弃
          </ReasonButton>
        </Permission>
        <Permission codes={['smartScheduling_commit']}>
          <ReasonButton
            type="primary"
            reason={handle.pending ? '请先撤回或保留未保存的调整' : data.status === 'partCommitted' ? null : locked}
            loading={adopt.isPending}
            onClick={() => adopt.mutate()}
          >
            采用
          </ReasonButton>
        </Permission>
      </Space>
    </div>
  )
}

/** Two versions beside each other: what is chosen against what is shown. */
function Versions({ data, onChoose }: { data: PlanAnswer; onChoose: (n: number) => void }) {
  if (data.versions.length < 2) return null
  const base = data.versions.find((v) => v.n === data.current)
  const against = (total: number): string => {
    const d = total - (base?.total ?? 0)
    return d === 0 ? '' : `（${d > 0 ? '+' : '−'}${formatYuan(Math.abs(d))}）`
  }
  return (
    <Select
      aria-label="版本"
      className="zyt-plan-versions"
      value={data.current}
      disabled={data.status !== 'ready'}
      onChange={onChoose}
      options={data.versions.map((v) => ({ value: v.n, label: `版本 ${v.n} · ${v.op} · ${formatYuan(v.total)}${against(v.total)}` }))}
    />
  )
}

function Computing({ data }: { data: PlanAnswer }) {
  const p = data.progress
  return (
    <div className="zyt-plan-computing" role="status">
      <Progress percent={100} status="active" showInfo={false} />
      <span>{p ? `已试 ${p.iterations} 次 · 成本 ${formatYuan(p.cost)} · 车辆 ${p.vehicles} · 未排 ${p.unassigned}` : '正在准备'}</span>
    </div>
  )
}

function PendingChange({ handle }: { handle: PlanHandle }) {
  const [reason, setReason] = useState('')
  const p = handle.pending
  if (!p || p.broken.length === 0) return null
  const said = [...new Set(p.broken.map(violationText))].join('，')
  return (
    <Alert
      type="error"
      showIcon
      title={`${p.op}：${said}`}
      description={`成本 ${p.addedFen >= 0 ? '+' : '−'}${formatYuan(Math.abs(p.addedFen))}`}
      action={
        <Space wrap>
          <Button onClick={handle.takeBack}>撤回</Button>
          {p.never ? null : (
            <Permission codes={['smartScheduling_override']}>
              <Input aria-label="超限保留原因" placeholder="超限保留原因" value={reason} onChange={(e) => setReason(e.target.value)} />
              <ReasonButton danger reason={reason.trim() === '' ? '请填写保留的原因' : null} onClick={() => handle.keepAll(reason.trim())}>
                超限保留
              </ReasonButton>
            </Permission>
          )}
        </Space>
      }
    />
  )
}

function Results({ results }: { results: readonly RouteResult[] }) {
  if (results.length === 0) return null
  return (
    <ul className="zyt-plan-results" aria-label="采用结果">
      {results.map((r) => (
        <li key={r.vehicle} data-ok={r.ok}>
          <b>{r.plateNo}</b> {r.ok ? `已生成任务 ${r.missionNo ?? ''}` : '未采用'} {r.note}
        </li>
      ))}
    </ul>
  )
}
