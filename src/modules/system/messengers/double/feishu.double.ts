/** 飞书 as open.feishu.cn describes it: `code` in the body, 400 beside most of them, the token in a header, one message for a `uuid`. */
import { isLimited, OfficeDouble, type Call, type Member, type Reply } from './office.double.ts'

const said = (code: number, msg: string, data: object = {}, status = code === 0 ? 200 : 400): Reply => ({
  status,
  body: { code, msg, data },
})

interface Card {
  header: { title: { content: string } }
  elements: { text: { content: string }; actions: { url?: string }[] }[]
}

export class FeishuDouble extends OfficeDouble {
  readonly #uuids = new Set<string>()
  readonly #own = new Map<string, Member>()
  /** As it was registered: a code of another page is no good. */
  page: string | null = null

  protected judge(call: Call): Reply {
    const { path, body, headers } = call
    const bearer = String(headers.authorization ?? '').replace('Bearer ', '')
    if (path === '/open-apis/auth/v3/tenant_access_token/internal') {
      if (body['app_id'] !== this.appId) return said(10003, 'invalid param', {}, 200)
      if (body['app_secret'] !== this.secret) return said(10014, 'app secret invalid', {}, 200)
      return { body: { code: 0, msg: 'ok', tenant_access_token: this.newToken(), expire: this.seconds } }
    }
    if (path === '/open-apis/authen/v2/oauth/token') {
      if (body['client_id'] !== this.appId || body['client_secret'] !== this.secret)
        return { status: 400, body: { code: 20002, error: 'invalid_client', error_description: 'The client secret is invalid.' } }
      const member = this.takeCode(body['code'])
      if (!member || (this.page !== null && body['redirect_uri'] !== this.page))
        return { status: 400, body: { code: 20003, error: 'invalid_grant', error_description: 'The authorization code is not found.' } }
      const token = `own-${this.#own.size}`
      this.#own.set(token, member)
      return { body: { code: 0, access_token: token, expires_in: 7200, token_type: 'Bearer', scope: '' } }
    }
    if (path === '/open-apis/authen/v1/user_info') {
      const member = this.#own.get(bearer)
      if (!member) return said(99991668, 'Invalid access token', {}, 400)
      return said(0, 'success', { name: '张三', open_id: member.account, union_id: 'on_1', user_id: 'u1', mobile: `+86${member.mobile}` })
    }
    if (isLimited(this)) return said(99991400, 'request trigger frequency limit', {}, 429)
    if (!this.tokens.has(bearer)) return said(99991663, 'Invalid access token for authorization')
    return this.#asApplication(call)
  }

  #asApplication({ path, query, body }: Call): Reply {
    if (path === '/open-apis/contact/v3/users/batch_get_id') {
      const list = (body['mobiles'] as string[]).map((mobile) => {
        const member = this.byMobile(mobile)
        return member ? { mobile, user_id: member.account } : { mobile }
      })
      return said(0, 'success', { user_list: list })
    }
    if (path !== '/open-apis/im/v1/messages') return said(404, 'not found')
    const kind = query.get('receive_id_type')
    if (kind !== 'open_id' && kind !== 'user_id') return said(230001, 'invalid receive_id_type')
    if (!this.byAccount(body['receive_id'])) return said(230013, 'Bot has NO availability to this user.')
    const card = JSON.parse(String(body['content'])) as Card
    if (!this.#uuids.has(body['uuid']))
      this.arrived.push({
        account: body['receive_id'],
        title: card.header.title.content,
        text: card.elements[0]!.text.content,
        url: card.elements[1]?.actions[0]?.url ?? null,
      })
    this.#uuids.add(body['uuid'])
    return said(0, 'success', { message_id: `om_${this.arrived.length}` })
  }
}
