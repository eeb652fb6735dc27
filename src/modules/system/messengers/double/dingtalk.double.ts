/** 钉钉 as open.dingtalk.com describes it: new interfaces say by status and word, old ones by `errcode`; the same content once a day. */
import { isLimited, OfficeDouble, type Call, type Member, type Reply } from './office.double.ts'

const said = (errcode: number, errmsg: string, more: object = {}): Reply => ({ body: { errcode, errmsg, request_id: 'r1', ...more } })
const refusedBy = (code: string, message: string, status = 400): Reply => ({ status, body: { code, message, requestid: 'r1' } })

export class DingtalkDouble extends OfficeDouble {
  readonly #sent = new Set<string>()
  readonly #own = new Map<string, Member>()

  protected judge(call: Call): Reply {
    const { path, body, headers } = call
    if (path === '/v1.0/oauth2/accessToken') {
      if (body['appKey'] !== this.appId || body['appSecret'] !== this.secret)
        return refusedBy('invalidClientIdOrSecret', '无效的clientId或者clientSecret')
      return { body: { accessToken: this.newToken(), expireIn: this.seconds } }
    }
    if (path === '/v1.0/oauth2/userAccessToken') {
      if (body['clientId'] !== this.appId || body['clientSecret'] !== this.secret)
        return refusedBy('invalidClientIdOrSecret', '无效的clientId或者clientSecret')
      const member = body['grantType'] === 'authorization_code' ? this.takeCode(body['code']) : null
      if (!member) return refusedBy('invalidParameter.authCode.notFound', '不存在的授权码')
      const token = `own-${this.#own.size}`
      this.#own.set(token, member)
      return { body: { accessToken: token, refreshToken: 'r', expireIn: 7200, corpId: 'dingcorp' } }
    }
    if (path === '/v1.0/contact/users/me') {
      const member = this.#own.get(String(headers['x-acs-dingtalk-access-token']))
      if (!member) return refusedBy('InvalidAuthentication', '不合法的access_token', 401)
      return { body: { nick: '昵称', unionId: member.unionId, openId: `open-${member.unionId}`, mobile: member.mobile, stateCode: '86' } }
    }
    return this.#old(call)
  }

  #old({ path, query, body }: Call): Reply {
    if (isLimited(this)) return said(88, 'ding talk error', { sub_code: '90018', sub_msg: '调用频率超限' })
    if (!this.tokens.has(query.get('access_token') ?? ''))
      return said(88, 'ding talk error', { sub_code: '40014', sub_msg: '不合法的access_token' })
    if (path === '/topapi/v2/user/getbymobile') {
      const member = this.byMobile(body['mobile'])
      return member ? said(0, 'ok', { result: { userid: member.account } }) : said(60121, '找不到该用户')
    }
    if (path === '/topapi/user/getbyunionid') {
      const member = this.members.find((one) => one.unionId === body['unionid'])
      return member ? said(0, 'ok', { result: { contact_type: 0, userid: member.account } }) : said(60121, '找不到该用户')
    }
    if (path === '/topapi/message/corpconversation/asyncsend_v2') return this.#send(body)
    return said(404, '请求的URI地址不存在')
  }

  #send(body: Record<string, any>): Reply {
    if (body['agent_id'] !== Number(this.agentId)) return said(33001, '无效的agentId')
    if (!this.byAccount(body['userid_list'])) return said(33012, '无效的USERID')
    const same = JSON.stringify(body)
    if (!this.#sent.has(same)) {
      const oa = body['msg'].oa as { message_url: string; body: { title: string; content: string } } | undefined
      const [title = '', ...rest] = String(body['msg'].text?.content ?? '').split('\n')
      this.arrived.push({
        account: body['userid_list'],
        title: oa?.body.title ?? title,
        text: oa?.body.content ?? rest.join('\n'),
        url: oa?.message_url ?? null,
      })
    }
    this.#sent.add(same)
    return said(0, 'ok', { task_id: 256271667526 + this.arrived.length })
  }
}
