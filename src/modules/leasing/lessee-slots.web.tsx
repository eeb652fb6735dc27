/** What leasing tells about a lessee on his page: what he drives, what he owes, what we hold of his; each figure opens the rows behind it. */
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { asText } from '#kit/basics/text.ts'
import type { ListAnswer, Row } from '#kit/entity/wire.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Sums, type Sum } from '#kit/ui/parts/sums.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import LeaseEnd from './end-cell.web.tsx'
import { useOwed } from './owed.web.ts'
import './leasing.css'

/** Plates a person takes in; the rest stands in the list that the figure opens. */
const SHOWN = 8
const DRIVING = 'active,swapping,returning,toInspect'
const OPEN = 'unpaid,partlyPaid'

type Query = Record<string, string>
/** Only what the person may open is asked for. */
function useList(entity: string, screen: string, query: Query) {
  const can = useCan()
  return useQuery({
    queryKey: entityKeys.list(entity, query),
    enabled: can(screen),
    queryFn: ({ signal }) => api.get<ListAnswer>(`/api/v1/${entity}/list`, query, { signal, silent: true }),
  })
}
const pathTo = (screen: string, query: Query): string => `${screenOf(screen).path}?${new URLSearchParams(query).toString()}`

interface Figure {
  label: string
  screen: string
  query: Query
  answer: ListAnswer | undefined
  /** Of its totals; without one the rows are counted. */
  sum?: string
  unit?: string
  bad?: boolean
}
/** Nothing of what the person may not open. */
function sumOf({ label, screen, query, answer, sum, unit, bad }: Figure): Sum[] {
  if (!answer) return []
  const amount = sum ? (answer.totals?.[sum] ?? 0) : answer.total
  return [{ label, amount, to: pathTo(screen, query), ...(unit ? { unit } : {}), ...(bad && amount > 0 ? { bad } : {}) }]
}

/** The act on the page a new customer ends on: what comes next for him. */
const whyNoContract = (row: Row): string | null =>
  row['status'] === 'normal'
    ? null
    : row['status'] === 'reviewing'
      ? '承租人还没审核，先「审核通过」再签合同'
      : '只有状态为「正常」的承租人才能签合同'

export function LesseeHead({ row }: TabProps) {
  const can = useCan()
  const screen = useScreen()
  const id = String(row.id)
  const driving = { lessee: id, status: DRIVING }
  const open = { lessee: id, status: OPEN, direction: 'receivable' }
  const late = { ...open, graceUntil: `~${addDays(systemClock.today(), -1)}` }
  const owed = useOwed({ lessee: row.id })
  const held = { lessee: id, standing: 'partial,full,held' }
  const fines = { lessee: id, status: 'toClaim,toHandle,notified,handling,transferring,appealing' }
  const one = { pageSize: '1' }
  const leases = useList('lease', 'leaseList', { ...driving, pageSize: String(SHOWN) })
  const deposits = useList('depositAccount', 'userEnsure', { ...held, ...one })
  const violations = useList('violation', 'breRegulationsL', { ...fines, ...one })
  if (!leases.data && !owed && !deposits.data) return null
  const sums: Sum[] = [
    ...sumOf({ label: '在租车辆', screen: 'leaseList', query: driving, answer: leases.data, unit: '辆' }),
    ...(owed
      ? [
          {
            label: owed.lateFee ? '欠款（含滞纳金）' : '欠款',
            amount: owed.total,
            to: pathTo('billInfoList', open),
            bad: owed.overdue > 0,
          },
          { label: '其中逾期', amount: owed.overdue, to: pathTo('billInfoList', late), bad: owed.overdue > 0 },
        ]
      : []),
    ...sumOf({ label: '押金余额', screen: 'userEnsure', query: held, answer: deposits.data, sum: 'balance' }),
    { label: '预存余额', amount: Number(row['balance'] ?? 0) },
    ...sumOf({ label: '未结违章', screen: 'breRegulationsL', query: fines, answer: violations.data, unit: '条', bad: true }),
  ]
  return (
    <Section
      title="概况"
      extra={
        <>
          {can('contracList_add') ? (
            <ReasonButton
              reason={whyNoContract(row)}
              onClick={() => screen.open('contracAdd', { type: 3, lessee: id, store: row['store'] as number | null })}
            >
              签合同
            </ReasonButton>
          ) : null}
          {owed && owed.total > 0 && can('billInfoList_pay') ? (
            <ReasonButton type="primary" reason={null} onClick={() => screen.open('billPay', { lessee: id })}>
              一次付清
            </ReasonButton>
          ) : null}
        </>
      }
    >
      <Sums sums={sums} />
      {leases.data?.list.length ? <Vehicles rows={leases.data.list} total={leases.data.total} all={pathTo('leaseList', driving)} /> : null}
    </Section>
  )
}

const COLUMNS = [{ head: '车牌号' }, { head: '租约' }, { head: '租至' }, { head: '月租金', end: true }]

function Vehicles({ rows, total, all }: { rows: readonly Row[]; total: number; all: string }) {
  const to = (entity: string, id: unknown, words: unknown) => (
    <RecordName of={typeof id === 'number' ? { entity, id } : null}>{asText(words)}</RecordName>
  )
  return (
    <>
      <PlainTable
        columns={COLUMNS}
        rows={rows.map((lease) => ({
          key: lease.id,
          cells: [
            to('vehicle', lease['vehicle'], lease['vehicle$']),
            to('lease', lease.id, lease['no']),
            <LeaseEnd key="end" row={lease} value={lease['endOn']} />,
            formatFen(Number(lease['monthlyRent'] ?? 0)),
          ],
        }))}
      />
      {total > rows.length ? (
        <p className="zyt-section-hint">
          只列出前 {rows.length} 辆，<Link to={all}>查看全部 {total} 辆</Link>
        </p>
      ) : null}
    </>
  )
}
