/** A million vehicles of one company among others, written by SQL: what is measured afterwards is reading. */
import { anotherAdmin, Client, openAccount, type Row } from './client.ts'
import { basics } from './company.ts'
import type { Product } from './product.ts'

export const STORES = 20
export const MODELS = 10
const STATUSES = ['preparing', 'available', 'reserved', 'leased', 'leased', 'leased', 'repairing', 'suspended']

export interface Fleet {
  admin: Client
  stores: Row[]
  models: Row[]
  size: number
}

export async function makeFleet(product: Product, size: number): Promise<Fleet> {
  const admin = await Client.signIn(product)
  const first = await basics(admin)
  const stores = [first.store]
  for (let i = 1; i < STORES; i++) stores.push(await admin.add('store', { code: `S${i}`, name: `门店${i}`, city: '上海市' }))
  const models = [first.model]
  for (let i = 1; i < MODELS; i++)
    models.push(
      await admin.add('vehicleModel', { brand: '比亚迪', name: `T${i} 厢式货车`, category: first.model['category'], energy: 'electric' }),
    )
  const [{ operator, other } = { operator: 0, other: 0 }] = await product.sql<{ operator: number; other: number }>(
    `with made as (insert into operator (name) values ('另一家公司') returning id) select (select min(id)::int from operator) as operator, (select id::int from made) as other`,
  )
  await fill(
    product,
    [
      [operator, size, 0],
      [other, Math.round(size / 5), size],
    ],
    stores.map((s) => s.id),
    models.map((m) => m.id),
  )
  return { admin, stores, models, size }
}

/** Indexes are taken off and put back as they were: building one is far cheaper than feeding it row by row. */
async function fill(
  product: Product,
  parts: readonly (readonly [operator: number, count: number, from: number])[],
  stores: readonly number[],
  models: readonly number[],
): Promise<void> {
  const indexes = await product.sql<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'vehicle' and indexname not in (select conname from pg_constraint)`,
  )
  await product.sql(indexes.map(({ name }) => `drop index ${name}`).join(';'))
  for (const [operator, count, from] of parts) {
    await product.sql(`
      set session_replication_role = replica;
      insert into vehicle (operator_id, created_by, created_at, plate_no, plate_color, status, vin, model, energy, use_nature, ownership, store, registered_on, inspection_due_on,
                           compulsory_insurance_due_on, commercial_insurance_due_on, odometer, driving_licence_no, purchase_price, load_kg, volume, remark)
      select ${operator}, 1, now() - make_interval(secs => (n::bigint * 7919 % 100000000)), '粤' || chr(65 + n % 24) || 'D' || lpad(n::text, 7, '0'), 'green',
             (array[${STATUSES.map((s) => `'${s}'`).join(',')}])[1 + (n::bigint * 31) % ${STATUSES.length}], 'LBENCH' || lpad(n::text, 11, '0'),
             (array[${models.join(',')}])[1 + (n / 7) % ${models.length}], (array['electric','diesel','hybrid'])[1 + n % 3], 'lease', (array['own','financed','outsourced'])[1 + (n / 3) % 3],
             (array[${stores.join(',')}])[1 + (n / 11) % ${stores.length}], date '2020-01-01' + n % 2000, current_date + (n % 700 - 30), current_date + (n * 3 % 400 - 10),
             current_date + n % 365, n % 300000, '4403' || n, 12000000, 1495, 12.5, case when n % 10 = 0 then '车况良好，备胎齐全' end
      from generate_series(${from + 1}, ${from + count}) as n`)
  }
  for (const { definition } of indexes) await product.sql(`set maintenance_work_mem = '512MB'; ${definition}`)
  await product.sql('vacuum (freeze, analyze) vehicle')
}

/** `count` people with a role and a template that shows half of the stores, and as many administrators. */
export async function people(product: Product, { admin, stores }: Fleet, count: number): Promise<{ limited: Client[]; free: Client[] }> {
  const entries = [
    { resourceCode: 'vehicleList', rules: [{ rule: 'store', mode: 'custom', values: stores.slice(0, STORES / 2).map((s) => s.id) }] },
  ]
  const template = await admin.add('dataTemplate', { name: '半数门店', entries })
  const role = await admin.add('role', { code: 'bench', name: '车辆管理', templates: [template.id] })
  await admin.call('POST', '/api/v1/roleGrant/save', { id: role.id, codes: await codesOf(admin) })
  const [me] = await admin.list('user', 'username=admin')
  const limited: Client[] = []
  const free: Client[] = []
  for (let i = 0; i < count; i++) {
    const made = await admin.add('user', {
      username: `limited${i}`,
      name: `员工${i}`,
      mobile: '13800138000',
      dept: me!['dept'],
      customerType: 'staff',
      roles: [role.id],
    })
    await openAccount(product, made.id, false)
    limited.push(await Client.signIn(product, `limited${i}`))
    free.push(await anotherAdmin(product, admin, `free${i}`))
  }
  return { limited, free }
}

/** Everything an administrator may do with vehicles: what a row offers is part of what a list costs. */
async function codesOf(admin: Client): Promise<string[]> {
  const { functions } = await admin.call<{ functions: string[] }>('GET', '/api/v1/session/me')
  return functions.filter((code) => code === 'vehicleList' || code.startsWith('vehicleList_'))
}
