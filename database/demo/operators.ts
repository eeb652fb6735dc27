/** A parent with two sub-operations, one of them on its way to a payment provider, and codes of promotion with what came of them. */
import { createHash } from 'node:crypto'
import type { Context } from '#kit/access/context.server.ts'
import { addDays, addMonths, type Day } from '#kit/basics/time/day.ts'
import { fen } from '#kit/basics/fen.ts'
import { act, add, storeOf } from '#kit/entity/store.server.ts'
import { issueBill } from '#modules/billing/billing.public.ts'
import { merchant } from '#modules/operators/merchants/merchant.ts'
import { operatorProfile } from '#modules/operators/companies/profile.ts'
import { lessee } from '#modules/parties/lessee.ts'
import { creditCode, idNumber, mobile, personName } from './random.ts'
import type { World } from './world.ts'

const SUBS = [
  { name: '沪东运营有限公司（演示）', region: '上海市', username: 'hudong_admin', monthly: 380_000, customers: 3 },
  { name: '甬江车辆租赁有限公司（演示）', region: '宁波市', username: 'yongjiang_admin', monthly: 420_000, customers: 2 },
] as const

export async function makeOperators(w: World, name: string): Promise<void> {
  // What an interrupted making left behind keeps its rows and gives back its name.
  const left = await w.db.read(null, (db) =>
    db.selectFrom('operator').select(['id', 'name']).where('parentId', '=', w.operatorId).where('demo', '=', true).execute(),
  )
  for (const one of left)
    await w.write((tx) =>
      tx
        .updateTable('operator')
        .set({ name: `${one.name}#${one.id}`, status: 'stopped', parentId: null })
        .where('id', '=', one.id)
        .execute(),
    )
  const platform = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('operatorProfile').select('id').where('operatorId', '=', w.operatorId).where('level', '=', 'platform').executeTakeFirst(),
  )
  if (!platform) return
  await w.write((tx) => storeOf(operatorProfile).edit(tx, w.as(), platform.id, { name, region: '上海市', contact: '沈雨桐' }))
  for (const [i, sub] of SUBS.entries()) await makeSub(w, platform.id, sub, i)
  await makePromotion(w)
}

async function makeSub(w: World, parent: number, sub: (typeof SUBS)[number], i: number): Promise<void> {
  const r = w.random
  w.at(addMonths(w.until, -4), '10:00')
  const apply = await w.add(undefined, 'franchiseApply', {
    contact: personName(r),
    mobile: mobile(r),
    company: sub.name,
    city: sub.region,
    fleetSize: 20 + i * 10,
  })
  await w.act(undefined, 'franchiseApply', 'follow', apply)
  await w.act(undefined, 'franchiseApply', 'pass', apply, { result: '实地考察合格' })
  const code = creditCode(r, '310115')
  await w.act(undefined, 'franchiseApply', 'convert', apply, {
    name: sub.name,
    creditCode: code,
    kind: i === 0 ? 'franchise' : 'joint',
    parent,
    adminUsername: sub.username,
    settleDay: 10,
  })
  const profile = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('operatorProfile')
      .select(['id', 'company'])
      .where('operatorId', '=', w.operatorId)
      .where('apply', '=', apply)
      .executeTakeFirstOrThrow(),
  )
  await w.write((tx) => tx.updateTable('operator').set({ demo: true }).where('id', '=', profile.company).execute())
  await w.act(undefined, 'operatorProfile', 'open', profile.id)
  await makeMerchant(w, profile.id, i)
  await makeBills(w, profile.company!, sub)
}

/** One waits for the legal person, the other was rejected. */
async function makeMerchant(w: World, profile: number, i: number): Promise<void> {
  const draft = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('merchant').select('id').where('operatorId', '=', w.operatorId).where('profile', '=', profile).executeTakeFirstOrThrow(),
  )
  const [licence, front, back, shop] = [
    await w.photo('营业执照'),
    await w.photo('身份证'),
    await w.photo('身份证背面'),
    await w.photo('门头'),
  ]
  await w.write((tx) =>
    storeOf(merchant).edit(tx, w.as(), draft.id, {
      licence: [licence],
      legalName: personName(w.random),
      legalIdNo: idNumber(w.random, '310115'),
      legalIdDueOn: '2039-12-31' as Day,
      legalImages: [front, back],
      bankName: '招商银行上海分行',
      accountNo: `1219${w.random.digits(11)}`,
      shopName: i === 0 ? '沪东租车' : '甬江租车',
      servicePhone: '021-61234567',
      shopImages: [shop],
    }),
  )
  await w.act(undefined, 'merchant', 'submit', draft.id)
  if (i === 0)
    await w.act(undefined, 'merchant', 'register', draft.id, {
      state: 'ACCOUNT_NEED_VERIFY',
      signUrl: 'https://pay.example.com/verify/demo',
    })
  else
    await w.act(undefined, 'merchant', 'register', draft.id, {
      state: 'REJECTED',
      reasons: [{ field: 'licence', reason: '照片反光，看不清注册号' }],
    })
}

