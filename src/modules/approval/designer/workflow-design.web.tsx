/** 流程设计: `?id=` one version, or `?process=` the newest draft of a process (made when there is none). */
import { useEffect } from 'react'
import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { Design } from '../wire.ts'
import { DesignEditor } from './design-editor.web.tsx'

const idOf = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)
const designKey = (id: number | null): readonly unknown[] => ['approval', 'design', id]

export default function WorkflowDesign() {
  const screen = useScreen()
  const id = idOf(screen.params['id'])
  const process = idOf(screen.params['process'])
  const client = useQueryClient()
  const { setParams } = screen
  const draft = useQuery({
    queryKey: ['approval', 'draftOf', process],
    enabled: id === null && process !== null,
    gcTime: 0,
    retry: false,
    queryFn: () => api.post<{ id: number }>('/api/v1/approvalVersion/draft', { process }, { silent: true, overlay: false }),
  })
  const draftId = draft.data?.id
  useEffect(() => {
    if (id === null && draftId) setParams({ id: String(draftId), process: null })
  }, [id, draftId, setParams])
  const query = useQuery({
    queryKey: designKey(id),
    enabled: id !== null,
    // What is on the drawing board is the person's, not the server's, until it is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => api.get<Design>('/api/v1/approvalVersion/design', { id }, { signal, silent: true }),
  })
  const { setTitle } = screen
  const name = query.data?.process.name
  useEffect(() => {
    if (name) setTitle(`设计：${name}`)
  }, [name, setTitle])

  if (id === null && process === null)
    return (
      <EmptyState
        why="请从流程列表选择要设计的流程"
        next={
          <Button type="primary" onClick={() => screen.open('workflowList')}>
            流程列表
          </Button>
        }
      />
    )
  if (draft.isError) return <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={10} />
  return (
    <DesignEditor
      key={query.data.id}
      design={query.data}
      onReload={() => void client.invalidateQueries({ queryKey: designKey(id) })}
      onOpen={(version) => setParams({ id: String(version) }, 'push')}
    />
  )
}
