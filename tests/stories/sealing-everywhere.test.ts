/**
 * Numbers of people, wherever a company's work puts them (decision 0082): through every door a number is typed in, and one record of every
 * kind; then every text of every table is read as it lies, and none of them shows a number.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { withRawClient } from '#kit/database/connection/connection.server.ts'
import { newKey, readKeyFile } from '#kit/database/key-file.server.ts'
import { numbersSealed, numbersSealedJson, opened, openedJson, useKeys } from '#kit/database/sealing.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { sqlName } from '#kit/entity/names.ts'
import { sealRows } from '#kit/entity/seal-rows.server.ts'
import { addMany } from '#kit/entity/write/store-many.server.ts'
import { sendOutside } from '#modules/system/outgoing/message-call.server.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { samples } from '#tests/house/samples.ts'
import { modules } from '../../src/modules.ts'
import { idNo } from './company.ts'

const entities = modules.flatMap((m) => m.entities ?? []) as unknown as Entity[]
const folder = mkdtempSync(join(tmpdir(), 'zyt-keys-'))
const file = join(folder, 'keys.json')
let b: Bench
beforeAll(async () => {
  await newKey(file)
  useKeys(await readKeyFile(file))
  b = await bench()
})
afterAll(async () => {
  useKeys(null)
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
  rmSync(folder, { recursive: true, force: true })
})

const MOBILE = '13512348888'
const OTHER = '13698765432'
const ID = idNo(91)
const ACCOUNT = '6222029988776655'
const SECRETS = [MOBILE, OTHER, ID, ACCOUNT]
/** What the samples make of a telephone, an identity and a card; the people of the rig, who all have 13800000000, are no work of the product. */
const SAMPLED = /(?<!\w)(138(?!0{8})\d{8}|310101(19|20)\d\d0101\d{3}[\dX]|622202\d{13})(?!\w)/

/** Whose number it is instead (tests/house/masks.test.ts says the same of fields). */
const NOT_OF_A_PERSON = new Set([
  'dept.phone',
  'fuel_account.mobile',
  'invoice.bank_account',
  'invoice_title.bank_account',
  'pay_qr_code.account_no',
  'provider_account.account_no',
  'repair_shop.mobile',
  'store.phone',
])

/** Columns in which something of the kind lies open, of every table there is. */
async function lyingOpen(isNumber: (text: string) => boolean): Promise<string[]> {
  return withRawClient(b.rig.owner, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    )
    const holding = new Set<string>()
    for (const { name } of tables) {
      await client.query('begin')
      await client.query(`alter table ${sqlName(name)} no force row level security`)
      const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${sqlName(name)} t`)
      for (const { row } of rows)
        for (const [column, value] of Object.entries(row))
          if (value !== null && typeof value !== 'number' && isNumber(typeof value === 'string' ? value : JSON.stringify(value)))
            holding.add(`${name}.${column}`)
      await client.query('rollback')
    }
    return [...holding].filter((column) => !NOT_OF_A_PERSON.has(column)).toSorted()
  })
}
const known = (text: string): boolean => SECRETS.some((secret) => text.includes(secret))
const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => b.rig.db.write(b.rig.admin.ctx.user.operatorId, work)

test('what reads like a number is sealed inside sentences and JSON and nothing else is; it opens to the letter', () => {
  const text = `赵敏 ${MOBILE}，备用 136 9876 5432 / 021-12345678，证件 ${ID}；合同 ZL20261126-0001，2026-11-26 10:20，金额 1234567.89，号段 138`
  const sealed = numbersSealed(text)
  for (const number of [MOBILE, '136 9876 5432', '021-12345678', ID]) expect(sealed).not.toContain(number)
  for (const plain of ['ZL20261126-0001', '2026-11-26 10:20', '1234567.89', '号段 138']) expect(sealed).toContain(plain)
  expect([opened(sealed), numbersSealed(sealed)]).toEqual([text, sealed])
  const json = JSON.stringify({ a: `"${MOBILE}"\n${OTHER}\\`, b: [ID, 13512348888, true], c: { d: randomUUID() } })
  const lies = numbersSealedJson(json)
  for (const number of [`"${MOBILE}`, OTHER, ID]) expect(lies).not.toContain(number)
  expect(JSON.parse(lies)).toMatchObject({ b: [expect.any(String), 13512348888, true] })
  expect([openedJson(lies), numbersSealedJson(lies)]).toEqual([json, lies])
})

