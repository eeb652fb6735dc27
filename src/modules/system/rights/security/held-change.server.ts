/**
 * Two people for rights and for where money goes (decision 0080). What an administrator gives a role or a person, and a payee's
 * account whoever changes it, waits for somebody else; the record stays as it is until then. Nobody else there: nothing waits.
 */
import { isSealed, seal } from '#kit/database/sealing.server.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { audit, changesOf } from '#kit/audit/audit.server.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { fieldOf } from '#kit/entity/names.ts'
import { dictionaryOf } from '#kit/entity/dictionary.server.ts'
import { labelsOfIds, titlesOf } from '#kit/entity/query/labels.server.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { act, add, edit } from '#kit/entity/store.server.ts'
import { sameValue } from '#kit/entity/value/value.ts'
import { valueText } from '#kit/audit/wording.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { heldChangeActions } from './held-change.ts'
import { securityPolicy } from './policy.server.ts'
import { DUTIES, type SecurityPolicy } from './profile.rules.ts'
import { parameterValue } from '../../settings/parameters.server.ts'
import { saveGrantsNow } from '../grant-save.server.ts'

interface Payload {
  /** The patch, or the codes of a role. */
  values?: Record<string, unknown>
  /** As the fields were when it was asked for: what moved since is not overwritten. */
  before?: Record<string, unknown>
  added?: string[]
  removed?: string[]
}

/** What somebody is about to be given; `of`: the person, null where it is a role's or of somebody new. */
interface Given {
  of: number | null
  roles?: readonly number[] | null
  templates?: readonly number[] | null
}

async function showsRows(tx: Db, { roles, templates }: Given): Promise<boolean> {
  if (templates?.length) return true
  if (!roles?.length) return false
  const { rows } = await sql<{ shows: boolean }>`
    select exists (select from role where id = any(${sql.val(roles)}::bigint[]) and cardinality(templates) > 0) as shows`.execute(tx)
  return rows[0]!.shows
}

/**
 * Somebody else who may decide, and can sign in. Of rights nobody but an administrator, or the one whose duty it is, gives what he lacks (P4), nor
 * anything to himself: whoever sees no rows could never approve what shows some, nor anybody his own, and waiting for him would be waiting for ever.
 */
