/** Whatever waits for a decision may be rejected, changed and submitted again with nothing lost: decided by hand, and by a process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit, get } from '#kit/entity/store.server.ts'
import type { ApproveNode, ProcessDefinition } from '#modules/approval/engine/definition.ts'
import type { WorkItem } from '#modules/approval/wire.ts'
import { leasingActs } from '#modules/leasing/acts.server.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { Company, P1, refusal } from './company.ts'
import { running } from './leases.ts'

let company: Company
type Values = Record<string, unknown>
beforeAll(async () => {
  company = await Company.open('2025-01-10')
  const { id: dept } = await company.read((db) => db.selectFrom('dept').select('id').orderBy('id').executeTakeFirstOrThrow())
  company.people.set(
    'manager',
    await company.add('user', {
      username: 'manager',
      name: '周建国',
      mobile: '13800138000',
      roles: [],
      stores: [company.store],
      customerType: 'staff',
      dept,
    }),
  )
})
afterAll(() => company?.close())

const TERM = { startOn: '2025-02-01', endOn: '2026-02-01' }
const lease = async (): Promise<number> => (await running(company, TERM)).lease

async function settlement(): Promise<number> {
  const of = await lease()
  company.at('2025-02-11', '09:00')
  const back = await company.add('vehicleReturn', { lease: of, plannedOn: '2025-02-11', reasonKind: 'early' }, 'sales')
  await company.act('vehicleReturn', 'submit', back, {}, 'sales')
  await decide('vehicleReturn', back, true)
  company.at('2025-02-11', '16:00')
  await company.act(
    'vehicleReturn',
    'inspect',
    back,
    { actualAt: company.clock.now(), odometer: 12_400, energyPercent: 90, items: [], cleaningFee: 0, photos: await company.files(4) },
    'sales',
  )
  return (await company.read((db) => db.selectFrom('returnSettlement').select('id').where('lease', '=', of).executeTakeFirstOrThrow())).id
}

interface Case {
  make: () => Promise<number>
  /** What is changed after the rejection. */
  patch: Values
  passed: string
}
const CASES: Record<string, Case> = {
  contract: {
    make: async () =>
      company.add(
        'contract',
        { store: company.store, plan: company.plan, ...P1, lessee: await company.lessee(), vehicles: [await company.vehicle()], ...TERM },
        'sales',
      ),
    patch: { remark: '已补充资料' },
    passed: 'toSign',
  },
  carApplication: {
    make: async () =>
      company.add(
        'carApplication',
        { lessee: await company.lessee(), store: company.store, quantity: 1, wantOn: '2025-02-20', months: 12, purpose: '城配' },
        'sales',
      ),
    patch: { purpose: '社区团购配送' },
    passed: 'approved',
  },
  vehicleReturn: {
    make: async () =>
      company.add('vehicleReturn', { lease: await lease(), plannedOn: '2025-02-20', reasonKind: 'early', reasonNote: '业务收缩' }, 'sales'),
    patch: { plannedOn: '2025-02-25' },
    passed: 'toInspect',
  },
  vehicleSwap: {
    make: async () =>
      company.add(
        'vehicleSwap',
        {
          lease: await lease(),
          kind: 'permanent',
          newVehicle: await company.vehicle(),
          plannedOn: '2025-02-20',
          rentPolicy: 'difference',
          newRent: 420_000,
          reasonKind: 'upgrade',
        },
        'sales',
      ),
    patch: { reasonNote: '客户换大车' },
    passed: 'toSwap',
  },
  rentReduction: {
    make: async () =>
      company.add(
        'rentReduction',
        { lease: await lease(), method: 'freeDays', startOn: '2025-02-05', lastOn: '2025-02-07', reasonKind: 'fault', reasonNote: '停运' },
        'sales',
      ),
    patch: { lastOn: '2025-02-06' },
    passed: 'effective',
  },
  renewal: {
    make: async () => company.add('renewal', { lease: await lease(), months: 6, monthlyRent: 360_000 }, 'sales'),
    patch: { monthlyRent: 370_000 },
    passed: 'toSign',
  },
  leaseExtension: {
    make: async () =>
      company.add('leaseExtension', { lease: await lease(), kind: 'return', newEndOn: '2026-02-06', reasonNote: '多用五天' }, 'sales'),
    patch: { newEndOn: '2026-02-04' },
    passed: 'effective',
  },
  returnSettlement: { make: settlement, patch: { remark: '已与客户核对' }, passed: 'toRefund' },
}

const recordOf = (entity: string, id: number): Promise<Values> =>
  company.write((tx) => get(tx, company.as(), entity, id)) as Promise<Values>
async function submit(entity: string, id: number): Promise<void> {
  if (entity !== 'returnSettlement') return void (await company.act(entity, 'submit', id, {}, 'sales'))
  const { hash } = await company.write(async (tx) => computeSheet(tx, company.as(), (await get(tx, company.as(), entity, id)) as never))
  await company.act(entity, 'submit', id, { hash }, 'sales')
}
/** A settlement is filled in by an action of its own; everything else has a form. */
const change = (entity: string, id: number, patch: Values): Promise<Values> =>
  entity === 'returnSettlement'
    ? company.act(entity, 'fill', id, { penaltyWaived: 0, violationsChecked: true, payee: '张三', ...patch }, 'sales')
    : company.write((tx) => edit(tx, company.as('sales'), entity, id, null, patch, 'person'))

