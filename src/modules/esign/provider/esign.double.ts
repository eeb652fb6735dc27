/**
 * Stands for e签宝 (OpenAPI v3): real HTTP, believes no signature it has not computed and no old clock, knows drafts, turns, one delay and what
 * may be revoked, fails on demand, and signs its notices as the real one does, to be delivered late, twice or in any order.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '#kit/basics/time/clock.ts'
import { contentMd5, noticeSignature, requestSignature, type AppKeys } from './signatures.server.ts'

/** `afterwards`: done, but the answer is lost; a number: the provider's own code. */
export type Fault = '401' | '500' | '429' | 'drop' | 'silence' | 'garbage' | 'afterwards' | number
export interface SignedNotice {
  headers: Record<string, string>
  query: string
  body: string
}
interface Signer {
  key: string
  order: number
  name: string
  mobile: string
  fields: { page: string; x: number; y: number }[]
  status: 0 | 1 | 2 | 4
}
export interface Flow {
  id: string
  title: string
  status: 0 | 1 | 2 | 3 | 5 | 7
  expireAt: number
  notifyUrl: string
  signers: Signer[]
  file: Buffer
  reason: string
  finishedAt: number | null
  starts: number
  urges: number
  delays: number
}
const CLOCK_MS = 15 * 60_000

interface Sent {
  docs: { fileId: string }[]
  signFlowConfig: { signFlowTitle: string; signFlowExpireTime: number; autoStart: boolean; autoFinish: boolean; notifyUrl: string }
  signers: {
    signConfig: { signOrder: number }
    psnSignerInfo?: { psnAccount: string; psnInfo: { psnName: string } }
    orgSignerInfo?: { orgName: string; transactorInfo: { psnAccount: string } }
    signFields: {
      customBizNum: string
      normalSignFieldConfig: { signFieldPosition: { positionPage: string; positionX: number; positionY: number } }
    }[]
  }[]
}
interface AuthSent {
  notifyUrl: string
  psnAuthConfig?: { psnAccount: string; psnInfo: { psnName: string } }
  orgAuthConfig?: { orgName: string; orgInfo: { orgIDCardNum: string } }
}
class Code extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export class EsignDouble {
  readonly flows = new Map<string, Flow>()
  readonly #files = new Map<string, { md5: string; bytes: Buffer | null; looks: number }>()
  /** Of the next calls whose path ends so. */
  readonly #faults: { path: string; fault: Fault }[] = []
  /** Real names by account or number: 0 not shown yet, 1 shown, and whether we may act for him. */
  readonly people = new Map<string, { authFlowId: string; name: string; notifyUrl: string; real: 0 | 1; allows: boolean }>()
  /** Not delivered yet; a test takes them. */
  notices: SignedNotice[] = []
  calls: string[] = []
  /** How often a file is asked for before it is read. */
  looksBeforeReady = 1
  readonly #keys: AppKeys
  readonly #server: Server
  #url = ''
  #made = 0
  readonly #now: () => number

