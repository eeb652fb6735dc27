/** 钉钉: an application of the company's own (企业内部应用). Facts: open.dingtalk.com (decision 0129). */
import { AppError, because, refused } from '#kit/basics/errors.ts'
import { mobileOf, PROVIDERS } from '../messenger.rules.ts'
import { callJson, inner, remark, textOf, type Reach, type Told } from './call.server.ts'
import { CODE_REFUSED, StaleToken, UNKNOWN_PERSON, type MessengerApp, type ProviderClient } from './provider.server.ts'

const WHOM = PROVIDERS.dingtalk
/** Two generations of interfaces, each with its own host and its own errors. */
const API = 'https://api.dingtalk.com'
const OLD_API = 'https://oapi.dingtalk.com'
const LOGIN = 'https://login.dingtalk.com'

const STALE = new Set([40001, 40014, 42001])
const LATER = new Set([-1, 90002, 90005, 90018, 90019])
const PERSON = new Set([33012, 40035, 60121])

const unknown = (said: string): AppError => because(refused(`${WHOM}里没有这个成员，或他不在应用的可见范围${said}`), UNKNOWN_PERSON)

/** `errcode` in the body; 88 hides the true one in `sub_code`. */
function judgedOld({ body }: Told): Told['body'] {
  const errcode = Number(body['errcode'] ?? 0)
  const code = errcode === 88 ? Number(body['sub_code'] ?? 88) : errcode
  if (code === 0) return body
  const said = `（返回 ${code}）`
  if (STALE.has(code)) throw new StaleToken()
  if (LATER.has(code)) throw new AppError('busy', `${WHOM}限制了调用次数或正忙${said}，稍后自动重试`)
  if (PERSON.has(code)) throw unknown(said)
  throw refused(`${WHOM}没有办理${said}${remark(body['sub_msg'] ?? body['errmsg'])}`)
}
/** A word in `code`, and a status that says it too. */
function judged({ status, body }: Told): Told['body'] {
  if (status >= 200 && status < 300) return body
  const code = typeof body['code'] === 'string' ? body['code'] : String(status)
  const said = `（返回 ${code.slice(0, 60)}）`
  if (/qps|throttl|limit/i.test(code)) throw new AppError('busy', `${WHOM}限制了调用次数${said}，稍后自动重试`)
  if (/client|appkey|secret/i.test(code)) throw refused(`${WHOM}不认 Client ID 或密钥${said}，请管理员在「办公平台」核对`)
  if (/code/i.test(code)) throw refused(CODE_REFUSED)
  throw refused(`${WHOM}没有办理${said}${remark(body['message'])}`)
}

export function dingtalk(reach: Reach): ProviderClient {
  const post = async (app: MessengerApp, path: string, body: object): Promise<Told['body']> =>
    judged(await callJson(reach, { whom: WHOM, method: 'POST', url: `${app.apiAddress ?? API}/v1.0/${path}`, body }))
  const old = async (app: MessengerApp, path: string, token: string, body: object): Promise<Told['body']> => {
    const url = `${app.apiAddress ?? OLD_API}/topapi/${path}?${new URLSearchParams({ access_token: token }).toString()}`
    return judgedOld(await callJson(reach, { whom: WHOM, method: 'POST', url, body }))
  }
  return {
    async freshToken(app) {
      const body = await post(app, 'oauth2/accessToken', { appKey: app.appId, appSecret: app.secret })
      return { token: textOf(body, 'accessToken', WHOM), seconds: Number(body['expireIn'] ?? 0) }
    },
    async accountOf(app, token, mobile) {
      return textOf(inner(await old(app, 'v2/user/getbymobile', token, { mobile }), 'result'), 'userid', WHOM)
    },
    async send(app, token, account, card) {
      const text = `${card.text}${card.text ? '\n' : ''}${card.at}`
      const msg = card.url
        ? {
            msgtype: 'oa',
            oa: {
              message_url: card.url,
              pc_message_url: card.url,
              head: { bgcolor: 'FF1677FF', text: card.title },
              body: { title: card.title, content: text },
            },
          }
        : { msgtype: 'text', text: { content: `${card.title}\n${text}` } }
      const body = await old(app, 'message/corpconversation/asyncsend_v2', token, {
        agent_id: Number(app.agentId),
        userid_list: account,
        msg,
      })
      return { receipt: typeof body['task_id'] === 'number' || typeof body['task_id'] === 'string' ? `${body['task_id']}` : null }
    },
    signInPage(app, { state, back }) {
      const query = { redirect_uri: back, response_type: 'code', client_id: app.appId, scope: 'openid', state, prompt: 'consent' }
      return `${app.loginAddress ?? LOGIN}/oauth2/auth?${new URLSearchParams(query).toString()}`
    },
    async whoIs(app, token, { code }) {
      const granted = await post(app, 'oauth2/userAccessToken', {
        clientId: app.appId,
        clientSecret: app.secret,
        code,
        grantType: 'authorization_code',
      })
      const me = judged(
        await callJson(reach, {
          whom: WHOM,
          method: 'GET',
          url: `${app.apiAddress ?? API}/v1.0/contact/users/me`,
          headers: { 'x-acs-dingtalk-access-token': textOf(granted, 'accessToken', WHOM) },
        }),
      )
      // Anybody with a telephone gets so far: only the company's own people have a number here.
      const member = await old(app, 'user/getbyunionid', token, { unionid: textOf(me, 'unionId', WHOM) }).catch((error: unknown) => {
        if (error instanceof AppError && error.reason === UNKNOWN_PERSON) throw refused(`您不是本公司${WHOM}的成员，不能用它登录`)
        throw error
      })
      return { accounts: [textOf(inner(member, 'result'), 'userid', WHOM)], mobile: mobileOf(me['mobile']) }
    },
  }
}
