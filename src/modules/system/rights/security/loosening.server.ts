/**
 * A switch of a rule is under the rule: what loosens two persons, the profile, or where administrators and links may come from and lead to,
 * waits for a second person while there is one. Tightening never waits. While duties are divided nobody loosens alone.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { allParameters, PARAMETERS, storedValues } from '../../settings/parameter-save.server.ts'
import { parameterText, type ParameterValue } from '../../settings/parameters.ts'
import { layChange } from './lay-change.server.ts'
import { securitySettings } from './policy.server.ts'
import { belowProfile, LOOSENS, policyOf } from './profile.rules.ts'
import { reviewerExists } from './reviewers.server.ts'

type Values = Record<string, ParameterValue>

/** What of these may be written now, and the sentence about what waits. Throws where the profile asks for more, or nobody else could look. */
export async function holdLoosened(tx: Tx, ctx: Context, values: Values): Promise<{ now: Values; held: string | null }> {
  const chosen = await securitySettings(tx, ctx.registry)
  const stored = await storedValues(tx)
  const known = new Map(allParameters(ctx.registry).map((p) => [p.code, p]))
  const was = (code: string): ParameterValue => stored.get(code)?.value ?? known.get(code)!.default
  const below = Object.entries(values).flatMap(([code, value]) => {
    const why = belowProfile(
      { ...chosen, ...(values['securityProfile'] === 'level3' ? { securityProfile: 'level3' as const } : {}) },
      code,
      value,
    )
    return why ? [[code, why] as const] : []
  })
  if (below.length > 0) throw invalid(Object.fromEntries(below))
  // Of what the profile lays below it, not of what stands written: ten characters are asked for, whatever was chosen before.
  const policy: Partial<Values> = { ...policyOf(chosen) }
  const loosened = Object.keys(values).filter(
    (code) => values[code] !== was(code) && LOOSENS[code]?.(policy[code] ?? was(code), values[code]!) === true,
  )
  if (loosened.length === 0 || ctx.source === 'job') return { now: values, held: null }
  const labels = loosened.map((code) => known.get(code)!.label).join('、')
  if (!(await reviewerExists(tx, ctx))) {
    if (!policy['separateAdmins']) return { now: values, held: null }
    throw refused(`三员分立：放宽「${labels}」须由另一人复核，现在没有别人可以复核；请先给审计管理员授予「待复核变更」的复核权限`)
  }
  const pick = (of: (code: string) => ParameterValue): Values => Object.fromEntries(loosened.map((code) => [code, of(code)]))
  await layChange(tx, ctx, {
    kind: 'parameters',
    entity: 'parameter',
    record: 0,
    subject: `${PARAMETERS}：${labels}`,
    summary: loosened
      .map((code) => {
        const p = known.get(code)!
        return `${p.label}：${parameterText(p, was(code)) || '空'} → ${parameterText(p, values[code]!) || '空'}`
      })
      .join('\n'),
    payload: { values: pick((code) => values[code]!), before: pick(was) },
  })
  return {
    now: Object.fromEntries(Object.entries(values).filter(([code]) => !loosened.includes(code))),
    held: `放宽「${labels}」须由另一位管理员复核后生效，已放入「待复核变更」`,
  }
}
