/** Values that satisfy rules of the modules where those read off a definition do not. */
import type { Samples } from '#kit/entity/sample.server.ts'

export const samples: Samples = {
  sysRuleResource: { resourceCode: 'memberList' },
  dataTemplate: { entries: [{ resourceCode: 'memberList', rules: [{ rule: 'store', mode: 'all' }] }] },
  parameterValue: { value: 7 },
  leasePlan: { lateRateBp: 5, minTermMonths: 1 },
  contract: { lateRateBp: 5, startOn: '2026-01-05', endOn: '2026-07-05' },
  leaseSegment: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-02-05T01:00:00.000Z' },
  planPeriod: { items: [{ startOn: '2026-01-05', endOn: '2026-02-05', amount: 10_000, formula: '100.00' }] },
  bill: { amount: 10_000, paid: 0, writtenOff: 0 },
  payment: { amount: 10_000, allocated: 0, toBalance: 0, designation: [{ bill: 1, amount: 10_000 }] },
  approvalVersion: { definition: { format: 1, nodes: [{ kind: 'start', id: 'start', name: '发起人' }], settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' } }, number: 7 },
  approvalFormVersion: { schema: { fields: [] }, number: 7 },
  approvalDeputy: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-01-25T01:00:00.000Z' },
  splitRule: { receivers: [{ party: 'company', rate: 10_000, fixed: null, tail: true }] },
  promoterPermission: { everyone: true },
  approvalCase: { values: {}, facts: {}, summary: [], memory: { choices: {}, visited: [], turns: 0, copied: [], passes: {} }, startedAt: '2026-01-05T01:00:00.000Z' },
  fence: { points: '121.473701,31.230416', radius: 500 },
  riskReport: { subject: '停车场保安' },
  temperaturePolicy: { lowest: 2, highest: 8 },
  terminalBinding: { fromAt: '2026-01-05T01:00:00.000Z', toAt: '2026-02-05T01:00:00.000Z' },
  carApplication: { quantity: 1, months: 12 },
  vehicleSwap: { plannedOn: '2026-01-05' },
  rentReduction: { method: 'freeDays', startOn: '2026-01-05', lastOn: '2026-01-10' },
  renewal: { months: 6 },
  leaseExtension: { kind: 'return', newEndOn: '2026-12-31' },
  incidental: { lines: [{ feeItem: 'TOW', amount: 10_000, note: null }] },
  returnSettlement: { returnedOn: '2026-02-05' },
  leaseTerm: { startOn: '2026-01-05', endOn: '2027-01-05', anchorOn: '2026-01-05' },
  // The other steps are there as soon as the vehicle is.
  vehiclePreparation: { step: 'roadPermit' },
}
