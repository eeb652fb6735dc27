/** Versions of a rule: what is in force, a draft with its form, try-out, simulation over past orders. */
import { lazy, Suspense, useState } from 'react'
import { Alert, Button, Space, Tag } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { Simulated, VersionRow } from '../answers.wire.ts'

const VersionEditor = lazy(() => import('./version-editor.web.tsx'))
const TryOut = lazy(() => import('./try-out.web.tsx'))

const STATES = { draft: '草稿', approving: '待审批', published: '已发布', ended: '已失效' }

function Simulation({ version }: { version: number }) {
  const query = useQuery({
    queryKey: ['rateSimulate', version],
    queryFn: ({ signal }) => api.post<Simulated>('/api/v1/rateRule/simulate', { version }, { signal, silent: true, overlay: false }),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState rows={3} />
  const { orders, before, after, changed, largest } = query.data
  if (orders === 0) return <p className="zyt-section-hint">该规则还没有计过价的订单，无法模拟</p>
  return (
    <>
      <Sums
        sums={[
          { label: '原合计', amount: before },
          { label: '新合计', amount: after },
          { label: '差额', amount: after - before, bad: after < before },
        ]}
      />
      <p className="zyt-section-hint">{`最近 ${orders} 张订单，${changed} 张金额有变化`}</p>
      <PlainTable
        columns={[{ head: '订单' }, { head: '原金额', end: true }, { head: '新金额', end: true }, { head: '差额', end: true }]}
        rows={largest.map((o) => ({ key: o.id, cells: [o.no, formatFen(o.before), formatFen(o.after), formatFen(o.after - o.before)] }))}
        empty="没有变化"
      />
    </>
  )
}

export function RuleVersions({ row, reload }: TabProps) {
  const can = useCan()
  const write = useWrite()
  const refresh = useRefresh()
  const [shown, setShown] = useState<{ id: number | null; what: 'edit' | 'try' | 'simulate' } | null>(null)
  const query = useQuery({
    queryKey: ['entity', 'rateVersion', 'of', row.id, row.version],
    queryFn: ({ signal }) => api.get<{ list: VersionRow[] }>('/api/v1/rateRule/versions', { rule: row.id }, { signal, silent: true }),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState />
  const { list } = query.data
  const again = async (): Promise<void> => {
    await Promise.all([query.refetch(), refresh()])
    reload()
  }
  const publish = async (v: VersionRow): Promise<void> => {
    const done = await write('/api/v1/rateVersion/publish', { id: v.id, version: v.version }).catch(() => null)
    if (!done) return
    toast.success('发布成功')
    await again()
  }
  const editing = shown?.what === 'edit' ? (list.find((v) => v.id === shown.id) ?? null) : null
  const newest = list[0]?.components ?? null
  return (
    <>
      <Section
        title="版本"
        hint="发布后的版本不能修改；新版本发布时，上一版本到其生效日前一天为止"
        extra={
          can('billRulesList_edit') ? (
            <Button type="primary" onClick={() => setShown({ id: null, what: 'edit' })}>
              新建版本
            </Button>
          ) : null
        }
      >
        <PlainTable
          columns={[{ head: '版本' }, { head: '状态' }, { head: '生效' }, { head: '失效' }, { head: '' }]}
          rows={list.map((v) => ({
            key: v.id,
            cells: [
              v.number,
              <Tag key="state">{STATES[v.status]}</Tag>,
              v.effectiveOn,
              v.endsOn ?? '—',
              <Space key="do" wrap>
                {v.status === 'draft' && can('billRulesList_edit') ? (
                  <Button size="small" onClick={() => setShown({ id: v.id, what: 'edit' })}>
                    修改
                  </Button>
                ) : null}
                {v.status === 'draft' && can('billRulesList_publish') ? (
                  <Button size="small" type="primary" onClick={() => void publish(v)}>
                    发布
                  </Button>
                ) : null}
                <Button size="small" onClick={() => setShown({ id: v.id, what: 'try' })}>
                  试算
                </Button>
                <Button size="small" onClick={() => setShown({ id: v.id, what: 'simulate' })}>
                  模拟
                </Button>
              </Space>,
            ],
          }))}
          empty="还没有版本，请新建"
        />
        {list.find((v) => v.status === 'draft' && v.warnings) ? (
          <Alert type="warning" showIcon title={list.find((v) => v.status === 'draft' && v.warnings)!.warnings} />
        ) : null}
      </Section>
      <Suspense fallback={<LoadingState rows={4} />}>
        {shown?.what === 'edit' ? (
          <VersionEditor
            key={shown.id ?? 'new'}
            rule={row.id}
            type={String(row['type'])}
            direction={row['direction'] === 'payable' ? 'payable' : 'receivable'}
            draft={editing}
            from={editing?.components ?? newest}
            onSaved={() => {
              setShown(null)
              void again()
            }}
          />
        ) : null}
        {shown?.what === 'try' && shown.id ? (
          <TryOut key={shown.id} version={shown.id} others={list.filter((v) => v.id !== shown.id)} />
        ) : null}
      </Suspense>
      {shown?.what === 'simulate' && shown.id ? (
        <Section title="模拟" hint="用最近采用该规则的订单重算，只比较，不改动">
          <Simulation version={shown.id} />
        </Section>
      ) : null}
    </>
  )
}
