/** Papers on a customer's own page: one to sign leads through the signing page's own door; one that all have signed is saved, by its parties alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from './company.ts'
import { Own } from './own.ts'
import { INK, openSigning, type Signing } from './signing.ts'

let signing: Signing
let own: Own
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
  own = new Own(signing.c, signing.instance.files)
})
afterAll(() => signing?.close())

test('what waits for his signature is first, leads to the signing page, and is his to save once all have signed', async () => {
  const { c } = signing
  const [lessee, other] = [await c.lessee({ name: '张伟' }), await c.lessee({ name: '李四' })]
  const contract = await c.contract({ lessee, vehicles: [await c.vehicle()], startOn: '2026-01-10', endOn: '2027-01-10' })
  const { flowId } = await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template })
  await c.act('signFlow', 'start', flowId, {}, 'sales')
  const [token, others] = [await own.link(lessee), await own.link(other)]
  const before = await own.page(token)
  expect(before.todos[0]).toMatchObject({ kind: 'sign', count: 1 })
  expect((await own.page(others)).papers).toEqual([])
  const { party } = before.papers[0]!
  expect((await refusal(own.call('sign', others, { party }))).message).toContain('已签署或已失效')

  const { url } = await own.call<{ url: string }>('sign', token, { party })
  expect(url).toMatch(/^https:\/\/zyt\.localhost\/sign#t=/)
  const signer = { token: url.split('#t=')[1]! }
  const page = await signing.call('contract/sign/page', {}, signer)
  await signing.call('contract/sign/consent', { pages: Array.from({ length: page.pages }, (_, i) => i + 1) }, signer)
  // The link of his own page proves nothing there: the code goes to the number in the record.
  await signing.call('contract/sign/code', {}, signer)
  const code = /验证码 (\d{6})/.exec(signing.sent.at(-1)!.text)![1]!
  await signing.call('contract/sign/confirm', { kind: 'drawn', png: INK, code }, signer)
  await signing.stamp((await signing.parties(flowId))[1]!.id)

  const after = await own.page(token)
  expect(after.papers).toEqual([])
  expect(after.signed).toEqual([expect.objectContaining({ kind: 'flow', id: String(flowId), contract })])
  const file = await own.call<{ mime: string; body: Uint8Array }>('paper', token, { kind: 'flow', id: String(flowId) })
  expect([file.mime, Buffer.from(file.body).equals(await signing.pdf(flowId))]).toEqual(['application/pdf', true])
  expect((await refusal(own.call('paper', others, { kind: 'flow', id: String(flowId) }))).message).toContain('文件不存在')
})
