/**
 * Port `identity`: the way to the identity platform that a company wrote down (OIDC). Its address and every address it names go through the one
 * rule (`addressProblem`); they are judged by the connection itself, redirects are not followed and no answer is longer than 1 MB. A platform
 * within the house is named by whoever runs the installation.
 */
import { z } from 'zod'
import { refused } from '#kit/basics/errors.ts'
import { addressProblem } from '#kit/basics/identifiers/house-address.ts'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import { Inside } from '#kit/ports/public-address.server.ts'
import { callPublic } from '#kit/ports/public-call.server.ts'

interface IdentityCall {
  method: string
  headers: Record<string, string>
  body?: unknown
}
export interface IdentityPlatforms {
  /** Hosts of one's own network that may be asked, also without https. */
  readonly inside: readonly string[]
  /** As `fetch` is, for those who speak OIDC over it. */
  ask: (url: string, call: IdentityCall) => Promise<Response>
}
declare module '#kit/ports/ports.ts' {
  interface Ports {
    identity: IdentityPlatforms
  }
}

export const ANSWER_MS = 10_000
const MAX_BYTES = 1_000_000
const INSIDE = '；在内网的，请维护服务器的人把它的域名写入环境变量 OIDC_INSIDE_HOSTS 后重新启动'

/** Why this is not asked, without its subject, or null. */
export function issuerProblem(issuer: string, inside: readonly string[]): string | null {
  const problem = addressProblem(issuer, 'secret', inside)
  if (problem) return problem.includes('公网') ? `${problem}${INSIDE}` : problem
  const { search, hash } = new URL(issuer)
  return search || hash ? '不能带问号或井号' : null
}

/** What those who speak OIDC send: forms and text. */
function contentOf(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a body of another kind is not sent')
}

export const identityPlatforms = (inside: readonly string[], timeoutMs = ANSWER_MS): IdentityPlatforms => ({
  inside,
  async ask(url, { method, headers, body }) {
    const problem = addressProblem(url, 'secret', inside)
    if (problem) throw refused(`身份平台的地址${problem}`)
    const call = { url, headers, body: contentOf(body), timeoutMs, maxBytes: MAX_BYTES, inside }
    const { status, type, content } = await callPublic({ ...call, method: method === 'GET' ? 'GET' : 'POST' }).catch((error: unknown) => {
      throw error instanceof Inside ? refused(`身份平台的地址必须是公网 https${INSIDE}`) : error
    })
    // These have no content, which `Response` insists on.
    const bare = status === 204 || status === 304
    return new Response(bare ? null : new Uint8Array(content), { status, headers: type ? { 'content-type': type } : {} })
  },
})

export const identityPort = definePort({
  name: 'identity',
  label: '统一身份认证',
  builtIn: { name: 'public', label: '公网 https', open: () => identityPlatforms([]) },
  adaptors: {
    inside: adaptor({
      label: '内网身份平台',
      variables: z.object({
        OIDC_INSIDE_HOSTS: z
          .string()
          .regex(/^[\w.:-]+(?:,[\w.:-]+)*$/)
          .describe('应为逗号分开的主机名或地址'),
      }),
      open: (v): IdentityPlatforms => identityPlatforms(v.OIDC_INSIDE_HOSTS.split(',')),
    }),
  },
})
