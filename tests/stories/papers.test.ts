/** The papers a company signs and hands out: every character readable, whole pages, and the figures of the pages they are printed from. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { PDFDocument } from 'pdf-lib'
import { day, instantAt, type Day } from '#kit/basics/time/day.ts'
import type { Fen } from '#kit/basics/fen.ts'
import { capitalYuan } from '#kit/basics/fen-capital.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { wrongGlyphs } from '#kit/pdf/fixture/glyphs.server.ts'
import { manyPaperKind, paperKind } from '#kit/pdf/kinds.server.ts'
import type { Paper } from '#kit/pdf/paper.ts'
import { renderPaper, wordsOf } from '#kit/pdf/paper.server.ts'
import { build } from '#modules/finance/statements/build.server.ts'
import { paperOf as statementPaper } from '#modules/finance/statements/paper.server.ts'
import { clauseRefusal, DELIVERED_CLAUSES } from '#modules/leasing/contracts/clause.rules.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { servedClause } from '#modules/leasing/contracts/clause.server.ts'
import { Company, refusal } from './company.ts'
import { running, type Running } from './leases.ts'

let company: Company
let l: Running
beforeAll(async () => {
  company = await Company.open('2025-01-02')
  l = await running(company, { startOn: '2025-01-05', endOn: '2025-07-05' })
})
afterAll(() => company?.close())

const paperOf = (entity: string, code: string, id: number, who?: string): Promise<Paper> =>
  company.write((tx) => paperKind(company.as(who), entity, code).make(tx, company.as(who), id))
/** Drawn, looked at, and its words. */
const drawn = async (entity: string, code: string, id: number): Promise<Drawn> => look(code, await paperOf(entity, code, id))
interface Drawn {
  words: string
  pages: number
}
async function look(code: string, paper: Paper): Promise<Drawn> {
  const { bytes, pages } = await renderPaper(paper)
  // For a person to look at, when asked for: PAPERS=folder.
  const folder = process.env['PAPERS']
  if (folder) await writeFile(`${folder}/${code}-${pages}-${paper.number ?? ''}.pdf`, bytes)
  const { wrong, seen } = await wrongGlyphs(bytes)
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(40)
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages)
  return { words: wordsOf(paper).join('\n'), pages }
}

