/** 司机 and 服务商 as subjects of a paper that is signed electronically: what it says of them, who signs, and where it lies then. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { SignSubject } from '#modules/esign/esign.public.ts'
import { storeNamed } from '#modules/parties/parties.public.ts'
import { provider } from './carrier.ts'
import { driver } from './driver.ts'
import { LICENCES } from './party.rules.ts'

const drivers = storeOf(driver)
const providers = storeOf(provider)
const nothing = async (): Promise<void> => {}

async function common(tx: Tx, ctx: Context, store: number): Promise<Record<string, string>> {
  return { 'store.name': (await storeNamed(tx, store))?.name ?? '', today: dayWords(ctx.clock.today()) }
}

export const driverSubject: SignSubject = {
  bizType: 'driver',
  entity: driver.name,
  label: driver.label,
  waits: { account: 'active' },
  refuse: async (tx, ctx, id) => {
    const { account } = await drivers.get(tx, ctx, id)
    return account === 'active' ? null : '司机账号不是启用状态，不能签合同'
  },
  facts: async (tx, ctx, id, by) => {
    const d = await drivers.get(tx, ctx, id, by)
    return {
      no: `SJ${d.id}`,
      title: '司机合同',
      store: d.store,
      lessee: null,
      contract: null,
      data: {
        ...(await common(tx, ctx, d.store)),
        'driver.name': d.name,
        'driver.idNo': d.idNo,
        'driver.mobile': d.mobile,
        'driver.licenceClass': LICENCES[d.licenceClass],
        'driver.licenceDueOn': d.licenceDueOn ? dayWords(d.licenceDueOn) : '',
        'driver.qualificationNo': d.qualificationNo ?? '',
        'driver.bankName': d.bankName ?? '',
        'driver.bankAccount': d.bankAccount ?? '',
      },
      parties: [{ role: '乙方', kind: 'person', name: d.name, mobile: d.mobile, idNo: d.idNo, lessee: null }],
    }
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { file }) => {
    const { contracts } = await drivers.get(tx, ctx, id)
    await drivers.act(tx, ctx, 'contractSigned', id, { contracts: [...(contracts ?? []), file] })
  },
  onEnded: nothing,
}

const TERMS = { single: '单结', weekly: '周结', monthly: '月结' }
export const providerSubject: SignSubject = {
  bizType: 'provider',
  entity: provider.name,
  label: provider.label,
  waits: { status: 'active' },
  refuse: async (tx, ctx, id) => {
    const { status } = await providers.get(tx, ctx, id)
    return status === 'active' ? null : '只有合作中的服务商可以签合同'
  },
  facts: async (tx, ctx, id, by) => {
    const p = await providers.get(tx, ctx, id, by)
    return {
      no: `FW${p.id}`,
      title: '服务合同',
      store: p.store,
      lessee: null,
      contract: null,
      data: {
        ...(await common(tx, ctx, p.store)),
        'provider.name': p.name,
        'provider.creditCode': p.creditCode ?? '',
        'provider.contact': p.contact ?? '',
        'provider.mobile': p.mobile ?? '',
        'provider.permitNo': p.permitNo ?? '',
        'provider.bankName': p.bankName ?? '',
        'provider.bankAccount': p.bankAccount ?? '',
        'provider.settle': TERMS[p.settle],
      },
      parties: [{ role: '乙方', kind: 'company', name: p.name, mobile: p.mobile, idNo: p.creditCode, lessee: null }],
    }
  },
  onStart: nothing,
  onCompleted: async (tx, ctx, id, { file }) => {
    const { contracts } = await providers.get(tx, ctx, id)
    await providers.act(tx, ctx, 'contractSigned', id, { contracts: [...(contracts ?? []), file] })
  },
  onEnded: nothing,
}
