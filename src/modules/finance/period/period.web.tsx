/** 建立会计期间, and the checks before a month is closed. */
import { useState } from 'react'
import { Alert, Button, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { PeriodCheck } from './period.rules.ts'
import '../finance.css'

const LEVEL = { ok: ['green', '通过'], ask: ['orange', '需说明'], stop: ['red', '未通过'] } as const

export default function PeriodTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('fincialList_close')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        关账检查
      </Button>
      {open ? <CheckDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function CheckDialog({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const good = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
  const query = useQuery({
    queryKey: ['entity', 'accountPeriod', 'checks', month],
    queryFn: ({ signal }) => api.get<{ checks: PeriodCheck[] }>('/api/v1/accountPeriod/checks', { month }, { signal, silent: true }),
    enabled: good,
  })
  const make = async (): Promise<void> => {
    try {
      await write('/api/v1/accountPeriod/open', { month })
      await refresh()
      toast.success(`已建立 ${month}`)
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '建立失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="关账检查"
      width={760}
      okText="建立该月期间"
      okReason={good ? null : '请填写月份，例如 2026-05'}
      onCancel={onClose}
      onOk={make}
    >
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <Input
          aria-label="月份"
          placeholder="月份，例如 2026-05"
          maxLength={7}
          value={month}
          onChange={(event) => setMonth(event.target.value.trim())}
        />
        {query.error ? <Alert type="error" showIcon title={sentenceOf(query.error, '读取失败，请重试')} role="alert" /> : null}
        {query.data ? (
          <PlainTable
            columns={[{ head: '检查' }, { head: '结果' }, { head: '说明' }]}
            rows={query.data.checks.map((c) => ({
              key: c.code,
              cells: [
                c.label,
                <Tag key="t" tone={LEVEL[c.level][0]}>
                  {LEVEL[c.level][1]}
                </Tag>,
                c.note,
              ],
            }))}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
