import { describe, expect, it } from 'vitest'
import { warningsOf } from './operations.rules.ts'

const AT = '2026-03-10T04:00:00.000Z'
const node = {
  id: 'a',
  host: 'van',
  pid: 7,
  roles: 'web,worker',
  version: '0.1.0',
  nodeVersion: 'v24.0.0',
  startedAt: AT,
  seenAt: AT,
  alive: true,
  memoryBytes: 1,
  disks: [{ path: '/data', bytes: 1000, free: 500 }],
}
const run = {
  id: 1,
  kind: 'backup' as const,
  outcome: 'done' as const,
  startedAt: AT,
  endedAt: AT,
  node: 'van',
  archive: 'x.tar',
  bytes: 1,
  lineCount: 1,
  fileCount: 1,
  error: null,
  scheduled: true,
}
const well = {
  at: AT,
  nodes: [node],
  outbox: { waiting: 2, failed: 0, oldest: '2026-03-10T03:30:00.000Z' },
  jobs: [{ name: 'bills', waiting: 0, running: 1, failed: 0, oldest: null, lastDone: AT }],
  lastBackup: '2026-03-09T18:30:00.000Z',
  lastDrill: '2026-03-03T18:30:00.000Z',
  runs: [run],
  connections: { used: 20, most: 100 },
}

describe('what asks for somebody', () => {
  it('is nothing when all is well', () => {
    expect(warningsOf(well)).toEqual([])
  })
  it.each([
    ['no backup', { lastBackup: null, lastDrill: null, runs: [] }, '还没有成功的备份，请设置 BACKUP_AT 或运行 npm run backup。'],
    ['an old backup', { lastBackup: '2026-03-08T15:59:00.000Z' }, '超过 36 小时没有成功的备份，请查看下面的失败原因。'],
    ['no drill', { lastDrill: null }, '备份还没有恢复演练过，请运行 npm run restore -- --drill。'],
    ['an old drill', { lastDrill: '2026-02-01T00:00:00.000Z' }, '超过 35 天没有恢复演练，请运行 npm run restore -- --drill。'],
    [
      'a failed run',
      { runs: [{ ...run, kind: 'drill' as const, outcome: 'failed' as const, error: '磁盘已满' }] },
      '最近一次恢复演练失败：磁盘已满',
    ],
    [
      'a full disk',
      { nodes: [{ ...node, disks: [{ path: '/data', bytes: 1000, free: 99 }] }] },
      '节点 van 的磁盘 /data 只剩 99 B，请清理或扩容。',
    ],
    ['a silent node', { nodes: [node, { ...node, id: 'b', pid: 8, alive: false }] }, '节点 van（8）失联，没有正常停止，请检查。'],
    ['no worker', { nodes: [{ ...node, roles: 'web' }] }, '没有承担 worker 的节点在运行：定时任务、外发与备份都停着。'],
    ['calls given up', { outbox: { waiting: 0, failed: 3, oldest: null } }, '外发有 3 条重试用尽，请各公司在「外发记录」中处理。'],
    [
      'calls that wait',
      { outbox: { waiting: 1, failed: 0, oldest: '2026-03-10T02:59:00.000Z' } },
      '外发积压超过 1 小时，请检查承担 worker 的节点与外部接口。',
    ],
    ['a failed job', { jobs: [{ ...well.jobs[0]!, failed: 1 }] }, '定时任务一天内有失败：bills。'],
    ['no connections left', { connections: { used: 91, most: 100 } }, '数据库连接用了 91/100，请减少节点或调大 max_connections。'],
  ])('is %s', (_name, change, said) => {
    expect(warningsOf({ ...well, ...change })).toEqual([said])
  })
})
