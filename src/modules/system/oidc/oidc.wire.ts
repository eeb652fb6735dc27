/** 统一身份认证: what the page of settings sends and reads. */
import { z } from 'zod'

export const MATCH_BY = { email: '邮箱', username: '用户名（工号）' } as const
export type MatchBy = keyof typeof MATCH_BY

const text = (label: string, max: number) => z.string(`请填写${label}`).trim().min(1, `请填写${label}`).max(max, `${label}最多 ${max} 个字`)

export const OIDC_SETTINGS = z.strictObject({
  issuer: text('issuer 地址', 300),
  clientId: text('客户端编号', 200),
  /** Left out: as it is. Empty: none. */
  secret: z.string().max(500).optional(),
  claim: text('身份字段', 60).regex(/^[\w.:/-]+$/, '身份字段只能包含字母、数字和 _ . : / -'),
  matchBy: z.enum(['email', 'username']),
  button: text('按钮文字', 20),
  provesSecond: z.boolean(),
  passwordOff: z.boolean(),
  enabled: z.boolean(),
})
export type OidcSettings = z.infer<typeof OIDC_SETTINGS>

export const OIDC_VIEW = z.object({
  settings: OIDC_SETTINGS.omit({ secret: true }).nullable(),
  hasSecret: z.boolean(),
  /** What somebody asked for and another one has to look at, the latest first. */
  waiting: z.array(
    z.object({
      id: z.number(),
      by: z.string(),
      at: z.string(),
      summary: z.string(),
      reviewers: z.array(z.string()).describe('可以复核的人'),
    }),
  ),
})
export type OidcView = z.infer<typeof OIDC_VIEW>

/** `held`: it waits for another one, and this is said; null: it was saved. */
export const OIDC_SAVED = z.object({ held: z.string().nullable() })
export type OidcSaved = z.infer<typeof OIDC_SAVED>

export const OIDC_TRIED = z.object({ authorization: z.string(), token: z.string(), logout: z.string().nullable(), pkce: z.boolean() })
export type OidcTried = z.infer<typeof OIDC_TRIED>
