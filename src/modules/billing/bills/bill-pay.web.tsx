/** 账单支付: some bills of one customer or all of them (一次付清), how the money came, what proves it; and what it will pay, before it is registered. */
import { useEffect, useMemo, useState } from 'react'
import { Alert, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { UsableCodes } from '../payments/codes.wire.ts'
import { movedBy } from '#kit/action/money.ts'
import { f, type Field, type Fields, type FileLink } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
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
import type { OwedBills } from '../billing.wire.ts'
import { BillPicks, OthersOf, totalOf } from './owed/bill-picks.web.tsx'
import { useOwed } from './owed/owed.web.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../billing.css'

const { wechat, alipay, transfer, cash, pos, balance } = CHANNELS
/** Money that is here already needs no proof of having come. */
const isInside = (v: Record<string, unknown>): boolean => v['channel'] === 'balance' || v['channel'] === 'depositDeduct'
const outside = (v: Record<string, unknown>): boolean => !isInside(v)
/** The form of the page; the server judges again. */
const FIELDS: Fields = {
  amount: f.money('收款金额', { required: true, min: 1, hint: '已填一次付清的金额（含滞纳金），可以改少或改多；多出的转入预存余额' }),
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

/** Whose bills, or which: a card names the customer (and the vehicle), a list the bills. */
const askedOf = ({ ids, lessee, vehicle }: Readonly<Record<string, string>>): Record<string, string> =>
  ids ? { ids } : { ...(lessee ? { lessee } : {}), ...(vehicle ? { vehicle } : {}) }

export default function BillPay() {
  const screen = useScreen()
  const asked = useMemo(() => askedOf(screen.params), [screen.params])
  const owed = useOwed(asked)
  if (Object.keys(asked).length === 0)
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
  if (owed.isError) return <ErrorState error={owed.error} onRetry={() => void owed.refetch()} />
  if (!owed.data) return <LoadingState rows={8} />
  const wanted = asked['ids']?.split(',').length ?? 0
  if (owed.data.list.length === 0)
    return (
      <EmptyState
        why={wanted ? '所选账单已收齐，或不在您的数据权限内' : '没有未付的账单'}
        next={
          <ReasonButton reason={null} type="primary" onClick={() => screen.open('billInfoList')}>
            去选择账单
          </ReasonButton>
        }
      />
    )
  const key = JSON.stringify(asked)
  return <PayForm key={key} asked={asked} list={owed.data.list} missing={wanted > owed.data.list.length} />
}

/** The bills to be paid, the form, and when the amount was not typed by hand, the amount that settles what is chosen. */
function PayForm({ asked, list, missing }: { asked: Record<string, string>; list: OwedBills['list']; missing: boolean }) {
  const screen = useScreen()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const bills = useMemo(() => list.filter((b) => !left.has(b.id)), [list, left])
  const ids = useMemo(() => bills.map((b) => b.id), [bills])
  const owed = totalOf(bills)
  const [whole] = useState(owed.total)
  const preset = useMemo(() => ({ amount: whole > 0 ? whole : null, paidAt: new Date().toISOString() }), [whole])
  const form = useInputs(FIELDS, undefined, preset, `billPay:${JSON.stringify(asked)}:${whole}`)
  const write = useWrite()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [sending, setSending] = useState(false)
  // What this page wrote into the amount; any other that stands there is a person's, a draft's too.
  const [proposed, setProposed] = useState(whole > 0 ? whole : null)
  const [code, setCode] = useState<number | null>(null)
  const [account, setAccount] = useState<number | null>(null)
  const [named, setNamed] = useState<Map<number, number>>(new Map())
  const inside = isInside(form.values)
  const { setTitle, setDirty } = screen
  useEffect(() => setTitle(bills.length === 1 ? `登记收款 ${bills[0]!.no}` : `登记收款（${bills.length} 张账单）`), [setTitle, bills])

  const { amount, paidAt, channel } = form.values
  const question: PreviewInput | null =
    ids.length > 0 && typeof amount === 'number' && amount > 0 && typeof paidAt === 'string' && paidAt
      ? { bills: ids, amount, paidAt, ...(named.size ? { designation: designationOf(named) } : {}) }
      : null
  const allocation = useAllocation(question)
  const refusal = allocation.isError ? sentenceOf(allocation.error, '暂时无法计算核销结果，请稍后再试') : null
  // The day of the payment decides the late fee: the whole follows it until somebody types another amount.
  const settles = allocation.data && !allocation.isPlaceholderData ? allocation.data.settles : null
  const { set: setValue } = form
  const typed = amount !== proposed && amount !== settles
  useEffect(() => {
    if (typed || settles === null || settles <= 0) return
    setProposed(settles)
    setValue('amount', settles)
  }, [typed, settles, setValue])

  const choose = (next: ReadonlySet<number>): void => {
    setLeft(next)
    setNamed(new Map())
    const rest = totalOf(list.filter((b) => !next.has(b.id))).total
    if (typed || rest <= 0) return
    setProposed(rest)
    form.set('amount', rest)
  }

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
    ids.length === 0
      ? '请至少勾选一张账单'
      : channel === 'depositDeduct' && account === null
        ? '请选择押金账户'
        : missing
          ? '有账单已付清、已被删除，或不在您的数据权限内，请返回重新选择'
          : busy
            ? '文件上传中，请稍候'
            : refusal
  const [first] = list

  return (
    <div className="zyt-form zyt-stack">
      <Section title="收款账单" hint={asText(first?.lesseeName)}>
        {list.length > 1 && !asked['ids'] ? <BillPicks list={list} left={left} onChange={choose} /> : null}
        <Sums
          sums={[
            { label: `未收本金（${bills.length} 张）`, amount: owed.principal },
            ...(owed.lateFee ? [{ label: '滞纳金（计至今天）', amount: owed.lateFee }] : []),
            { label: '一次付清', amount: settles ?? owed.total, bad: (settles ?? owed.total) > 0 },
          ]}
        />
        {asked['vehicle'] && first ? <OthersOf lessee={first.lessee} listed={list.length} /> : null}
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
        <MeansPicker lessee={first?.lessee ?? 0} channel={asText(channel)} account={account} onAccount={setAccount} />
        {bills.length > 1 ? <Designate bills={bills} value={named} onChange={setNamed} /> : null}
        <QrCodes store={first?.store ?? 0} channel={asText(channel)} chosen={code} onChoose={setCode} />
      </Section>
      <div className="zyt-form-bar">
        <span className="zyt-form-saved">{inside ? '用余额或押金支付立即核销，可以冲销' : '登记后由另一位同事确认，确认时才核销账单'}</span>
        <Space wrap>
          <ReasonButton reason={null} onClick={() => void screen.close()}>
            取消
          </ReasonButton>
          <ReasonButton type="primary" reason={reason} loading={sending} money={movedBy('amount', form.values)} onClick={() => void send()}>
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