describe('the papers of a lease', () => {
  test('the contract names both in full, its vehicle, its money and the plan the page shows', async () => {
    const { words, pages } = await drawn('contract', 'contract', l.contract)
    const of = await company.read((db) =>
      db
        .selectFrom('vehicle')
        .innerJoin('lessee', (join) => join.on('lessee.id', '=', l.lessee))
        .select(['vehicle.plateNo', 'vehicle.vin', 'lessee.name', 'lessee.idNo'])
        .where('vehicle.id', '=', l.vehicle)
        .executeTakeFirstOrThrow(),
    )
    for (const word of [of.plateNo, of.vin, of.name, of.idNo!, '虹桥店', '2025年1月5日', '不得转租']) expect(words).toContain(word)
    expect(words).not.toContain('{{')
    const plan = await company.periods(l.contract)
    const total = plan.reduce((sum, p) => sum + p.amount, 0)
    for (const p of plan) expect(words).toContain(formatFen(p.amount))
    expect(words).toContain(formatFen(total))
    expect(pages).toBeGreaterThanOrEqual(2)
  })

  test('forty vehicles and three years break over pages, each with its number', async () => {
    company.at('2025-01-06')
    const vehicles: number[] = []
    for (let i = 0; i < 40; i++) vehicles.push(await company.vehicle())
    const id = await company.add(
      'contract',
      {
        kind: 'lease',
        lessee: await company.lessee(),
        store: company.store,
        plan: company.plan,
        vehicles,
        startOn: '2025-01-10',
        endOn: '2028-01-10',
        ...(await terms()),
      },
      'sales',
    )
    const { words, pages } = await drawn('contract', 'contract', id)
    expect(pages).toBeGreaterThan(3)
    expect(words).toContain('草稿：尚未通过审批')
    expect(words).toContain('共 40 辆')
  })

  test('whoever may not see a number in full prints it as he sees it', async () => {
    const limited = { ...company.as(), access: { ...company.as().access, can: (code: string) => code !== 'memberList_reveal' } } as never
    const paper = await company.write((tx) => paperKind(company.as(), 'contract', 'contract').make(tx, limited, l.contract))
    expect(wordsOf(paper).join('')).toMatch(/\d{4}\*+\d{4}/)
  })

  test('the handover, and the receipt with its amount in capitals and the bills it paid', async () => {
    const handover = await company.read((db) => db.selectFrom('handover').select('id').executeTakeFirstOrThrow())
    expect((await drawn('handover', 'handover', handover.id)).words).toContain('提车人（签字）')
    const paid = await company.read((db) =>
      db.selectFrom('payment').select(['id', 'amount']).where('status', '=', 'confirmed').executeTakeFirstOrThrow(),
    )
    const { words } = await drawn('payment', 'receipt', paid.id)
    expect(words).toContain(formatFen(paid.amount))
    const made = await paperOf('payment', 'receipt', paid.id)
    expect(made.blocks).toContainEqual({ kind: 'amount', label: '实收金额', fen: paid.amount })
    expect(capitalYuan(paid.amount)).toContain('元')
    const bills = await company.bills(l.contract)
    for (const bill of bills.filter((b) => b.paid > 0)) expect(words).toContain(bill.no)
  })

  test('a swap prints both vehicles: blanks before, what was found and who signed after', async () => {
    const of = await running(company, { startOn: '2025-01-06', endOn: '2025-07-06' })
    company.at('2025-01-07', '10:00')
    const newVehicle = await company.vehicle()
    const rent = { rentPolicy: 'nextPeriod', newRent: 420_000 }
    const swap = await company.add(
      'vehicleSwap',
      { lease: of.lease, newVehicle, plannedOn: '2025-01-07', kind: 'permanent', reasonKind: 'upgrade', ...rent },
      'sales',
    )
    const plates = await company.read((db) =>
      db.selectFrom('vehicle').select('plateNo').where('id', 'in', [of.vehicle, newVehicle]).execute(),
    )
    const blank = (await drawn('vehicleSwap', 'swap', swap)).words
    for (const word of ['换车交接单', '收回原车', '交付新车', '换车人（签字）', '4,200.00', ...plates.map((one) => one.plateNo)])
      expect(blank).toContain(word)
    // A figure left over from another choice is not what will be paid.
    await company.edit('vehicleSwap', swap, { rentPolicy: 'none' })
    const unchanged = (await drawn('vehicleSwap', 'swap', swap)).words
    expect([unchanged.includes('4,200.00'), unchanged.includes('不变')]).toEqual([false, true])
    await company.edit('vehicleSwap', swap, rent)
    await company.act('vehicleSwap', 'submit', swap, {}, 'sales')
    await company.act('vehicleSwap', 'pass', swap, {}, 'finance')
    const items = (note: string) => [{ group: 'exterior', name: '左前门', normal: false, note }]
    const sign = await company.file('sales')
    await company.act(
      'vehicleSwap',
      'complete',
      swap,
      {
        effectiveAt: '2025-01-07T01:30:00.000Z',
        oldOdometer: 12_367,
        oldEnergyPercent: 61,
        oldItems: items('旧车划痕'),
        newOdometer: 23,
        newEnergyPercent: 97,
        newItems: items('新车无漆面保护'),
        photos: [await company.file('sales')],
        lesseeSign: [sign],
      },
      'sales',
    )
    const paper = await paperOf('vehicleSwap', 'swap', swap)
    const words = wordsOf(paper).join('\n')
    for (const word of ['12367 km', '61%', '旧车划痕', '23 km', '97%', '新车无漆面保护', '日期：2025-01-07 09:30'])
      expect(words.replaceAll(' %', '%')).toContain(word)
    const inks = paper.blocks.flatMap((b) => (b.kind === 'zones' ? b.parties.map((party) => party.ink) : []))
    expect(inks).toEqual([undefined, expect.objectContaining({ id: sign.id })])
  })

  test('money that nobody has confirmed has no receipt', async () => {
    company.at('2025-01-29')
    await company.run()
    const open = (await company.bills(l.contract)).filter((b) => b.status === 'unpaid')
    const id = await company.register(
      open.map((b) => b.id),
      open.reduce((sum, b) => sum + b.amount, 0) as Fen,
    )
    expect((await refusal(paperOf('payment', 'receipt', id))).message).toContain('确认到账后才能开具收据')
    await company.act('payment', 'reject', id, { reason: '金额不符' }, 'finance')
    expect((await refusal(paperOf('payment', 'receipt', id))).message).toContain('已驳回')
  })

  test('a letter to whoever owes lists what he owes as the bills count it; to whoever does not there is none', async () => {
    const open = (await company.bills(l.contract)).filter((b) => b.status === 'unpaid')
    expect((await refusal(paperOf('bill', 'reminder', open[0]!.id))).message).toContain('没有逾期')
    company.at('2025-03-20')
    const { words } = await drawn('bill', 'reminder', open[0]!.id)
    expect(words).toContain(formatFen(open[0]!.amount))
    expect(words).toContain(open[0]!.no)
  })
})

