/** What stands in the company of the browser tests: two stores, a fleet, lessees, and people who may do little. */
import { formats } from '#kit/basics/identifiers/checks.ts'
import { signIn, type SignedIn } from './api.ts'

export interface Person {
  id: number
  username: string
  password: string
}
export interface World {
  port: number
  dataDir: string
  admin: Person
  /** Sees vehicles of store `east` only, may edit them, nothing else. */
  clerk: Person
  stores: { east: number; west: number }
  dept: number
  model: number
  /** The first half in `east`. */
  vehicles: { id: number; plateNo: string }[]
  lessees: number[]
}

export const PASSWORD = 'Yonghu#2026mm'

/** `?` is a check character: the one that passes. */
export function checked(format: 'vin' | 'idNo', stem: string): string {
  const valid = Array.from('0123456789X')
    .map((c) => stem.replace('?', c))
    .find((text) => formats[format].check(text) === null)
  if (!valid) throw new Error(`no valid ${format} from ${stem}`)
  return valid
}

let running = 0
/** A user with a role of his own, past his first login. */
export async function makeUser(
  port: number,
  admin: SignedIn,
  wants: { dept: number; codes: string[]; stores?: number[]; entries?: object[]; firstLogin?: boolean },
): Promise<Person> {
  const username = `tester${Date.now().toString(36)}${++running}`
  const templates = wants.entries
    ? [(await admin.post<{ id: number }>('/api/v1/dataTemplate/add', { name: `模板${username}`, entries: wants.entries })).id]
    : []
  const role = await admin.post<{ id: number }>('/api/v1/role/add', { code: `role_${username}`, name: `角色${username}`, templates })
  await admin.post('/api/v1/roleGrant/save', { id: role.id, codes: wants.codes })
  const user = await admin.post<{ id: number }>('/api/v1/user/add', {
    username,
    name: `测试${running}`,
    mobile: `1380000${String(1000 + running)}`,
    dept: wants.dept,
    stores: wants.stores ?? [],
    roles: [role.id],
    customerType: 'staff',
  })
  const { password: initial } = await admin.post<{ password: string }>('/api/v1/userPassword/reset', { id: user.id })
  if (wants.firstLogin) return { id: user.id, username, password: initial }
  const first = await signIn(port, username, initial)
  await first.post('/api/v1/session/password', { oldPassword: initial, newPassword: PASSWORD })
  return { id: user.id, username, password: PASSWORD }
}

export const vehicleValues = (n: number, store: number, model: number): Record<string, unknown> => ({
  plateNo: `沪B${String(20_000 + n)}`,
  plateColor: 'blue',
  vin: checked('vin', `LSVAA49J?EN${String(600_000 + n).padStart(6, '0')}`),
  model,
  energy: n % 2 ? 'diesel' : 'electric',
  useNature: 'lease',
  ownership: 'own',
  store,
  inspectionDueOn: '2027-06-30',
  compulsoryInsuranceDueOn: '2027-06-30',
  drivingLicenceNo: `DL${n}`,
})

export async function makeWorld({ port, dataDir }: { port: number; dataDir: string }, adminPassword: string): Promise<World> {
  const admin = await signIn(port, 'admin', adminPassword)
  // Roles here are given by one person, whoever else is made: two people are a story of their own (stories/security).
  await admin.post('/api/v1/parameter/save', { values: { twoPersonsRights: false } })
  const me = await admin.get<{ uid: number }>('/api/v1/session/me')
  const dept = (await admin.get<{ list: { id: number }[] }>('/api/v1/dept/list')).list[0]!.id
  const store = async (code: string, name: string): Promise<number> =>
    (await admin.post<{ id: number }>('/api/v1/store/add', { code, name, city: '上海' })).id
  const stores = { east: await store('PD', '浦东店'), west: await store('HQ', '虹桥店') }
  const model = (
    await admin.post<{ id: number }>('/api/v1/vehicleModel/add', {
      brand: '福田',
      series: '奥铃',
      name: '奥铃冷藏 4.2 米',
      category: 'reefer',
      energy: 'diesel',
    })
  ).id
  const vehicles: World['vehicles'] = []
  for (let n = 0; n < 40; n++) {
    const values = vehicleValues(n, n < 20 ? stores.east : stores.west, model)
    const { id } = await admin.post<{ id: number }>('/api/v1/vehicle/add', values)
    vehicles.push({ id, plateNo: String(values['plateNo']) })
  }
  const lessees: number[] = []
  for (const [i, name] of ['欧阳明', '单雄信', '赵小乐'].entries()) {
    // A birthday no sample record has.
    const idNo = checked('idNo', `31010119880203${String(i + 100)}?`)
    lessees.push(
      (
        await admin.post<{ id: number }>('/api/v1/lessee/add', {
          kind: 'person',
          name,
          mobile: `1390000000${i}`,
          idNo,
          creditLevel: 'B',
          store: stores.east,
        })
      ).id,
    )
  }
  const clerk = await makeUser(port, admin, {
    dept,
    codes: ['vehicleMenu', 'vehicleList', 'vehicleList_edit', 'vehicleList_export'],
    entries: [{ resourceCode: 'vehicleList', rules: [{ rule: 'store', mode: 'custom', values: [stores.east] }] }],
  })
  return { port, dataDir, admin: { id: me.uid, username: 'admin', password: adminPassword }, clerk, stores, dept, model, vehicles, lessees }
}
