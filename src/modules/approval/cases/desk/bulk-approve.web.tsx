/** Several at once: one opinion, and for each case what became of it. */
import { useState } from 'react'
import { Input } from 'antd'
import type { BulkAnswer } from '#kit/entity/wire.ts'
import { ERRORS } from '#kit/basics/errors.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { BulkResult } from '#kit/ui/list/bulk/bulk-result.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh } from '#kit/ui/record.web.tsx'
import type { WorkItem } from '../../wire.ts'

const isAnswer = (data: unknown): data is BulkAnswer =>
  typeof data === 'object' && data !== null && Array.isArray((data as BulkAnswer).results)

export function BulkApprove({ items, onCancel, onDone }: { items: readonly WorkItem[]; onCancel: () => void; onDone: () => void }) {
  const [opinion, setOpinion] = useState('')
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const refresh = useRefresh()
  const run = async (): Promise<void> => {
    const body = {
      tasks: items.map((i) => ({ task: i.task!.id, version: i.version })),
      ...(opinion.trim() ? { opinion: opinion.trim() } : {}),
    }
    try {
      setAnswer(await api.post<BulkAnswer>('/api/v1/workflow/bulkApprove', body, { silent: true }))
    } catch (error) {
      // Some of them failed: that is an answer too.
      if (error instanceof ApiError && error.code === ERRORS.partlyDone.code && isAnswer(error.data)) setAnswer(error.data)
      else toast.error(sentenceOf(error, '批量同意失败，请重试'), 5000)
    }
    await refresh()
  }
  if (answer)
    return (
      <Dialog open title="批量同意结果" width={720} okText="知道了" onCancel={onDone} onOk={onDone}>
        <BulkResult answer={answer} />
      </Dialog>
    )
  return (
    <Dialog open title={`批量同意 ${items.length} 件审批`} width={640} okText="全部同意" onCancel={onCancel} onOk={run}>
      <ul className="zyt-desk-names">
        {items.map((i) => (
          <li key={i.id}>
            {i.title} <small>{i.no}</small>
          </li>
        ))}
      </ul>
      <Input.TextArea
        value={opinion}
        maxLength={1000}
        autoSize={{ minRows: 2 }}
        placeholder="审批意见（可不填）"
        aria-label="审批意见"
        onChange={(event) => setOpinion(event.target.value)}
      />
    </Dialog>
  )
}
