/** Values that satisfy rules of the modules where those read off a definition do not. */
import { addDays, day, dayOf } from '#kit/basics/time/day.ts'
import { sampleRecord, type AfterValues, type Samples } from '#kit/entity/conformance/sample.server.ts'

/** A plan is the price of one model. */
const ofThePlan: AfterValues = async (_n, { tx, values }) => {
  const vehicles = values['vehicles'] as number[]
  const { model } = await tx
    .selectFrom('leasePlan')
    .innerJoin('vehicleProduct', 'vehicleProduct.id', 'leasePlan.product')
    .select('vehicleProduct.model')
    .where('leasePlan.id', '=', values['plan'] as number)
    .executeTakeFirstOrThrow()
  await tx.updateTable('vehicle').set({ model }).where('id', 'in', vehicles).execute()
  return vehicles
}

/** A vehicle of its own that nobody has been promised. */
const aVehicle: AfterValues = (_n, { tx, ctx }) => sampleRecord(tx, ctx, 'vehicle', {}, { path: ['vehicleHold'], samples })

/** Another's letter is nobody's to see. */
const toMyself: AfterValues = (_n, { tx, ctx }) =>
  ctx.user.id ? Promise.resolve(ctx.user.id) : sampleRecord(tx, ctx, 'user', {}, { path: [], samples })

/** Just now: what came from a terminal long ago is cleared away by the next night, also in the middle of a run. */
const receivedAt = new Date().toISOString()

const today = dayOf(receivedAt)

