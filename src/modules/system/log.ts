/** Words of the log that belong to no entity. */
export const LOG_SOURCES = { form: '表单', action: '操作', import: '导入', bulk: '批量', job: '系统任务', api: '接口', comment: '留言' } as const

/** What is logged besides records of entities. */
export const OTHER_OBJECTS: Record<string, string> = { resource: '资源', parameter: '参数', auditLog: '系统日志' }

/** Actions that are not verbs or actions of a definition. */
export const OTHER_ACTIONS: Record<string, string> = {
  resetPassword: '重置密码', grant: '授权', sort: '排序', export: '导出', import: '导入', reveal: '查看完整信息', restore: '撤销删除', comment: '留言', bindAlipay: '绑定支付宝',
}

export interface LogLine {
  label: string
  before: string
  after: string
}

export interface LogRow {
  id: number
  at: string
  userName: string
  entity: string
  entityLabel: string
  entityId: number | null
  title: string | null
  action: string
  actionLabel: string
  from: string | null
  to: string | null
  lines: LogLine[]
  reason: string | null
  source: string
  ip: string | null
  requestId: string | null
}

export interface LoginRow {
  id: number
  at: string
  username: string
  ip: string
  userAgent: string
  result: string
  resultLabel: string
  detail: string | null
}
