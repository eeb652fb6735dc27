/** 结算对账单 (finance.md §2.5): what a party owed, was charged, paid and owes, which the other side confirms line by line. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { PAYABLE_PARTIES } from '#modules/billing/shares/payable-words.rules.ts'

/** Customers, and the kinds of parties payables have. */
export const STATEMENT_PARTIES = { lessee: '承租人', ...PAYABLE_PARTIES }
export const STATEMENT_STATES = {
  draft: '草稿',
  toConfirm: '待确认',
  disputed: '有异议',
  confirmed: '已确认',
  partlySettled: '部分结清',
  settled: '已结清',
  voided: '已作废',
} as const
const DOC_TYPES = { bill: '账单', writeOff: '坏账核销', allocation: '收款核销', payable: '应付账单', payout: '付款单' } as const

/** What the other side does not agree with, and what was answered. Outlives the line, which is written anew when figures are corrected. */
export interface Dispute {
  seq: number
  docNo: string
  text: string
  by: string
  at: string
  outcome: 'keep' | 'correct' | null
  answer: string | null
}
/** The one-time code on its way to the other side. */
export interface StatementCode {
  hash: string
  until: string
  tries: number
  sentAt: string
  day: string
  sent: number
}

export const statement = defineEntity({
  name: 'statement',
  label: '结算对账单',
  right: 'statements',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'party'],
  fields: {
    no: f.serial('对账单号', 'DZ{yyyyMMdd}-{0000}'),
    status: f.state('状态', STATEMENT_STATES, 'draft'),
    partyKind: f.choice('对象类型', STATEMENT_PARTIES, { required: true, default: 'lessee' }),
    // What customers owe and what is owed to others is no sum.
    direction: f.computed('方向', 'text', "case when party_kind = 'lessee' then 'receivable' else 'payable' end", {
      options: { receivable: '应收', payable: '应付' },
    }),
    lessee: f.ref('承租人', 'lessee', { when: (v) => v['partyKind'] === 'lessee' }),
    party: f.text('往来方', { required: true, maxLength: 80 }),
    store: f.ref('门店', 'store', { required: true }),
    fromOn: f.day('对账起', { required: true }),
    toOn: f.day('对账止', { required: true }),
    opening: f.money('期初余额', { required: true, default: 0 }),
    charges: f.money('本期应计', { required: true, default: 0 }),
    credits: f.money('本期冲减', { required: true, default: 0 }),
    payments: f.money('本期收付', { required: true, default: 0 }),
    closing: f.money('期末余额', { required: true, default: 0, hint: '期初 + 应计 − 冲减 − 收付，等于下一期的期初' }),
    contactName: f.text('对账联系人', { maxLength: 40 }),
    contactMobile: f.text('联系人手机', { format: 'mobile', mask: 'mobile' }),
    sentAt: f.instant('发送时间'),
    disputes: f.json<Dispute[]>('异议', {
      required: true,
      default: [],
      of: {
        docNo: f.text('单据'),
        text: f.text('异议'),
        by: f.text('提出人'),
        at: f.instant('提出时间'),
        outcome: f.choice('处理', { keep: '维持', correct: '更正' }),
        answer: f.text('答复'),
      },
    }),
    confirmedName: f.text('确认人', { maxLength: 40 }),
    confirmedMobile: f.text('确认手机', { format: 'mobile', mask: 'mobile' }),
    confirmedAt: f.instant('确认时间'),
    proofs: f.files('盖章件', { maxCount: 6 }),
    reason: f.text('说明', { maxLength: 200 }),
    tokenHash: f.text('链接校验', { maxLength: 64, internal: true, secret: true }),
    code: f.json<StatementCode>('验证码', { internal: true, secret: true }),
  },
  list: {
    columns: [
      'no',
      'status',
      'direction',
      'partyKind',
      'party',
      'fromOn',
      'toOn',
      'opening',
      'charges',
      'credits',
      'payments',
      'closing',
      'store',
      'sentAt',
    ],
    filters: ['no', 'status', 'direction', 'partyKind', 'party', 'lessee', 'fromOn', 'toOn', 'closing', 'store'],
    sort: '-toOn,-id',
    totals: ['charges', 'credits', 'payments'],
    totalsEach: 'direction',
    totalsWithout: { status: ['voided'] },
    quick: {
      应收: { direction: 'receivable' },
      应付: { direction: 'payable' },
      草稿: { status: 'draft' },
      待确认: { status: 'toConfirm' },
      有异议: { status: 'disputed' },
      已确认: { status: ['confirmed', 'partlySettled'] },
      已结清: { status: 'settled' },
    },
  },
  form: {
    对账: ['no', 'partyKind', 'lessee', 'party', 'store', 'fromOn', 'toOn'],
    金额: ['opening', 'charges', 'credits', 'payments', 'closing'],
    确认: ['contactName', 'contactMobile', 'sentAt', 'confirmedName', 'confirmedMobile', 'confirmedAt', 'proofs', 'reason'],
  },
  indexes: [['tokenHash']],
  children: [{ entity: 'statementLine', by: 'statement', label: '对账明细' }],
})

