/** The conformance of port `merchant`: what every implementation owes the house. */
import { expect, it } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { describePort, type World } from '#tests/port.ts'
import { byHand, merchantPort } from './merchant-port.server.ts'
import { heard } from './merchant.rules.ts'
import type { Application, MerchantProvider } from './provider.server.ts'

const ctx = null as unknown as Context
const application: Application = {
  businessCode: 'MC20261123001',
  attempt: 1,
  provider: 'wechat',
  subject: { kind: 'enterprise', name: '沪东运营有限公司', creditCode: '91310000MA1FL0AB1C' },
  legal: { name: '张三', idNo: '310101199001011234', idDueOn: '2030-01-01', mobile: '13900139000' },
  account: { kind: 'public', name: '沪东运营有限公司', bank: '招商银行', no: '121900000000001' },
  shop: { name: '沪东', address: null, phone: '02150000000' },
}
const delivery = (attempt: number) => ({ id: 'd', attempt, at: new Date() })

const manual = async (): Promise<World<MerchantProvider>> => ({ implementation: byHand, stop: () => {} })
describePort(merchantPort, { manual }, (here) => {
  it('takes an application and answers with a word that is understood', async () => {
    const said = await here().implementation.submit(ctx, application, delivery(1))
    expect(heard('editing', said.state).kind).not.toBe('unknown')
  })
  it('says the same of one business code, however often it is sent', async () => {
    const said = [1, 2, 3].map((attempt) => here().implementation.submit(ctx, application, delivery(attempt)))
    expect(new Set((await Promise.all(said)).map((s) => s.subMerchantId)).size).toBe(1)
  })
  it('knows nothing of a code nobody sent', async () =>
    expect(await here().implementation.query(ctx, 'MC00000000000', delivery(1))).toBeNull())
  it('believes no notice that is not signed', () => {
    const data = JSON.stringify({ businessCode: application.businessCode, attempt: 1, progress: { state: 'FINISHED' } })
    expect(here().implementation.notice(() => null, data, new Date())).toBeNull()
  })
})
