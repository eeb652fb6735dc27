/** The sheet of a settlement: what is charged and given back, each with its formula, and who pays whom. */
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import type { SheetAnswer } from '../leasing.wire.ts'
import type { SettlementSheet } from './return.rules.ts'
import '../leasing.css'

export interface SheetQuestion {
  id: number
  extras?: { feeItem: string; amount: number; note: string | null }[]
  penaltyWaived?: number
}

export const useSheet = (asked: SheetQuestion | null, version: number) =>
  useQuery({
    queryKey: ['entity', 'returnSettlement', 'preview', asked, version],
    enabled: asked !== null,
    retry: false,
    queryFn: ({ signal }) => api.post<SheetAnswer>('/api/v1/returnSettlement/preview', asked, { signal, silent: true, overlay: false }),
  })

export function SheetView({ query, holdUntil }: { query: ReturnType<typeof useSheet>; holdUntil?: string | null }) {
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={5} />
  return <SheetTable sheet={query.data.sheet} holdUntil={holdUntil ?? null} />
}

function SheetTable({ sheet, holdUntil }: { sheet: SettlementSheet; holdUntil: string | null }) {
  const { result: r } = sheet
  return (
    <>
      <PlainTable
        className="zyt-money-table zyt-settle-table"
        columns={[{ head: '项目' }, { head: '算式' }, { head: '金额（元）', end: true }]}
        rows={sheet.lines.map((l) => ({
          key: `${l.kind}:${l.label}:${l.bill ?? ''}:${l.formula}`,
          className: l.kind === 'back' ? 'zyt-settle-back' : undefined,
          cells: [
            <>
              {l.label}
              <small className="zyt-settle-formula">{l.formula}</small>
            </>,
            l.formula,
            l.kind === 'back' ? `−${formatFen(l.amount)}` : formatFen(l.amount),
          ],
        }))}
        empty="没有应收或应退的费用"
      />
      <div className="zyt-settle-sums">
        <Sums
          sums={[
            { label: '应收合计', amount: r.totalCharges },
            { label: '退还租金', amount: r.totalCredits },
            { label: '退租与余额抵扣', amount: r.balanceUsed },
            { label: '车辆押金抵扣', amount: r.vehicleDepositUsed },
            ...(r.violationDepositUsed > 0 ? [{ label: '违章押金抵扣', amount: r.violationDepositUsed }] : []),
            { label: '还应收', amount: r.receivable, bad: r.receivable > 0 },
            { label: '应退款', amount: r.refund },
            { label: holdUntil ? `违章押金保留至 ${holdUntil}` : '违章押金保留', amount: r.violationHeld },
          ]}
        />
      </div>
      <p className="zyt-section-hint">
        退车日 {sheet.returnedOn}；行驶 {sheet.driven} km。应收合计 = 退租与余额抵扣 + 押金抵扣 + 还应收。
      </p>
    </>
  )
}
