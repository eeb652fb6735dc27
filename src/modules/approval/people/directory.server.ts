/** Answers the engine's questions about people from the operator's own tables. Nobody disabled or deleted is ever answered. */
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { worded } from '#kit/database/compiled-statement.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { AssigneeRule } from '../engine/definition.ts'
import type { Question } from '../engine/command.ts'
import type { Values } from '../engine/expression.ts'

/** What of a case decides who its people are. */
export interface CaseGround {
  operatorId: number
  starter: number
  store: number | null
  /** Who sees to it when nobody is found; the operator's administrators when empty. */
  managers: readonly number[]
  values: Values
}

/** More people of one role than can be asked about anything. */
const MOST = 2000

/** One statement however many they are. */
const anyOf = (ids: readonly number[]) => sql<boolean>`id = any(${sql.val(ids)}::bigint[])`

const activeOf = worded((tx, p: { ids: readonly number[]; operatorId: number }) =>
  liveRows(tx, 'user').select('id').where(anyOf(p.ids)).where('status', '=', 'active'),
)

const idsOf = (value: unknown): number[] => [value].flat().filter((x): x is number => typeof x === 'number' && Number.isSafeInteger(x))

export class Directory {
  private readonly tx: Tx
  private readonly ground: CaseGround
  constructor(tx: Tx, ground: CaseGround) {
    this.tx = tx
    this.ground = ground
  }

  answer(question: Question, values: Values = this.ground.values): Promise<number[]> {
    if (question.ask === 'admins') return this.admins()
    if (question.ask === 'leader') return this.leaders(question.of).then((all) => all.slice(0, 1))
    return this.people(question.rule, values)
  }

  /** Those who are there and enabled, in the order asked for; for whoever has left, his successor. */
  private async enabled(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const { rows } = await activeOf(this.tx, { ids, operatorId: this.ground.operatorId })
    const active = new Set(rows.map((r) => r.id))
    const gone = ids.filter((id) => !active.has(id))
    const heirs = gone.length ? await this.successors(gone) : new Map<number, number>()
    return [...new Set(ids.map((id) => (active.has(id) ? id : heirs.get(id))).filter((id) => id !== undefined))]
  }

  /** The nearest enabled successor of each who has left; those who succeed one another in a circle have none. */
  private async successors(gone: readonly number[]): Promise<Map<number, number>> {
    const { rows } = await sql<{ id: number; heir: number }>`
      with recursive heirs(id, heir, depth) as (
        select user_id, successor, 1 from approval_successor where operator_id = ${this.ground.operatorId} and user_id = any(${sql.val([...gone])}::bigint[])
        union all select h.id, s.successor, h.depth + 1 from heirs h join approval_successor s on s.operator_id = ${this.ground.operatorId} and s.user_id = h.heir where h.depth < 10)
      select distinct on (h.id) h.id, h.heir from heirs h join "user" u on u.id = h.heir and u.status = 'active' and u.deleted_at is null order by h.id, h.depth`.execute(
      this.tx,
    )
    return new Map(rows.map((r) => [r.id, r.heir]))
  }

  private async people(rule: AssigneeRule, values: Values): Promise<number[]> {
    switch (rule.kind) {
      case 'person':
        return this.enabled(rule.users)
      case 'role':
        return this.ofRoles(rule.roles, rule.sameStore === true)
      case 'approvalRole':
        return this.ofApprovalRole(rule.code)
      case 'leader':
        return this.leaderAt(this.ground.starter, rule.level)
      case 'leaders':
        return (await this.leaders(this.ground.starter)).slice(0, rule.upTo)
      case 'deptLeader':
        return this.leaderOf(rule.dept)
      case 'starter':
        return this.enabled([this.ground.starter])
      case 'formPerson':
        return this.enabled(idsOf(values[`form.${rule.field}`]))
      case 'formDeptLeader': {
        const [dept] = idsOf(values[`form.${rule.field}`])
        return dept === undefined ? [] : this.leaderOf(dept)
      }
      case 'fact':
        return this.enabled(idsOf(values[`fact.${rule.field}`]))
      default:
        return []
    }
  }

  private async ofRoles(roles: readonly number[], sameStore: boolean): Promise<number[]> {
    const { operatorId, store } = this.ground
    if (roles.length === 0) return []
    const { rows } = await sql<{ id: number }>`
      select u.id from "user" u where u.operator_id = ${operatorId} and u.status = 'active' and u.deleted_at is null
        and u.roles && (select array_agg(r.id) from role r where r.id = any(${sql.val([...roles])}::bigint[]) and r.status = 'active' and r.deleted_at is null)
        and (${!sameStore || store === null} or u.stores && array[${store ?? 0}]::bigint[])
      order by u.id limit ${MOST + 1}`.execute(this.tx)
    // Silently asking some of them would pass for all.
    if (rows.length > MOST) throw refused(`审批人超过 ${MOST} 人，不能逐一征求：请联系流程管理员改用审批角色或指定成员`)
    return rows.map((r) => r.id)
  }

