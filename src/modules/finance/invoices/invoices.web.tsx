/** 申请开票: a customer, his title, and how much of which bills; on a bill, what of it is invoiced. */
import { useState } from 'react'
import { Alert, Button, Checkbox, Input, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen, sumFen } from '#kit/basics/fen.ts'
import { f } from '#kit/entity/field.ts'
import { BILL_TYPES } from '#modules/billing/bills/fee-items.rules.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { FieldInput } from '#kit/ui/field/field-input.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { invoice } from './invoice.ts'
import type { BillInvoices, OpenBills } from './invoice.wire.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const KINDS = invoice.fields.kind.options
const STATES: Readonly<Record<string, string>> = invoice.fields.status.options
const AMOUNT = f.money('本次开票', { min: 1 })

export function InvoiceTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('invoiceManage_apply')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        申请开票
      </Button>
      {open ? <ApplyDialog lessee={null} bill={null} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const useOpen = (lessee: number | null) =>
  useQuery({
    queryKey: ['entity', 'invoice', 'open', lessee],
    queryFn: ({ signal }) => api.get<OpenBills>('/api/v1/invoice/open', { lessee }, { signal, silent: true }),
    enabled: lessee !== null,
  })

function ApplyDialog({ lessee: first, bill, onClose }: { lessee: number | null; bill: number | null; onClose: () => void }) {
  const [lessee, setLessee] = useState(first)
  const [title, setTitle] = useState<number | null>(null)
  const [kind, setKind] = useState<keyof typeof KINDS>('general')
  // Of bills that are chosen; null: the whole of what is open.
  const [wanted, setWanted] = useState<ReadonlyMap<number, number | null>>(() => new Map(bill === null ? [] : [[bill, null]]))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const query = useOpen(lessee)
  const titles = query.data?.titles ?? []
  const chosen = (query.data?.bills ?? []).filter((b) => wanted.has(b.id)).map((b) => ({ ...b, ask: wanted.get(b.id) ?? b.open }))
  const titleId = title ?? titles[0]?.id ?? null
  const tooMuch = chosen.find((b) => b.ask > b.open)
  const send = async (): Promise<void> => {
    try {
      const made = await write<{ no: string }>('/api/v1/invoice/apply', {
        title: titleId,
        kind,
        bills: chosen.map((b) => ({ id: b.id, amount: b.ask })),
        beforePaid: reason.trim() || null,
        remark: null,
      })
      await refresh()
      toast.success(`已申请 ${made.no}，请在发票管理中开票`)
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '申请失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="申请开票"
      width={920}
      okText="申请"
      money={sumFen(chosen.map((b) => b.ask))}
      okReason={
        lessee === null
          ? '请选择承租人'
          : titleId === null
            ? '该承租人还没有发票抬头，请先新增'
            : chosen.length === 0
              ? '请勾选要开票的账单'
              : tooMuch
                ? `账单 ${tooMuch.no} 可开金额只有 ${formatFen(tooMuch.open)}`
                : null
      }
      onCancel={onClose}
      onOk={send}
    >
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <div className="zyt-asked">
          {first === null ? (
            <RefPicker
              to="lessee"
              label="承租人"
              value={lessee}
              ariaLabel="承租人"
              onChange={(v) => {
                setLessee(v as number | null)
                setTitle(null)
                setWanted(new Map())
              }}
            />
          ) : null}
          <SearchSelect
            aria-label="发票抬头"
            placeholder="发票抬头"
            value={titleId}
            options={titles.map((t) => ({ value: t.id, label: t.taxNo ? `${t.title}　${t.taxNo}` : t.title }))}
            onChange={(value) => setTitle(value as number)}
          />
          <SearchSelect
            aria-label="发票种类"
            value={kind}
            options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setKind(value as keyof typeof KINDS)}
          />
        </div>
        {lessee === null ? (
          <p className="zyt-section-hint">选择承租人后，这里列出可以开票的账单</p>
        ) : query.isLoading ? (
          <LoadingState rows={4} />
        ) : null}
        {query.data && titles.length === 0 ? (
          <Alert
            type="warning"
            showIcon
            title="该承租人还没有发票抬头"
            action={<Link to={`/finance/invoiceTitleAdd?lessee=${lessee}`}>新增抬头</Link>}
          />
        ) : null}
        {query.data ? (
          <PlainTable
            columns={[
              { head: '' },
              { head: '账单' },
              { head: '类型' },
              { head: '应收', end: true },
              { head: '可开', end: true },
              { head: '本次开票', end: true },
            ]}
            rows={query.data.bills.map((b) => ({
              key: b.id,
              cells: [
                <Checkbox
                  key="c"
                  aria-label={b.no}
                  checked={wanted.has(b.id)}
                  onChange={(e) => {
                    const next = new Map(wanted)
                    if (e.target.checked) next.set(b.id, null)
                    else next.delete(b.id)
                    setWanted(next)
                  }}
                />,
                <Space key="n">
                  {b.no}
                  {b.settled ? null : <Tag tone="orange">未结清</Tag>}
                </Space>,
                BILL_TYPES[b.billType as keyof typeof BILL_TYPES],
                formatFen(b.amount),
                formatFen(b.open),
                wanted.has(b.id) ? (
                  <FieldInput
                    key="a"
                    ariaLabel={`${b.no} 本次开票`}
                    field={AMOUNT}
                    value={wanted.get(b.id) ?? b.open}
                    onChange={(v: unknown) => setWanted(new Map(wanted).set(b.id, v as number | null))}
                  />
                ) : (
                  ''
                ),
              ],
            }))}
            empty="没有可以开票的账单"
          />
        ) : null}
        {chosen.some((b) => !b.settled) ? (
          <Input
            aria-label="先票后款说明"
            placeholder="有账单尚未结清，请说明先开票的原因"
            maxLength={200}
            value={reason}
            onChange={(e) => setReason(e.target.value)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

/** Tab of a bill: its charges with what is invoiced of each, and the documents. */
export function BillInvoicesTab({ row }: TabProps) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['entity', 'invoice', 'ofBill', row.id],
    queryFn: ({ signal }) => api.get<BillInvoices>('/api/v1/invoice/ofBill', { id: row.id }, { signal, silent: true }),
  })
  if (query.isError) return <Alert type="warning" showIcon title={sentenceOf(query.error, '暂时无法读取开票情况，请稍后再试')} />
  if (!query.data) return <LoadingState rows={3} />
  const { invoiced, open: free, charges, documents } = query.data
  return (
    <div className="zyt-stack">
      <Sums
        sums={[
          { label: '已开票（含申请中）', amount: invoiced },
          { label: '可开票', amount: free },
        ]}
      />
      {free > 0 && can('invoiceManage_apply') ? (
        <div>
          <Button onClick={() => setOpen(true)}>申请开票</Button>
        </div>
      ) : null}
      <PlainTable
        columns={[
          { head: '费用' },
          { head: '税率' },
          { head: '金额', end: true },
          { head: '已开票', end: true },
          { head: '可开票', end: true },
        ]}
        rows={charges.map((c) => ({
          key: c.id,
          cells: [
            c.description,
            c.rateBp === null ? '不征税' : `${c.rateBp / 100}%`,
            formatFen(c.amount),
            formatFen(c.gross),
            c.open < 0 ? <Tag key="o" tone="red">{`待红冲 ${formatFen(-c.open)}`}</Tag> : formatFen(c.open),
          ],
        }))}
      />
      <PlainTable
        columns={[{ head: '申请编号' }, { head: '发票号码' }, { head: '抬头' }, { head: '状态' }, { head: '本账单金额', end: true }]}
        rows={documents.map((d) => ({
          key: d.id,
          cells: [
            <Link key="l" to={detailPath('invoice', d.id)}>
              {d.no}
            </Link>,
            d.number ?? '—',
            d.title,
            STATES[d.status],
            formatFen(d.gross),
          ],
        }))}
        empty="还没有为这张账单申请过发票"
      />
      {open ? <ApplyDialog lessee={Number(row['lessee'])} bill={row.id} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