export const samples: Samples = {
  keptMessage: { receivedAt },
  refusedPosition: { receivedAt },
  siteConfig: { mapTiles: 'https://tiles.example.com/{z}/{x}/{y}.png' },
  // One a platform; the two that have a number of their application.
  messenger: { provider: (n: number) => (n % 2 ? 'wecom' : 'dingtalk'), agentId: '1000002' },
  sysRuleResource: { resourceCode: 'memberList' },
  systemMessage: { link: '/vehicle/vehicleList' },
  inboxMessage: { receiver: toMyself },
  dataTemplate: { entries: [{ resourceCode: 'memberList', rules: [{ rule: 'store', mode: 'all' }] }] },
  parameterValue: { value: 7 },
  leasePlan: { lateRateBp: 5, minTermMonths: 1 },
  contract: { lateRateBp: 5, startOn: '2026-01-05', endOn: '2026-07-05', vehicles: ofThePlan, hold: null },
  leaseSegment: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-02-05T01:00:00.000Z' },
  planPeriod: { items: [{ startOn: '2026-01-05', endOn: '2026-02-05', amount: 10_000, formula: '100.00' }] },
  bill: { amount: 10_000, paid: 0, writtenOff: 0 },
  taxCode: { code: '3040502010000000000' },
  dangerNote: { unNo: '1203' },
  // A limit is a rule of its own: whoever tests it sets one.
  lessee: { creditLimit: null },
  sandboxOrder: { asked: { outerNo: 'A-1' } },
  apiClient: { scopes: '下单,查询', ipAllow: '203.0.113.8', webhookEvents: 'signed' },
  subjectMap: { role: 'revenue', about: 'fee.RENT', code: '6001' },
  invoiceTitle: { taxNo: '913100001234567890' },
  coupon: { kind: 'direct', amountOff: 10_000, validity: 'fixed', stock: 7, startOn: '2026-01-05', lastOn: '2026-07-05' },
  couponUse: { base: 10_000, amount: 10_000, live: 10_000 },
  payment: { amount: 10_000, allocated: 0, toBalance: 0, designation: [{ bill: 1, amount: 10_000 }] },
  approvalProcess: { act: 'franchiseApply.pass' },
  businessProcess: { act: 'franchiseApply.pass' },
  approvalVersion: {
    definition: {
      format: 1,
      nodes: [{ kind: 'start', id: 'start', name: '发起人' }],
      settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
    },
    number: 7,
  },
  approvalFormVersion: { schema: { fields: [] }, number: 7 },
  approvalDeputy: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-01-25T01:00:00.000Z' },
  splitRule: { receivers: [{ party: 'company', rate: 10_000, fixed: null, tail: true }] },
  promoterPermission: { everyone: true },
  approvalCase: {
    values: {},
    facts: {},
    summary: [],
    memory: { choices: {}, visited: [], turns: 0, copied: [], passes: {} },
    startedAt: '2026-01-05T01:00:00.000Z',
  },
  outgoingCall: { payload: { to: { name: '张三' } } },
  fence: { points: '121.473701,31.230416', radius: 500 },
  riskReport: { subject: '停车场保安' },
  temperaturePolicy: { lowest: 2, highest: 8, maxSpread: 4, secondMinutes: 10, thirdMinutes: 30 },
  deviceItem: { itemId: (n: number) => (n % 256).toString(16).padStart(2, '0') },
  terminalBinding: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-02-05T01:00:00.000Z' },
  // Holds are of days to come, and no two share one.
  vehicleHold: {
    startOn: (n: number) => addDays(today, 60 + 3 * (n % 9000)),
    endOn: (n: number) => addDays(today, 62 + 3 * (n % 9000)),
    expiresAt: `${addDays(today, 3)}T01:02:03.000Z`,
    vehicle: aVehicle,
  },
  vehicleOccupancy: {
    source: (n: number) => n,
    startOn: (n: number) => addDays(today, 60 + 3 * (n % 9000)),
    endOn: (n: number) => addDays(today, 62 + 3 * (n % 9000)),
  },
  carApplication: { quantity: 1, months: 12 },
  vehicleSwap: { plannedOn: '2026-01-05' },
  rentReduction: { method: 'freeDays', startOn: '2026-01-05', lastOn: '2026-01-10' },
  renewal: { months: 6 },
  leaseExtension: { kind: 'return', newEndOn: '2026-12-31' },
  incidental: { lines: [{ feeItem: 'TOW', amount: 10_000, note: null }] },
  returnSettlement: { returnedOn: '2026-02-05' },
  leaseTerm: { startOn: '2026-01-05', endOn: '2027-01-05', anchorOn: '2026-01-05' },
  upkeepPlan: {
    models: [1],
    items: [
      {
        item: 'oil',
        everyKm: 10_000,
        everyDays: null,
        everyHours: null,
        leadKm: 500,
        leadDays: 15,
        leadHours: 20,
        firstKm: null,
        firstDays: null,
      },
    ],
  },
  inspectionRule: { ageFrom: 7, ageTo: 100 },
  violationCode: { code: '1344' },
  // What is typed as one sum becomes a line of the coverages and is gone.
  insurancePolicy: {
    coverages: [{ code: 'compulsory', limit: null, deductible: null, deductibleBp: null, premium: 95_000 }],
    wholePremium: null,
    startAt: '2026-01-05T16:00:00.000Z',
    endAt: '2027-01-05T16:00:00.000Z',
  },
  insuranceClaim: { occurredAt: '2026-01-05T01:00:00.000Z', reportedAt: '2026-01-05T02:00:00.000Z' },
  certificate: { holderKind: 'company', holderName: '云桥租车', kind: 'businessLicence' },
  affairRule: { ladder: '30,7' },
  fuelCard: { weekdays: '1,2,3', hourFrom: 7, hourTo: 20 },
  fuelling: { pay: 'cash' },
  // The other steps are there as soon as the vehicle is.
  vehiclePreparation: { step: 'roadPermit' },
  // The calendar of 2026 is there from the start.
  holiday: { day: (n: number) => addDays(day('2031-01-01'), n % 3000) },
  cargoSource: {
    pickFrom: '2026-01-05T01:00:00.000Z',
    pickTo: '2026-01-05T02:00:00.000Z',
    dropTo: '2026-01-05T09:00:00.000Z',
    priceMode: 'fixed',
    ask: 10_000,
  },
  transportOrder: {
    pickFrom: '2026-01-05T01:00:00.000Z',
    pickTo: '2026-01-05T02:00:00.000Z',
    dropFrom: '2026-01-05T03:00:00.000Z',
    dropTo: '2026-01-05T09:00:00.000Z',
  },
  consignment: {
    pickFrom: '2026-01-05T01:00:00.000Z',
    pickTo: '2026-01-05T02:00:00.000Z',
    dropFrom: '2026-01-05T03:00:00.000Z',
    dropTo: '2026-01-05T09:00:00.000Z',
  },
  recurringRule: { freq: 'weekly', weekdays: '12345', slots: '08:00' },
  recurringDate: { slot: '08:00' },
  lineDriver: { weekdays: '12345' },
  mission: { kind: 'line', planStart: '2026-01-05T01:00:00.000Z', planEnd: '2026-01-05T09:00:00.000Z' },
  missionHold: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-01-05T09:00:00.000Z', live: false },
  rateRule: { direction: 'receivable', fromArea: '3101', toArea: '32' },
  rateVersion: { components: {} },
  quote: { inputs: {} },
  webhookDelivery: { body: {} },
  carrier: { settleDay: 7 },
  orderModel: { cutoff: '17:30' },
  operatorProfile: { adminUsername: (n: number) => `boss_${n}` },
}
