/** 数据权限: rule names, rule resources and templates, as leasing.md §3.14 evaluates them (spec: sysRuleName / sysRuleResource / sysRuleData). */
import { defineEntity, type Dimension } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** How one dimension is restricted. The relative ones are read for whoever holds the template. */
export const RULE_MODES = {
  all: '全部',
  self: '本人',
  ownDept: '本部门',
  ownDeptTree: '本部门及以下',
  ownStore: '本门店',
  custom: '指定…',
} as const
export type RuleMode = keyof typeof RULE_MODES

/** What makes sense for a dimension: 「本部门」 says nothing about stores. */
export const MODES_OF: Record<Dimension, readonly RuleMode[]> = {
  store: ['all', 'ownStore', 'custom'],
  dept: ['all', 'ownDept', 'ownDeptTree', 'custom'],
  owner: ['all', 'self', 'custom'],
  channel: ['all', 'custom'],
  region: ['all', 'custom'],
  operator: ['all'],
}

/** The id of a store, department, person or channel; of a region its name: the city as the stores have it. */
export type RuleValue = number | string

/** Which entity holds the values of a data dimension. */
export const DIMENSION_TABLES = { store: 'store', dept: 'dept', owner: 'user', channel: 'channel' } as const

export const valueTableOf = (dimension: Dimension): (typeof DIMENSION_TABLES)[keyof typeof DIMENSION_TABLES] | null =>
  Object.hasOwn(DIMENSION_TABLES, dimension) ? DIMENSION_TABLES[dimension as keyof typeof DIMENSION_TABLES] : null

export interface TemplateRule {
  rule: string
  mode: RuleMode
  values?: RuleValue[]
}
/** What a template grants for one resource: values per dimension; AND between dimensions. */
export interface TemplateEntry {
  /** `*`: every bound resource without an entry of its own. */
  resourceCode: string
  rules: TemplateRule[]
}

/** What `entries` looks like, for readers of the API; checked in ./entries.server.ts. */
export const TEMPLATE_ENTRIES = {
  type: 'array',
  maxItems: 500,
  items: {
    type: 'object',
    required: ['resourceCode', 'rules'],
    additionalProperties: false,
    properties: {
      resourceCode: { type: 'string', pattern: '^(\\*|\\w{1,60})$', description: '资源编码；* 为没有单独规定的所有受控资源' },
      rules: {
        type: 'array',
        maxItems: 20,
        items: {
          type: 'object',
          required: ['rule', 'mode'],
          additionalProperties: false,
          properties: {
            rule: { type: 'string', description: '规则编码' },
            mode: { type: 'string', enum: Object.keys(RULE_MODES) },
            values: {
              type: 'array',
              maxItems: 2000,
              items: { type: ['integer', 'string'] },
              description: '只用于 custom：门店、部门、人员、渠道的编号，或城市名称',
            },
          },
        },
      },
    },
  },
} as const

export const sysRuleName = defineEntity({
  name: 'sysRuleName',
  label: '规则名称',
  right: 'datatemplate',
  title: ['name'],
  search: ['code', 'name'],
  fields: {
    code: f.text('规则编码', { required: true, fixed: true, format: 'code', unique: '该规则编码已存在', maxLength: 40 }),
    name: f.text('规则名称', { required: true, maxLength: 40 }),
    dimension: f.choice(
      '数据维度',
      { store: '门店', dept: '部门', owner: '创建人', region: '区域', channel: '渠道', operator: '运营商' },
      { required: true, fixed: true, hint: '区域即门店所在城市' },
    ),
    enabled: f.flag('启用', { default: true }),
    remark: f.text('说明', { maxLength: 200 }),
  },
  list: { columns: ['code', 'name', 'dimension', 'enabled', 'remark'], filters: ['code', 'name', 'dimension'], sort: 'code' },
  form: { 规则: ['code', 'name', 'dimension', 'enabled', 'remark'] },
})

/** Which rule binds which resource. A bound resource without an entry in any template shows no rows. */
export const sysRuleResource = defineEntity({
  name: 'sysRuleResource',
  label: '规则资源',
  right: 'datatemplate',
  title: ['resourceCode'],
  search: ['resourceCode'],
  fields: {
    resourceCode: f.text('资源编码', { required: true, fixed: true, maxLength: 60 }),
    ruleName: f.ref('规则名称', 'sysRuleName', { required: true, fixed: true, onDelete: 'cascade' }),
    bound: f.flag('受控', { default: true, quick: true, hint: '不受控的资源不按该规则限制' }),
  },
  unique: [{ fields: ['resourceCode', 'ruleName'], message: '该资源已绑定此规则' }],
  list: { columns: ['resourceCode', 'ruleName', 'bound'], filters: ['resourceCode', 'ruleName', 'bound'], sort: 'resourceCode' },
  form: { 规则资源: ['resourceCode', 'ruleName', 'bound'] },
})

export const dataTemplate = defineEntity({
  name: 'dataTemplate',
  label: '数据权限模板',
  right: 'datatemplate',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('模板名称', { required: true, unique: '该模板名称已存在', maxLength: 60 }),
    entries: f.json<TemplateEntry[]>('权限明细', { required: true, readOnly: false, default: [], shape: TEMPLATE_ENTRIES }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  list: { columns: ['name', 'remark'], filters: ['name'], sort: 'name' },
  form: { 模板: ['name', 'entries', 'remark'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    sysRuleName: RowOf<typeof sysRuleName>
    sysRuleResource: RowOf<typeof sysRuleResource>
    dataTemplate: RowOf<typeof dataTemplate>
  }
}
