/** What a flow will be before anything of it is written: who signs, what its paper says, and the bytes of that paper. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import type { Mask } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { maskFor, masked, shownTo } from '#kit/entity/query/labels.server.ts'
import { noteLookups } from '#kit/entity/query/masked/lookups.server.ts'
import { parameterNumber, siteFor, telephonesOf } from '#modules/system/system.public.ts'
import { companyNameOf } from '../identity/own.server.ts'
import type { Instance } from '../instance.server.ts'
import { DICTIONARY } from '../templates/dictionary.ts'
import { rescissionText } from '../templates/standard-texts.ts'
import type { BizType, Component } from '../templates/template.ts'
import { known, rolesIn } from '../templates/text.rules.ts'
import { behindOf, type Behind } from './behind.server.ts'
import { deadlineRefusal, TITLE_SIGNS } from './flow.rules.ts'

import { missingIn, missingOf, prepare, type Content, type Prepared } from './prepare.server.ts'
import { keepBytes, type KeptBytes } from './record.server.ts'
import { signersOf, signersRefusal, type Named } from './signers.rules.ts'

export interface PartyInput extends Named {
  intent?: 'sms' | 'faceToFace' | 'account'
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
async function sourceOf(tx: Tx, input: DraftInput): Promise<Source> {
  if (input.templateId) {
    const template = await liveRows(tx, 'signTemplate')
      .select(['id', 'status', 'versionNo', 'kind'])
      .where('id', '=', input.templateId)
      .executeTakeFirst()
    if (!template) throw absent('合同模板已被删除，请重新选择')
    if (template.status === 'disabled') throw refused('模板已停用，请换一个，或先在「合同模板」启用')
    const version = await tx
      .selectFrom('signTemplateVersion')
      .selectAll()
      .where('template', '=', template.id)
      .where('seq', '=', template.versionNo ?? 0)
      .executeTakeFirst()
    if (!version || template.status !== 'active') throw refused('模板尚未发布，请先在「合同模板」发布')
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

/** As asked for, else as many days as the company gives. */
async function deadlineOf(tx: Tx, ctx: Context, input: DraftInput): Promise<string> {
  const days = await parameterNumber(tx, ctx.registry, 'signDefaultDays')
  return input.expireAt ?? new Date(Date.parse(ctx.clock.now()) + days * DAY).toISOString()
}

const NUMBERS = { mobile: '手机号', idNo: '证件号' }

type Signer = PartyInput & { seq: number }
interface Gathered {
  behind: Behind | null
  content: Content
  template: Source['template']
  roles: readonly string[]
  company: string
  values: Record<string, string>
  parties: Signer[]
  title: string
}

/** Words of the dictionary are called by record and field. */
const maskOf = (ctx: Context, path: string): Mask | null => maskFor(ctx, ...(path.split('.', 2) as [string, string]))
const shownAt = (ctx: Context, path: string, value: string): string => shownTo(ctx, ...(path.split('.', 2) as [string, string]), value)
/** The telephone of whom a record names is the record's; what somebody typed himself he may read. */
const shownMobile = (ctx: Context, { behind, values }: Gathered, mobile: string): string => {
  const path = Object.keys(values).find((one) => values[one] === mobile) ?? 'lessee.mobile'
  return behind ? shownAt(ctx, path, mobile) : mobile
}

/** What a record says is not typed over; what it does not know is typed. */
function valuesOf(ctx: Context, input: DraftInput, ours: Record<string, string>, behind: Behind | null): Record<string, string> {
  const typed = { ...input.values }
  if (!behind) return { ...ours, ...typed }
  const theirs = { ...ours, ...known(behind.facts.data) }
  // A number he sees masked is not compared at all: «the same» would tell it.
  const over = Object.keys(typed).find((path) => Object.hasOwn(theirs, path) && (maskOf(ctx, path) || theirs[path] !== typed[path]))
  if (over) throw refused(`“${DICTIONARY[over as keyof typeof DICTIONARY] ?? over}”由业务记录决定，不能另填`)
  return { ...typed, ...theirs }
}

/** 甲方 is the company itself, signing last, with a seal; whoever the record names signs before. */
async function partiesOf(tx: Tx, input: DraftInput, read: Omit<Gathered, 'parties' | 'title' | 'values'>): Promise<Signer[]> {
  const seal = await liveRows(tx, 'signSeal').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirst()
  const us = { company: read.company, seal: seal?.id ?? null }
  const typed = input.parties ?? []
  if (read.behind) {
    const { parties: record } = read.behind.facts
    // What a form leaves empty was not typed.
    const said = typed.map((one) => ({ ...one, mobile: one.mobile ?? undefined, idNo: one.idNo ?? undefined }))
    const why = signersRefusal(record, said, us.company, false)
    if (why) throw refused(why)
    return signersOf(record, typed, us, read.roles) as Signer[]
  }
  if (typed.length) return typed.map((party, i) => ({ seq: i + 1, ...party }))
  return read.roles.map((role, i) => ({
    role,
    kind: 'company' as const,
    name: us.company,
    seq: i + 1,
    intent: 'account' as const,
    seal: us.seal,
  }))
}

