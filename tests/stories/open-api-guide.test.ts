/** The programs of the guide are run as they stand, against the whole product on a socket, with a key of the sandbox. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { actNamed, add } from '#kit/entity/store.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'

const run = promisify(execFile)
const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/operations/open-api.md'), 'utf8')
/** A language's pieces, one after the other: the second leans on the first. */
const block = (language: string): string =>
  [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text).join('\n')

let rig: Rig
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  rig = await startRig()
  const { ctx } = rig.admin
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
  const put = async (name: string, values: object): Promise<number> => (await write((tx) => add(tx, ctx, name, { ...values }, 'server'))).id
  const sample = (name: string, more: object = {}) => write((tx) => sampleRecord(tx, ctx, name, { ...more }, { path: [], samples }))
  const [store, customer] = [await sample('store'), await sample('lessee', { status: 'normal' })]
  const model = await put('orderModel', { name: '城配', steps: [{ step: 'sign', required: true, photoMin: 0, geofence: 'off' }] })
  await write((tx) => actNamed(tx, ctx, 'orderModel', 'publish', model, null, {}, 'server'))
  const project = await put('project', {
    code: 'GUIDE',
    name: '对接',
    customer,
    store,
    models: [model],
    from: '2020-01-01',
    to: '2099-12-31',
  })
  await write((tx) => tx.updateTable('project').set({ status: 'active' }).where('id', '=', project).execute())
  const client = await put('apiClient', { name: '指南', project, model, sandbox: true })
  const made = await rig.send({ method: 'POST', path: '/api/v1/openApi/issueKey' }, { client }, rig.admin)
  const { keyId, secret } = made.data as { keyId: string; secret: string }
  env = { PATH: process.env['PATH'], BASE: await rig.listen(), KEY: keyId, SECRET: secret }
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

test('the one for curl orders', async () => {
  const { stdout } = await run('bash', ['-c', block('sh')], { env })
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: { outerNo: 'SH-0001', status: 'toConfirm', sandbox: true } })
})
test('the one for Node orders, follows, finds and cancels', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', block('js')], { env })
  expect(JSON.parse(stdout)).toMatchObject({ same: true, label: '待确认', no: expect.stringMatching(/^SX\d{8}-\d{4}$/) })
})
test('the example of the page of the API orders too', async () => {
  const page = await (await fetch(`${env['BASE']}/api-docs`)).text()
  const plain = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const examples = [...page.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text]) => plain(text!))
  const order = examples.find((text) => text.endsWith('"$BASE/api/open/v1/orders"') && text.includes('-X POST'))!
  const [, ...lines] = order.split('\n')
  const { stdout } = await run('bash', ['-c', lines.join('\n')], { env })
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: { outerNo: 'A-0001' } })
  // The others stand there with all they need as well.
  expect(examples.filter((text) => text.includes('X-Zyt-Sign'))).toHaveLength(12)
})
