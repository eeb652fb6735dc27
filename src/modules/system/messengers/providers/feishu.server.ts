/** 飞书: an application of the company's own (企业自建应用) with a robot. Facts: open.feishu.cn (decision 0129). */
import { AppError, because, refused } from '#kit/basics/errors.ts'
import { mobileOf, PROVIDERS, type Card } from '../messenger.rules.ts'
import { callJson, inner, remark, textOf, type Reach, type Told } from './call.server.ts'
import { CODE_REFUSED, StaleToken, UNKNOWN_PERSON, type MessengerApp, type ProviderClient } from './provider.server.ts'

const WHOM = PROVIDERS.feishu
const API = 'https://open.feishu.cn'
const LOGIN = 'https://accounts.feishu.cn'

const STALE = new Set([99991661, 99991663, 99991664, 99991671, 99991677])
const LATER = new Set([230020, 99991400])
const CREDENTIALS = new Set([10003, 10012, 10014, 20002, 20048])
/** Not there, not in the range of the robot, a number of another application. */
const PERSON = new Set([230013, 99992351, 99992352, 99992361])
/** Wrong, too old, used, of another page, of another application. */
const CODE = new Set([20003, 20004, 20024, 20065, 20071])

function judged({ body }: Told): Told['body'] {
  const code = Number(body['code'] ?? 0)
  if (code === 0) return body
  const said = `（返回 ${code}）`
  if (STALE.has(code)) throw new StaleToken()
  if (LATER.has(code)) throw new AppError('busy', `${WHOM}限制了调用次数${said}，稍后自动重试`)
  if (CREDENTIALS.has(code)) throw refused(`${WHOM}不认 App ID 或密钥${said}，请管理员在「办公平台」核对`)
  if (CODE.has(code)) throw refused(CODE_REFUSED)
  if (PERSON.has(code)) throw because(refused(`${WHOM}里没有这个成员，或他不在应用的可用范围${said}`), UNKNOWN_PERSON)
  if (code === 230006) throw refused(`${WHOM}应用没有启用机器人${said}，请在开发者后台启用并发布版本`)
  if (code === 20010) throw refused(`您不在${WHOM}应用的可用范围，不能用它登录，请联系管理员${said}`)
  throw refused(`${WHOM}没有办理${said}${remark(body['msg'] ?? body['error_description'])}`)
}

const plain = (content: string) => ({ tag: 'plain_text', content })
/** Plain text throughout: what stands in a message may come from outsiders, and would be read as links. */
const cardOf = ({ title, text, at, url }: Card): object => ({
  config: { wide_screen_mode: true },
  header: { template: 'blue', title: plain(title) },
  elements: [
    { tag: 'div', text: plain(`${text}${text ? '\n' : ''}${at}`) },
    ...(url ? [{ tag: 'action', actions: [{ tag: 'button', text: plain('去查看'), type: 'primary', url }] }] : []),
  ],
})
const idTypeOf = (account: string): string => (account.startsWith('ou_') ? 'open_id' : 'user_id')

export function feishu(reach: Reach): ProviderClient {
  const ask = async (app: MessengerApp, path: string, body: object | null, token?: string): Promise<Told['body']> =>
    judged(
      await callJson(reach, {
        whom: WHOM,
        method: body ? 'POST' : 'GET',
        url: `${app.apiAddress ?? API}/open-apis/${path}`,
        ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
        ...(body ? { body } : {}),
      }),
    )
  return {
    async freshToken(app) {
      const body = await ask(app, 'auth/v3/tenant_access_token/internal', { app_id: app.appId, app_secret: app.secret })
      return { token: textOf(body, 'tenant_access_token', WHOM), seconds: Number(body['expire'] ?? 0) }
    },
    async accountOf(app, token, mobile) {
      const asked = { mobiles: [mobile], include_resigned: false }
      const body = await ask(app, 'contact/v3/users/batch_get_id?user_id_type=open_id', asked, token)
      const list = inner(body, 'data')['user_list']
      const account = Array.isArray(list)
        ? list.map((one: Told['body']) => one['user_id']).find((id): id is string => typeof id === 'string' && id !== '')
        : null
      if (!account) throw because(refused(`${WHOM}里没有这个手机号的成员，或他不在应用的可用范围`), UNKNOWN_PERSON)
      return account
    },
    async send(app, token, account, card, { id }) {
      const message = { receive_id: account, msg_type: 'interactive', content: JSON.stringify(cardOf(card)), uuid: id.slice(0, 50) }
      const body = await ask(app, `im/v1/messages?receive_id_type=${idTypeOf(account)}`, message, token)
      return { receipt: textOf(inner(body, 'data'), 'message_id', WHOM) }
    },
    signInPage(app, { state, back }) {
      const query = { client_id: app.appId, response_type: 'code', redirect_uri: back, state }
      return `${app.loginAddress ?? LOGIN}/open-apis/authen/v1/authorize?${new URLSearchParams(query).toString()}`
    },
    async whoIs(app, _token, { code, back }) {
      const granted = await ask(app, 'authen/v2/oauth/token', {
        grant_type: 'authorization_code',
        client_id: app.appId,
        client_secret: app.secret,
        code,
        redirect_uri: back,
      })
      const me = inner(await ask(app, 'authen/v1/user_info', null, textOf(granted, 'access_token', WHOM)), 'data')
      const staff = typeof me['user_id'] === 'string' && me['user_id'] ? [me['user_id']] : []
      return { accounts: [textOf(me, 'open_id', WHOM), ...staff], mobile: mobileOf(me['mobile']) }
    },
  }
}
