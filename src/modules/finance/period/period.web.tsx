/** 建立会计期间, and the checks before a month is closed. */
import { useState } from 'react'
import { Alert, Button, Input } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { PeriodCheck, PeriodSum } from './period.rules.ts'
import { lastMonth } from '../last-month.web.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import '../finance.css'
import '#kit/ui/parts/stack.css'

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

/** What is missing, and where it is mended. */
function Checks({ list }: { list: readonly PeriodCheck[] }) {
  return (
    <PlainTable
      columns={[{ head: '检查' }, { head: '结果' }, { head: '说明' }]}
      rows={list.map((c) => ({
        key: c.code,
        cells: [
          c.label,
          <Tag key="t" tone={LEVEL[c.level][0]}>
            {LEVEL[c.level][1]}
          </Tag>,
          c.level !== 'ok' && c.link ? (
            <Link key="l" to={c.link}>
              {c.note}
            </Link>
          ) : (
            c.note
          ),
        ],
      }))}
    />
  )
}

/** What a month was closed with: its sums, and what was looked at. */
export function PeriodHead({ row }: TabProps) {
  const [sums, checks] = [row['sums'] as PeriodSum[], row['checks'] as PeriodCheck[]]
  if (checks.length === 0) return null
  return (
    <Section title="关账时的汇总">
      <div className="zyt-stack">
        <PlainTable
          columns={[{ head: '单据' }, { head: '数量', end: true }, { head: '金额', end: true }]}
          rows={sums.map((s) => ({ key: s.docType, cells: [s.label, String(s.count), formatFen(s.amount)] }))}
          empty="该月没有单据"
        />
        <Checks list={checks} />
      </div>
    </Section>
  )
}

function CheckDialog({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(lastMonth)
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
        {query.data ? <Checks list={query.data.checks} /> : null}
      </div>
    </Dialog>
  )
}
