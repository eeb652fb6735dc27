/** Companies of the installation: made, opened with what every company has from the start, stopped, and given their first administrator. */
import { sql } from 'kysely'
import { z } from 'zod'
import { hashPassword, randomPassword } from '#kit/access/password.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { companyChanged, firstAdministrator, seedCompany } from '#modules/system/system.public.ts'
import { operatorProfile, operatorProfileActions } from './profile.ts'

type Profile = Rec<typeof operatorProfile>
export const profiles = storeOf(operatorProfile)

export const isPlatform = async (tx: Tx, operatorId: number): Promise<boolean> =>
  (await tx.selectFrom('operator').select('platform').where('id', '=', operatorId).executeTakeFirstOrThrow()).platform

/** The company behind a new row: stopped until it is opened, so that no job and no login meets it half made. */
async function makeCompany(tx: Tx, ctx: Context, values: Partial<Profile>): Promise<Partial<Profile>> {
  if (!(await isPlatform(tx, ctx.user.operatorId))) throw forbidden('只有平台可以新增运营商')
  if (values.company) return {}
  if (!values.adminUsername) throw invalid({ adminUsername: '请输入管理员账号' })
  await freeUsername(tx, values.adminUsername)
  const parent = values.parent ? await profiles.lock(tx, ctx, values.parent) : null
  if (parent && (parent.level === 'sub' || parent.status !== 'active'))
    throw invalid({ parent: '上级应为营业中的平台或运营商，下级运营商不能再有下级' })
  const made = await tx
    .insertInto('operator')
    .values({ name: values.name!, shortName: values.shortName ?? null, status: 'stopped', parentId: parent?.company ?? null })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw invalid({ name: '已有同名运营商' })
  return { company: made.id, level: parent ? 'sub' : 'operator' }
}

/** Signing in names no company, so a name is taken once in the installation; whose it is, null for nobody's. */
async function ownerOf(tx: Tx, username: string): Promise<number | null> {
  const { rows } = await sql<{ company: number }>`select operator_id::int as company from auth_find_user(${username})`.execute(tx)
  return rows[0]?.company ?? null
}
async function freeUsername(tx: Tx, username: string): Promise<void> {
  if ((await ownerOf(tx, username)) !== null) throw invalid({ adminUsername: '该用户名已被使用' })
}
/** As long as nobody signs in with it: two companies may have asked for the same, and the first to be opened has it. */
async function renameAdmin(tx: Tx, p: Profile, username: string | null): Promise<void> {
  if (username === p.adminUsername) return
  if (!p.adminUsername) throw invalid({ adminUsername: '该公司在登记之前已有管理员，不能在此填写' })
  if (!username) throw invalid({ adminUsername: '请输入管理员账号' })
  if ((await ownerOf(tx, p.adminUsername)) === p.company) throw invalid({ adminUsername: '该管理员账号已启用，不能修改' })
  await freeUsername(tx, username)
}

/** Sessions of a stopped company are nobody's; who is remembered as signed in there is forgotten at once. */
async function setCompany(tx: Tx, p: Profile, status: 'active' | 'stopped'): Promise<void> {
  await tx.updateTable('operator').set({ status }).where('id', '=', p.company).where('platform', '=', false).execute()
  await companyChanged(tx, p.company!)
}

export const servedProfile: ServedEntity = serve(operatorProfileActions, {
  effects: {
    open: async ({ tx, ctx, record }) => {
      // In transactions of the company itself, repeatable: should this one fail, the next attempt finds them laid.
      await seedCompany(ctx, record.company!)
      await setCompany(tx, record, 'active')
      return { openedAt: ctx.clock.now() }
    },
    pause: async ({ tx, record, input }) => {
      await setCompany(tx, record, 'stopped')
      return { reason: input.reason }
    },
    resume: async ({ tx, record }) => {
      await setCompany(tx, record, 'active')
      return { reason: null }
    },
    close: async ({ tx, record, input }) => {
      await setCompany(tx, record, 'stopped')
      return { reason: input.reason }
    },
    issueAdmin: async () => {},
    adopt: async () => {},
  },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => makeCompany(tx, ctx, values),
    beforeEdit: async ({ tx, record, patch }) => {
      if (patch.adminUsername !== undefined) await renameAdmin(tx, record, patch.adminUsername)
      if (patch.name === undefined) return
      const taken = await tx
        .selectFrom('operator')
        .select('id')
        .where('name', '=', patch.name)
        .where('id', '<>', record.company)
        .executeTakeFirst()
      if (taken) throw invalid({ name: '已有同名运营商' })
      await tx.updateTable('operator').set({ name: patch.name }).where('id', '=', record.company).execute()
    },
    refuseDelete: () => '运营商不能删除，可以停用后关闭',
  },
})

