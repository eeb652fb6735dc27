/** The whole wire of every entity (wire.ts), generated. A module's own route of the same path replaces the generated one. */
import type { Context, Db, Tx } from '../../access/context.server.ts'
import { actionRight, refusalsOf } from '../../action/action.ts'
import { timeline } from '../../audit/timeline.server.ts'
import { doneAnswer } from '../../http/answers.server.ts'
import { route, type Route } from '../../http/route.server.ts'
import { afterNoted, noteLookups } from '../query/masked/lookups.server.ts'
import * as answers from './generated-answers.server.ts'
import * as inputs from './inputs.ts'
import { fileRoutes } from './files.server.ts'
import { addComment, reveal, rowAfter } from './record.server.ts'
import { bulk } from './bulk.server.ts'
import { options, tree } from '../query/choices.server.ts'
import { functionCode, type Entity } from '../entity.ts'
import { fieldsOf } from '../names.ts'
import { actionEntries } from '../present.server.ts'
import { masked } from '../query/labels.server.ts'
import { maskedQuestions } from '../query/masked/masked-lookup.ts'
import { detail, find, list, quickCounts } from '../query/query.server.ts'
import type { Registry } from '../registry.server.ts'
import { pickerRights, resourceOf, screensOf } from '../query/scope.server.ts'
import type { ServedEntity } from '../serve.server.ts'
import type { Services } from '../services.server.ts'
import { actNamed, add, edit, remove, restore } from '../store.server.ts'
import { taskRoutes } from './tasks.server.ts'
import { move } from '../tree.server.ts'

/** Other calls by POST; a GET of the same name does not clash. */
const RESERVED = new Set(['comment', 'add', 'edit', 'delete', 'restore', 'reveal', 'export', 'import', 'bulk', 'move'])

interface Part {
  registry: Registry
  services: Services
  served: ServedEntity
  entity: Entity
  path: (verb: string) => string
}

const reading = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)
/** Of one record: the same few questions each time, so PostgreSQL keeps their plans. */
const readingOne = <T>(ctx: Context, work: (db: Db) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work, { prepared: true })
const writingOne = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.write(ctx.user.operatorId, work, { prepared: true })

/** Resources that show this entity. */
export const viewRights = ({ registry, entity }: Pick<Part, 'registry' | 'entity'>): string[] => [
  ...new Set([entity.right, ...screensOf({ registry }, entity).map(resourceOf)]),
]

function readRoutes(part: Part): Route[] {
  const { entity, served, registry, path } = part
  const right = viewRights(part)
  const { label } = entity
  return [
    route({
      method: 'GET',
      path: path('list'),
      summary: `${label}列表`,
      right,
      input: inputs.listInput(entity, ['pageNo', 'pageSize', 'sort', 'keyword', 'view', 'quick']),
      output: answers.listAnswer(entity),
      handler: (ctx, input) => reading(ctx, (db) => list(db, ctx, served, input)),
    }),
    route({
      method: 'GET',
      path: path('quick'),
      summary: `${label}各页签数量`,
      right,
      passive: true,
      input: inputs.listInput(entity, ['keyword', 'view']),
      output: answers.quickAnswer,
      handler: (ctx, input) => reading(ctx, (db) => quickCounts(db, ctx, entity, input)),
    }),
    route({
      method: 'GET',
      path: path('detail'),
      summary: `${label}详情`,
      right,
      input: inputs.TIMELINE_INPUT.pick({ id: true }),
      output: answers.detailAnswer(entity),
      handler: (ctx, { id }) => readingOne(ctx, (db) => detail(db, ctx, served, id)),
    }),
    route({
      method: 'GET',
      path: path('timeline'),
      summary: `${label}操作记录`,
      right,
      input: inputs.TIMELINE_INPUT,
      output: answers.timelineAnswer,
      handler: (ctx, { id, pageNo }) =>
        readingOne(ctx, async (db) => {
          await find(db, ctx, entity, id)
          return timeline(db, ctx, served, id, Number(pageNo))
        }),
    }),
    route({
      method: 'GET',
      path: path('options'),
      summary: `选择${label}`,
      right: pickerRights({ registry }, entity),
      input: inputs.listInput(entity, ['keyword', 'ids', 'values', 'pageNo', 'others']),
      output: answers.optionsAnswer,
      handler: (ctx, input) => reading(ctx, (db) => options(db, ctx, entity, input)),
    }),
    ...(entity.tree || entity.list.tree
      ? [
          route({
            method: 'GET',
            path: path('tree'),
            summary: `${label}树`,
            right: entity.tree ? pickerRights({ registry }, entity) : right,
            input: inputs.listInput(entity, ['view', 'keyword']),
            output: answers.treeAnswer,
            handler: (ctx, input) => reading(ctx, (db) => tree(db, ctx, entity, input)),
          }),
        ]
      : []),
    route({
      method: 'POST',
      path: path('comment'),
      summary: `${label}评论`,
      right,
      input: inputs.COMMENT_INPUT,
      output: doneAnswer,
      handler: (ctx, { id, text }) => addComment(ctx, entity, id, text),
    }),
  ]
}

