/** 账单支付: some bills of one customer, how the money came, what proves it; and what it will pay, before it is registered. */
import { useEffect, useMemo, useState } from 'react'
import { Alert, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { sumFen } from '#kit/basics/fen.ts'
import type { UsableCodes } from '../payments/codes.wire.ts'
import { f, type Field, type Fields, type FileLink } from '#kit/entity/field.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { FieldRow } from '#kit/ui/record/form/field-row.web.tsx'
import { applies } from '#kit/ui/record/form/form-plan.ts'
import { useFileUrl } from '#kit/ui/files/file-store.web.ts'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { asText } from '#kit/basics/text.ts'
import { AllocationTable, useAllocation, type PreviewInput } from '../payments/allocation-table.web.tsx'
import { Designate, MeansPicker, designationOf } from '../payments/pay-means.web.tsx'
import { CHANNELS } from '../payments/payment.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../billing.css'

const { wechat, alipay, transfer, cash, pos, balance } = CHANNELS
/** Money that is here already needs no proof of having come. */
const isInside = (v: Record<string, unknown>): boolean => v['channel'] === 'balance' || v['channel'] === 'depositDeduct'
const outside = (v: Record<string, unknown>): boolean => !isInside(v)
/** The form of the page; the server judges again. */
const FIELDS: Fields = {
  amount: f.money('收款金额', { required: true, min: 1, hint: '可以少于或多于未收合计；多出的转入预存余额' }),
  channel: f.choice(
    '收款方式',
    { wechat, alipay, transfer, cash, pos, balance, depositDeduct: '押金抵扣' },
    { required: true, begins: 'last' },
  ),
  paidAt: f.instant('付款时间', { required: true, when: outside, hint: '以实际付款时间为准，滞纳金按此计算' }),
  tradeNo: f.text('交易流水号', { maxLength: 64, when: outside, hint: '同一收款方式下不能重复' }),
  payerName: f.text('付款人', { maxLength: 80, when: outside, hint: '不填则为承租人本人' }),
  vouchers: f.files('付款凭证', { maxCount: 6, when: outside }),
  remark: f.note('备注', { maxLength: 300 }),
}

/** More would not fit into an address. */
const MOST = 800
const PAGE = 200
const idsIn = (text: string | undefined): number[] =>
  [
    ...new Set(
      (text ?? '')
        .split(',')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
  ].slice(0, MOST)

export default function BillPay() {
  const screen = useScreen()
  const ids = useMemo(() => idsIn(screen.params['ids']), [screen.params])
  const bills = useQuery({
    queryKey: entityKeys.list('bill', { id: ids.join(','), pageSize: String(PAGE) }),
    enabled: ids.length > 0,
    // A fleet has more bills than one page of a list.
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, i) => ids.slice(i * PAGE, (i + 1) * PAGE))
      const ask = (part: number[]): Promise<ListAnswer> =>
        api.get('/api/v1/bill/list', { id: part.join(','), pageSize: String(PAGE) }, { signal, silent: true })
      return (await Promise.all(parts.map(ask))).flatMap(({ list }) => list)
    },
  })
  if (ids.length === 0)
    return (
      <EmptyState
        why="请先在账单列表中勾选要收款的账单"
        next={
          <ReasonButton reason={null} type="primary" onClick={() => screen.open('billInfoList')}>
            去选择账单
          </ReasonButton>
        }
      />
    )
  if (bills.isError) return <ErrorState error={bills.error} onRetry={() => void bills.refetch()} />
  if (!bills.data) return <LoadingState rows={8} />
  return <PayForm key={ids.join(',')} ids={ids} rows={bills.data} />
}

