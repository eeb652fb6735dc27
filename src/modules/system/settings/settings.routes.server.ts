/** 参数设置 and 运营设置. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { addressesIn, checkAddresses, isWithin } from '#kit/access/addresses.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import type { Parameter } from '#kit/entity/module.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { holdLoosened } from '../rights/security/loosening.server.ts'
import { securityPolicy } from '../rights/security/policy.server.ts'
import { allParameters, PARAMETERS, storedValues, writeParameters } from './parameter-save.server.ts'
import { checkParameter, type ParameterRow, type ParameterValue } from './parameters.ts'
import { PARAMETER_ROWS } from '../system.wire.ts'

const isOutside = (networks: string, ip: string): boolean => {
  const list = addressesIn(networks)
  return list !== null && !isWithin(list, ip)
}

async function saveParameters(
  ctx: Context,
  title: string,
  values: Record<string, ParameterValue>,
  only: (p: Parameter) => boolean,
): Promise<{ held: string } | null> {
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
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { now, held } = await holdLoosened(tx, ctx, values)
    await writeParameters(tx, ctx, title, now)
    return held === null ? null : { held }
  })
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
        // In force, which is what the profile lays below what was chosen.
        const policy: Partial<Record<string, ParameterValue>> = { ...(await securityPolicy(db, ctx.registry)) }
        return allParameters(ctx.registry)
          .filter(only)
          .map((p): ParameterRow => {
            const own = stored.get(p.code)
            return {
              ...p,
              value: policy[p.code] ?? own?.value ?? p.default,
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
    output: z.object({ held: z.string() }).nullable(),
    handler: (ctx, i) => saveParameters(ctx, title, i.values, only),
  }),
]

export const settingsRoutes: readonly Route[] = [
  ...parameterRoutes('parameter', 'parameterSett', PARAMETERS, (p) => !isOperation(p)),
  ...parameterRoutes('operationSetting', 'operationSettings', '运营设置', isOperation),
]
