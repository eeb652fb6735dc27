/** What a contract has brought so far, above its detail. */
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { billsOf } from '../bills-of.web.ts'
import { Standing } from './standing.web.tsx'
import '../leasing.css'

const LIVE = 'unpaid,partlyPaid,settled,writtenOff'

function useTotals(contract: number, filter: Record<string, string>, enabled: boolean) {
  const query = { contract: String(contract), status: LIVE, ...filter, pageSize: '1' }
  return useQuery({
    queryKey: entityKeys.list('bill', query),
    enabled,
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/bill/list', query, { signal, silent: true }),
  })
}

export default function ContractHead({ row }: TabProps) {
  const may = useCan()('billInfoList') && row['status'] !== 'draft'
  const all = useTotals(row.id, {}, may)
  const deposits = useTotals(row.id, { billType: 'deposit' }, may)
  if (!may || !all.data?.totals || !deposits.data?.totals) return null
  const { amount = 0, paid = 0, remain = 0 } = all.data.totals
  return (
    <Section title="款项">
      <Standing of={{ contract: row.id }} />
      <Sums
        sums={[
          { label: '租金总额', amount: Number(row['totalRent'] ?? 0) },
          { label: '已出账（含押金）', amount, to: billsOf({ contract: row.id, status: LIVE }) },
          { label: '已收', amount: paid, to: billsOf({ contract: row.id, status: LIVE }) },
          {
            label: '其中押金',
            amount: deposits.data.totals['paid'] ?? 0,
            to: billsOf({ contract: row.id, status: LIVE, billType: 'deposit' }),
          },
          { label: '未收', amount: remain, bad: remain > 0, to: billsOf({ contract: row.id, status: 'unpaid,partlyPaid' }) },
        ]}
      />
    </Section>
  )
}
