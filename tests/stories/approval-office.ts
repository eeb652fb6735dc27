/** Calls of approval as stories make them: forms, drawings, cases, and the workbench of a person. */
import type { ApproveNode, AssigneeRule, ProcessDefinition, ProcessNode, ProcessSettings } from '#modules/approval/engine/definition.ts'
import type { FormSchema } from '#modules/approval/forms/form.ts'
import type { CaseView, WorkItem } from '#modules/approval/wire.ts'
import type { Company } from './company.ts'

export const node = (nodeId: string, name: string, who: AssigneeRule, more: Partial<ApproveNode> = {}): ApproveNode => ({
  kind: 'approve',
  id: nodeId,
  name,
  who,
  mode: 'all',
  empty: { policy: 'toAdmin' },
  self: 'allow',
  ...more,
})
export const drawing = (nodes: ProcessNode[], settings: Partial<ProcessSettings> = {}): ProcessDefinition => ({
  format: 1,
  nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...nodes],
  settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none', print: { trail: true }, ...settings },
})

export class Office {
  readonly c: Company
  constructor(company: Company) {
    this.c = company
  }
  id = (who: string): number => this.c.people.get(who)!
  people = (...who: string[]): AssigneeRule => ({ kind: 'person', users: who.map((w) => this.id(w)) })

  async call<T>(who: string, method: 'GET' | 'POST', path: string, input: object = {}): Promise<T> {
    const route = this.c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)
    if (!route) throw new Error(`no such call: ${path}`)
    // May open every screen; but what falls to an administrator falls to him alone.
    const ctx = this.c.as(who)
    return (await route.handler({ ...ctx, user: { ...ctx.user, isAdmin: who === 'admin' } }, await route.input.parseAsync(input), {
      files: [],
      signal: new AbortController().signal,
    })) as T
  }
  async hire(...who: [string, string][]): Promise<void> {
    const dept = await this.c.read(async (db) => (await db.selectFrom('dept').select('id').orderBy('id').executeTakeFirstOrThrow()).id)
    for (const [name, label] of who)
      this.c.people.set(
        name,
        await this.c.add('user', {
          username: name,
          name: label,
          mobile: '13800138000',
          roles: [],
          stores: [this.c.store],
          customerType: 'staff',
          dept,
        }),
      )
  }
  async makeForm(name: string, schema: FormSchema): Promise<number> {
    const form = await this.c.add('approvalForm', { name })
    const { id: draft } = await this.call<{ id: number }>('sales', 'POST', '/api/v1/approvalFormVersion/draft', { form })
    const { version } = await this.call<{ version: number }>('sales', 'GET', '/api/v1/approvalFormVersion/design', { id: String(draft) })
    await this.call('sales', 'POST', '/api/v1/approvalFormVersion/save', { id: draft, version, schema })
    await this.c.act('approvalFormVersion', 'publish', draft)
    return form
  }
  async draft(process: number, definition: ProcessDefinition): Promise<number> {
    const { id: draft } = await this.call<{ id: number }>('sales', 'POST', '/api/v1/approvalVersion/draft', { process })
    const { version } = await this.call<{ version: number }>('sales', 'GET', '/api/v1/approvalVersion/design', { id: String(draft) })
    await this.call('sales', 'POST', '/api/v1/approvalVersion/save', { id: draft, version, definition })
    return draft
  }
  async publish(process: number, definition: ProcessDefinition): Promise<void> {
    await this.c.act('approvalVersion', 'publish', await this.draft(process, definition))
  }
  /** A process of an act, published and set up for it. */
  async bind(act: string, nodes: ProcessNode[]): Promise<number> {
    const process = await this.c.add('approvalProcess', { key: `p${act.replaceAll(/\W/g, '')}`, name: `${act} 审批`, act })
    await this.publish(process, drawing(nodes))
    await this.c.add('businessProcess', { act, process })
    return process
  }
  start = (who: string, flowKey: string, values: object, choices?: object): Promise<{ id: number; no: string }> =>
    this.call(who, 'POST', '/api/v1/flow/start', { flowKey, values, ...(choices ? { choices } : {}) })
  task = (who: string, verb: string, work: WorkItem, more: object = {}): Promise<unknown> =>
    this.call(who, 'POST', `/api/v1/workflow/${verb}`, { task: work.task!.id, ...more })
  waiting = async (who: string): Promise<WorkItem[]> =>
    (await this.call<{ list: WorkItem[] }>(who, 'GET', '/api/v1/workbench/list', { box: 'waiting' })).list
  async one(who: string): Promise<WorkItem> {
    const [first, ...rest] = await this.waiting(who)
    if (!first || rest.length) throw new Error(`${who} has ${rest.length + (first ? 1 : 0)} tasks`)
    return first
  }
  view = (who: string, caseId: number): Promise<CaseView> => this.call(who, 'GET', '/api/v1/workflow/case', { id: String(caseId) })
}
