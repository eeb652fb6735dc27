/** Server part of rules: drafts, publishing with its checks, try-out, simulation over past orders, the price of an order to be. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db } from '#kit/access/context.server.ts'
import { type Day, day as asDay, instantAt } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { get, storeOf } from '#kit/entity/store.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { couponOff } from './coupon-price.server.ts'
import { answered, fuelOn, holidayOn, questionOf, type OrderToPrice } from './order-price.server.ts'
import { rateInput } from './engine/input.rules.ts'
import { endEarlier, overlaps, sameMonthUnit } from './publish.server.ts'
import { priceOf, yuan, type RateInput } from './engine/price.rules.ts'
import { rateRule, rateRuleActions, rateVersion, rateVersionActions } from './rule.ts'
import { componentProblems, HANDLING, UNITS, type RateComponents } from './engine/schema.rules.ts'
import { inversions } from './engine/tier.rules.ts'
import { PRICE, QUOTES, SIMULATED, TRIED, VERSIONS, type Quote, type VersionRow } from './answers.wire.ts'
import { COMPONENTS, ORDER, TRIAL, type Trial } from './wire.ts'
import { SEES } from '#modules/transport/parties/seen.rules.ts'

const rules = storeOf(rateRule)
const versions = storeOf(rateVersion)
const MODES = { 1: '分段累进', 2: '全量落档', 3: '就低' } as const
const unitPrice = (e4: number): string => String(e4 / 10_000)

/** The version in words, for lists and details. */
function summaryOf(c: RateComponents): string {
  const parts = [
    ...(c.base ? [`起步价 ${yuan(c.base.fen)}`] : []),
    ...c.charges.map(
      (x) =>
        `${x.label}：${x.bands.map((b) => `${b.to === null ? '以上' : `≤${b.to / 1000}`} ${unitPrice(b.e4)}`).join('，')} 元/${x.per === 1000 ? '' : x.per / 1000}${UNITS[x.unit]}（${MODES[x.mode]}${x.included ? `，含 ${x.included / 1000}` : ''}）`,
    ),
    ...(c.matrix.length ? [`区域价格表 ${c.matrix.length} 行`] : []),
    ...(c.stops ? [`点位费 ${yuan(c.stops.fen)}/点，含 ${c.stops.included} 点`] : []),
    ...(c.waiting ? [`等待费 ${yuan(c.waiting.fen)}/${c.waiting.unitMin} 分钟`] : []),
    ...c.handling.map((h) => `${h.label || '装卸费'} ${yuan(h.fen)} ${HANDLING[h.per]}${h.included ? `，含 ${h.included / 1000}` : ''}`),
    ...c.surcharges.map((s) => `${s.label} ${s.amount.kind === 'fixed' ? yuan(s.amount.fen) : `${s.amount.bp / 100}%`}`),
    ...(c.minFen === null ? [] : [`最低 ${yuan(c.minFen)}`]),
    ...(c.maxFen === null ? [] : [`封顶 ${yuan(c.maxFen)}`]),
    `税率 ${c.taxBp / 100}%`,
  ]
  return parts.join('；').slice(0, 2000)
}
const warningsOf = (c: RateComponents): string =>
  c.charges
    .flatMap((x) => inversions(x))
    .map((i) => `${i.charge} ${i.at / 1000} 时为 ${yuan(i.before)}，再多一点只要 ${yuan(i.after)}（价格倒挂）`)
    .join('；')
    .slice(0, 2000)

