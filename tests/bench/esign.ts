/** E-contracts: a paper is made, signed by hand and by seal, checked; thirty at once; a year of them listed; and what a telephone loads. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { Client, envelopeOf } from './client.ts'
import { basics, checkDigit, freeVehicle, TERMS, type Basics } from './company.ts'
import { line, ms, processorOf, repeated, type Line } from './measure.ts'
import { PASSWORD, postmasterOf, type Product } from './product.ts'

const EXECUTABLE = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'
const WEB = join(import.meta.dirname, '../../dist/web')
const BASE = '/api/v1/contract'
const COMPANY = '顺达汽车租赁有限公司'
/** A small drawing: its size counts little beside the fonts. */
const INK = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAGUlEQVR4nGNgYGD4jwczMDAw/EeW/w9VAABkDwf5wH2A/QAAAABJRU5ErkJggg=='
const WORDS =
  '双方应当按照约定全面履行自己的义务，遵循诚信原则，根据合同的性质、目的和交易习惯履行通知、协助、保密等义务；一方不履行义务或者履行义务不符合约定的，应当承担继续履行、采取补救措施或者赔偿损失等责任。'

interface House {
  admin: Client
  at: Basics
  /** Of ten pages. */
  long: number
  lease: number
}

/** Ten pages of clauses, both sides signing on the last one. */
const longText = (): string =>
  [
    '# 车辆租赁合同（长）',
    ...Array.from(
      { length: 10 },
      (_, i) => `## 第${i + 1}条 约定\n${Array.from({ length: 11 }, (_, n) => `${n + 1}、${WORDS}`).join('\n')}`,
    ),
    '〔甲方签章〕 〔乙方签章〕',
  ].join('\n\n')

async function house(product: Product): Promise<House> {
  const admin = await Client.signIn(product)
  const at = await basics(admin)
  const [me] = await admin.list('user', 'username=admin')
  const own = await admin.add('signIdentity', { kind: 'company', name: COMPANY, creditCode: '91310000MA1FL0000N', own: true })
  await admin.act('signIdentity', 'check', own)
  await admin.add('signSeal', { name: '合同章', company: COMPANY, keepers: [me!.id] })
  const template = await admin.add('signTemplate', { name: '长合同', bizType: 'other', kind: 'text', text: longText() })
  await admin.act('signTemplate', 'publish', template)
  const { templateId } = await admin.call<{ templateId: number }>('POST', `${BASE}/template/standard`, { bizType: 'lease' })
  return { admin, at, long: template.id, lease: templateId }
}

async function draft({ admin, long }: House, n: number): Promise<number> {
  const seal = (await admin.list('signSeal'))[0]!.id
  const made = await admin.call<{ flowId: number }>('POST', `${BASE}/sign/initiateUrl`, {
    title: `长合同 ${n}`,
    templateId: long,
    parties: [
      { role: '乙方', kind: 'person', name: '王建国', mobile: '13900139000', intent: 'sms' },
      { role: '甲方', kind: 'company', name: COMPANY, intent: 'account', seal },
    ],
  })
  return made.flowId
}

interface Party {
  id: number
  status: string
  seal: number | null
}
const partiesOf = async ({ admin }: House, flowId: number): Promise<Party[]> =>
  (await admin.call<{ parties: Party[] }>('GET', `${BASE}/sign/detail?flowId=${flowId}`)).parties

