/**
 * Adaptor: e签宝, OpenAPI v3. A flow is made as a draft and started by a second call, because no question finds a flow by our own number: an
 * answer that is lost leaves a draft nobody hears of, never a second contract on somebody's telephone.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { AppError, refused } from '#kit/basics/errors.ts'
import { callHttp, callHttpBytes } from '#kit/ports/http.server.ts'
import { statusOfNumber } from '../flows/flow.rules.ts'
import type { Applicant, OutsideFlow, OutsideParty, PartyWord, Said, SignNotice, SignProvider } from './provider.server.ts'
import { contentMd5, isNotice, requestHeaders, type AppKeys } from './signatures.server.ts'

export interface EsignOptions extends AppKeys {
  host: string
  /** Our own address notices are sent to. */
  notifyUrl: string
  /** Tests do not wait. */
  timeoutMs?: number
  pauseMs?: number
}
const WHOM = 'e签宝'
const MAX_FILE = 60_000_000
/** The file is not read yet; too many at once. */
const LATER = new Set([1437513])
const OVER = new Set([1437168, 1437203])
const URGED = new Set([1437137, 1437138])
const FILE_READY = new Set([2, 5])
const FILE_FAILED = new Set([3, 7, 9])
const LOOKS = 10

const envelope = z.object({ code: z.number(), message: z.string().nullish(), data: z.unknown().optional() })
const detailShape = z.object({
  signFlowStatus: z.number(),
  signFlowDescription: z.string().nullish(),
  revokeReason: z.string().nullish(),
  signFlowFinishTime: z.number().nullish(),
  signers: z
    .array(
      z.object({
        signStatus: z.number(),
        signFields: z.array(z.object({ customBizNum: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
})
const PARTY_WORDS: Readonly<Record<number, PartyWord>> = { 0: 'waiting', 1: 'toSign', 2: 'signed', 3: 'toSign', 4: 'declined' }

const noticeShape = z.object({
  action: z.string().max(60),
  signFlowId: z.string().min(1).max(64).nullish(),
  authFlowId: z.string().min(1).max(64).nullish(),
  signOrder: z.union([z.number(), z.string()]).nullish(),
  operateTime: z.union([z.number(), z.string()]).nullish(),
  signFlowStatus: z.union([z.number(), z.string()]).nullish(),
  signResult: z.union([z.number(), z.string()]).nullish(),
  customBizNum: z.string().nullish(),
})

class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new AppError('busy', `${WHOM}的应答无法识别`)
  return result.data
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('busy', `${WHOM}的应答无法识别`)
  }
}

const signerOf = (party: OutsideParty, fileId: string) => {
  const who = { psnAccount: party.mobile, psnInfo: { psnName: party.handler } }
  return {
    signConfig: { signOrder: party.order },
    noticeConfig: { noticeTypes: '1' },
    ...(party.kind === 'person'
      ? {
          signerType: 0,
          psnSignerInfo: party.idNo
            ? { ...who, psnInfo: { ...who.psnInfo, psnIDCardNum: party.idNo, psnIDCardType: 'CRED_PSN_CH_IDCARD' } }
            : who,
        }
      : { signerType: 1, orgSignerInfo: { orgName: party.name, transactorInfo: who } }),
    signFields: party.fields.map((field) => ({
      fileId,
      customBizNum: party.key,
      normalSignFieldConfig: {
        signFieldStyle: 1,
        signFieldPosition: { positionPage: String(field.page), positionX: field.x, positionY: field.y },
      },
    })),
  }
}
/** The company is in the address, which is signed with the notice. */
const notifyOf = (url: string, operatorId: number): string => `${url}${url.includes('?') ? '&' : '?'}o=${operatorId}`

export function esignProvider({ host, notifyUrl, timeoutMs, pauseMs = 1000, ...keys }: EsignOptions): SignProvider {
  const base = host.replace(/\/$/, '')
  const patience = timeoutMs ? { timeoutMs } : {}

  async function ask<T>(method: 'GET' | 'POST', path: string, content: object | null, data: z.ZodType<T>, at: Date): Promise<T> {
    const body = content === null ? '' : JSON.stringify(content)
    const headers = requestHeaders(keys, { method, path, body }, at)
    const text = await callHttp({ whom: WHOM, method, url: base + path, headers, ...(body ? { body } : {}), ...patience })
    const answer = read(envelope, parsed(text))
    if (answer.code === 0) return read(data, answer.data)
    const said = `${WHOM}返回 ${answer.code}${answer.message ? `：${answer.message.slice(0, 120)}` : ''}`
    if (LATER.has(answer.code)) throw new AppError('busy', said)
    throw new Refused(answer.code, said)
  }
  const asked = <T>(...of: Parameters<typeof ask<T>>): Promise<T> => ask<T>(...of).catch(sentence)

  /** Only what the provider named over its own secured address, or the same machine. */
  function fileUrl(url: string): string {
    const there = URL.canParse(url) ? new URL(url) : null
    if (there?.protocol === 'https:' || there?.origin === new URL(base).origin) return url
    throw new AppError('busy', `${WHOM}给出的文件地址不正确`)
  }

  async function upload(title: string, pdf: Uint8Array, at: Date): Promise<string> {
    const [md5, type] = [contentMd5(pdf), 'application/pdf']
    const where = { contentMd5: md5, contentType: type, fileName: `${title}.pdf`, fileSize: pdf.length, convertToPDF: false }
    const shape = z.object({ fileId: z.string().min(1), fileUploadUrl: z.string().min(1) })
    const { fileId, fileUploadUrl } = await asked('POST', '/v3/files/file-upload-url', where, shape, at)
    const headers = { 'content-type': type, 'content-md5': md5 }
    await callHttp({ whom: WHOM, method: 'PUT', url: fileUrl(fileUploadUrl), headers, body: new Uint8Array(pdf), timeoutMs: 60_000 })
    const status = z.object({ fileStatus: z.number() })
    for (let look = 0; look < LOOKS; look++) {
      const { fileStatus } = await asked('GET', `/v3/files/${encodeURIComponent(fileId)}`, null, status, at)
      if (FILE_READY.has(fileStatus)) return fileId
      if (FILE_FAILED.has(fileStatus)) throw refused(`${WHOM}无法读取这份文件，请核对后重新发起`)
      await new Promise((done) => setTimeout(done, pauseMs))
    }
    throw new AppError('busy', `${WHOM}还在处理文件`)
  }

  async function authUrl(operatorId: number, who: Applicant, at: Date): Promise<{ id: string; url: string }> {
    const person = { psnAccount: who.mobile, psnInfo: { psnName: who.handler } }
    const said = { notifyUrl: notifyOf(notifyUrl, operatorId) }
    const [path, content] =
      who.kind === 'person'
        ? [
            '/v3/psn-auth-url',
            {
              ...said,
              psnAuthConfig: {
                psnAccount: who.mobile,
                psnInfo: { psnName: who.name, psnIDCardNum: who.number, psnIDCardType: 'CRED_PSN_CH_IDCARD' },
              },
              authorizeConfig: { authorizedScopes: ['get_psn_identity_info', 'psn_initiate_sign'] },
            },
          ]
        : [
            '/v3/org-auth-url',
            {
              ...said,
              orgAuthConfig: {
                orgName: who.name,
                orgInfo: { orgIDCardNum: who.number, orgIDCardType: 'CRED_ORG_USCC' },
                transactorInfo: person,
              },
              authorizeConfig: { authorizedScopes: ['get_org_identity_info', 'org_initiate_sign'] },
            },
          ]
    const urls = z.object({ authFlowId: z.string().min(1).max(64), authShortUrl: z.string().nullish(), authUrl: z.string() })
    const made = await asked('POST', path, content, urls, at)
    return { id: made.authFlowId, url: made.authShortUrl || made.authUrl }
  }

  const flowPath = (flowId: string, what: string): string => `/v3/sign-flow/${encodeURIComponent(flowId)}/${what}`
  async function detail(flowId: string, at: Date): Promise<Said> {
    const said = await asked('GET', flowPath(flowId, 'detail'), null, detailShape, at)
    const status = statusOfNumber(said.signFlowStatus)
    if (!status) throw new AppError('busy', `${WHOM}的流程状态无法识别（${said.signFlowStatus}）`)
    return {
      status,
      reason: (said.revokeReason || said.signFlowDescription || null)?.slice(0, 150) ?? null,
      finishedAt: said.signFlowFinishTime ? new Date(said.signFlowFinishTime).toISOString() : null,
      parties: (said.signers ?? []).flatMap((signer) => {
        const key = signer.signFields?.find((field) => field.customBizNum)?.customBizNum
        return key ? [{ key, status: PARTY_WORDS[signer.signStatus] ?? 'waiting' }] : []
      }),
    }
  }

  return {
    name: 'esign',
    outside: true,
    houseKey: () => {
      throw new Error('opened without the key of the house')
    },
    async create(_ctx: Context, flow: OutsideFlow, at) {
      const fileId = await upload(flow.title, flow.pdf, at)
      const content = {
        docs: [{ fileId, fileName: `${flow.title}.pdf` }],
        signFlowConfig: {
          signFlowTitle: flow.title,
          signFlowExpireTime: Date.parse(flow.expireAt),
          autoStart: false,
          // Neither is what the provider does by itself.
          autoFinish: true,
          noticeConfig: { noticeTypes: '1' },
          notifyUrl: notifyOf(notifyUrl, flow.operatorId),
        },
        signers: flow.parties.map((party) => signerOf(party, fileId)),
      }
      return (await asked('POST', '/v3/sign-flow/create-by-file', content, z.object({ signFlowId: z.string().min(1).max(64) }), at))
        .signFlowId
    },
    async start(_ctx, flowId, at) {
      if ((await detail(flowId, at)).status === 'draft') await asked('POST', flowPath(flowId, 'start'), null, z.unknown(), at)
    },
    urge: (_ctx, flowId, at) => ask('POST', flowPath(flowId, 'urge'), { noticeTypes: '1' }, z.unknown(), at).then(nothing, unless(URGED)),
    delay: async (_ctx, flowId, expireAt, at) => {
      await asked('POST', flowPath(flowId, 'delay'), { signFlowExpireTime: Date.parse(expireAt) }, z.unknown(), at)
    },
    revoke: (_ctx, flowId, reason, at) =>
      ask('POST', flowPath(flowId, 'revoke'), { revokeReason: reason.slice(0, 50) }, z.unknown(), at).then(nothing, unless(OVER)),
    detail: (_ctx, flowId, at) => detail(flowId, at),
    async file(_ctx, flowId, at) {
      const shape = z.object({ files: z.array(z.object({ downloadUrl: z.string() })).min(1) })
      const { files } = await asked('POST', flowPath(flowId, 'file-download-url'), { urlAvailableDate: 3600 }, shape, at)
      const url = fileUrl(files[0]!.downloadUrl)
      return callHttpBytes({ whom: WHOM, method: 'GET', url, headers: {}, timeoutMs: 60_000, maxBytes: MAX_FILE })
    },
    async partyUrl(_ctx, flowId, { mobile, company }, at) {
      const content = { operator: { psnAccount: mobile }, ...(company ? { organization: { orgName: company } } : {}), urlType: 2 }
      const urls = z.object({ shortUrl: z.string().nullish(), url: z.string() })
      const { shortUrl, url } = await asked('POST', flowPath(flowId, 'sign-url'), content, urls, at)
      return shortUrl || url
    },
    authUrl: (ctx, who, at) => authUrl(ctx.user.operatorId, who, at),
    async authInfo(_ctx, who, at) {
      // Nobody of that account there yet is an answer, too.
      const known = await ask('GET', identityPath(who), null, identityShape, at).catch((error: unknown) => {
        if (error instanceof Refused) return null
        throw error
      })
      if (known?.realnameStatus !== 1) return 'unknown'
      return known.authorizeUserInfo ? 'authorised' : 'verified'
    },
    notice: (header, query, body) => (isNotice(keys, header, query, body) ? noticeOf(query, body) : null),
    async test(at) {
      // A flow that does not exist: whoever is let in is told so, whoever is not is told that.
      try {
        await ask('GET', flowPath('zyt-connection-test', 'detail'), null, z.unknown(), at)
        return null
      } catch (error) {
        // Codes of the gate before the services are short.
        if (error instanceof Refused) return error.code < 1000 ? error.message : null
        return (error as Error).message
      }
    },
  }
}

const identityShape = z.object({ realnameStatus: z.number(), authorizeUserInfo: z.boolean().nullish() })
/** By numbers: Chinese letters in an address are signed by every client in another way. */
const identityPath = (who: Applicant): string =>
  who.kind === 'person'
    ? `/v3/persons/identity-info?psnAccount=${encodeURIComponent(who.mobile)}`
    : `/v3/organizations/identity-info?orgIDCardNum=${encodeURIComponent(who.number)}&orgIDCardType=CRED_ORG_USCC`

const nothing = (): void => {}
const sentence = (error: unknown): never => {
  throw error instanceof Refused ? refused(error.message) : error
}
const unless =
  (codes: ReadonlySet<number>) =>
  (error: unknown): void => {
    if (!(error instanceof Refused && codes.has(error.code))) sentence(error)
  }

function noticeOf(query: string, body: string): SignNotice | null {
  const operatorId = Number(new URLSearchParams(query).get('o'))
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  const said = noticeShape.safeParse(value)
  if (!said.success || !Number.isInteger(operatorId) || operatorId <= 0) return null
  const flowId = said.data.signFlowId ?? said.data.authFlowId
  if (!flowId) return null
  const { action, signOrder, operateTime, signFlowStatus, signResult, customBizNum } = said.data
  const parts = [action, flowId, signOrder, operateTime, signFlowStatus ?? signResult, customBizNum]
  const eventKey = createHash('sha256')
    .update(JSON.stringify(parts.map((part) => (part === null || part === undefined ? '' : String(part)))))
    .digest('hex')
  return { operatorId, flowId, action, eventKey }
}
