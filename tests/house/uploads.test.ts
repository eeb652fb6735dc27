/** Files of strangers, through the real door: what is refused leaves nothing behind, what is kept stays inert. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflateRaw, deflateRawSync, deflateSync } from 'node:zlib'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, envelopeOf, type Answer } from '../bench/client.ts'
import { Product } from '../bench/product.ts'
import { testDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let product: Product
let admin: Client
beforeAll(async () => {
  database = await testDatabase()
  product = await Product.start({ database })
  admin = await Client.signIn(product)
})
afterAll(async () => {
  admin?.close()
  await product?.close()
  await database?.close()
})

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])))
  return Buffer.concat([head, data, sum])
}
/** A real one-colour PNG; its header may claim another size. */
function png(width = 1, height = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const text = (words: string): Buffer => Buffer.from(words)
const send = (name: string, mime: string, data: Buffer): Promise<Answer> => admin.upload('/api/v1/file/upload', name, mime, data)
const rowsOfFiles = async (): Promise<number> => (await product.sql<{ n: number }>('select count(*)::int as n from file'))[0]!.n
function contents(): string[] {
  const folder = join(product.dataDir, 'files')
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => e.name)
    : []
}

const MEGABYTE = Buffer.alloc(1024 * 1024)

/** Zeros without end in the first sheet of an otherwise honest workbook. Zipped by hand: the libraries want it in memory. */
async function bomb(megabytes: number): Promise<Buffer> {
  const template = await admin.get('/api/v1/dept/import/template')
  const zeros = await buffer(Readable.from(Array.from({ length: megabytes }, () => MEGABYTE)).pipe(createDeflateRaw({ level: 1 })))
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of Object.entries(unzipSync(template.bytes))) {
    const huge = name === 'xl/worksheets/sheet1.xml'
    const packed = huge ? zeros : deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(huge ? 0 : crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(huge ? megabytes * MEGABYTE.length : bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed)
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, place, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  for (const at of [4, 6]) end.writeUInt16LE(local.length / 4, at)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** The directory says that everything in it is small. */
function lying(zip: Buffer): Buffer {
  const out = Buffer.from(zip)
  for (let at = out.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = out.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (out.readUInt32LE(at + 24) > 1024 * 1024) out.writeUInt32LE(1000, at + 24)
  }
  return out
}

const memory = (field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024

let zipped: Buffer
const workbook = async (): Promise<Buffer> => (zipped ??= await bomb(512))

// First, while the process is still small.
describe.runIf(process.platform === 'linux')('a workbook that unpacks to 512 MB', () => {
  it.each([
    ['admits it', (zip: Buffer) => zip],
    ['denies it', lying],
  ])('and %s is refused before it takes the memory', async (_how, change) => {
    const data = change(await workbook())
    const upload = (bytes: Buffer): Promise<Answer> => admin.upload('/api/v1/dept/import', 'a.xlsx', 'application/zip', bytes)
    expect(data.length).toBeLessThan(5 * 1024 * 1024)
    // Once for practice, so that what grows is the bomb and not the program getting under way.
    await upload(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(data.length)]))
    writeFileSync(`/proc/${product.pid}/clear_refs`, '5') // the high-water mark starts again from here
    const before = memory('VmRSS')
    const answer = await upload(data)
    const grown = memory('VmHWM') - before
    expect([answer.status, envelopeOf(answer).message]).toEqual([400, expect.stringMatching(/解压后过大|结构异常/)])
    expect(grown).toBeLessThan(64)
    expect((await admin.get('/api/v1/session/me')).status).toBe(200)
  })
})

const SCRIPT = '<script>alert(document.domain)</script>'
const BAD: [string, string, string, () => Buffer][] = [
  ['a page', 'a.html', 'text/html', () => text(`<!doctype html>${SCRIPT}`)],
  ['a page that calls itself a picture', 'a.png', 'image/png', () => text(`<!doctype html>${SCRIPT}`)],
  ['a drawing with a script', 'a.svg', 'image/svg+xml', () => text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  [
    'a drawing that calls itself a photograph',
    'a.jpg',
    'image/jpeg',
    () => text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
  ],
  ['an animated GIF', 'a.gif', 'image/gif', () => text('GIF89a\x01\x00\x01\x00')],
  ['a picture with the ending of a page', 'a.html', 'image/png', () => png()],
  ['a picture with two endings', 'a.png.exe', 'image/png', () => png()],
  ['a picture without an ending', 'png', 'image/png', () => png()],
  ['a program', 'a.pdf', 'application/pdf', () => Buffer.concat([text('MZ'), Buffer.alloc(100)])],
  ['nothing at all', 'a.png', 'image/png', () => Buffer.alloc(0)],
  ['a picture of four billion pixels', 'a.png', 'image/png', () => png(65_535, 65_535)],
  ['a picture without a size', 'a.png', 'image/png', () => png(0, 0)],
  ['a picture cut off in its header', 'a.png', 'image/png', () => png().subarray(0, 12)],
  ['a picture larger than pictures may be', 'a.png', 'image/png', () => Buffer.concat([png(), Buffer.alloc(21 * 1024 * 1024)])],
  ['an archive', 'a.xlsx', 'application/zip', () => Buffer.from(zipSync({ 'run.sh': new Uint8Array(10) }))],
  ['a photograph for telephones', 'a.mp4', 'video/mp4', () => text('\0\0\0\x18ftypheic\0\0\0\0')],
  ['a comment before the document', 'a.pdf', 'application/pdf', () => text(`<!-- ${SCRIPT} -->%PDF-1.7`)],
]

describe('uploads', () => {
  it.each(BAD)('refuse %s with a sentence and keep nothing', async (_what, name, mime, make) => {
    const answer = await send(name, mime, make())
    expect(answer.status).toBe(400)
    expect(envelopeOf(answer).code).toBe(400)
    expect(JSON.stringify(envelopeOf(answer))).toMatch(/[一-龥]{4}/)
    expect(await rowsOfFiles()).toBe(0)
  })

  it('refuse what is larger than anything may be, before it is all here', async () => {
    const answer = await send(
      'a.mp4',
      'video/mp4',
      Buffer.concat([text('\0\0\0\x18ftypisom\0\0\0\0'), Buffer.alloc(101 * 1024 * 1024)]),
    ).catch((error: Error) => error)
    // The product may answer and hang up while the client still sends.
    if (answer instanceof Error) expect(answer.message).toMatch(/EPIPE|ECONNRESET|hang up/)
    else expect([answer.status, envelopeOf(answer).message]).toEqual([413, expect.stringMatching(/[一-龥]{4}/)])
    expect(await rowsOfFiles()).toBe(0)
  })

  it('left nothing on the disk', () => {
    expect(contents()).toEqual([])
  })

  it('name the kinds of the field they are for, and a record takes no other', async () => {
    const accept = 'image/png,image/jpeg,image/webp'
    for (const data of [text('GIF89a'), text('%PDF-1.7')]) {
      const answer = envelopeOf(await admin.upload('/api/v1/file/upload', 'a.png', 'image/png', data, { accept }))
      expect(JSON.stringify(answer)).toMatch(/上传：PNG 图片、JPG 图片、WebP 图片"/)
    }
    expect(await rowsOfFiles()).toBe(0)
    // Whoever does not say what it is for gets no further.
    const { id } = envelopeOf(await send('a.pdf', 'application/pdf', text('%PDF-1.7'))).data as { id: string }
    const code = {
      name: '前台收款码',
      channel: 'wechat',
      accountName: '某公司',
      image: [{ id, name: 'a.png', mime: 'image/png', size: 8 }],
    }
    expect(envelopeOf(await admin.post('/api/v1/payQrCode/add', code))).toMatchObject({
      data: { image: '收款码图片只能上传：PNG 图片、JPG 图片、WebP 图片' },
    })
    await product.sql('delete from file')
  })

  it.each([
    '../../../../tmp/a.png',
    '..\\\\..\\\\windows\\\\a.png',
    '/etc/cron.d/a.png',
    'C:\\\\boot\\\\a.png',
    '%2e%2e%2fa.png',
    `${'长'.repeat(300)}.png`,
    '\u202egnp.a.png',
    '.png',
    "a';drop table file;--.png",
  ])('take %j for a name and never for a place', async (name) => {
    const before = contents().length
    const answer = envelopeOf(await send(name, 'image/png', png()))
    expect(answer.code).toBe(200)
    const uploaded = answer.data as { id: string; name: string }
    expect(uploaded.name).not.toMatch(/[/\\\p{Cc}\u202e]/u)
    expect(uploaded.name.length).toBeLessThanOrEqual(120)
    expect(contents()).toHaveLength(before + 1)
    expect(contents()).toContain(uploaded.id)
    const got = await admin.get(`/api/v1/file/get?id=${uploaded.id}`)
    expect(got.status).toBe(200)
    expect(got.bytes.equals(png())).toBe(true)
    expect(got.headers['content-disposition']).toMatch(/^inline; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.%!~-]*$/)
  })

  it('give a picture with a page behind it back as a picture that no browser runs', async () => {
    const both = Buffer.concat([png(), text(`<html>${SCRIPT}</html>`)])
    const { id } = envelopeOf(await send('a.png', 'text/html', both)).data as { id: string }
    const { headers } = await admin.get(`/api/v1/file/get?id=${id}`)
    expect(headers['content-type']).toBe('image/png')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'|script-src 'none'|sandbox/)
  })

  it('are seen by nobody without a token, and not by a guess', async () => {
    const [id] = contents()
    expect((await admin.get(`/api/v1/file/get?id=${id}`, { authorization: '' })).status).toBe(401)
    expect((await admin.get(`/api/v1/file/get?id=${'0'.repeat(32)}`)).status).toBe(404)
    expect((await admin.get('/api/v1/file/get?id=..%2F..%2Fsecrets.json')).status).toBe(400)
  })
})

describe('exports', () => {
  it('carry no text that a spreadsheet would calculate', async () => {
    const formulas = [`=cmd|'/c calc'!A0`, '+1+1', '-2+3', '@SUM(A1:A9)', '=HYPERLINK("http://evil.example","x")', '＝1+1']
    for (const [i, formula] of formulas.entries()) await admin.add('dept', { name: formula, code: `f${i}`, idx: i, remark: formula })
    const answer = await admin.post('/api/v1/dept/export', { query: {}, columns: ['name', 'code', 'remark'] })
    expect(answer.status).toBe(200)
    const parts = Object.entries(unzipSync(answer.bytes))
      .filter(([name]) => name.endsWith('.xml'))
      .map(([, bytes]) => strFromU8(bytes))
    const cells = parts.flatMap((xml) => [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, words]) => words!))
    expect(cells.filter((words) => words.includes('SUM(A1:A9)'))).not.toEqual([])
    expect(cells.filter((words) => /^[=+\-@\t\r]/.test(words))).toEqual([])
    expect(parts.filter((xml) => /<f[ >]/.test(xml))).toEqual([])
  })
})
