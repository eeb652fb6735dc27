/** 我的代理 on the desk: who acts for me while I am away. */
import { useState } from 'react'
import { Button, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { f } from '#kit/entity/field.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { FieldInput } from '#kit/ui/field/field.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { PeoplePicker } from '../../forms/people.web.tsx'
import type { OwnDeputies } from '../../wire.ts'
import '../../fields.css'

const FROM = f.instant('开始时间')
const TO = f.instant('结束时间')
const when = (at: string): string => formatTime(at, 'YYYY-MM-DD HH:mm')

export function OwnDeputy({ onClose }: { onClose: () => void }) {
  const [deputy, setDeputy] = useState<number | null>(null)
  const [fromAt, setFrom] = useState<string | null>(null)
  const [toAt, setTo] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const known = useQuery({
    queryKey: ['approval', 'myDeputies'],
    queryFn: ({ signal }) => api.get<OwnDeputies>('/api/v1/workflow/myDeputies', {}, { signal, silent: true }),
  })
  const why =
    deputy === null
      ? '请选择代理人'
      : !fromAt || !toAt
        ? '请选择起止时间'
        : toAt <= fromAt
          ? '结束时间必须晚于开始时间'
          : reason.trim()
            ? null
            : '请填写事由'
  const run = async (): Promise<void> => {
    try {
      await api.post('/api/v1/workflow/setDeputy', { deputy, fromAt, toAt, reason: reason.trim() }, { silent: true })
      toast.success('已设置代理')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const data = error.data as Record<string, string> | null
      toast.error((data && Object.values(data)[0]) || error.message, 5000)
    }
  }
  const cancel = async (id: number): Promise<void> => {
    await api.post('/api/v1/workflow/cancelDeputy', { id })
    await known.refetch()
  }
  return (
    <Dialog open title="我的代理" width={560} okText="设置代理" okReason={why} onCancel={onClose} onOk={run}>
      <p className="zyt-section-hint">这段时间内您和代理人都能看到您的待办，先处理者生效，记录注明「代」您处理。</p>
      {known.data?.length ? (
        <PlainTable
          columns={[{ head: '代理人' }, { head: '起止时间' }, { head: '事由' }, { head: '' }]}
          rows={known.data.map((d) => ({
            key: String(d.id),
            cells: [
              d.name,
              `${when(d.fromAt)} 至 ${when(d.toAt)}`,
              d.reason,
              <Button key="cancel" type="link" size="small" onClick={() => void cancel(d.id)}>
                取消代理
              </Button>,
            ],
          }))}
        />
      ) : null}
      <div className="zyt-case-field">
        <span>代理人</span>
        <PeoplePicker label="代理人" value={deputy} ariaLabel="代理人" onChange={(id) => setDeputy(id as number | null)} />
      </div>
      <div className="zyt-case-field">
        <span>开始时间</span>
        <FieldInput field={FROM} value={fromAt} ariaLabel="开始时间" onChange={(at) => setFrom(at as string | null)} />
      </div>
      <div className="zyt-case-field">
        <span>结束时间</span>
        <FieldInput field={TO} value={toAt} ariaLabel="结束时间" onChange={(at) => setTo(at as string | null)} />
      </div>
      <div className="zyt-case-field">
        <span>事由</span>
        <Input
          value={reason}
          maxLength={200}
          placeholder="例如：出差、休假"
          aria-label="事由"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
