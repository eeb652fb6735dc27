/** 安全管理: what an assessor asks, answered from what is; and the three roles. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { hasSecondFactor } from '#kit/access/proofs/passkeys.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { isSealing } from '#kit/database/sealing.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { providerOf } from '../../oidc/provider.server.ts'
import { securityChecks, type SecurityFacts } from './checks.rules.ts'
import { SECURITY } from './security.wire.ts'
import { makeDutyRoles, vacant } from './duties.server.ts'
import { securityPolicy } from './policy.server.ts'
import { reviewerCount } from './reviewers.server.ts'

const DAY_MS = 86_400_000

async function factsOf(ctx: Context): Promise<SecurityFacts> {
  const { operatorId } = ctx.user
  const since = new Date(Date.parse(ctx.clock.now()) - DAY_MS).toISOString()
  return ctx.db.read(operatorId, async (db) => {
    const policy = await securityPolicy(db, ctx.registry)
    const people = await sql<{ all: number; proven: number; admins: number; adminsProven: number; stale: number }>`
      select count(*)::int8 as all, count(*) filter (where ${hasSecondFactor('u')})::int8 as proven,
        count(*) filter (where u.is_admin)::int8 as admins, count(*) filter (where u.is_admin and ${hasSecondFactor('u')})::int8 as "adminsProven",
        count(*) filter (where coalesce(u.last_login_at, u.created_at) < ${since}::timestamptz - interval '89 days')::int8 as stale
      from "user" u
      where u.status = 'active' and u.deleted_at is null`.execute(db)
    const events = await sql<{ result: string; n: number }>`
      select result, count(*)::int8 as n from login_log where operator_id = ${operatorId} and at > ${since} group by 1`.execute(db)
    const log = await sql<{ lookups: number; reveals: number; anchored: string | null; shipped: string | null; first: string | null }>`
      select (select count(*) from audit_log where operator_id = ${operatorId} and at > ${since} and action = 'lookup')::int8 as lookups,
        (select count(*) from audit_log where operator_id = ${operatorId} and at > ${since} and action = 'reveal')::int8 as reveals,
        (select max(at) from audit_anchor where operator_id = ${operatorId}) as anchored,
        (select max(at) from log_shipped where operator_id = ${operatorId} and stream <> 'alarm') as shipped,
        (select min(at) from audit_log where operator_id = ${operatorId}) as first`.execute(db)
    const provider = await providerOf(db)
    const company = await db.selectFrom('operator').select(['demo']).where('id', '=', operatorId).executeTakeFirstOrThrow()
    return {
      now: ctx.clock.now(),
      policy,
      people: people.rows[0]!,
      events: Object.fromEntries(events.rows.map((row) => [row.result, row.n])),
      ...log.rows[0]!,
      reviewers: await reviewerCount(db, ctx),
      vacant: await vacant(db),
      unproven: await vacant(db, true),
      sealed: isSealing(),
      demo: company.demo,
      oidc: provider?.enabled ? provider : null,
    }
  })
}

export const securityRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/security/overview',
    summary: '安全管理：逐项检查',
    right: 'securityCenter',
    input: z.strictObject({}),
    output: SECURITY,
    handler: async (ctx, _input, extra) => {
      const facts = await factsOf(ctx)
      const tls = extra.header?.('x-forwarded-proto') === 'https' || extra.header?.(':scheme') === 'https'
      return { at: ctx.clock.now(), profile: facts.policy.securityProfile, checks: securityChecks(facts, { tls }) }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/security/duties',
    summary: '建立三员角色（已有的不动）',
    right: 'securityCenter_edit',
    input: z.strictObject({}),
    output: z.object({ made: z.array(z.string()) }),
    handler: async (ctx) => {
      const made = await makeDutyRoles(ctx)
      if (made.length)
        await ctx.db.write(ctx.user.operatorId, (tx) =>
          audit(tx, ctx, { entity: 'role', entityId: null, title: '三员角色', action: 'add', changes: { 角色: ['', made.join('、')] } }),
        )
      return { made }
    },
  }),
]
