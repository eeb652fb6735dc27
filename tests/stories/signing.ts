/** A company that signs electronically: template, seal, real names, short messages that are read, files in a folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#kit/access/context.server.ts'
import { hashPassword } from '#kit/access/password.server.ts'
import { contentOf } from '#kit/jobs/outbox.server.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore } from '#kit/files/store.server.ts'
import type { Download, Route } from '#kit/http/route.server.ts'
import type { MessageCarrier } from '#modules/system/outgoing/carrier.server.ts'
import { esignRoutes } from '#modules/esign/esign.server.ts'
import type { Instance } from '#modules/esign/instance.server.ts'
import { providerRoutes } from '#modules/esign/routes/provider.server.ts'
import { LEASE_TEMPLATE } from '#modules/esign/templates/lease-template.ts'
import { Company } from './company.ts'

export const SECRET = Buffer.alloc(32, 7)
export const SITE = 'https://console.localhost'
export const STAFF_PASSWORD = 'Sales#2026pass'
/** 1×1 transparent is too small to be a signature; this is 8×8. */
export const INK = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAGUlEQVR4nGNgYGD4jwczMDAw/EeW/w9VAABkDwf5wH2A/QAAAABJRU5ErkJggg=='

export interface Signing {
  c: Company
  instance: Instance
  folder: string
  template: number
  seal: number
  sent: { mobile: string; text: string }[]
  /** A call as it comes over the wire, parsed by its route. */
  call<T = any>(path: string, input?: object, who?: string | { token: string; ip?: string }, given?: object): Promise<T>
  /** A call about the provider, which needs neither files nor keys. */
  provider<T = any>(path: string, input?: object): Promise<T>
  /** As a person uploads it; answers its number. */
  uploadPdf(bytes: Uint8Array): Promise<string>
  flow(id: number): Promise<any>
  parties(flow: number): Promise<any[]>
  pdf(flow: number): Promise<Buffer>
  /** What /verify answers of a file that is dropped on it. */
  verifyPage(bytes: Uint8Array): Promise<any>
  /** Reads, consents and signs as the party does on a phone. */
  byPhone(party: number): Promise<void>
  stamp(party: number): Promise<any>
  /** Only what lies on the disk; the company stays. */
  tidy(): void
  close(): Promise<void>
}

