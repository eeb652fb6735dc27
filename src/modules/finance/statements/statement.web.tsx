/** 生成 of statements, the link for the other side, what it disputes, and settling several at once. */
import { useState } from 'react'
import { Alert, Button, Input, Space, Switch } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { f } from '#kit/entity/field.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { DayInput } from '#kit/ui/field/day-input.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { BulkSlot, TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { lastMonth } from '../last-month.web.ts'
import { firstOf, lastOf } from '../period/period.rules.ts'
import { BatchDialog } from '../pay/batch.web.tsx'
import { STATEMENT_PARTIES, type Dispute } from './statement.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const FROM = f.day('对账起', { required: true })
const TO = f.day('对账止', { required: true })
const lastMonthDays = (): [string, string] => [firstOf(lastMonth()), lastOf(lastMonth())]

export function StatementTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('statements_build')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        生成对账单
      </Button>
      {open ? <BuildDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function BuildDialog({ onClose }: { onClose: () => void }) {
  const [all, setAll] = useState(false)
  const [partyKind, setKind] = useState<keyof typeof STATEMENT_PARTIES>('lessee')
  const [store, setStore] = useState<number | null>(null)
  const [lessee, setLessee] = useState<number | null>(null)
  const [payee, setPayee] = useState('')
  const [[fromOn, toOn], setPeriod] = useState<[unknown, unknown]>(lastMonthDays)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const missing =
    store === null
      ? '请选择门店'
      : !fromOn || !toOn
        ? '请填写期间'
        : all
          ? null
          : partyKind === 'lessee'
            ? lessee === null
              ? '请选择承租人'
              : null
            : payee.trim()
              ? null
              : '请填写往来方'
  const make = async (): Promise<void> => {
    setProblem(null)
    try {
      const asked = { store, partyKind, fromOn, toOn }
      if (all) {
        const { made, left } = await write<{ made: number; left: string[] }>('/api/v1/statement/buildAll', asked)
        await refresh()
        if (left.length) return setProblem(`已生成 ${made} 张；未生成 ${left.length} 张：${[...new Set(left)].slice(0, 5).join('；')}`)
        toast.success(`已生成 ${made} 张对账单`)
      } else {
        const { no } = await write<{ no: string }>('/api/v1/statement/build', {
          ...asked,
          ...(partyKind === 'lessee' ? { lessee } : { payee: payee.trim() }),
        })
        await refresh()
        toast.success(`已生成 ${no}，请核对后发送`)
      }
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '生成失败，请重试'))
    }
  }
  return (
    <Dialog open title="生成对账单" width={720} okText="生成" okReason={missing} onCancel={onClose} onOk={make}>
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <div className="zyt-asked">
          <SearchSelect
            aria-label="对象类型"
            value={partyKind}
            options={Object.entries(STATEMENT_PARTIES).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setKind(value as keyof typeof STATEMENT_PARTIES)}
          />
          <RefPicker to="store" label="门店" value={store} ariaLabel="门店" onChange={(v) => setStore(v as number | null)} />
          <DayInput field={FROM} value={fromOn} onChange={(v) => setPeriod([v, toOn])} />
          <DayInput field={TO} value={toOn} onChange={(v) => setPeriod([fromOn, v])} />
        </div>
        <label className="zyt-asked">
          <Switch checked={all} onChange={setAll} aria-label="该门店全部往来方" />
          <span>该门店全部往来方，每家一张</span>
        </label>
        {all ? null : partyKind === 'lessee' ? (
          <RefPicker to="lessee" label="承租人" value={lessee} ariaLabel="承租人" onChange={(v) => setLessee(v as number | null)} />
        ) : (
          <Input
            aria-label="往来方"
            placeholder="往来方，与应付账单的收款方一致"
            maxLength={80}
            value={payee}
            onChange={(event) => setPayee(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

interface Link {
  url: string
  qr: string
}
export function StatementHead({ row }: TabProps) {
  const can = useCan()
  const write = useWrite()
  const [link, setLink] = useState<Link | null>(null)
  const status = String(row['status'])
  const disputes = row['disputes'] as Dispute[]
  const reason = !can('statements_send')
    ? '您没有发送的权限，请联系管理员开通'
    : status === 'draft' || status === 'voided'
      ? '发送后才有对账链接'
      : null
  const make = (text: boolean): void =>
    // A refusal has been told by its toast.
    void write<Link>('/api/v1/statement/link', { id: row.id, origin: window.location.origin, text }).then(
      (made) => {
        setLink(made)
        if (text) toast.success('链接已发送给对账联系人')
      },
      () => {},
    )
  return (
    <Section
      title="对账"
      extra={
        <Space wrap>
          <ReasonButton reason={null} onClick={() => void api.download('/api/v1/statement/paper', { query: { id: row.id } })}>
            下载对账单
          </ReasonButton>
          <ReasonButton reason={reason} onClick={() => make(false)}>
            对账链接
          </ReasonButton>
          <ReasonButton reason={reason} onClick={() => make(true)}>
            短信发送链接
          </ReasonButton>
        </Space>
      }
    >
      {disputes.length ? (
        <PlainTable
          columns={[{ head: '行' }, { head: '单据' }, { head: '异议' }, { head: '提出' }, { head: '处理' }, { head: '答复' }]}
          rows={disputes.map((d, i) => ({
            key: i,
            cells: [
              String(d.seq),
              d.docNo,
              d.text,
              `${d.by} ${formatTime(d.at)}`,
              <Tag key="o" tone={d.outcome === null ? 'warn' : d.outcome === 'keep' ? 'info' : 'good'}>
                {d.outcome === null ? '未答复' : d.outcome === 'keep' ? '维持' : '更正'}
              </Tag>,
              d.answer ?? '',
            ],
          }))}
        />
      ) : (
        <p>{status === 'draft' ? '核对明细后发送给对方确认。' : '对方没有提出异议。'}</p>
      )}
      <Dialog open={link !== null} title="对账链接" width={520} onCancel={() => setLink(null)} footer={null}>
        {link ? (
          <div className="zyt-stack">
            <svg viewBox="0 0 200 200" width={200} height={200} role="img" aria-label="对账二维码">
              <rect width="200" height="200" fill="white" />
              <path d={link.qr} fill="black" />
            </svg>
            <p>{link.url}</p>
            <CopyButton text={link.url} />
            <p>只显示这一次；重新生成后，之前的链接失效。</p>
          </div>
        ) : null}
      </Dialog>
    </Section>
  )
}

interface Open {
  bills: number[]
  payables: number[]
}
export function StatementBulk({ ids, onClear }: BulkSlot) {
  const can = useCan()
  const screen = useScreen()
  const [payables, setPayables] = useState<readonly number[] | null>(null)
  const settle = async (): Promise<void> => {
    // A refusal has been told by its toast.
    const open = await api.get<Open>('/api/v1/statement/open', { ids: ids.join(',') }).catch(() => null)
    if (!open) return
    if (open.bills.length && open.payables.length) return toast.error('应收与应付的对账单请分开结算')
    if (open.bills.length > 200 || open.payables.length > 200) return toast.error('一次最多结算 200 张账单，请减少所选的对账单')
    if (open.bills.length) screen.open('billPay', { ids: open.bills.join(',') })
    else if (open.payables.length) setPayables(open.payables)
    else toast.error('所选对账单没有未结清的账单')
  }
  return (
    <>
      <ReasonButton
        size="small"
        type="primary"
        reason={can(['billInfoList_pay', 'payableBillList_pay']) ? null : '您没有登记收付款的权限，请联系管理员开通'}
        onClick={() => void settle()}
      >
        批量结算
      </ReasonButton>
      {payables ? <BatchDialog ids={payables} onClose={() => setPayables(null)} onDone={onClear} /> : null}
    </>
  )
}
