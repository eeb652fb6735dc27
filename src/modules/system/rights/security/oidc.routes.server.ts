/** 统一身份认证: its settings (安全管理). Whoever sets it says whom the company believes about who somebody is: a matter of administrators. */
import { z } from 'zod'
import { invalid } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { saveProvider, waitingProposals } from './oidc-save.server.ts'
import { reviewerNames } from './reviewers.server.ts'
import { issuerProblem } from '../../oidc/identity-port.server.ts'
import { OIDC_SAVED, OIDC_SETTINGS, OIDC_TRIED, OIDC_VIEW, type OidcSettings } from '../../oidc/oidc.wire.ts'
import { discover, providerOf } from '../../oidc/provider.server.ts'

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
      return ctx.db.read(operatorId, async (db) => {
        const provider = await providerOf(db)
        const { operatorId: _company, secret, ...settings } = provider ?? { operatorId, secret: null }
        const waiting = (await waitingProposals(db)).map(async ({ id, createdBy, createdAt, summary, name }) => ({
          id,
          by: name ?? '有人',
          at: createdAt,
          summary: summary ?? '',
          reviewers: await reviewerNames(db, ctx, createdBy),
        }))
        return {
          settings: provider ? (settings as Omit<OidcSettings, 'secret'>) : null,
          hasSecret: secret !== null,
          waiting: await Promise.all(waiting),
        }
      })
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
    output: OIDC_SAVED,
    handler: async (ctx, input) => {
      if (input.passwordOff && !input.enabled) throw invalid({ passwordOff: '启用统一身份认证之后才能停用密码登录，否则没有人能登录' })
      const problem = issuerProblem(input.issuer, ctx.ports.identity.inside)
      if (problem) throw invalid({ issuer: `issuer 地址${problem}` })
      // One that cannot be asked would leave a button that leads nowhere.
      if (input.enabled) await discover(ctx.ports, input.issuer, true)
      return { held: await ctx.db.write(ctx.user.operatorId, (tx) => saveProvider(tx, ctx, input)) }
    },
  }),
]
