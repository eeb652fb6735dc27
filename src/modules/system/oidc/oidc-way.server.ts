/** The identity platform of a company as a way to sign in (decision 0132). The host says for which company; accounts are matched, not made. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { SignInWay, WayAnswered } from '#kit/http/sign-in/ways/way.server.ts'
import { operatorOfHost } from '../settings/site.server.ts'
import { refuseForeignLogin } from '../outgoing/site-address.server.ts'
import { MATCH_BY } from './oidc.wire.ts'
import { clientOf, providerOf, type OidcProvider } from './provider.server.ts'

const LABEL = '统一身份认证'

/** What the platform said of him: the value of the claim by which his account is found. */
interface Claimed {
  value: string
}

/**
 * Of the secret that the browser keeps: what we send by its hash (PKCE) and what has to stand in the token (nonce). So nothing of it lies here
 * meanwhile, and a code is of use to nobody but the browser that began.
 */
const derived = (use: 'pkce' | 'nonce', verifier: string): string => createHash('sha256').update(`${use} ${verifier}`).digest('base64url')

const enabledOf = async ({ db, user }: Context): Promise<OidcProvider | null> => {
  const provider = await db.read(user.operatorId, providerOf)
  return provider?.enabled ? provider : null
}
async function companyOf({ db, clock, registry, requestId }: Context, host: string | undefined): Promise<Context | null> {
  const operatorId = await operatorOfHost(db, host)
  return operatorId === null ? null : systemContext({ db, clock, registry, operatorId, requestId })
}

export const oidcWay: SignInWay<Claimed> = {
  name: 'oidc',
  labelOf: () => LABEL,
  async offered(visitor, host) {
    const company = await companyOf(visitor, host)
    const provider = company && (await enabledOf(company))
    return provider ? [{ code: 'oidc', label: LABEL, button: provider.button, passwordOff: provider.passwordOff }] : []
  },
  async begin(visitor, { host, back, verifier }) {
    const company = await companyOf(visitor, host)
    const provider = company && (await enabledOf(company))
    if (!company || !provider) return null
    await refuseForeignLogin(company, back)
    const { oidc, config } = await clientOf(company.ports, provider)
    const asked = {
      redirect_uri: back,
      response_type: 'code',
      scope: provider.matchBy === 'email' ? 'openid profile email' : 'openid profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(derived('pkce', verifier)),
      code_challenge_method: 'S256',
      nonce: derived('nonce', verifier),
    }
    return {
      operatorId: company.user.operatorId,
      pageOf: (state) => oidc.buildAuthorizationUrl(config, { ...asked, state }).href,
    }
  },
  async prove(company, answered) {
    const provider = await enabledOf(company)
    if (!provider) throw refused('公司已停用统一身份认证登录，请用密码登录')
    try {
      return { value: valueOf(provider, await claimsOf(company, provider, answered)) }
    } catch (fault) {
      throw worded(fault)
    }
  },
  async whose(tx, _company, _code, { value }) {
    const provider = await providerOf(tx)
    if (!provider?.enabled) throw refused('公司已停用统一身份认证登录，请用密码登录')
    const label = MATCH_BY[provider.matchBy]
    const rows = await liveRows(tx, 'user')
      .select('username')
      .where(sql<boolean>`lower(${sql.ref(provider.matchBy)}) = lower(${value})`)
      .limit(2)
      .execute()
    const [person] = rows
    if (!person) throw refused(`本公司没有${label}为「${value}」的账号，请联系管理员在「用户管理」中新增或填写`)
    if (rows.length > 1) throw refused(`有多个账号的${label}都是「${value}」，无法确定是哪一个，请联系管理员修改`)
    return { username: person.username, proven: provider.provesSecond, asksPassword: false }
  },
  async leave(company, back) {
    const provider = await enabledOf(company)
    if (!provider) return null
    await refuseForeignLogin(company, back)
    const { oidc, config } = await clientOf(company.ports, provider)
    if (!config.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
  },
}

async function claimsOf(
  { ports }: Context,
  provider: OidcProvider,
  { answer, back, state, verifier, issuer }: WayAnswered,
): Promise<Record<string, unknown>> {
  const { oidc, config } = await clientOf(ports, provider)
  const came = new URL(back)
  came.search = new URLSearchParams({ code: answer, state, ...(issuer ? { iss: issuer } : {}) }).toString()
  const tokens = await oidc.authorizationCodeGrant(config, came, {
    pkceCodeVerifier: derived('pkce', verifier),
    expectedNonce: derived('nonce', verifier),
    expectedState: state,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  if (typeof claims[provider.claim] === 'string' || !config.serverMetadata().userinfo_endpoint) return claims
  // Many platforms put mail and number there only; whose it is, is compared.
  return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) }
}

function valueOf({ claim }: OidcProvider, claims: Record<string, unknown>): string {
  const value = claims[claim]
  if (typeof value !== 'string' || value.trim() === '') throw refused(`统一身份认证没有给出您的「${claim}」，无法找到账号，请联系管理员`)
  const shown = value.trim().slice(0, 100)
  if (claim === 'email' && claims['email_verified'] === false)
    throw refused(`邮箱「${shown}」在统一身份认证中还没有验证，请先在那里验证后再登录`)
  return shown
}

/** For the person a sentence; its cause, for the log, in the words of OIDC. */
function worded(fault: unknown): AppError {
  const { cause, code = '', error = '' } = fault as { cause?: unknown; code?: string; error?: string }
  const own = [fault, cause].find((one) => one instanceof AppError)
  if (own) return own
  const sentence =
    error === 'invalid_grant'
      ? '登录凭据已使用或已过期，请重新点一次登录按钮'
      : ['invalid_client', 'unauthorized_client'].includes(error) || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'
        ? '统一身份认证不认识本系统的客户端编号或密钥，请管理员在「安全管理」中核对'
        : code.startsWith('OAUTH_') || error !== ''
          ? '统一身份认证返回的内容没有通过核对，已拒绝；请重试，多次不行请联系管理员'
          : '暂时连不上统一身份认证，请稍后再试；急用请联系管理员'
  const words = [code, error, fault instanceof Error ? fault.name : ''].filter(Boolean).join(' ')
  return Object.assign(refused(sentence), { cause: words.slice(0, 200) })
}
