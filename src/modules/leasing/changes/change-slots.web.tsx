/** What reductions, renewals and swaps show besides their fields: what they would do now, or why they can do nothing any more. */
import { useQuery } from '@tanstack/react-query'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { adjusts } from './swap.ts'
import type { ReductionPreview, RenewalPreview, SwapPreview } from '../leasing.wire.ts'
import '../leasing.css'

/** Nothing can be computed any more, and why. */
const WhyNot = ({ title, reason }: { title: string; reason: string }) => (
  <Section title={title}>
    <p className="zyt-section-hint">{reason}</p>
  </Section>
)

/** What a reduction takes off which month. */
export function ReductionHead({ row }: TabProps) {
  const query = useQuery({
    queryKey: ['entity', 'rentReduction', 'preview', row.id, row.version],
    retry: false,
    queryFn: ({ signal }) =>
      api.post<ReductionPreview>('/api/v1/rentReduction/preview', { id: row.id }, { signal, silent: true, overlay: false }),
  })
  if (!query.data) return null
  if ('refused' in query.data) return <WhyNot title="减免明细" reason={query.data.refused} />
  return (
    <Section title="减免明细" hint={row['status'] === 'effective' ? '已生效' : '按现在的收款计划计算'}>
      <PlainTable
        columns={[{ head: '账期', nowrap: true }, { head: '账单' }, { head: '算式' }, { head: '减免（元）', end: true }]}
        rows={query.data.parts.map((p) => ({
          key: p.startOn,
          cells: [
            `${p.startOn} 起`,
            p.bill ? <Link to={detailPath('bill', p.bill)}>{p.billNo}</Link> : '未出账，减收款计划',
            p.formula,
            formatFen(p.amount),
          ],
        }))}
        foot={[`合计${row['method'] === 'newRent' ? '（另：未出账的各期按新租金重排）' : ''}`, formatFen(query.data.amount)]}
      />
    </Section>
  )
}

export function RenewalHead({ row }: TabProps) {
  const open = ['draft', 'rejected', 'approving', 'toSign'].includes(String(row['status']))
  const query = useQuery({
    queryKey: ['entity', 'renewal', 'preview', row.id, row.version],
    enabled: open,
    retry: false,
    queryFn: ({ signal }) => api.post<RenewalPreview>('/api/v1/renewal/preview', { id: row.id }, { signal, silent: true, overlay: false }),
  })
  if (!open || !query.data) return null
  if ('refused' in query.data) return <WhyNot title="续租账期预览" reason={query.data.refused} />
  const { startOn, endOn, periods, totalRent } = query.data
  return (
    <Section title="续租账期预览" hint={`${startOn} 至 ${endOn}，接在现租期之后`}>
      <PlainTable
        columns={[{ head: '月份', nowrap: true }, { head: '算式' }, { head: '租金（元）', end: true }]}
        rows={periods.map((p) => ({ key: p.startOn, cells: [`${p.startOn} 起`, p.formula, formatFen(p.amount)] }))}
        foot={['合计', formatFen(totalRent)]}
      />
    </Section>
  )
}

const monthly = ({ startOn, endOn, before, after }: SwapPreview['rents'][number]): string =>
  `${startOn} 至 ${addDays(endOn as Day, -1)} 月租金由 ${formatFen(before)} 元变为 ${formatFen(after)} 元`

/** What the exchange of that day writes to which bill; of a swap that is done, what it wrote. */
export function SwapDifference({ id, version, on }: { id: number; version: number; on?: string | undefined }) {
  const query = useQuery({
    queryKey: ['entity', 'vehicleSwap', 'preview', id, version, on ?? null],
    retry: false,
    queryFn: ({ signal }) =>
      api.post<SwapPreview | { refused: string } | null>(
        '/api/v1/vehicleSwap/preview',
        { id, ...(on ? { on } : {}) },
        { signal, silent: true, overlay: false },
      ),
  })
  if (!query.data) return null
  if ('refused' in query.data) return <WhyNot title="租金差额" reason={query.data.refused} />
  const { done, items, difference, rents } = query.data
  const after = difference > 0 ? '补收' : difference < 0 ? '退还' : ''
  return (
    <Section title="租金差额" hint={done ? '实际入账' : `按 ${query.data.on} 换车、现在已出的账单计算`}>
      {items.length ? (
        <PlainTable
          columns={[{ head: '账单' }, { head: '项目' }, { head: '算式' }, { head: '金额（元）', end: true }]}
          rows={items.map((item, i) => ({
            key: String(i),
            cells: [
              item.bill ? <Link to={detailPath('bill', item.bill)}>{item.billNo}</Link> : '新的换车补差账单',
              item.description,
              item.formula,
              formatFen(item.amount),
            ],
          }))}
          foot={[`合计（${after}）`, formatFen(difference)]}
        />
      ) : (
        <p className="zyt-section-hint">已出账的租金没有需要补收或退还的差额。</p>
      )}
      {rents.map((rent) => (
        <p key={rent.startOn} className="zyt-section-hint">
          {monthly(rent)}
        </p>
      ))}
    </Section>
  )
}
export function SwapHead({ row }: TabProps) {
  return adjusts(row) && row['status'] !== 'cancelled' ? <SwapDifference id={row.id} version={row.version} /> : null
}
