/** What lets an office platform open sessions waits for a second person: the secret that completes it, and what widens a complete one. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { layFields } from '../rights/security/held-change.server.ts'
import { layChange } from '../rights/security/lay-change.server.ts'
import { signInWaits, waitingSentence } from '../rights/security/sign-in-waits.server.ts'
import type { messenger } from './messenger.ts'
import { opensWider, PROVIDERS } from './messenger.rules.ts'
import { onlyAdministrators, sealedSecret } from './settings.server.ts'

type Setting = Rec<typeof messenger>
/** What was looked at: another address or application afterwards is not what somebody has agreed to. */
const LOOKED_AT = ['appId', 'agentId', 'signsIn', 'matchesMobile', 'apiAddress', 'loginAddress'] as const

/** Null: it may be written now. Else it waits, and this is said. */
async function secretWaits(tx: Tx, ctx: Context, setting: Setting, secret: string): Promise<string | null> {
  await onlyAdministrators(tx, ctx)
  // Of one that is complete a new secret opens nothing that the old one did not.
  if (!setting.signsIn || setting.secret !== null || !(await signInWaits(tx, ctx))) return null
  const label = PROVIDERS[setting.provider]
  await layChange(tx, ctx, {
    kind: 'signIn',
    entity: 'messenger',
    record: setting.id,
    subject: `办公平台：${label}`,
    summary: [
      `填写密钥后，${label}的扫码登录即可使用`,
      `应用编号：${setting.appId}`,
      `手机号一致时自动绑定：${setting.matchesMobile ? '是' : '否'}`,
      `接口地址：${setting.apiAddress ?? '官方地址'}`,
      `登录页地址：${setting.loginAddress ?? '官方地址'}`,
    ].join('\n'),
    payload: {
      values: { secret: sealedSecret(ctx, setting.provider, secret), secretAt: ctx.clock.now() },
      before: Object.fromEntries(LOOKED_AT.map((name) => [name, setting[name] ?? null])),
    },
  })
  return waitingSentence(tx, ctx, `${label}的密钥（打开了扫码登录）`)
}

export const messengerWatcher: Required<Pick<Watcher, 'before' | 'holds'>> = {
  before: async ({ tx, ctx, entity, action, record, input, by }) =>
    by === 'person' && entity === 'messenger' && action === 'setSecret'
      ? secretWaits(tx, ctx, record as unknown as Setting, String(input['secret']))
      : null,
  async holds(what) {
    const { tx, ctx, entity, record, patch } = what
    const fields = entity === 'messenger' ? opensWider(record, patch) : []
    if (fields.length === 0 || !(await signInWaits(tx, ctx))) return null
    return { fields, note: await waitingSentence(tx, ctx, `「${await layFields(what, fields, 'signIn')}」的修改`) }
  },
}
