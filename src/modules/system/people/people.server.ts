/** Server part of users, roles, departments and data templates: credentials, guards, and "rights changed" for everybody signed in. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { liftPauses, namesPaused } from '#kit/access/tries/attempts.server.ts'
import { loginEvent } from '#kit/access/log.server.ts'
import { hasSecondFactor } from '#kit/access/proofs/passkeys.server.ts'
import { clearSecondFactor } from '#kit/access/second-factor.server.ts'
import { hashPassword } from '#kit/access/password.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, serveEntity, type ServedEntity } from '#kit/entity/serve.server.ts'
import { markHeld } from '#kit/entity/store.server.ts'
import { endSessions, rightsChanged } from '../rights/changed.server.ts'
import { dept, roleActions, userActions } from '../rights/org.ts'
import { templateSaid } from '../rights/template-words.server.ts'
import { dataTemplate, sysRuleName, sysRuleResource } from '../rights/permission.ts'
import { checkEntries } from '../rights/entries.server.ts'
import {
  checkDeptMove,
  checkEmptyRole,
  checkReach,
  checkRole,
  checkTemplate,
  refuseTemplateBeyond,
  rolesBeyondOwn,
} from '../rights/reach.server.ts'
import { givesByDuty, hasDuty, onDuty, refuseClash, refuseVacancy } from '../rights/security/duties.server.ts'
import { heldWatcher, rightsWait } from '../rights/security/held-change.server.ts'
import { isApplied } from '../rights/security/lay-change.server.ts'
import { separated } from '../rights/security/policy.server.ts'
import { refuseLastReviewer } from '../rights/security/reviewers.server.ts'
import { dutyOf } from '../rights/security/way-in.server.ts'
import { aboveAsker, peopleAbove, refuseAbove, refuseVoice } from '../rights/security/above.server.ts'

/** Fields that decide what a person may and sees. */
const REACHING = ['roles', 'templates', 'stores', 'dept'] as const

/** Rights of somebody who is being added, that wait for a second pair of eyes. */
const promised = new WeakMap<object, { roles: readonly number[]; templates: readonly number[] }>()

