/**
 * Two people for rights and for where money goes (decision 0080). What an administrator gives a role or a person, and a payee's
 * account whoever changes it, waits for somebody else; the record stays as it is until then. Nobody else there: nothing waits.
 */
import { isSealed, seal } from '#kit/database/sealing.server.ts'
import { sql } from 'kysely'
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
import { edit } from '#kit/entity/store.server.ts'
import { sameValue } from '#kit/entity/value/value.ts'
import { valueText } from '#kit/audit/wording.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { heldChangeActions } from './held-change.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { applied, layChange, type HeldPayload } from './lay-change.server.ts'
import { applyProvider } from './oidc-save.server.ts'
import { securityPolicy } from './policy.server.ts'
import { giverExists, reviewerExists, reviewerNames, type Given } from './reviewers.server.ts'
import { dutyOf, wayInWaits } from './way-in.server.ts'
import { parameterValue } from '../../settings/parameters.server.ts'
import { PARAMETERS, writeParameters } from '../../settings/parameter-save.server.ts'
import type { ParameterValue } from '../../settings/parameters.ts'
import { grantedTo, saveGrantsNow } from '../grant-save.server.ts'
import type { user } from '../org.ts'
import type { Reaching } from '../reach.server.ts'

/** Rights: asked of those whose reach nothing bounds. Everybody else gives of what he has (P4). */
export async function rightsWait(tx: Db, ctx: Context, given: Given): Promise<boolean> {
  if (ctx.source === 'job' || !(ctx.user.isAdmin || ctx.access.can('heldChange_approve'))) return false
  return (await securityPolicy(tx, ctx.registry)).twoPersonsRights && giverExists(tx, ctx, given)
}

async function moneyWaits(tx: Db, ctx: Context): Promise<boolean> {
  if (ctx.source === 'job' || (await parameterValue(tx, ctx.registry, 'twoPersons')) !== true) return false
  return (await securityPolicy(tx, ctx.registry)).twoPersonsRights && reviewerExists(tx, ctx)
}

