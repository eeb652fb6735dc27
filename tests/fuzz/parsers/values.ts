/** What people and programs type: days, money, numbers of things, filters, conditions, prices, points of a fence, stops of a line. */
import { formats } from '#kit/basics/identifiers/checks.ts'
import { readIdCard } from '#kit/basics/identifiers/id-card.ts'
import { addressProblem, isHouseHost } from '#kit/basics/identifiers/house-address.ts'
import { parseYuan } from '#kit/basics/fen.ts'
import { parseDay } from '#kit/basics/time/day.ts'
import { addressesIn, checkAddresses, isWithin } from '#kit/access/addresses.server.ts'
import { testBook, testNote } from '#kit/entity/fixture/definitions.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { fieldsOf } from '#kit/entity/names.ts'
import { parseColumns, parseListQuery } from '#kit/entity/query/query-parse.ts'
import { importColumns, keyOf, partsOf, readCell } from '#kit/entity/value/cells.ts'
import { readValue } from '#kit/entity/value/value.ts'
import { checkInput, checkValues } from '#kit/entity/value/values.ts'
import { parseJson, parseQuery } from '#kit/http/guards/limits.ts'
import { parseInput } from '#kit/http/requests.server.ts'
import { readCell as readReportCell } from '#kit/report/wire.ts'
import { parseNumber, isNumeric } from '#kit/ui/field/number-text.ts'
import { readDay, readInstant, readPeriod } from '#kit/ui/field/day-text.ts'
import { readLadder } from '#modules/affairs/ground/due.rules.ts'
import { checkDefinition } from '#modules/approval/engine/definition.rules.ts'
import { definitionSchema, emptyDefinition } from '#modules/approval/engine/definition.ts'
import { checkExpression, describe, evaluate, expressionSchema, STARTER_TERMS } from '#modules/approval/engine/expression.ts'
import { filledText, textRefusal } from '#modules/esign/templates/text.rules.ts'
import { clauseRefusal } from '#modules/leasing/contracts/clause.rules.ts'
import { paperOfText } from '#kit/pdf/paper.ts'
import { readStops } from '#modules/dispatch/plans/line.rules.ts'
import { priceOf } from '#modules/freight/rating/engine/price.rules.ts'
import { rateInput } from '#modules/freight/rating/engine/input.rules.ts'
import { COMPONENTS } from '#modules/freight/rating/wire.ts'
import { componentProblems, EMPTY } from '#modules/freight/rating/engine/schema.rules.ts'
import { ORDER_IN } from '#modules/partners/api/orders/wire.ts'
import { mapped } from '#modules/partners/api/clients/map.rules.ts'
import { addressProblem as listProblem, rangesOf, scopesOf } from '#modules/partners/api/clients/sign.rules.ts'
import { mobileOf } from '#modules/system/messengers/messenger.rules.ts'
import { checkParameters, checkPassThrough, checkUpgrade, measured } from '#modules/telematics/commands/command.rules.ts'
import { checkShape, parsePoints } from '#modules/telematics/fences/fence.rules.ts'
import { ofText, type Parser } from '../parser.ts'

const TODAY = '2026-03-15' as never
const NOW = '2026-03-15T02:00:00.000Z'
const ENTITIES: readonly Entity[] = [testBook as never, testNote as never]
const FIELDS = ENTITIES.flatMap((entity) => fieldsOf(entity).map(([, field]) => field))
const json = JSON.stringify

