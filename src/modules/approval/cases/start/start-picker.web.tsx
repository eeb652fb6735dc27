/** What may be applied for, by kind. */
import { useState } from 'react'
import { Input } from 'antd'
import { FileTextOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { CATEGORIES } from '../../process.ts'
import type { Startable } from '../../wire.ts'

export function StartPicker({ onClose }: { onClose: () => void }) {
  const screen = useScreen()
  const [text, setText] = useState('')
  const query = useQuery({
    queryKey: ['approval', 'startable'],
    queryFn: ({ signal }) => api.get<Startable[]>('/api/v1/flow/startable', undefined, { signal, silent: true }),
  })
  const matching = (query.data ?? []).filter((p) => p.name.includes(text.trim()))
  const groups = Map.groupBy(matching, (p) => p.category)
  return (
    <Dialog open title="发起申请" width={720} footer={null} onCancel={onClose}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <LoadingState rows={4} /> : null}
      {query.data && query.data.length > 8 ? (
        <Input
          value={text}
          allowClear={CLEAR}
          placeholder="搜索流程"
          aria-label="搜索流程"
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      {query.data && matching.length === 0 ? (
        <EmptyState why={text ? `没有匹配「${text}」的流程` : '没有可以发起的流程，请联系管理员发布流程或设置发起人权限'} />
      ) : null}
      {[...groups].map(([category, list]) => (
        <section key={category} className="zyt-start-group">
          <h3>{CATEGORIES[category as keyof typeof CATEGORIES] ?? category}</h3>
          <div>
            {list.map((p) => (
              <button
                key={p.key}
                type="button"
                onClick={() => {
                  onClose()
                  screen.open(`/flow/apply/${p.key}?resourceCode=workbench`)
                }}
              >
                <FileTextOutlined />
                <span>
                  <b>{p.name}</b>
                  {p.remark ? <small>{p.remark}</small> : null}
                </span>
              </button>
            ))}
          </div>
        </section>
      ))}
    </Dialog>
  )
}
