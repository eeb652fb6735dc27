/** Which rule prices an order (transport.md §3): the most specific one in force; of equals the higher priority, then the newer. */
export interface RuleScope {
  id: number
  name: string
  status: string
  type: string
  direction: 'receivable' | 'payable'
  customer: number | null
  carrier: number | null
  driver: number | null
  project: number | null
  orderModel: number | null
  goodsRoute: number | null
  vehicleClass: string | null
  goodsCategory: string | null
  fromArea: string | null
  toArea: string | null
  priority: number
}
export interface Candidate {
  rule: RuleScope
  version: { id: number; effectiveOn: string; endsOn: string | null } | null
}
export interface Asked {
  direction: 'receivable' | 'payable'
  day: string
  customer: number | null
  carrier: number | null
  driver: number | null
  project: number | null
  /** Rules the project names as its own. */
  projectRules: readonly number[]
  orderModel: number | null
  goodsRoute: number | null
  vehicleClass: string | null
  goodsCategories: readonly string[]
  fromArea: string
  toArea: string
}
export interface Judged {
  rule: number
  name: string
  version: number | null
  score: number
  /** null: it could be taken. */
  why: string | null
}

/** Why this rule does not fit, or how specific it is. The scores keep the ranks apart: what stands higher outweighs all below. */
function scoreOf(r: RuleScope, a: Asked): number | string {
  let score = 0
  const needs: [number | string | null, number | string | null, number, string][] = [
    [r.goodsRoute, a.goodsRoute, 64, '货运线路不符'],
    [r.customer, a.customer, 32, '客户不符'],
    [r.carrier, a.carrier, 32, '承运商不符'],
    [r.driver, a.driver, 32, '司机不符'],
    [r.orderModel, a.orderModel, 8, '订单模式不符'],
    [r.vehicleClass, a.vehicleClass, 4, '车型不符'],
  ]
  for (const [wanted, is, points, why] of needs) {
    if (wanted === null) continue
    if (wanted !== is) return why
    score += points
  }
  const own = a.projectRules.includes(r.id)
  if (r.project !== null && r.project !== a.project) return '项目不符'
  if (r.project !== null || own) score += 16
  if (r.goodsCategory !== null) {
    if (!a.goodsCategories.includes(r.goodsCategory)) return '货物类别不符'
    score += 2
  }
  const areas: [string | null, string, string][] = [
    [r.fromArea, a.fromArea, '起运地不符'],
    [r.toArea, a.toArea, '到达地不符'],
  ]
  let length = 0
  for (const [prefix, area, why] of areas) {
    if (prefix === null) continue
    if (!area.startsWith(prefix)) return why
    length += prefix.length
  }
  // Inside the one point of the area the longer prefix wins: at most 12 of 13.
  return score * 100 + (length > 0 ? 50 + length : 0)
}

function judge(c: Candidate, a: Asked): Judged {
  const { rule, version } = c
  const base = { rule: rule.id, name: rule.name, version: version?.id ?? null }
  const no = (why: string): Judged => ({ ...base, score: -1, why })
  if (rule.direction !== a.direction) return no('方向不符')
  if (rule.status !== 'active') return no(rule.status === 'draft' ? '规则尚未发布' : '规则已停用')
  const score = scoreOf(rule, a)
  if (typeof score === 'string') return no(score)
  if (version === null || version.effectiveOn > a.day) return no(`计价日 ${a.day} 没有生效的版本`)
  if (version.endsOn !== null && version.endsOn < a.day) return no(`已于 ${version.endsOn} 失效`)
  return { ...base, score, why: null }
}

/** The chosen one, and all others with the reason: 「优先级较低」 where they would have fitted. */
export function chooseRule(candidates: readonly Candidate[], a: Asked): { chosen: Judged | null; others: Judged[] } {
  const judged = candidates.filter((c) => c.rule.direction === a.direction).map((c) => ({ c, j: judge(c, a) }))
  const fitting = judged
    .filter(({ j }) => j.why === null)
    .toSorted(
      (x, y) =>
        y.j.score - x.j.score ||
        y.c.rule.priority - x.c.rule.priority ||
        (x.c.version!.effectiveOn < y.c.version!.effectiveOn ? 1 : x.c.version!.effectiveOn > y.c.version!.effectiveOn ? -1 : 0) ||
        x.c.rule.id - y.c.rule.id,
    )
  const best = fitting[0]?.j ?? null
  const others = judged
    .filter(({ j }) => j !== best)
    .map(({ j }) => (j.why === null ? { ...j, why: j.score < best!.score ? '范围不如采用的规则具体' : '优先级或生效日期在后' } : j))
  return { chosen: best, others }
}

const overlapping = (a: number | string | null, b: number | string | null): boolean => a === b
/** Published versions of two rules that could not be told apart: same type, direction, scope and priority. */
export const sameScope = (a: RuleScope, b: RuleScope): boolean =>
  a.type === b.type &&
  a.direction === b.direction &&
  a.priority === b.priority &&
  (
    ['customer', 'carrier', 'driver', 'project', 'orderModel', 'goodsRoute', 'vehicleClass', 'goodsCategory', 'fromArea', 'toArea'] as const
  ).every((k) => overlapping(a[k], b[k]))
