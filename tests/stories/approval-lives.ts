/**
 * One life of a case for each command: how it comes to the command, the command, and everything that is there
 * afterwards. Lived twice, in this process and in a real one that is killed.
 */
import type { ApproveNode, ProcessDefinition, ProcessNode } from '#modules/approval/engine/definition.ts'
import type { Company } from './company.ts'

/** Through which the people of a life act: the routes of this process, or HTTP of another one. */
export interface Doors {
  call(who: string, path: string, body: object): Promise<unknown>
  act(who: string, entity: string, action: string, id: number, input: object): Promise<unknown>
}
export interface Life {
  name: string
  /** What comes before the command; answers the word its cases are known by. */
  before: (fragile: Fragile, doors: Doors) => Promise<string>
  command: (fragile: Fragile, doors: Doors, word: string) => Promise<unknown>
}

const person = (id: string, user: number, more: Partial<ApproveNode> = {}): ApproveNode => ({
  kind: 'approve',
  id,
  name: id,
  who: { kind: 'person', users: [user] },
  mode: 'all',
  empty: { policy: 'toAdmin' },
  self: 'allow',
  ...more,
})

/** A company with a flow of two branches, a copy and two signatures, and an act of another module that waits for one. */
export class Fragile {
  readonly c: Company
  private words = 0
  private constructor(company: Company) {
    this.c = company
  }
  id = (who: string): number => this.c.people.get(who)!

