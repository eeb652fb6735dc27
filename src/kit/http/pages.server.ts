/** The console's files, built into one folder: hashed assets for ever, the page itself never cached. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../basics/errors.ts'
import { addressOf, slowDown, type Edge } from './requests.server.ts'
import { isApi, openedHeaders, type PageSources } from './guards/security.server.ts'

export interface PagesOptions {
  edge: Edge
  /** Folder of the built console. */
  webRoot: string
  /** Version of the newest published release, when there is one; the id of the build otherwise. */
  release: () => Promise<string | null>
  /** What else than ourselves pages of this host may load; null: nothing. */
  sources?: (host: string) => Promise<PageSources | null>
}
/** A page does not wait longer for what is only an addition to it. */
const SOURCES_MS = 1000

function buildVersion(webRoot: string): string {
  try {
    const { version } = JSON.parse(readFileSync(join(webRoot, 'build.json'), 'utf8')) as { version?: unknown }
    return typeof version === 'string' ? version : ''
  } catch {
    return '' // not built
  }
}

const NOT_BUILT =
  '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>租运通</title><p>页面尚未构建，请先运行 npm run build，再刷新本页。</p></html>'

export async function addPages(app: FastifyInstance, { edge, webRoot, release, sources = async () => null }: PagesOptions): Promise<void> {
  const index = join(webRoot, 'index.html')
  const build = buildVersion(webRoot)
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    decorateReply: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${webRoot}/assets/`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : (reply.getHeader('cache-control') ?? 'no-cache'))
    },
  })
  app.get('/verify.json', async (request, reply) => {
    slowDown(reply, edge.rates.take('page', addressOf(request)))
    reply.header('cache-control', 'no-cache, no-store')
    return { version: (await release()) ?? (build || '0') }
  })
  // Gives nothing back: a reply is awaitable, and each level it passed would listen for its end.
  const page = (request: FastifyRequest, reply: FastifyReply): void => {
    slowDown(reply, edge.rates.take('page', addressOf(request)))
    if (!existsSync(index)) return void reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
    const limit = new Promise<null>((resolve) => setTimeout(resolve, SOURCES_MS, null).unref())
    void Promise.race([sources(request.host), limit])
      .catch(() => null)
      .then((more) => {
        // «Not modified» would leave the browser with the policy of the page it has, so such a page is never kept.
        if (more) for (const name of ['if-none-match', 'if-modified-since']) delete request.headers[name]
        if (more) reply.headers({ ...openedHeaders(more), 'cache-control': 'no-store' })
        void reply.sendFile('index.html')
      })
  }
  app.get('/', page)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!
    if (isApi(path)) throw methodsOf(app, path, request.method) ? new AppError('notAllowed') : new AppError('absent', '接口不存在')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('notAllowed')
    // A missing file is missing: answering it with the page would hide a stale chunk from the console.
    if (/\.[a-z0-9]{1,8}$/i.test(path)) throw new AppError('absent', '文件不存在')
    page(request, reply)
  })
}

const methodsOf = (app: FastifyInstance, url: string, tried: string): boolean =>
  (['GET', 'POST'] as const).some((method) => method !== tried && app.hasRoute({ method, url }))