function writeRoutes(part: Part): Route[] {
  const { entity, served, path } = part
  const writes = entity.writes ?? 'full'
  const right = (verb: string): string => functionCode(entity.right, verb)
  const { label, name } = entity
  const routes: Route[] = []
  if (writes !== 'none') {
    routes.push(
      route({
        method: 'POST',
        path: path('add'),
        summary: `新增${label}`,
        right: right('add'),
        input: inputs.addInput(entity),
        output: answers.writtenAnswer(entity),
        single: true,
        handler: (ctx, input) => writingOne(ctx, async (tx) => rowAfter(tx, ctx, served, await add(tx, ctx, name, input, 'person'))),
      }),
    )
  }
  if (writes === 'full') {
    routes.push(
      route({
        method: 'POST',
        path: path('edit'),
        summary: `修改${label}`,
        right: right('edit'),
        input: inputs.editInput(entity),
        output: answers.writtenAnswer(entity),
        single: true,
        handler: (ctx, { id, version, ...values }) =>
          writingOne(ctx, async (tx) =>
            rowAfter(tx, ctx, served, await edit(tx, ctx, name, id as number, version as number, values, 'person')),
          ),
      }),
      route({
        method: 'POST',
        path: path('delete'),
        summary: `删除${label}`,
        right: right('delete'),
        input: inputs.DELETE_INPUT,
        output: doneAnswer,
        single: true,
        handler: (ctx, { id, version }) =>
          writingOne(ctx, async (tx) => {
            await remove(tx, ctx, name, id, version, 'person')
            return null
          }),
      }),
      route({
        method: 'POST',
        path: path('restore'),
        summary: `撤销删除${label}（十分钟内）`,
        right: right('delete'),
        input: inputs.RESTORE_INPUT,
        output: answers.writtenAnswer(entity),
        single: true,
        handler: (ctx, { id }) => writingOne(ctx, async (tx) => rowAfter(tx, ctx, served, await restore(tx, ctx, name, id))),
      }),
    )
  }
  if (writes === 'full' && entity.tree) {
    routes.push(
      route({
        method: 'POST',
        path: path('move'),
        summary: `移动${label}（换上级、排顺序）`,
        right: right('edit'),
        input: inputs.MOVE_INPUT,
        output: doneAnswer,
        single: true,
        handler: (ctx, { id, target, where }) =>
          writingOne(ctx, async (tx) => {
            await move(tx, ctx, entity, id, target, where)
            return null
          }),
      }),
    )
  }
  if (fieldsOf(entity).some(([, field]) => field.mask || (field.kind === 'lines' && Object.values(field.of).some((f) => f.mask)))) {
    routes.push(
      route({
        method: 'POST',
        path: path('reveal'),
        summary: `查看${label}的完整信息（记入日志）`,
        // Whoever sees the record may ask; what he may look at, the call itself judges.
        right: entity.readBack ? [right('reveal'), entity.right] : right('reveal'),
        input: inputs.REVEAL_INPUT,
        output: answers.revealAnswer,
        handler: (ctx, { id, field, reason }) => reveal(ctx, entity, id, field, reason),
      }),
    )
  }
  return routes
}

