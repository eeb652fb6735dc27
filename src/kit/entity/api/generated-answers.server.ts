/** What the generated routes answer (wire.ts), as schemas: documented by OpenAPI and held by every test that calls them. */
import { z } from 'zod'
import { fileAnswer } from '../../http/answers.server.ts'
import type { Download } from '../../http/route.server.ts'
import { CHANGE_TABLE } from '../../audit/change-table.ts'
import type { Entity } from '../entity.ts'
import type { Field, Fields } from '../field.ts'
import { shapeOf, note } from '../value/zod-of.ts'
import type { TimelineAnswer } from '../../audit/timeline.server.ts'
import type { BulkAnswer, DetailExtras, ImportCheck, ListAnswer, OptionsAnswer, Row, TaskView, TreeNode } from '../wire.ts'

/** A record as its detail shows it; which fields it has, its definition says. */
export const recordAnswer = z.looseObject({
  id: z.number(),
  version: z.number(),
  $title: z.string(),
}) as unknown as z.ZodType<Row & Pick<DetailExtras, '$verbs'>>

/** A value as it is read: masks, parameters that were narrowed later and old choices make it looser than what may be written. */
function readShape(field: Field): z.ZodType {
  if (field.kind === 'computed') {
    return { text: z.string(), money: z.int(), int: z.int(), flag: z.boolean(), day: z.iso.date() }[field.as]
  }
  if (field.kind === 'lines') return z.array(z.looseObject(valuesOf(field.of)))
  if (field.mask || field.kind === 'serial' || field.kind === 'text' || field.kind === 'note') return z.string()
  if (field.kind === 'int' || field.kind === 'money' || field.kind === 'rate') return z.int()
  if (field.kind === 'decimal') return z.number()
  return shapeOf(field)
}

/** Which fields a reader meets, his rights and his columns decide: each may be away. */
function valuesOf(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(fields as Record<string, Field>)) {
    if (field.secret || field.internal) continue
    shape[name] = readShape(field).nullish().describe(note(field))
    if (field.kind === 'ref') shape[`${name}$`] = z.string().optional().describe(`${field.label}的名称`)
    if (field.kind === 'refs') shape[`${name}$`] = z.array(z.string()).optional().describe(`${field.label}的名称`)
  }
  return shape
}

const memo = <K extends object, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new WeakMap<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

const rowShape = memo((entity: Entity) =>
  z
    .looseObject({
      id: z.int(),
      version: z.int(),
      ...valuesOf(entity.fields),
      createdAt: z.string().optional(),
      updatedAt: z.string().optional(),
      $title: z.string(),
      $actions: z.array(z.object({ name: z.string(), reason: z.string().nullable() })).optional(),
      $masked: z.array(z.string()).optional(),
      $held: z.string().optional(),
    })
    .meta({ id: `row_${entity.name}` }),
)

/** One of an entity, made when somebody asks: three thousand schemas are no part of a start. */
const late = (make: (entity: Entity) => z.ZodType): ((entity: Entity) => z.ZodType<any>) => memo((entity) => z.lazy(() => make(entity)))

const verbs = z.object({ edit: z.string().nullable(), delete: z.string().nullable(), reveal: z.boolean() })
const page = { total: z.int(), exact: z.boolean(), pageNo: z.int(), pageSize: z.int() }
const task = z.object({ taskId: z.int() })

export const listAnswer: (entity: Entity) => z.ZodType<ListAnswer> = late((entity) =>
  z.object({
    list: z.array(rowShape(entity)),
    ...page,
    totals: z.record(z.string(), z.number()).optional(),
    missing: z.record(z.string(), z.array(z.string())).optional(),
    scopeNote: z.string().optional(),
  }),
)
export const detailAnswer = late((entity) =>
  z.intersection(
    rowShape(entity),
    z.looseObject({
      $verbs: verbs,
      $notes: z.array(z.object({ text: z.string(), link: z.object({ label: z.string(), to: z.string() }).optional() })),
    }),
  ),
)
/** After a write: the row, and what may be done with it now. */
export const writtenAnswer = late((entity) => z.intersection(rowShape(entity), z.looseObject({ $verbs: verbs })))

export const quickAnswer: z.ZodType<Record<string, number>> = z.record(z.string(), z.int())
export const timelineAnswer: z.ZodType<TimelineAnswer> = z.object({
  list: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      userName: z.string(),
      action: z.string(),
      label: z.string(),
      from: z.string().nullable().exactOptional(),
      to: z.string().nullable().exactOptional(),
      changes: z
        .array(
          z.object({
            field: z.string(),
            label: z.string(),
            before: z.string(),
            after: z.string(),
            was: CHANGE_TABLE.optional(),
            is: CHANGE_TABLE.optional(),
          }),
        )
        .exactOptional(),
      reason: z.string().nullable().exactOptional(),
      source: z.enum(['form', 'action', 'import', 'bulk', 'job', 'api', 'comment']),
    }),
  ),
  total: z.int(),
})
export const optionsAnswer: z.ZodType<OptionsAnswer> = z.object({
  list: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      hint: z.string().optional(),
      disabled: z.boolean().optional(),
      why: z.string().optional(),
    }),
  ),
  total: z.int(),
  missing: z.array(z.string()).optional(),
})
export const treeAnswer: z.ZodType<TreeNode[]> = z.array(
  z.object({ id: z.int(), label: z.string(), parent: z.int().nullable(), count: z.int().optional() }),
)
export const revealAnswer: z.ZodType<{ value: unknown }> = z.object({ value: z.union([z.string(), z.number()]).nullable() })
export const bulkAnswer: z.ZodType<BulkAnswer | { taskId: number }> = z.union([
  z.object({
    done: z.int(),
    failed: z.int(),
    results: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        ok: z.boolean(),
        message: z.string(),
        held: z.boolean().optional(),
        errors: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
  task,
])
/** The file itself, or the task that makes it. */
export const exportAnswer: z.ZodType<Download | { taskId: number }> = z.union([task, fileAnswer.meta({ type: 'string', format: 'binary' })])
export const importCheckAnswer: z.ZodType<ImportCheck> = z.object({
  columns: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  rows: z.array(z.object({ line: z.int(), cells: z.record(z.string(), z.string()), errors: z.record(z.string(), z.string()) })),
  valid: z.int(),
  invalid: z.int(),
  ignored: z.array(z.string()),
  later: z.array(z.string()),
})
export const importDoneAnswer = z.union([
  z.object({
    imported: z.int(),
    skipped: z.int(),
    late: z.array(z.object({ line: z.int(), message: z.string() })).optional(),
    known: z.object({ count: z.int(), rows: z.array(z.object({ line: z.int(), message: z.string() })) }).optional(),
  }),
  task,
])
export const taskAnswer = z.looseObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.int().nullable(),
  error: z.string().nullable(),
  fileId: z.string().nullable(),
}) as unknown as z.ZodType<TaskView>
export const taskListAnswer = z.object({ list: z.array(taskAnswer), total: z.int(), pageNo: z.int(), pageSize: z.int() })
