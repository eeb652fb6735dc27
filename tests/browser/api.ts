/** The console's API as a program calls it: to make what a test needs, and to look behind what the browser shows. */
import { randomUUID } from 'node:crypto'

export interface ApiAnswer {
  status: number
  code: number
  message: string
  // What a test expects of it, it says by its own type.
  data: never
}

export interface Api {
  token: string
  get<T = any>(path: string, query?: Record<string, string | number>): Promise<T>
  post<T = any>(path: string, body?: unknown): Promise<T>
  /** Without throwing. */
  raw(method: 'GET' | 'POST', path: string, input?: object): Promise<ApiAnswer>
}

const client = new Map<number, string>()
async function basicOf(port: number): Promise<string> {
  let basic = client.get(port)
  if (!basic) {
    const site = (await (await fetch(`http://localhost:${port}/api/v1/site/config`)).json()) as {
      data: { client: { id: string; secret: string } }
    }
    basic = `Basic ${Buffer.from(`${site.data.client.id}:${site.data.client.secret}`).toString('base64')}`
    client.set(port, basic)
  }
  return basic
}

export interface SignedIn extends Api {
  /** Headers of the login response, as the console stores them. */
  headers: Headers
}

export async function signIn(port: number, username: string, password: string): Promise<SignedIn> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: await basicOf(port) }
  const body = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password }).toString()
  const answer = await fetch(`http://localhost:${port}/api/oauth/token`, { method: 'POST', headers: form, body })
  if (!answer.ok) throw new Error(`sign-in of ${username}: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { ...apiOf(port, token), headers: answer.headers }
}

export function apiOf(port: number, token: string): Api {
  const raw: Api['raw'] = async (method, path, input = {}) => {
    const query = method === 'GET' ? new URLSearchParams(input as Record<string, string>).toString() : ''
    const answer = await fetch(`http://localhost:${port}${path}${query ? `?${query}` : ''}`, {
      method,
      headers: {
        Authorization: `bearer ${token}`,
        ...(method === 'POST' ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    const text = await answer.text()
    try {
      const read = JSON.parse(text) as Partial<ApiAnswer>
      return { status: answer.status, code: read.code ?? answer.status, message: read.message ?? '', data: (read.data ?? read) as never }
    } catch {
      return { status: answer.status, code: answer.status, message: '', data: text as never }
    }
  }
  const done = async (method: 'GET' | 'POST', path: string, input?: object): Promise<never> => {
    const answer = await raw(method, path, input)
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  return { token, raw, get: (path, query) => done('GET', path, query), post: (path, body) => done('POST', path, (body ?? {}) as object) }
}
