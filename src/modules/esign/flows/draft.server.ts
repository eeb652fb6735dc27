/** A flow before it starts: its paper prepared, its parties named, nothing sent. */
import { seal } from '#kit/database/sealing.server.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayWords } from '#kit/basics/dayWords.ts'
import { absent, AppError, invalid, refused } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { colleagueCalled, parameterNumber, siteFor } from '#modules/system/system.public.ts'
import type { Instance } from '../instance.server.ts'
import { chosenProvider } from '../provider/chosen.server.ts'
import { subjectOf, type SubjectFacts, type SubjectParty } from '../subjects.server.ts'
import type { BizType, Component } from '../templates/template.ts'
import { rescissionText } from '../templates/standard-texts.ts'
import { rolesIn } from '../templates/text.rules.ts'
import { canonical } from './chain.rules.ts'
import { ENDED, signField, signFlow, signParty, type Asked } from './flow.ts'
import { deadlineRefusal, TITLE_SIGNS } from './flow.rules.ts'
import { missingIn, missingOf, prepare, type Content } from './prepare.server.ts'
import { addRevision, keepBytes, record, sha256hex, type Flow } from './record.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)
const fields = storeOf(signField)

interface PartyInput {
  role: string
  kind: 'person' | 'company'
  name: string
  mobile?: string | null
  idNo?: string | null
  seq?: number
  intent?: 'sms' | 'faceToFace' | 'account'
  seal?: number | null
  lessee?: number | null
  user?: number | null
}
export interface DraftInput {
  customBizNum?: string
  title?: string
  bizType?: BizType
  bizEntity?: string
  bizId?: number
  templateId?: number
  fileId?: string
  components?: readonly Component[]
  values?: Readonly<Record<string, string>>
  parties?: readonly PartyInput[]
  ordered?: boolean
  expireAt?: string
  store?: number | null
  /** Colleagues who may read it and hear how it ends. */
  copies?: readonly number[]
  parent?: number | null
  /** 解约协议 between these roles: its paper is ours. */
  rescissionOf?: readonly string[]
}

const DAY = 86_400_000

