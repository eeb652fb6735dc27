/** 租金分账 (leasing.md §3.9): who shares received rent, and what each was given. Records are added, never changed. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { checkSplit, type SplitRule } from './split.rules.ts'

export const SPLIT_PARTIES = { company: '运营公司', platform: '平台', store: '门店', source: '车源方', channel: '渠道' }
export type SplitParty = keyof typeof SPLIT_PARTIES
export interface Receiver {
  party: SplitParty
  rate: number | null
  fixed: number | null
  tail: boolean
  /** The account at a payment provider the share goes to. */
  account?: number | null
}

/** From the form's lines to the kernel's rule. Without a mark the last one bears the rounding. */
export function ruleOf(receivers: readonly Receiver[]): SplitRule {
  return {
    receivers: receivers.map(({ party, rate, fixed }) => (fixed ? { party, fixed } : { party, bp: rate ?? 0 })),
    tailParty: (receivers.find((r) => r.tail) ?? receivers.at(-1))?.party ?? '',
  }
}
const checkReceivers = (receivers: readonly Receiver[]): string | null => {
  if (receivers.filter((r) => r.tail).length > 1) return '尾差方只能有一个'
  if (receivers.some((r) => r.party === 'company' && r.account)) return '运营公司自留的部分不需要分账账户'
  if (receivers.some((r) => r.rate !== null && r.fixed !== null && r.rate > 0 && r.fixed > 0)) return '每个分账方只填比例或固定金额之一'
  return checkSplit(ruleOf(receivers))
}

export const splitRule = defineEntity({
  name: 'splitRule',
  label: '分账规则',
  right: 'splitRuleList',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('规则名称', { required: true, unique: '该规则名称已存在', maxLength: 60 }),
    status: f.state('状态', { active: '启用', ended: '停用' }, 'active'),
    reach: f.choice(
      '适用范围',
      { company: '全公司', store: '门店', vehicleSource: '车源方', channel: '渠道', contract: '合同' },
      { required: true, default: 'company', hint: '越具体越优先：合同、渠道、车源方、门店、全公司' },
    ),
    store: f.ref('门店', 'store', { when: (v) => v['reach'] === 'store' }),
    vehicleSource: f.ref('车源方', 'vehicleSource', { when: (v) => v['reach'] === 'vehicleSource' }),
    channel: f.ref('渠道', 'channel', { when: (v) => v['reach'] === 'channel' }),
    contract: f.ref('合同', 'contract', { when: (v) => v['reach'] === 'contract' }),
    effectiveOn: f.day('生效日', { required: true, hint: '出账日不早于生效日的租金账单按此分账' }),
    refundMode: f.choice(
      '退款时',
      { proportional: '按比例退回', none: '不退回', full: '全部退回' },
      { required: true, default: 'proportional' },
    ),
    receivers: f.lines(
      '分账方',
      {
        party: f.choice('分账方', SPLIT_PARTIES, { required: true }),
        rate: f.rate('比例', { min: 0, max: 10_000 }),
        fixed: f.money('每张账单固定金额', { min: 0 }),
        tail: f.flag('尾差方'),
        account: f.ref('分账账户', 'providerAccount', {
          filter: { kind: 'split', status: 'active' },
          hint: '商户进件完成并开通分账账户后可选；结算时付到这个账户',
        }),
      },
      { required: true },
    ),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) => {
    const named = { company: true, store: v.store, vehicleSource: v.vehicleSource, channel: v.channel, contract: v.contract }[v.reach]
    return named ? checkReceivers(v.receivers as unknown as Receiver[]) : '请选择适用范围对应的对象'
  },
  list: {
    columns: ['name', 'status', 'reach', 'store', 'vehicleSource', 'channel', 'contract', 'effectiveOn', 'refundMode'],
    filters: ['name', 'status', 'reach', 'store', 'vehicleSource', 'channel'],
    sort: 'name',
  },
  form: {
    分账规则: ['name', 'reach', 'store', 'vehicleSource', 'channel', 'contract', 'effectiveOn', 'refundMode', 'remark'],
    分账方: ['receivers'],
  },
  children: [{ entity: 'splitRecord', by: 'rule', label: '分账记录' }],
})
export const splitRuleActions = defineActions(splitRule, {
  end: {
    label: '停用',
    from: ['active'],
    to: 'ended',
    tone: 'danger',
    confirm: '停用后新的租金账单不再按此分账；已分账的账单仍按原规则退回。确认停用？',
  },
  resume: { label: '启用', from: ['ended'], to: 'active', confirm: '启用后，出账日不早于生效日的租金账单按此分账。确认启用？' },
})

export const splitRecord = defineEntity({
  name: 'splitRecord',
  label: '分账记录',
  right: 'rentSplitting',
  scope: { store: 'store' },
  writes: 'none',
  title: ['bill', 'party'],
  fields: {
    bill: f.ref('账单', 'bill', { required: true }),
    rule: f.ref('分账规则', 'splitRule', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { hint: '分账时账单上的车辆' }),
    party: f.choice('分账方', SPLIT_PARTIES, { required: true }),
    vehicleSource: f.ref('车源方', 'vehicleSource'),
    channel: f.ref('渠道', 'channel'),
    account: f.ref('分账账户', 'providerAccount', { hint: '分账规则为该方指定的账户' }),
    base: f.money('累计基数', { required: true, hint: '这张账单到此时的实收' }),
    target: f.money('累计应得', { required: true }),
    amount: f.money('本次分账', { required: true, hint: '负数为退回' }),
    valueOn: f.day('分账日', { required: true }),
    payableBill: f.ref('应付账单', 'payableBill'),
  },
  list: {
    columns: ['valueOn', 'bill', 'lessee', 'party', 'vehicleSource', 'channel', 'base', 'target', 'amount', 'payableBill', 'rule', 'store'],
    filters: ['valueOn', 'bill', 'lessee', 'vehicle', 'party', 'vehicleSource', 'channel', 'rule', 'payableBill', 'store'],
    sort: '-id',
    totals: ['amount'],
    quick: {
      待结算: { payableBill: null, party: ['platform', 'store', 'source', 'channel'] },
      运营公司: { party: 'company' },
      车源方: { party: 'source' },
      渠道: { party: 'channel' },
      门店: { party: 'store' },
    },
  },
  form: {
    分账: [
      'bill',
      'rule',
      'lessee',
      'vehicle',
      'party',
      'vehicleSource',
      'channel',
      'account',
      'base',
      'target',
      'amount',
      'valueOn',
      'payableBill',
      'store',
    ],
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    splitRule: RowOf<typeof splitRule>
    splitRecord: RowOf<typeof splitRecord>
  }
  interface ActionsOf {
    splitRule: typeof splitRuleActions
  }
}