/** Of somebody who has read and agreed and has only to confirm. */
async function readyToken(h: House, flowId: number): Promise<string> {
  const [party] = await partiesOf(h, flowId)
  const { url } = await h.admin.call<{ url: string }>('POST', `${BASE}/sign/faceToFace`, { partyId: party!.id, password: PASSWORD })
  const token = url.split('#t=')[1]!
  const { pages } = await shown(h, token)
  await visitor(h, token, 'consent', { pages: Array.from({ length: pages }, (_, i) => i + 1) })
  return token
}
async function shown({ admin }: House, token: string): Promise<{ pages: number }> {
  return envelopeOf(await admin.raw('GET', '/api/public/contract/sign/page', { headers: { 'x-sign-token': token } })).data as {
    pages: number
  }
}
async function visitor({ admin }: House, token: string, name: string, body: object): Promise<void> {
  const answer = await admin.raw('POST', `/api/public/contract/sign/${name}`, {
    headers: { 'x-sign-token': token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  if (envelopeOf(answer).code !== 200) throw new Error(`${name}: ${answer.status} ${String(answer.bytes).slice(0, 300)}`)
}

type Costs = { n: number; p50: number; p95: number; max: number; own: number; database: number }
/** Beside the clock on the wall what it cost the processors: the same on a busy machine. */
async function costs(product: Product, n: number, call: () => Promise<void>): Promise<Costs> {
  const postgres = postmasterOf(product.dataDir)!.pid
  const before = [processorOf(product.pid), processorOf(postgres)] as const
  const taken = await repeated(n, call)
  const each = (now: number, was: number): number => ((now - was) / n) * 1000
  return { ...taken, own: each(processorOf(product.pid), before[0]), database: each(processorOf(postgres), before[1]) }
}
const said = (c: Costs): string =>
  `p50 ${ms(c.p50)}, p95 ${ms(c.p95)}; processor each: the product ${ms(c.own)}, PostgreSQL ${ms(c.database)}`

async function papers(product: Product, h: House, rounds: number): Promise<Line[]> {
  const flows: number[] = []
  let n = 0
  const prepare = async (): Promise<void> => void flows.push(await draft(h, n++))
  for (let i = 0; i < 3; i++) await prepare()
  const prepared = await costs(product, rounds, prepare)
  const { pages } = await h.admin.call('GET', `/api/v1/signFlow/detail?id=${flows[0]}`)
  const tokens: string[] = []
  for (const flow of flows) {
    await h.admin.act('signFlow', 'start', await h.admin.call('GET', `/api/v1/signFlow/detail?id=${flow}`))
    tokens.push(await readyToken(h, flow))
  }
  const confirm = async (): Promise<void> => visitor(h, tokens.shift()!, 'confirm', { kind: 'drawn', png: INK })
  for (let i = 0; i < 3; i++) await confirm()
  const confirmed = await costs(product, rounds, confirm)
  const last: number[] = []
  for (const flow of flows) last.push((await partiesOf(h, flow)).find((party) => party.status === 'toSign')!.id)
  const stamp = async (): Promise<void> =>
    void (await h.admin.call('POST', `${BASE}/sign/stamp`, { partyId: last.shift()!, password: PASSWORD }))
  for (let i = 0; i < 3; i++) await stamp()
  const stamped = await costs(product, rounds, stamp)
  const file = (await h.admin.get(`${BASE}/file/download?flowId=${flows[0]}&inline=1`)).bytes
  const { no, checkCode } = await h.admin.call<{ no: string; checkCode: string }>('GET', `${BASE}/sign/detail?flowId=${flows[0]}`)
  // By number: files that are dropped there are let in as forms are, ten and then one in half a minute.
  const verify = async (): Promise<void> => {
    const { data, message } = envelopeOf(await h.admin.raw('GET', `/api/public/contract/verify?n=${no}&c=${checkCode}`))
    if (!(data as { ok: boolean } | null)?.ok) throw new Error(`the signed file does not verify: ${message}`)
  }
  for (let i = 0; i < 3; i++) await verify()
  const verified = await costs(product, rounds, verify)
  return [
    line(`a contract of ${String(pages)} pages prepared`, said(prepared), { budget: 'p95 ≤ 300 ms', met: prepared.p95 <= 300 }),
    line('the signer confirms: signed bytes committed', said(confirmed), { budget: 'p95 ≤ 600 ms', met: confirmed.p95 <= 600 }),
    line('the last one stamps: signed, validation data put in, all committed (the password of the keeper is asked, too)', said(stamped), {
      budget: 'p95 ≤ 600 ms',
      met: stamped.p95 <= 600,
    }),
    line(`the signed file (${Math.round(file.length / 1000)} kB) checked at /verify`, said(verified), {
      budget: 'p95 ≤ 500 ms',
      met: verified.p95 <= 500,
    }),
  ]
}

const BATCH = 30
async function contracts({ admin, at: { store, model } }: House): Promise<number[]> {
  const product = await admin.add('vehicleProduct', { name: '纯电轻卡长租', model: model.id })
  const plan = await admin.add('leasePlan', { product: product.id, name: '押一付一', ...TERMS })
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const [year = '2027', month = '01'] = today.split('-')
  const ids: number[] = []
  for (let n = 1; n <= BATCH; n++) {
    const body = `310101199001${String((n % 28) + 1).padStart(2, '0')}${String(100 + n)}`
    const lessee = await admin.add('lessee', {
      kind: 'person',
      name: '王建国',
      mobile: `139001${String(39_000 + n)}`,
      idNo: `${body}${checkDigit(body)}`,
      store: store.id,
      licenceNo: `3101${n}`,
      licenceClass: 'C1',
      licenceDueOn: '2099-01-01',
    })
    await admin.act('lessee', 'approve', lessee)
    const vehicle = await freeVehicle(admin, store, model, today, n)
    const contract = await admin.add('contract', {
      store: store.id,
      plan: plan.id,
      lessee: lessee.id,
      vehicles: [vehicle.id],
      startOn: today,
      endOn: `${Number(year) + 1}-${month}-01`,
      ...TERMS,
    })
    await admin.act('contract', 'submit', contract)
    ids.push(contract.id)
  }
  return ids
}
async function batch(product: Product, h: House): Promise<Line> {
  const ids = await contracts(h)
  const postgres = postmasterOf(product.dataDir)!.pid
  const before = [processorOf(product.pid), processorOf(postgres)] as const
  const began = performance.now()
  const { rows } = await h.admin.call<{ rows: { reason: string | null }[] }>('POST', `${BASE}/sign/batch`, {
    bizEntity: 'contract',
    ids,
    templateId: h.lease,
  })
  const took = performance.now() - began
  const [own, database] = [processorOf(product.pid) - before[0], processorOf(postgres) - before[1]]
  const done = rows.filter((row) => row.reason === null).length
  return line(
    `${done} contracts started in one call`,
    `${(took / 1000).toFixed(1)} s; processor: the product ${own.toFixed(1)} s, PostgreSQL ${database.toFixed(1)} s`,
    {
      budget: '≤ 5 s',
      met: done === BATCH && took <= 5000,
    },
  )
}

/** A year of flows as rows, in every state and over all days. */
async function fill(product: Product, flows: number): Promise<void> {
  const columns = (
    await product.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'sign_flow' and is_generated = 'NEVER' and column_name not in
       ('id', 'no', 'title', 'status', 'custom_biz_num', 'created_at', 'updated_at', 'started_at', 'expire_at', 'rescission')`,
    )
  ).map((row) => `"${row.name}"`)
  await product.sql(
    `insert into sign_flow (${columns.join()}, no, title, status, custom_biz_num, created_at, updated_at, started_at, expire_at, rescission)
     select ${columns.map((name) => `f.${name}`).join()}, 'QSB' || g, '车辆租赁合同 客户' || g % 5000,
       (array['completed','completed','completed','completed','completed','completed','signing','expired','revoked','declined'])[1 + g % 10],
       'BENCH' || g, t, t, t, t + interval '15 days', case when g % 97 = 0 then 'done' else 'none' end
     from (select * from sign_flow order by id limit 1) f, generate_series(1, $1) g,
       lateral (select now() - g * (interval '365 days' / $1::int) as t) as at`,
    [flows],
  )
  await product.sql('analyze sign_flow')
}
async function lists(product: Product, h: House, flows: number): Promise<Line[]> {
  await fill(product, flows)
  const asked: [string, string][] = [
    ['newest first', '/api/v1/signFlow/list?pageSize=20'],
    ['those being signed', '/api/v1/signFlow/list?pageSize=20&status=signing'],
    ['a title within', `/api/v1/signFlow/list?pageSize=20&title=${encodeURIComponent('客户123')}`],
    ['those taken back', '/api/v1/signFlow/list?pageSize=20&rescission=done'],
    ['page 50', '/api/v1/signFlow/list?pageSize=20&pageNo=50'],
    ['the call initiateList', `${BASE}/sign/initiateList?pageSize=20&pageNo=1`],
  ]
  const lines: Line[] = []
  for (const [what, path] of asked) {
    const look = async (): Promise<void> => {
      const answer = envelopeOf(await h.admin.get(path))
      if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`)
    }
    for (let i = 0; i < 5; i++) await look()
    const c = await costs(product, 100, look)
    lines.push(line(`${flows} flows of a year listed: ${what}`, said(c), { budget: 'p95 ≤ 50 ms', met: c.p95 <= 50 }))
  }
  return lines
}

/** Bytes that went over the line for a telephone that opens its link: the page, and apart from it what shows a document, and the document. */
async function page(product: Product, h: House): Promise<Line> {
  const what = 'the page of a signer, before the document'
  if (!existsSync(join(WEB, 'index.html'))) return line(what, 'not measured: the console is not built (npm run build)')
  if (!existsSync(EXECUTABLE)) return line(what, 'not measured: there is no Chromium (CHROMIUM_PATH)')
  const flow = await draft(h, 9999)
  await h.admin.act('signFlow', 'start', await h.admin.call('GET', `/api/v1/signFlow/detail?id=${flow}`))
  const [party] = await partiesOf(h, flow)
  const { url } = await h.admin.call<{ url: string }>('POST', `${BASE}/sign/link`, { partyId: party!.id })
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
  try {
    const context = await browser.newContext({
      baseURL: `http://localhost:${product.port}`,
      viewport: { width: 375, height: 812 },
      hasTouch: true,
      isMobile: true,
    })
    const tab = await context.newPage()
    const cdp = await context.newCDPSession(tab)
    await cdp.send('Network.enable')
    const names = new Map<string, string>()
    const sizes = new Map<string, number>()
    cdp.on('Network.responseReceived', ({ requestId, response }) => void names.set(requestId, new URL(response.url).pathname))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => void sizes.set(requestId, encodedDataLength))
    await tab.goto(`/sign#t=${url.split('#t=')[1]!}`, { waitUntil: 'networkidle' })
    await tab.locator('.zyt-pdf canvas').first().waitFor()
    await tab.waitForTimeout(1500)
    const all = [...sizes].map(([id, size]) => [names.get(id) ?? '?', size] as const)
    const sum = (those: readonly (readonly [string, number])[]): number => those.reduce((total, [, size]) => total + size, 0)
    const isReader = ([name]: readonly [string, number]): boolean => /pdf/i.test(name)
    const isDocument = ([name]: readonly [string, number]): boolean => name.endsWith('/sign/file')
    const before = all.filter((one) => !isReader(one) && !isDocument(one))
    const largest = before.toSorted((a, b) => b[1] - a[1]).slice(0, 4)
    if (process.env['BENCH_DETAILS']) for (const [name, size] of all) console.log(`${String(size).padStart(8)} ${name}`)
    return line(
      what,
      `${Math.round(sum(before) / 1000)} kB in ${before.length} answers (${largest.map(([name, size]) => `${name.split('/').at(-1) || '/'} ${Math.round(size / 1000)} kB`).join(', ')}); with the document its reader ${Math.round(sum(all.filter(isReader)) / 1000)} kB and itself ${Math.round(sum(all.filter(isDocument)) / 1000)} kB`,
      { budget: '≤ 250 kB', met: sum(before) <= 250_000 },
    )
  } finally {
    await browser.close()
  }
}

export async function benchEsign(product: Product, { flows = 100_000, rounds = 40 } = {}): Promise<Line[]> {
  const h = await house(product)
  const lines = [
    ...(await papers(product, h, rounds)),
    await page(product, h),
    ...(await lists(product, h, flows)),
    await batch(product, h),
  ]
  h.admin.close()
  return lines
}
