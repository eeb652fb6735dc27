/** What the browser learns about itself after login (spec §3), and the shape of the resource tree. */
export type ResourceType = 'menu' | 'menu_item' | 'function'

/** Resource exactly as spec §3 names it; `funcItemList` holds children of any type. */
export interface Resource {
  resourceCode: string
  parentCode: string | null
  resourceTypeCode: ResourceType
  resourceName: string
  path: string | null
  icon: string | null
  idx: number
  /** `METHOD /path/pattern` entries enforced by the server; `*` matches one segment. */
  authUrls: string[]
  resourceDesc: string | null
  /** Function items only: short verb shown on the button (operatorCode/operatorName of the catalogue). */
  operatorCode?: string
  operatorName?: string
  permissionControlled: boolean
  funcItemList: Resource[]
}

/** GET /api/v1/session/me */
export interface Me {
  uid: number
  username: string
  name: string
  phone: string
  avatar: string | null
  isAdmin: boolean
  isFirst: boolean
  /** The company wants a second factor first. */
  mustEnrol: boolean
  customerType: string
  carrier: boolean
  operatorId: number
  operatorName: string
  dept: string | null
  stores: string[]
  storeIds: number[]
  /** Function codes granted, all screens together (admin: every code). */
  functions: string[]
  /** Sentence describing the data permission, e.g. 「本门店：虹桥店、浦东店」. */
  scopeText: string
  /** Parts of the product the company does without: codes of their parameters. */
  partsOff: string[]
  /** How the menu is grouped: by the day's work, or as the administrator arranged it on 菜单管理. */
  menuLayout: 'work' | 'tree'
}
