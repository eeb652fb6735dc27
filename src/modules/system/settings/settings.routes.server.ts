/** 参数设置 and 运营设置. */
import { z } from 'zod'
import { audit } from '#kit/audit/audit.server.ts'
import type { Context, Db } from '#kit/access/context.server.ts'
import { jsonText } from '#kit/database/jsonb.server.ts'
import { addressesIn, checkAddresses, isWithin } from '#kit/access/addresses.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { PARTS, type Parameter } from '#kit/entity/module.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { forgetParameters } from './parameters.server.ts'
import { rightsChanged } from '../rights/changed.server.ts'
import { vacant } from '../rights/security/duties.server.ts'
import { dutyNames } from '../rights/security/profile.rules.ts'
import { checkParameter, parameterText, type ParameterRow, type ParameterValue } from './parameters.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { PARAMETER_ROWS } from '../system.wire.ts'

const allParameters = (registry: Registry): readonly Parameter[] => registry.modules.flatMap((m) => m.module.parameters ?? [])

interface Stored {
  value: ParameterValue
  updatedAt: string
  updatedBy: string | null
}
async function storedValues(db: Db): Promise<Map<string, Stored>> {
  const rows = await liveRows(db, 'parameterValue as p')
    .leftJoin('user as u', 'u.id', 'p.updatedBy')
    .select(['p.code', 'p.value', 'p.updatedAt', 'u.name as updatedBy'])
    .execute()
  return new Map(rows.map(({ code, ...r }) => [code, r as Stored]))
}

const AT_ONCE = new Set(['securityProfile', 'secondFactorFor', 'separateAdmins', 'passwordMaxDays', 'menuLayout', ...Object.keys(PARTS)])

const isOutside = (networks: string, ip: string): boolean => {
  const list = addressesIn(networks)
  return list !== null && !isWithin(list, ip)
}

/** Divided among three who are not there, nobody could do anything any more. */
async function refuseUndivided(tx: Db, values: Record<string, ParameterValue>): Promise<void> {
  if (values['separateAdmins'] !== true && values['securityProfile'] !== 'level3') return
  const missing = await vacant(tx)
  if (missing.length)
    throw refused(`还没有人担任${dutyNames(missing)}，请先在「安全管理」建立三员角色，再在「用户管理」各指定一人，然后打开三员分立`)
}

async function saveParameters(
  ctx: Context,
  title: string,
  values: Record<string, ParameterValue>,
  only: (p: Parameter) => boolean,
): Promise<null> {
  const known = new Map(
    allParameters(ctx.registry)
      .filter(only)
      .map((p) => [p.code, p]),
  )
  const errors: Record<string, string> = {}
  for (const [code, value] of Object.entries(values)) {
    const p = known.get(code)
    const problem = p ? checkParameter(p, value) : '没有这个参数'
    if (problem) errors[code] = problem
  }
  const networks = values['adminAddresses']
  if (typeof networks === 'string' && !errors['adminAddresses']) {
    const wrong = checkAddresses(networks) ?? (isOutside(networks, ctx.ip) ? `您现在的地址 ${ctx.ip} 不在其中，保存后您将无法登录` : null)
    if (wrong) errors['adminAddresses'] = wrong
  }
  if (Object.keys(errors).length) throw invalid(errors)
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    await refuseUndivided(tx, values)
    const before = await storedValues(tx)
    const changes: Record<string, [string, string]> = {}
    for (const [code, value] of Object.entries(values)) {
      const p = known.get(code)!
      const old = before.get(code)?.value ?? p.default
      if (old === value) continue
      changes[p.label] = [parameterText(p, old), parameterText(p, value)]
      // Only differences are kept, so that a default that changes with a new version reaches everybody who never chose.
      await tx.deleteFrom('parameterValue').where('code', '=', code).execute()
      if (value === p.default) continue
      const by = { createdBy: ctx.user.id, updatedBy: ctx.user.id, updatedAt: ctx.clock.now() }
      await tx
        .insertInto('parameterValue')
        .values({ operatorId: ctx.user.operatorId, code, value: jsonText(value), ...by })
        .execute()
    }
    forgetParameters(tx)
    if (Object.keys(changes).length) await audit(tx, ctx, { entity: 'parameter', entityId: null, title, action: 'edit', changes })
    // Whom it makes enrol, and what an administrator still is, is part of what every node has cached about everybody.
    if (Object.keys(values).some((code) => AT_ONCE.has(code))) await rightsChanged(tx, ctx)
  })
  return null
}

/** 运营设置 are the parameters of group 运营 and 退车; the rest stand on 参数设置. */
const isOperation = (p: Parameter): boolean => p.group.startsWith('运营') || p.group.startsWith('退车')

const parameterRoutes = (path: string, code: string, title: string, only: (p: Parameter) => boolean): Route[] => [
  route({
    method: 'GET',
    path: `/api/v1/${path}/list`,
    summary: '参数与当前值',
    right: code,
    input: z.strictObject({}),
    output: PARAMETER_ROWS,
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const stored = await storedValues(db)
        return allParameters(ctx.registry)
          .filter(only)
          .map((p): ParameterRow => {
            const own = stored.get(p.code)
            return {
              ...p,
              value: own?.value ?? p.default,
              changed: own !== undefined,
              updatedAt: own?.updatedAt ?? null,
              updatedBy: own?.updatedBy ?? null,
            }
          })
      }),
  }),
  route({
    method: 'POST',
    path: `/api/v1/${path}/save`,
    summary: '保存参数',
    right: `${code}_edit`,
    input: z.strictObject({ values: z.record(z.string().max(60), z.union([z.number(), z.boolean(), z.string().max(500)])) }),
    output: doneAnswer,
    handler: (ctx, i) => saveParameters(ctx, title, i.values, only),
  }),
]

export const settingsRoutes: readonly Route[] = [
  ...parameterRoutes('parameter', 'parameterSett', '参数设置', (p) => !isOperation(p)),
  ...parameterRoutes('operationSetting', 'operationSettings', '运营设置', isOperation),
]
