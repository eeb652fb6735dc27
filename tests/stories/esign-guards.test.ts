/** Every sentence with which the law refuses something about a flow, one row each: what is prepared, what is tried, what is said. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { refusal } from './company.ts'
import { running } from './leases.ts'
import { openSigning, STAFF_PASSWORD, type Signing } from './signing.ts'

let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())
beforeEach(() => signing.c.clock.set('2026-01-05T02:00:00.000Z'))

const contractOf = async (name: string): Promise<number> =>
  signing.c.contract({
    lessee: await signing.c.lessee({ name }),
    vehicles: [await signing.c.vehicle()],
    startOn: '2026-08-01',
    endOn: '2027-08-01',
  })
const draftOf = async (contract: number, more: object = {}): Promise<number> =>
  (await signing.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: signing.template, ...more })).flowId
const begun = async (name: string): Promise<number> => {
  const flow = await draftOf(await contractOf(name))
  await act('start', flow)
  return flow
}
const act = (action: string, flow: number, input: object = {}): Promise<unknown> =>
  signing.c.act('signFlow', action as 'urge', flow, input as never, 'sales')
const signed = async (name: string): Promise<number> => {
  const flow = await begun(name)
  for (const party of await signing.parties(flow)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
  return flow
}
const template = async (text: string): Promise<number> => {
  const id = await signing.c.add('signTemplate', { name: `模板 ${text.length} ${Math.random()}`, bizType: 'other', kind: 'text', text })
  await signing.c.act('signTemplate', 'publish', id)
  return id
}
const US = '顺达汽车租赁有限公司'
const other = async (text: string, parties: object[], more: object = {}): Promise<number> =>
  (await signing.call('contract/sign/initiateUrl', { title: '其他协议', templateId: await template(text), parties, ...more })).flowId
const person = (more: object = {}): object => ({
  role: '乙方',
  kind: 'person',
  name: '某人',
  mobile: '13900000001',
  intent: 'sms',
  ...more,
})
const company = (more: object = {}): object => ({ role: '甲方', kind: 'company', name: US, intent: 'account', seal: signing.seal, ...more })
const BOTH = '# 协议\n\n〔甲方签章〕〔乙方签章〕'
const until = (iso: string): object => ({ expireAt: iso })
const linkOf = async (flow: number): Promise<{ token: string }> => {
  const open = (await signing.parties(flow)).find((party) => party.status === 'toSign')!
  return { token: (await signing.call('contract/sign/link', { partyId: open.id })).url.split('#t=')[1]! }
}
const expired = async (name: string): Promise<number> => {
  const flow = await begun(name)
  signing.c.clock.set('2026-01-25T02:00:00.000Z')
  await expireFlows(signing.c.as())
  return flow
}

/** Refused by the shape of the call, before a flow is touched. */
const shape = async (work: Promise<unknown>): Promise<never> => {
  const error = await work.then(
    () => ({ issues: [{ message: 'accepted' }] }),
    (read: { issues: { message: string }[] }) => read,
  )
  throw new Error(error.issues[0]!.message)
}

