/** What a contract has brought so far, above its detail. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useCommands } from '#kit/ui/screen/commands.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { billsOf } from '../bills-of.web.ts'
import { owedSums, useOwed } from '../owed.web.ts'
import { Standing } from './standing.web.tsx'
import '../leasing.css'

const PAY = 'billInfoList_pay'
const OPEN = 'unpaid,partlyPaid'
/** One receipt takes so many bills; a page of a list so many rows. */
const MOST = 800
const PAGE = 200

async function openBills(contract: number): Promise<number[]> {
  const ids: number[] = []
  for (let pageNo = 1; ids.length < MOST; pageNo++) {
    const query = { contract, status: OPEN, sort: 'dueOn', pageNo, pageSize: PAGE }
    const { list } = await api.get<ListAnswer>('/api/v1/bill/list', query, { silent: true })
    ids.push(...list.map(({ id }) => id))
    if (list.length < PAGE) break
  }
  return ids.slice(0, MOST)
}

/** Everything the contract owes, on one receipt: nobody looks the bills up first. */
function usePay(row: TabProps['row'], remain: number): (() => Promise<void>) | null {
  const { open } = useScreen()
  const payable = useCan()(PAY) && remain > 0
  const pay = useMemo(
    () => async (): Promise<void> => {
      try {
        open('billPay', { ids: (await openBills(row.id)).join(',') })
      } catch (error) {
        toast.error(sentenceOf(error, '读取账单失败，请重试'))
      }
    },
    [open, row.id],
  )
  useCommands(
    useMemo(
      () => (payable ? [{ id: 'contract:pay', label: '登记收款', hint: row.$title, run: () => void pay() }] : []),
      [payable, pay, row.$title],
    ),
  )
  return payable ? pay : null
}

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
  const owed = useOwed({ contract: row.id })
  const pay = usePay(row, all.data?.totals?.['remain'] ?? 0)
  if (!may || !all.data?.totals || !deposits.data?.totals) return null
  const { amount = 0, paid = 0, remain = 0 } = all.data.totals
  return (
    <Section
      title="款项"
      extra={
        pay ? (
          <ReasonButton reason={null} onClick={() => void pay()}>
            登记收款
          </ReasonButton>
        ) : null
      }
    >
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
          ...owedSums(owed, remain, billsOf({ contract: row.id, status: OPEN })),
        ]}
      />
    </Section>
  )
}
