/** Papers that go with a truck: 电子运单, 危险货物运单, 冷链交接单 (transport.md §15). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { shownTo } from '#kit/entity/query/labels.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { PaperKind } from '#kit/pdf/kinds.server.ts'
import { heading, type Block, type Fact, type Paper } from '#kit/pdf/paper.ts'
import { coldLimits, readSeries } from '#modules/telematics/telematics.public.ts'
import { platesOf, reportedVehicle } from '#modules/vehicles/vehicles.public.ts'
import { ridesOf } from '../missions/departure/cold.server.ts'
import { mission } from '../missions/mission.ts'
import { consignment } from '../orders/consignment.ts'
import { companyOf } from './facts.server.ts'
import { dangerNote, LOADING_CHECKS } from './upload.ts'

const missions = storeOf(mission)
const notes = storeOf(dangerNote)
const consignments = storeOf(consignment)

const at = (instant: string | null): string => (instant === null ? '' : `${dayOf(instant)} ${timeOf(instant).slice(0, 5)}`)
const no = (text: string | null | undefined): string => text ?? ''

async function truckOf(tx: Tx, ctx: Context, id: number): Promise<{ no: string; facts: Fact[]; carrier: string }> {
  const m = await tx
    .selectFrom('mission')
    .leftJoin('driver', 'driver.id', 'mission.driver')
    .leftJoin('driver as second', 'second.id', 'mission.coDriver')
    .leftJoin('carrier', 'carrier.id', 'mission.carrier')
    .select([
      'mission.no',
      'mission.vehicle',
      'mission.planStart',
      'mission.actualStart',
      'mission.sealNos',
      'mission.trailer',
      'driver.name as driver',
      'driver.licenceClass',
      'driver.qualificationNo',
      'second.name as second',
      'carrier.name as carrier',
    ])
    .where('mission.id', '=', id)
    .executeTakeFirstOrThrow()
  if (m.vehicle === null || m.driver === null) throw refused('任务还没有车辆和司机，请先分派再打印')
  const { plateNo, roadPermitNo } = await reportedVehicle(tx, m.vehicle)
  const trailer = m.trailer === null ? undefined : (await platesOf(tx, [m.trailer])).get(m.trailer)
  const company = await companyOf(tx, ctx)
  return {
    no: m.no,
    carrier: m.carrier ?? company.name,
    facts: [
      { label: '任务', value: m.no },
      { label: '承运人', value: m.carrier ?? company.name },
      { label: '车牌号', value: trailer ? `${plateNo}（挂 ${trailer}）` : plateNo },
      { label: '道路运输证号', value: no(roadPermitNo) },
      { label: '驾驶员', value: m.second ? `${m.driver}、${m.second}` : m.driver },
      { label: '准驾车型', value: no(m.licenceClass) },
      { label: '从业资格证号', value: shownTo(ctx, 'driver', 'qualificationNo', no(m.qualificationNo)) },
      { label: '发车时间', value: m.actualStart ? at(m.actualStart) : `计划 ${at(m.planStart)}` },
      { label: '铅封号', value: no(m.sealNos), wide: true },
    ],
  }
}

async function freightOf(tx: Tx, id: number) {
  return liveRows(tx, 'consignment')
    .innerJoin('transportOrder', 'transportOrder.id', 'consignment.order')
    .innerJoin('consignParty as sender', 'sender.id', 'consignment.from')
    .innerJoin('consignParty as receiver', 'receiver.id', 'consignment.to')
    .select([
      'consignment.no',
      'consignment.goods',
      'consignment.pieces',
      'consignment.weight',
      'consignment.volume',
      'transportOrder.no as order',
      'transportOrder.outerNo',
      'sender.name as from',
      'sender.place as fromPlace',
      'receiver.name as to',
      'receiver.place as toPlace',
    ])
    .where('consignment.mission', '=', id)
    .where('consignment.status', '<>', 'cancelled')
    .orderBy('consignment.stopSeq')
    .orderBy('consignment.id')
    .execute()
}

async function waybillPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const m = await missions.get(tx, ctx, id)
  const truck = await truckOf(tx, ctx, id)
  const freight = await freightOf(tx, id)
  if (freight.length === 0) throw refused('任务没有配送单，请先加配送单，再打印电子运单')
  const company = await companyOf(tx, ctx)
  const sum = (of: (c: (typeof freight)[number]) => number, digits: number): string =>
    (freight.reduce((n, c) => n + Math.round(of(c) * 10 ** digits), 0) / 10 ** digits).toFixed(digits)
  return {
    title: '道路货物运输电子运单',
    number: m.no,
    company: company.name,
    qr: m.no,
    blocks: [
      heading('车辆与人员'),
      { kind: 'facts', columns: 2, items: [...truck.facts, { label: '经营许可证号', value: no(company.permitNo) }] },
      heading('托运与收货'),
      ...freight.map((c): Block => ({
        kind: 'facts',
        columns: 2,
        items: [
          { label: '托运单号', value: c.outerNo ? `${c.order}（${c.outerNo}）` : c.order },
          { label: '配送单', value: c.no },
          { label: '发货方', value: `${c.from}，${c.fromPlace.address}`, wide: true },
          { label: '收货方', value: `${c.to}，${c.toPlace.address}`, wide: true },
        ],
      })),
      heading('货物'),
      {
        kind: 'table',
        head: [
          { label: '配送单', weight: 2 },
          { label: '货物', weight: 3 },
          { label: '件数', align: 'right' },
          { label: '重量 kg', align: 'right' },
          { label: '体积 m³', align: 'right' },
        ],
        rows: freight.map((c) => [
          c.no,
          c.goods.map((g) => (g.unNo ? `${g.name}（UN${g.unNo.replace(/^UN/i, '')}）` : g.name)).join('、'),
          String(c.pieces),
          Number(c.weight).toFixed(3),
          Number(c.volume).toFixed(4),
        ]),
        foot: [
          '合计',
          '',
          String(freight.reduce((n, c) => n + c.pieces, 0)),
          sum((c) => Number(c.weight), 3),
          sum((c) => Number(c.volume), 4),
        ],
      },
      {
        kind: 'zones',
        parties: [
          { role: 'sender', label: '托运人' },
          { role: 'driver', label: '驾驶员' },
          { role: 'receiver', label: '收货人' },
        ],
      },
    ],
  }
}

async function dangerPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const d = await notes.get(tx, ctx, id)
  if (d.status === 'draft') throw refused('危险货物运单未完成，不能打印；请先完成装货前五必查')
  const truck = await truckOf(tx, ctx, d.mission)
  const freight = await freightOf(tx, d.mission)
  const [first, last] = [freight[0], freight.at(-1)]
  const checks = { papers: d.papers, people: d.people, tank: d.tankOk, goods: d.goods, medium: d.medium }
  return {
    title: d.status === 'voided' ? '危险货物运单（已作废）' : '危险货物道路运输运单',
    number: d.no,
    company: (await companyOf(tx, ctx)).name,
    qr: d.no,
    blocks: [
      heading('托运、装卸与收货'),
      {
        kind: 'facts',
        columns: 2,
        items: [
          { label: '托运单号', value: freight.map((c) => c.order).join('、'), wide: true },
          { label: '装货', value: first ? `${first.from}，${first.fromPlace.address}` : '', wide: true },
          { label: '收货', value: last ? `${last.to}，${last.toPlace.address}` : '', wide: true },
        ],
      },
      heading('承运'),
      {
        kind: 'facts',
        columns: 2,
        items: [
          ...truck.facts.filter((f) => !['道路运输证号', '从业资格证号'].includes(f.label)),
          { label: '道路运输证号', value: d.vehiclePermitNo },
          { label: '驾驶员从业资格证号', value: shownTo(ctx, 'dangerNote', 'driverCertNo', d.driverCertNo) },
          { label: '押运员', value: d.escort },
          { label: '押运员从业资格证号', value: shownTo(ctx, 'dangerNote', 'escortCertNo', d.escortCertNo) },
          { label: '罐体检验证号', value: d.tank ? no(d.tankPermitNo) : '不使用罐体' },
          { label: '应急电话', value: d.emergencyPhone },
        ],
      },
      heading('货物'),
      {
        kind: 'table',
        head: [
          { label: '联合国编号' },
          { label: '品名', weight: 3 },
          { label: '类别', weight: 2 },
          { label: '包装类别' },
          { label: '数量 kg', align: 'right' },
        ],
        rows: [
          [
            `UN${d.unNo.replace(/^UN/i, '')}`,
            d.goodsName,
            dangerNote.fields.dangerClass.options[d.dangerClass] ?? '',
            dangerNote.fields.packing.options[d.packing] ?? '',
            d.quantityKg.toFixed(3),
          ],
        ],
      },
      heading('装货前五必查'),
      {
        kind: 'table',
        head: [{ label: '查验项目', weight: 5 }, { label: '结果' }],
        rows: (Object.keys(LOADING_CHECKS) as (keyof typeof LOADING_CHECKS)[]).map((key) => [
          LOADING_CHECKS[key],
          checks[key] ? '合格' : '未查',
        ]),
      },
      { kind: 'text', runs: [`查验完成时间 ${at(d.completedAt)}`], soft: true },
      {
        kind: 'zones',
        parties: [
          { role: 'loader', label: '装货人' },
          { role: 'driver', label: '驾驶员' },
          { role: 'escort', label: '押运员' },
        ],
      },
    ],
  }
}

/** Of each probe: how many readings of a paper. */
const MOST_READINGS = 400
const SHOWN = 24
const degrees = (tenths: number | null): string => (tenths === null ? '—' : `${(tenths / 10).toFixed(1)} ℃`)