export const statementLine = defineEntity({
  name: 'statementLine',
  label: '对账明细',
  right: 'statements',
  scope: { store: 'store' },
  writes: 'none',
  title: ['docNo'],
  fields: {
    statement: f.ref('对账单', 'statement', { required: true }),
    seq: f.int('序号', { required: true, min: 1 }),
    store: f.ref('门店', 'store', { required: true }),
    docType: f.choice('单据类型', DOC_TYPES, { required: true }),
    docId: f.int('单据编号', { required: true, internal: true }),
    docNo: f.text('单据号', { required: true, maxLength: 40 }),
    bill: f.ref('账单', 'bill'),
    payableBill: f.ref('应付账单', 'payableBill'),
    day: f.day('日期', { required: true }),
    text: f.text('摘要', { required: true, maxLength: 120 }),
    charge: f.money('应计', { required: true, default: 0 }),
    credit: f.money('冲减', { required: true, default: 0 }),
    payment: f.money('收付', { required: true, default: 0 }),
    /** What came before the first statement of a party makes its opening balance. */
    earlier: f.flag('期初'),
    // Empty once the statement is void: then the document is free for another one.
    liveKey: f.text('单据键', { unique: '该单据已在另一张对账单中', maxLength: 80, internal: true }),
  },
  list: {
    columns: ['seq', 'day', 'docType', 'docNo', 'text', 'charge', 'credit', 'payment', 'bill', 'payableBill', 'earlier'],
    filters: ['statement', 'docType', 'docNo', 'day', 'earlier', 'bill', 'payableBill', 'store'],
    sort: 'statement,seq',
    totals: ['charge', 'credit', 'payment'],
  },
  form: { 明细: ['statement', 'seq', 'day', 'docType', 'docNo', 'bill', 'payableBill', 'text', 'charge', 'credit', 'payment', 'earlier'] },
})

const open = (s: { disputes: Dispute[] }): number => s.disputes.filter((d) => d.outcome === null).length

export interface StatementFacts {
  /** Still open on the bills it holds, fen. */
  remain: number
}
export const statementActions = defineActions(statement, facts<StatementFacts>(), {
  send: {
    label: '发送',
    from: ['draft'],
    to: 'toConfirm',
    tone: 'primary',
    input: {
      contactName: f.text('对账联系人', { required: true, maxLength: 40 }),
      contactMobile: f.text('联系人手机', { required: true, format: 'mobile', hint: '确认时的验证码发送到该手机' }),
    },
  },
  refresh: {
    label: '按最新账单重新发送',
    from: ['toConfirm', 'disputed'],
    to: 'toConfirm',
    refuse: (s) => (open(s) ? `还有 ${open(s)} 条异议未答复` : null),
    confirm: '按账单现在的金额重新生成明细，并请对方重新确认。确认发送？',
  },
  dispute: {
    label: '登记异议',
    from: ['toConfirm', 'disputed'],
    to: 'disputed',
    input: {
      seq: f.int('明细序号', { required: true, min: 1 }),
      text: f.text('异议内容', { required: true, maxLength: 200 }),
      by: f.text('提出人', { maxLength: 60, hint: '不填为对账联系人' }),
    },
  },
  answer: {
    label: '答复异议',
    from: ['disputed'],
    tone: 'primary',
    refuse: (s) => (open(s) ? null : '没有未答复的异议'),
    input: {
      seq: f.int('明细序号', { required: true, min: 1 }),
      outcome: f.choice('处理', { keep: '维持', correct: '更正' }, { required: true, default: 'keep' }),
      answer: f.text('答复', { required: true, maxLength: 200, hint: '更正以减免、优惠或下期明细体现，之后可按最新账单重新发送' }),
    },
  },
  confirmPaper: {
    label: '上传盖章件确认',
    from: ['toConfirm'],
    to: 'confirmed',
    input: {
      confirmedName: f.text('确认人', { required: true, maxLength: 40 }),
      proofs: f.files('盖章件', { required: true, maxCount: 6 }),
    },
  },
  /** By the other side only, over the link. */
  confirm: {
    label: '对方确认',
    from: ['toConfirm'],
    to: 'confirmed',
    internal: true,
    input: { confirmedName: f.text('确认人', { required: true, maxLength: 40 }) },
  },
  follow: { label: '结算进度', from: ['confirmed', 'partlySettled', 'settled'], internal: true },
  void: {
    label: '作废',
    from: ['draft', 'toConfirm', 'disputed'],
    to: 'voided',
    tone: 'danger',
    input: { reason: f.text('作废原因', { required: true, maxLength: 200 }) },
  },
  reopen: {
    label: '撤回确认',
    from: ['confirmed'],
    to: 'toConfirm',
    tone: 'danger',
    input: { reason: f.text('撤回原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    statement: RowOf<typeof statement>
    statementLine: RowOf<typeof statementLine>
  }
  interface ActionsOf {
    statement: typeof statementActions
  }
}
