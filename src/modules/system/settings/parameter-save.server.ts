/** Values of parameters as they are written: at once, or after somebody else has looked (rights/security/held-change.server.ts). */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { jsonText } from '#kit/database/jsonb.server.ts'
import { PARTS, type Parameter } from '#kit/entity/module.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { rightsChanged } from '../rights/changed.server.ts'
import { vacant } from '../rights/security/duties.server.ts'
import { dutyNames } from '../rights/security/profile.rules.ts'
import { forgetParameters } from './parameters.server.ts'
import { parameterText, type ParameterValue } from './parameters.ts'

export const PARAMETERS = '参数设置'
export const allParameters = (registry: Registry): readonly Parameter[] => registry.modules.flatMap((m) => m.module.parameters ?? [])

export interface Stored {
  value: ParameterValue
  updatedAt: string
  updatedBy: string | null
}
export async function storedValues(db: Db): Promise<Map<string, Stored>> {
  const rows = await liveRows(db, 'parameterValue as p')
    .leftJoin('user as u', 'u.id', 'p.updatedBy')
    .select(['p.code', 'p.value', 'p.updatedAt', 'u.name as updatedBy'])
    .execute()
  return new Map(rows.map(({ code, ...r }) => [code, r as Stored]))
}

const AT_ONCE = new Set([
  'securityProfile',
  'secondFactorFor',
  'separateAdmins',
  'passwordMaxDays',
  'adminAddresses',
  'menuLayout',
  ...Object.keys(PARTS),
])

/** Divided among three who are not there, nobody could do anything any more. */
async function refuseUndivided(tx: Db, values: Record<string, ParameterValue>): Promise<void> {
  if (values['separateAdmins'] !== true && values['securityProfile'] !== 'level3') return
  const missing = await vacant(tx)
  if (missing.length)
    throw refused(`还没有人担任${dutyNames(missing)}，请先在「安全管理」建立三员角色，再在「用户管理」各指定一人，然后打开三员分立`)
}

/** `before`: what they were when it was asked for; what moved since is not overwritten. */
export async function writeParameters(
  tx: Tx,
  ctx: Context,
  title: string,
  values: Record<string, ParameterValue>,
  before?: Record<string, unknown>,
): Promise<void> {
  await refuseUndivided(tx, values)
  const known = new Map(allParameters(ctx.registry).map((p) => [p.code, p]))
  const stored = await storedValues(tx)
  const changes: Record<string, [string, string]> = {}
  for (const [code, value] of Object.entries(values)) {
    const p = known.get(code)!
    const old = stored.get(code)?.value ?? p.default
    if (before && old !== before[code]) throw refused(`提出之后「${p.label}」又被修改过，请驳回后重新提出`)
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
  // Whom it makes enrol, what an administrator still is and from where, is part of what every node has cached about everybody.
  if (Object.keys(values).some((code) => AT_ONCE.has(code))) await rightsChanged(tx, ctx)
}