async function call<T>(who: string, method: 'GET' | 'POST', path: string, input: object): Promise<T> {
  const route = company.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === method && r.path === path)!
  return (await route.handler(company.as(who), await route.input.parseAsync(input), {
    files: [],
    signal: new AbortController().signal,
  })) as T
}
/** What is under a process at the moment. */
let bound = ''
const sceneOf = (entity: string): number => leasingActs.find((a) => a.entity === entity)!.scene
async function decide(entity: string, id: number, pass: boolean): Promise<void> {
  if (bound !== entity) return void (await company.act(entity, pass ? 'pass' : 'reject', id, pass ? {} : { reason: '资料不全' }, 'finance'))
  const work = await workOf(entity, id)
  await call('manager', 'POST', `/api/v1/workflow/${pass ? 'approve' : 'reject'}`, {
    task: work.task!.id,
    opinion: pass ? '同意' : '资料不全',
  })
}

async function workOf(entity: string, id: number): Promise<WorkItem> {
  const { list } = await call<{ list: WorkItem[] }>('manager', 'GET', '/api/v1/workbench/list', { box: 'waiting' })
  return list.find((w) => w.businessId === id && w.scene === sceneOf(entity))!
}
/** Nobody decides past the process, not even whoever has the right; its starter takes it back, and may submit it again. */
async function takenBackAndAgain(entity: string, id: number): Promise<void> {
  for (const [action, input] of [
    ['pass', {}],
    ['reject', { reason: '不经审批' }],
  ] as const)
    expect((await refusal(company.act(entity, action, id, input, 'finance'))).message).toMatch(
      /正在审批（SP\d{8}-\d{4}），请在审批工作台处理/,
    )
  expect((await recordOf(entity, id))['status']).toBe('approving')
  await call('sales', 'POST', '/api/v1/workflow/withdraw', { id: (await workOf(entity, id)).id })
  expect(await recordOf(entity, id)).toMatchObject({ status: 'rejected', rejectReason: '发起人撤销审批' })
  await submit(entity, id)
  expect(await recordOf(entity, id)).toMatchObject({ status: 'approving', rejectReason: null })
}

async function rejectedAndAgain(entity: string): Promise<void> {
  const { make, patch, passed } = CASES[entity]!
  const id = await make()
  if (entity === 'returnSettlement') await change(entity, id, {})
  await submit(entity, id)
  expect((await recordOf(entity, id))['status']).toBe('approving')
  if (entity !== 'returnSettlement')
    expect((await refusal(change(entity, id, patch))).message).toMatch(/提交后不能修改|正在审批（.+不能修改/)
  if (bound) await takenBackAndAgain(entity, id)
  const before = await recordOf(entity, id)
  await decide(entity, id, false)
  const rejected = await recordOf(entity, id)
  expect(rejected).toMatchObject({ status: 'rejected', rejectReason: bound ? '审批不通过：资料不全' : '资料不全' })
  // What was typed stands there still.
  const typed = Object.keys(before).filter(
    (name) => !['status', 'version', 'updatedAt', 'updatedBy', 'rejectReason', 'decidedBy', 'decidedAt'].includes(name),
  )
  expect(Object.fromEntries(typed.map((name) => [name, rejected[name]]))).toEqual(
    Object.fromEntries(typed.map((name) => [name, before[name]])),
  )
  await change(entity, id, patch)
  await submit(entity, id)
  expect(await recordOf(entity, id)).toMatchObject({ ...patch, status: 'approving', rejectReason: null })
  await decide(entity, id, true)
  expect((await recordOf(entity, id))['status']).toBe(passed)
  expect(await company.proveAll()).toEqual([])
}

test('every act of leasing that waits for approval is tried', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(leasingActs.map((a) => a.entity).toSorted())
})

describe('without a process, the one with the right decides', () => {
  // A contract without a process is passed as it is submitted.
  test.each(Object.keys(CASES).filter((entity) => entity !== 'contract'))(
    '%s: rejected, changed, submitted again, passed',
    rejectedAndAgain,
  )
})

describe('with a process', () => {
  async function under(entity: string): Promise<void> {
    const node: ApproveNode = {
      kind: 'approve',
      id: 'm',
      name: '店长',
      who: { kind: 'person', users: [company.people.get('manager')!] },
      mode: 'all',
      empty: { policy: 'toAdmin' },
      self: 'allow',
    }
    const definition: ProcessDefinition = {
      format: 1,
      nodes: [{ kind: 'start', id: 'start', name: '发起人' }, node],
      settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none', print: { trail: true } },
    }
    const process = await company.add('approvalProcess', { key: `${entity}Flow`, name: `${entity}审批`, category: 'lease', act: entity })
    const { id: draft } = await call<{ id: number }>('sales', 'POST', '/api/v1/approvalVersion/draft', { process })
    const { version } = await call<{ version: number }>('sales', 'GET', '/api/v1/approvalVersion/design', { id: String(draft) })
    await call('sales', 'POST', '/api/v1/approvalVersion/save', { id: draft, version, definition })
    await company.act('approvalVersion', 'publish', draft)
    const binding = await company.add('businessProcess', { act: entity, process })
    bound = entity
    try {
      await rejectedAndAgain(entity)
    } finally {
      bound = ''
      await company.edit('businessProcess', binding, { enabled: false })
    }
  }
  test.each(Object.keys(CASES))(
    '%s: not decided past it, withdrawn, submitted again, rejected by its approver, changed, submitted again, passed',
    under,
  )
})