/** A free flow with a form of one's own: handed in, and changed on the way. */
async function approvalOf(values: Record<string, string>): Promise<void> {
  const key = `k${randomUUID().slice(0, 8)}`
  const { id: form } = await b.must('approvalForm/add', { name: key })
  const sheet = await b.must('approvalFormVersion/draft', { form })
  const empty = (await b.get('approvalFormVersion/design', { id: sheet.id })).data as { version: number }
  const fields = Object.keys(values).map((name) => ({ name, label: name, kind: 'text', required: true }))
  const saved = await b.must('approvalFormVersion/save', { id: sheet.id, version: empty.version, schema: { fields } })
  await b.must('approvalFormVersion/publish', { id: sheet.id, version: saved.version })
  const process = await b.must('approvalProcess/add', { key, name: key, category: 'other', form })
  const draft = await b.must('approvalVersion/draft', { process: process.id })
  const design = (await b.get('approvalVersion/design', { id: draft.id })).data as { version: number }
  const who = { kind: 'person', users: [b.rig.admin.ctx.user.id] }
  const permissions = Object.fromEntries(Object.keys(values).map((name) => [name, 'edit']))
  const definition = {
    format: 1,
    nodes: [
      { kind: 'start', id: 'start', name: '发起人' },
      { kind: 'approve', id: 'a', name: '审批', who, mode: 'all', empty: { policy: 'toAdmin' }, self: 'allow', fields: permissions },
    ],
    settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
  }
  const savedVersion = await b.must('approvalVersion/save', { id: draft.id, version: design.version, definition })
  await b.must('approvalVersion/publish', { id: draft.id, version: savedVersion.version })
  const { id } = await b.must('flow/start', { flowKey: key, values })
  const work = (await b.get('workbench/list', { box: 'waiting' })).data as { list: { id: number; task: { id: number } }[] }
  const task = work.list.find((one) => one.id === id)!.task.id
  const changed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value} ${OTHER}`]))
  await b.must('workflow/approve', { task, values: changed })
  expect((await b.get('workflow/case', { id: String(id) })).text).toContain(`${values['reason']} ${OTHER}`)
}

/** Everything below types, sends, keeps and throws away the same four numbers. */
async function throughEveryDoor(): Promise<void> {
  const typed = {
    kind: 'person',
    name: '赵敏',
    mobile: MOBILE,
    idNo: ID,
    contacts: [{ name: '钱七', mobile: OTHER }],
    note: `账号 ${ACCOUNT}`,
  }
  await b.must('draft/save', { key: 'lessee:new', content: typed, title: '新承租人' })
  await b.must('setting', { key: 'lesseeList.last', value: { mobile: MOBILE, idNo: ID } })
  await b.must('savedView/add', { screen: 'lesseeList', name: '老客户', scope: 'private', state: { filters: { mobile: MOBILE } } })
  await write((tx) =>
    sendOutside(
      tx,
      b.rig.admin.ctx,
      { to: { name: '赵敏', mobile: MOBILE }, title: '验证码', text: `请联系 ${OTHER}`, standIns: [] },
      { key: `x:${MOBILE}` },
    ),
  )
  // Written by the thousand, as of one paper.
  const crowd = {
    kind: 'person',
    name: '孙八',
    mobile: OTHER,
    idNo: idNo(93),
    store: b.stores[0],
    contacts: [{ name: '周九', mobile: MOBILE }],
  }
  const [made] = await write((tx) => addMany(tx, b.rig.admin.ctx, 'lessee', [crowd], 'records'))
  expect(made).toMatchObject({ mobile: OTHER, contacts: [{ mobile: MOBILE }] })
  await approvalOf({ reason: `让 ${MOBILE} 来取`, card: ACCOUNT })
  const row = { line: 2, cells: { kind: '个人', name: '李雷', mobile: '13512349999', idNo: idNo(92), store: 'A店' } }
  const wrong = { line: 3, cells: { ...row.cells, mobile: MOBILE, idNo: `${ID}1` } }
  const sent = { rows: [row, wrong] }
  expect(await b.must('lessee/import/check', sent)).toMatchObject({ valid: 1, invalid: 1 })
  expect(await b.must('lessee/import/commit', { ...sent, onlyValid: true })).toEqual({ imported: 1, skipped: 1 })
  // Sealed or open, a known number is known.
  const again = await b.must('lessee/import/commit', { rows: [{ ...row, cells: { ...row.cells, name: '李雷二' } }], onlyValid: true })
  expect(again).toMatchObject({ imported: 0, skipped: 0, known: { count: 1 } })
  const added = await b.must('lessee/add', { ...typed, note: undefined, store: b.stores[0] })
  const key = { 'idempotency-key': randomUUID() }
  const reveal = { id: added.id, field: 'mobile', reason: '核对' }
  const first = await b.rig.send({ method: 'POST', path: '/api/v1/lessee/reveal' }, reveal, b.rig.admin, key)
  const repeated = await b.rig.send({ method: 'POST', path: '/api/v1/lessee/reveal' }, reveal, b.rig.admin, key)
  expect([first.data, repeated.text]).toEqual([{ value: MOBILE }, first.text])
  const { version } = (await b.get('lessee/detail', { id: added.id })).data as { version: number }
  await b.must('lessee/delete', { id: added.id, version })
  await b.must('repairShop/add', { name: '北方维修', settleCycle: 'each', rebateBp: 0, mobile: '02112345678', bankAccount: ACCOUNT })
}

test('through every door a number is typed in: it lies open nowhere, and everything reads as before', async () => {
  await throughEveryDoor()
  expect(await lyingOpen(known)).toEqual([])
  expect((await b.get('draft', { key: 'lessee:new' })).data).toMatchObject({ content: { mobile: MOBILE, contacts: [{ mobile: OTHER }] } })
})

test('one record of every kind: no number of a person lies open in any column', async () => {
  for (const entity of entities) await write((tx) => sampleRecord(tx, b.rig.admin.ctx, entity.name, {}, { path: [], samples }))
  expect(await lyingOpen((text) => SAMPLED.test(text))).toEqual([])
})

test('opened, sealed again and under the next key: the start reaches all of it', async () => {
  expect(await sealRows(b.rig.owner, entities)).toBeGreaterThan(0)
  expect(await sealRows(b.rig.owner, entities, 'open')).toBeGreaterThan(20)
  expect(await lyingOpen((text) => text.includes('$zyt1$'))).toEqual([])
  expect((await lyingOpen(known)).length).toBeGreaterThan(4)
  await newKey(file)
  useKeys(await readKeyFile(file))
  await sealRows(b.rig.owner, entities)
  expect(await lyingOpen((text) => known(text) || SAMPLED.test(text) || text.includes('$zyt1$k1$'))).toEqual([])
})