export const servedUser = serve(userActions, {
  facts: async ({ tx, ctx, records }) => {
    const pauses = await namesPaused(
      tx,
      ctx.clock,
      records.map((u) => u.username),
    )
    const { admins } = await liveRows(tx, 'user')
      .select(sql<number>`count(*)`.as('admins'))
      .where('isAdmin', '=', true)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow()
    const ids = records.map((u) => u.id)
    const proven = ids.length ? await liveRows(tx, 'user').select('id').where('id', 'in', ids).where(hasSecondFactor()).execute() : []
    const above = await aboveAsker(tx, ctx, records)
    return records.map((u) => ({
      lockedUntil: pauses.get(u.username) ?? null,
      isLastAdmin: u.isAdmin && admins <= 1,
      hasSecondFactor: proven.some(({ id }) => id === u.id),
      above: above.get(u.id) ?? null,
    }))
  },
  effects: {
    disable: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'system')
      await refuseVacancy(tx, ctx, { user: record.id })
      await refuseLastReviewer(tx, ctx, record.name, { user: record.id })
      await endSessions(tx, ctx, record.id, 'disabled')
      await rightsChanged(tx, ctx)
    },
    enable: async ({ tx, ctx }) => {
      await onDuty(tx, ctx, 'system')
      await rightsChanged(tx, ctx)
    },
    unlock: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'system')
      await liftPauses(tx, record.username)
    },
    kick: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'system')
      await endSessions(tx, ctx, record.id, 'kicked')
    },
    clearTotp: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'system')
      await clearSecondFactor(tx, record.id)
      await endSessions(tx, ctx, record.id, 'totpCleared')
      await rightsChanged(tx, ctx)
      const { operatorId } = ctx.user
      await loginEvent(tx, ctx.clock, {
        result: 'totpCleared',
        username: record.username,
        ip: ctx.ip,
        userAgent: ctx.userAgent,
        operatorId,
        userId: record.id,
        detail: ctx.user.name,
      })
    },
    resetPassword: moveOnly,
    bindAlipay: moveOnly,
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      await onDuty(tx, ctx, 'system')
      if (values.roles?.length || values.templates?.length) await onDuty(tx, ctx, 'security')
      await refuseClash(tx, ctx, values.roles ?? [])
      const rights = { roles: values.roles ?? [], templates: values.templates ?? [] }
      const who = { id: -1, dept: values.dept ?? null, stores: values.stores ?? null, ...rights }
      await checkReach(tx, ctx, who)
      const waits = (rights.roles.length > 0 || rights.templates.length > 0) && (await rightsWait(tx, ctx, { who }))
      if (waits) promised.set(tx, rights)
      const taken = await sql<{ taken: boolean }>`select exists(select 1 from auth_find_user(${values.username ?? ''})) as taken`.execute(
        tx,
      )
      if (taken.rows[0]?.taken) throw invalid({ username: '该用户名已被使用' })
      return waits ? { roles: [], templates: [] } : undefined
    },
    afterAdd: async ({ tx, ctx, record }) => {
      // Nobody knows this password: the account opens when an initial password is issued.
      await tx
        .insertInto('credential')
        .values({
          userId: record.id,
          operatorId: ctx.user.operatorId,
          username: record.username,
          passwordHash: await hashPassword(randomBytes(32).toString('base64')),
          isFirst: true,
        })
        .execute()
      const rights = promised.get(tx)
      if (!rights) return
      promised.delete(tx)
      const held = await heldWatcher.holds({ tx, ctx, entity: 'user', record, patch: rights })
      if (held) markHeld(record, `用户已新增。${held.note}`)
    },
    beforeEdit: async ({ tx, ctx, record, patch }) => {
      if (record.isAdmin && !ctx.user.isAdmin && !(await separated(tx, ctx))) throw forbidden('只有管理员可以修改管理员')
      if (REACHING.some((name) => name in patch)) await onDuty(tx, ctx, 'security')
      // What was agreed to was asked of who proposed it; rights are asked of both.
      else if (isApplied(tx)) return
      if (Object.keys(patch).some((name) => !(REACHING as readonly string[]).includes(name))) await onDuty(tx, ctx, 'system')
      await refuseAbove(tx, ctx, record)
      if (patch.customerType !== undefined && patch.customerType !== record.customerType && record.id === ctx.user.id && !ctx.user.isAdmin)
        throw forbidden('不能修改自己的用户类型：登录后打开的页面由它决定。请由另一位能修改用户的同事办理')
      if (patch.roles) await refuseClash(tx, ctx, patch.roles)
      // None at all is null.
      if ('roles' in patch) await refuseLastReviewer(tx, ctx, record.name, { user: record.id, roles: patch.roles ?? [] })
      if (!REACHING.some((name) => name in patch)) return
      if (record.id === ctx.user.id && !ctx.user.isAdmin) throw forbidden('不能修改自己的角色与数据权限，请由另一位管理员修改')
      await checkReach(tx, ctx, { ...record, ...patch })
    },
    afterEdit: async ({ tx, ctx }) => {
      await rightsChanged(tx, ctx)
      await refuseVacancy(tx, ctx)
    },
    refuseDelete: (u) =>
      u.isAdmin ? '管理员账号不能删除；不再使用时请由另一位管理员停用' : u.status === 'active' ? '启用中的用户不能删除，请先停用' : null,
    beforeDelete: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'system')
      await refuseAbove(tx, ctx, record)
      const duty = await dutyOf(tx, ctx, record)
      if (duty) throw refused(`三员分立：「${record.name}」是${duty}，不能由一人删除；请先由安全管理员收回其角色`)
      // Taken back, the account needs a new initial password.
      await tx.deleteFrom('credential').where('userId', '=', record.id).execute()
      await endSessions(tx, ctx, record.id, 'deleted')
      await rightsChanged(tx, ctx)
    },
  },
})

const grantsOf = async (tx: Tx, roleId: number): Promise<string[]> =>
  (await tx.selectFrom('roleGrant').select('resourceCode').where('roleId', '=', roleId).execute()).map((g) => g.resourceCode)

async function refuseAboveRole(tx: Tx, ctx: Context, roleId: number): Promise<void> {
  const why = (await rolesBeyondOwn(tx, ctx, [roleId])).get(roleId)
  if (why) throw forbidden(why)
}

export const servedRole = serve(roleActions, {
  facts: async ({ tx, ctx, records }) => {
    const above = await rolesBeyondOwn(
      tx,
      ctx,
      records.map(({ id }) => id),
    )
    return records.map(({ id }) => ({ above: above.get(id) ?? null }))
  },
  effects: {
    disable: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'security')
      await refuseLastReviewer(tx, ctx, record.name, { role: record.id })
      await rightsChanged(tx, ctx)
      await refuseVacancy(tx, ctx, { role: record.id })
    },
    enable: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'security')
      await checkRole(tx, ctx, await grantsOf(tx, record.id), record.templates ?? [])
      await rightsChanged(tx, ctx)
    },
    grant: moveOnly,
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      await onDuty(tx, ctx, 'security')
      if (values.templates?.length) await checkEmptyRole(tx, ctx, values.templates)
    },
    beforeEdit: async ({ tx, ctx, record, patch }) => {
      await onDuty(tx, ctx, 'security')
      await refuseAboveRole(tx, ctx, record.id)
      if (!patch.templates?.length) return
      const grants = await grantsOf(tx, record.id)
      if (grants.length > 0) await checkRole(tx, ctx, grants, patch.templates)
      else await checkEmptyRole(tx, ctx, patch.templates)
    },
    afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    refuseDelete: (r) => (r.kind === 'builtin' ? '这是系统自带的角色，不能删除；需要不同的权限请新增角色' : null),
    beforeDelete: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'security')
      await refuseAboveRole(tx, ctx, record.id)
      const used = await liveRows(tx, 'user')
        .select('name')
        .where(sql<boolean>`${record.id} = any(roles)`)
        .limit(3)
        .execute()
      const others = await Promise.all(ctx.registry.provided('roleUse').map((use) => use(tx, ctx, record.id)))
      const all = [...used.map((u) => u.name), ...others.flat().slice(0, 3)]
      if (all.length) throw refused(`角色正被 ${all.join('、')} 使用，不能删除；请先在这些用户上去掉它`)
      await tx.deleteFrom('roleGrant').where('roleId', '=', record.id).execute()
      await rightsChanged(tx, ctx)
    },
  },
})