/** Rent of a few months in the company itself, so that its parent has something to add up. */
async function makeBills(w: World, company: number, sub: (typeof SUBS)[number]): Promise<void> {
  const base = w.as()
  const ctx: Context = { ...base, user: { ...base.user, operatorId: company } }
  await w.db.write(company, async (tx) => {
    // Its own rows stand in no diary.
    if (await tx.selectFrom('store').select('id').where('operatorId', '=', company).limit(1).executeTakeFirst()) return
    const { id: store } = await add(tx, ctx, 'store', { code: 'HQ', name: `${sub.region}总店`, city: sub.region })
    for (let n = 0; n < sub.customers; n++) {
      const { id } = await add(tx, ctx, 'lessee', {
        kind: 'person',
        name: personName(w.random),
        mobile: mobile(w.random),
        idNo: idNumber(w.random, '310115'),
        store,
      })
      await act(tx, ctx, 'lessee', 'approve', id, null, {})
      for (const back of [3, 2, 1]) {
        const startOn = addMonths(w.until, -back)
        await issueBill(tx, ctx, {
          billType: 'rent',
          lessee: id,
          store,
          startOn,
          endOn: addMonths(startOn, 1),
          issueOn: startOn,
          dueOn: startOn,
          items: [
            {
              feeItem: 'RENT',
              description: '月租金',
              amount: fen(sub.monthly),
              startOn,
              endOn: addMonths(startOn, 1),
              idemKey: `demo:${id}:${back}`,
            },
          ],
        })
      }
    }
  })
}

async function makePromotion(w: World): Promise<void> {
  const [channel, customers] = await w.db.read(w.operatorId, async (db) => [
    await db
      .selectFrom('channel')
      .select('id')
      .where('operatorId', '=', w.operatorId)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
    await db
      .selectFrom('lessee')
      .select('id')
      .where('operatorId', '=', w.operatorId)
      .where('status', '=', 'normal')
      .where('ships', 'is distinct from', true)
      .orderBy('id')
      .limit(14)
      .execute(),
  ])
  const fromOn = addMonths(w.until, -12)
  w.at(fromOn, '09:00')
  const common = { store: w.stores[0]!.id, fromOn }
  const codes = [
    await w.add(undefined, 'promoCode', {
      ...common,
      code: 'CITYFAIR',
      name: '城配展会',
      promoter: 'channel',
      channel: channel?.id ?? null,
      rewardRate: 500,
    }),
    await w.add(undefined, 'promoCode', {
      ...common,
      code: 'OLDFRIEND',
      name: '老客户推荐',
      promoter: 'lessee',
      lessee: customers[0]?.id ?? null,
      rewardRate: 300,
    }),
    await w.add(undefined, 'promoCode', { ...common, code: 'LEAFLET', name: '门店传单', promoter: 'user', rewardRate: 0 }),
  ]
  await w.write(async (tx) => {
    for (const [i, { id }] of customers.entries()) if (i > 0) await storeOf(lessee).edit(tx, w.as(), id, { promoCode: codes[i % 3]! })
  })
  const visits = codes.flatMap((promoCode, c) =>
    Array.from({ length: 60 + 40 * c }, (_, n) => ({
      operatorId: w.operatorId,
      promoCode,
      store: common.store,
      day: addDays(w.until, -((n * 7 + c) % 150)),
      visitor: createHash('sha256').update(`demo:${c}:${n}`).digest('base64url'),
      createdBy: null,
      updatedBy: null,
      deletedAt: null,
    })),
  )
  await w.write((tx) => tx.insertInto('promoVisit').values(visits).execute())
  w.at(addDays(w.until, -20), '11:00')
  for (const promoCode of codes)
    await w.add(undefined, 'franchiseApply', {
      contact: personName(w.random),
      mobile: mobile(w.random),
      city: '苏州市',
      intent: '从推广链接了解，希望面谈。',
      promoCode,
    })
  w.at(addDays(w.until, -3), '16:00')
  await w.act(undefined, 'promoCode', 'settle', codes[0]!)
}
