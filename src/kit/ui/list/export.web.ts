/** 导出 = 所见: the filter, the shown columns in their order. A big one becomes a task in the task centre. */
import type { Entity } from '../../entity/entity.ts'
import { api } from '../client/api.web.ts'
import { shownColumns, type Column } from './columns.ts'
import { showTask } from '../dialog/downloads.web.tsx'
import { toast } from '../dialog/message.web.tsx'
import type { Params } from '../state/url-state.ts'
import { listAddress } from './use-data.web.ts'

export async function exportList(
  entity: Entity,
  query: Params,
  sort: string,
  columns: readonly Column[],
  view: string | undefined,
): Promise<void> {
  const { view: _own, ...filters } = query
  const body = {
    query: { ...filters, ...(sort ? { sort } : {}) },
    columns: shownColumns(columns).map((column) => column.name),
    ...(view ? { view } : {}),
  }
  const task = await api.download(listAddress(entity.name, 'export'), { method: 'POST', body, fileName: `${entity.label}.xlsx` })
  if (!task) return toast.success('导出完成')
  showTask(task.taskId)
  toast.info('数据较多，正在后台导出，完成后可在任务中心下载')
}
