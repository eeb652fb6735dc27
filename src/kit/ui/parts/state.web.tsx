/** The four things a screen shows instead of its data, each with what to do next (never a bare spinner or a bare "error"). */
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from 'antd'
import { ApiError } from '../client/api.web.ts'
import { HTTP_TOAST_MS, toast } from '../dialog/message.web.tsx'
import { Drawing, type DrawingName } from '../look/drawing.web.tsx'
import './state.css'

/** True once `busy` has lasted 200 ms, so that quick answers do not flash a skeleton. */
export function useSlow(busy: boolean, after = 200): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), after)
    return () => clearTimeout(timer)
  }, [busy, after])
  return busy && slow
}

/** What is on its way: lines of text, fields of a record, fields to fill in, a chart. */
export type LoadingShape = 'lines' | 'detail' | 'form' | 'chart'

const bars = (count: number): ReactNode => Array.from({ length: count }, (_, i) => <i key={i} />)
const pairs = (count: number): ReactNode => (
  <div className="zyt-skeleton-fields">
    {Array.from({ length: count }, (_, i) => (
      <span key={i}>{bars(2)}</span>
    ))}
  </div>
)

function Skeleton({ as, rows }: { as: LoadingShape; rows: number }) {
  return (
    <div className={`zyt-skeleton zyt-skeleton-${as}`} aria-hidden="true">
      {as === 'detail' ? (
        <>
          {bars(1)}
          {pairs(rows)}
        </>
      ) : as === 'form' ? (
        pairs(rows)
      ) : (
        bars(rows)
      )}
    </div>
  )
}

export function LoadingState({ rows = 6, as = 'lines' }: { rows?: number; as?: LoadingShape }) {
  const slow = useSlow(true)
  return (
    <div className="zyt-state" role="status" aria-live="polite" aria-busy="true">
      <span className="zyt-visually-hidden">加载中…</span>
      {slow ? <Skeleton as={as} rows={rows} /> : <div style={{ height: rows * 28 }} />}
    </div>
  )
}

/** `why`: one sentence. `next`: what the person can do about it. `asked`: rows may exist, these conditions match none. */
export function EmptyState({ why, next, compact, asked }: { why: ReactNode; next?: ReactNode; compact?: boolean; asked?: boolean }) {
  return (
    <div className={compact ? 'zyt-state zyt-state-compact' : 'zyt-state'}>
      <div className="zyt-state-said">
        <Drawing name={asked ? 'nothing' : 'empty'} small={compact} />
        <div>{why}</div>
        {next ? <div className="zyt-state-next">{next}</div> : null}
      </div>
    </div>
  )
}

/** After an act that is over: what came of it, and what is next. */
export function DoneState({ title, text, next }: { title: ReactNode; text?: ReactNode; next?: ReactNode }) {
  return (
    <div className="zyt-state" role="status">
      <div className="zyt-state-said">
        <Drawing name="done" />
        <strong>{title}</strong>
        {text ? <div>{text}</div> : null}
        {next ? <div className="zyt-state-next">{next}</div> : null}
      </div>
    </div>
  )
}

interface ErrorFacts {
  title: string
  text: string
  /** Fault id of the server, to quote when asking for help. */
  id: string | null
  drawing: DrawingName
  retry: boolean
}

function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof ApiError)) {
    const text =
      error instanceof Error && /[\u4e00-\u9fff]/.test(error.message) ? error.message : '页面出现意外错误，请重试；仍不行请联系管理员'
    return { title: '出错了', text, id: null, drawing: 'fault', retry: true }
  }
  const data = error.data as { id?: unknown; requestId?: unknown } | null | undefined
  // What is wrong with a field called `id` is no number to quote.
  const id = error.code !== 400 && data && typeof data === 'object' ? (data.id ?? data.requestId) : null
  const shared = { text: error.message, id: typeof id === 'string' || typeof id === 'number' ? String(id) : null }
  if (error.code === 403) return { ...shared, title: '没有权限', drawing: 'locked', retry: false }
  if (error.code === 404) return { ...shared, title: '没有找到', drawing: 'lost', retry: false }
  // The same question gets the same answer; a refusal may be over by then.
  if (error.code === 422 || error.code === 400) return { ...shared, title: '无法完成', drawing: 'refused', retry: error.code === 422 }
  return { ...shared, title: '加载失败', drawing: 'fault', retry: true }
}

let said = { text: '', at: -Infinity }
/** Spec §8: a failed request is told for five seconds, also where a panel stands for it; three panels that fail together tell it once. */
export function useFailureTold(error: unknown): void {
  useEffect(() => {
    const notice = error instanceof ApiError ? error.toast : null
    if (notice?.kind !== 'http') return
    const now = performance.now()
    const again = said.text === notice.text && now - said.at < HTTP_TOAST_MS
    said = { text: notice.text, at: again ? said.at : now }
    if (!again) toast.error(notice.text, HTTP_TOAST_MS)
  }, [error])
}

export function ErrorState({ error, onRetry, extra }: { error: unknown; onRetry?: () => void; extra?: ReactNode }) {
  const facts = errorFacts(error)
  useFailureTold(error)
  return (
    <div className="zyt-state" role="alert">
      <div className="zyt-state-said">
        <Drawing name={facts.drawing} />
        <strong>{facts.title}</strong>
        <div>{facts.text}</div>
        {facts.id ? (
          <div className="zyt-state-id">
            错误编号：<code>{facts.id}</code>
          </div>
        ) : null}
        <div className="zyt-state-next">
          {onRetry && facts.retry ? (
            <Button type="primary" onClick={onRetry}>
              重试
            </Button>
          ) : null}
          {extra}
        </div>
      </div>
    </div>
  )
}
