/** Numbers of people at rest (decision 0082): everything a company does with them, on a database that holds none of them in the open. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRawClient } from '#kit/database/connection/connection.server.ts'
import { KeyFileBroken, newKey, readKeyFile } from '#kit/database/key-file.server.ts'
import { formsOf, opened, openedJson, seal, stateOf, tailHash, useKeys } from '#kit/database/sealing.server.ts'
import { sealedColumns, sealRows } from '#kit/entity/seal-rows.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { snake, sqlName } from '#kit/entity/names.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { modules } from '../../src/modules.ts'
import { idNo } from './company.ts'

const entities = modules.flatMap((m) => m.entities ?? []) as unknown as Entity[]
const folder = mkdtempSync(join(tmpdir(), 'zyt-keys-'))
const file = join(folder, 'keys.json')
let b: Bench
beforeAll(async () => {
  b = await bench()
})
afterAll(async () => {
  useKeys(null)
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
  rmSync(folder, { recursive: true, force: true })
})

const PERSON = {
  kind: 'person',
  name: '赵敏',
  mobile: '13512348888',
  idNo: '11010519491231002X',
  licenceNo: '11010519491231002X',
  contacts: [{ name: '钱七', mobile: '13698765432' }],
}
const CONTACT = '13698765432'
const secrets = [PERSON.mobile, PERSON.idNo, CONTACT]

/** Every sealed column of every table, as it lies. */
async function atRest(): Promise<string> {
  return withRawClient(b.rig.owner, async (client) => {
    const contents: string[] = []
    for (const { table, texts, lines } of sealedColumns(entities)) {
      const name = sqlName(snake(table))
      await client.query('begin')
      await client.query(`alter table ${name} no force row level security`)
      const columns = [...texts, ...lines.keys()].map((column) => `${sqlName(snake(column))}::text`)
      const { rows } = await client.query({ text: `select ${columns.join(', ')} from ${name}`, rowMode: 'array' })
      contents.push(...(rows as (string | null)[][]).flat().filter((value) => value !== null))
      await client.query('rollback')
    }
    return contents.join('\n')
  })
}
const list = async (query: object) =>
  (await b.get('lessee/list', query)).data as {
    total: number
    list: { id: number; version: number; mobile: string; idNo: string; contacts: { mobile: string }[] }[]
  }

async function works(): Promise<void> {
  for (const query of [
    { mobile: PERSON.mobile },
    { idNo: PERSON.idNo },
    { keyword: PERSON.mobile },
    { keyword: PERSON.idNo },
    { keyword: '8888' },
    { keyword: '赵敏' },
  ])
    expect([query, (await list(query)).total]).toEqual([query, 1])
  expect((await list({ mobile: '1351234' })).total).toBe(0)
  const [row] = (await list({ keyword: '赵敏' })).list
  expect(row).toMatchObject({ mobile: '135****8888', idNo: '1101**********002X', contacts: [{ mobile: '136****5432' }] })
  const reveal = (field: string) => b.must('lessee/reveal', { id: row!.id, field, reason: '核对' })
  expect(await reveal('mobile')).toEqual({ value: PERSON.mobile })
  expect(await reveal('contacts.0.mobile')).toEqual({ value: CONTACT })
  const twice = await b.post('lessee/add', { ...PERSON, mobile: '13512340000', name: '另一人', store: b.stores[0] })
  expect([twice.code, twice.message]).toEqual([1501, expect.stringContaining('已存在')])
}

test('a key file is made, kept from others, and refused when it is broken', async () => {
  expect(await newKey(file)).toBe('k1')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect((await readKeyFile(file)).keys.get('k1')).toHaveLength(32)
  await expect(readKeyFile(join(folder, 'none.json'))).rejects.toThrow(KeyFileBroken)
})

