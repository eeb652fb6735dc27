/** 企业微信: an application of the company's own (自建应用). Facts: developer.work.weixin.qq.com (decision 0129). */
import { AppError, because, refused } from '#kit/basics/errors.ts'
import { mobileOf, PROVIDERS } from '../messenger.rules.ts'
import { callJson, remark, textOf, type Reach, type Told } from './call.server.ts'
import { CODE_REFUSED, StaleToken, UNKNOWN_PERSON, type MessengerApp, type ProviderClient } from './provider.server.ts'

const WHOM = PROVIDERS.wecom
const API = 'https://qyapi.weixin.qq.com'
const LOGIN = 'https://login.work.weixin.qq.com'
const IN_APP = 'https://open.weixin.qq.com'

const STALE = new Set([40014, 42001])
/** Busy, too many calls, too many at once. */
const LATER = new Set([-1, 45009, 45033])
const CREDENTIALS = new Set([40001, 40013, 40091])
const PERSON = new Set([40003, 46004, 60103, 60111, 81013])
const AGENT = new Set([40056, 301002])
const CODE = new Set([40029, 42003])
/** Seconds in which the same message is not brought twice: its longest. */
const SAME_SECONDS = 14_400

function judged({ body }: Told): Told['body'] {
  const code = Number(body['errcode'] ?? 0)
  if (code === 0) return body
  const said = `（返回 ${code}）`
  if (STALE.has(code)) throw new StaleToken()
  if (LATER.has(code)) throw new AppError('busy', `${WHOM}限制了调用次数或正忙${said}，稍后自动重试`)
  if (CREDENTIALS.has(code)) throw refused(`${WHOM}不认企业 ID 或应用密钥${said}，请管理员在「办公平台」核对`)
  if (AGENT.has(code)) throw refused(`${WHOM}不认 AgentId，或它与密钥不是同一个应用${said}，请管理员在「办公平台」核对`)
  if (CODE.has(code)) throw refused(CODE_REFUSED)
  if (PERSON.has(code)) throw because(refused(`${WHOM}里没有这个成员，或他不在应用的可见范围${said}`), UNKNOWN_PERSON)
  if (code === 60020) {
    const [, ip] = /from ip: ([\d.:a-f]+)/.exec(String(body['errmsg'])) ?? []
    throw refused(`本系统的出口地址${ip ? ` ${ip} ` : ''}不在${WHOM}应用的「企业可信 IP」中${said}，请管理员添加`)
  }
  throw refused(`${WHOM}没有办理${said}${remark(body['errmsg'])}`)
}

/** Inside a description tags are read. */
const plain = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞')
const numberOf = ({ agentId }: MessengerApp): number => Number(agentId)

export function wecom(reach: Reach): ProviderClient {
  const ask = async (app: MessengerApp, path: string, query: Record<string, string>, body?: object): Promise<Told['body']> => {
    const url = `${app.apiAddress ?? API}/cgi-bin/${path}?${new URLSearchParams(query).toString()}`
    return judged(await callJson(reach, { whom: WHOM, method: body ? 'POST' : 'GET', url, ...(body ? { body } : {}) }))
  }
  return {
    async freshToken(app) {
      const body = await ask(app, 'gettoken', { corpid: app.appId, corpsecret: app.secret })
      return { token: textOf(body, 'access_token', WHOM), seconds: Number(body['expires_in'] ?? 0) }
    },
    async accountOf(app, token, mobile) {
      return textOf(await ask(app, 'user/getuserid', { access_token: token }, { mobile }), 'userid', WHOM)
    },
    async send(app, token, account, card) {
      const text = plain(`${card.text}${card.text ? '\n' : ''}${card.at}`)
      const body = await ask(
        app,
        'message/send',
        { access_token: token },
        {
          touser: account,
          agentid: numberOf(app),
          ...(card.url
            ? { msgtype: 'textcard', textcard: { title: card.title, description: text, url: card.url, btntxt: '去查看' } }
            : { msgtype: 'text', text: { content: `${card.title}\n${text}` } }),
          enable_duplicate_check: 1,
          duplicate_check_interval: SAME_SECONDS,
        },
      )
      if (body['unlicenseduser']) throw refused(`接收人在${WHOM}没有基础接口许可，请管理员在${WHOM}后台分配`)
      if (body['invaliduser']) throw because(refused(`${WHOM}里没有这个成员，或他不在应用的可见范围`), UNKNOWN_PERSON)
      return { receipt: typeof body['msgid'] === 'string' ? body['msgid'] : null }
    },
    signInPage(app, { state, back, inApp }) {
      const common = { appid: app.appId, redirect_uri: back, state, agentid: app.agentId }
      if (!inApp)
        return `${app.loginAddress ?? LOGIN}/wwlogin/sso/login?${new URLSearchParams({ login_type: 'CorpApp', ...common }).toString()}`
      const query = new URLSearchParams({ ...common, response_type: 'code', scope: 'snsapi_base' }).toString()
      return `${app.loginAddress ?? IN_APP}/connect/oauth2/authorize?${query}#wechat_redirect`
    },
    async whoIs(app, token, { code }) {
      const body = await ask(app, 'auth/getuserinfo', { access_token: token, code })
      // Only of somebody who is no member.
      if (!body['userid']) throw refused(`您不是本公司${WHOM}的成员，不能用它登录`)
      const account = textOf(body, 'userid', WHOM)
      // Told to applications that may read it; the others do without.
      const member = await ask(app, 'user/get', { access_token: token, userid: account }).catch(() => ({}) as Told['body'])
      return { accounts: [account], mobile: mobileOf(member['mobile']) }
    },
  }
}