async function reviewerExists(tx: Db, ctx: Context, { separateAdmins }: SecurityPolicy, given: Given | null): Promise<boolean> {
  const active = (what: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`exists (select from role r ${what} and r.id = any(u.roles) and r.status = 'active' and r.deleted_at is null)`
  const holds = (code: string): RawBuilder<unknown> => active(sql`join role_grant g on g.role_id = r.id where g.resource_code = ${code}`)
  const seesRows = sql`cardinality(u.templates) > 0 or ${active(sql`where cardinality(r.templates) > 0`)}`
  const byDuty = separateAdmins ? holds(DUTIES.security.code) : sql`false`
  const able =
    given === null
      ? sql`true`
      : sql`u.id is distinct from ${given.of}::bigint and (${!(await showsRows(tx, given))} or ${byDuty} or ${seesRows})`
  const { rows } = await sql<{ reviewer: boolean }>`
    select exists (
      select from "user" u where u.id <> ${ctx.user.id} and u.status = 'active' and u.deleted_at is null
        and (u.is_admin or (${holds('heldChange_approve')} and (${able})))
    ) as reviewer`.execute(tx)
  return rows[0]!.reviewer
}

/** Rights: asked of those whose reach nothing bounds. Everybody else gives of what he has (P4). */
export async function rightsWait(tx: Db, ctx: Context, given: Given): Promise<boolean> {
  if (ctx.source === 'job' || !(ctx.user.isAdmin || ctx.access.can('heldChange_approve'))) return false
  const policy = await securityPolicy(tx, ctx.registry)
  return policy.twoPersonsRights && reviewerExists(tx, ctx, policy, given)
}

async function moneyWaits(tx: Db, ctx: Context): Promise<boolean> {
  if (ctx.source === 'job' || (await parameterValue(tx, ctx.registry, 'twoPersons')) !== true) return false
  const policy = await securityPolicy(tx, ctx.registry)
  return policy.twoPersonsRights && reviewerExists(tx, ctx, policy, null)
}

async function lay(
  tx: Tx,
  ctx: Context,
  what: { kind: 'roleGrant' | 'fields'; entity: string; record: number; subject: string; summary: string; payload: Payload },
) {
  // A newer wish takes the place of an older one about the same fields, so that nobody approves what its author gave up.
  const older = await tx
    .selectFrom('heldChange')
    .select(['id', 'kind', 'payload'])
    .where('entity', '=', what.entity)
    .where('record', '=', what.record)
    .where('status', '=', 'pending')
    .where('createdBy', '=', ctx.user.id)
    .forNoKeyUpdate()
    .execute()
  const fields = Object.keys(what.payload.values ?? {})
  for (const { id, kind, payload } of older) {
    const before = Object.keys((payload as Payload).values ?? {})
    if (kind === 'fields' && before.every((field) => fields.includes(field))) await act(tx, ctx, 'heldChange', 'expire', id, null, {})
  }
  await add(tx, ctx, 'heldChange', {
    ...what,
    summary: `${ctx.user.name} 提出\n${what.summary}`.slice(0, 4000),
    subject: what.subject.slice(0, 200),
  })
}

/** Codes added to a role wait; what is taken back does not. */
export async function holdGrant(tx: Tx, ctx: Context, role: { id: number; name: string }, added: string[], words: string): Promise<void> {
  await lay(tx, ctx, {
    kind: 'roleGrant',
    entity: 'role',
    record: role.id,
    subject: `角色：${role.name}`,
    summary: `新增授权：${words}`,
    payload: { added },
  })
}

/** Fields of a person that give rights, when more than before. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = { user: ['roles', 'templates'], role: ['templates'] }

const grows = (before: unknown, after: unknown): boolean =>
  Array.isArray(after) && after.some((one) => !((before as unknown[] | null) ?? []).includes(one))

/** Which fields of this patch wait. */
function waiting(entity: Entity, before: Record<string, unknown>, patch: Record<string, unknown>): { rights: string[]; money: string[] } {
  const names = Object.keys(patch)
  return {
    rights: names.filter((name) => RIGHTS[entity.name]?.includes(name) && grows(before[name], patch[name])),
    money: names.filter((name) => fieldOf(entity, name)?.twoPeople === true),
  }
}

async function described(
  tx: Tx,
  ctx: Context,
  entity: Entity,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<string> {
  const changes = changesOf(
    entity,
    { ...before, ...Object.fromEntries(Object.keys(after).map((name) => [name, before[name] ?? null])) },
    after,
  )
  const ids = new Map<string, Set<number>>()
  for (const [name, pair] of Object.entries(changes)) {
    const field = fieldOf(entity, name)
    if (field?.kind === 'ref' || field?.kind === 'refs')
      ids.set(field.to, new Set([...(ids.get(field.to) ?? []), ...pair.flat().filter((id): id is number => typeof id === 'number')]))
  }
  const labels = await labelsOfIds(tx, ctx, ids)
  const groups = [
    ...new Set(
      Object.keys(changes).flatMap((name) =>
        fieldOf(entity, name)?.kind === 'dict' ? [(fieldOf(entity, name) as Field & { kind: 'dict' }).group] : [],
      ),
    ),
  ]
  const dictionaries = new Map(await Promise.all(groups.map(async (group) => [group, await dictionaryOf(tx, ctx, group)] as const)))
  return Object.entries(changes)
    .map(([name, [was, is]]) => {
      const field = fieldOf(entity, name)!
      return `${field.label}：${valueText(field, was, labels, dictionaries) || '空'} → ${valueText(field, is, labels, dictionaries) || '空'}`
    })
    .join('\n')
}

const given = (entity: string, record: { id: number } & Record<string, unknown>, patch: Record<string, unknown>): Given => {
  const { roles, templates } = { ...record, ...patch } as Pick<Given, 'roles' | 'templates'>
  return entity === 'user'
    ? { of: record.id, roles: roles ?? null, templates: templates ?? null }
    : { of: null, templates: templates ?? null }
}

export const heldWatcher: Pick<Watcher, 'holds' | 'notes'> = {
  async holds({ tx, ctx, entity: name, record, patch }) {
    const entity = ctx.registry.entity(name).entity as Entity
    const { rights, money } = waiting(entity, record, patch)
    const held = [
      ...(rights.length && (await rightsWait(tx, ctx, given(name, record, patch))) ? rights : []),
      ...(money.length && (await moneyWaits(tx, ctx)) ? money : []),
    ]
    if (held.length === 0) return null
    const pick = (of: Record<string, unknown>) => Object.fromEntries(held.map((field) => [field, of[field] ?? null]))
    // A number of a person lies here as it lies in its own column.
    const sealedValues = (of: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(pick(of)).map(([field, value]) => [
          field,
          typeof value === 'string' && isSealed(fieldOf(entity, field)!) ? seal(value) : value,
        ]),
      )
    const [title] = (await titlesOf(tx, ctx, name, [record.id])).values()
    await lay(tx, ctx, {
      kind: 'fields',
      entity: name,
      record: record.id,
      subject: `${entity.label}：${title ?? record.id}`,
      summary: await described(tx, ctx, entity, record, pick(patch)),
      payload: { values: sealedValues(patch), before: sealedValues(record) },
    })
    const labels = held.map((field) => fieldOf(entity, field)!.label).join('、')
    return { fields: held, note: `「${labels}」的修改须由另一位管理员复核后生效，已放入「待复核变更」` }
  },
  async notes({ tx, ctx, entity, record }) {
    const rows = await liveRows(tx, 'heldChange as h')
      .leftJoin('user as u', 'u.id', 'h.createdBy')
      .select(['h.id', 'u.name'])
      .where('h.entity', '=', entity)
      .where('h.record', '=', record.id)
      .where('h.status', '=', 'pending')
      .limit(5)
      .execute()
    const link = (id: number) => (ctx.access.can('heldChange') ? { label: '去复核', to: `/system/heldChangeDetail?id=${id}` } : undefined)
    return rows.map((row) => ({ text: `${row.name ?? '有人'}提出的修改待另一人复核，通过后才生效`, link: link(row.id) }))
  },
}

async function apply(
  tx: Tx,
  ctx: Context,
  held: { id: number; kind: string; entity: string; record: number; payload: unknown },
): Promise<void> {
  const payload = held.payload as Payload
  if (held.kind === 'roleGrant') return saveGrantsNow(tx, ctx, held.record, { added: payload.added ?? [], removed: [] })
  const entity = ctx.registry.entity(held.entity).entity as Entity
  const row = await liveRows(tx, held.entity as 'user')
    .selectAll()
    .where('id', '=', held.record)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw refused(`${entity.label}已不存在，请驳回`)
  const moved = Object.entries(payload.before ?? {}).filter(
    ([name, was]) => !sameValue((row as Record<string, unknown>)[name] ?? null, was ?? null),
  )
  if (moved.length)
    throw refused(`提出之后「${moved.map(([name]) => fieldOf(entity, name)?.label ?? name).join('、')}」又被修改过，请驳回后重新提出`)
  await edit(tx, ctx, held.entity, held.record, null, payload.values ?? {})
}

export const servedHeldChange = serve(heldChangeActions, {
  effects: {
    approve: async ({ tx, ctx, record }) => {
      await apply(tx, ctx, record)
      await audit(tx, ctx, {
        entity: record.entity,
        entityId: record.record,
        action: 'reviewed',
        title: record.subject,
        reason: record.summary,
      })
      return { decidedBy: ctx.user.id, decidedAt: ctx.clock.now() }
    },
    refuse: async ({ ctx, input }) => ({ decidedBy: ctx.user.id, decidedAt: ctx.clock.now(), remark: input.remark }),
    expire: async () => {},
  },
})
