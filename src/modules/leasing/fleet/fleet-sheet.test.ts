import { describe, expect, test } from 'vitest'
import { afterRun, compared, doubled, paste, readRow, sheetState, shownAnew, typeCell } from './fleet-sheet.ts'
import type { FleetRow } from './fleet.wire.ts'

const NOW = '2026-11-23T02:00:00.000Z'
const row = (id: number, plate: string): FleetRow => ({
  id,
  plate,
  no: `JC${id}`,
  version: 1,
  reason: null,
  preset: {},
  known: {},
  hash: null,
})
const sheet = (...plates: string[]) =>
  sheetState(
    'handOver',
    plates.map((plate, i) => row(i + 1, plate)),
    NOW,
  )
const cells = (state: ReturnType<typeof sheet>, field: string) => state.rows.map((r) => r.cells[field])

describe('a block from Excel', () => {
  test('goes to the vehicle it names, in whatever order and however its plate is written', () => {
    const { state, problems } = paste(
      'handOver',
      sheet('沪A10001', '沪AD10002'),
      1,
      'odometer',
      '车牌号\t时间\t里程\n沪Ａ·D10002\t\t200\r\n沪a-10001\t\t100\n',
    )
    expect(problems).toEqual([])
    expect(cells(state, 'odometer')).toEqual(['100', '200'])
  })
  test('without plates it is laid down where it was pasted', () => {
    const { state, problems } = paste('handOver', sheet('沪A10001', '沪A10002'), 1, 'odometer', '100\t90\n200\t80')
    expect(problems).toEqual([])
    expect(cells(state, 'energyPercent')).toEqual(['90', '80'])
  })
  test('a plate twice is told and not filled in: nobody knows which line was meant', () => {
    const { state, problems } = paste(
      'handOver',
      sheet('沪A10001', '沪A10002'),
      1,
      'plate',
      '沪A10001\t\t100\n沪A10002\t\t7\n沪A10001\t\t900',
    )
    expect(problems).toEqual(['沪A10001在粘贴的内容中有不止一行，没有填入'])
    expect(cells(state, 'odometer')).toEqual(['', '7'])
  })
  test('two rows of one vehicle in the sheet: told, and neither is guessed', () => {
    const { state, problems } = paste('handOver', sheet('沪A10001', '沪A10001'), 1, 'plate', '沪A10001\t\t100')
    expect(problems).toEqual(['沪A10001在本表中有不止一行，请逐格填写，没有填入'])
    expect(cells(state, 'odometer')).toEqual(['', ''])
  })
  test('plates of other vehicles alone land in no cell', () => {
    const before = sheet('沪A10001')
    const { state, problems } = paste('handOver', before, 1, 'odometer', '京B20001\t\t100\n京BD20002\t\t100')
    expect(problems).toEqual(['京B20001、京BD20002不在本表的车辆中，没有填入'])
    expect(state.rows).toEqual(before.rows)
  })
  test('columns the sheet does not have are told', () => {
    const { problems } = paste(
      'askReturn',
      sheetState('askReturn', [row(1, '沪A10001')], NOW),
      1,
      'plate',
      '沪A10001\t2026-11-30\t到期退车\t无\t多的',
    )
    expect(problems).toEqual(['本表在车牌号之后有 3 列，多出的列没有填入'])
  })
})

describe('a row that is sent', () => {
  test('says of every cell what is wrong with it', () => {
    const { state } = paste('handOver', sheet('沪A10001'), 1, 'actualAt', '昨儿\t一百\t120')
    expect(readRow('handOver', state.rows[0]!, NOW).errors).toMatchObject({
      actualAt: expect.stringContaining('看不懂「昨儿」'),
      odometer: expect.any(String),
      looked: '请填写检查结果',
    })
  })
  test('done it leaves the sheet, refused it stays with its sentence', () => {
    const lines = new Map([
      [1, 1],
      [2, 2],
    ])
    const { rows } = afterRun(sheet('沪A10001', '沪A10002'), lines, [
      { id: 1, title: '', ok: true, message: '成功' },
      { id: 2, title: '', ok: false, message: '已交车' },
    ])
    expect(rows.map((r) => [r.line, r.errors])).toEqual([[2, { '': '已交车' }]])
  })
})

test('one vehicle cannot be given to two rows, however its plate is written', () => {
  const state = sheetState('swap', [row(1, '沪A10001'), row(2, '沪A10002'), row(3, '沪A10003')], NOW)
  const rows = state.rows.map((r, i) => ({ ...r, cells: { ...r.cells, newPlate: ['沪B20001', '沪b·20001', ''][i]! } }))
  expect([...doubled('swap', rows).keys()]).toEqual([1, 2])
  expect(doubled('swap', rows).get(2)).toEqual({ newPlate: '新车车牌号 沪B20001 在表中写了不止一次' })
  expect(doubled('handOver', rows).size).toBe(0)
})

test('a row shown anew has the vehicle it has now, keeps what was typed, and says why it cannot be done any more', () => {
  const typed = typeCell('handOver', sheet('沪A10001', '沪A10002', '沪A10003'), 1, 'odometer', '88000')
  const now = shownAnew(typed, ({ line }) =>
    line === 1 ? row(1, '沪A99999') : line === 2 ? { ...row(2, '沪A10002'), reason: '当前为「已交车」' } : undefined,
  )
  expect(cells(now, 'plate')).toEqual(['沪A99999', '沪A10002', '沪A10003'])
  expect(cells(now, 'odometer')[0]).toBe('88000')
  expect(now.rows.map((r) => r.errors)).toEqual([{}, { '': '当前为「已交车」' }, {}])
})

test('a renewal starts with what each vehicle pays now, and says what the sheet comes to', () => {
  const lease = (id: number, plate: string, monthlyRent: number): FleetRow => ({
    ...row(id, plate),
    known: { present: String(monthlyRent / 100) },
    preset: { months: 12, monthlyRent, dailyRent: null, depositDelta: 0 },
  })
  const rows = [lease(1, '沪A10001', 380_000), lease(2, '沪A10002', 420_000), lease(3, '沪A10003', 500_000)]
  const of = (r: { line: number }) => rows[r.line - 1]
  const before = sheetState('renew', rows, NOW)
  expect(cells(before, 'monthlyRent')).toEqual(['3800.00', '4200.00', '5000.00'])
  expect(cells(before, 'months')).toEqual(['12', '12', '12'])
  expect(before.rows.every((r) => Object.keys(readRow('renew', r, NOW).errors).length === 0)).toBe(true)
  expect(compared('renew', before, of)).toEqual({ now: 1_300_000, asked: 1_300_000, changed: 0, unread: 0 })
  const typed = typeCell('renew', typeCell('renew', before, 1, 'monthlyRent', '4,000'), 2, 'monthlyRent', '四千')
  expect(compared('renew', typed, of)).toEqual({ now: 1_300_000, asked: 1_320_000, changed: 1, unread: 1 })
  // What it pays now is not typed over.
  expect(typeCell('renew', typed, 1, 'present', '1')).toBe(typed)
  expect(compared('handOver', sheet('沪A10001'), () => undefined)).toBe(null)
})
