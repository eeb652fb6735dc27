/** Calls about templates. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { absent, invalid } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { act, add, edit, remove } from '#kit/entity/store.server.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { DICTIONARY } from '../templates/dictionary.ts'
import { STANDARD } from '../templates/standard-texts.ts'
import { BIZ_TYPES, type BizType, type Component } from '../templates/template.ts'
import { component } from '../templates/component.server.ts'
import { PAGING, base, id } from './shapes.server.ts'
import {
  bizTypesAnswer,
  componentsAnswer,
  dictionaryAnswer,
  standardMadeAnswer,
  templateMadeAnswer,
  templatesAnswer,
  versionAnswer,
} from '../ceremony/answers.server.ts'

export function templateRoutes(): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: `${base}/template/list`,
      summary: '合同模板列表',
      output: templatesAnswer,
      right: ['templateList', 'electronicContracts'],
      input: z.strictObject({
        ...PAGING,
        keyword: z.string().max(60).optional(),
        bizType: z.string().max(30).optional(),
        status: z.enum(['draft', 'active', 'disabled']).optional(),
      }),
      handler: (ctx, q) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          let query = liveRows(tx, 'signTemplate')
          if (q.keyword) query = query.where('name', 'ilike', `%${q.keyword.replace(/[\\%_]/g, '\\$&')}%`)
          if (q.bizType) query = query.where('bizType', '=', q.bizType as BizType)
          if (q.status) query = query.where('status', '=', q.status)
          const list = await query
            .select(['id', 'no', 'name', 'bizType', 'kind', 'status', 'versionNo', 'used'])
            .orderBy('id', 'desc')
            .limit(q.pageSize)
            .offset((q.pageNo - 1) * q.pageSize)
            .execute()
          const { n } = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
          return { list, total: Number(n), pageNo: q.pageNo, pageSize: q.pageSize }
        }),
    }),
    ...(['component', 'manualComponent'] as const).map((name) =>
      route({
        method: 'GET',
        path: `${base}/template/${name}`,
        summary: name === 'component' ? '模板的系统控件' : '模板的手动控件',
        output: componentsAnswer,
        right: ['templateList', 'electronicContracts'],
        input: z.strictObject({ templateId: id }),
        handler: (ctx: Context, { templateId }: { templateId: number }) =>
          ctx.db.read(ctx.user.operatorId, async (tx) => {
            const row = await liveRows(tx, 'signTemplate').select(['components', 'text']).where('id', '=', templateId).executeTakeFirst()
            if (!row) throw absent('合同模板已被删除，请重新选择')
            const all = (row.components ?? []) as readonly Component[]
            return all.filter((c) => (name === 'component' ? c.path !== undefined || c.type === 6 : c.path === undefined && c.type !== 6))
          }),
      }),
    ),
    route({
      method: 'POST',
      path: `${base}/template/businessType`,
      summary: '业务类型与可用字段',
      output: bizTypesAnswer,
      right: ['templateList', 'electronicContracts'],
      safe: true,
      input: z.strictObject({}),
      handler: async () => Object.entries(BIZ_TYPES).map(([code, name]) => ({ code, name })),
    }),
    route({
      method: 'GET',
      path: `${base}/template/dictionary`,
      summary: '模板可用的业务字段',
      output: dictionaryAnswer,
      right: 'templateList',
      input: z.strictObject({}),
      handler: async () => Object.entries(DICTIONARY).map(([path, label]) => ({ path, label })),
    }),
    route({
      method: 'POST',
      path: `${base}/template/create`,
      summary: '新建合同模板',
      output: templateMadeAnswer,
      right: 'templateList_add',
      single: true,
      input: z.strictObject({
        name: z.string().trim().min(1).max(60),
        bizType: z.enum(Object.keys(BIZ_TYPES) as [BizType, ...BizType[]]),
        kind: z.enum(['pdf', 'text']),
        fileId: z.string().max(40).optional(),
        text: z.string().max(60_000).optional(),
      }),
      handler: (ctx, { fileId, ...input }) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          const made = await add(
            tx,
            ctx,
            'signTemplate',
            { ...input, text: input.text ?? null, file: fileId ? [{ id: fileId, name: '', mime: '', size: 0 }] : null },
            'person',
          )
          return { templateId: made.id, url: `/contract/templateDesign?id=${made.id}` }
        }),
    }),
    route({
      method: 'POST',
      path: `${base}/template/standard`,
      summary: '采用标准文本：新建并发布',
      output: standardMadeAnswer,
      right: 'templateList_add',
      input: z.strictObject({ bizType: z.enum(Object.keys(STANDARD) as [BizType, ...BizType[]]) }),
      handler: (ctx, { bizType }) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          const { name, text } = STANDARD[bizType]!
          const made = await add(tx, ctx, 'signTemplate', { name, bizType, kind: 'text', text }, 'person')
          await act(tx, ctx, 'signTemplate', 'publish', made.id, null, {}, 'person')
          return { templateId: made.id, name }
        }),
    }),
    route({
      method: 'POST',
      path: `${base}/template/design`,
      summary: '保存模板的控件',
      output: versionAnswer,
      right: 'templateList_edit',
      single: true,
      input: z.strictObject({ templateId: id, version: z.number().int(), components: z.array(component).max(300) }),
      handler: (ctx, { templateId, version, components }) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          const keys = components.map((c) => c.key)
          if (new Set(keys).size !== keys.length) throw invalid('有两个控件的编号相同，请刷新设计页后重试')
          const unknown = components.find((c) => c.path !== undefined && !(c.path in DICTIONARY))
          if (unknown) throw invalid(`控件“${unknown.label}”引用的字段不存在`)
          const row = await edit(tx, ctx, 'signTemplate', templateId, version, { components })
          return { version: row.version }
        }),
    }),
    route({
      method: 'POST',
      path: `${base}/template/del`,
      summary: '删除合同模板',
      output: doneAnswer,
      right: 'templateList_delete',
      single: true,
      input: z.strictObject({ templateId: id }),
      handler: (ctx, { templateId }) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          await remove(tx, ctx, 'signTemplate', templateId, null, 'person')
          return null
        }),
    }),
  ]
}
