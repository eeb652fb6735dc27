/** 系统运行: what whoever looks after the installation looks at first. */
import { Alert, Button, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { sizeText } from '#kit/basics/size.ts'
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { warningsOf } from './operations.rules.ts'
import type { Operations } from './operations.wire.ts'

const KIND = { backup: '备份', drill: '恢复演练', restore: '恢复' } as const
const OUTCOME = {
  running: { text: '进行中', tone: 'processing' },
  done: { text: '成功', tone: 'success' },
  failed: { text: '失败', tone: 'error' },
} as const
const time = (at: string | null): string => (at === null ? '—' : formatTime(at))
const whole = (n: number | null): string => (n === null ? '—' : n.toLocaleString('zh-CN'))
const end = (head: string) => ({ head, end: true, nowrap: true })

export default function OperationsPage() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.get<Operations>('/api/v1/operations/state', {}, { signal, silent: true }),
    refetchInterval: 30_000,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const warnings = warningsOf(data)
  return (
    <>
      {warnings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 12 }}
          title="需要处理"
          description={warnings.map((text) => (
            <div key={text}>{text}</div>
          ))}
        />
      ) : null}
      <Nodes
        data={data}
        refresh={
          <Button loading={isFetching} onClick={() => void refetch()}>
            刷新
          </Button>
        }
      />
      <Runs data={data} />
      <Queues data={data} />
      <Sizes data={data} />
    </>
  )
}

function Nodes({ data, refresh }: { data: Operations; refresh: React.ReactNode }) {
  return (
    <Section
      title="运行节点"
      hint={`PostgreSQL ${data.server}，连接 ${data.connections.used}/${data.connections.most}，数据库结构 ${data.migration}`}
      extra={refresh}
    >
      <PlainTable
        columns={[
          { head: '节点' },
          { head: '状态', nowrap: true },
          { head: '承担' },
          { head: '版本', nowrap: true },
          { head: '启动于', nowrap: true },
          end('内存'),
          { head: '磁盘剩余' },
        ]}
        rows={data.nodes.map((node) => ({
          key: node.id,
          cells: [
            `${node.host}（${node.pid}）`,
            <Tag key="state" tone={node.alive ? 'success' : 'error'}>
              {node.alive ? '运行中' : `失联 ${relativeTime(node.seenAt, systemClock.now())}`}
            </Tag>,
            node.roles,
            `${node.version} · Node ${node.nodeVersion.slice(1)}`,
            formatTime(node.startedAt),
            sizeText(node.memoryBytes),
            <Space key="disks" orientation="vertical" size={0}>
              {node.disks.map(({ path, free, bytes }) => (
                <span key={path}>{`${path}：${sizeText(free)} / ${sizeText(bytes)}`}</span>
              ))}
            </Space>,
          ],
        }))}
        empty="没有节点报到"
      />
    </Section>
  )
}

function Runs({ data }: { data: Operations }) {
  return (
    <Section title="备份与恢复演练" hint={`最近成功：备份 ${time(data.lastBackup)}，演练 ${time(data.lastDrill)}`}>
      <PlainTable
        columns={[
          { head: '类型', nowrap: true },
          { head: '结果', nowrap: true },
          { head: '开始于', nowrap: true },
          { head: '由', nowrap: true },
          { head: '文件' },
          end('大小'),
          end('行数'),
          end('文件数'),
          { head: '说明' },
        ]}
        rows={data.runs.map((run) => ({
          key: run.id,
          cells: [
            KIND[run.kind],
            <Tag key="outcome" tone={OUTCOME[run.outcome].tone}>
              {OUTCOME[run.outcome].text}
            </Tag>,
            formatTime(run.startedAt),
            run.scheduled ? '定时' : '手工',
            run.archive ?? '—',
            run.bytes === null ? '—' : sizeText(run.bytes),
            whole(run.lineCount),
            whole(run.fileCount),
            run.error ?? '',
          ],
        }))}
        empty="还没有备份过。设置 BACKUP_AT 每天自动备份，或运行 npm run backup"
      />
    </Section>
  )
}

function Queues({ data }: { data: Operations }) {
  const { oldest } = data.outbox
  const busy = data.jobs.filter((job) => job.waiting + job.running + job.failed > 0)
  return (
    <Section
      title="队列"
      hint={`外发等待 ${data.outbox.waiting} 条${oldest === null ? '' : `（最早应于 ${formatTime(oldest)} 发送）`}，重试用尽 ${data.outbox.failed} 条；定时任务 ${data.jobs.length} 个`}
    >
      <PlainTable
        columns={[
          { head: '定时任务' },
          end('等待'),
          end('运行中'),
          end('一天内失败'),
          { head: '最早等待', nowrap: true },
          { head: '最近完成', nowrap: true },
        ]}
        rows={busy.map((job) => ({
          key: job.name,
          cells: [job.name, whole(job.waiting), whole(job.running), whole(job.failed), time(job.oldest), time(job.lastDone)],
        }))}
        empty="没有等待、运行或失败的定时任务"
      />
    </Section>
  )
}

function Sizes({ data }: { data: Operations }) {
  return (
    <>
      <Section title="数据库大小" hint={`共 ${sizeText(data.bytes)}；行数为估计`}>
        <PlainTable
          columns={[{ head: '数据' }, { head: '数据表', nowrap: true }, end('大小'), end('行数'), end('分区')]}
          rows={data.tables.map((table) => ({
            key: table.name,
            cells: [table.label, table.name, sizeText(table.bytes), whole(table.rows), table.parts === 0 ? '—' : whole(table.parts)],
          }))}
        />
      </Section>
      <Section title="各公司的数据量" hint={data.countedAt === null ? '每次备份时清点' : `备份时清点：${time(data.countedAt)}`}>
        <PlainTable
          columns={[{ head: '公司' }, end('行数'), end('数据')]}
          rows={data.companies.map((company) => ({ key: company.id, cells: [company.name, whole(company.rows), sizeText(company.bytes)] }))}
          empty="还没有清点过：做一次备份后显示"
        />
      </Section>
    </>
  )
}