/** An account signs for its owner, and for nobody whose name somebody typed. */
async function ownAccounts(tx: Tx, parties: readonly Signer[]): Promise<void> {
  for (const { role, user, name } of parties) {
    if (!user) continue
    const [account] = await telephonesOf(tx, [user])
    if (account?.name !== name) throw refused(`“${role}”不是用户“${account?.name ?? user}”本人，不能以其账号签署`)
  }
}

async function gather(tx: Tx, ctx: Context, input: DraftInput): Promise<Gathered> {
  const behind = await behindOf(tx, ctx, { ...input, typed: input.values, by: 'person' })
  const { content, template, roles } = await sourceOf(tx, input)
  const company = await companyNameOf(tx, ctx)
  const values = valuesOf(ctx, input, { 'operator.name': company, today: dayWords(ctx.clock.today()) }, behind)
  const read = { behind, content: { ...content, body: behind?.paper ?? null }, template, roles, company }
  const parties = await partiesOf(tx, input, read)
  await ownAccounts(tx, parties)
  const title = (input.title ?? (behind ? `${behind.facts.title} ${behind.facts.parties[0]?.name ?? ''}` : '')).trim()
  return { ...read, values, parties, title }
}

const refusalOf = (tx: Tx, ctx: Context, { behind }: Gathered): Promise<string | null> =>
  behind ? behind.subject.refuse(tx, ctx, behind.id) : Promise.resolve(null)

/** A number typed beside a record is compared with the record's: a question like a filter, where the record hides it. */
export async function noteTyped(ctx: Context, { bizId, parties = [] }: DraftInput): Promise<void> {
  if (!bizId) return
  const asked = (['mobile', 'idNo'] as const).flatMap((name) => {
    const mask = maskFor(ctx, 'lessee', name)
    return mask
      ? parties.flatMap((one) => (one[name] ? [{ entity: 'lessee', by: NUMBERS[name], shown: String(masked(mask, one[name])) }] : []))
      : []
  })
  await noteLookups(ctx, asked)
}

/** What would be signed, and what is missing, before anything is written. */
export async function previewDraft(ctx: Context, input: DraftInput) {
  await noteTyped(ctx, input)
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    const read = await gather(tx, ctx, input)
    return {
      title: read.title,
      refusal: await refusalOf(tx, ctx, read),
      missing: missingOf(read.content, read.values),
      toType: missingIn(read.content, read.values),
      expireAt: await deadlineOf(tx, ctx, input),
      parties: read.parties.map(({ role, kind, name, mobile, seq, intent, seal }) => ({
        role,
        kind,
        name,
        mobile: mobile ? shownMobile(ctx, read, mobile) : null,
        seq,
        intent: intent ?? 'sms',
        seal: seal ?? null,
      })),
      values: Object.fromEntries(Object.entries(read.values).map(([path, value]) => [path, shownAt(ctx, path, value)])),
      roles: [...read.roles],
    }
  })
}

export interface Composed {
  input: DraftInput
  read: Gathered
  expireAt: string
  customBizNum: string
  site: string
  checkCode: string
  made: Prepared
  /** In the store, and nobody's until a flow takes them. */
  file: KeptBytes
}

function headRefusal({ title, parties }: Gathered, expireAt: string, now: string): void {
  if (parties.length === 0) throw refused('还没有签署方，请先添加签署方')
  if (!title) throw invalid({ title: '请填写合同名称' })
  if (title.length > 100 || TITLE_SIGNS.test(title)) throw invalid({ title: '合同名称最多 100 字，不能含 / \\ : * " < > | ? 与表情' })
  const late = deadlineRefusal(expireAt, now)
  if (late) throw invalid({ expireAt: late })
}

export async function composeFlow(ctx: Context, instance: Instance, input: DraftInput, opened: string): Promise<Composed> {
  const { read, expireAt, customBizNum, site } = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    return {
      site: await siteFor(tx, ctx, opened),
      read: await gather(tx, ctx, input),
      expireAt: await deadlineOf(tx, ctx, input),
      customBizNum: input.customBizNum ?? (await newCustomBizNum(tx, ctx)),
    }
  })
  headRefusal(read, expireAt, ctx.clock.now())
  // What is missing may be so because the thing has not happened yet: then that is said.
  const early = missingOf(read.content, read.values).length
    ? await ctx.db.read(ctx.user.operatorId, (tx) => refusalOf(tx, ctx, read))
    : null
  if (early) throw refused(early)
  const checkCode = randomBytes(4).toString('hex').toUpperCase()
  const made = await prepare(ctx, instance, {
    content: read.content,
    title: read.title,
    number: read.behind?.facts.no ?? customBizNum,
    company: read.company,
    qr: `${site}/verify?n=${customBizNum}&c=${checkCode}`,
    values: read.values,
    roles: read.parties.map((party) => party.role),
  })
  const file = await keepBytes(ctx, instance, `${read.title}.pdf`, made.bytes)
  return { input, read, expireAt, customBizNum, site, checkCode, made, file }
}