/** What else goes by a role, in words; laid out by the modules that do. */
type RoleUse = (tx: Tx, ctx: Context, role: number) => Promise<readonly string[]>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    roleUse: RoleUse
  }
}

/** Whoever leads a department decides what its people ask for. */
const refuseLeader = (tx: Tx, ctx: Context, before: number | null, after: number | null | undefined): Promise<void> =>
  refuseVoice(tx, ctx, { before, after, place: '部门负责人' })

/** Leaders above a department, from its parent up, and whoever belongs to it or below. */
async function aroundDept(tx: Tx, dept: number | null, below: number | null): Promise<{ leaders: number[]; people: number[] }> {
  const depts = new Map((await liveRows(tx, 'dept').select(['id', 'parent', 'leader']).execute()).map((one) => [one.id, one]))
  const leaders = new Set<number>()
  for (let at = depts.get(dept ?? 0); at; at = depts.get(at.parent ?? 0)) if (at.leader !== null) leaders.add(at.leader)
  const inside = new Set(below === null ? [] : [below])
  // A set is walked on into what is added meanwhile.
  for (const id of inside) for (const one of depts.values()) if (one.parent === id) inside.add(one.id)
  const people = await liveRows(tx, 'user')
    .select('id')
    .where('status', '=', 'active')
    .where('dept', '=', anyOf([...inside]))
    .execute()
  return { leaders: [...leaders], people: people.map(({ id }) => id) }
}
/** Moved, its people are asked about by other leaders: not by him who moves it, and not where any of them is above him. */
async function refuseDeptMove(
  tx: Tx,
  ctx: Context,
  record: { id: number; parent: number | null },
  parent: number | null | undefined,
): Promise<void> {
  if (parent === undefined || parent === record.parent || ctx.user.isAdmin || ctx.source === 'job') return
  if (hasDuty(ctx, 'system') && (await separated(tx, ctx))) return
  const [former, next] = [await aroundDept(tx, record.parent, record.id), await aroundDept(tx, parent, null)]
  if (next.leaders.includes(ctx.user.id)) throw forbidden('不能把部门移到您负责的部门之下：它的申请会由您审批。请由管理员调整')
  if ((await peopleAbove(tx, ctx, [...former.leaders, ...former.people, ...next.leaders])).size > 0)
    throw forbidden('该部门的人员或上级部门负责人的权限超出您的权限，不能由您调整上级部门；请联系管理员')
}

export const servedDept = serveEntity(dept, {
  beforeAdd: ({ tx, ctx, values }) => refuseLeader(tx, ctx, null, values.leader),
  // 「本部门及以下」 has one more.
  afterAdd: async ({ tx, ctx }) => rightsChanged(tx, ctx),
  beforeEdit: async ({ tx, ctx, record, patch }) => {
    await refuseLeader(tx, ctx, record.leader, patch.leader)
    await refuseDeptMove(tx, ctx, record, patch.parent)
    if (!patch.parent) return
    await checkDeptMove(tx, ctx, record.id, patch.parent)
    const below = await sql<{ inside: boolean }>`
      with recursive b(id) as (select ${record.id}::bigint union select d.id from dept d join b on d.parent = b.id)
      select exists(select 1 from b where id = ${patch.parent}) as inside`.execute(tx)
    if (below.rows[0]?.inside) throw invalid({ parent: '上级部门不能是自己或自己的下级' })
  },
  afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
  beforeDelete: async ({ tx, ctx, record }) => {
    const child = await liveRows(tx, 'dept').select('name').where('parent', '=', record.id).executeTakeFirst()
    if (child) throw refused(`请先删除或移走下级部门「${child.name}」`)
    const member = await liveRows(tx, 'user').select('name').where('dept', '=', record.id).executeTakeFirst()
    if (member) throw refused(`部门下还有用户「${member.name}」，不能删除；请先在「用户管理」把他们改到其他部门`)
    await rightsChanged(tx, ctx)
  },
})