/** Over a relay each box is named, and speaks for its own time only. */
async function probesOf(tx: Tx, ctx: Context, leg: { mission: number; pickedAt: string; signedAt: string | null }) {
  const rides = await ridesOf(tx, ctx, leg)
  const plates = await platesOf(
    tx,
    rides.map((r) => r.vehicle),
  )
  const probes = []
  for (const ride of rides)
    for (const s of await readSeries(tx, ctx, ride.vehicle, ride, MOST_READINGS))
      probes.push({
        zone: rides.length > 1 ? `${plates.get(ride.vehicle) ?? ''} ${s.zone}`.trim() : s.zone,
        readings: s.t.flatMap((t, i) => (s.value[i] === null ? [] : [{ t, v: s.value[i]! }])),
      })
  return probes
}

async function coldPaper(tx: Tx, ctx: Context, id: number): Promise<Paper> {
  const c = await consignments.get(tx, ctx, id)
  if (c.tempPolicy === null) throw refused('该配送单没有温控标准，不需要冷链交接单')
  if (c.mission === null || c.pickedAt === null) throw refused('货物还没有装车，不能打印冷链交接单；请先登记装货')
  const truck = await truckOf(tx, ctx, c.mission)
  const parties = await tx.selectFrom('consignParty').select(['id', 'name', 'place']).where('id', 'in', [c.from, c.to]).execute()
  const of = (party: number): string => {
    const p = parties.find((x) => x.id === party)
    return p ? `${p.name}，${p.place.address}` : ''
  }
  const { lowest, highest } = await coldLimits(tx, c.tempPolicy)
  const probes = await probesOf(tx, ctx, { mission: c.mission, pickedAt: c.pickedAt, signedAt: c.signedAt })
  const outside = (v: number): boolean => (lowest !== null && v < lowest * 10) || (highest !== null && v > highest * 10)
  return {
    title: '冷链交接单',
    number: c.no,
    company: truck.carrier,
    qr: c.no,
    blocks: [
      heading('运输'),
      {
        kind: 'facts',
        columns: 2,
        items: [
          ...truck.facts,
          { label: '发货方', value: of(c.from), wide: true },
          { label: '收货方', value: of(c.to), wide: true },
          { label: '温度要求', value: `${lowest ?? '—'} ℃ 至 ${highest ?? '—'} ℃` },
          { label: '启运时间', value: at(c.pickedAt) },
          { label: '到货时间', value: at(c.arrivedAt) },
          { label: '签收时间', value: at(c.signedAt) },
        ],
      },
      heading('货物'),
      {
        kind: 'table',
        head: [
          { label: '名称', weight: 3 },
          { label: '批号', weight: 2 },
          { label: '有效期至' },
          { label: '件数', align: 'right' },
          { label: '重量 kg', align: 'right' },
        ],
        rows: c.goods.map((g) => [g.name, no(g.batch), no(g.expiry), String(g.pieces), Number(g.weight).toFixed(3)]),
      },
      heading('在途温度'),
      {
        kind: 'table',
        head: [
          { label: '探头', weight: 2 },
          { label: '启运' },
          { label: '到货' },
          { label: '最低' },
          { label: '最高' },
          { label: '平均' },
          { label: '读数', align: 'right' },
          { label: '超限', align: 'right' },
        ],
        rows:
          probes.length === 0
            ? [['没有温度读数', '—', '—', '—', '—', '—', '0', '—']]
            : probes.map(({ zone, readings }) => {
                const values = readings.map((r) => r.v)
                return [
                  zone,
                  degrees(values[0] ?? null),
                  degrees(values.at(-1) ?? null),
                  degrees(Math.min(...values)),
                  degrees(Math.max(...values)),
                  degrees(Math.round(values.reduce((n, v) => n + v, 0) / Math.max(1, values.length))),
                  String(values.length),
                  String(values.filter(outside).length),
                ]
              }),
      },
      ...probes.map(({ zone, readings }): Block => {
        const step = Math.max(1, Math.ceil(readings.length / SHOWN))
        return {
          kind: 'table',
          head: [{ label: `${zone}：时间`, weight: 2 }, { label: '温度', align: 'right' }, { label: '' }],
          rows: readings
            .filter((r, i) => i % step === 0 || i === readings.length - 1 || outside(r.v))
            .slice(0, SHOWN * 3)
            .map((r) => [at(new Date(r.t * 1000).toISOString()), degrees(r.v), outside(r.v) ? '超限' : '']),
        }
      }),
      {
        kind: 'zones',
        parties: [
          { role: 'sender', label: '发货方交接' },
          { role: 'driver', label: '承运方交接' },
          { role: 'receiver', label: '收货方验收' },
        ],
      },
    ],
  }
}

export const transportPapers: readonly PaperKind[] = [
  { entity: 'mission', code: 'waybill', make: waybillPaper },
  { entity: 'dangerNote', code: 'dangerNote', make: dangerPaper },
  { entity: 'consignment', code: 'cold', make: coldPaper },
]