async function operatorName(tx: Tx, ctx: Context): Promise<string> {
  const own = await tx
    .selectFrom('signIdentity')
    .select('name')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('own', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (own) return own.name
  return (await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()).name
}

/** The next number of a count of this company. */
export async function nextOf(tx: Tx, ctx: Context, key: string): Promise<number> {
  const { value } = await tx
    .insertInto('counter')
    .values({ operatorId: ctx.user.operatorId, key, value: 1 })
    .onConflict((c) => c.columns(['operatorId', 'key']).doUpdateSet({ value: sql`counter.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Ours to hand out: unique, and the key against starting the same thing twice. */
export async function newCustomBizNum(tx: Tx, ctx: Context): Promise<string> {
  const value = await nextOf(tx, ctx, 'customBizNum')
  return `ZYT${ctx.user.operatorId}${ctx.clock.today().replaceAll('-', '')}${String(value).padStart(8, '0')}`
}

interface Source {
  content: Content
  template: { id: number; version: number } | null
  roles: string[]
}
async function sourceOf(tx: Tx, ctx: Context, input: DraftInput): Promise<Source> {
  if (input.templateId) {
    const template = await tx
      .selectFrom('signTemplate')
      .select(['id', 'status', 'versionNo', 'kind'])
      .where('id', '=', input.templateId)
      .where('operatorId', '=', ctx.user.operatorId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!template) throw absent('合同模板不存在')
    if (template.status === 'disabled') throw refused('模板已停用')
    const version = await tx
      .selectFrom('signTemplateVersion')
      .selectAll()
      .where('template', '=', template.id)
      .where('seq', '=', template.versionNo ?? 0)
      .executeTakeFirst()
    if (!version || template.status !== 'active') throw refused('模板尚未发布')
    const components = version.components ?? []
    const content: Content = { kind: template.kind, text: version.text, fileId: version.file?.[0]?.id ?? null, components }
    return { content, template: { id: template.id, version: version.id }, roles: rolesOf(content) }
  }
  if (input.rescissionOf) {
    const content: Content = { kind: 'text', text: rescissionText(input.rescissionOf), fileId: null, components: [] }
    return { content, template: null, roles: rolesOf(content) }
  }
  if (!input.fileId) throw invalid({ templateId: '请选择合同模板或上传文件' })
  const content: Content = { kind: 'pdf', text: null, fileId: input.fileId, components: input.components ?? [] }
  return { content, template: null, roles: rolesOf(content) }
}
export const rolesOf = (content: Pick<Content, 'kind' | 'text' | 'components'>): string[] =>
  content.kind === 'text'
    ? rolesIn(content.text ?? '')
    : [...new Set(content.components.filter((c) => c.type === 6).map((c) => c.role ?? ''))]

/** 甲方 is the company itself, signing last, with a seal; whoever the record names signs before. */
function partiesFor(
  input: DraftInput,
  facts: SubjectFacts | null,
  company: string,
  seal: number | null,
  roles: readonly string[],
): (PartyInput & { seq: number })[] {
  if (input.parties?.length) return input.parties.map((party, i) => ({ seq: i + 1, ...party }))
  const named = (facts?.parties ?? []).filter((party) => roles.includes(party.role))
  const others: (SubjectParty & PartyInput)[] = named.map((party) => ({ ...party, intent: 'sms' as const }))
  const us = roles.filter((role) => !named.some((party) => party.role === role))
  return [
    ...others.map((party, i) => ({ ...party, seq: i + 1 })),
    ...us.map((role, i) => ({
      role,
      kind: 'company' as const,
      name: company,
      seq: others.length + i + 1,
      intent: 'account' as const,
      seal,
    })),
  ]
}

/** As asked for, else as many days as the company gives. */
async function deadlineOf(tx: Tx, ctx: Context, input: DraftInput): Promise<string> {
  const days = await parameterNumber(tx, ctx.registry, 'signDefaultDays')
  return input.expireAt ?? new Date(Date.parse(ctx.clock.now()) + days * DAY).toISOString()
}

/** What would be signed, and what is missing, before anything is written. */
export async function previewDraft(ctx: Context, input: DraftInput) {
  return ctx.db.read(ctx.user.operatorId, async (tx) => {
    const read = await gather(tx as Tx, ctx, input)
    const refusal = read.subject && input.bizId ? await read.subject.refuse(tx as Tx, ctx, input.bizId) : null
    return {
      title: read.title,
      refusal,
      missing: missingOf(read.source.content, read.values),
      toType: missingIn(read.source.content, read.values),
      expireAt: await deadlineOf(tx as Tx, ctx, input),
      parties: read.parties.map(({ role, kind, name, mobile, seq, intent, seal }) => ({
        role,
        kind,
        name,
        mobile: mobile ?? null,
        seq,
        intent: intent ?? 'sms',
        seal: seal ?? null,
      })),
      values: read.values,
      roles: read.source.roles,
    }
  })
}

async function gather(tx: Tx, ctx: Context, input: DraftInput) {
  const subject = subjectOf(ctx, input.bizEntity ?? null)
  const facts = subject && input.bizId ? await subject.facts(tx, ctx, input.bizId) : null
  const source = await sourceOf(tx, ctx, input)
  const company = await operatorName(tx, ctx)
  const seal = await tx
    .selectFrom('signSeal')
    .select('id')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  const values: Record<string, string> = { 'operator.name': company, today: dayWords(ctx.clock.today()), ...facts?.data, ...input.values }
  const all = partiesFor(input, facts, company, seal?.id ?? null, source.roles)
  const title = (input.title ?? (facts ? `${facts.title} ${facts.parties[0]?.name ?? ''}` : '')).trim()
  return { subject, facts, source, company, values, parties: all, title }
}

/** The same request under the same number is the same flow. */
async function sameRequest(ctx: Context, customBizNum: string | undefined, requestSha: string): Promise<Flow | null> {
  if (!customBizNum) return null
  const row = await ctx.db.read(ctx.user.operatorId, (tx) =>
    tx
      .selectFrom('signFlow')
      .selectAll()
      .where('customBizNum', '=', customBizNum)
      .where('operatorId', '=', ctx.user.operatorId)
      .executeTakeFirst(),
  )
  if (!row) return null
  if (row.requestSha !== requestSha) throw new AppError('refused', '业务编号已用于其他流程')
  return row as unknown as Flow
}

/** All but its number and its deadline, which are of this one. */
function askedOf({ customBizNum, expireAt, parent, rescissionOf, ...rest }: DraftInput): Asked | null {
  void [customBizNum, expireAt]
  if (parent || rescissionOf) return null
  // Numbers of people lie here as they lie in their own columns, and are opened where the row is read.
  const kept = (number: string | null | undefined) => (number ? seal(number) : number)
  const parties = rest.parties?.map((one) => ({ ...one, mobile: kept(one.mobile), idNo: kept(one.idNo) }))
  return { ...rest, ...(parties ? { parties } : {}) } as unknown as Asked
}

/** A person who works here finds it in 我的合同, too: as named, or by name and telephone of his account when they are nobody else's. */
async function colleagueOf(tx: Tx, ctx: Context, party: PartyInput): Promise<number | null> {
  if (party.user) return party.user
  if (party.kind !== 'person' || party.lessee || !party.mobile) return null
  return colleagueCalled(tx, ctx, party.name, party.mobile)
}

/** One that ended unsigned, once more: the same parties, data and places, a new number and a new deadline. */
export async function draftAgain(ctx: Context, instance: Instance, flowId: number, opened: string): Promise<Flow> {
  const flow = await ctx.db.read(ctx.user.operatorId, (tx) => flows.get(tx as Tx, ctx, flowId, 'person'))
  if (!(ENDED as readonly string[]).includes(flow.status)) throw refused('只有已拒签、已过期或已撤销的流程可以重新发起')
  if (!flow.asked) throw refused('该流程不能重新发起，请新增签署流程')
  return draftFlow(ctx, instance, flow.asked as DraftInput, opened)
}

export async function draftFlow(ctx: Context, instance: Instance, input: DraftInput, opened: string): Promise<Flow> {
  const requestSha = sha256hex(canonical(input))
  const known = await sameRequest(ctx, input.customBizNum, requestSha)
  if (known) return known
  const { read, expireAt, no, site } = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    return {
      site: await siteFor(tx, ctx, opened),
      read: await gather(tx, ctx, input),
      expireAt: await deadlineOf(tx, ctx, input),
      no: input.customBizNum ?? (await newCustomBizNum(tx, ctx)),
    }
  })
  if (read.parties.length === 0) throw refused('没有签署方')
  if (!read.title) throw invalid({ title: '请填写合同名称' })
  if (read.title.length > 100 || TITLE_SIGNS.test(read.title))
    throw invalid({ title: '合同名称最多 100 字，不能含 / \\ : * " < > | ? 与表情' })
  const late = deadlineRefusal(expireAt, ctx.clock.now())
  if (late) throw invalid({ expireAt: late })
  // What is missing may be so because the thing has not happened yet: then that is said.
  const early =
    read.subject && input.bizId && missingOf(read.source.content, read.values).length
      ? await ctx.db.read(ctx.user.operatorId, (tx) => read.subject!.refuse(tx as Tx, ctx, input.bizId!))
      : null
  if (early) throw refused(early)
  const checkCode = randomBytes(4).toString('hex').toUpperCase()
  const roles = read.parties.map((party) => party.role)
  const made = await prepare(ctx, instance, {
    content: read.source.content,
    title: read.title,
    number: read.facts?.no ?? no,
    company: read.company,
    qr: `${site}/verify?n=${no}&c=${checkCode}`,
    values: read.values,
    roles,
  })
  const kept = await keepBytes(ctx, instance, `${read.title}.pdf`, made.bytes)
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const flow = await flows.add(tx, ctx, {
      title: read.title,
      provider: (await chosenProvider(tx, ctx)).name,
      bizType: input.bizType ?? read.subject?.bizType ?? 'other',
      bizEntity: input.bizEntity ?? null,
      bizId: input.bizId ?? null,
      bizNo: read.facts?.no ?? null,
      customBizNum: no,
      requestSha,
      template: read.source.template?.id ?? null,
      templateVersion: read.source.template?.version ?? null,
      lessee: read.facts?.lessee ?? null,
      contract: read.facts?.contract ?? null,
      ordered: input.ordered ?? true,
      expireAt,
      partyCount: read.parties.length,
      pages: made.pages,
      parent: input.parent ?? null,
      checkCode,
      site,
      store: input.store ?? read.facts?.store ?? null,
      owner: ctx.user.id || null,
      copies: [...new Set(input.copies)],
      asked: askedOf(input),
    })
    // What was uploaded for it stays with it: whoever begins it again needs the same pages.
    if (input.fileId)
      await tx
        .updateTable('file')
        .set({ entity: 'signFlow', entityId: flow.id, expiresAt: null })
        .where('id', '=', input.fileId)
        .where('entity', 'is', null)
        .execute()
    for (const [i, party] of read.parties.entries()) {
      const row = await parties.add(tx, ctx, {
        flow: flow.id,
        seq: party.seq,
        role: party.role,
        kind: party.kind,
        name: party.name,
        mobile: party.mobile ?? null,
        idNo: party.idNo ?? null,
        lessee: party.lessee ?? null,
        user: await colleagueOf(tx, ctx, party),
        intent: party.intent ?? 'sms',
        seal: party.seal ?? null,
        store: flow.store,
      })
      for (const zone of made.zones.filter((one) => one.role === roles[i]))
        await fields.add(
          tx,
          ctx,
          {
            flow: flow.id,
            store: flow.store,
            party: row.id,
            fieldName: zone.fieldName,
            page: zone.page,
            x: round(zone.x),
            y: round(zone.y),
            w: round(zone.w),
            h: round(zone.h),
            kind: party.seal ? 'seal' : 'hand',
          },
          'checked',
        )
    }
    await addRevision(tx, ctx, flow, kept, 'prepared')
    await record(tx, ctx, flow, {
      kind: 'prepared',
      by: `user:${ctx.user.id}`,
      docSha: kept.sha256,
      data: { pages: made.pages, parties: read.parties.length },
    })
    if (read.source.template)
      await tx
        .updateTable('signTemplate')
        .set({ used: sql`coalesce(used, 0) + 1` })
        .where('id', '=', read.source.template.id)
        .execute()
    return flows.get(tx, ctx, flow.id)
  })
}
const round = (n: number): number => Math.round(n * 10) / 10
