/**
 * 审批处理: one case. Found by its own id, or by the business record and scene as the customer's links name it; `type=3` shows
 * it as history. The same page serves `workflow`, `flowApprove` and `auditform`.
 */
import { useEffect } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { CaseView } from '../wire.ts'
import { CasePage } from './page/case-page.web.tsx'

const caseKey = (query: object): readonly unknown[] => ['entity', 'approvalCase', 'case', query]

const isNumber = (text: string | undefined): boolean => text !== undefined && /^[1-9]\d{0,14}$/.test(text)

export default function WorkflowCase({ screen: { code } }: ScreenProps) {
  const screen = useScreen()
  const { params, setTitle } = screen
  const address = isNumber(params['id'])
    ? { id: params['id'] }
    : isNumber(params['businessId'])
      ? { businessId: params['businessId'], ...(params['approvalScene'] ? { approvalScene: params['approvalScene'] } : {}) }
      : null
  const history = params['type'] === '3'
  const query = useQuery({
    queryKey: caseKey({ ...address }),
    enabled: address !== null,
    queryFn: ({ signal }) =>
      api.get<CaseView>('/api/v1/workflow/case', { ...address, ...(history ? { type: 3 } : {}) }, { signal, silent: true }),
  })
  const title = query.data?.title
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
  const id = query.data?.id
  useEffect(() => {
    // Only tells the others that it was read; nothing depends on it here.
    if (id) void api.post('/api/v1/workflow/read', { id }, { silent: true, overlay: false }).catch(() => undefined)
  }, [id])
  if (!address)
    return (
      <EmptyState
        why="这个地址没有写明是哪张审批单，请从审批工作台打开"
        next={
          <Button type="primary" onClick={() => screen.open('workbench')}>
            打开审批工作台
          </Button>
        }
      />
    )
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={10} />
  return <CasePage key={query.data.id} view={query.data} readOnly={history} formOnly={code === 'auditform'} />
}
