/** A company whose contracts are signed at e签宝: a double stands for it, the outbox runs when it is told to, notices come when the test says so. */
import { FolderStore } from '#kit/files/store.server.ts'
import { startOutbox, type RunningOutbox } from '#kit/jobs/outbox.server.ts'
import type { Ports } from '#kit/ports/ports.ts'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { esignProvider } from '#modules/esign/provider/adaptor.server.ts'
import { EsignDouble, type Flow, type SignedNotice } from '#modules/esign/provider/esign.double.ts'
import { partyKey } from '#modules/esign/provider/key.ts'
import { noticeRoute } from '#modules/esign/provider/notice.server.ts'
import type { Company } from './company.ts'
import { openSigning, type Signing } from './signing.ts'

export const KEYS = { appId: 'zyt', secret: 'a-secret-of-some-length' }
export const NOTIFY = 'https://console.example/api/public/contract/esign/notice'

export interface Outside {
  s: Signing
  double: EsignDouble
  /** Where the double listens. */
  host: string
  outbox: RunningOutbox
  /** What of the outbox failed for good or is late is tried again after so long. */
  later(minutes: number): Promise<void>
  drain(): Promise<void>
  /** As the provider sends it; answers the body of the answer. */
  tell(notice: SignedNotice): Promise<string>
  /** All that were not told yet, in the order they happened. */
  tellAll(): Promise<void>
  /** A contract that waits for its signatures, its flow started and with the provider. */
  begun(lessee?: string, more?: object): Promise<Begun>
  drafted(lessee?: string, more?: object): Promise<{ contract: number; flow: number }>
  contract(id: number): Promise<{ status: string; signMode: string | null; signedOn: string | null; signedScans: { id: string }[] | null }>
  job(name: string): Promise<void>
  there(flow: number): Promise<Flow>
  close(): Promise<void>
}
export interface Begun {
  contract: number
  flow: number
  there: Flow
  /** Of the lessee and of the company. */
  keys: [string, string]
}

export async function openOutside(at: string | Company): Promise<Outside> {
  const signing = await openSigning(at)
  const { c } = signing
  const double = new EsignDouble(KEYS, () => Date.parse(c.clock.now()))
  const host = await double.start()
  const provider = esignProvider({ host, notifyUrl: NOTIFY, pauseMs: 2, ...KEYS })
  const ports: Ports = Object.create(c.registry.ports, { esign: { value: provider }, files: { value: new FolderStore(signing.folder) } })
  Object.assign(c, { registry: { ...c.registry, ports } })
  const outbox = startOutbox({ db: c.db, registry: c.registry, clock: c.clock, log: () => {}, pollMs: 10_000_000 })
  const tell: Outside['tell'] = async ({ headers, query, body }) => {
    const visitor = { ...c.as(), user: { ...c.as().user, operatorId: 0 } }
    const answer = await noticeRoute.gate!(
      {
        method: 'POST',
        path: noticeRoute.path,
        query,
        body,
        header: (name) => headers[name] ?? null,
        ctx: visitor,
        take: () => {},
        known: () => {},
      },
      async ({ ctx }) => noticeRoute.handler(ctx, {}, { files: [], signal: new AbortController().signal }),
    )
    return Buffer.from((answer as { body: Uint8Array }).body).toString()
  }
  const outside: Outside = {
    s: signing,
    double,
    host,
    outbox,
    drain: () => outbox.drain(),
    async later(minutes) {
      c.clock.set(new Date(Date.parse(c.clock.now()) + minutes * 60_000).toISOString())
      await outbox.drain()
    },
    tell,
    async tellAll() {
      for (const notice of double.notices.splice(0)) await tell(notice)
      await outbox.drain()
    },
    async drafted(name = '张伟', more = {}) {
      const lessee = await c.lessee({ name, ...more })
      const contract = await c.contract({ lessee, vehicles: [await c.vehicle()], startOn: '2026-01-10', endOn: '2027-01-10' })
      const { flowId } = await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })
      return { contract, flow: flowId }
    },
    async begun(name, more) {
      const { contract, flow } = await outside.drafted(name, more)
      await c.act('signFlow', 'start', flow, {}, 'sales')
      await outbox.drain()
      const all = await signing.parties(flow)
      return { contract, flow, there: await outside.there(flow), keys: [partyKey(all[0].id), partyKey(all[1].id)] }
    },
    contract: (id) =>
      c.read((db) =>
        db.selectFrom('contract').select(['status', 'signMode', 'signedOn', 'signedScans']).where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    async job(name) {
      if (name === 'expireSignFlows') await expireFlows(c.as())
      else
        await c.registry.modules
          .flatMap((module) => module.jobs ?? [])
          .find((job) => job.name === name)!
          .run(c.as())
      await outbox.drain()
    },
    there: async (flow) => double.flows.get((await signing.flow(flow)).providerFlowId)!,
    async close() {
      await outbox.stop()
      await double.stop()
      await signing.close()
    },
  }
  return outside
}
