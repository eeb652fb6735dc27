/** What leases, applications and lists of vehicles show besides their fields: the next steps, and who had a vehicle when. */
import { useState } from 'react'
import { Alert, Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { f, type Field, type Fields } from '#kit/entity/field.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { FieldRow } from '#kit/ui/record/form/field-row.web.tsx'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { BulkSlot, TabProps } from '#kit/ui/screen/slots.web.ts'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { billsOf } from './bills-of.web.ts'
import { Standing } from './contracts/standing.web.tsx'
import { owedSums, useOwed } from './owed.web.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import './leasing.css'

const STEPS = [
  ['changeCarList', 'changeCarAdd', '申请换车'],
  ['renewalOfLease', 'renewalOfLeaseAdd', '续租'],
  ['reduceRentList', 'reduceRentAdd', '减租'],
  ['extensionRecord', 'extensionAdd', '延期'],
  ['incidental', 'incidentalAdd', '登记杂费'],
  ['backCarList', 'backCarAdd', '申请退车'],
] as const
const FEES_LATER = new Set(['swapping', 'returning', 'toInspect', 'toSettle', 'settling'])

export function LeaseHead({ row }: TabProps) {
  const screen = useScreen()
  const can = useCan()
  const query = { lease: String(row.id), status: 'unpaid,partlyPaid,settled,writtenOff', pageSize: '1' }
  const bills = useQuery({
    queryKey: entityKeys.list('bill', query),
    enabled: can('billInfoList'),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/bill/list', query, { signal, silent: true }),
  })
  const owed = useOwed({ lease: row.id })
  const status = String(row['status'])
  const may = STEPS.filter(([right]) => can(`${right}_add`))
  const why = (right: string): string | null =>
    status === 'active' || (right === 'incidental' && FEES_LATER.has(status)) ? null : '只有在租的租约才能办理'
  return (
    <Section
      title="款项与办理"
      extra={
        may.length ? (
          <div className="zyt-lease-steps">
            {may.map(([right, code, label]) => (
              <ReasonButton
                key={code}
                size="small"
                reason={why(right)}
                onClick={() =>
                  screen.open(code, {
                    type: 3,
                    lease: row.id,
                    ...(right === 'renewalOfLease' ? { monthlyRent: Number(row['monthlyRent'] ?? 0) } : {}),
                  })
                }
              >
                {label}
              </ReasonButton>
            ))}
          </div>
        ) : null
      }
    >
      <Standing of={{ lease: row.id }} />
      {bills.data?.totals ? (
        <Sums
          sums={[
            { label: '月租金', amount: Number(row['monthlyRent'] ?? 0) },
            { label: '已出账（含押金）', amount: bills.data.totals['amount'] ?? 0, to: billsOf({ lease: row.id, status: query.status }) },
            { label: '已收', amount: bills.data.totals['paid'] ?? 0, to: billsOf({ lease: row.id, status: query.status }) },
            ...owedSums(owed, bills.data.totals['remain'] ?? 0, billsOf({ lease: row.id, status: 'unpaid,partlyPaid' })),
          ]}
        />
      ) : (
        <p className="zyt-section-hint">没有账单权限时这里不显示金额。</p>
      )}
    </Section>
  )
}

/** An application that was agreed to becomes a contract. */
export function ApplicationHead({ row }: TabProps) {
  const screen = useScreen()
  const can = useCan()
  if (row['status'] !== 'approved' || !can('contracList_add')) return null
  return (
    <Section title="下一步" hint="申请已通过，可以据此签订合同">
      <ReasonButton type="primary" reason={null} onClick={() => screen.open('contracAdd', { type: 3, application: row.id })}>
        签订合同
      </ReasonButton>
    </Section>
  )
}

/** In the bar of chosen vehicles, on the screen of vehicles that are free. */
export function VehicleBulk({ ids }: BulkSlot) {
  const can = useCan()
  const screen = useScreen()
  if (screen.screen.code !== 'vehicleLease' || !can('leaseList_start')) return null
  return (
    <ReasonButton
      size="small"
      type="primary"
      reason={ids.length > 200 ? '一次最多 200 辆车' : null}
      onClick={() => screen.open('leaseAdd', { vehicles: ids.join(',') })}
    >
      发起租赁
    </ReasonButton>
  )
}

export function LeaseTools() {
  const can = useCan()
  const screen = useScreen()
  return can('leaseList_start') ? (
    <Button type="primary" onClick={() => screen.open('leaseAdd')}>
      新增租约
    </Button>
  ) : null
}

const ASK: Fields = { plateNo: f.text('车牌号', { required: true, maxLength: 12 }), at: f.instant('时间', { required: true }) }
type Found = {
  segment:
    | null
    | (Row & {
        plateNo: string
        lesseeName: string
        leaseNo: string
        contractNo: string
        lease: number
        contract: number
        lessee: number
        fromAt: string
        toAt: string | null
      })
}

/** 谁在用车: plate and moment in, the responsible lessee out. */
export function SegmentTools() {
  const [open, setOpen] = useState(false)
  const [answer, setAnswer] = useState<Found | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const form = useInputs(ASK)
  const ask = async (): Promise<void> => {
    if (!form.judge()) return
    setAnswer(null)
    setWrong(null)
    try {
      setAnswer(
        await api.get<Found>(
          '/api/v1/leaseSegment/at',
          { plateNo: String(form.values['plateNo']), at: String(form.values['at']) },
          { silent: true },
        ),
      )
    } catch (error) {
      setWrong(sentenceOf(error, '查询失败，请重试'))
    }
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>查某时刻谁在用车</Button>
      <Dialog open={open} title="查某时刻谁在用车" width={560} okText="查询" onCancel={() => setOpen(false)} onOk={ask}>
        <FormFrame>
          <div className="zyt-form-fields zyt-form-fields-one">
            {Object.keys(ASK).map((name, i) => (
              <FieldRow
                key={name}
                name={name}
                field={ASK[name] as Field}
                value={form.values[name]}
                error={form.errorAt(name)}
                autoFocus={i === 0}
                onChange={(value) => form.set(name, value)}
                onLeave={() => form.leave(name)}
              />
            ))}
          </div>
        </FormFrame>
        {wrong ? <Alert type="warning" showIcon title={wrong} /> : null}
        {answer && !answer.segment ? <Alert type="info" showIcon title="该时刻没有承租人在用这辆车" /> : null}
        {answer?.segment ? <Holder segment={answer.segment} /> : null}
      </Dialog>
    </>
  )
}

function Holder({ segment: s }: { segment: NonNullable<Found['segment']> }) {
  const time = (at: string): string => formatTime(at, 'YYYY-MM-DD HH:mm')
  return (
    <Alert
      type="success"
      showIcon
      title={
        <>
          承租人：<RecordName of={{ entity: 'lessee', id: s.lessee }}>{s.lesseeName}</RecordName>
        </>
      }
      description={
        <>
          {s.plateNo}，{time(s.fromAt)} {s.toAt ? `至 ${time(s.toAt)}` : '起，至今'}。租约{' '}
          <Link to={detailPath('lease', s.lease)}>{s.leaseNo}</Link>，合同{' '}
          <Link to={detailPath('contract', s.contract)}>{s.contractNo}</Link>
        </>
      }
    />
  )
}
