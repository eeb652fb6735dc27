/** The own page of a customer as stories open it: calls with the token in their header, through the gate, parsed by their route. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import type { FileKeeper } from '#kit/entity/services.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import type { Download, Route } from '#kit/http/route.server.ts'
import type { OwnPage } from '#modules/selfservice/own.wire.ts'
import { ownPageRoutes } from '#modules/selfservice/public.server.ts'
import type { Company } from './company.ts'
import { INK } from './signing.ts'

export const PNG = Buffer.from(INK, 'base64')

export class Own {
  readonly c: Company
  readonly #folder: string | null
  readonly routes: readonly Route[]
  /** How often a budget was drawn upon, and by whom. */
  readonly taken: string[] = []

  /** `files`: where papers of the company lie already; a folder of its own when left out. */
  constructor(company: Company, files?: FileKeeper) {
    this.c = company
    this.#folder = files ? null : mkdtempSync(join(tmpdir(), 'zyt-own-'))
    this.routes = ownPageRoutes({ files: files ?? new StoredFiles(new FolderStore(this.#folder!)) })
  }
  tidy(): void {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
  }

  /** What the clerk gets who asks for a link; the token of it. */
  async link(lessee: number, who = 'sales'): Promise<string> {
    const made = await this.desk<{ url: string }>(
      'POST',
      '/api/v1/lesseeLink/make',
      { lessee, origin: 'https://zyt.localhost', send: false },
      who,
    )
    return made.url.split('#t=')[1]!
  }
  async desk<T>(method: 'GET' | 'POST', path: string, input: object, who = 'sales'): Promise<T> {
    const route = this.c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)!
    const extra = { files: [], signal: new AbortController().signal, host: 'zyt.localhost', header: () => null }
    return (await route.handler(this.c.as(who), route.input.parse(input), extra)) as T
  }

  async call<T>(path: string, token: string, input: object = {}, files: Buffer[] = [], ip = '10.0.0.1'): Promise<T> {
    const route = this.routes.find((r) => r.path === `/api/public/lessee/${path}`)
    if (!route) throw new Error(`no such call: ${path}`)
    const base = this.c.as()
    const visitor: Context = { ...base, user: { ...base.user, id: 0, operatorId: 0 }, ip, userAgent: 'phone', source: 'form' }
    const header = (name: string): string | null => (name === 'X-Own-Link' ? token : name === 'origin' ? 'https://zyt.localhost' : null)
    const extra = {
      files: files.map((data) => ({ fileName: 'proof.png', mime: 'image/png', data, size: data.length })),
      signal: new AbortController().signal,
      header,
    }
    const run = async (ctx: Context): Promise<unknown> => {
      const parsed = await route.input.safeParseAsync(input)
      if (!parsed.success) throw new AppError('invalid', parsed.error.issues.map((issue) => issue.message).join('；'))
      const answer = await route.handler(ctx, parsed.data, extra)
      return route.output && !(answer as Download)?.kind ? route.output.parse(answer) : answer
    }
    if (!route.gate) return (await run(visitor)) as T
    const asked = {
      method: route.method,
      path: route.path,
      query: '',
      body: '',
      header,
      ctx: visitor,
      take: (kind: string, who: string) => void this.taken.push(`${kind} ${who}`),
      known: () => {},
    }
    return (await route.gate(asked, ({ ctx }) => run(ctx))) as T
  }
  page = (token: string, ip?: string): Promise<OwnPage> => this.call<OwnPage>('page', token, {}, [], ip)
  picture = async (token: string): Promise<string> => (await this.call<{ id: string }>('upload', token, {}, [PNG])).id

  /** Of a bill and an amount, paid today by transfer. */
  async paid(token: string, bills: readonly number[], amount: number, more: object = {}): Promise<{ no: string }> {
    return this.call('paid', token, {
      bills,
      amount,
      paidOn: this.c.clock.today(),
      channel: 'transfer',
      file: await this.picture(token),
      ...more,
    })
  }
  guess = (): string => `${this.c.operatorId.toString(36)}.${randomBytes(32).toString('base64url')}`
}