  static async prepare(company: Company, doors: Doors): Promise<Fragile> {
    const fragile = new Fragile(company)
    const dept = await company.read(async (db) => (await db.selectFrom('dept').select('id').orderBy('id').executeTakeFirstOrThrow()).id)
    company.people.set(
      'admin',
      await company.read(
        async (db) => (await db.selectFrom('user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id,
      ),
    )
    company.people.set(
      'ops',
      await company.add('user', {
        username: 'ops',
        name: '何欣怡',
        mobile: '13800138000',
        roles: [],
        stores: [company.store],
        customerType: 'staff',
        dept,
      }),
    )
    const form = await company.add('approvalForm', { name: '易碎单据' })
    const formVersion = await company.read((db) =>
      db.selectFrom('approvalFormVersion').select(['id', 'version']).where('form', '=', form).executeTakeFirstOrThrow(),
    )
    await doors.call('admin', '/api/v1/approvalFormVersion/save', {
      ...formVersion,
      schema: { fields: [{ name: 'what', label: '事由', kind: 'text', required: true }] },
    })
    await company.act('approvalFormVersion', 'publish', formVersion.id)
    const [sales, finance, cashier] = [fragile.id('sales'), fragile.id('finance'), fragile.id('cashier')]
    await fragile.publish(doors, await company.add('approvalProcess', { key: 'fragile', name: '易碎流程', form }), [
      {
        kind: 'parallel',
        id: 'p',
        name: '并行',
        branches: [
          { id: 'p1', name: '1', nodes: [person('a', finance)] },
          { id: 'p2', name: '2', nodes: [person('b', cashier)] },
        ],
      },
      { kind: 'copy', id: 'y', name: '抄送', who: { kind: 'person', users: [sales] } },
      person('w', cashier),
      person('z', finance, { reject: { policy: 'starter' }, resubmit: 'back' }),
    ])
    const join = await company.add('approvalProcess', { key: 'fragileJoin', name: '易碎加盟', act: 'franchiseApply.pass' })
    await fragile.publish(doors, join, [person('m', finance)])
    await company.add('businessProcess', { act: 'franchiseApply.pass', process: join })
    return fragile
  }
  private async publish(doors: Doors, process: number, nodes: ProcessNode[]): Promise<void> {
    const version = await this.c.read((db) =>
      db.selectFrom('approvalVersion').select(['id', 'version']).where('process', '=', process).executeTakeFirstOrThrow(),
    )
    const definition: ProcessDefinition = {
      format: 1,
      settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none', title: nodes.length > 1 ? '{form.what}' : '{fact.contact}' },
      nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...nodes],
    }
    await doors.call('admin', '/api/v1/approvalVersion/save', { ...version, definition })
    await this.c.act('approvalVersion', 'publish', version.id)
  }

  newWord = (): string => `第${String(++this.words).padStart(4, '0')}件`
  start = (doors: Doors, word: string): Promise<unknown> =>
    doors.call('sales', '/api/v1/flow/start', { flowKey: 'fragile', values: { what: word } })
  caseOf = (word: string): Promise<number> =>
    this.c.read(
      async (db) =>
        (
          await db
            .selectFrom('approvalCase')
            .select('id')
            .where('title', 'like', `%${word}%`)
            .orderBy('id', 'desc')
            .executeTakeFirstOrThrow()
        ).id,
    )
  async task(word: string, who: string, status: 'open' | 'agreed' | 'waiting' = 'open'): Promise<number> {
    const caseId = await this.caseOf(word)
    return this.c.read(
      async (db) =>
        (
          await db
            .selectFrom('approvalTask')
            .select('id')
            .where('caseId', '=', caseId)
            .where('assignee', '=', this.id(who))
            .where('status', '=', status)
            .orderBy('id', 'desc')
            .executeTakeFirstOrThrow()
        ).id,
    )
  }
  async on(doors: Doors, word: string, who: string, verb: string, more: object = {}): Promise<unknown> {
    return doors.call(who, `/api/v1/workflow/${verb}`, { task: await this.task(word, who), ...more })
  }
  async onCase(doors: Doors, word: string, who: string, verb: string, more: object = {}): Promise<unknown> {
    return doors.call(who, `/api/v1/workflow/${verb}`, { id: await this.caseOf(word), ...more })
  }
  recordOf = (word: string): Promise<number> =>
    this.c.read(async (db) => (await db.selectFrom('franchiseApply').select('id').where('contact', '=', word).executeTakeFirstOrThrow()).id)

  /** Everything there is of a word, without numbers and times that differ from life to life. */
  async left(word: string): Promise<unknown> {
    return this.c.read(async (db) => {
      const cases = await db
        .selectFrom('approvalCase')
        .select(['id', 'status', 'round', 'memory', 'version', 'urgeCount'])
        .where('title', 'like', `%${word}%`)
        .orderBy('id')
        .execute()
      const of = cases.map(async ({ id, ...rest }) => ({
        ...rest,
        tasks: await db
          .selectFrom('approvalTask')
          .select(['key', 'token', 'parent', 'origin', 'node', 'assignee', 'owner', 'status', 'actedBy', 'opinion', 'round'])
          .where('caseId', '=', id)
          .orderBy('key')
          .execute(),
        tokens: await db
          .selectFrom('approvalToken')
          .select(['key', 'node', 'status', 'parent', 'resume'])
          .where('caseId', '=', id)
          .orderBy('key')
          .execute(),
        history: await db
          .selectFrom('approvalHistory')
          .select(['action', 'node', 'task', 'userId', 'toUsers', 'toNode', 'opinion', 'round'])
          .where('caseId', '=', id)
          .orderBy('id')
          .execute(),
        copies: await db.selectFrom('approvalCopy').select('userId').where('caseId', '=', id).orderBy('userId').execute(),
        audit: await db
          .selectFrom('auditLog')
          .select(['action', 'userId', 'fromState', 'toState'])
          .where('entity', '=', 'approvalCase')
          .where('entityId', '=', id)
          .orderBy('id')
          .execute(),
        told: await db
          .selectFrom('inboxMessage')
          .select(['receiver', 'title'])
          .where('link', '=', `/approval/workflow?id=${id}`)
          .orderBy('id')
          .execute()
          .then((all) => all.map((m) => `${m.receiver} ${m.title.replace(word, '')}`)),
      }))
      const records = await db
        .selectFrom('franchiseApply')
        .select(['id', 'status', 'result', 'version'])
        .where('contact', '=', word)
        .execute()
      const log = records.length
        ? await db
            .selectFrom('auditLog')
            .select(['action', 'fromState', 'toState'])
            .where('entity', '=', 'franchiseApply')
            .where('entityId', '=', records[0]!.id)
            .orderBy('id')
            .execute()
        : []
      return { cases: await Promise.all(of), records: records.map(({ id: _id, ...rest }) => rest), log }
    })
  }
}

async function started(fragile: Fragile, doors: Doors): Promise<string> {
  const word = fragile.newWord()
  await fragile.start(doors, word)
  return word
}
/** Both branches have agreed: the copy is out, the cashier is asked. */
async function met(fragile: Fragile, doors: Doors): Promise<string> {
  const word = await started(fragile, doors)
  await fragile.on(doors, word, 'finance', 'approve')
  await fragile.on(doors, word, 'cashier', 'approve')
  return word
}
async function atLast(fragile: Fragile, doors: Doors): Promise<string> {
  const word = await met(fragile, doors)
  await fragile.on(doors, word, 'cashier', 'approve')
  return word
}
async function applied(fragile: Fragile, _d: Doors): Promise<string> {
  const word = fragile.newWord()
  const apply = await fragile.c.add('franchiseApply', { contact: word, mobile: '13900139000', city: '杭州市' })
  await fragile.c.act('franchiseApply', 'follow', apply)
  return word
}
async function held(fragile: Fragile, doors: Doors): Promise<string> {
  const word = await applied(fragile, doors)
  await doors.act('admin', 'franchiseApply', 'pass', await fragile.recordOf(word), { result: '符合条件' })
  return word
}

export const LIVES: readonly Life[] = [
  { name: '发起', before: async (f) => f.newWord(), command: (f, d, word) => f.start(d, word) },
  {
    name: '同意（另一条并行分支还在等）',
    before: started,
    command: (f, d, word) => f.on(d, word, 'finance', 'approve', { opinion: '可以' }),
  },
  {
    name: '同意（分支汇合、抄送、下一个人）',
    before: async (f, d) => {
      const word = await started(f, d)
      await f.on(d, word, 'finance', 'approve')
      return word
    },
    command: (f, d, word) => f.on(d, word, 'cashier', 'approve'),
  },
  { name: '同意（最后一个）', before: atLast, command: (f, d, word) => f.on(d, word, 'finance', 'approve') },
  { name: '拒绝，回到发起人', before: atLast, command: (f, d, word) => f.on(d, word, 'finance', 'reject', { opinion: '再看' }) },
  {
    name: '重新提交，直接回到驳回节点',
    before: async (f, d) => {
      const word = await atLast(f, d)
      await f.on(d, word, 'finance', 'reject', { opinion: '再看' })
      return word
    },
    command: (f, d, word) => f.onCase(d, word, 'sales', 'resubmit'),
  },
  { name: '退回', before: atLast, command: (f, d, word) => f.on(d, word, 'finance', 'sendBack', { opinion: '先看这里', node: 'w' }) },
  { name: '转办', before: started, command: (f, d, word) => f.on(d, word, 'finance', 'handOver', { users: [f.id('ops')] }) },
  { name: '委派', before: started, command: (f, d, word) => f.on(d, word, 'finance', 'delegate', { users: [f.id('ops')] }) },
  {
    name: '被委派的人给出意见',
    before: async (f, d) => {
      const word = await started(f, d)
      await f.on(d, word, 'finance', 'delegate', { users: [f.id('ops')] })
      return word
    },
    command: (f, d, word) => f.on(d, word, 'ops', 'approve', { opinion: '没问题' }),
  },
  {
    name: '前加签',
    before: started,
    command: (f, d, word) => f.on(d, word, 'finance', 'addBefore', { users: [f.id('ops'), f.id('sales')] }),
  },
  { name: '后加签', before: started, command: (f, d, word) => f.on(d, word, 'finance', 'addAfter', { users: [f.id('ops')] }) },
  {
    name: '减签',
    before: async (f, d) => {
      const word = await started(f, d)
      await f.on(d, word, 'finance', 'addBefore', { users: [f.id('ops')] })
      return word
    },
    command: async (f, d, word) =>
      d.call('finance', '/api/v1/workflow/removeAdded', {
        task: await f.task(word, 'finance', 'waiting'),
        added: await f.task(word, 'ops'),
      }),
  },
  {
    name: '拿回',
    before: atLast,
    command: async (f, d, word) => d.call('cashier', '/api/v1/workflow/takeBack', { task: await f.task(word, 'cashier', 'agreed') }),
  },
  { name: '撤销', before: started, command: (f, d, word) => f.onCase(d, word, 'sales', 'withdraw', { reason: '不办了' }) },
  { name: '催办', before: started, command: (f, d, word) => f.onCase(d, word, 'sales', 'urge') },
  { name: '抄送', before: started, command: (f, d, word) => f.onCase(d, word, 'sales', 'copy', { users: [f.id('ops')] }) },
  {
    name: '业务动作转为审批',
    before: applied,
    command: async (f, d, word) => d.act('admin', 'franchiseApply', 'pass', await f.recordOf(word), { result: '符合条件' }),
  },
  { name: '同意，业务随之生效', before: held, command: (f, d, word) => f.on(d, word, 'finance', 'approve') },
  { name: '拒绝，业务留下记录', before: held, command: (f, d, word) => f.on(d, word, 'finance', 'reject', { opinion: '再考察' }) },
]
