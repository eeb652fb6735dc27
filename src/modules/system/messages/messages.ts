/** 系统消息 and 问题反馈. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const MESSAGE_CATEGORIES = { approval: '审批', expiry: '到期', arrears: '欠费', anomaly: '异常', notice: '公告', task: '任务' }

/** A page of the console: nobody is sent elsewhere from here (`//host` would be). */
const PAGE = /^\/(?:[^/\\\s]\S*)?$/

export const systemMessage = defineEntity({
  name: 'systemMessage',
  label: '系统消息',
  right: 'systemMessage',
  title: ['title'],
  search: ['title', 'content'],
  fields: {
    title: f.text('标题', { required: true, maxLength: 80 }),
    category: f.choice('类别', MESSAGE_CATEGORIES, { required: true, default: 'notice' }),
    status: f.state('状态', { draft: '草稿', published: '已发布', withdrawn: '已撤回' }, 'draft'),
    content: f.note('内容', { required: true, maxLength: 5000 }),
    toAll: f.flag('发给全体', { default: true }),
    roles: f.refs('接收角色', 'role', { when: (v) => !v['toAll'] }),
    depts: f.refs('接收部门', 'dept', { when: (v) => !v['toAll'] }),
    attachments: f.files('附件', { maxCount: 5 }),
    link: f.text('跳转页面', { maxLength: 300, hint: '控制台内的地址，如 /lease/leaseList；接收人可由消息直接打开' }),
    publishedAt: f.instant('发布时间', { readOnly: true }),
    receiverCount: f.int('接收人数', { readOnly: true, default: 0 }),
    readCount: f.int('已读人数', { readOnly: true, default: 0 }),
  },
  check: (v) =>
    v.link && !PAGE.test(v.link)
      ? '跳转页面应以 / 开头，例如 /lease/leaseList，不能填写外部网址'
      : !v.toAll && !v.roles?.length && !v.depts?.length
        ? '请选择接收角色或部门，或勾选发给全体'
        : null,
  list: {
    columns: ['title', 'category', 'status', 'publishedAt', 'receiverCount', 'readCount'],
    filters: ['title', 'category', 'status', 'publishedAt'],
    sort: '-createdAt',
  },
  form: { 消息: ['title', 'category', 'content', 'attachments', 'link'], 接收人: ['toAll', 'roles', 'depts'] },
  children: [{ entity: 'inboxMessage', by: 'systemMessage', label: '阅读情况' }],
})
export const systemMessageActions = defineActions(systemMessage, {
  publish: { label: '发布', from: ['draft'], to: 'published', tone: 'primary', confirm: '发布后接收人会立即收到。确认发布？' },
  withdraw: { label: '撤回', from: ['published'], to: 'withdrawn', tone: 'danger', confirm: '撤回后接收人不再看到这条消息。确认撤回？' },
})

/** One message in one person's box, whatever module sent it. `dedupe` is unique per (template, target, day). */
export const inboxMessage = defineEntity({
  name: 'inboxMessage',
  label: '消息明细',
  // A right of its own: what was sent to whom is more than publishing asks for. Titles name outsiders, so it opens no box of another.
  right: 'inboxMessage',
  writes: 'none',
  letter: { to: 'receiver', with: 'systemMessage' },
  title: ['title'],
  fields: {
    receiver: f.ref('接收人', 'user', { required: true, onDelete: 'cascade' }),
    systemMessage: f.ref('系统消息', 'systemMessage'),
    category: f.choice('类别', MESSAGE_CATEGORIES, { required: true }),
    title: f.text('标题', { required: true }),
    // Read by its receiver alone, in 我的消息: codes of outsiders he passes on stand here too.
    content: f.note('内容', { secret: true }),
    link: f.text('跳转', { maxLength: 300 }),
    readAt: f.instant('阅读时间'),
    dedupe: f.text('去重键', { maxLength: 120, internal: true }),
    about: f.text('事由', { maxLength: 120, internal: true }),
  },
  unique: [{ fields: ['receiver', 'dedupe'], message: '消息已发送' }],
  list: { columns: ['receiver', 'category', 'title', 'readAt'], filters: ['receiver', 'category', 'readAt'], sort: '-createdAt' },
  form: { 消息: ['receiver', 'category', 'title', 'readAt'] },
  indexes: [['receiver', 'readAt'], ['about']],
})

export const problemFeedback = defineEntity({
  name: 'problemFeedback',
  label: '问题反馈',
  right: 'problemFaceBack',
  title: ['no'],
  search: ['no', 'title', 'content'],
  fields: {
    no: f.serial('编号', 'FK{yyyyMMdd}-{0000}'),
    status: f.state('状态', { open: '待处理', answered: '已回复', closed: '已关闭' }, 'open'),
    title: f.text('标题', { required: true, maxLength: 80 }),
    page: f.text('所在页面', { maxLength: 200 }),
    content: f.note('问题描述', { required: true, maxLength: 3000 }),
    screenshots: f.files('截图', { maxCount: 6 }),
    contact: f.text('联系电话', { format: 'mobile', mask: 'mobile' }),
    answer: f.note('回复', { readOnly: true }),
    answeredBy: f.ref('回复人', 'user', { readOnly: true }),
    answeredAt: f.instant('回复时间', { readOnly: true }),
  },
  list: {
    columns: ['no', 'title', 'status', 'page', 'answeredBy', 'answeredAt'],
    filters: ['no', 'title', 'status'],
    sort: '-createdAt',
    quick: { 待处理: { status: 'open' }, 已回复: { status: 'answered' }, 已关闭: { status: 'closed' } },
  },
  form: { 问题: ['title', 'page', 'content', 'screenshots', 'contact'] },
})
export const problemFeedbackActions = defineActions(problemFeedback, {
  reply: {
    label: '回复',
    from: ['open', 'answered'],
    to: 'answered',
    tone: 'primary',
    input: { answer: f.note('回复内容', { required: true, maxLength: 3000 }) },
  },
  close: {
    label: '关闭',
    from: ['open', 'answered'],
    to: 'closed',
    confirm: '关闭后不再等待处理，也不能再回复；需要时可以重新打开。确认关闭？',
  },
  reopen: { label: '重新打开', from: ['closed'], to: 'open', confirm: '重新打开后回到「待处理」，可以继续回复。确认重新打开？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    systemMessage: RowOf<typeof systemMessage>
    inboxMessage: RowOf<typeof inboxMessage>
    problemFeedback: RowOf<typeof problemFeedback>
  }
  interface ActionsOf {
    systemMessage: typeof systemMessageActions
    problemFeedback: typeof problemFeedbackActions
  }
}