export const servedTemplate: ServedEntity = {
  ...serveEntity(dataTemplate, {
    beforeAdd: async ({ tx, ctx, values }) => {
      await onDuty(tx, ctx, 'security')
      await checkTemplate(tx, ctx, await checkEntries(tx, values.entries))
    },
    beforeEdit: async ({ tx, ctx, record, patch }) => {
      await onDuty(tx, ctx, 'security')
      await refuseTemplateBeyond(tx, ctx, record.entries)
      if ('entries' in patch) await checkTemplate(tx, ctx, await checkEntries(tx, patch.entries))
    },
    afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    beforeDelete: async ({ tx, ctx, record }) => {
      await onDuty(tx, ctx, 'security')
      await refuseTemplateBeyond(tx, ctx, record.entries)
      const used = await sql<{ name: string }>`
      select name from role where ${record.id} = any(templates) and deleted_at is null
      union all select name from "user" where ${record.id} = any(templates) and deleted_at is null limit 3`.execute(tx)
      if (used.rows.length)
        throw refused(`模板正被 ${used.rows.map((r) => r.name).join('、')} 使用，不能删除；请先在这些角色或用户上改选其他模板`)
      await rightsChanged(tx, ctx)
    },
  }),
  said: templateSaid,
}
/** A rule that is switched off stops hiding rows from everybody, its switcher included: not a thing to delegate. */
async function onlyAdmin(tx: Tx, ctx: Context): Promise<void> {
  if (!ctx.user.isAdmin && !(await givesByDuty(tx, ctx))) throw forbidden('只有管理员可以修改规则名称与规则资源')
}
const changesRights = {
  beforeAdd: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => onlyAdmin(tx, ctx),
  afterAdd: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => rightsChanged(tx, ctx),
  beforeEdit: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => onlyAdmin(tx, ctx),
  afterEdit: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => rightsChanged(tx, ctx),
  beforeDelete: async ({ tx, ctx }: { tx: Tx; ctx: Context }) => {
    await onlyAdmin(tx, ctx)
    await rightsChanged(tx, ctx)
  },
}
export const servedRuleName = serveEntity(sysRuleName, {
  ...changesRights,
  beforeDelete: async ({ tx, ctx, record }) => {
    const used = await liveRows(tx, 'sysRuleResource')
      .select('resourceCode')
      .where('ruleName', '=', record.id)
      .where('bound', '=', true)
      .limit(3)
      .execute()
    if (used.length)
      throw refused(
        `规则正在限制「${used.map((r) => ctx.registry.screen(r.resourceCode)?.title ?? r.resourceCode).join('」「')}」的数据，请先在「规则资源」中把它们改为不受控`,
      )
    await changesRights.beforeDelete({ tx, ctx })
  },
})
/** A rule that the page's data know nothing of would restrict nothing while it seems to. */
async function checkBinding(tx: Tx, ctx: Context, code: string, rule: number): Promise<void> {
  const screen = ctx.registry.screen(code)
  const shown = ctx.registry
    .entities()
    .flatMap(({ entity }) => (entity.name === screen?.entity || entity.right === code ? [entity as Entity] : []))
  const { name, dimension } = await tx
    .selectFrom('sysRuleName')
    .select(['name', 'dimension'])
    .where('id', '=', rule)
    .executeTakeFirstOrThrow()
  // Whoever made a row and whose it is, is known of every one; a region is known by the store.
  const known =
    shown.length > 0 &&
    (dimension === 'owner' ||
      dimension === 'operator' ||
      shown.some(({ scope }) => scope?.[dimension === 'region' ? 'store' : dimension] !== undefined))
  if (!known) throw invalid({ ruleName: `「${screen?.title ?? code}」的数据不区分${name}，不能用此规则限制` })
}
export const servedRuleResource = serveEntity(sysRuleResource, {
  ...changesRights,
  beforeAdd: async ({ tx, ctx, values }) => {
    await onlyAdmin(tx, ctx)
    const known = await tx
      .selectFrom('resource')
      .select('code')
      .where('code', '=', values.resourceCode ?? '')
      .where('type', '=', 'menu_item')
      .executeTakeFirst()
    if (!known) throw invalid({ resourceCode: '没有这个资源编码，请填写「资源管理」中某个页面的编码' })
    await checkBinding(tx, ctx, values.resourceCode!, values.ruleName!)
  },
  beforeEdit: async ({ tx, ctx, record, patch }) => {
    await onlyAdmin(tx, ctx)
    if (patch.bound) await checkBinding(tx, ctx, record.resourceCode, record.ruleName)
  },
})
