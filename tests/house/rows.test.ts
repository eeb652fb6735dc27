/** One door for rows: whose they are and whether they live is said in kit/entity/query/live-rows.server.ts alone (decision 0107). */
import { expect, test } from 'vitest'
import { codeOf, placeOf, sources } from './source.ts'

const server = sources.filter((file) => file.startsWith('src/modules/') && placeOf(file) !== 'test' && !file.includes('/fixture/'))
const tally = (pattern: RegExp, nameOf: (file: string) => string): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const file of server) {
    const occurrences = codeOf(file).match(pattern)?.length ?? 0
    if (occurrences > 0) counted[nameOf(file)] = (counted[nameOf(file)] ?? 0) + occurrences
  }
  return counted
}

/** A condition on company or life, wherever a builder takes one; in the `on` of a join it says which rows are joined, and stays there. */
const CONDITION = /\b(?!on\b|onRef\b)\w+\(\s*'(?:\w+\.)?(?:operatorId|deletedAt)',/g
const WRITTEN_BESIDE = 'a write of rows the store does not write (writes.test.ts)'
const GATEWAY = 'the gateway and the engine: statements of every position, worded where they are asked'
const STAY: Record<string, [conditions: number, why: string]> = {
  'approval/cases/leaver.server.ts': [1, WRITTEN_BESIDE],
  'finance/cash/cash.server.ts': [1, WRITTEN_BESIDE],
  'leasing/rent/periods.server.ts': [1, WRITTEN_BESIDE],
  'leasing/rent/terms.server.ts': [1, WRITTEN_BESIDE],
  'leasing/returns/refresh.server.ts': [1, WRITTEN_BESIDE],
  'system/demo.routes.server.ts': [1, WRITTEN_BESIDE],
  'system/log/log.routes.server.ts': [2, 'attempts to sign in by unknown names belong to nobody'],
  'system/messages/messages.server.ts': [2, WRITTEN_BESIDE],
  'system/rights/resources.server.ts': [1, WRITTEN_BESIDE],
  'system/seed.server.ts': [1, WRITTEN_BESIDE],
  'telematics/commands/command.server.ts': [1, WRITTEN_BESIDE],
  'telematics/engine/outcome-temperatures.server.ts': [2, GATEWAY],
  'telematics/engine/outcome.server.ts': [2, GATEWAY],
  'telematics/engine/rules.server.ts': [6, GATEWAY],
  'telematics/gateway/positions/clocks.server.ts': [1, GATEWAY],
  'telematics/gateway/admission/directory.server.ts': [2, GATEWAY],
  'telematics/gateway/sending/dispatch.server.ts': [4, GATEWAY],
  'telematics/gateway/gateway.server.ts': [1, GATEWAY],
  'telematics/gateway/sending/pictures.server.ts': [1, GATEWAY],
  'telematics/gateway/admission/plate.server.ts': [4, GATEWAY],
  'telematics/gateway/sending/settle.server.ts': [7, GATEWAY],
  'telematics/gateway/admission/strangers.server.ts': [1, GATEWAY],
  'telematics/gateway/sending/upgrade.server.ts': [2, GATEWAY],
  'telematics/safety/upload.server.ts': [1, WRITTEN_BESIDE],
  'telematics/terminals/fence-terminals.server.ts': [3, WRITTEN_BESIDE],
  'telematics/terminals/terminal.server.ts': [1, WRITTEN_BESIDE],
  'transport/parties/consent.server.ts': [1, WRITTEN_BESIDE],
}
test('modules say neither company nor life of the rows they ask for', () => {
  const known = Object.fromEntries(Object.entries(STAY).map(([file, [conditions]]) => [file, conditions]))
  const counts = tally(CONDITION, (file) => file.replace('src/modules/', ''))
  // Whoever takes one out lowers the number; a new one goes through the door.
  for (const [file, conditions] of Object.entries(counts)) expect(conditions, file).toBeLessThanOrEqual(known[file] ?? 0)
  for (const file of Object.keys(known)) expect(counts[file] ?? 0, `${file}: lower its number`).toBe(known[file])
  const planted = "tx.selectFrom('a').where('operatorId', '=', 1).where('a.deletedAt', 'is', null).where((e) => e('deletedAt', 'is', null))"
  expect(planted.match(CONDITION)).toHaveLength(3)
  expect("join.onRef('b.operatorId', '=', 'a.operatorId').on('b.deletedAt', 'is', null)".match(CONDITION)).toBeNull()
})

/** The same in SQL written out, of reports and of statements a builder cannot word, by module; joins among them. */
const RAW = /\boperator_id = \$\{|\bdeleted_at is null\b/g
const WRITTEN_OUT: Record<string, number> = {
  affairs: 8,
  approval: 45,
  billing: 98,
  esign: 2,
  finance: 55,
  freight: 13,
  fuel: 12,
  leasing: 15,
  operators: 2,
  parties: 3,
  partners: 3,
  system: 23,
  // Statements of every position: an SOS of the same second, places judged by the vehicle (decision 0103).
  telematics: 116,
  transport: 13,
  vehicles: 7,
}
test('conditions on company and life in written SQL do not become more', () => {
  const counts = tally(RAW, (file) => file.split('/')[2]!)
  expect(Object.entries(counts).filter(([name, conditions]) => conditions > (WRITTEN_OUT[name] ?? 0))).toEqual([])
  expect(counts['billing']).toBeGreaterThan(10)
})

test('a list that may be empty is asked for with anyOf', () => {
  expect(server.filter((file) => /\[-1(?:\]|, \.\.\.)/.test(codeOf(file)))).toEqual([])
})
