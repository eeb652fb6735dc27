/** Names that rooms say to each other: none is wrong, and each check finds the mistake that is planted for it. */
import { expect, test } from 'vitest'
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import { defineModule, type Module } from '#kit/entity/module.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { webModules } from '../../src/modules.web.ts'
import { withoutScope, wrongScopes, wrongActs, wrongConditions, wrongFilters, wrongRights, wrongSlots } from './names.ts'

/** Words and rules that are the same in every store: no figure of the company, nobody's number. */
const SAME_EVERYWHERE = [
  'certificateRule',
  'contractClause',
  'deviceItem',
  'deviceProfile',
  'dictGroup',
  'dictItem',
  'drivingStrategy',
  'fuelPrice',
  'holiday',
  'inspectionRule',
  'inspectionTemplate',
  'orderModel',
  'parameterValue',
  'rechargePlan',
  'release',
  'signTemplate',
  'signTemplateVersion',
  'siteConfig',
  'stationPlace',
  'taxCode',
  'temperaturePolicy',
  'translation',
  'vehicleModel',
  'violationCode',
]
/** Other entities without a data permission by store, and why everybody with the right of their screen may see all their rows. */
const SEEN_BY_ALL: Record<string, string> = {
  affairRule: 'a rule of reminders, of a store or of the whole company; who keeps the rules sees them all',
  approvalDeputy: 'of a person (scope owner)',
  approvalForm: 'processes are designed for the whole company',
  approvalFormVersion: 'processes are designed for the whole company',
  approvalProcess: 'processes are designed for the whole company',
  approvalVersion: 'processes are designed for the whole company',
  approvalRole: 'who decides for which store is a setting of the whole company',
  approvalRoleMember: 'who decides for which store is a setting of the whole company',
  messengerAccount: 'of a person: who he is on an office platform',
  promoterPermission: 'who begins a process is a setting of the whole company',
  processorPermission: 'what a step offers is a setting of the whole company',
  channel: 'a partner who brings customers to every store (scope channel, where a company holds people to theirs)',
  dataTemplate: 'who keeps the rights keeps all of them',
  sysRuleName: 'who keeps the rights keeps all of them',
  sysRuleResource: 'who keeps the rights keeps all of them',
  role: 'who keeps the rights keeps all of them; nobody touches one above himself (0120)',
  dept: 'the tree in which everybody has his place (scope dept, where a company holds people to theirs)',
  heldChange: 'the second person of a change; which of them he decides about is asked where he decides, and no number stands in it whole',
  problemFeedback: 'who answers what people report answers all of it',
  systemMessage: 'what was published to everybody or to whole departments; the letters themselves are their receivers’',
  rateRule: 'rates belong to the whole company; the customers and carriers they name keep their own scope',
  rateVersion: 'rates belong to the whole company; the customers and carriers they name keep their own scope',
  repairShop: 'a workshop serves the vehicles of every store; what is owed to it keeps its own scope',
  shopPrice: 'a workshop serves the vehicles of every store; what is owed to it keeps its own scope',
  signKey: 'certificates are of the company that signs; the keys themselves never leave the server',
  signSeal: 'every store signs under the seals of the company; only who keeps one stamps with it',
  subjectMap: 'subjects are of the whole company, as its accounting program has them',
  upkeepPlan: 'a rule of intervals; the vehicles it names are only who it is for',
  user: 'people belong to departments (scope dept), some to several stores',
}

const registry = buildRegistry(modules, servedModules)
const routes = servedModules.flatMap((m) => m.routes ?? [])

const book = defineEntity({
  name: 'plantedBook',
  label: '图书',
  right: 'plantedBookList',
  title: ['name'],
  fields: {
    name: f.text('书名', { required: true }),
    kind: f.choice('类型', { paper: '纸质', voice: '有声' }),
    status: f.state('状态', { shelved: '在架', lent: '借出' }, 'shelved'),
    pages: f.int('页数', { when: (v) => v['knd'] === 'paper' }),
    reader: f.text('朗读者', { when: (v) => v['kind'] === 'vioce' }),
    sequel: f.ref('续集', 'lessee', { filter: { status: 'nromal' } }),
  },
  list: { columns: ['name'] },
  form: { 图书: ['name', 'kind', 'pages', 'reader', 'sequel'] },
})
const lending = defineActions(book, { lend: { label: '借出', from: ['shelved'], to: 'lent', input: { reason: f.text('说明') } } })
const planted: Module = defineModule({
  name: 'planted',
  label: '样例',
  entities: [lending],
  screens: [
    {
      code: 'plantedBookList',
      title: '图书',
      path: '/plantedBookList',
      kind: 'list',
      entity: 'plantedBook',
      view: { filter: { status: 'lnet' } },
    },
    {
      code: 'plantedBookAdd',
      title: '新增',
      path: '/plantedBookAdd',
      kind: 'form',
      entity: 'plantedBook',
      of: 'plantedBookList',
      right: 'plantedBookList_ad',
    },
  ],
})
const served = { entity: book, actions: lending as never, effects: {}, hooks: {} }
const withPlanted = buildRegistry([planted], [{ module: planted, entities: [served] }])

