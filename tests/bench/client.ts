/** A caller of the product's API over kept-alive connections, cheap enough to measure the server and not itself. */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { PASSWORD, type Product } from './product.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}
export interface Envelope {
  code: number
  message: string
  data: unknown
}
export type Row = Record<string, unknown> & { id: number; version: number }

export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #product: Product
  token = ''

  constructor(product: Product) {
    this.#product = product
  }

  static async signIn(product: Product, username = 'admin', password = PASSWORD): Promise<Client> {
    const client = new Client(product)
    const { id, secret } = product.oauthClient()
    const answer = await client.raw('POST', '/api/oauth/token', {
      body: new URLSearchParams({ grant_type: 'password', clientType: '2', username, password }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      },
    })
    if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.bytes.toString()}`)
    client.token = (JSON.parse(String(answer.bytes)) as { access_token: string }).access_token
    return client
  }

  raw(
    method: string,
    path: string,
    { headers = {}, body, limitMs = 60_000 }: { headers?: Record<string, string>; body?: string | Buffer; limitMs?: number } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port: this.#product.port,
          method,
          path,
          agent: this.#agent,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        },
        (response) => {
          buffer(response).then(
            (bytes) =>
              response.complete
                ? resolve({ status: response.statusCode!, headers: response.headers, bytes })
                : reject(new Error('the answer broke off')),
            reject,
          )
        },
      )
      sent.setTimeout(limitMs, () => sent.destroy(new Error('no answer')))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.raw('GET', path, { headers: { authorization: `Bearer ${this.token}`, ...headers } })

  post = (path: string, body: object, key: string = randomUUID(), limitMs = 60_000): Promise<Answer> =>
    this.raw('POST', path, {
      body: JSON.stringify(body),
      limitMs,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    })

  /** One file as a browser sends it; the name goes out exactly as given. */
  upload(path: string, fileName: string, mime: string, data: Buffer, fields: Record<string, string> = {}): Promise<Answer> {
    const border = `----form${randomUUID()}`
    const words = Object.entries(fields).map(
      ([name, value]) => `--${border}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = Buffer.from(
      `${words.join('')}--${border}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${mime}\r\n\r\n`,
    )
    const body = Buffer.concat([head, data, Buffer.from(`\r\n--${border}--\r\n`)])
    return this.raw('POST', path, {
      body,
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': `multipart/form-data; boundary=${border}`,
        'idempotency-key': randomUUID(),
      },
    })
  }

  /** `data` of a call that has to succeed. */
  async call<T = Row>(method: 'GET' | 'POST', path: string, body: object = {}): Promise<T> {
    const answer = await (method === 'GET' ? this.get(path) : this.post(path, body))
    const envelope = envelopeOf(answer)
    if (envelope.code !== 200) throw new Error(`${method} ${path}: ${answer.status} ${String(answer.bytes).slice(0, 400)}`)
    return envelope.data as T
  }
  add = (entity: string, values: object): Promise<Row> => this.call('POST', `/api/v1/${entity}/add`, values)
  act = (entity: string, action: string, row: Row, input: object = {}): Promise<Row> =>
    this.call('POST', `/api/v1/${entity}/${action}`, { id: row.id, version: row.version, ...input })
  list = async (entity: string, query = ''): Promise<Row[]> =>
    (await this.call<{ list: Row[] }>('GET', `/api/v1/${entity}/list?${query}`)).list

  close(): void {
    this.#agent.destroy()
  }
}

export const envelopeOf = (answer: Answer): Envelope => JSON.parse(String(answer.bytes)) as Envelope

/**
 * A second person. The account is made through the API; the password, which only the person himself would know, is the
 * administrator's (the hash does not contain whose it is), and the flag "administrator" is set by hand.
 */
export async function anotherAdmin(product: Product, admin: Client, username: string): Promise<Client> {
  const [me] = await admin.list('user', 'username=admin')
  const made = await admin.add('user', {
    username,
    name: `同事${username}`,
    mobile: '13800138000',
    dept: me!['dept'],
    customerType: 'staff',
  })
  await openAccount(product, made.id, true)
  return Client.signIn(product, username)
}

export async function openAccount(product: Product, userId: number, isAdmin: boolean): Promise<void> {
  await product.sql(
    `update credential set is_first = false, password_hash = (select password_hash from credential where username = 'admin') where user_id = $1`,
    [userId],
  )
  if (isAdmin) await product.sql(`update "user" set is_admin = true where id = $1`, [userId])
}
