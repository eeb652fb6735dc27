/** Calls about flows: starting, moving, links, face to face, seals. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { confirmOwnPassword } from '#kit/access/own-password.server.ts'
import { AppError, invalid, refused } from '#kit/basics/errors.ts'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { list as listOf } from '#kit/entity/query/query.server.ts'
import { act, actNamed, heldNote, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { fileInput, instantInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { addressOf, parameterValue } from '#modules/system/system.public.ts'
import { newCustomBizNum, noteTyped, previewDraft, type DraftInput } from '../flows/compose.server.ts'
import { draftAgain, draftFlow } from '../flows/draft.server.ts'
import { FLOW_NUMBERS, RESCISSION_NUMBERS } from '../flows/flow.rules.ts'
import { signFlow, RESCISSION_REASONS } from '../flows/flow.ts'
import { partiesOf } from '../flows/flow.server.ts'
import { rescindNow, startRescission } from '../flows/rescission.server.ts'
import { readiness } from '../flows/ready.server.ts'
import { codeOnlyRefusal } from '../flows/outside.server.ts'
import { record } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { quotaTotal } from '../quota/quota.server.ts'
import { subjectsOf } from '../subjects.server.ts'
import { BIZ_TYPES, type BizType } from '../templates/template.ts'
import { keepPhoto, linkFor } from './link.server.ts'
import { component } from '../templates/component.server.ts'
import { LIST, PAGING, base, id } from './shapes.server.ts'
import {
  batchAnswer,
  draftAnswer,
  flowAnswer,
  flowsAnswer,
  linkAnswer,
  numberAnswer,
  previewAnswer,
  readyAnswer,
  rescissionAnswer,
  subjectsAnswer,
} from '../ceremony/answers.server.ts'

const flows = storeOf(signFlow)
/** A flow as the customer's own call lists it, with the numbers its programs know. */
const listed = (row: Rec<typeof signFlow>) => ({
  id: row.id,
  no: row.no,
  title: row.title,
  status: row.status,
  rescission: row.rescission,
  startedAt: row.startedAt,
  expireAt: row.expireAt,
  customBizNum: row.customBizNum,
  bizType: row.bizType,
  signedCount: row.signedCount ?? 0,
  partyCount: row.partyCount ?? 0,
  signFlowStatus: FLOW_NUMBERS[row.status],
  rescissionStatus: RESCISSION_NUMBERS[row.rescission ?? 'none'],
})
const ADD = 'electronicContracts_add'
const LANES = 3
const party = z.strictObject({
  role: z.string().min(1).max(20),
  kind: z.enum(['person', 'company']),
  name: z.string().trim().min(1, '请填写签署方名称').max(80),
  mobile: z
    .string()
    .regex(/^1[3-9]\d{9}$/, '手机号不正确')
    .nullish(),
  idNo: z.string().max(40).nullish(),
  seq: z.number().int().min(1).max(50).optional(),
  intent: z.enum(['sms', 'faceToFace', 'account']).optional(),
  seal: id.nullish(),
  user: id.nullish(),
})
const copies = z.array(id).max(20).optional()
const DRAFT = z.strictObject({
  customBizNum: z
    .string()
    .regex(/^[\w-]{4,32}$/, '业务编号为 4–32 位字母、数字')
    .optional(),
  title: z.string().trim().max(100).optional(),
  bizType: z.enum(Object.keys(BIZ_TYPES) as [BizType, ...BizType[]]).optional(),
  bizEntity: z.string().max(60).optional(),
  bizId: id.optional(),
  templateId: id.optional(),
  fileId: fileInput().optional(),
  components: z.array(component).max(300).optional(),
  values: z.record(z.string().max(60), z.string().max(2000)).optional(),
  parties: z.array(party).max(50).optional(),
  ordered: z.boolean().optional(),
  expireAt: instantInput().optional(),
  store: id.nullish(),
  copies,
})
const draftOf = (input: z.infer<typeof DRAFT>): DraftInput => input as DraftInput

async function flowSeen(ctx: Context, flowId: number) {
  return ctx.db.read(ctx.user.operatorId, (tx) => flows.get(tx, ctx, flowId, 'person'))
}
const urlOf = (flow: number): string => `/contract/contractInfoDetail?id=${flow}`

