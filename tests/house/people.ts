/** People of the tests: made by the administrator's own calls, signed in over the edge. */
import { randomInt } from 'node:crypto'
import { startRig, type Answer, type Person, type Rig } from './rig.ts'
import type { TemplateEntry } from '#modules/system/rights/permission.ts'

const BASIC = `Basic ${Buffer.from('console:for tests only').toString('base64')}`

export interface Bench {
  rig: Rig
  /** As the administrator unless somebody is named; throws when the call is refused. */
  must(path: string, input: object, who?: Person): Promise<any>
  /** The whole answer, refusals too. */
  post(path: string, input: object, who?: Person): Promise<Answer>
  get(path: string, input?: object, who?: Person): Promise<Answer>
  login(username: string, password: string): Promise<Answer>
  role(name: string, codes: readonly string[], templates?: readonly number[]): Promise<number>
  template(name: string, entries: readonly TemplateEntry[]): Promise<number>
  person(username: string, values: object): Promise<Person & { id: number; version: number; password: string }>
  dept: number
  stores: number[]
}

export async function bench(rates: Parameters<typeof startRig>[0] = {}): Promise<Bench> {
  const rig = await startRig(rates)
  const call = (method: 'GET' | 'POST', path: string, input: object, who: Person) =>
    rig.send({ method, path: path.startsWith('/') ? path : `/api/v1/${path}` }, input, who)
  const post: Bench['post'] = (path, input, who = rig.admin) => call('POST', path, input, who)
  const must: Bench['must'] = async (path, input, who = rig.admin) => {
    const answer = await call('POST', path, input, who)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.data
  }
  const login: Bench['login'] = (username, password) =>
    rig.send(
      { method: 'POST', path: '/api/oauth/token' },
      new URLSearchParams({ grant_type: 'password', clientType: '2', username, password }).toString(),
      null,
      { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded' },
    )
  const dept = (await must('dept/add', { name: '测试部', code: 'test', idx: 1 })).id as number
  const stores: number[] = []
  for (const code of ['A', 'B']) stores.push((await must('store/add', { name: `${code}店`, code, city: '上海' })).id)
  return {
    rig,
    must,
    post,
    login,
    dept,
    stores,
    get: (path, input = {}, who = rig.admin) => call('GET', path, input, who),
    async role(name, codes, templates = []) {
      const { id } = await must('role/add', { code: `r${randomInt(1e9)}`, name, templates })
      await must('roleGrant/save', { id, codes })
      return id
    },
    template: async (name, entries) => (await must('dataTemplate/add', { name: `${name}${randomInt(1e9)}`, entries })).id,
    async person(username, values) {
      const { id, version } = await must('user/add', {
        username,
        name: username,
        mobile: '13812345678',
        dept,
        customerType: 'staff',
        ...values,
      })
      const { password } = await must('userPassword/reset', { id })
      // As after the first login.
      await rig.db.write(rig.admin.ctx.user.operatorId, (tx) =>
        tx.updateTable('credential').set({ isFirst: false }).where('userId', '=', id).execute(),
      )
      const answer = JSON.parse((await login(username, password)).text) as { access_token: string }
      return { id, version, password, ctx: rig.admin.ctx, authorization: `bearer ${answer.access_token}` }
    },
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The seed of a second factor as an authenticator reads it (RFC 4648). */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