type Row = [tried: string, said: string | RegExp, how: () => Promise<unknown>]
const ROWS: Row[] = [
  [
    'a draft from a template that is switched off',
    '模板已停用，请换一个，或先在「合同模板」启用',
    async () => {
      const id = await template(BOTH)
      await signing.c.act('signTemplate', 'disable', id)
      await signing.call('contract/sign/initiateUrl', { title: '甲', templateId: id, parties: [person(), company()] })
    },
  ],
  [
    'a draft with an empty field',
    '控件“承租人地址”没有内容',
    async () => {
      const flow = await other('# 协议\n\n{{lessee.address}}\n\n〔甲方签章〕〔乙方签章〕', [person(), company()])
      return flow
    },
  ],
  ['a draft without a place for somebody', '没有为“乙方”放置签署区', () => other('# 协议\n\n〔甲方签章〕', [person(), company()])],
  ['a title no file may have', /合同名称最多 100 字/, () => other(BOTH, [person(), company()], { title: '甲/乙' })],
  ['a deadline that is over', '截止时间必须晚于现在', () => other(BOTH, [person(), company()], until('2026-01-05T01:59:00.000Z'))],
  ['a deadline beyond ninety days', '最多延至 2026-04-05', () => other(BOTH, [person(), company()], until('2026-04-06T02:00:00.000Z'))],
  [
    'the number of another flow',
    '业务编号已用于其他流程',
    async () => {
      await draftOf(await contractOf('甲一'), { customBizNum: 'GUARD-0001' })
      await draftOf(await contractOf('甲二'), { customBizNum: 'GUARD-0001' })
    },
  ],
  [
    'starting without a mobile number',
    '第 1 位签署方未填写手机号',
    async () => act('start', await other(BOTH, [person({ mobile: null }), company()])),
  ],
  [
    'starting a second one of the same contract',
    /^该租赁合同已有进行中的签署流程 QS20260105-\d{4}$/,
    async () => {
      const contract = await contractOf('乙一')
      const second = await draftOf(contract)
      await act('start', await draftOf(contract))
      await act('start', second)
    },
  ],
  [
    'starting for a company without a seal',
    '“甲方”未指定印章，请先在实名认证中登记印章',
    async () => act('start', await other(BOTH, [person(), company({ seal: null })])),
  ],
  [
    'starting when its time is over',
    '截止时间已过，请重新填写',
    async () => {
      const flow = await other(BOTH, [person(), company()], until('2026-01-06T02:00:00.000Z'))
      signing.c.clock.set('2026-01-07T02:00:00.000Z')
      await act('start', flow)
    },
  ],
  ['urging within half an hour', '发起后 30 分钟内不可催签，请于 10:30 后再试', async () => act('urge', await begun('丙一'))],
  [
    'urging again within ten minutes',
    '请于 10:50 后再催签',
    async () => {
      const flow = await begun('丙二')
      signing.c.clock.set('2026-01-05T02:40:00.000Z')
      await act('urge', flow)
      signing.c.clock.set('2026-01-05T02:45:00.000Z')
      await act('urge', flow)
    },
  ],
  [
    'delaying to before the deadline',
    '新的截止时间不能早于原截止时间',
    async () => act('delay', await begun('丁一'), until('2026-01-10T02:00:00.000Z')),
  ],
  [
    'delaying further than ninety days from now',
    '最多延至 2026-04-05',
    async () => act('delay', await begun('丁二'), until('2026-04-06T02:00:00.000Z')),
  ],
  [
    'delaying what ran out further than ninety days from its deadline',
    '最多延至 2026-04-20',
    async () => act('delay', await expired('丁三'), until('2026-04-21T02:00:00.000Z')),
  ],
  [
    'delaying twice',
    '已延期过，不可再次延期',
    async () => {
      const flow = await begun('丁四')
      await act('delay', flow, until('2026-01-25T02:00:00.000Z'))
      await act('delay', flow, until('2026-01-26T02:00:00.000Z'))
    },
  ],
  [
    'reviving what was signed otherwise meanwhile',
    '这项业务已另外签署，原流程不能恢复；请打开新的签署流程',
    async () => {
      const flow = await expired('丁五')
      const { bizId } = await signing.flow(flow)
      await act('start', await draftOf(bizId))
      await act('delay', flow, until('2026-02-10T02:00:00.000Z'))
    },
  ],
  [
    'revoking without a reason',
    '请填写撤销原因（1–50 字）',
    async () => {
      const flow = await begun('戊一')
      await shape(signing.call('contract/sign/revoke', { flowId: flow, reason: ' ' }))
    },
  ],
  [
    'declining without a reason',
    '请填写拒签原因',
    async () => {
      await shape(signing.call('contract/sign/decline', { reason: '' }, await linkOf(await begun('戊二'))))
    },
  ],
  [
    'signing unread',
    '请先阅读全文并同意电子签署',
    async () => signing.call('contract/sign/confirm', { kind: 'typed', code: '000000' }, await linkOf(await begun('己一'))),
  ],
  [
    'agreeing with pages left',
    '还有 1 页未读，请读完全文',
    async () => {
      const token = await linkOf(await begun('己二'))
      const { pages } = await signing.call('contract/sign/page', {}, token)
      await signing.call('contract/sign/consent', { pages: Array.from({ length: pages - 1 }, (_, i) => i + 1) }, token)
    },
  ],
  [
    "stamping before one's turn",
    '还没有轮到您签署',
    async () => signing.stamp((await signing.parties(await begun('己三'))).find((p) => p.seal)!.id),
  ],
  [
    'stamping a draft',
    '该合同尚未发起，或用印审批中',
    async () => signing.stamp((await signing.parties(await draftOf(await contractOf('己四')))).find((p) => p.seal)!.id),
  ],
  [
    'a witness where none is allowed',
    '未开启面签',
    async () => {
      const flow = await begun('己五')
      await signing.c.parameter('faceToFace', false)
      const [lessee] = await signing.parties(flow)
      await signing
        .call('contract/sign/faceToFace', { partyId: lessee.id, password: STAFF_PASSWORD })
        .finally(() => signing.c.parameter('faceToFace', true))
    },
  ],
  [
    'a witness where only a code will do',
    '本公司要求凭短信验证码签署，不能面签；请签署人打开短信中的链接签署',
    async () => {
      const flow = await begun('己七')
      await signing.c.parameter('smsRequired', true)
      const [lessee] = await signing.parties(flow)
      await signing
        .call('contract/sign/faceToFace', { partyId: lessee.id, password: STAFF_PASSWORD })
        .finally(() => signing.c.parameter('smsRequired', false))
    },
  ],
  [
    'starting without a telephone where only a code will do',
    '第 2 位签署方未填写手机号',
    async () => {
      const flow = await other(BOTH, [company(), person({ mobile: null, intent: 'faceToFace' })])
      await signing.c.parameter('smsRequired', true)
      await act('start', flow).finally(() => signing.c.parameter('smsRequired', false))
    },
  ],
  [
    'a link for whoever is not asked now',
    '还没有轮到该签署方，或流程已结束',
    async () => {
      const flow = await begun('己六')
      await act('revoke', flow, { reason: '改期' })
      const [lessee] = await signing.parties(flow)
      await signing.call('contract/sign/link', { partyId: lessee.id })
    },
  ],
  [
    'taking back what one alone signed',
    '只有一个签署方，不需要解约协议',
    async () => {
      const flow = await other('# 声明\n\n〔甲方签章〕', [company()])
      await act('start', flow)
      await signing.stamp((await signing.parties(flow))[0].id)
      await act('rescind', flow, { reasonCode: 'content' })
    },
  ],
  [
    'taking back twice',
    '已在解约中或已解约',
    async () => {
      const flow = await signed('庚一')
      await act('rescind', flow, { reasonCode: 'content' })
      await act('rescind', flow, { reasonCode: 'content' })
    },
  ],
  [
    'taking back after the handover',
    '租约履行中，请先办理退车结算',
    async () => {
      const flow = await signed('庚二')
      const { bizId } = await signing.flow(flow)
      const bills = (await signing.c.bills(bizId)).filter((b) => b.status === 'unpaid')
      await signing.c.pay(
        bills.map((b) => b.id),
        bills.reduce((sum, b) => sum + b.amount, 0),
      )
      signing.c.at('2026-08-01')
      await signing.c.handOver(bizId)
      await act('rescind', flow, { reasonCode: 'content' })
    },
  ],
  [
    'deleting a template that is in use',
    /^模板已被 \d+ 个流程使用，请停用$/,
    () => signing.call('contract/template/del', { templateId: signing.template }),
  ],
  [
    'publishing a path that is not there',
    '控件“月租金”引用的字段不存在',
    async () => {
      const box = { id: 'c1', key: 'k1', type: 1, page: 1, x: 10, y: 10, w: 100, h: 20 }
      const id = await signing.c.add('signTemplate', { name: '图', bizType: 'other', kind: 'text', text: BOTH })
      const components = [{ ...box, label: '月租金', path: 'contract.rentPerMoon' }]
      await signing.c.write((tx) =>
        tx
          .updateTable('signTemplate')
          .set({ components: JSON.stringify(components) as never })
          .where('id', '=', id)
          .execute(),
      )
      await signing.c.act('signTemplate', 'publish', id)
    },
  ],
]

