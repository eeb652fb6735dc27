/** Departments, roles with their menus, people, stores, looks per host. */
import { randomPassword, hashPassword } from '#kit/access/password.server.ts'
import { wantedResources } from '#modules/system/rights/resources.server.ts'
import { STORES } from './names.ts'
import { mobile } from './random.ts'
import { ROLES, screensOf } from './roles.ts'
import type { World } from './world.ts'

/** Offered on the login page. `store` -1: none. */
const ACCOUNTS = [
  { username: 'yunqiao_manager', name: '周建国', role: 'store_manager', dept: 'sales', store: 0, note: '上海虹桥店经理：只看本门店' },
  { username: 'yunqiao_sales', name: '林晓明', role: 'sales', dept: 'sales', store: 0, note: '业务员：客户、合同、交车' },
  {
    username: 'yunqiao_finance',
    name: '沈雨桐',
    role: 'finance',
    dept: 'finance',
    store: -1,
    note: '财务：账单、收付款、对账、发票、关账、统计',
  },
  { username: 'yunqiao_fleet', name: '马志强', role: 'fleet', dept: 'fleet', store: -1, note: '车管：车辆、整备、车联网、车务与油电' },
  { username: 'yunqiao_service', name: '何欣怡', role: 'service', dept: 'service', store: -1, note: '客服：评价、反馈、加盟、违章与出险' },
  {
    username: 'yunqiao_dispatch',
    name: '孙立军',
    role: 'dispatch',
    dept: 'dispatch',
    store: -1,
    note: '调度：订单、排线、任务、司机、运费',
  },
  // No role: the account sees what its carrier has, and nothing else (transport.ts binds it).
  {
    username: 'yunqiao_carrier',
    name: '申达货运',
    role: null,
    dept: 'dispatch',
    store: -1,
    note: '承运商：接单、看自己的任务与运费',
    customerType: 'carrier',
    mobile: '13817650426',
  },
] as const
/** Further staff without an offered account. */
const STAFF = [
  { username: 'yunqiao_cashier', name: '谢春梅', role: 'finance', dept: 'finance', store: -1 },
  { username: 'yunqiao_pudong', name: '陆俊峰', role: 'sales', dept: 'sales', store: 1 },
  { username: 'yunqiao_hangzhou', name: '郑海燕', role: 'sales', dept: 'sales', store: 2 },
  { username: 'yunqiao_suzhou', name: '顾文斌', role: 'sales', dept: 'sales', store: 3 },
]
export const SALES_OF_STORE = ['yunqiao_sales', 'yunqiao_pudong', 'yunqiao_hangzhou', 'yunqiao_suzhou']

async function departments(w: World): Promise<Map<string, number>> {
  const root = await w.db.read(w.operatorId, (db) => db.selectFrom('dept').select('id').where('code', '=', 'root').executeTakeFirst())
  const ids = new Map<string, number>()
  const top = root?.id ?? (await w.add(undefined, 'dept', { name: '总公司', code: 'root', idx: 0 }))
  for (const [idx, [code, name]] of [
    ['sales', '业务部'],
    ['finance', '财务部'],
    ['fleet', '车管部'],
    ['service', '客服部'],
    ['dispatch', '调度部'],
  ].entries())
    ids.set(code!, await w.add(undefined, 'dept', { name, code, parent: top, idx: idx + 1 }))
  return ids
}

async function stores(w: World): Promise<void> {
  for (const plan of STORES) {
    const id = await w.add(undefined, 'store', {
      code: plan.code,
      name: plan.name,
      city: plan.city,
      hours: '09:00-18:00',
      phone: `021-5${w.random.digits(7)}`,
      place: { address: plan.address, lng: plan.lng, lat: plan.lat },
    })
    w.stores.push({ id, plan })
  }
}