test('every right exists, of routes, screens, entities, cards and tabs', () => {
  expect(wrongRights(registry, routes, webModules)).toEqual([])
  expect(routes.length).toBeGreaterThan(100)
  const route = { method: 'GET', path: '/api/v1/planted', right: ['plantedBookList', 'plantedBokList'] } as unknown as Route
  const web = {
    module: planted,
    tabs: { lessee: [{ key: 'more', label: '更多', right: 'plantedTab', component: () => null }] },
  } as WebModule
  expect(wrongRights(withPlanted, [route], [web])).toEqual([
    'GET /api/v1/planted: no right plantedBokList',
    'screen plantedBookAdd: no right plantedBookList_ad',
    'tab lessee.more: no right plantedTab',
  ])
})
test('every screen a module draws itself exists', () => {
  expect(wrongSlots(modules, webModules)).toEqual([])
  expect(wrongSlots([planted], [{ module: planted, screens: { plantedBokList: () => null } }])).toEqual(['plantedBokList'])
})
test('every condition of a field reads fields that are there, and can come true and false', () => {
  expect(wrongConditions(modules)).toEqual([])
  expect(wrongConditions([planted])).toEqual(['plantedBook.pages: no field knd', 'plantedBook.reader: reads kind and always says false'])
})
test('every fixed filter names a field and words that it has', () => {
  expect(wrongFilters(modules)).toEqual([])
  expect(wrongFilters([...modules, planted])).toEqual([
    'plantedBookList: status is never lnet',
    'plantedBook.sequel: status is never nromal',
  ])
})
test('every act of approval names an entity, its waiting state, its actions and their inputs', () => {
  expect(wrongActs(registry, registry.provided('approvalActs'))).toEqual([])
  expect(registry.provided('approvalActs').length).toBeGreaterThan(10)
  const base = { label: '借书', scene: 1 }
  expect(
    wrongActs(withPlanted, [
      { ...base, code: 'a', entity: 'plantedBok', action: 'lend' },
      { ...base, code: 'b', entity: 'plantedBook', action: 'lned' },
      { ...base, code: 'c', entity: 'plantedBook', waits: 'shelvd', pass: 'lend', reject: { action: 'lend', input: 'reasn' } },
      { ...base, code: 'd', entity: 'plantedBook', waits: 'lent', pass: 'lend', reject: { action: 'lend', input: 'reason' } },
    ]),
  ).toEqual([
    'a: no entity plantedBok',
    'b: plantedBook has no action lned',
    'c: plantedBook is never shelvd',
    'c: lend takes no reasn',
    'c: lend does not begin in shelvd',
    'c: lend takes no reasn',
    'c: lend does not begin in shelvd',
    'd: lend does not begin in lent',
    'd: lend does not begin in lent',
  ])
})
test('every entity is held to stores, is said to be of the whole company, or it is said why all its rows are for everybody with its screen', () => {
  expect(wrongScopes(modules)).toEqual([])
  expect(withoutScope(modules)).toEqual([...SAME_EVERYWHERE, ...Object.keys(SEEN_BY_ALL)].toSorted())
  expect(withoutScope([...modules, planted])).toContain('plantedBook')
  expect(wrongScopes([...modules, { ...planted, entities: [{ ...book, scope: { store: 'sequel.stroe' } } as never] }])).toEqual([
    'plantedBook: sequel.stroe',
  ])
  for (const store of ['vehicle:vehicleSource.store', 'sequel.store[]', 'lessee:'])
    expect(wrongScopes([...modules, { ...planted, entities: [{ ...book, scope: { store } } as never] }])).toEqual([`plantedBook: ${store}`])
})
test('actions that nobody serves stop the start', () => {
  expect(() => buildRegistry([planted], [{ module: planted }])).toThrow('actions of plantedBook have no effects')
})