/** Companies that were there before anybody wrote down who they are: the platform itself first of all. */
export async function adoptCompanies(tx: Tx, ctx: Context): Promise<void> {
  if (!(await isPlatform(tx, ctx.user.operatorId))) return
  const unknown = await tx
    .selectFrom('operator')
    .leftJoin('operatorProfile', (join) =>
      join.onRef('operatorProfile.company', '=', 'operator.id').on('operatorProfile.deletedAt', 'is', null),
    )
    .select(['operator.id', 'operator.name', 'operator.shortName', 'operator.platform', 'operator.status'])
    .where('operatorProfile.id', 'is', null)
    .where('operator.status', '=', 'active')
    .orderBy('operator.id')
    .execute()
  for (const { id, name, platform } of unknown) {
    const { id: profile } = await profiles.add(tx, ctx, { name, company: id, level: platform ? 'platform' : 'operator', kind: 'direct' })
    await profiles.act(tx, ctx, 'adopt', profile)
  }
}

const AGAIN_MS = 60_000
/** The one password the platform ever knows: the first, changed by its owner when he signs in. Made once even when two ask. */
async function issueAdmin(ctx: Context, id: number): Promise<z.output<typeof ISSUED>> {
  const password = randomPassword(12)
  const passwordHash = await hashPassword(password)
  const p = await ctx.db.read(ctx.user.operatorId, (db) => profiles.get(db, ctx, id, 'person'))
  const { company, adminUsername: username } = p
  if (company === null || p.level === 'platform') throw refused('平台公司的管理员密码请在用户管理中重置')
  if (p.status !== 'active') throw refused(`该公司${operatorProfile.fields.status.options[p.status]}，营业中的公司才能发放管理员密码`)
  if (!username) throw refused('该公司在登记之前已有管理员，请由其自行重置密码')
  // The log first: a password that is told is in it. One transaction after the other, as a second connection asked for while the
  // first is held is how all wait for each other; should the second fail, nobody knows a password and the next one is issued.
  await ctx.db.write(ctx.user.operatorId, (tx) => profiles.act(tx, ctx, 'issueAdmin', id))
  const said = await ctx.db.write(company, (own) =>
    firstAdministrator(own, {
      operatorId: company,
      username,
      name: p.contact ?? '系统管理员',
      mobile: p.mobile ?? '',
      passwordHash,
      at: ctx.clock.now(),
      notSince: new Date(Date.parse(ctx.clock.now()) - AGAIN_MS).toISOString(),
    }),
  )
  if (said === 'own') throw refused('该公司管理员已启用账号并修改密码，平台不能代为重置；请由该公司的另一位管理员重置')
  if (said === 'recent') throw refused('一分钟内刚发放过初始密码，请勿重复发放')
  if (said === 'taken') throw refused(`用户名 ${username} 已被其他公司使用，请修改该运营商的管理员账号后再发放`)
  return { username, password }
}
const ISSUED = z.object({ username: z.string(), password: z.string() })

export const profileRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/operatorProfile/firstPassword',
    summary: '发放公司第一位管理员的初始密码',
    right: 'operationinfo_issueAdmin',
    input: z.strictObject({ id: z.int('缺少编号') }),
    output: ISSUED,
    handler: (ctx, { id }) => issueAdmin(ctx, id),
  }),
]