const ORDER = {
  outerNo: 'A1',
  sender: {
    name: '甲',
    address: '上海市',
    adcode: '310000',
    lng: 121.4,
    lat: 31.2,
  },
  receiver: {
    name: '乙',
    address: '苏州市',
  },
  pickFrom: NOW,
  pickTo: NOW,
  dropFrom: '2026-03-16T10:00:00+08:00',
  dropTo: NOW,
  goods: [
    {
      name: '货',
      category: '1700',
      pieces: 2,
      weight: 1.234,
      volume: 0.5,
    },
  ],
}
const PRICES = {
  ...EMPTY,
  charges: [
    {
      label: '里程',
      unit: 'km',
      per: 1000,
      included: 0,
      step: 0,
      mode: 1,
      monthly: false,
      bands: [
        { to: 50_000, e4: 35_000 },
        { to: null, e4: 30_000 },
      ],
    },
  ],
  minFen: 10_000,
}
const ASKED = { day: TODAY, startAt: NOW, endAt: '2026-03-15T20:00:00.000Z' }
const CONDITION = {
  kind: 'all',
  of: [
    { kind: 'compare', field: 'starter.dept', op: 'in', value: [1, 2] },
    {
      kind: 'not',
      of: {
        kind: 'any',
        of: [
          { kind: 'compare', field: 'form.x', op: 'gt', value: { field: 'form.y' } },
          { kind: 'compare', field: 'form.d', op: 'contains', value: 'a' },
        ],
      },
    },
  ],
}
const PROCESS = {
  ...emptyDefinition(),
  nodes: [
    { id: 'start', name: '发起', kind: 'start' },
    {
      id: 'c',
      name: '分支',
      kind: 'condition',
      branches: [
        { id: 'b', name: '一', when: CONDITION, nodes: [] },
        {
          id: 'd',
          name: '二',
          default: true,
          nodes: [{ id: 'r', name: '去', kind: 'route', routes: [{ name: '回', when: CONDITION, to: 'start' }] }],
        },
      ],
    },
  ],
}