  /** The nearest members: of the store, else of its city, else of the whole company. */
  private async ofApprovalRole(code: string): Promise<number[]> {
    const { rows } = await sql<{ id: number; rank: number }>`
      select m."user" as id, case m.reach when 'store' then 1 when 'region' then 2 else 3 end as rank
      from approval_role_member m
        join approval_role r on r.id = m.role and r.deleted_at is null and r.status = 'active'
        join "user" u on u.id = m."user" and u.deleted_at is null and u.status = 'active'
        left join store s on s.id = ${this.ground.store}::bigint and s.deleted_at is null
      where r.operator_id = ${this.ground.operatorId} and r.code = ${code} and m.deleted_at is null
        and (m.reach = 'company' or (m.reach = 'store' and m.store = s.id) or (m.reach = 'region' and m.region = s.city))
      order by rank, m.id`.execute(this.tx)
    const nearest = rows[0]?.rank
    return [...new Set(rows.filter((r) => r.rank === nearest).map((r) => r.id))]
  }

  private async leaderOf(dept: number): Promise<number[]> {
    const row = await liveRows(this.tx, 'dept').select('leader').where('id', '=', dept).executeTakeFirst()
    return this.enabled(idsOf(row?.leader))
  }

  /** Upwards from a person's department: who leads it, who leads the one above. Nobody leads himself. */
  private async leaders(user: number): Promise<number[]> {
    return this.enabled((await this.leadersAbove(user)).flatMap((leader) => leader ?? []))
  }
  /** The one of a level, or nobody: a level without a leader is not climbed over, the node says what then happens (审批人为空). */
  private async leaderAt(user: number, level: number): Promise<number[]> {
    return this.enabled(idsOf((await this.leadersAbove(user))[level - 1]))
  }
  private async leadersAbove(user: number): Promise<(number | null)[]> {
    const { rows } = await sql<{ leader: number | null }>`
      with recursive up(id, parent, leader, depth) as (
        select d.id, d.parent, d.leader, 1 from dept d join "user" u on u.dept = d.id where u.id = ${user} and u.operator_id = ${this.ground.operatorId} and d.deleted_at is null
        union all select d.id, d.parent, d.leader, up.depth + 1 from dept d join up on d.id = up.parent where d.deleted_at is null and up.depth < 20)
      select leader from up order by depth`.execute(this.tx)
    return rows.map((r) => r.leader).filter((leader) => leader !== user)
  }

  private async admins(): Promise<number[]> {
    const managers = await this.enabled(this.ground.managers)
    if (managers.length) return managers
    const rows = await liveRows(this.tx, 'user')
      .select('id')
      .where('isAdmin', '=', true)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(20)
      .execute()
    return rows.map((r) => r.id)
  }
}

/** Names of people, the disabled and deleted ones too: history stays readable. */
export async function namesOf(tx: Tx, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id): id is number => typeof id === 'number' && id > 0))]
  if (wanted.length === 0) return new Map()
  return new Map((await tx.selectFrom('user').select(['id', 'name']).where(anyOf(wanted)).execute()).map((r) => [r.id, r.name]))
}

export interface Starter {
  name: string | null
  values: Values
  dept: number | null
  stores: readonly number[]
  /** Has left: somebody else stands in for him. */
  gone: boolean
}
interface StarterRow {
  name?: string | null
  dept: number | null
  stores: number[] | null
  roles: number[] | null
  status: string
  deletedAt: string | null
}
/** Facts about the starter, under the names conditions use. */
export function starterOf(user: number, row: StarterRow | undefined): Starter {
  const stores = row?.stores ?? []
  return {
    name: row?.name ?? null,
    values: { 'starter.id': user, 'starter.dept': row?.dept ?? null, 'starter.stores': stores, 'starter.roles': row?.roles ?? [] },
    dept: row?.dept ?? null,
    stores,
    gone: row?.status !== 'active' || row.deletedAt !== null,
  }
}
const starterRow = worded((tx, p: { user: number }) =>
  tx.selectFrom('user').select(['name', 'dept', 'stores', 'roles', 'status', 'deletedAt']).where('id', '=', p.user),
)
export const starterFacts = async (tx: Tx, user: number): Promise<Starter> => starterOf(user, (await starterRow(tx, { user })).rows[0])
