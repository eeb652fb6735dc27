/** 企业微信 as developer.work.weixin.qq.com describes it: 200 with `errcode`, tokens in the query, the same message once in a while. */
import { isLimited, OfficeDouble, type Call, type Reply } from './office.double.ts'

const said = (errcode: number, errmsg: string, more: object = {}): Reply => ({ body: { errcode, errmsg, ...more } })

export class WecomDouble extends OfficeDouble {
  readonly #sent = new Set<string>()
  /** Calls from here are not on the list. */
  foreign = false

  protected judge({ method, path, query, body }: Call): Reply {
    if (path === '/cgi-bin/gettoken') {
      if (query.get('corpid') !== this.appId) return said(40013, 'invalid corpid')
      if (query.get('corpsecret') !== this.secret) return said(40001, 'invalid credential')
      return said(0, 'ok', { access_token: this.newToken(), expires_in: this.seconds })
    }
    if (isLimited(this)) return said(45009, 'api freq out of limit')
    if (!this.tokens.has(query.get('access_token') ?? '')) return said(42001, 'access_token expired')
    if (this.foreign) return said(60020, 'not allow to access from your ip, from ip: 203.0.113.7')
    if (path === '/cgi-bin/user/getuserid' && method === 'POST') {
      const member = this.byMobile(body['mobile'])
      return member ? said(0, 'ok', { userid: member.account }) : said(46004, 'user no exist')
    }
    if (path === '/cgi-bin/user/get') {
      const member = this.byAccount(query.get('userid'))
      return member ? said(0, 'ok', { userid: member.account, mobile: member.mobile }) : said(60111, 'userid not found')
    }
    if (path === '/cgi-bin/auth/getuserinfo') {
      const member = this.takeCode(query.get('code'))
      if (!member) return said(40029, 'invalid code')
      // Somebody who scanned it and is nobody's member.
      return this.byAccount(member.account) ? said(0, 'ok', { userid: member.account }) : said(0, 'ok', { openid: 'o-stranger' })
    }
    if (path === '/cgi-bin/message/send' && method === 'POST') return this.#send(body)
    return said(404, 'no such api')
  }

  #send(body: Record<string, any>): Reply {
    if (body['agentid'] !== Number(this.agentId)) return said(40056, 'invalid agentid')
    if (!this.byAccount(body['touser'])) return said(81013, 'user & party & tag all invalid', { invaliduser: body['touser'] })
    const same = JSON.stringify(body)
    const card = body['textcard'] as { title: string; description: string; url: string } | undefined
    const again = body['enable_duplicate_check'] === 1 && this.#sent.has(same)
    this.#sent.add(same)
    if (!again) {
      const [title = '', ...rest] = String(body['text']?.content ?? '').split('\n')
      this.arrived.push({
        account: body['touser'],
        title: card?.title ?? title,
        text: card?.description ?? rest.join('\n'),
        url: card?.url ?? null,
      })
    }
    return said(0, 'ok', { msgid: `msg${this.arrived.length}` })
  }
}
