/** What changed between two drawings, in words a person can check before publishing. */
import { NODE_KINDS, isBranching, type ProcessNode } from '../../engine/definition.ts'

export interface Change {
  id: string
  name: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  what: string
}

const ASPECTS: Readonly<Record<string, string>> = {
  name: '名称',
  who: '人员',
  mode: '多人方式',
  vote: '票签规则',
  veto: '会签规则',
  firstReject: '或签规则',
  empty: '审批人为空',
  self: '本人审批',
  reject: '拒绝后',
  resubmit: '重新提交',
  timeout: '超时',
  fields: '字段权限',
  buttons: '按钮',
  needReason: '必填意见',
  needSignature: '必须签名',
  routes: '路由',
  process: '子流程',
  wait: '等待',
  onRejected: '子流程未通过',
  hours: '时长',
  until: '日期',
  action: '动作',
  when: '条件',
  default: '默认',
  kind: '类型',
}
const text = (value: unknown): string => JSON.stringify(value) ?? ''

interface Entry {
  name: string
  label: string
  /** Its own properties, without what stands inside. */
  own: Record<string, unknown>
  before: string
}

function entries(nodes: readonly ProcessNode[]): Map<string, Entry> {
  const map = new Map<string, Entry>()
  const walk = (list: readonly ProcessNode[], head: string): void => {
    let before = head
    for (const n of list) {
      const { id, ...own } = n as unknown as Record<string, unknown> & { id: string }
      delete own['branches']
      map.set(id, { name: n.name, label: NODE_KINDS[n.kind], own, before })
      if (isBranching(n))
        for (const [i, b] of n.branches.entries()) {
          const { id: bid, nodes: inner, ...rest } = b
          map.set(bid, { name: b.name, label: '分支', own: rest as Record<string, unknown>, before: `${n.id}#${i}` })
          walk(inner, bid)
        }
      before = n.id
    }
  }
  walk(nodes, '')
  return map
}

export function compare(before: readonly ProcessNode[], after: readonly ProcessNode[]): Change[] {
  const a = entries(before)
  const b = entries(after)
  const changes: Change[] = []
  for (const [id, is] of b) {
    const was = a.get(id)
    if (!was) {
      changes.push({ id, name: is.name, kind: 'added', what: `新增${is.label}` })
      continue
    }
    const parts = [...new Set([...Object.keys(was.own), ...Object.keys(is.own)])].filter((key) => text(was.own[key]) !== text(is.own[key]))
    if (parts.length)
      changes.push({ id, name: is.name, kind: 'changed', what: `修改了${parts.map((key) => ASPECTS[key] ?? key).join('、')}` })
    // A neighbour that came or went moves nobody.
    else if (was.before !== is.before && a.has(is.before) && b.has(was.before))
      changes.push({ id, name: is.name, kind: 'moved', what: '移动了位置' })
  }
  for (const [id, was] of a) if (!b.has(id)) changes.push({ id, name: was.name, kind: 'removed', what: `删除${was.label}` })
  return changes
}
