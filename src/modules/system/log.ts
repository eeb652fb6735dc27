/** Words of the log that belong to no entity. */
export const LOG_SOURCES = {
  form: '表单',
  action: '操作',
  import: '导入',
  bulk: '批量',
  job: '系统任务',
  api: '接口',
  comment: '评论',
} as const

/** What is logged besides records of entities. */
export const OTHER_OBJECTS: Record<string, string> = { resource: '资源', parameter: '参数', auditLog: '系统日志', operator: '公司' }

/** What may be done with any object, besides the verbs and actions of definitions. */
export const OTHER_ACTIONS: Record<string, string> = {
  sort: '排序',
  restore: '撤销删除',
  comment: '评论',
  removeDemo: '移除演示数据',
  collect: '补齐待译文字',
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
