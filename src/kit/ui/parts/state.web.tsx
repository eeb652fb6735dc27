/** The three things a screen shows instead of its data, each with what to do next (never a bare spinner or a bare "error"). */
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, Empty, Result, Skeleton } from 'antd'
import { ApiError } from '../client/api.web.ts'
import { HTTP_TOAST_MS, toast } from '../dialog/message.web.tsx'
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

export function LoadingState({ rows = 6 }: { rows?: number }) {
  const slow = useSlow(true)
  return (
    <div className="zyt-state" role="status" aria-live="polite" aria-busy="true">
      <span className="zyt-visually-hidden">加载中…</span>
      {slow ? <Skeleton active title={false} paragraph={{ rows }} /> : <div style={{ height: rows * 28 }} />}
    </div>
  )
}

/** `why`: one sentence. `next`: what the person can do about it. */
export function EmptyState({ why, next, compact }: { why: ReactNode; next?: ReactNode; compact?: boolean }) {
  return (
    <div className={compact ? 'zyt-state zyt-state-compact' : 'zyt-state'}>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={why}>
        {next}
      </Empty>
    </div>
  )
}

interface ErrorFacts {
  title: string
  text: string
  /** Fault id of the server, to quote when asking for help. */
  id: string | null
  status: 'error' | 'warning' | '403' | '404'
  retry: boolean
}

function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof ApiError)) {
    const text =
      error instanceof Error && /[\u4e00-\u9fff]/.test(error.message) ? error.message : '页面出现意外错误，请重试；仍不行请联系管理员'
    return { title: '出错了', text, id: null, status: 'error', retry: true }
  }
  const data = error.data as { id?: unknown; requestId?: unknown } | null | undefined
  // What is wrong with a field called `id` is no number to quote.
  const id = error.code !== 400 && data && typeof data === 'object' ? (data.id ?? data.requestId) : null
  const shared = { text: error.message, id: typeof id === 'string' || typeof id === 'number' ? String(id) : null }
  if (error.code === 403) return { ...shared, title: '没有权限', status: '403', retry: false }
  if (error.code === 404) return { ...shared, title: '没有找到', status: '404', retry: false }
  // The same question gets the same answer; a refusal may be over by then.
  if (error.code === 422 || error.code === 400) return { ...shared, title: '无法完成', status: 'warning', retry: error.code === 422 }
  return { ...shared, title: '加载失败', status: 'error', retry: true }
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
      <Result
        status={facts.status}
        title={facts.title}
        subTitle={
          <>
            <div>{facts.text}</div>
            {facts.id ? (
              <div className="zyt-state-id">
                错误编号：<code>{facts.id}</code>
              </div>
            ) : null}
          </>
        }
        extra={
          <>
            {onRetry && facts.retry ? (
              <Button type="primary" onClick={onRetry}>
                重试
              </Button>
            ) : null}
            {extra}
          </>
        }
      />
    </div>
  )
}
