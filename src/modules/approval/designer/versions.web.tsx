/** Versions of a process: open, compare with what is on the board, take an old one as the draft. */
import { useState } from 'react'
import { Button, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { asText } from '#kit/basics/text.ts'
import type { ProcessDefinition } from '../engine/definition.ts'
import type { Design } from '../wire.ts'
import { compare, type Change } from './tree/compare.ts'
import { VERSION_STATUS } from './draft-bar.web.tsx'
import type { Names } from './tree/summary.ts'

const WORDS: Readonly<Record<string, readonly [string, string]>> = VERSION_STATUS
const TONES: Readonly<Record<Change['kind'], string>> = { added: 'green', removed: 'red', changed: 'orange', moved: 'blue' }

interface Props {
  design: Design
  definition: ProcessDefinition
  names: Names
  onOpen: (version: number) => void
  onJump: (id: string) => void
}

export function VersionsPanel({ design, definition, onOpen, onJump }: Props) {
  const can = useCan()
  const query = { process: String(design.process.id), sort: '-number', pageSize: '100' }
  const list = useQuery({
    queryKey: entityKeys.list('approvalVersion', query),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/approvalVersion/list', query, { signal, silent: true }),
  })
  const [other, setOther] = useState<number | null>(null)
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={4} />
  const restore = async (id: number, number: number): Promise<void> => {
    if (!(await confirmBox({ title: '恢复为草稿', content: `用第 ${number} 版的内容覆盖当前草稿。确认恢复？`, okText: '恢复' }))) return
    const old = await api.get<Design>('/api/v1/approvalVersion/design', { id })
    const draft = await api.post<{ id: number }>('/api/v1/approvalVersion/draft', { process: design.process.id })
    const now = await api.get<Design>('/api/v1/approvalVersion/design', { id: draft.id })
    await api.post('/api/v1/approvalVersion/save', { id: draft.id, version: now.version, definition: old.definition })
    toast.success(`草稿已恢复为第 ${number} 版的内容`)
    onOpen(draft.id)
  }
  return (
    <>
      <ul className="zyt-versions">
        {list.data.list.map((row) => {
          const [tone, word] = WORDS[String(row['status'])] ?? ['grey', '']
          const own = row.id === design.id
          return (
            <li key={row.id} aria-current={own}>
              <div>
                <b>第 {String(row['number'])} 版</b> <Tag tone={tone}>{word}</Tag>
                <small>
                  {row['publishedAt'] ? `${formatTime(asText(row['publishedAt']), 'YYYY-MM-DD HH:mm')} ${asText(row['publishedBy$'])}` : ''}
                </small>
              </div>
              <Space size={0}>
                {own ? (
                  <span className="zyt-section-hint">正在查看</span>
                ) : (
                  <>
                    <Button type="link" size="small" onClick={() => onOpen(row.id)}>
                      打开
                    </Button>
                    <Button type="link" size="small" onClick={() => setOther(other === row.id ? null : row.id)}>
                      {other === row.id ? '收起' : '对比'}
                    </Button>
                  </>
                )}
                {row['status'] !== 'draft' && can('workflowList_design') ? (
                  <Button type="link" size="small" onClick={() => void restore(row.id, Number(row['number']))}>
                    恢复为草稿
                  </Button>
                ) : null}
              </Space>
              {other === row.id ? (
                <Comparison id={row.id} number={Number(row['number'])} own={definition} ownNumber={design.number} onJump={onJump} />
              ) : null}
            </li>
          )
        })}
      </ul>
      {list.data.total === 0 ? <EmptyState compact why="还没有版本" /> : null}
    </>
  )
}

function Comparison({
  id,
  number,
  own,
  ownNumber,
  onJump,
}: {
  id: number
  number: number
  own: ProcessDefinition
  ownNumber: number
  onJump: (id: string) => void
}) {
  const query = useQuery({
    queryKey: ['approval', 'compare', id],
    queryFn: ({ signal }) => api.get<Design>('/api/v1/approvalVersion/design', { id }, { signal, silent: true }),
  })
  if (query.isError) return <ErrorState error={query.error} />
  if (!query.data) return <LoadingState rows={3} />
  const older = number < ownNumber
  const changes = older ? compare(query.data.definition.nodes, own.nodes) : compare(own.nodes, query.data.definition.nodes)
  const settings = JSON.stringify(query.data.definition.settings) !== JSON.stringify(own.settings)
  return (
    <div className="zyt-versions-diff">
      <p className="zyt-section-hint">
        从第 {Math.min(number, ownNumber)} 版到第 {Math.max(number, ownNumber)} 版：
      </p>
      {changes.length === 0 && !settings ? <p>内容相同。</p> : null}
      <ul>
        {changes.map((c) => (
          <li key={`${c.kind}${c.id}`}>
            <Tag tone={TONES[c.kind]}>{c.what}</Tag>{' '}
            {(c.kind === 'removed') === older ? (
              c.name
            ) : (
              <button type="button" className="zyt-link" onClick={() => onJump(c.id)}>
                {c.name}
              </button>
            )}
          </li>
        ))}
        {settings ? (
          <li>
            <Tag tone="orange">修改了流程设置</Tag>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
