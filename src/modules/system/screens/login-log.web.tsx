/** 登录日志: who tried to come in, from where, with what result. */
import { useMemo } from 'react'
import { Select, Table } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { deviceOf } from '#shell/pages/device.ts'
import type { LoginRow } from '../system.wire.ts'
import { DaysFilter, FilterBox, instantsOf, LogFilters, TextFilter } from './log-filters.web.tsx'
import { LogPages } from './log-table.web.tsx'

const GOOD = new Set(['success', 'logout', 'passwordChanged', 'totpEnabled', 'passkeyAdded'])
const toneOf = (result: string) =>
  GOOD.has(result)
    ? 'green'
    : result === 'totpRequired' || result === 'totpDisabled' || result === 'passkeyRemoved' || result === 'sessionsEnded'
      ? 'grey'
      : 'red'

export function LoginLog() {
  const [params, setParams] = useQueryState()
  const narrow = useNarrow()
  const query = useMemo(() => ({ keyword: params['keyword'], result: params['result'], ...instantsOf(params) }), [params])
  const page = { pageNo: Number(params['pageNo'] ?? 1), pageSize: Number(params['pageSize'] ?? 20) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['entity', 'logins', query, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<ListAnswer<LoginRow> & { results: Record<string, string> }>(
        '/api/log/logins',
        { ...query, ...page },
        { signal, silent: true },
      ),
  })
  return (
    <div className="zyt-log-part">
      <LogFilters>
        <DaysFilter />
        <TextFilter label="用户名" name="keyword" placeholder="完整的用户名" />
        <FilterBox label="结果">
          {(id) => (
            <Select
              id={id}
              allowClear
              placeholder="全部"
              options={Object.entries(data?.results ?? {}).map(([value, label]) => ({ value, label }))}
              value={params['result']}
              onChange={(result?: string) => setParams({ result: result ?? null, pageNo: null })}
            />
          )}
        </FilterBox>
      </LogFilters>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={10} />
      ) : data.total === 0 ? (
        <EmptyState asked why="没有符合条件的登录记录" next="可以放宽时间范围或清除筛选条件" />
      ) : (
        <>
          {narrow ? <Cards rows={data.list} /> : <Rows rows={data.list} busy={isFetching} />}
          <LogPages answer={data} />
        </>
      )}
    </div>
  )
}

function Rows({ rows, busy }: { rows: LoginRow[]; busy: boolean }) {
  return (
    <Table<LoginRow>
      size="small"
      rowKey="id"
      loading={busy}
      pagination={false}
      dataSource={rows}
      scroll={{ x: 760 }}
      columns={[
        { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatTime(at) },
        { title: '用户名', dataIndex: 'username', width: 140 },
        { title: '结果', key: 'result', width: 150, render: (_, row) => <Tag tone={toneOf(row.result)}>{row.resultLabel}</Tag> },
        { title: 'IP', dataIndex: 'ip', width: 150 },
        { title: '设备', dataIndex: 'userAgent', width: 180, render: (agent: string) => <span title={agent}>{deviceOf(agent)}</span> },
        { title: '说明', dataIndex: 'detail', ellipsis: true, render: (text: string | null) => text ?? '—' },
      ]}
    />
  )
}

const Cards = ({ rows }: { rows: readonly LoginRow[] }) => (
  <ul className="zyt-cards">
    {rows.map((row) => (
      <li key={row.id} className="zyt-row-card">
        <header>
          <b>{row.username}</b>
          <Tag tone={toneOf(row.result)}>{row.resultLabel}</Tag>
        </header>
        <dl>
          <div>
            <dt>时间</dt>
            <dd>{formatTime(row.at)}</dd>
          </div>
          <div>
            <dt>IP</dt>
            <dd>{row.ip}</dd>
          </div>
          <div>
            <dt>设备</dt>
            <dd>{deviceOf(row.userAgent)}</dd>
          </div>
          <div>
            <dt>说明</dt>
            <dd>{row.detail ?? '—'}</dd>
          </div>
        </dl>
      </li>
    ))}
  </ul>
)
