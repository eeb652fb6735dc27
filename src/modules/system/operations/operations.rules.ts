/** What on 系统运行 asks for somebody. */
import { sizeText } from '#kit/basics/size.ts'
import type { Operations } from './operations.wire.ts'

const HOUR = 3_600_000
const hoursSince = (at: string, now: string): number => (Date.parse(now) - Date.parse(at)) / HOUR
const LEAST_FREE = 0.1
const LONGEST_WAIT_HOURS = 1
const BACKUP_HOURS = 36
const DRILL_DAYS = 35

type Seen = Pick<Operations, 'at' | 'nodes' | 'outbox' | 'jobs' | 'lastBackup' | 'lastDrill' | 'runs' | 'connections'>

/** Sentences that say what to do. */
export function warningsOf({ at, nodes, outbox, jobs, lastBackup, lastDrill, runs, connections }: Seen): string[] {
  const warnings: string[] = []
  if (lastBackup === null) warnings.push('还没有成功的备份，请设置 BACKUP_AT 或运行 npm run backup。')
  else if (hoursSince(lastBackup, at) > BACKUP_HOURS) warnings.push('超过 36 小时没有成功的备份，请查看下面的失败原因。')
  if (lastBackup !== null && lastDrill === null) warnings.push('备份还没有恢复演练过，请运行 npm run restore -- --drill。')
  else if (lastDrill !== null && hoursSince(lastDrill, at) > DRILL_DAYS * 24)
    warnings.push('超过 35 天没有恢复演练，请运行 npm run restore -- --drill。')
  const [newest] = runs
  if (newest?.outcome === 'failed')
    warnings.push(`最近一次${newest.kind === 'backup' ? '备份' : newest.kind === 'drill' ? '恢复演练' : '恢复'}失败：${newest.error ?? ''}`)
  for (const { host, pid, alive, disks } of nodes) {
    if (!alive) warnings.push(`节点 ${host}（${pid}）失联，没有正常停止，请检查。`)
    for (const { path, bytes, free } of alive ? disks : [])
      if (bytes > 0 && free / bytes < LEAST_FREE) warnings.push(`节点 ${host} 的磁盘 ${path} 只剩 ${sizeText(free)}，请清理或扩容。`)
  }
  if (nodes.length > 0 && !nodes.some((node) => node.alive && node.roles.split(',').includes('worker')))
    warnings.push('没有承担 worker 的节点在运行：定时任务、外发与备份都停着。')
  if (outbox.failed > 0) warnings.push(`外发有 ${outbox.failed} 条重试用尽，请各公司在「外发记录」中处理。`)
  if (outbox.oldest !== null && hoursSince(outbox.oldest, at) > LONGEST_WAIT_HOURS)
    warnings.push('外发积压超过 1 小时，请检查承担 worker 的节点与外部接口。')
  const failed = jobs.filter((job) => job.failed > 0).map((job) => job.name)
  if (failed.length > 0) warnings.push(`定时任务一天内有失败：${failed.join('、')}。`)
  if (connections.used > connections.most * 0.9)
    warnings.push(`数据库连接用了 ${connections.used}/${connections.most}，请减少节点或调大 max_connections。`)
  return warnings
}
