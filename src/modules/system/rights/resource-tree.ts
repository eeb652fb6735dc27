/** The resource tree as rows: nesting, moving, and what may stand below what. Pure. */
import type { ResourceType } from '#kit/access/session.ts'

export interface ResourceItem {
  code: string
  parentCode: string | null
  type: ResourceType
  name: string
  path: string | null
  icon: string | null
  idx: number
  description: string | null
  permissionControlled: boolean
  hidden: boolean
  authUrls: string[]
  builtin: boolean
  touched: boolean
}
export interface ResourceNode extends ResourceItem {
  children: ResourceNode[]
}

export const RESOURCE_TYPES: Record<ResourceType, string> = { menu: '菜单', menu_item: '页面', function: '功能按钮' }

/** Order of the server is kept; a row whose parent is gone stands at the top. */
export function nestResources(rows: readonly ResourceItem[]): ResourceNode[] {
  const nodes = new Map(rows.map((row) => [row.code, { ...row, children: [] as ResourceNode[] }]))
  const roots: ResourceNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentCode === null ? undefined : nodes.get(node.parentCode)
    if (parent && parent !== node) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}

export function isUnder(rows: readonly ResourceItem[], code: string, ancestor: string): boolean {
  const parents = new Map(rows.map((row) => [row.code, row.parentCode]))
  const seen = new Set<string>()
  for (let at: string | null | undefined = code; at && !seen.has(at); at = parents.get(at)) {
    if (at === ancestor) return true
    seen.add(at)
  }
  return false
}

/** Null, or why a resource of this type cannot stand there. */
export function whyNotBelow(type: ResourceType, parent: Pick<ResourceItem, 'type' | 'name'> | null): string | null {
  if (type === 'function') return parent?.type === 'menu_item' ? null : '功能按钮只能放在页面下面'
  if (parent === null || parent.type === 'menu') return null
  return `${RESOURCE_TYPES[type]}只能放在菜单下面或顶层`
}

export type Move = { parentCode: string | null; codes: string[] } | { reason: string }

/** What dragging `code` onto (`inside`) or beside another row means: the new siblings in their order, or why not. */
export function moveResource(rows: readonly ResourceItem[], code: string, target: string, where: 'inside' | 'before' | 'after'): Move {
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const [row, over] = [byCode.get(code), byCode.get(target)]
  if (!row || !over || code === target) return { reason: '无法移动' }
  const parentCode = where === 'inside' ? target : over.parentCode
  if (parentCode !== null && isUnder(rows, parentCode, code)) return { reason: '不能移动到自己的下级' }
  const reason = whyNotBelow(row.type, parentCode === null ? null : (byCode.get(parentCode) ?? null))
  if (reason) return { reason }
  const siblings = rows.filter((r) => r.parentCode === parentCode && r.code !== code).map((r) => r.code)
  const at = where === 'inside' ? siblings.length : siblings.indexOf(target) + (where === 'after' ? 1 : 0)
  return { parentCode, codes: siblings.toSpliced(at, 0, code) }
}