describe('is told word for word', () => {
  test.each(ROWS)('%s', async (_tried, said, how) => {
    const { message } = await refusal(how())
    if (typeof said === 'string') expect(message).toBe(said)
    else expect(message).toMatch(said)
  })
  test("starting without a real name of one's own", async () => {
    const flow = await draftOf(await contractOf('辛一'))
    const set = (own: boolean) =>
      signing.c.write((tx) => tx.updateTable('signIdentity').set({ own }).where('kind', '=', 'company').execute())
    await set(false)
    expect((await refusal(act('start', flow))).message).toBe('本单位尚未实名，请先在「实名认证」完成企业实名，再发起签署')
    await set(true)
  })
})

describe('papers of a swap and a return', () => {
  const sheet = async () => ({ odometer: 13_000, energyPercent: 60, items: [] })
  const standard = async (bizType: string): Promise<number> => (await signing.call('contract/template/standard', { bizType })).templateId
  const bothSign = async (bizEntity: string, bizId: number, templateId: number): Promise<number> => {
    const { rows } = await signing.call('contract/sign/batch', { bizEntity, ids: [bizId], templateId })
    for (const party of await signing.parties(rows[0].flowId)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
    return rows[0].flowId
  }
  const row = (entity: 'vehicleSwap' | 'vehicleReturn', id: number) =>
    signing.c.read((db) => db.selectFrom(entity).select(['status', 'signedSheet']).where('id', '=', id).executeTakeFirstOrThrow())
  test('are signed when what they say has happened, and lie with the record', async () => {
    const lease = await running(signing.c, { startOn: '2026-02-01', endOn: '2027-02-01' })
    signing.c.at('2026-02-10')
    const swap = await signing.c.add(
      'vehicleSwap',
      {
        lease: lease.lease,
        newVehicle: await signing.c.vehicle(),
        plannedOn: '2026-02-12',
        kind: 'permanent',
        rentPolicy: 'none',
        reasonKind: 'upgrade',
      },
      'sales',
    )
    await signing.c.act('vehicleSwap', 'submit', swap, {}, 'sales')
    await signing.c.act('vehicleSwap', 'pass', swap, {}, 'finance')
    const swapPaper = await standard('swap')
    const early = await refusal(signing.call('contract/sign/batch', { bizEntity: 'vehicleSwap', ids: [swap], templateId: swapPaper }))
    expect((early.data as { rows: { reason: string }[] }).rows[0]!.reason).toBe('办理换车后才能签换车协议')
    signing.c.at('2026-02-12', '11:30')
    await signing.c.act(
      'vehicleSwap',
      'complete',
      swap,
      {
        effectiveAt: signing.c.clock.now(),
        oldOdometer: 13_000,
        oldEnergyPercent: 50,
        oldItems: [],
        newOdometer: 10,
        newEnergyPercent: 80,
        newItems: [],
        photos: [await signing.c.file('sales')],
      },
      'sales',
    )
    await bothSign('vehicleSwap', swap, swapPaper)
    expect((await row('vehicleSwap', swap)).signedSheet).toHaveLength(1)

    const back = await signing.c.add('vehicleReturn', { lease: lease.lease, plannedOn: '2026-03-20', reasonKind: 'early' }, 'sales')
    await signing.c.act('vehicleReturn', 'submit', back, {}, 'sales')
    await signing.c.act('vehicleReturn', 'pass', back, {}, 'finance')
    signing.c.at('2026-03-20', '16:00')
    await signing.c.act(
      'vehicleReturn',
      'inspect',
      back,
      { ...(await sheet()), actualAt: signing.c.clock.now(), damages: [], missing: [], cleaningFee: 0, photos: await signing.c.files(4) },
      'sales',
    )
    await bothSign('vehicleReturn', back, await standard('returnSheet'))
    expect((await row('vehicleReturn', back)).signedSheet).toHaveLength(1)
  })
})

test('E-J5: of several at once each has its row, in the order they were chosen, and what cannot start says why', async () => {
  const ids: number[] = []
  for (const name of ['壬一', '壬二', '壬三', '壬四', '壬五']) ids.push(await contractOf(name))
  await act('start', await draftOf(ids[2]!))
  const part = await refusal(signing.call('contract/sign/batch', { bizEntity: 'contract', ids, templateId: signing.template }))
  expect([part.kind, part.message]).toEqual(['partlyDone', '成功 4 份，未成功 1 份'])
  const { rows } = part.data as { rows: { bizId: number; flowId: number | null; reason: string | null }[] }
  expect(rows.map((row) => row.bizId)).toEqual(ids)
  expect(rows.map((row) => row.reason)).toEqual([null, null, expect.stringMatching(/签署/), null, null])
  for (const { flowId } of rows.filter((row) => row.flowId)) expect(await signing.flow(flowId!)).toMatchObject({ status: 'signing' })
  const numbers = await signing.c.read((db) =>
    db.selectFrom('signFlow').select('no').where('bizId', 'in', ids).where('status', '=', 'signing').execute(),
  )
  expect(new Set(numbers.map((flow) => flow.no)).size).toBe(5)
})
