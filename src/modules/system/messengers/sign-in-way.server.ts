/** 企业微信, 钉钉 and 飞书 as ways to sign in. The host says for which company; the company says by its 办公平台 which of them. */
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import type { SignInWay } from '#kit/http/sign-in/ways/way.server.ts'
import { operatorOfHost } from '../settings/site.server.ts'
import { refuseForeignLogin } from '../outgoing/site-address.server.ts'
import { bindOwn, personOf } from './accounts.server.ts'
import { PROVIDERS, type Provider } from './messenger.rules.ts'
import type { Identity } from './providers/provider.server.ts'
import { appOf, readySettings, settingOf } from './settings.server.ts'

const isProvider = (code: string): code is Provider => code in PROVIDERS
const companyOf = ({ db, clock, registry, requestId }: Context, operatorId: number): Context =>
  systemContext({ db, clock, registry, operatorId, requestId })

async function settingFor(company: Context, code: string) {
  const setting = isProvider(code) ? await settingOf(company, code) : undefined
  return setting?.signsIn ? setting : undefined
}

export const messengerWay: SignInWay<Identity> = {
  name: 'messenger',
  labelOf: (code) => (isProvider(code) ? PROVIDERS[code] : code),
  async offered(visitor, host) {
    const operatorId = await operatorOfHost(visitor.db, host)
    if (operatorId === null) return []
    const rows = await visitor.db.read(operatorId, (db) => readySettings(db).where('signsIn', '=', true).execute())
    return rows.map(({ provider }) => {
      const label = PROVIDERS[provider]
      return { code: provider, label, button: label, passwordOff: false }
    })
  },
  async begin(visitor, { code, host, back, inApp }) {
    const operatorId = await operatorOfHost(visitor.db, host)
    const company = operatorId === null ? null : companyOf(visitor, operatorId)
    const setting = company && (await settingFor(company, code))
    if (!company || !setting) return null
    await refuseForeignLogin(company, back)
    const app = appOf(company, setting)
    return { operatorId: company.user.operatorId, pageOf: (state) => company.ports.messengers.signInPage(app, { state, back, inApp }) }
  },
  async prove(company, { code, answer, back }) {
    const setting = await settingFor(company, code)
    if (!setting) throw refused('这种登录方式已停用，请用用户名和密码登录')
    return company.ports.messengers.whoIs(appOf(company, setting), { code: answer, back })
  },
  async whose(tx, company, code, identity) {
    const setting = isProvider(code) ? await readySettings(tx).where('provider', '=', code).executeTakeFirst() : undefined
    const username = setting?.signsIn ? await personOf(tx, company, setting.provider, identity, setting.matchesMobile) : null
    return username === null ? null : { username, proven: false, asksPassword: true }
  },
  async bind(tx, ctx, code, identity) {
    if (isProvider(code)) await bindOwn(tx, ctx, code, identity)
  },
}
