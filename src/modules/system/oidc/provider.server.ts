/** What a company has written down of its provider of identities, one row each, and the way to speak with it. The words of OIDC are openid-client's. */
import type { Generated } from 'kysely'
import type { Db } from '#kit/access/context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { ANSWER_MS, issuerProblem } from './identity-port.server.ts'
import type { MatchBy } from './oidc.wire.ts'

interface OidcProviderRow {
  operatorId: Generated<number>
  issuer: string
  clientId: string
  /** Sealed by the vault, bound to the company; null: a public client. */
  secret: string | null
  claim: string
  matchBy: MatchBy
  button: string
  provesSecond: boolean
  passwordOff: boolean
  enabled: boolean
}
export type OidcProvider = Omit<OidcProviderRow, 'operatorId'> & { operatorId: number }
declare module '#kit/entity/tables.ts' {
  interface Tables {
    oidcProvider: OidcProviderRow
  }
}

export const secretBound = (operatorId: number): string => `oidc:${operatorId}`

/** Of the company of this connection, or null. */
export const providerOf = async (db: Db): Promise<OidcProvider | null> =>
  (await db.selectFrom('oidcProvider').selectAll().executeTakeFirst()) ?? null

type Oidc = typeof import('openid-client')
type Metadata = ReturnType<InstanceType<Oidc['Configuration']>['serverMetadata']>

const REMEMBER_MS = 10 * 60_000
/** What issuers say of themselves; their keys are asked for at each sign-in, so one that was changed is known at once. */
const known = new Map<string, { at: number; metadata: Promise<Metadata> }>()

const TIMEOUT_SECONDS = ANSWER_MS / 1000
/** Seconds by which two clocks may differ. */
const SKEW_SECONDS = 60

const unreachable = (error: unknown): Error =>
  error instanceof AppError
    ? error
    : error instanceof Error && error.cause instanceof AppError
      ? error.cause
      : refused(sentenceOfDiscovery(error))
function sentenceOfDiscovery(error: unknown): string {
  const code = (error as { code?: string }).code ?? ''
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return '地址返回的 issuer 与填写的不一致，请照身份平台给出的 issuer 原样填写'
  if (code.startsWith('OAUTH_')) return '这个地址没有 OpenID Connect 的配置（/.well-known/openid-configuration），请核对 issuer 地址'
  return `连不上统一身份认证${code ? `（${code}）` : ''}，请核对地址，或稍后再试`
}

/** Asked of the issuer, or as it said lately; refused with a sentence. */
export async function discover(ports: Ports, issuer: string, anew = false): Promise<Metadata> {
  const problem = issuerProblem(issuer, ports.identity.inside)
  if (problem) throw refused(`issuer 地址${problem}`)
  const before = known.get(issuer)
  if (!anew && before && performance.now() - before.at < REMEMBER_MS) return before.metadata
  if (known.size > 1000) known.clear()
  const metadata = askIssuer(ports, issuer)
  const entry = { at: performance.now(), metadata }
  known.set(issuer, entry)
  metadata.catch(() => {
    if (known.get(issuer) === entry) known.delete(issuer)
  })
  return metadata
}

async function askIssuer(ports: Ports, issuer: string): Promise<Metadata> {
  const oidc = await import('openid-client')
  try {
    const server = await oidc.discovery(new URL(issuer), 'any', undefined, oidc.None(), {
      [oidc.customFetch]: ports.identity.ask,
      timeout: TIMEOUT_SECONDS,
      ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
    })
    return server.serverMetadata()
  } catch (error) {
    throw unreachable(error)
  }
}

function secretOf({ vault }: Ports, { secret, operatorId }: OidcProvider): string | null {
  try {
    return secret && vault.unseal(secret, secretBound(operatorId))
  } catch {
    // Another key of the installation: a backup that was brought back elsewhere.
    throw refused('本机密钥已更换，统一身份认证的客户端密钥无法读取，请管理员在「安全管理」重新填写')
  }
}

/** Ready to speak with the provider of a company. */
export async function clientOf(ports: Ports, provider: OidcProvider) {
  const oidc = await import('openid-client')
  const metadata = await discover(ports, provider.issuer)
  const secret = secretOf(ports, provider)
  const methods = metadata.token_endpoint_auth_methods_supported
  const auth =
    secret === null
      ? oidc.None()
      : methods && !methods.includes('client_secret_basic')
        ? oidc.ClientSecretPost(secret)
        : oidc.ClientSecretBasic(secret)
  const config = new oidc.Configuration({ ...metadata }, provider.clientId, { [oidc.clockTolerance]: SKEW_SECONDS }, auth)
  config[oidc.customFetch] = ports.identity.ask
  config.timeout = TIMEOUT_SECONDS
  if (provider.issuer.startsWith('http:')) oidc.allowInsecureRequests(config)
  // Without it the library believes a token because it came by TLS: a platform within the house may have none.
  oidc.enableNonRepudiationChecks(config)
  return { oidc, config }
}