/** Codes added to a role wait; what is taken back does not. */
export async function holdGrant(tx: Tx, ctx: Context, role: { id: number; name: string }, added: string[], words: string): Promise<void> {
  await layChange(tx, ctx, {
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

/** Where codes for a person go. */
const CONTACT: readonly string[] = ['mobile', 'email']

/** Which fields of this patch wait. */
function waiting(entity: Entity, before: Record<string, unknown>, patch: Record<string, unknown>) {
  const names = Object.keys(patch)
  return {
    telephoneAndMail: names.filter((name) => entity.name === 'user' && CONTACT.includes(name)),
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

async function givenBy(
  tx: Db,
  name: string,
  record: Record<string, unknown> & { id: number },
  patch: Record<string, unknown>,
): Promise<Given> {
  const after = { ...record, ...patch } as unknown as Reaching
  return name === 'user' ? { who: after } : { grants: await grantedTo(tx, record.id), templates: after.templates ?? [] }
}

/** The telephone and the address of one of the three: not changed by one person, and never where nobody could agree. */
async function contactWaits(tx: Tx, ctx: Context, record: Rec<typeof user>): Promise<boolean> {
  const duty = await dutyOf(tx, ctx, record)
  if (duty !== null && !(await reviewerExists(tx, ctx, record.id)))
    throw refused(`三员分立：「${record.name}」是${duty}，修改其手机号、邮箱须由另一人同意，现在没有别人可以复核`)
  return duty !== null
}

/** Lays these fields of a change down for a second person; answers their labels. */
export async function layFields(
  { tx, ctx, entity: name, record, patch }: Parameters<NonNullable<Watcher['holds']>>[0],
  held: readonly string[],
  kind: 'fields' | 'signIn',
): Promise<string> {
  const entity = ctx.registry.entity(name).entity as Entity
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
  await layChange(tx, ctx, {
    kind,
    entity: name,
    record: record.id,
    subject: `${entity.label}：${title ?? record.id}`,
    summary: await described(tx, ctx, entity, record, pick(patch)),
    payload: { values: sealedValues(patch), before: sealedValues(record) },
  })
  return held.map((field) => fieldOf(entity, field)!.label).join('、')
}

export const heldWatcher: Required<Pick<Watcher, 'before' | 'holds' | 'notes'>> = {
  before: async ({ tx, ctx, entity, action, record, by }) =>
    by === 'person' && entity === 'user' && (action === 'disable' || action === 'clearTotp')
      ? wayInWaits(tx, ctx, record as unknown as Rec<typeof user>, action)
      : null,
  async holds(what) {
    const { tx, ctx, entity: name, record, patch } = what
    const entity = ctx.registry.entity(name).entity as Entity
    const { rights, money, telephoneAndMail } = waiting(entity, record, patch)
    const held = [
      ...(rights.length && (await rightsWait(tx, ctx, await givenBy(tx, name, record, patch))) ? rights : []),
      ...(money.length && (await moneyWaits(tx, ctx)) ? money : []),
      ...(telephoneAndMail.length && (await contactWaits(tx, ctx, record as unknown as Rec<typeof user>)) ? telephoneAndMail : []),
    ]
    if (held.length === 0) return null
    const labels = await layFields(what, held, 'fields')
    return { fields: held, note: `「${labels}」的修改须由另一位管理员复核后生效，已放入「待复核变更」` }
  },
  async notes({ tx, ctx, entity, record }) {
    const rows = await liveRows(tx, 'heldChange as h')
      .leftJoin('user as u', 'u.id', 'h.createdBy')
      .select(['h.id', 'h.kind', 'h.createdBy', 'u.name'])
      .where('h.entity', '=', entity)
      .where('h.record', '=', record.id)
      .where('h.status', '=', 'pending')
      .limit(5)
      .execute()
    const link = (id: number) => (ctx.access.can('heldChange') ? { label: '去复核', to: `/system/heldChangeDetail?id=${id}` } : undefined)
    const notes = rows.map(async ({ id, kind, createdBy, name }) => {
      const by = kind === 'signIn' ? (await reviewerNames(tx, ctx, createdBy)).join('、') : ''
      return { text: `${name ?? '有人'}提出的修改待${by || '另一人'}复核，通过后才生效`, link: link(id) }
    })
    return Promise.all(notes)
  },
}

interface Held {
  id: number
  kind: string
  entity: string
  record: number
  createdBy: number | null
  payload: unknown
}
async function apply(tx: Tx, ctx: Context, held: Held): Promise<void> {
  const payload = held.payload as HeldPayload
  // Done afterwards by who proposed it (way-in.server.ts).
  if (held.kind === 'account') return
  if (held.kind === 'roleGrant') return saveGrantsNow(tx, ctx, held.record, { added: payload.added ?? [], removed: [] })
  if (held.kind === 'parameters')
    return writeParameters(tx, ctx, PARAMETERS, payload.values as Record<string, ParameterValue>, payload.before)
  if (held.entity === 'oidcProvider') return applyProvider(tx, ctx, payload)
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
  await applied(tx, () => edit(tx, ctx, held.entity, held.record, null, payload.values ?? {}))
}

const TAKEN_OVER_DAYS = 7
/** Whoever gave himself the way into the account that now agrees would be both. A first password is none: nobody had signed in before. */
async function refuseTakenOver(tx: Tx, ctx: Context, by: number | null): Promise<void> {
  const since = new Date(Date.parse(ctx.clock.now()) - TAKEN_OVER_DAYS * 86_400_000).toISOString()
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from audit_log l where l.operator_id = ${ctx.user.operatorId} and l.entity = 'user' and l.entity_id = ${ctx.user.id}
        and l.user_id = ${by} and l.at > ${since}::timestamptz
        and (l.action = 'resetPassword' or (l.action = 'edit' and l.changes ?| array['mobile', 'email'])
          -- A line stands there also for one that was only asked for.
          or (l.action = 'clearTotp' and exists (select from login_log g
            where g.operator_id = l.operator_id and g.user_id = l.entity_id and g.result = 'totpCleared' and g.at > ${since}::timestamptz)))
        and exists (select from session s where s.operator_id = l.operator_id and s.user_id = ${ctx.user.id} and s.created_at < l.at)
    ) as taken`.execute(tx)
  if (rows[0]!.taken)
    throw refused(`提出人在 ${TAKEN_OVER_DAYS} 天内重置过您的密码、两步验证或手机号，您不能复核他提出的变更；请由另一位管理员复核`)
}

export const servedHeldChange = serve(heldChangeActions, {
  effects: {
    approve: async ({ tx, ctx, record }) => {
      await refuseTakenOver(tx, ctx, record.createdBy)
      await apply(tx, ctx, record)
      await audit(tx, ctx, {
        entity: record.entity,
        entityId: record.record || null,
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
