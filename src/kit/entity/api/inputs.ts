/** Shapes of the generated calls. Values of records are judged by checkValues; here only what stands around them. */
import { z } from 'zod'
import { listField } from '../query/conditions.ts'
import type { Entity } from '../entity.ts'
import { fieldsOf } from '../names.ts'
import { PLACES } from '../tree.ts'
import { zodOf, zodOfFields } from '../value/zod-of.ts'
import { COMMENT_MOST } from '../wire.ts'
import type { Fields } from '../field.ts'

/** Ids in a query string. */
const QUERY_ID = z
  .string('请指定编号')
  .regex(/^\d{1,15}$/, '编号不正确')
  .transform(Number)
const ID = z.int('编号不正确').positive('编号不正确').describe('编号')
const VERSION = z.int('版本不正确').positive('版本不正确').describe('读取时的版本，已被他人修改时返回 409')
const PAGE = z.string().regex(/^[1-9]\d{0,4}$/, '页码应为正整数')

const text = (note: string): z.ZodOptional<z.ZodString> => z.string().describe(note).optional()

/** Filters are read by name later; the schema documents them and lets unknown ones through to that reader. */
export function listInput(entity: Entity, extra: readonly string[]): z.ZodType<Record<string, string>> {
  const known: Record<string, string> = {
    pageNo: '页码，从 1 开始',
    pageSize: '每页条数，最多 200',
    sort: '排序字段，前缀 - 为降序',
    keyword: '关键字，支持拼音与首字母',
    view: '页面编码',
    quick: '页签',
    ids: '编号，逗号分隔',
    others: '1：也返回找到但不能选的，附原因',
    values: '名称或编号，每行一个，逐个完整匹配',
  }
  const shape: Record<string, z.ZodType> = {}
  for (const name of extra) shape[name] = text(known[name] ?? name)
  for (const name of entity.list.filters ?? []) shape[name] = text(listField(entity, name)?.label ?? name)
  return z.object(shape).catchall(z.string()) as unknown as z.ZodType<Record<string, string>>
}

/** Values stand beside id and version in one flat body; documented by the definition when somebody asks, not validated twice. */
function flat(shape: z.ZodRawShape, values: () => z.ZodObject): z.ZodType<Record<string, unknown>> {
  const input = z.looseObject(shape)
  let documented: Record<string, unknown> | null = null
  input._zod.toJSONSchema = () => {
    const { $schema: _s, ...made } = (documented ??= z.toJSONSchema(values().extend(shape), { unrepresentable: 'any', io: 'input' }))
    return made
  }
  return input as unknown as z.ZodType<Record<string, unknown>>
}

export const addInput = (entity: Entity) => flat({}, () => zodOf(entity, 'add'))
export const editInput = (entity: Entity) => flat({ id: ID, version: VERSION }, () => zodOf(entity, 'edit'))
export const actionInput = (fields: Fields) => flat({ id: ID, version: VERSION }, () => zodOfFields(fields))

/** Whole-number and flag filters may come as JSON values. */
const QUERY = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).describe('列表的筛选条件')
export const bulkInput = (fields: Fields) =>
  flat(
    {
      ids: z.array(ID).max(20_000, '一次最多处理 20000 条').optional(),
      versions: z
        .array(VERSION)
        .max(20_000, '一次最多处理 20000 条')
        .describe('与 ids 逐个对应的版本：读取后被他人修改的记录不处理，其余照常')
        .optional(),
      query: QUERY.optional(),
    },
    () => zodOfFields(fields, true),
  )
export const quickFields = (entity: Entity): Fields => Object.fromEntries(fieldsOf(entity).filter(([, field]) => field.quick)) as Fields

export const PAPER_INPUT = z.object({ id: z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确'), kind: z.string().max(40) })
export const PRINT_INPUT = z.object({
  id: z.coerce.number('编号不正确').int('编号不正确').min(1, '编号不正确'),
  trail: z.enum(['0', '1'], '只能是 0 或 1').default('1').describe('填 1 则含操作记录'),
})
/** As many as one call of a bulk takes. */
const MOST_ON_PAPER = 300
export const PAPERS_INPUT = z.object({
  ids: z
    .string('请选择要打印的记录')
    .regex(/^\d{1,12}(,\d{1,12})*$/, '编号不正确')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= MOST_ON_PAPER, `一张单据最多 ${MOST_ON_PAPER} 条`),
})
export const DELETE_INPUT = z.object({ id: ID, version: VERSION })
export const RESTORE_INPUT = z.object({ id: ID })
export const MOVE_INPUT = z.object({
  id: ID,
  target: ID.describe('移到它的旁边或下面'),
  where: z.enum(PLACES, '位置只能是 inside、before、after'),
})
export const TIMELINE_INPUT = z.object({ id: QUERY_ID, pageNo: PAGE.default('1') })
export const COMMENT_INPUT = z.object({
  id: ID,
  text: z.string('请填写评论').trim().min(1, '请填写评论').max(COMMENT_MOST, `评论最多 ${COMMENT_MOST} 字`),
})
export const REVEAL_INPUT = z.object({
  id: ID,
  field: z.string().max(80).describe('字段名；明细行写作 lines.0.mobile'),
  reason: z.string('请填写查看原因').trim().min(2, '请填写查看原因').max(200, '查看原因最多 200 字'),
})
export const EXPORT_INPUT = z.object({
  query: QUERY.default({}),
  columns: z.array(z.string().max(60)).max(200).default([]),
  view: z.string().max(60).optional(),
})
const ROWS = z
  .array(
    z
      .object({ line: z.int().positive(), cells: z.record(z.string(), z.string().max(5000, '单元格内容过长')) })
      .transform(({ line, cells }) => ({ line, cells })),
  )
  .min(1, '没有可导入的数据')
  .max(20_000, '一次最多导入 20000 行')
export const ROWS_INPUT = z.object({ rows: ROWS })
/** `late`: of rows the check calls right, what the import itself said; as many as an answer names. */
export const ERRORS_INPUT = z.object({
  rows: ROWS,
  late: z
    .array(z.object({ line: z.int().positive(), message: z.string().max(500, '说明过长') }))
    .max(1000, '一次最多 1000 行')
    .default([]),
})
export const COMMIT_INPUT = z.object({ rows: ROWS, onlyValid: z.boolean().default(false) })