function actionRoutes({ entity, served, path }: Part): Route[] {
  return actionEntries(served)
    .filter(([, spec]) => !spec.internal)
    .map(([action, spec]) => {
      if (RESERVED.has(action)) throw new Error(`${entity.name}: an action may not be called ${action}`)
      return route({
        method: 'POST',
        path: path(action),
        summary: `${entity.label}：${spec.label}`,
        right: actionRight(entity, action, spec),
        input: inputs.actionInput(spec.input ?? {}),
        output: answers.writtenAnswer(entity),
        single: true,
        reasons: Object.values(refusalsOf(entity.name, action)),
        handler: (ctx, { id, version, ...input }) => {
          const own: Context = { ...ctx, source: ctx.source === 'form' ? 'action' : ctx.source }
          return ctx.db.write(ctx.user.operatorId, async (tx) =>
            rowAfter(tx, own, served, await actNamed(tx, own, entity.name, action, id as number, version as number, input, 'person')),
          )
        },
      })
    })
}

function bulkRoutes({ entity, served, services, path }: Part): Route[] {
  const one = (name: string, label: string, right: string, input: ReturnType<typeof inputs.bulkInput>): Route =>
    route({
      method: 'POST',
      path: path(`bulk/${name}`),
      summary: `批量${label}${entity.label}`,
      right,
      input,
      output: answers.bulkAnswer,
      handler: (ctx, { ids, versions, query, ...values }) =>
        bulk(
          ctx,
          services,
          entity,
          { name, label },
          {
            ids: ids as number[] | undefined,
            versions: versions as number[] | undefined,
            query: query as Record<string, string> | undefined,
          },
          values,
        ),
    })
  const quick = inputs.quickFields(entity)
  const full = (entity.writes ?? 'full') === 'full'
  return [
    ...(full && Object.keys(quick).length ? [one('edit', '修改', functionCode(entity.right, 'edit'), inputs.bulkInput(quick))] : []),
    ...(full ? [one('delete', '删除', functionCode(entity.right, 'delete'), inputs.bulkInput({}))] : []),
    ...actionEntries(served)
      .filter(([, spec]) => spec.bulk && !spec.internal)
      .map(([name, spec]) => one(name, spec.label, actionRight(entity, name, spec), inputs.bulkInput(spec.input ?? {}))),
  ]
}

function entityPart(registry: Registry, services: Services, served: ServedEntity): Route[] {
  const entity = served.entity as Entity
  const part: Part = { registry, services, served, entity, path: (verb) => callOf(entity, verb) }
  const routes = [
    ...readRoutes(part),
    ...writeRoutes(part),
    ...actionRoutes(part),
    ...bulkRoutes(part),
    ...fileRoutes(entity, services, part.path),
  ]
  return routes.map((one) => afterRefusals(noted(entity, one)))
}

/** A refusal that tells whether a typed number is somebody's is written down before it is answered, behind the transaction it ended. */
export const afterRefusals = (one: Route): Route =>
  one.method === 'GET'
    ? one
    : {
        ...one,
        handler: async (ctx, input, extra) => {
          try {
            return await one.handler(ctx, input, extra)
          } catch (error) {
            throw await afterNoted(ctx, error)
          }
        },
      }

/** Queries of a list, wherever they come: as filters of a GET, or as the set a bulk act or a sheet is made of. */
const ASKS = /\/(list|quick|options|tree|export|bulk\/\w+)$/
function noted(entity: Entity, one: Route): Route {
  if (!ASKS.test(one.path)) return one
  const queryOf = (input: unknown): Record<string, string> =>
    ((one.method === 'GET' ? input : (input as { query?: object }).query) ?? {}) as Record<string, string>
  return {
    ...one,
    handler: async (ctx, input, extra) => {
      const asked = maskedQuestions(entity, queryOf(input))
      await noteLookups(
        ctx,
        asked.map(({ field, text }) => ({ entity: entity.name, by: field.label, shown: String(masked(field.mask, text)) })),
      )
      return one.handler(ctx, input, extra)
    },
  }
}

export const callOf = (entity: Entity, verb: string): string => `/api/v1/${entity.name}/${verb}`

/** Without those a module has a route of its own for. */
export function withoutOwn(registry: Registry, generated: readonly Route[]): Route[] {
  const taken = new Set(registry.modules.flatMap((served) => served.routes ?? []).map((r) => `${r.method} ${r.path}`))
  return generated.filter((r) => !taken.has(`${r.method} ${r.path}`))
}

export const entityRoutes = (registry: Registry, services: Services): Route[] =>
  withoutOwn(registry, [...registry.entities().flatMap((served) => entityPart(registry, services, served)), ...taskRoutes(services)])