const servedRule = serve(rateRuleActions, {
  effects: { disable: moveOnly, enable: moveOnly, activate: moveOnly },
  hooks: {
    refuseEdit: (r) => (r.status === 'draft' || r.current === null ? null : '已发布的规则不能修改适用范围，请新建规则或新版本'),
    refuseDelete: (r) => (r.current === null ? null : '已发布的规则不能删除，可以停用'),
  },
})
const servedVersion = serve(rateVersionActions, {
  effects: {
    publish: async ({ tx, ctx, record }) => {
      const c = record.components as RateComponents
      const rule = await rules.lock(tx, ctx, record.rule)
      const problems = componentProblems(rule.type, c, rule.direction)
      if (problems.length) throw refused(problems.slice(0, 5).join('；'))
      const clash = await overlaps(tx, ctx, record)
      if (clash) throw refused(clash)
      await sameMonthUnit(tx, record.rule, c)
      await endEarlier(tx, ctx, record)
      await rules.act(tx, ctx, 'activate', rule.id, {})
      await rules.edit(tx, ctx, rule.id, { current: record.id, effectiveOn: record.effectiveOn })
      return { publishedBy: ctx.user.id || null, publishedAt: ctx.clock.now(), samples: samplesOf(c, record.effectiveOn) }
    },
    discard: moveOnly,
    end: async ({ input }) => ({ endsOn: input.endsOn }),
  },
})

/** Ten inputs priced when the version was published: what it meant that day. */
function samplesOf(c: RateComponents, on: Day): object[] {
  return [1, 3, 5, 10, 30, 31, 50, 100, 300, 1000].map((n) => {
    const input = rateInput({
      day: on,
      startAt: instantAt(on, '09:00'),
      endAt: instantAt(on, '17:00'),
      km: { contract: n * 1000, planned: n * 1000, actual: n * 1000 },
      grams: n * 100_000,
      pieces: n,
      minutes: n * 10,
    })
    return { n, total: priceOf(c, input).total }
  })
}

const SAVE = z.strictObject({
  rule: z.int().positive(),
  id: z.int().positive().nullish(),
  effectiveOn: dayInput('生效日期格式应为 YYYY-MM-DD，且在 1900 年至 2199 年之间'),
  note: z.string().max(500).nullish(),
  components: COMPONENTS,
})

const SAVED = z.object({ id: z.number(), number: z.number(), version: z.number() })

/** A draft may be changed; what is published gets a draft of its own. */
async function saveVersion(ctx: Context, input: z.infer<typeof SAVE>) {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const rule = await rules.lock(tx, ctx, input.rule, 'person')
    const problems = componentProblems(rule.type, input.components, rule.direction)
    if (problems.length) throw invalid({ components: problems.slice(0, 5).join('；') })
    const values = {
      effectiveOn: asDay(input.effectiveOn),
      note: input.note ?? null,
      components: input.components,
      summary: summaryOf(input.components),
      warnings: warningsOf(input.components) || null,
    }
    if (input.id) {
      const draft = await versions.lock(tx, ctx, input.id)
      if (draft.rule !== rule.id || draft.status !== 'draft') throw refused('已发布的版本不能修改，请另存为新版本')
      return versions.edit(tx, ctx, draft.id, values)
    }
    const last = await allRows(tx, 'rateVersion')
      .select(sql<number>`coalesce(max(number), 0)`.as('n'))
      .where('rule', '=', rule.id)
      .executeTakeFirstOrThrow()
    return versions.add(tx, ctx, { rule: rule.id, number: Number(last.n) + 1, ...values })
  })
}

const READ = z.strictObject({ rule: z.coerce.number().int().positive('规则编号应为正整数') })
const readVersions = (ctx: Context, { rule }: z.infer<typeof READ>) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const list = await liveRows(db, 'rateVersion')
      .select(['id', 'number', 'status', 'effectiveOn', 'endsOn', 'components', 'warnings', 'note', 'version'])
      .where('rule', '=', rule)
      .orderBy('number', 'desc')
      .limit(50)
      .execute()
    return { list: list as unknown as VersionRow[] }
  })