export const valueParsers: readonly Parser[] = [
  ofText({
    name: 'filters of lists',
    reads: [
      'kit/http/guards/limits.ts parseQuery',
      'kit/entity/query/query-parse.ts parseListQuery',
      'kit/entity/query/query-parse.ts parseSort',
      'kit/entity/query/conditions.ts readFilter',
      'kit/entity/query/query-parse.ts parseColumns',
    ],
    seeds: [
      ...ENTITIES.flatMap((entity) =>
        fieldsOf(entity).map(([name]) => `pageNo=1&pageSize=20&sort=-${name},id&keyword=%E5%BC%A0&${name}=a,b`),
      ),
      ...ENTITIES.flatMap((entity) => fieldsOf(entity).map(([name]) => `${name}=2026-01-01~2026-02-01&id=1,2&view=x&exact=1`)),
    ],
    words: ['~', '!~', '30~', '%00', '%', '%E5', '-', 'pageNo=', 'sort=', '2199-12-31', '0000-01-01~', '1e9', '.'],
    call(text) {
      const query = parseQuery(text)
      for (const entity of ENTITIES) {
        try {
          parseListQuery(entity, { ...query })
        } finally {
          parseColumns(entity, ['id'])
        }
      }
    },
  }),
  ofText({
    name: 'bodies of JSON',
    reads: [
      'kit/http/guards/limits.ts parseJson',
      'kit/entity/value/value.ts readValue',
      'kit/entity/value/values.ts checkValues',
      'kit/entity/value/values.ts checkInput',
    ],
    seeds: [
      json(
        Object.fromEntries(
          fieldsOf(ENTITIES[0]!).map(([name, field]) => [
            name,
            {
              text: 'a',
              money: 100,
              day: '2026-01-05',
              flag: true,
              ref: 1,
              refs: [1],
              instant: NOW,
              files: [{ id: 'abcdefghij' }],
              place: { address: 'a', lng: 1, lat: 2 },
              lines: [{}],
              int: 1,
              decimal: 1.5,
            }[field.kind as string] ?? 'x',
          ]),
        ),
      ),
      json(Object.fromEntries(fieldsOf(ENTITIES[1]!).map(([name]) => [name, [{ a: 1 }]]))),
    ],
    words: [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      '\\u0000',
      '\\ud800',
      '"__proto__":',
      '"constructor":{"prototype":1}',
      '1e999',
      'null',
      '{"toString":1}',
      '{"toJSON":1}',
    ],
    call(text) {
      const value = parseJson(text)
      for (const entity of ENTITIES) checkValues(entity, value, {} as never)
      checkInput(ENTITIES[0]!.fields, value)
      for (const field of FIELDS) readValue(field, typeof value === 'object' && value !== null ? Object.values(value)[0] : value)
    },
  }),
  ofText({
    name: 'cells of sheets',
    reads: [
      'kit/entity/value/cells.ts readCell',
      'kit/entity/value/cells.ts partsOf',
      'kit/entity/value/cells.ts keyOf',
      'kit/ui/field/number-text.ts parseNumber',
      'kit/ui/field/day-text.ts readDay',
      'kit/ui/field/day-text.ts readInstant',
      'kit/ui/field/day-text.ts readPeriod',
    ],
    seeds: [
      '2026-01-05 10:00',
      '2026年1月5日',
      '1,234.50元',
      '12.5%',
      '是',
      '45000.5',
      '2026/1/5T10:00:00.5',
      '下周一',
      '+7天',
      '9点半',
      '1.2万',
      '12 公里',
      '今天',
      '月底',
    ],
    most: 100_000,
    call(text) {
      partsOf(text)
      keyOf({ a: '甲', b: '乙' }, text)
      for (const entity of ENTITIES)
        for (const { field } of importColumns(entity)) {
          if (!['ref', 'refs', 'dict'].includes(field.kind)) readCell(field, text)
          if (isNumeric(field)) parseNumber(field, text)
        }
      readDay(text, TODAY)
      readInstant(text, NOW)
      readPeriod(text, TODAY)
    },
  }),
  ofText({
    name: 'money and days',
    reads: [
      'kit/basics/fen.ts parseYuan',
      'kit/basics/time/day.ts parseDay',
      'modules/affairs/ground/due.rules.ts readLadder',
      'modules/system/messengers/messenger.rules.ts mobileOf',
    ],
    seeds: ['¥1,234.50', '(120.00)', 'RMB 3 800元整', '1.2万', '90071992547409.91', '2026-01-31', '60,30,15,7,3,0', '+86 138-0013-8000'],
    most: 100_000,
    call(text) {
      parseYuan(text, { allowNegative: true })
      parseDay(text)
      readLadder(text)
      mobileOf(text)
    },
  }),
  ofText({
    name: 'numbers of things',
    reads: ['kit/basics/identifiers/checks.ts formats', 'kit/basics/identifiers/id-card.ts readIdCard'],
    seeds: [
      '京 a·12345',
      '11010519491231002X',
      '91310000MA1FL5E91L',
      '13800138000',
      '6222 0212 3456 7890 123',
      'LSVAU2180N2183294',
      'https://a.example.com/b?c#d',
      'a.b+c@example.com',
      '021-12345678-12',
      '012345678901',
    ],
    most: 100_000,
    call(text) {
      for (const { check, normalise } of Object.values(formats)) {
        check(text)
        check(normalise(text))
      }
      readIdCard(text)
    },
  }),
  ofText({
    name: 'addresses of machines',
    reads: [
      'kit/basics/identifiers/house-address.ts addressProblem',
      'kit/access/addresses.server.ts checkAddresses',
      'modules/partners/api/clients/sign.rules.ts rangesOf',
      'modules/partners/api/clients/sign.rules.ts scopesOf',
    ],
    seeds: [
      '10.0.0.0/8, 192.168.1.7;fd00::/8',
      'https://u:p@example.com:1/x',
      'http://2130706433:1/',
      '203.0.113.8、203.0.113.0/24',
      'order:read order:write',
    ],
    most: 20_000,
    call(text) {
      for (const use of ['called', 'secret', 'site'] as const) addressProblem(text, use, ['a'])
      isHouseHost(text)
      if (checkAddresses(text) === null) isWithin(addressesIn(text) ?? [], '10.1.2.3')
      if (listProblem(text) === null) rangesOf(text)
      scopesOf(text)
    },
  }),
  ofText({
    name: 'templates of papers',
    reads: [
      'modules/esign/templates/text.rules.ts textRefusal',
      'modules/esign/templates/text.rules.ts filledText',
      'modules/leasing/contracts/clause.rules.ts clauseRefusal',
      'kit/pdf/paper.ts paperOfText',
    ],
    seeds: [
      '# 合同\n甲方 {{ contract.no }} 乙方 {{lessee.name}}\n| a | b |\n|---|---|\n| 1 | **2** |\n〔甲方签章〕〔乙方签章〕',
      '1、{{contract.deposit}} 元\n## 二\n',
    ],
    words: ['{{', '}}', '{{contract.paper}}', '〔', '签章〕', '|', '**', '__', '# ', '- ', '\n|'],
    most: 30_000,
    call(text) {
      textRefusal(text)
      clauseRefusal(text)
      paperOfText(filledText(text, { 'contract.no': ' a\n b ' }).text)
    },
  }),
  ofText({
    name: 'conditions and processes',
    reads: ['modules/approval/engine/expression.ts expressionSchema', 'modules/approval/engine/definition.ts definitionSchema'],
    seeds: [json(CONDITION), json(PROCESS)],
    words: [
      '{"kind":"not","of":',
      '{"kind":"all","of":[',
      '"kind":"parallel"',
      '"branches":[',
      '"form.__proto__"',
      '"op":"in"',
      '"value":',
      '"to":"start"',
      '"nodes":[',
    ],
    async call(text) {
      const value = parseJson(text)
      const condition = expressionSchema.safeParse(value)
      if (condition.success) {
        checkExpression(condition.data, STARTER_TERMS)
        describe(condition.data, STARTER_TERMS)
        evaluate(condition.data, { 'starter.dept': 1, 'form.x': 2, 'form.d': ['a'] })
      }
      const definition = definitionSchema.safeParse(value)
      if (definition.success) checkDefinition(definition.data, { vocabulary: STARTER_TERMS, formFields: {}, personFacts: [] })
    },
  }),
  ofText({
    name: 'prices of freight',
    reads: ['modules/freight/rating/engine/schema.rules.ts componentProblems', 'modules/freight/rating/engine/price.rules.ts priceOf'],
    seeds: [json(EMPTY), json(PRICES)],
    words: [
      '"bands":[',
      '{"to":null,"e4":1}',
      '"unit":"kg"',
      '"mode":1',
      '"per":1',
      '"base":',
      '1e15',
      '9007199254740991',
      '-1',
      '"surcharges":[',
    ],
    call(text) {
      const read = COMPONENTS.safeParse(parseJson(text))
      if (!read.success) return
      for (const type of ['1', '2', '3'])
        if (componentProblems(type, read.data as never).length === 0) priceOf(read.data as never, rateInput({ ...ASKED }))
    },
  }),
  ofText({
    name: 'orders of partners',
    reads: ['modules/partners/api/clients/map.rules.ts mapped'],
    seeds: [json(ORDER), json({ orders: [ORDER] })],
    words: ['"__proto__":', '"consignee":{"tel":1}', '"goods":[', 'null', '1e308', '""'],
    async call(text) {
      const value = mapped(parseJson(text), [
        { theirs: 'consignee.tel', ours: 'receiver.mobile', fixed: null },
        { theirs: 'sender', ours: 'receiver', fixed: null },
        { theirs: '', ours: 'remark', fixed: 'a' },
        { theirs: 'goods', ours: 'goods.x', fixed: null },
        { theirs: '__proto__.x', ours: 'constructor.prototype', fixed: null },
      ])
      await parseInput(ORDER_IN, value)
    },
  }),
  ofText({
    name: 'fences, stops and commands',
    reads: [
      'modules/telematics/fences/fence.rules.ts parsePoints',
      'modules/dispatch/plans/line.rules.ts readStops',
      'modules/telematics/commands/command.rules.ts parseSettings',
      'modules/telematics/commands/command.rules.ts parseIds',
      'modules/telematics/commands/command.rules.ts measured',
    ],
    seeds: [
      '121.473701,31.230416\n121.5，31.3\n121.6 31.1',
      '仓库,121.4,31.2\n客户,121.5,31.3,15,08:00-10:00',
      '0029=30\n0x0083 = 沪A12345',
      '0029,0030 0x31',
    ],
    most: 100_000,
    call(text) {
      parsePoints(text)
      for (const shape of ['polygon', 'corridor', 'circle', 'rectangle'] as const) checkShape(shape, text, 1, 1, null)
      readStops(text)
      checkParameters(text, true)
      checkParameters(text, false)
      checkPassThrough('F0', text)
      checkUpgrade(text, text)
      measured('0080', text)
      try {
        readReportCell(text)
      } catch (error) {
        // Of the console's own address, in the browser.
        if (!(error instanceof URIError)) throw error
      }
    },
  }),
]
