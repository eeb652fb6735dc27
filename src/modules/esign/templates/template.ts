/** 合同模板: what is signed again and again, with versions; a running flow keeps the one it began with. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const BIZ_TYPES = {
  lease: '租赁合同',
  rentToOwn: '以租代购',
  handover: '交接单',
  returnSheet: '退车结算单',
  swap: '换车协议',
  renewal: '续租补充协议',
  extension: '延期协议',
  driver: '司机合同',
  provider: '服务商合同',
  rescission: '解约协议',
  other: '其他',
} as const
export type BizType = keyof typeof BIZ_TYPES

/** Of a paper of some forty pages; its versions keep all of it. */
const TEXT_LIMIT = 60_000
const KINDS = { text: '文字模板', pdf: '版式文件' } as const

const signTemplate = defineEntity({
  name: 'signTemplate',
  label: '合同模板',
  right: 'templateList',
  title: ['name'],
  search: ['no', 'name'],
  fields: {
    no: f.serial('模板编号', 'MB{yyyyMMdd}-{0000}'),
    name: f.text('模板名称', { required: true, maxLength: 60, unique: '已有同名模板' }),
    status: f.state('状态', { draft: '草稿', active: '启用', disabled: '停用' }, 'draft'),
    bizType: f.choice('业务类型', BIZ_TYPES, { required: true }),
    kind: f.choice('模板形式', KINDS, { required: true, default: 'text', fixed: true }),
    text: f.note('正文', {
      maxLength: TEXT_LIMIT,
      when: (v) => v['kind'] === 'text',
      hint: '用 # 写标题，{{contract.no}} 取业务数据，{{contract.paper}} 单独一行放打印的租赁合同全文，〔甲方签章〕〔乙方签章〕标出签署位置',
    }),
    file: f.files('PDF 文件', { maxCount: 1, accept: ['application/pdf'], when: (v) => v['kind'] === 'pdf' }),
    components: f.json<readonly Component[]>('控件', { internal: true }),
    versionNo: f.int('当前版本', { readOnly: true, default: 0 }),
    used: f.int('使用次数', { readOnly: true, default: 0 }),
    remark: f.note('备注', { maxLength: 500 }),
  },
  check: (v) =>
    v.kind === 'text' && !v.text?.trim()
      ? { at: 'text', reason: '请填写模板正文' }
      : v.kind === 'pdf' && !v.file?.length
        ? { at: 'file', reason: '请上传 PDF 文件' }
        : null,
  list: {
    columns: ['no', 'name', 'status', 'bizType', 'kind', 'versionNo', 'used'],
    filters: ['no', 'name', 'status', 'bizType', 'kind'],
    sort: '-createdAt',
    quick: { 启用: { status: 'active' }, 草稿: { status: 'draft' }, 停用: { status: 'disabled' } },
  },
  form: { 模板: ['name', 'bizType', 'kind', 'text', 'file', 'remark'] },
  children: [{ entity: 'signTemplateVersion', by: 'template', label: '版本' }],
})

export const signTemplateActions = defineActions(signTemplate, {
  publish: {
    label: '发布',
    from: ['draft', 'active', 'disabled'],
    to: 'active',
    tone: 'primary',
    confirm: '发布后成为新版本，新发起的流程使用它；已发起的流程不变。确认发布？',
  },
  disable: { label: '停用', from: ['active'], to: 'disabled', confirm: '停用后不能再用它发起签署，已发起的流程不受影响。确认停用？' },
})

/** 控件: a thing on the page of a PDF template, in points from the top left; numbers of types as e签宝 has them. */
export interface Component {
  key: string
  label: string
  type: 1 | 2 | 3 | 6 | 8 | 9 | 19 | 23
  role?: string
  page: number
  x: number
  y: number
  w: number
  h: number
  required?: boolean
  font?: number
  align?: 'left' | 'center' | 'right'
  /** Path of the data dictionary; a manual one has none and is filled by whoever starts. */
  path?: string
}

export const signTemplateVersion = defineEntity({
  name: 'signTemplateVersion',
  label: '模板版本',
  right: 'templateList',
  writes: 'none',
  title: ['template', 'seq'],
  fields: {
    template: f.ref('模板', 'signTemplate', { required: true, onDelete: 'cascade' }),
    seq: f.int('版本号', { required: true }),
    text: f.note('正文', { maxLength: TEXT_LIMIT }),
    file: f.files('PDF 文件', { maxCount: 1 }),
    components: f.json<readonly Component[]>('控件', { internal: true }),
    roles: f.text('签署角色', { maxLength: 200 }),
    sha256: f.text('内容摘要', { maxLength: 64 }),
    publishedAt: f.instant('发布时间'),
  },
  unique: [{ fields: ['template', 'seq'], message: '该版本已发布' }],
  list: { columns: ['template', 'seq', 'roles', 'sha256', 'publishedAt'], sort: '-seq' },
  form: { 版本: ['template', 'seq', 'roles', 'text', 'file', 'sha256', 'publishedAt'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    signTemplate: RowOf<typeof signTemplate>
    signTemplateVersion: RowOf<typeof signTemplateVersion>
  }
  interface ActionsOf {
    signTemplate: typeof signTemplateActions
  }
}
