/** 表单设计: `?id=` one version, or `?form=` the newest draft of a form. */
import { useEffect } from 'react'
import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { FormDesign } from '../../wire.ts'
import { FormEditor } from './form-editor.web.tsx'

const idOf = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)

export default function FormDesignScreen() {
  const screen = useScreen()
  const { setParams, setTitle } = screen
  const client = useQueryClient()
  const id = idOf(screen.params['id'])
  const form = idOf(screen.params['form'])
  const draft = useQuery({
    queryKey: ['approval', 'draftOfForm', form],
    enabled: id === null && form !== null,
    gcTime: 0,
    retry: false,
    queryFn: () => api.post<{ id: number }>('/api/v1/approvalFormVersion/draft', { form }, { silent: true, overlay: false }),
  })
  const draftId = draft.data?.id
  useEffect(() => {
    if (id === null && draftId) setParams({ id: String(draftId), form: null })
  }, [id, draftId, setParams])
  const query = useQuery({
    queryKey: ['approval', 'formDesign', id],
    enabled: id !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => api.get<FormDesign>('/api/v1/approvalFormVersion/design', { id }, { signal, silent: true }),
  })
  const name = query.data?.form.name
  useEffect(() => {
    if (name) setTitle(`表单：${name}`)
  }, [name, setTitle])
  if (id === null && form === null)
    return (
      <EmptyState
        why="请从表单列表选择要设计的表单"
        next={
          <Button type="primary" onClick={() => screen.open('approvalFormList')}>
            审批表单
          </Button>
        }
      />
    )
  if (draft.isError) return <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={10} />
  return (
    <FormEditor
      key={query.data.id}
      design={query.data}
      onReload={() => void client.invalidateQueries({ queryKey: ['approval', 'formDesign', id] })}
      onOpen={(version) => setParams({ id: String(version) }, 'push')}
    />
  )
}