async function trialInput(db: Db, t: Trial): Promise<RateInput> {
  const on = asDay(t.day)
  const startAt = t.startAt ?? instantAt(on, '09:00')
  const km = Math.round((t.km ?? 0) * 1000)
  const endAt = t.endAt ?? new Date(Date.parse(startAt) + Math.round((t.hours ?? 8) * 3_600_000)).toISOString()
  return rateInput({
    day: on,
    startAt,
    endAt,
    km: { contract: km, planned: km, actual: km },
    grams: Math.round((t.kg ?? 0) * 1000),
    volume: Math.round((t.m3 ?? 0) * 10_000),
    pieces: t.pieces ?? 0,
    pallets: t.pallets ?? 0,
    minutes: Math.round((t.hours ?? 0) * 60),
    trips: t.trips ?? 1,
    stops: t.stops ?? 1,
    waits: t.waitMin
      ? [
          {
            stop: '装货地',
            kind: 'load' as const,
            appointment: null,
            windowTo: null,
            arriveAt: startAt,
            startAt: new Date(Date.parse(startAt) + t.waitMin * 60_000).toISOString(),
          },
        ]
      : [],
    floors: t.floors ?? 0,
    tailLift: t.tailLift ?? 0,
    entries: t.entries ?? 0,
    cold: t.cold ?? false,
    urgent: t.urgent ?? false,
    returnEmpty: t.returnEmpty ?? false,
    dangerous: t.dangerous ?? false,
    ...(await holidayOn(db, on)),
    fromArea: t.fromArea ?? '',
    toArea: t.toArea ?? '',
    insure: (t.declaredFen ?? 0) > 0,
    declaredFen: t.declaredFen ?? 0,
    fuel: await fuelOn(db, on),
  })
}

const tryOut = (ctx: Context, t: Trial) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const stored = t.version
      ? await allRows(db, 'rateVersion').select('components').where('id', '=', t.version).executeTakeFirst()
      : undefined
    const components = t.components ?? (stored?.components as RateComponents | undefined)
    if (!components) throw refused('请选择规则版本，或先填写计费内容')
    const { lines, total, tax, pending } = priceOf(components, await trialInput(db, t))
    return { lines, total, tax, pending, warnings: warningsOf(components) }
  })

const SIMULATE = z.strictObject({ version: z.int().positive() })
const MOST_SIMULATED = 1000

/** A draft over the last orders its rule priced: what would have changed. */
const simulate = (ctx: Context, { version }: z.infer<typeof SIMULATE>) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const v = await allRows(db, 'rateVersion').select(['rule', 'components']).where('id', '=', version).executeTakeFirst()
    if (!v) throw refused('这一版规则已被删除，请刷新后重新选择')
    const past = await liveRows(db, 'quote')
      .innerJoin('transportOrder', (join) =>
        join.onRef('transportOrder.id', '=', 'quote.order').onRef('transportOrder.operatorId', '=', 'quote.operatorId'),
      )
      .select(['quote.inputs', 'quote.total', 'transportOrder.no', 'transportOrder.id'])
      .where('quote.rule', '=', v.rule)
      .where('quote.current', '=', true)
      .orderBy('quote.id', 'desc')
      .limit(MOST_SIMULATED)
      .execute()
    const rows = past.map((q) => {
      const { input } = q.inputs as { input: RateInput }
      return { id: q.id, no: q.no, before: q.total as number, after: priceOf(v.components as RateComponents, input).total }
    })
    const changed = rows.filter((r) => r.after !== r.before)
    return {
      orders: rows.length,
      before: fen(rows.reduce((n, r) => n + r.before, 0)),
      after: fen(rows.reduce((n, r) => n + r.after, 0)),
      changed: changed.length,
      largest: changed.toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before)).slice(0, 10),
    }
  })

type ToPrice = z.infer<typeof ORDER>
const complete = (o: ToPrice): OrderToPrice => ({
  ...o,
  project: o.project ?? null,
  goodsRoute: o.goodsRoute ?? null,
  vehicleClass: o.vehicleClass ?? null,
  distanceM: o.distanceM ?? null,
  distanceFrom: o.distanceFrom ?? 'estimate',
  tempPolicy: o.tempPolicy ?? null,
  insure: o.insure ?? false,
  priority: o.priority ?? 5,
  goods: o.goods.map((g) => ({
    name: g.name ?? '',
    category: g.category ?? '1700',
    pack: g.pack ?? null,
    pieces: g.pieces ?? 0,
    weight: g.weight ?? 0,
    volume: g.volume ?? 0,
    declared: g.declared ? fen(Math.round(g.declared)) : null,
    batch: null,
    expiry: null,
    unNo: g.unNo ?? null,
  })),
  lines: (o.lines ?? []).map((l) => ({
    kind: l.kind ?? 'stops',
    quantity: l.quantity ?? null,
    amount: l.amount ? fen(Math.round(l.amount)) : null,
    note: l.note ?? null,
  })),
})