/** At a company of its own, or at one that stands already. */
export async function openSigning(at: string | Company): Promise<Signing> {
  const company = typeof at === 'string' ? await Company.open(at) : at
  const folder = mkdtempSync(join(tmpdir(), 'zyt-esign-'))
  const sent: Signing['sent'] = []
  // A gateway is there: what is given to it, and what waits for it in the outbox, whoever empties that meanwhile.
  type Message = { to?: { mobile: string }; text: string }
  const carried = new Map<string, Message>()
  const messages: MessageCarrier = {
    outside: true,
    send: async (_ctx, message, { id }) => {
      carried.set(id, message)
      return { receipt: null }
    },
  }
  const ports: Ports = Object.create(company.registry.ports, { messages: { value: messages } })
  Object.assign(company, { registry: { ...company.registry, ports } })
  const readSent = async (): Promise<void> => {
    const rows = await company.read((db) =>
      db
        .selectFrom('outgoingCall')
        .select(['id', 'kind', 'payload'])
        .where('kind', 'in', ['system.message', 'esign.code'])
        .orderBy('id')
        .execute(),
    )
    // What was delivered is kept no longer: the gateway has it.
    const all = rows.map((row) => {
      const content = contentOf(company.as(), row) as Message & { message?: Message }
      return carried.get(`zyt-${company.operatorId}-${row.id}`) ?? content.message ?? content
    })
    sent.splice(0, sent.length, ...all.filter((one) => one.to).map(({ to, text }) => ({ mobile: to!.mobile, text })))
  }
  const instance: Instance = { files: new StoredFiles(new FolderStore(folder)), secretKey: SECRET }
  const routes: readonly Route[] = esignRoutes(instance)
  const sales = company.people.get('sales')!
  await company.write(async (tx) => {
    const passwordHash = await hashPassword(STAFF_PASSWORD)
    await tx.deleteFrom('credential').where('userId', '=', sales).execute()
    await tx
      .insertInto('credential')
      .values({ userId: sales, operatorId: company.operatorId, username: 'sales-sign', passwordHash, isFirst: false })
      .execute()
  })
  const template = await company.add('signTemplate', { name: '租赁合同', bizType: 'lease', kind: 'text', text: LEASE_TEMPLATE })
  await company.act('signTemplate', 'publish', template)
  const seal = await company.add('signSeal', { name: '合同章', company: '顺达汽车租赁有限公司', keepers: [sales] })
  const own = await company.add('signIdentity', {
    kind: 'company',
    name: '顺达汽车租赁有限公司',
    creditCode: '91310000MA1FL0000N',
    own: true,
  })
  await company.act('signIdentity', 'check', own)
  const signing: Signing = {
    c: company,
    instance,
    folder,
    template,
    seal,
    sent,
    async call(path, input = {}, who = 'sales', given?) {
      const route = routes.find((r) => r.path === `/api/v1/${path}` || r.path === `/api/public/${path}`)
      if (!route) throw new Error(`no such call: ${path}`)
      const token = typeof who === 'object' ? who.token : null
      const from = typeof who === 'object' && who.ip ? { ip: who.ip } : {}
      const visitor = { ...company.as(), ...from, user: { ...company.as().user, operatorId: 0 } } as Context
      const ctx: Context = token === null ? company.as(who as string) : visitor
      const answer = await route.handler(
        { ...ctx, source: 'form', ...(given ? { given: given as Record<string, unknown> } : {}) },
        route.input.parse(input),
        {
          files: [],
          signal: new AbortController().signal,
          header: (name) => (name === 'X-Sign-Token' ? token : name === 'origin' ? SITE : null),
        },
      )
      await readSent()
      return answer as never
    },
    flow: (id) => company.read((db) => db.selectFrom('signFlow').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    parties: (flow) => company.read((db) => db.selectFrom('signParty').selectAll().where('flow', '=', flow).orderBy('seq').execute()),
    async pdf(flow) {
      const file = await signing.call<Download>('contract/file/download', { flowId: flow, inline: 1 })
      return Buffer.from(file.body as Uint8Array)
    },
    async provider(path, input = {}) {
      const route = providerRoutes.find((r) => r.path === `/api/v1/${path}`)!
      return (await route.handler(company.as('sales'), route.input.parse(input), {
        files: [],
        signal: new AbortController().signal,
      })) as never
    },
    async uploadPdf(data) {
      const route = routes.find((r) => r.path === '/api/v1/contract/file/upload')!
      const files = [{ fileName: 'own.pdf', mime: 'application/pdf', data: Buffer.from(data) }]
      const made = await route.handler(company.as('sales'), {}, { files, signal: new AbortController().signal } as never)
      return (made as { fileId: string }).fileId
    },
    async verifyPage(data) {
      const route = routes.find((r) => r.path === '/api/public/contract/verify/file')!
      const files = [{ fileName: 'dropped.pdf', mime: 'application/pdf', data: Buffer.from(data) }]
      return route.handler(company.as(), {}, { files, signal: new AbortController().signal } as never)
    },
    async byPhone(party) {
      const { url } = await signing.call<{ url: string }>('contract/sign/link', { partyId: party })
      const token = { token: url.split('#t=')[1]! }
      const page = await signing.call('contract/sign/page', {}, token)
      await signing.call('contract/sign/consent', { pages: Array.from({ length: page.pages }, (_, i) => i + 1) }, token)
      await signing.call('contract/sign/code', {}, token)
      await signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code: /验证码 (\d{6})/.exec(sent.at(-1)!.text)![1] }, token)
    },
    stamp: (party) => signing.call('contract/sign/stamp', { partyId: party, password: STAFF_PASSWORD }),
    tidy: () => rmSync(folder, { recursive: true, force: true }),
    async close() {
      await company.close()
      signing.tidy()
    },
  }
  return signing
}