async function roles(w: World): Promise<Map<string, number>> {
  const template = async (name: string, mode: 'all' | 'ownStore') =>
    w.add(undefined, 'dataTemplate', {
      name,
      entries: [
        {
          resourceCode: '*',
          rules: ['store', 'dept', 'owner', 'channel'].map((rule) => ({ rule, mode: rule === 'store' ? mode : 'all' })),
        },
      ],
      remark: mode === 'all' ? '看全部门店的数据' : '只看自己所属门店的数据',
    })
  const templates = new Map([
    ['全公司', await template('全公司', 'all')],
    ['本门店', await template('本门店', 'ownStore')],
  ])
  const wanted = wantedResources(w.registry)
  const known = new Set(wanted.map((r) => r.code))
  const ids = new Map<string, number>()
  for (const role of ROLES) {
    const id = await w.add(undefined, 'role', { code: role.code, name: role.name, templates: [templates.get(role.template)!] })
    const screens = screensOf(
      role,
      w.registry.modules.map((m) => m.module),
    ).filter((code) => known.has(code))
    const codes = wanted
      .filter((r) => screens.includes(r.code) || (r.type === 'function' && screens.includes(r.parentCode ?? '')))
      .map((r) => r.code)
    // A function may stand below more than one screen.
    const granted = [...new Set(codes)].filter((code) => !role.without.includes(code))
    if (granted.length)
      await w.write((tx) =>
        tx
          .insertInto('roleGrant')
          .values(granted.map((resourceCode) => ({ operatorId: w.operatorId, roleId: id, resourceCode })))
          .execute(),
      )
    ids.set(role.code, id)
  }
  return ids
}

export async function makePeople(w: World): Promise<void> {
  w.at(w.from, '08:00')
  const depts = await departments(w)
  await stores(w)
  const roleIds = await roles(w)
  for (const [idx, p] of [...ACCOUNTS, ...STAFF].entries()) {
    const store = w.stores[p.store]
    const id = await w.add(undefined, 'user', {
      username: p.username,
      name: p.name,
      mobile: 'mobile' in p ? p.mobile : mobile(w.random),
      dept: depts.get(p.dept)!,
      roles: p.role === null ? [] : [roleIds.get(p.role)!],
      stores: store ? [store.id] : [],
      customerType: 'customerType' in p ? p.customerType : 'staff',
    })
    w.people.set(p.username, { id, name: p.name })
    if ('note' in p) await openAccount(w, id, p, idx)
  }
  for (const store of w.stores)
    await w.write((tx) =>
      tx
        .updateTable('store')
        .set({ manager: w.people.get(store === w.stores[0] ? 'yunqiao_manager' : SALES_OF_STORE[w.stores.indexOf(store)]!)!.id })
        .where('id', '=', store.id)
        .execute(),
    )
}

/** The only accounts whose password is shown: random for every installation, gone with the demo company. */
async function openAccount(w: World, userId: number, p: (typeof ACCOUNTS)[number], idx: number): Promise<void> {
  const password = randomPassword(12)
  const passwordHash = await hashPassword(password)
  await w.write(async (tx) => {
    await tx.updateTable('credential').set({ passwordHash, isFirst: false }).where('userId', '=', userId).execute()
    await tx
      .insertInto('demoAccount')
      .values({ username: p.username, operatorId: w.operatorId, password, name: p.name, note: p.note, idx })
      .execute()
  })
}

export async function makeSites(w: World): Promise<void> {
  const company = '云桥汽车租赁有限公司'
  await w.add(undefined, 'siteConfig', { host: '*', look: 'leasing', title: '租运通', company, primaryColor: 'blue', root: true })
  await w.add(undefined, 'siteConfig', { host: 'rental.localhost', look: 'rental', title: '云桥租车', company, primaryColor: 'teal' })
  await w.add(undefined, 'siteConfig', {
    host: 'tms.localhost',
    look: 'tms',
    title: '云桥运力',
    company: '云桥供应链管理有限公司',
    primaryColor: 'orange',
    watermark: true,
  })
}
