/** 统一身份认证: its settings as they are written: at once, or after somebody else has looked where they let the platform open sessions. */
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { forbidden, invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { givesByDuty } from './duties.server.ts'
import { layChange, type HeldPayload } from './lay-change.server.ts'
import { signInWaits, waitingSentence } from './sign-in-waits.server.ts'
import { MATCH_BY, type OidcSettings } from '../../oidc/oidc.wire.ts'
import { providerOf, secretBound, type OidcProvider } from '../../oidc/provider.server.ts'

const TITLE = '统一身份认证'
const SUBJECT = `安全管理：${TITLE}`
/** Of its table: a company has one. */
const PROVIDER = { entity: 'oidcProvider', record: 0 } as const

type Shown = Omit<OidcSettings, 'secret'>
type Stored = Shown & { secret: string | null }

/** Null: written. Else it waits, and this is said. */
export async function saveProvider(tx: Tx, ctx: Context, { secret: typed, ...settings }: OidcSettings): Promise<string | null> {
  if (!ctx.user.isAdmin && !(await givesByDuty(tx, ctx)))
    throw forbidden('设置统一身份认证的人可以让自己以任何人的身份登录，只有管理员可以修改；三员分立时由安全管理员修改')
  const before = await providerOf(tx)
  // Whoever changes the address would otherwise have the secret sent to a place of his own.
  if (before?.secret && before.issuer !== settings.issuer && typed === undefined)
    throw invalid({ secret: '更换了 issuer 地址，请重新填写客户端密钥' })
  const secret =
    typed === undefined ? (before?.secret ?? null) : typed === '' ? null : ctx.ports.vault.seal(typed, secretBound(ctx.user.operatorId))
  const after: Stored = { ...settings, secret }
  if (!opensWider(before, after) || !(await signInWaits(tx, ctx))) {
    await write(tx, ctx, before, after)
    return null
  }
  await layChange(tx, ctx, {
    kind: 'signIn',
    ...PROVIDER,
    subject: SUBJECT,
    summary: wordingOf(before, after, typed),
    payload: { values: { ...after }, before: { ...storedOf(before) } },
  })
  return waitingSentence(tx, ctx, `「${TITLE}」的修改`)
}

/** Somebody else has agreed to it. */
export async function applyProvider(tx: Tx, ctx: Context, { values, before }: HeldPayload): Promise<void> {
  const now = await providerOf(tx)
  const stored = storedOf(now)
  const moved = [...KEYS, 'secret' as const].some((key) => (stored?.[key] ?? null) !== (before?.[key] ?? null))
  if (moved) throw refused(`提出之后「${TITLE}」又被修改过，请驳回后重新提出`)
  await write(tx, ctx, now, values as unknown as Stored)
}

/** Proposals that nobody has decided yet, the latest first. */
export const waitingProposals = (db: Db) =>
  liveRows(db, 'heldChange as h')
    .leftJoin('user as u', 'u.id', 'h.createdBy')
    .select(['h.id', 'h.createdBy', 'h.createdAt', 'h.summary', 'u.name'])
    .where('h.entity', '=', PROVIDER.entity)
    .where('h.status', '=', 'pending')
    .orderBy('h.id', 'desc')
    .limit(5)
    .execute()

async function write(tx: Tx, ctx: Context, before: OidcProvider | null, after: Stored): Promise<void> {
  await tx
    .insertInto('oidcProvider')
    .values(after)
    .onConflict((c) => c.column('operatorId').doUpdateSet(after))
    .execute()
  const changes = changesOf(before, after)
  if ((before?.secret ?? null) !== after.secret) changes['客户端密钥'] = ['', after.secret === null ? '已清空' : '已更换']
  if (Object.keys(changes).length > 0) await audit(tx, ctx, { entity: 'siteConfig', entityId: null, title: TITLE, action: 'edit', changes })
}

const LABELS: Readonly<Record<keyof Shown, string>> = {
  issuer: 'issuer 地址',
  clientId: '客户端编号',
  claim: '身份字段',
  matchBy: '按什么找账号',
  button: '按钮文字',
  provesSecond: '第二步验证由身份平台负责',
  passwordOff: '停用密码登录',
  enabled: '启用',
}
const KEYS = Object.keys(LABELS) as (keyof Shown)[]

function storedOf(provider: OidcProvider | null): Stored | null {
  if (!provider) return null
  const { operatorId: _company, ...stored } = provider
  return stored
}

/** By what the platform says who somebody is. */
const DECIDES = ['issuer', 'clientId', 'claim', 'matchBy'] as const
/** Whether it opens sessions by a word that did not open them before. A new secret alone opens nothing, and what is switched off narrows. */
const opensWider = (before: Omit<Stored, 'secret'> | null, after: Omit<Stored, 'secret'>): boolean =>
  after.enabled && (!before?.enabled || DECIDES.some((key) => before[key] !== after[key]) || (after.provesSecond && !before.provesSecond))

const shown = (value: string | boolean | undefined): string =>
  typeof value === 'boolean'
    ? value
      ? '是'
      : '否'
    : value !== undefined && value in MATCH_BY
      ? MATCH_BY[value as keyof typeof MATCH_BY]
      : (value ?? '')

function changesOf(before: OidcProvider | null, after: Shown): Record<string, [string, string]> {
  const changed = KEYS.filter((key) => before?.[key] !== after[key])
  return Object.fromEntries(changed.map((key) => [LABELS[key], [shown(before?.[key]), shown(after[key])]]))
}

/** Everything, also what stays: the platform is judged as it would be. */
function wordingOf(before: OidcProvider | null, after: Shown, typed: string | undefined): string {
  const lines = KEYS.map((key) => {
    const [was, is] = [shown(before?.[key]), shown(after[key])]
    return was === is ? `${LABELS[key]}：${is}` : `${LABELS[key]}：${was || '空'} → ${is}`
  })
  return [...lines, ...(typed === undefined ? [] : [`客户端密钥：${typed === '' ? '清空' : '更换'}`])].join('\n')
}