  constructor(keys: AppKeys, now: () => number = () => Date.parse(systemClock.now())) {
    this.#keys = keys
    this.#now = now
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }
  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return (this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`)
  }
  stop(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((done) => this.#server.close(done))
  }
  fail(path: string, ...faults: Fault[]): void {
    for (const fault of faults) this.#faults.push({ path, fault })
  }
  /** Drafts nobody heard of are no contracts. */
  get live(): Flow[] {
    return [...this.flows.values()].filter((flow) => flow.status !== 0)
  }

  /** A person signs on the provider's page; the last one completes the flow. */
  sign(flowId: string, key: string): void {
    const { flow, signer } = this.#turn(flowId, key)
    signer.status = 2
    flow.file = Buffer.concat([flow.file, Buffer.from(`\n% signed ${key}\n%%EOF\n`)])
    this.#tell(flow, { action: 'SIGN_MISSON_COMPLETE', signOrder: signer.order, customBizNum: key, signResult: 2 })
    this.#arrive(flow)
    if (flow.signers.every((one) => one.status === 2)) this.#end(flow, 2, '')
  }
  decline(flowId: string, key: string, reason: string): void {
    const { flow, signer } = this.#turn(flowId, key)
    signer.status = 4
    this.#tell(flow, {
      action: 'SIGN_MISSON_COMPLETE',
      signOrder: signer.order,
      customBizNum: key,
      signResult: 4,
      resultDescription: reason,
    })
    this.#end(flow, 7, reason)
  }
  expire(flowId: string): void {
    this.#end(this.flows.get(flowId)!, 5, '')
  }
  /** Somebody shows who he is on the provider's page, and allows us to act for him or not. */
  identify(account: string, allows: boolean): void {
    const who = this.people.get(account)!
    Object.assign(who, { real: 1, allows })
    const content = { action: allows ? 'AUTHORIZE_FINISH' : 'PSN_ORG_AUTH_PASS', authFlowId: who.authFlowId, timestamp: this.#now() }
    this.notices.push(this.signed(who, content))
  }
  /** As sent to the address of the flow. */
  signed(flow: Pick<Flow, 'notifyUrl'>, content: object, keys: AppKeys = this.#keys): SignedNotice {
    const body = JSON.stringify(content)
    const timestamp = String(this.#now())
    const query = new URL(flow.notifyUrl).search.slice(1)
    return {
      query,
      body,
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'x-tsign-open-app-id': keys.appId,
        'x-tsign-open-timestamp': timestamp,
        'x-tsign-open-signature-algorithm': 'hmac-sha256',
        'x-tsign-open-signature': noticeSignature(keys.secret, { timestamp, query, body }),
      },
    }
  }

  #turn(flowId: string, key: string): { flow: Flow; signer: Signer } {
    const flow = this.flows.get(flowId)!
    const signer = flow.signers.find((one) => one.key === key)!
    if (flow.status !== 1 || signer.status !== 1) throw new Error(`${key} cannot sign: flow ${flow.status}, signer ${signer.status}`)
    return { flow, signer }
  }
  #arrive(flow: Flow): void {
    const open = flow.signers.filter((one) => one.status < 2)
    const next = Math.min(...open.map((one) => one.order))
    for (const one of open) if (one.order === next) one.status = 1
  }
  #end(flow: Flow, status: 2 | 3 | 5 | 7, reason: string): void {
    Object.assign(flow, { status, reason, finishedAt: this.#now() })
    // A word here, a number in the detail: as the provider has it.
    this.#tell(flow, { action: 'SIGN_FLOW_COMPLETE', signFlowStatus: String(status), signFlowFinishTime: flow.finishedAt })
  }
  #tell(flow: Flow, what: { action: string; [key: string]: unknown }): void {
    const at = this.#now()
    this.notices.push(this.signed(flow, { timestamp: at, signFlowId: flow.id, operateTime: at, ...what }))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const path = request.url!.split('?')[0]!
    this.calls.push(`${request.method} ${path}`)
    const at = this.#faults.findIndex((one) => path.endsWith(one.path))
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]!.fault
    if (fault === '401' || fault === '500' || fault === '429') return void response.writeHead(Number(fault)).end()
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'silence') return
    if (path.startsWith('/store/')) return this.#store(path, request, body, response)
    const answer = typeof fault === 'number' ? { code: fault, message: `double: ${fault}` } : this.#judge(request, path, body)
    if (fault === 'afterwards') return void request.socket.destroy()
    response.writeHead(answer.code === 401 ? 401 : 200, { 'content-type': 'application/json' })
    response.end(fault === 'garbage' ? '<html>' : JSON.stringify(answer))
  }

  #store(path: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const [, , kind = '', id = ''] = path.split('/')
    if (kind === 'up') {
      const file = this.#files.get(id)
      const right = file && request.headers['content-md5'] === file.md5 && contentMd5(body) === file.md5
      if (right) file.bytes = body
      return void response.writeHead(right ? 200 : 403).end(JSON.stringify({ errCode: right ? 0 : 1 }))
    }
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(this.flows.get(id)!.file)
  }

  #judge(request: IncomingMessage, path: string, body: Buffer): { code: number; message: string; data?: unknown } {
    if (!this.#believed(request, body)) return { code: 401, message: '签名校验失败' }
    try {
      return {
        code: 0,
        message: '成功',
        data: this.#do(
          request.method!,
          path,
          new URL(request.url!, this.#url).searchParams,
          body.length ? (JSON.parse(body.toString()) as object) : {},
        ),
      }
    } catch (error) {
      if (!(error instanceof Code)) throw error
      return { code: error.code, message: error.message }
    }
  }
  #believed(request: IncomingMessage, body: Buffer): boolean {
    const header = (name: string): string => String(request.headers[name] ?? '')
    if (header('content-md5') !== (body.length ? contentMd5(body) : '')) return false
    const right = requestSignature(this.#keys.secret, { method: request.method!, path: request.url!, body: body.toString() })
    const late = Math.abs(Date.parse(systemClock.now()) - Number(header('x-tsign-open-ca-timestamp'))) > CLOCK_MS
    return header('x-tsign-open-app-id') === this.#keys.appId && header('x-tsign-open-ca-signature') === right && !late
  }

  #do(method: string, path: string, query: URLSearchParams, sent: object): unknown {
    if (path === '/v3/files/file-upload-url') return this.#uploadUrl(sent as { contentMd5: string })
    if (path === '/v3/sign-flow/create-by-file') return this.#create(sent as Sent)
    if (path === '/v3/psn-auth-url' || path === '/v3/org-auth-url') return this.#authUrl(sent as AuthSent)
    if (path.endsWith('/identity-info')) return this.#identity(query)
    const [, , area = '', id = '', what = ''] = path.split('/')
    if (area === 'files') return this.#look(id)
    const flow = this.flows.get(id)
    if (!flow) throw new Code(1435011, `流程不存在:${id}`)
    if (what === 'detail' && method === 'GET') return this.#detail(flow)
    if (what === 'start') return this.#startFlow(flow)
    if (what === 'urge') return void (flow.urges += 1)
    if (what === 'delay') return this.#delay(flow, (sent as { signFlowExpireTime: number }).signFlowExpireTime)
    if (what === 'revoke') return this.#revoke(flow, (sent as { revokeReason: string }).revokeReason)
    if (what === 'sign-url') return this.#signUrl(flow, (sent as { operator: { psnAccount: string } }).operator.psnAccount)
    if (what === 'file-download-url') {
      if (flow.status !== 2) throw new Code(1437518, '流程非签署完成状态，不允许下载文档')
      return { files: [{ fileId: id, fileName: `${flow.title}.pdf`, downloadUrl: `${this.#url}/store/down/${id}` }] }
    }
    throw new Code(404, path)
  }
  #authUrl({ notifyUrl, psnAuthConfig: person, orgAuthConfig: company }: AuthSent): object {
    const account = person?.psnAccount ?? company!.orgInfo.orgIDCardNum
    const authFlowId = `auth${++this.#made}`
    const name = person?.psnInfo.psnName ?? company!.orgName
    this.people.set(account, { authFlowId, name, notifyUrl, real: 0, allows: false })
    return { authFlowId, authUrl: `https://h5.esign.example/auth/${authFlowId}`, authShortUrl: `https://t.esign.example/${authFlowId}` }
  }
  #identity(query: URLSearchParams): object {
    const who = this.people.get(query.get('psnAccount') ?? query.get('orgIDCardNum') ?? '')
    if (!who) throw new Code(1435203, '账号不存在')
    return { realnameStatus: who.real, authorizeUserInfo: who.allows }
  }
  #uploadUrl({ contentMd5: md5 }: { contentMd5: string }): object {
    const fileId = `file${++this.#made}`
    this.#files.set(fileId, { md5, bytes: null, looks: 0 })
    return { fileId, fileUploadUrl: `${this.#url}/store/up/${fileId}` }
  }
  #look(id: string): object {
    const file = this.#files.get(id)!
    return { fileId: id, fileStatus: !file.bytes ? 0 : ++file.looks >= this.looksBeforeReady ? 2 : 1 }
  }
  #create({ docs, signFlowConfig: c, signers }: Sent): object {
    const file = this.#files.get(docs[0]?.fileId ?? '')?.bytes
    if (!file) throw new Code(1437513, '文档未成功转换成pdf, 请稍后重试')
    if (signers.length > 10) throw new Code(1437608, '最多允许创建10个')
    const id = `flow${++this.#made}`
    const flow: Flow = {
      id,
      title: c.signFlowTitle,
      status: 0,
      expireAt: c.signFlowExpireTime,
      notifyUrl: c.notifyUrl,
      file,
      reason: '',
      finishedAt: null,
      starts: 0,
      urges: 0,
      delays: 0,
      signers: signers.map((one) => ({
        key: one.signFields[0]!.customBizNum,
        order: one.signConfig.signOrder,
        name: one.orgSignerInfo?.orgName ?? one.psnSignerInfo!.psnInfo.psnName,
        mobile: (one.orgSignerInfo?.transactorInfo ?? one.psnSignerInfo!).psnAccount,
        fields: one.signFields.map(({ normalSignFieldConfig: { signFieldPosition: p } }) => ({
          page: p.positionPage,
          x: p.positionX,
          y: p.positionY,
        })),
        status: 0,
      })),
    }
    this.flows.set(id, flow)
    return { signFlowId: id }
  }
  #startFlow(flow: Flow): null {
    if (flow.status !== 0) throw new Code(1437104, '流程已开启')
    Object.assign(flow, { status: 1, starts: flow.starts + 1 })
    this.#arrive(flow)
    return null
  }
  #delay(flow: Flow, to: number): null {
    if (flow.status !== 1 && flow.status !== 5) throw new Code(1437201, '非签署中的流程不允许延期')
    if (flow.delays > 0) throw new Code(1435011, '流程只能延期一次')
    Object.assign(flow, { status: 1, expireAt: to, delays: 1, finishedAt: null })
    return null
  }
  #revoke(flow: Flow, reason: string): null {
    if (flow.status === 3) throw new Code(1437168, '流程已撤销')
    if (flow.status !== 1) throw new Code(1437203, '非签署中的流程不允许撤销')
    this.#end(flow, 3, reason)
    return null
  }
  #signUrl(flow: Flow, mobile: string): object {
    if (flow.status !== 1) throw new Code(1437103, '流程未开启')
    if (!flow.signers.some((one) => one.mobile === mobile)) throw new Code(1437114, '当前用户不是流程参与人, 无权查看流程')
    return { shortUrl: `https://t.esign.example/${flow.id}`, url: `https://h5.esign.example/${flow.id}?who=${mobile}` }
  }
  #detail(flow: Flow): object {
    return {
      signFlowStatus: flow.status,
      signFlowDescription: flow.reason,
      revokeReason: flow.status === 3 ? flow.reason : '',
      signFlowFinishTime: flow.finishedAt,
      signFlowConfig: { signFlowTitle: flow.title, signFlowExpireTime: flow.expireAt },
      signers: flow.signers.map((one) => ({
        signOrder: one.order,
        signStatus: one.status,
        signFields: [{ customBizNum: one.key, signFieldStatus: one.status === 2 ? '4' : '0' }],
      })),
    }
  }
}