function PayForm({ ids, rows }: { ids: number[]; rows: Row[] }) {
  const screen = useScreen()
  const total = sumFen(rows.map((row) => Number(row['remain'] ?? 0)))
  const preset = useMemo(() => ({ amount: total > 0 ? total : null, paidAt: new Date().toISOString() }), [total])
  const form = useInputs(FIELDS, undefined, preset, `billPay:${ids.join(',')}`)
  const write = useWrite()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [sending, setSending] = useState(false)
  const [code, setCode] = useState<number | null>(null)
  const [account, setAccount] = useState<number | null>(null)
  const [named, setNamed] = useState<Map<number, number>>(new Map())
  const inside = isInside(form.values)
  const { setTitle, setDirty } = screen
  useEffect(() => setTitle(rows.length === 1 ? `登记收款 ${rows[0]!.$title}` : `登记收款（${rows.length} 张账单）`), [setTitle, rows])

  const { amount, paidAt, channel } = form.values
  const asked: PreviewInput | null =
    typeof amount === 'number' && amount > 0 && typeof paidAt === 'string' && paidAt
      ? { bills: ids, amount, paidAt, ...(named.size ? { designation: designationOf(named) } : {}) }
      : null
  const allocation = useAllocation(asked)
  const refusal = allocation.isError ? sentenceOf(allocation.error, '暂时无法计算核销结果，请稍后再试') : null

  const send = async (): Promise<void> => {
    if (!form.judge()) return
    setSending(true)
    try {
      const given = Object.fromEntries(
        Object.entries(form.values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
      )
      const vouchers = ((form.values['vouchers'] as FileLink[] | null) ?? []).map(({ id }) => ({ id }))
      const designation = named.size ? { designation: designationOf(named) } : {}
      const saved = inside
        ? await write<Row>('/api/v1/payment/apply', {
            bills: ids,
            amount,
            ...(channel === 'depositDeduct' ? { depositAccount: account } : {}),
            ...designation,
            ...(given['remark'] ? { remark: asText(given['remark']).slice(0, 200) } : {}),
          })
        : await write<Row>('/api/v1/payment/register', {
            ...given,
            vouchers,
            bills: ids,
            ...designation,
            ...(code ? { payQrCode: code } : {}),
          })
      form.forget()
      setDirty(false)
      await refresh()
      toast.success(inside ? '已核销账单' : '已登记，等待另一位同事确认到账')
      const path = detailPath('payment', saved.id)
      void screen.close().then(() => path && screen.open(path))
    } catch (error) {
      form.fail(error, '登记失败，请重试')
    } finally {
      setSending(false)
    }
  }
  const set = (name: string, value: unknown): void => {
    setDirty(true)
    form.set(name, value)
    if (name === 'channel') setCode(null)
  }
  const reason =
    total === 0
      ? '所选账单没有未收金额，不需要收款'
      : channel === 'depositDeduct' && account === null
        ? '请选择押金账户'
        : rows.length < ids.length
          ? '有账单不存在或无权查看，请返回重新选择'
          : busy
            ? '文件上传中，请稍候'
            : refusal

  return (
    <div className="zyt-form zyt-stack">
      <Section title="收款账单" hint={asText(rows[0]?.['lessee$'])}>
        <Sums sums={[{ label: `未收合计（${rows.length} 张）`, amount: total }]} />
        <AllocationTable query={allocation} />
      </Section>
      <Section title="收款信息">
        {form.general.map((sentence) => (
          <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
        ))}
        <FormFrame>
          <div className="zyt-form-fields">
            {Object.keys(FIELDS)
              .filter((name) => applies(FIELDS[name] as Field, form.values))
              .map((name) => (
                <FieldRow
                  key={name}
                  name={name}
                  field={FIELDS[name] as Field}
                  value={form.values[name]}
                  error={form.errorAt(name)}
                  onBusy={name === 'vouchers' ? setBusy : undefined}
                  onChange={(value) => set(name, value)}
                  onLeave={() => form.leave(name)}
                />
              ))}
          </div>
        </FormFrame>
        <MeansPicker lessee={Number(rows[0]?.['lessee'] ?? 0)} channel={asText(channel)} account={account} onAccount={setAccount} />
        {rows.length > 1 ? <Designate rows={rows} value={named} onChange={setNamed} /> : null}
        <QrCodes store={Number(rows[0]?.['store'] ?? 0)} channel={asText(channel)} chosen={code} onChoose={setCode} />
      </Section>
      <div className="zyt-form-bar">
        <span className="zyt-form-saved">{inside ? '用余额或押金支付立即核销，可以冲销' : '登记后由另一位同事确认，确认时才核销账单'}</span>
        <Space wrap>
          <ReasonButton reason={null} onClick={() => void screen.close()}>
            取消
          </ReasonButton>
          <ReasonButton type="primary" reason={reason} loading={sending} onClick={() => void send()}>
            {inside ? '支付账单' : '登记收款'}
          </ReasonButton>
        </Space>
      </div>
    </div>
  )
}

/** Shown to the customer to scan, or to read the account from; choosing one notes where the money went. */
function QrCodes({
  store,
  channel,
  chosen,
  onChoose,
}: {
  store: number
  channel: string
  chosen: number | null
  onChoose: (id: number | null) => void
}) {
  const takesCode = channel === 'wechat' || channel === 'alipay' || channel === 'transfer'
  const codes = useQuery({
    queryKey: ['entity', 'payQrCode', 'usable', store],
    enabled: takesCode && store > 0,
    queryFn: ({ signal }) => api.get<UsableCodes>('/api/v1/payQrCode/usable', { store }, { signal, silent: true }),
  })
  if (!takesCode) return null
  const list = (codes.data?.list ?? []).filter((one) => one.channel === channel)
  if (codes.isPending) return <LoadingState rows={2} />
  if (list.length === 0) return <p className="zyt-section-hint">该门店没有启用的{CHANNELS[channel]}收款码，可在「收款码」中维护。</p>
  return (
    <div className="zyt-qr-codes" role="group" aria-label="收款码">
      {list.map((one) => (
        <CodeCard key={one.id} code={one} chosen={chosen === one.id} onChoose={() => onChoose(chosen === one.id ? null : one.id)} />
      ))}
    </div>
  )
}

function CodeCard({ code, chosen, onChoose }: { code: UsableCodes['list'][number]; chosen: boolean; onChoose: () => void }) {
  const url = useFileUrl(code.image?.[0] ?? null)
  return (
    <button type="button" className="zyt-qr-code" aria-pressed={chosen} onClick={onChoose}>
      {url ? <img src={url} alt={`${code.name}收款码`} /> : null}
      <span>
        <b>{code.name}</b>
        <small>{code.accountName}</small>
        {code.accountNo ? <small>{code.accountNo}</small> : null}
        <small>{chosen ? '已选择' : '点击选择'}</small>
      </span>
    </button>
  )
}
