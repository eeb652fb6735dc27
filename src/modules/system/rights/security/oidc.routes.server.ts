/** 统一身份认证: its settings (安全管理). Whoever sets it says whom the company believes about who somebody is: a matter of administrators. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { forbidden, invalid } from '#kit/basics/errors.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { givesByDuty } from './duties.server.ts'
import { issuerProblem } from '../../oidc/identity-port.server.ts'
import { MATCH_BY, OIDC_SETTINGS, OIDC_TRIED, OIDC_VIEW, type OidcSettings } from '../../oidc/oidc.wire.ts'
import { discover, providerOf, secretBound, type OidcProvider } from '../../oidc/provider.server.ts'

const none = z.strictObject({})

export const oidcRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/security/oidc',
    summary: '统一身份认证：设置',
    right: 'securityCenter',
    input: none,
    output: OIDC_VIEW,
    handler: async (ctx) => {
      const { operatorId } = ctx.user
      const provider = await ctx.db.read(operatorId, providerOf)
      const { operatorId: _company, secret, ...settings } = provider ?? { operatorId, secret: null }
      return {
        settings: provider ? (settings as Omit<OidcSettings, 'secret'>) : null,
        hasSecret: secret !== null,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/security/oidc/try',
    summary: '统一身份认证：试一下，读取身份平台的配置',
    right: 'securityCenter_oidc',
    safe: true,
    input: z.strictObject({ issuer: OIDC_SETTINGS.shape.issuer }),
    output: OIDC_TRIED,
    handler: async (ctx, { issuer }) => {
      const metadata = await discover(ctx.ports, issuer, true)
      return {
        authorization: metadata.authorization_endpoint ?? '',
        token: metadata.token_endpoint ?? '',
        logout: metadata.end_session_endpoint ?? null,
        pkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/security/oidc/save',
    summary: '统一身份认证：保存设置',
    right: 'securityCenter_oidc',
    input: OIDC_SETTINGS,
    output: doneAnswer,
    handler: async (ctx, input) => {
      if (input.passwordOff && !input.enabled) throw invalid({ passwordOff: '启用统一身份认证之后才能停用密码登录，否则没有人能登录' })
      const problem = issuerProblem(input.issuer, ctx.ports.identity.inside)
      if (problem) throw invalid({ issuer: `issuer 地址${problem}` })
      // One that cannot be asked would leave a button that leads nowhere.
      if (input.enabled) await discover(ctx.ports, input.issuer, true)
      await ctx.db.write(ctx.user.operatorId, (tx) => save(tx, ctx, input))
      return null
    },
  }),
]

async function save(tx: Tx, ctx: Context, { secret: typed, ...settings }: OidcSettings): Promise<void> {
  if (!ctx.user.isAdmin && !(await givesByDuty(tx, ctx)))
    throw forbidden('设置统一身份认证的人可以让自己以任何人的身份登录，只有管理员可以修改；三员分立时由安全管理员修改')
  const { operatorId } = ctx.user
  const before = await providerOf(tx)
  // Whoever changes the address would otherwise have the secret sent to a place of his own.
  if (before?.secret && before.issuer !== settings.issuer && typed === undefined)
    throw invalid({ secret: '更换了 issuer 地址，请重新填写客户端密钥' })
  const secret = typed === undefined ? (before?.secret ?? null) : typed === '' ? null : ctx.ports.vault.seal(typed, secretBound(operatorId))
  const row = { ...settings, secret }
  await tx
    .insertInto('oidcProvider')
    .values(row)
    .onConflict((c) => c.column('operatorId').doUpdateSet(row))
    .execute()
  const changes = changesOf(before, settings)
  if (typed !== undefined) changes['客户端密钥'] = ['', typed === '' ? '已清空' : '已更换']
  if (Object.keys(changes).length > 0)
    await audit(tx, ctx, { entity: 'siteConfig', entityId: null, title: '统一身份认证', action: 'edit', changes })
}

const LABELS: Readonly<Record<keyof Omit<OidcSettings, 'secret'>, string>> = {
  issuer: 'issuer 地址',
  clientId: '客户端编号',
  claim: '身份字段',
  matchBy: '按什么找账号',
  button: '按钮文字',
  provesSecond: '第二步验证由身份平台负责',
  passwordOff: '停用密码登录',
  enabled: '启用',
}
const shown = (value: string | boolean | undefined): string =>
  typeof value === 'boolean'
    ? value
      ? '是'
      : '否'
    : value !== undefined && value in MATCH_BY
      ? MATCH_BY[value as keyof typeof MATCH_BY]
      : (value ?? '')

function changesOf(before: OidcProvider | null, after: Omit<OidcSettings, 'secret'>): Record<string, [string, string]> {
  const changed = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((key) => before?.[key] !== after[key])
  return Object.fromEntries(changed.map((key) => [LABELS[key], [shown(before?.[key]), shown(after[key])]]))
}
