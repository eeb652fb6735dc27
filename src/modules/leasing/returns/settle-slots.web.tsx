/** What returns and settlements show besides their fields. */
import { lazy, Suspense } from 'react'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ActionDialogSlot, TabProps } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import type { CheckItem } from '../handovers/check-list.web.tsx'
import { UNCHECKED } from '../handovers/handover.ts'
import { SheetView, useSheet } from './settlement-sheet.web.tsx'
import type { ReturnDifferences, Settled } from '../leasing.wire.ts'
import '../leasing.css'

const EntityList = lazy(() => import('#kit/ui/list/list.web.tsx').then((m) => ({ default: m.EntityList })))

/** 批量推进结算 for the whole company: what the run of the night would do. */
export function SettleTools() {
  const can = useCan()
  const write = useWrite()
  const refresh = useRefresh()
  if (!can('settleInfoList_release')) return null
  const run = async (): Promise<void> => {
    // A refusal has been told by its toast.
    const done = await write<Settled>('/api/v1/returnSettlement/settleRun', {}).catch(() => null)
    await refresh()
    if (!done) return
    if (done.failures.length) toast.error(done.failures.slice(0, 3).join('；'), 5000)
    else
      toast.success(
        done.released + done.advanced
          ? `释放 ${done.released} 笔违章押金，${done.advanced} 张结算单进入下一步`
          : '没有到期的违章押金，也没有可以进入下一步的结算单',
      )
  }
  return <Button onClick={() => void run()}>批量推进结算</Button>
}

export function SettlementHead({ row }: TabProps) {
  const screen = useScreen()
  const can = useCan()
  const sheet = useSheet({ id: row.id }, row.version)
  const open = row['status'] === 'draft' || row['status'] === 'rejected'
  return (
    <Section
      title="结算明细"
      hint={open ? '按现在的数据计算，提交前会变化' : undefined}
      extra={
        open && can('settleInfoList_fill') ? (
          <ReasonButton type="primary" reason={null} onClick={() => screen.open('backCarSettle', { id: row.id })}>
            办理结算
          </ReasonButton>
        ) : null
      }
    >
      <SheetView query={sheet} holdUntil={(row['holdUntil'] as string | null) ?? null} />
    </Section>
  )
}

/** Submitting needs the preview in sight: the button of lists and details leads to the page that has it. */
export function SubmitDialog({ row, onClose }: ActionDialogSlot) {
  const screen = useScreen()
  const go = async (): Promise<void> => {
    onClose()
    screen.open('backCarSettle', { id: row.id })
  }
  return (
    <Dialog open title={`提交结算：${row.$title}`} width={560} okText="去预览并提交" onCancel={onClose} onOk={go}>
      <p>结算在预览页提交：先核对每一项费用与算式，再按预览的金额提交。</p>
    </Dialog>
  )
}

/** 新增结算: settlements that wait for somebody to make them up. */
export function SettleAdd() {
  const screen = useScreen()
  return (
    <Suspense fallback={<LoadingState />}>
      <EntityList
        entity="returnSettlement"
        fixed={{ status: ['draft', 'rejected'] }}
        embedded
        plain
        onOpen={(row) => screen.open('backCarSettle', { id: row.id })}
        above={<p className="zyt-section-hint">验车完成后系统自动建立结算单。选择一张办理结算。</p>}
      />
    </Suspense>
  )
}

export type Given = NonNullable<ReturnDifferences['given']>
export const useDifferences = (id: number) =>
  useQuery({
    queryKey: ['entity', 'vehicleReturn', 'differences', id],
    queryFn: ({ signal }) => api.get<ReturnDifferences>('/api/v1/vehicleReturn/differences', { id }, { signal, silent: true }),
  })

const stateText = (item: CheckItem | undefined): string =>
  !item || item.normal === null ? UNCHECKED : item.normal ? '正常' : `异常：${item.note ?? ''}`

/** 退车与交车对照: what has changed stands out, what is the same is only counted. */
export function ReturnHead({ row }: TabProps) {
  const { data } = useDifferences(row.id)
  const screen = useScreen()
  const settlements = useQuery({
    queryKey: ['entity', 'returnSettlement', 'of', row.id],
    enabled: row['status'] === 'inspected' || row['status'] === 'settled',
    queryFn: ({ signal }) =>
      api.get<{ list: { id: number }[] }>(
        '/api/v1/returnSettlement/list',
        { vehicleReturn: row.id, pageSize: 1 },
        { signal, silent: true },
      ),
  })
  if (!row['actualAt'] || !data?.given) return null
  const { given } = data
  const now = (row['items'] as CheckItem[] | null) ?? []
  const before = new Map((given.items ?? []).map((item) => [item.name, item]))
  const changed = now.filter((item) => stateText(item) !== stateText(before.get(item.name)))
  const [settlement] = settlements.data?.list ?? []
  const odometer = Number(row['odometer'] ?? 0)
  return (
    <Section
      title="与交车对照"
      hint={`交车单 ${given.no}　${given.actualAt ? formatTime(given.actualAt, 'YYYY-MM-DD HH:mm') : ''}`}
      extra={
        settlement ? (
          <ReasonButton type="primary" reason={null} onClick={() => screen.open('backCarSettle', { id: settlement.id })}>
            退车结算
          </ReasonButton>
        ) : null
      }
    >
      <PlainTable
        columns={[{ head: '项目' }, { head: '交车时' }, { head: '退车时' }]}
        rows={[
          {
            key: 'odometer',
            cells: ['里程', `${given.odometer ?? '—'} km`, `${odometer} km（行驶 ${odometer - (given.odometer ?? 0)} km）`],
          },
          { key: 'energy', cells: ['电量/油量', percent(given.energyPercent), percent(row['energyPercent'])] },
          ...changed.map((item) => ({ key: `item:${item.name}`, cells: [item.name, stateText(before.get(item.name)), stateText(item)] })),
        ]}
      />
      <p className="zyt-section-hint">
        {now.length ? `其余 ${now.length - changed.length} 项检查与交车时一致。` : '没有逐项检查的结果：免验收车，或没有启用的验车模板。'}
      </p>
    </Section>
  )
}

const percent = (value: unknown): string => (typeof value === 'number' ? `${value}%` : '—')