test('a sealed text is one for one text, tells another apart, opens among others and inside JSON, and is refused when it was touched', async () => {
  useKeys(await readKeyFile(file))
  const one = seal('13512348888')
  expect(one).not.toContain('8888')
  expect([seal('13512348888') === one, seal('13512348889') === one, seal(one) === one, seal('')]).toEqual([true, false, true, ''])
  expect(opened(`赵敏 ${one}，备用 ${seal('123456789012345678')}`)).toBe('赵敏 13512348888，备用 123456789012345678')
  expect(JSON.parse(openedJson(JSON.stringify({ a: [one], b: '$zyt1$' })))).toEqual({ a: ['13512348888'], b: '$zyt1$' })
  expect([one.endsWith(tailHash('8888')!), one.endsWith(tailHash('x13508888')!)]).toEqual([true, true])
  const touched = one.replace(/(?<=\$k1\$.{30})./, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect(() => opened(touched)).toThrow()
  useKeys(null)
  expect([opened('13512348888'), seal('13512348888'), stateOf(one), formsOf('1')]).toEqual(['13512348888', '13512348888', 'older', ['1']])
})

test('what lies open is sealed at the start, once; nothing a person does with it changes', async () => {
  await b.must('lessee/add', { ...PERSON, store: b.stores[0] })
  await works()
  expect(await atRest()).toContain(PERSON.mobile)
  useKeys(await readKeyFile(file))
  expect(await sealRows(b.rig.owner, entities)).toBeGreaterThan(2)
  expect(await sealRows(b.rig.owner, entities)).toBe(0)
  const lies = await atRest()
  for (const secret of secrets) expect(lies).not.toContain(secret)
  expect(lies.split('\n').filter((value) => value !== '' && !value.includes('$zyt1$k1$') && /\d{11}/.test(value))).toEqual([])
  await works()
})

test('what is written from then on is sealed as it is written: by a form, by an edit, inside lines', async () => {
  const added = await b.must('lessee/add', { kind: 'person', name: '孙八', mobile: '13700001111', idNo: idNo(78), store: b.stores[0] })
  const { version } = (await b.get('lessee/detail', { id: added.id })).data as { version: number }
  await b.must('lessee/edit', { id: added.id, version, mobile: '13700002222', contacts: [{ name: '周九', mobile: '13700003333' }] })
  const shop = await b.must('repairShop/add', {
    name: '北方维修',
    settleCycle: 'each',
    rebateBp: 0,
    mobile: '02112345678',
    bankAccount: '6222029988776655',
  })
  expect(shop.bankAccount).toBe('**** 6655')
  const lies = await atRest()
  for (const secret of ['13700001111', '13700002222', '13700003333', '6222029988776655']) expect(lies).not.toContain(secret)
  expect((await list({ mobile: '13700002222' })).total).toBe(1)
  expect((await list({ keyword: '2222' })).total).toBe(1)
  const again = (await list({ mobile: '13700002222' })).list[0]!
  // An edit form sends back the mask it was shown: that changes nothing.
  await b.must('lessee/edit', { id: again.id, version: again.version, mobile: again.mobile, name: '孙八八' })
  expect((await list({ mobile: '13700002222' })).total).toBe(1)
})

test('the next key seals everything anew; the first is needed no longer', async () => {
  expect(await newKey(file)).toBe('k2')
  useKeys(await readKeyFile(file))
  // Before the rows are sealed anew both forms are found.
  expect((await list({ mobile: PERSON.mobile })).total).toBe(1)
  expect(await sealRows(b.rig.owner, entities)).toBeGreaterThan(2)
  expect(await atRest()).not.toContain('$zyt1$k1$')
  const { keys, ...rest } = await readKeyFile(file)
  useKeys({ ...rest, keys: new Map([['k2', keys.get('k2')!]]) })
  await works()
})

test('without its key nothing is read, and nothing is shown in its place', async () => {
  const { keys: _keys, ...rest } = await readKeyFile(file)
  useKeys({ ...rest, current: 'k9', keys: new Map([['k9', Buffer.alloc(32, 1)]]) })
  const answer = await b.get('lessee/list', { keyword: '赵敏' })
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain('$zyt1$')
  b.rig.faults.splice(0)
})

test('everything lies open again when nobody wants it sealed', async () => {
  useKeys(await readKeyFile(file))
  expect(await sealRows(b.rig.owner, entities, 'open')).toBeGreaterThan(2)
  useKeys(null)
  expect(await atRest()).not.toContain('$zyt1$')
  await works()
  expect(readFileSync(file, 'utf8')).toContain('k2')
})
