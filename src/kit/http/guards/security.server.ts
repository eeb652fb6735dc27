/**
 * Headers of every answer, and the Origin check of writes.
 *
 * Styles: `unsafe-inline` stays for styles only. The component library writes <style> elements at run time; a nonce
 * would have to be in the page, which is a static, precompressed, cacheable file. Styles run no code; scripts are
 * 'self', so an injected script does not run. The one exception is a map supplier's, and only while its key is configured.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../../basics/errors.ts'

/** Another host's parts of the console's pages, switched on by configuration: a map supplier's. */
export interface PageSources {
  script: readonly string[]
  image: readonly string[]
  connect: readonly string[]
}

function pageCsp({ script, image, connect }: PageSources): string {
  const list = (name: string, ...sources: readonly string[]): string => `${name} ${sources.join(' ')}`
  return [
    "default-src 'none'",
    list('script-src', "'self'", ...script),
    "style-src 'self' 'unsafe-inline'",
    list('img-src', "'self' data: blob:", ...image),
    "font-src 'self' data:",
    list('connect-src', "'self'", ...connect),
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
const CSP = pageCsp({ script: [], image: [], connect: [] })

/** Of a page that may ask another host: that host, and only it, hears which site asks, since its keys are bound to sites. */
export const openedHeaders = (more: PageSources): Record<string, string> => ({
  'content-security-policy': pageCsp(more),
  'referrer-policy': 'strict-origin-when-cross-origin',
})

/** Answers of the API are data: nothing in them may ever run or be framed. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox"

const HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
}

export const isApi = (url: string): boolean => url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')

/** A browser says where a write comes from. Ours comes from the host it is sent to; `null` is never ours. */
function originMatches(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host.toLowerCase() === host.toLowerCase()
}

export function addSecurity(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    const api = isApi(request.url)
    reply.header('content-security-policy', api ? DATA_CSP : CSP)
    if (api) reply.header('cache-control', 'no-store')
    // Only true when TLS ends here or at a proxy we were told to trust.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(request)
  })
}

function checkOrigin(request: FastifyRequest): void {
  if (!originMatches(request.headers.origin, request.host))
    throw forbidden('这个操作不是从本系统的网址发出的，没有执行；请从本系统的网址打开后重试')
}
