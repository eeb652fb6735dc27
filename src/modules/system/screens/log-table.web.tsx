import { Button, Table } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { ChangeSide } from '#kit/ui/record/change-value.web.tsx'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { detailPath, hasEntity } from '#kit/ui/screen/registry.web.ts'
import { useQueryState, useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { Pages } from '#kit/ui/parts/pages.web.tsx'
import { LOG_SOURCES } from '../log/log.ts'
import type { LogRow } from '../system.wire.ts'

interface Props {
  answer: ListAnswer<LogRow> | undefined
  error: unknown
  busy: boolean
  onRetry: () => void
}

export function LogTable({ answer, error, busy, onRetry }: Props) {
  const narrow = useNarrow()
  if (error) return <ErrorState error={error} onRetry={onRetry} />
  if (!answer) return <LoadingState rows={10} />
  if (answer.total === 0) return <EmptyState asked why="没有符合条件的日志" next="可以放宽时间范围或清除筛选条件" />
  return (
    <>
      {narrow ? (
        <ul className="zyt-cards">
          {answer.list.map((row) => (
            <Card key={row.id} row={row} />
          ))}
        </ul>
      ) : (
        <Table<LogRow>
          size="small"
          rowKey="id"
          loading={busy}
          pagination={false}
          dataSource={answer.list}
          scroll={{ x: 960 }}
          columns={[
            { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatTime(at) },
            { title: '操作人', dataIndex: 'userName', width: 110 },
            { title: '对象', dataIndex: 'entityLabel', width: 120 },
            { title: '记录', key: 'title', width: 200, ellipsis: true, render: (_, row) => <RecordLink row={row} /> },
            { title: '操作', key: 'action', width: 120, render: (_, row) => <Action row={row} /> },
            { title: '变化', key: 'lines', ellipsis: true, render: (_, row) => summary(row) },
            { title: '来源', dataIndex: 'source', width: 90, render: (source: string) => sourceText(source) },
            { title: 'IP', dataIndex: 'ip', width: 130 },
          ]}
          expandable={{
            rowExpandable: (row) => row.lines.length > 0 || row.reason !== null || row.from !== row.to,
            expandedRowRender: (row) => <Details row={row} />,
          }}
        />
      )}
      <LogPages answer={answer} />
    </>
  )
}

export function LogPages({ answer }: { answer: Pick<ListAnswer<unknown>, 'pageNo' | 'pageSize' | 'total' | 'exact'> }) {
  const [, setParams] = useQueryState()
  const narrow = useNarrow()
  return (
    <footer className="zyt-list-foot">
      <Pages
        size="small"
        simple={narrow}
        current={answer.pageNo}
        pageSize={answer.pageSize}
        total={answer.total}
        showSizeChanger={!narrow}
        pageSizeOptions={['20', '50', '100', '200']}
        showTotal={(total) => (answer.exact ? `共 ${total.toLocaleString()} 条` : `超过 ${total.toLocaleString()} 条，请缩小时间范围`)}
        onChange={(pageNo, pageSize) =>
          setParams({ pageNo: pageNo > 1 ? String(pageNo) : null, pageSize: pageSize === 20 ? null : String(pageSize) })
        }
      />
    </footer>
  )
}

const sourceText = (source: string): string => LOG_SOURCES[source as keyof typeof LOG_SOURCES] ?? source

function summary(row: LogRow): string {
  const move = row.to && row.from !== row.to ? [`状态：${row.from ? `${row.from} → ` : ''}${row.to}`] : []
  return (
    [...move, ...row.lines.map((line) => `${line.label}：${line.before || '空'} → ${line.after || '空'}`)].join('；') || (row.reason ?? '')
  )
}

const Action = ({ row }: { row: LogRow }) => (
  <Tag tone={row.action === 'delete' ? 'red' : row.action === 'add' ? 'green' : 'blue'}>{row.actionLabel}</Tag>
)

function RecordLink({ row }: { row: LogRow }) {
  const { open } = useScreen()
  const path = row.entityId !== null && hasEntity(row.entity) ? detailPath(row.entity, row.entityId) : null
  const text = row.title || (row.entityId === null ? '—' : `#${row.entityId}`)
  if (path === null) return <>{text}</>
  return (
    <Button type="link" size="small" className="zyt-log-link" onClick={() => open(path)}>
      {text}
    </Button>
  )
}

function Details({ row }: { row: LogRow }) {
  return (
    <div className="zyt-log-details">
      {row.to && row.from !== row.to ? (
        <p>
          状态：{row.from ? `${row.from} → ` : ''}
          {row.to}
        </p>
      ) : null}
      {row.lines.length ? (
        <table>
          <thead>
            <tr>
              <th scope="col">内容</th>
              <th scope="col">修改前</th>
              <th scope="col">修改后</th>
            </tr>
          </thead>
          <tbody>
            {row.lines.map((line) => (
              <tr key={line.label}>
                <th scope="row">{line.label}</th>
                <td>
                  <ChangeSide entity={row.entity} change={line} side="before" />
                </td>
                <td>
                  <ChangeSide entity={row.entity} change={line} side="after" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {row.reason ? <p>原因：{row.reason}</p> : null}
      {row.requestId ? <p className="zyt-section-hint">请求编号 {row.requestId}</p> : null}
    </div>
  )
}

function Card({ row }: { row: LogRow }) {
  return (
    <li className="zyt-row-card">
      <header>
        <b>{row.userName}</b>
        <Action row={row} />
      </header>
      <dl>
        <div>
          <dt>{row.entityLabel}</dt>
          <dd>
            <RecordLink row={row} />
          </dd>
        </div>
        <div>
          <dt>时间</dt>
          <dd>{formatTime(row.at)}</dd>
        </div>
      </dl>
      {row.lines.length || row.reason || row.from !== row.to ? (
        <details>
          <summary>{row.lines.length ? `${row.lines.length} 项变化` : '详情'}</summary>
          <Details row={row} />
        </details>
      ) : null}
      <footer className="zyt-section-hint">
        {sourceText(row.source)} · {row.ip}
      </footer>
    </li>
  )
}