async function initiate(ctx: Context, instance: Instance, input: DraftInput, site: string): Promise<{ flowId: number; url: string }> {
  await noteTyped(ctx, input)
  const flow = await draftFlow(ctx, instance, input, site)
  return { flowId: flow.id, url: urlOf(flow.id) }
}

export function signRoutes(instance: Instance): readonly Route[] {
  const partly = async (ctx: Context, inputs: readonly DraftInput[], site: string) => {
    const rows: { bizId: number | null; flowId: number | null; reason: string | null; held: string | null }[] = []
    const waiting = [...inputs.entries()]
    const one = async (at: number, input: DraftInput): Promise<void> => {
      let draft: number | null = null
      try {
        const { flowId } = await initiate(ctx, instance, input, site)
        draft = flowId
        const after = await ctx.db.write(ctx.user.operatorId, (tx) => act(tx, ctx, 'signFlow', 'start', flowId, null, {}, 'person'))
        rows[at] = { bizId: input.bizId ?? null, flowId, reason: null, held: heldNote(after) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // Nobody asked for a draft.
        if (draft !== null) await ctx.db.write(ctx.user.operatorId, (tx) => flows.act(tx, ctx, 'remove', draft!))
        rows[at] = { bizId: input.bizId ?? null, flowId: null, reason: error.message, held: null }
      }
    }
    // Half of a start is waiting for the database: while one waits another draws its paper.
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await one(...next)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const failed = rows.filter((row) => row.reason !== null)
    if (failed.length) throw new AppError('partlyDone', `成功 ${rows.length - failed.length} 份，未成功 ${failed.length} 份`, { rows })
    return { rows }
  }
  const acting = <I extends { flowId: number }>(
    name: string,
    summary: string,
    action: 'urge' | 'revoke' | 'delay' | 'note',
    shape: z.ZodType<I>,
    inputOf: (input: I) => object,
  ): Route =>
    route({
      method: 'POST',
      path: `${base}/sign/${name}`,
      summary,
      output: doneAnswer,
      right: action === 'note' ? 'electronicContractsList_remark' : `electronicContractsList_${action}`,
      single: true,
      input: shape,
      handler: (ctx, input: I) =>
        ctx.db.write(ctx.user.operatorId, async (tx) => {
          await actNamed(tx, ctx, 'signFlow', action, input.flowId, null, { ...inputOf(input) }, 'person')
          return null
        }),
    })
  return [
    route({
      method: 'GET',
      path: `${base}/sign/customBizNum`,
      summary: '申请业务编号',
      output: numberAnswer,
      right: ADD,
      input: z.strictObject({ bizType: z.string().max(30).optional() }),
      handler: async (ctx) => ({ customBizNum: await ctx.db.write(ctx.user.operatorId, (tx) => newCustomBizNum(tx, ctx)) }),
    }),
    route({
      method: 'POST',
      path: `${base}/sign/preview`,
      summary: '发起前预览：各方、内容与缺少的控件',
      output: previewAnswer,
      right: ADD,
      safe: true,
      input: DRAFT,
      handler: (ctx, input) => previewDraft(ctx, draftOf(input)),
    }),
    route({
      method: 'POST',
      path: `${base}/sign/initiateUrl`,
      summary: '新增签署流程（草稿）',
      output: draftAnswer,
      right: ADD,
      input: DRAFT,
      handler: (ctx, input, extra) => initiate(ctx, instance, draftOf(input), addressOf(extra)),
    }),
    route({
      method: 'POST',
      path: `${base}/sign/leaseInitiateUrl`,
      summary: '由租赁合同新增签署流程',
      output: draftAnswer,
      right: ADD,
      input: z.strictObject({
        contractId: id,
        templateId: id,
        customBizNum: z.string().max(32).optional(),
        values: z.record(z.string().max(60), z.string().max(2000)).optional(),
      }),
      handler: (ctx, { contractId, ...input }, extra) =>
        initiate(ctx, instance, { ...input, bizType: 'lease', bizEntity: 'contract', bizId: contractId } as DraftInput, addressOf(extra)),
    }),
    route({
      method: 'POST',
      path: `${base}/sign/again`,
      summary: '重新发起：由未签成的流程新增草稿，保留各方、内容与签署区',
      output: draftAnswer,
      right: ADD,
      input: z.strictObject({ flowId: id }),
      handler: async (ctx, { flowId }, extra) => {
        const flow = await draftAgain(ctx, instance, flowId, addressOf(extra))
        return { flowId: flow.id, url: urlOf(flow.id) }
      },
    }),
    route({
      method: 'POST',
      path: `${base}/sign/batch`,
      summary: '批量发起签署',
      output: batchAnswer,
      right: 'electronicContracts_start',
      input: z.strictObject({
        bizEntity: z.string().max(60),
        ids: z.array(id).min(1).max(50),
        templateId: id,
        expireAt: instantInput().optional(),
        copies,
        /** Typed for what the record does not know; of one record, because others do not know the same. */
        values: z.record(z.string().max(60), z.string().max(2000)).optional(),
      }),
      handler: async (ctx, { ids, ...input }, extra) => {
        if (ids.length > 1 && input.values) throw invalid('补充内容只能用于一份合同，请逐份发起')
        const { remaining, unlimited } = await ctx.db.read(ctx.user.operatorId, (tx) => quotaTotal(tx, ctx))
        if (!unlimited && remaining < ids.length) throw refused(`签署份数不足，剩余 ${remaining} 份`)
        return partly(
          ctx,
          ids.map((bizId) => ({ ...input, bizId }) as DraftInput),
          addressOf(extra),
        )
      },
    }),
    route({
      method: 'GET',
      path: `${base}/sign/initiateList`,
      summary: '签署流程列表',
      output: flowsAnswer,
      right: LIST,
      input: z.strictObject({
        ...PAGING,
        status: z.enum(['draft', 'signing', 'completed', 'revoked', 'expired', 'declined']).optional(),
        keyword: z.string().max(60).optional(),
      }),
      handler: (ctx, q) =>
        ctx.db.read(ctx.user.operatorId, async (db) => {
          const { pageNo, pageSize, status = '', keyword = '' } = q
          const served = ctx.registry.entity('signFlow')
          const asked = { pageNo: String(pageNo), pageSize: String(pageSize), sort: '-id', status, title: keyword }
          // The page and its total are those of the console's own list, with what it remembers of large ones.
          const page = await listOf(db, ctx, served, asked)
          return { list: (page.list as unknown as Rec<typeof signFlow>[]).map(listed), total: page.total, pageNo, pageSize }
        }),
    }),
    acting('urge', '催签', 'urge', z.strictObject({ flowId: id, partyId: id.optional() }), () => ({})),
    acting(
      'revoke',
      '撤销',
      'revoke',
      z.strictObject({ flowId: id, reason: z.string().trim().min(1, '请填写撤销原因（1–50 字）').max(50, '请填写撤销原因（1–50 字）') }),
      ({ reason }) => ({ reason }),
    ),
    acting('delay', '延期', 'delay', z.strictObject({ flowId: id, expireAt: instantInput() }), ({ expireAt }) => ({
      expireAt: new Date(expireAt).toISOString(),
    })),
    acting('remark', '备注', 'note', z.strictObject({ flowId: id, remark: z.string().max(500) }), ({ remark }) => ({ remark })),
    route({
      method: 'POST',
      path: `${base}/sign/rescission`,
      summary: '解约：登记原因并发起解约协议',
      output: rescissionAnswer,
      right: 'electronicContractsList_rescind',
      // The paper is drawn before the one commit in which all of it happens; sent again, the call finds that.
      resumes: true,
      input: z.strictObject({
        flowId: id,
        reasonCode: z.number().int().min(1).max(5),
        reason: z.string().max(200).optional(),
        fileIds: z.array(z.string().max(64)).max(10).optional(),
      }),
      handler: async (ctx, { flowId, reasonCode, reason, fileIds }, extra) => {
        const code = (Object.keys(RESCISSION_REASONS) as (keyof typeof RESCISSION_REASONS)[])[reasonCode - 1]!
        const asked = { flowId, reasonCode: code, reason: reason ?? null, fileIds: fileIds ?? [] }
        const { child, held } = await rescindNow(ctx, instance, asked, addressOf(extra))
        return { flowId: child, url: urlOf(child ?? flowId), held }
      },
    }),
    route({
      method: 'POST',
      path: `${base}/sign/rescissionStart`,
      summary: '发起已登记解约的解约协议',
      output: draftAnswer,
      right: 'electronicContractsList_rescind',
      input: z.strictObject({ flowId: id }),
      handler: async (ctx, { flowId }, extra) => {
        const child = await startRescission(ctx, instance, flowId, addressOf(extra))
        return { flowId: child, url: urlOf(child) }
      },
    }),
    route({
      method: 'POST',
      path: `${base}/sign/link`,
      summary: '签署链接与二维码（重新生成后旧链接失效）',
      output: linkAnswer,
      right: ['electronicContracts_start', 'electronicContractsList_urge'],
      input: z.strictObject({ partyId: id }),
      handler: (ctx, { partyId }, extra) => linkFor(ctx, partyId, addressOf(extra)),
    }),
    route({
      method: 'POST',
      path: `${base}/sign/faceToFace`,
      summary: '面签：工作人员见证后，签署人在现场设备上签名',
      output: linkAnswer,
      right: 'electronicContracts_start',
      input: z.strictObject({
        partyId: id,
        password: z.string().min(1, '请输入您的登录密码').max(200),
        photo: fileInput('照片编号不正确').optional(),
      }),
      handler: async (ctx, { partyId, password, photo }, extra) => {
        const why = await ctx.db.read(ctx.user.operatorId, async (tx) =>
          (await parameterValue(tx, ctx.registry, 'faceToFace')) === true ? codeOnlyRefusal(tx, ctx, '面签') : '未开启面签',
        )
        if (why) throw refused(why)
        await confirmOwnPassword(ctx, password)
        const until = new Date(Date.parse(ctx.clock.now()) + 30 * 60_000).toISOString()
        return linkFor(ctx, partyId, addressOf(extra), { witness: `user:${ctx.user.id}`, until }, async (tx, row, flow) => {
          const storedPhoto = photo ? await keepPhoto(tx, ctx, partyId, photo) : null
          const data = { party: row.seq, witness: ctx.user.name, photo: storedPhoto }
          await record(tx, ctx, flow, { kind: 'faceToFace', by: `user:${ctx.user.id}`, data })
        })
      },
    }),
    route({
      method: 'GET',
      path: `${base}/sign/detail`,
      summary: '签署流程：各方与证据',
      output: flowAnswer,
      right: [...LIST, 'myContract'],
      input: z.strictObject({ flowId: id }),
      handler: async (ctx, { flowId }) => {
        const flow = await flowSeen(ctx, flowId)
        const all = await ctx.db.read(ctx.user.operatorId, (tx) => partiesOf(tx, flowId))
        return {
          id: flow.id,
          no: flow.no,
          title: flow.title,
          status: flow.status,
          checkCode: flow.checkCode,
          rescission: flow.rescission,
          site: flow.site,
          parties: all.map((one) => ({
            id: one.id,
            seq: one.seq,
            role: one.role,
            kind: one.kind,
            name: one.name,
            status: one.status,
            level: one.level,
            mobile: one.mobile ? maskPhone(one.mobile) : null,
            seal: one.seal,
            signedAt: one.signedAt,
            viewedAt: one.viewedAt,
            reason: one.reason,
          })),
        }
      },
    }),
    route({
      method: 'GET',
      path: `${base}/sign/ready`,
      summary: '发起签署前还缺什么：本单位实名、印章',
      output: readyAnswer,
      right: 'electronicContracts',
      input: z.strictObject({}),
      handler: (ctx) => ctx.db.read(ctx.user.operatorId, (tx) => readiness(tx)),
    }),
    route({
      method: 'GET',
      path: `${base}/sign/subjects`,
      summary: '可以电子签署的业务',
      output: subjectsAnswer,
      right: 'electronicContracts',
      input: z.strictObject({}),
      handler: async (ctx) => subjectsOf(ctx).map(({ bizType, entity, label, waits }) => ({ bizType, entity, label, waits })),
    }),
  ]
}
