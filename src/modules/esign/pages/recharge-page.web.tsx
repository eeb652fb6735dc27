/** 套餐充值: what is left, plans to buy, orders to be confirmed by a second person. */
import { useState } from 'react'
import { InputNumber } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import './sign.css'

interface Total {
  total: number
  used: number
  frozen: number
  expired: number
  remaining: number
  unlimited: boolean
}
interface Plan {
  id: number
  name: string
  copies: number
  price: number
  validDays: number | null
}
interface Order {
  id: number
  no: string
  status: 'toPay' | 'paid' | 'closed'
  copies: number
  amount: number
  paidAt: string | null
  createdAt: string
}
interface Payment {
  orderNo: string
  image: string
  amount: number
  codeUrl: string
  expireAt: string
}
const base = '/api/v1/contract/recharge'
const WORDS = { toPay: '待支付', paid: '已支付', closed: '已关闭' }

export default function RechargePage() {
  const { open } = useScreen()
  const may = useCan()('contractRecharge_recharge')
  const client = useQueryClient()
  const [payment, setPayment] = useState<Payment | null>(null)
  const total = useQuery({
    queryKey: ['entity', 'signQuotaLot', 'total'],
    queryFn: ({ signal }) => api.get<Total>(`${base}/total`, {}, { signal, silent: true }),
  })
  const plans = useQuery({
    queryKey: ['entity', 'rechargePlan', 'open'],
    queryFn: ({ signal }) => api.get<Plan[]>(`${base}/plan`, {}, { signal, silent: true }),
  })
  const orders = useQuery({
    queryKey: ['entity', 'rechargeOrder', 'latest'],
    queryFn: ({ signal }) => api.get<{ list: Order[] }>(`${base}/record`, {}, { signal, silent: true }),
  })
  const buy = async (plan: Plan): Promise<void> => {
    setPayment(await api.post<Payment>(`${base}/doPaymentCode`, { planId: plan.id, quantity: 1 }))
    await client.invalidateQueries({ queryKey: ['entity', 'rechargeOrder'] })
  }
  const t = total.data
  return (
    <div className="zyt-form">
      <Section
        title="签署份数"
        hint="发起时冻结 1 份，有人签署后计为使用；未签署即结束的按参数退还"
        extra={<Gift onDone={() => void client.invalidateQueries({ queryKey: ['entity'] })} />}
      >
        {t ? (
          <DetailTable
            columns={3}
            items={[
              { key: 'k0', label: '剩余', value: t.unlimited ? '不限' : `${t.remaining} 份` },
              { key: 'k1', label: '冻结', value: `${t.frozen} 份` },
              { key: 'k2', label: '已用', value: `${t.used} 份` },
              { key: 'k3', label: '已过期', value: `${t.expired} 份` },
              { key: 'k4', label: '累计', value: `${t.total} 份` },
            ]}
          />
        ) : (
          <LoadingState rows={2} />
        )}
      </Section>
      <Section
        title="套餐"
        extra={
          <ReasonButton reason={null} size="small" onClick={() => open('rechargePlanList')}>
            管理套餐
          </ReasonButton>
        }
      >
        {plans.data?.length === 0 ? <EmptyState why="还没有套餐" /> : null}
        {plans.data?.length ? (
          <PlainTable
            columns={[{ head: '套餐' }, { head: '份数', end: true }, { head: '价格', end: true }, { head: '有效期' }, { head: '' }]}
            rows={plans.data.map((plan) => ({
              key: plan.id,
              cells: [
                plan.name,
                plan.copies,
                formatFen(plan.price),
                plan.validDays ? `${plan.validDays} 天` : '长期',
                <ReasonButton
                  key="b"
                  size="small"
                  type="primary"
                  reason={may ? null : '您没有充值的权限，请联系管理员开通'}
                  onClick={() => void buy(plan)}
                >
                  购买
                </ReasonButton>,
              ],
            }))}
          />
        ) : null}
      </Section>
      <Section
        title="充值记录"
        extra={
          <ReasonButton reason={null} size="small" onClick={() => open('rechargeOrderList')}>
            全部充值单
          </ReasonButton>
        }
      >
        {orders.data?.list.length === 0 ? <EmptyState why="还没有充值记录" /> : null}
        {orders.data?.list.length ? (
          <PlainTable
            columns={[
              { head: '单号', nowrap: true },
              { head: '份数', end: true },
              { head: '金额', end: true },
              { head: '状态' },
              { head: '时间', nowrap: true },
            ]}
            rows={orders.data.list.map((order) => ({
              key: order.id,
              cells: [order.no, order.copies, formatFen(order.amount), WORDS[order.status], formatTime(order.paidAt ?? order.createdAt)],
            }))}
          />
        ) : null}
      </Section>
      <Dialog open={payment !== null} title="付款" width={420} onCancel={() => setPayment(null)} footer={null}>
        {payment ? (
          <div className="zyt-qr">
            <svg viewBox="0 0 200 200" width="200" height="200" role="img" aria-label="付款备注二维码">
              <path d={payment.image} fill="currentColor" />
            </svg>
            <p>{`充值单 ${payment.orderNo}，应付 ${formatFen(payment.amount)} 元`}</p>
            <p className="zyt-sign-note">{`请按公司收款账户付款，备注充值单号；到账后由下单人以外的人员在充值单中确认，份数随即增加。请于 ${formatTime(payment.expireAt)} 前付款。`}</p>
          </div>
        ) : null}
      </Dialog>
    </div>
  )
}

/** Copies that nobody paid for: given by whoever may. */
function Gift({ onDone }: { onDone: () => void }) {
  const may = useCan()('contractRecharge_gift')
  const [open, setOpen] = useState(false)
  const [copies, setCopies] = useState<number | null>(null)
  const give = async (): Promise<void> => {
    await api.post(`${base}/gift`, { copies })
    setOpen(false)
    setCopies(null)
    onDone()
  }
  return (
    <>
      <ReasonButton size="small" reason={may ? null : '您没有赠送份数的权限，请联系管理员开通'} onClick={() => setOpen(true)}>
        赠送份数
      </ReasonButton>
      <Dialog
        open={open}
        title="赠送份数"
        width={420}
        onCancel={() => setOpen(false)}
        onOk={give}
        okText="确认赠送"
        okReason={copies ? null : '请填写份数'}
      >
        <InputNumber
          aria-label="份数"
          placeholder="份数"
          min={1}
          max={100_000}
          precision={0}
          value={copies}
          onChange={setCopies}
          style={{ width: '100%' }}
        />
      </Dialog>
    </>
  )
}