/** The price before saving: chosen rule, lines, tax; the others and why not. */
const preview = (ctx: Context, o: ToPrice) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const p = await questionOf(db, ctx, complete(o), 'receivable')
    const priced = answered(p)
    const { lines = [], total = 0, tax = 0, pending = [] } = priced ?? {}
    const coupon = o.coupon && priced ? await couponOff(db, o.coupon, lines) : null
    return { day: p.day, chosen: p.chosen, others: p.others.slice(0, 20), lines, total, tax, pending, coupon }
  })

const OF_ORDER = z.strictObject({ id: z.coerce.number().int().positive('订单编号应为正整数') })
/** Every quote of an order, the current one first; only of an order the user may see. */
const quotesOf = (ctx: Context, { id }: z.infer<typeof OF_ORDER>) =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const order = await get(db, ctx, 'transportOrder', id, 'person')
    const rows = await liveRows(db, 'quote')
      .leftJoin('rateRule', (join) => join.onRef('rateRule.id', '=', 'quote.rule').onRef('rateRule.operatorId', '=', 'quote.operatorId'))
      .select(['quote.id', 'quote.no', 'quote.current', 'quote.createdAt', 'quote.pricingDay', 'quote.lines', 'quote.total', 'quote.tax'])
      .select(['quote.rejected', 'quote.inputs', 'quote.rule', 'rateRule.name'])
      .where('quote.order', '=', order.id)
      .where('quote.direction', '=', 'receivable')
      .orderBy('quote.id', 'desc')
      .limit(50)
      .execute()
    return {
      list: rows.map((q) => ({
        id: q.id,
        no: q.no,
        current: q.current,
        createdAt: q.createdAt,
        why: (q.inputs as { why?: string }).why ?? '',
        day: q.pricingDay,
        chosen: q.rule === null ? null : { rule: q.rule, name: q.name ?? '' },
        others: (q.rejected ?? []) as Quote['others'],
        lines: q.lines ?? [],
        total: q.total,
        tax: q.tax,
        pending: [],
      })),
    }
  })

export const ratingEntities: readonly ServedEntity[] = [servedRule, servedVersion]
export const ratingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/rateRule/versions',
    summary: '计费规则的各版本内容',
    right: 'billRulesList',
    input: READ,
    output: VERSIONS,
    handler: readVersions,
  }),
  route({
    method: 'POST',
    path: '/api/v1/rateRule/saveVersion',
    summary: '保存规则版本草稿',
    right: 'billRulesList_edit',
    input: SAVE,
    output: SAVED,
    single: true,
    handler: saveVersion,
  }),
  route({
    method: 'POST',
    path: '/api/v1/rateRule/try',
    summary: '试算',
    right: 'billRulesList',
    input: TRIAL,
    output: TRIED,
    safe: true,
    handler: tryOut,
  }),
  route({
    method: 'POST',
    path: '/api/v1/rateRule/simulate',
    summary: '按历史订单模拟',
    right: 'billRulesList',
    input: SIMULATE,
    output: SIMULATED,
    safe: true,
    handler: simulate,
  }),
  route({
    method: 'GET',
    path: '/api/v1/transportOrder/quotes',
    summary: '订单的各次报价',
    right: SEES.receivable,
    input: OF_ORDER,
    output: QUOTES,
    handler: quotesOf,
  }),
  route({
    method: 'POST',
    path: '/api/v1/transportOrder/price',
    summary: '订单价格预览',
    right: SEES.receivable,
    input: ORDER,
    output: PRICE,
    safe: true,
    handler: preview,
  }),
]
