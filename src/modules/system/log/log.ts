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

/** What is logged of an act beside the fields of a record. */
export const OTHER_FIELDS: Record<string, string> = {
  filter: '筛选条件',
  columns: '导出的列',
  rows: '行数',
  sha256: '文件校验值',
  view: '页面',
  batch: '批次',
}

/** What may be done with any object, besides the verbs and actions of definitions. */
export const OTHER_ACTIONS: Record<string, string> = {
  sort: '排序',
  restore: '撤销删除',
  comment: '评论',
  removeDemo: '移除演示数据',
  collect: '补齐待译文字',
  anchor: '证据锚',
  lookup: '按隐藏号码查找',
}