test('a statement names both in full, and every line and sum of the period', async () => {
  const to = company.clock.today()
  const { id } = await company.write((tx) =>
    build(tx, company.as('finance'), {
      store: company.store,
      partyKind: 'lessee',
      lessee: l.lessee,
      payee: '',
      fromOn: day('2025-01-01'),
      toOn: to,
    }),
  )
  const { row, lines, idNo } = await company.read(async (db) => ({
    row: await db.selectFrom('statement').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    lines: await db.selectFrom('statementLine').selectAll().where('statement', '=', id).where('earlier', '=', false).execute(),
    idNo: (await db.selectFrom('lessee').select('idNo').where('id', '=', l.lessee).executeTakeFirstOrThrow()).idNo,
  }))
  const { words } = await look('statement', await company.write((tx) => statementPaper(tx, company.as('finance'), row)))
  expect(lines.length).toBeGreaterThan(2)
  for (const word of [
    row.no,
    row.party,
    idNo!,
    '虹桥店',
    '本期合计',
    formatFen(row.charges),
    formatFen(row.payments),
    ...lines.map((one) => one.docNo),
  ])
    expect(words).toContain(word)
  expect(words).toContain('尚未确认')
})

describe('the papers of a return', () => {
  test('the inspection, then the settlement: worked out and marked as such until it is confirmed, with the very lines of the page', async () => {
    company.at('2025-05-20', '09:00')
    const back = await company.add('vehicleReturn', { lease: l.lease, plannedOn: '2025-05-20', reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    expect((await drawn('vehicleReturn', 'inspection', back)).words).toContain('退车人（签字）')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    company.at('2025-05-20', '16:00')
    const damages = [{ part: '右后门', level: 'medium', responsibility: 'lessee', amount: 120_000, note: '凹陷' }]
    await company.act(
      'vehicleReturn',
      'inspect',
      back,
      {
        actualAt: instantAt('2025-05-20' as Day, '15:30'),
        odometer: 30_000,
        energyPercent: 90,
        items: [],
        damages,
        cleaningFee: 0,
        photos: await company.files(4),
      },
      'sales',
    )
    expect((await drawn('vehicleReturn', 'inspection', back)).words).toContain('右后门')
    const s = await company.read((db) =>
      db.selectFrom('returnSettlement').selectAll().where('lease', '=', l.lease).executeTakeFirstOrThrow(),
    )
    const { sheet } = await company.write((tx) => computeSheet(tx, company.as(), s as never))
    const { words } = await drawn('returnSettlement', 'settlement', s.id)
    expect(words).toContain('退车结算单（试算）')
    for (const line of sheet.lines) expect(words).toContain(line.label)
    expect((await paperOf('returnSettlement', 'settlement', s.id)).blocks).toContainEqual({
      kind: 'amount',
      label: '承租人还应付',
      fen: sheet.result.receivable,
    })
  })
  test('an application', async () => {
    const id = await company.add(
      'carApplication',
      { lessee: l.lessee, store: company.store, quantity: 2, wantOn: '2025-06-01', months: 12, purpose: '城配' },
      'sales',
    )
    expect((await drawn('carApplication', 'application', id)).words).toContain('12 个月')
  })
})

describe('the one paper of a fleet', () => {
  /** Drawn, looked at, and its words. */
  const drawnOfMany = async (entity: string, ids: number[]): Promise<{ words: string; pages: number; paper: Paper }> => {
    const paper = await company.write((tx) => manyPaperKind(company.as(), entity, 'fleet').make(tx, company.as(), ids))
    const { bytes, pages } = await renderPaper(paper)
    expect((await wrongGlyphs(bytes)).wrong).toEqual([])
    return { words: wordsOf(paper).join('\n'), pages, paper }
  }
  const idsOf = async (table: 'handover' | 'vehicleReturn' | 'returnSettlement', contract: number): Promise<number[]> =>
    (
      await company.read((db) =>
        db
          .selectFrom(table as 'handover')
          .select('id')
          .where('contract', '=', contract)
          .orderBy('id')
          .execute(),
      )
    ).map((r) => r.id)

  test('names every vehicle once, over as many pages as they need, and adds up to the papers of each', { timeout: 300_000 }, async () => {
    company.at('2025-06-02', '09:00')
    const vehicles: number[] = []
    for (let i = 0; i < 3; i++) vehicles.push(await company.vehicle())
    const fleet = await company.contract({ lessee: l.lessee, vehicles, startOn: '2025-06-02', endOn: '2026-06-02' })
    await company.sign(fleet)
    const open = await company.bills(fleet)
    await company.pay(
      open.map((b) => b.id),
      open.reduce((sum, b) => sum + b.amount, 0),
    )
    await company.handOver(fleet)
    const plates = (await company.read((db) => db.selectFrom('vehicle').select('plateNo').where('id', 'in', vehicles).execute())).map(
      (v) => v.plateNo,
    )
    const given = await drawnOfMany('handover', await idsOf('handover', fleet))
    for (const plate of plates) expect(given.words.split(plate)).toHaveLength(2)
    expect(given.words).toContain('车辆交接单（整批）')

    company.at('2025-07-02', '09:00')
    const leases = (
      await company.read((db) => db.selectFrom('lease').select('id').where('contract', '=', fleet).orderBy('id').execute())
    ).map((r) => r.id)
    for (const lease of leases) {
      const back = await company.add('vehicleReturn', { lease, plannedOn: '2025-07-02', reasonKind: 'early' }, 'sales')
      await company.act('vehicleReturn', 'submit', back, {}, 'sales')
      await company.act('vehicleReturn', 'pass', back, {}, 'finance')
      const seen = { actualAt: instantAt('2025-07-02' as Day, '08:30'), odometer: 30_000, energyPercent: 90, items: [], cleaningFee: 5000 }
      await company.act('vehicleReturn', 'inspect', back, { ...seen, photos: await company.files(4) }, 'sales')
    }
    const back = await drawnOfMany('vehicleReturn', await idsOf('vehicleReturn', fleet))
    for (const plate of plates) expect(back.words).toContain(plate)
    expect(back.words).toContain('150.00')

    const ids = await idsOf('returnSettlement', fleet)
    const settled = await drawnOfMany('returnSettlement', ids)
    expect(settled.words).toContain('退车结算单（整批，试算）')
    const figures = async (id: number) =>
      (await paperOf('returnSettlement', 'settlement', id)).blocks.flatMap((b) => (b.kind === 'amount' ? [b.fen] : []))
    const each = await Promise.all(ids.map(figures))
    const sums = settled.paper.blocks.flatMap((b) => (b.kind === 'amount' ? [b.fen] : []))
    expect(sums).toEqual([0, 1].map((i) => each.reduce((sum, of) => sum + of[i]!, 0)))

    const [mine, other] = [
      ids[0]!,
      (
        await company.read((db) =>
          db.selectFrom('returnSettlement').select('id').where('contract', '=', l.contract).executeTakeFirstOrThrow(),
        )
      ).id,
    ]
    expect((await drawnOfMany('returnSettlement', [mine, other])).pages).toBeGreaterThan(0)
  })

  test('is of one lessee: what is of two is refused', async () => {
    const one = await running(company, { startOn: '2025-07-05', endOn: '2026-07-05' })
    const ids = [...(await idsOf('handover', l.contract)), ...(await idsOf('handover', one.contract))]
    expect(
      (await refusal(company.write((tx) => manyPaperKind(company.as(), 'handover', 'fleet').make(tx, company.as(), ids)))).message,
    ).toContain('不同的承租人')
  })
})

async function terms(): Promise<Record<string, unknown>> {
  const plan = await company.read((db) => db.selectFrom('leasePlan').selectAll().where('id', '=', company.plan).executeTakeFirstOrThrow())
  const {
    monthlyRent,
    payCycleMonths,
    billMode,
    anchorMode,
    prorateMode,
    dayRule,
    issueAheadDays,
    dueOffsetDays,
    deposit,
    violationDeposit,
  } = plan
  const { depositHoldDays, lateGraceDays, lateRateBp, lateCapBp, earlyPenalty, overdueFactorBp } = plan
  return {
    monthlyRent,
    payCycleMonths,
    billMode,
    anchorMode,
    prorateMode,
    dayRule,
    issueAheadDays,
    dueOffsetDays,
    deposit,
    violationDeposit,
    depositHoldDays,
    lateGraceDays,
    lateRateBp,
    lateCapBp,
    earlyPenalty,
    overdueFactorBp,
  }
}

describe('clauses', () => {
  test.each([
    ['no such word', '押金 {{contract.nothing}}', '不是可用的字段'],
    ['a word of another paper', '{{renewal.no}}', '不是可用的字段'],
    ['half a bracket', '押金 {{contract.deposit}', '没有成对'],
    ['nothing', '   ', '没有内容'],
    ['a place to sign', '〔甲方签章〕', '不用写签章位置'],
  ])('with %s are not put in force', (_what, text, why) => expect(clauseRefusal(text)).toContain(why))
  test('as delivered pass', () => expect(clauseRefusal(DELIVERED_CLAUSES)).toBeNull())

  test('a new version is for contracts submitted from then on; the one before keeps its own', async () => {
    const before = await company.read((db) =>
      db.selectFrom('contract').select('clause').where('id', '=', l.contract).executeTakeFirstOrThrow(),
    )
    expect(before.clause).not.toBeNull()
    await company.act('contractClause', 'revise', before.clause!)
    const draft = await company.read((db) =>
      db.selectFrom('contractClause').select('id').where('status', '=', 'draft').executeTakeFirstOrThrow(),
    )
    await company.edit('contractClause', draft.id, { text: '## 新版\n1、租金{{contract.monthlyRent}}元。' })
    await company.act('contractClause', 'publish', draft.id)
    const inForce = await company.read((db) => db.selectFrom('contractClause').select('id').where('status', '=', 'published').execute())
    expect(inForce).toEqual([{ id: draft.id }])
    expect(wordsOf(await paperOf('contract', 'contract', l.contract)).join('')).toContain('不得转租')
    const other = await running(company, { startOn: '2025-04-05', endOn: '2025-10-05' })
    const words = wordsOf(await paperOf('contract', 'contract', other.contract)).join('')
    expect(words).toContain('1、租金3,800.00元。')
    expect(words).not.toContain('不得转租')
    expect(servedClause.hooks.refuseEdit!({ status: 'published' } as never)).toContain('请新增一版')
  })
  test('two that are put in force at once leave one', async () => {
    const made = await Promise.all(['甲', '乙'].map((name) => company.add('contractClause', { name, text: `1、${name}` })))
    await Promise.all(made.map((id) => company.act('contractClause', 'publish', id)))
    expect(
      await company.read((db) => db.selectFrom('contractClause').select('id').where('status', '=', 'published').execute()),
    ).toHaveLength(1)
  })
})
