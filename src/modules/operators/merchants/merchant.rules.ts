/** What a payment provider says of an application becomes one of our states (finance.md §2.11); an unknown word becomes none. */
import { checkBankCard } from '#kit/basics/identifiers/bank-card.ts'

export const MERCHANT_STATES = {
  editing: '编辑中',
  checking: '资料校验中',
  toVerify: '待账户验证',
  auditing: '审核中',
  rejected: '已驳回',
  toSign: '待签约',
  opening: '开通权限中',
  done: '已完成',
  frozen: '已冻结',
  voided: '已作废',
} as const
export type MerchantState = keyof typeof MERCHANT_STATES

/** Both vocabularies that the provider has published; what is not here is never guessed at. */
const WORDS: Readonly<Record<string, MerchantState>> = {
  CHECKING: 'checking',
  APPLYMENT_STATE_EDITTING: 'checking',
  APPLYMENT_STATE_AUDITING: 'auditing',
  APPLYMENT_STATE_REJECTED: 'rejected',
  APPLYMENT_STATE_TO_BE_CONFIRMED: 'toVerify',
  APPLYMENT_STATE_TO_BE_SIGNED: 'toSign',
  APPLYMENT_STATE_SIGNING: 'opening',
  APPLYMENT_STATE_FINISHED: 'done',
  APPLYMENT_STATE_CANCELED: 'voided',
  TO_BE_CONFIRMED: 'toVerify',
  ACCOUNT_NEED_VERIFY: 'toVerify',
  AUDITING: 'auditing',
  REJECTED: 'rejected',
  TO_BE_SIGNED: 'toSign',
  NEED_SIGN: 'toSign',
  SIGNING: 'opening',
  FINISHED: 'done',
  FINISH: 'done',
  CANCELED: 'voided',
  FROZEN: 'frozen',
}
/** How far an application is; a word of an earlier step that comes late takes nothing back. */
const STEP: Partial<Record<MerchantState, number>> = { checking: 1, toVerify: 2, auditing: 3, toSign: 4, opening: 5, done: 6 }

export type Heard = { kind: 'moves'; to: MerchantState } | { kind: 'stays' } | { kind: 'unknown' } | { kind: 'late' }

/** What a word means for an application that stands at `from`. */
export function heard(from: MerchantState, word: string): Heard {
  const to = Object.hasOwn(WORDS, word) ? WORDS[word]! : null
  if (to === null) return { kind: 'unknown' }
  if (to === from) return { kind: 'stays' }
  // Nothing is waited for: what comes now was said of an earlier attempt.
  if (from === 'editing' || from === 'rejected' || from === 'voided') return { kind: 'late' }
  if (to === 'frozen' || to === 'voided') return { kind: 'moves', to }
  if (from === 'done') return { kind: 'late' }
  if (from === 'frozen') return to === 'done' ? { kind: 'moves', to } : { kind: 'late' }
  if (to === 'rejected') return { kind: 'moves', to }
  return STEP[to]! > STEP[from]! ? { kind: 'moves', to } : { kind: 'late' }
}

interface Known {
  status: MerchantState
  providerState: string | null
  providerSeq: number | null
  flagged: boolean
  problem: string | null
  signUrl: string | null
  subMerchantId: string | null
}
interface Said {
  state: string
  seq: number | null
  signUrl: string | null
  subMerchantId: string | null
}
/** Whether what is said was not known yet: repeated, late or overtaken words leave no trace. */
export function isNews(m: Known, said: Said): boolean {
  // Of a provider that counts, the number decides: a freeze overtaken by the thaw after it freezes nothing.
  if (said.seq !== null && m.providerSeq !== null) return said.seq > m.providerSeq
  const what = heard(m.status, said.state)
  const adds =
    (said.signUrl !== null && said.signUrl !== m.signUrl) || (said.subMerchantId !== null && said.subMerchantId !== m.subMerchantId)
  const again = m.flagged && m.providerState === said.state
  if (what.kind === 'late') return false
  if (what.kind === 'unknown') return !again
  if (what.kind === 'stays') return adds || m.flagged || m.problem !== null || said.seq !== null
  return !again || adds
}

/**
 * Which question is due after so many minutes without progress: every ten minutes, after two hours every hour, after a week every day.
 * Null: too early. The same for every run within one of these pieces, so one question is asked however often somebody looks.
 */
export function questionDue(minutes: number): string | null {
  if (minutes < 10) return null
  if (minutes < 120) return `m${Math.floor(minutes / 10)}`
  return minutes < STUCK_DAYS * 1440 ? `h${Math.floor(minutes / 60)}` : `d${Math.floor(minutes / 1440)}`
}
/** Without progress for so long, a person has to look (finance.md §2.11). */
export const STUCK_DAYS = 7

/** By hand: the words a clerk reads on the page of the provider. */
export const BY_HAND = {
  CHECKING: '资料校验中',
  ACCOUNT_NEED_VERIFY: '待账户验证',
  AUDITING: '审核中',
  REJECTED: '已驳回',
  NEED_SIGN: '待签约',
  SIGNING: '开通权限中',
  FINISHED: '已完成',
  FROZEN: '已冻结',
  CANCELED: '已作废',
} as const

interface Materials {
  subjectName: string | null
  subjectCode: string | null
  licence: readonly unknown[] | null
  legalName: string | null
  legalIdNo: string | null
  legalIdDueOn: string | null
  legalMobile: string | null
  legalImages: readonly unknown[] | null
  accountKind: string | null
  accountName: string | null
  bankName: string | null
  accountNo: string | null
  shopName: string | null
  servicePhone: string | null
  shopImages: readonly unknown[] | null
}
/** Field → label of what has to be there before anything is sent. */
export const NEEDED: Readonly<Record<keyof Materials, string>> = {
  subjectName: '主体名称',
  subjectCode: '统一社会信用代码',
  licence: '营业执照照片',
  legalName: '法人姓名',
  legalIdNo: '法人身份证号',
  legalIdDueOn: '身份证有效期至',
  legalMobile: '法人手机号',
  legalImages: '身份证照片',
  accountKind: '账户类型',
  accountName: '账户名称',
  bankName: '开户银行',
  accountNo: '银行账号',
  shopName: '店铺简称',
  servicePhone: '客服电话',
  shopImages: '店铺照片',
}
const empty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Why it cannot be sent yet, or null. Numbers are checked where they are typed; here what stands across fields. */
export function notReady(m: Materials, today: string): string | null {
  const missing = (Object.keys(NEEDED) as (keyof Materials)[]).filter((name) => empty(m[name])).map((name) => NEEDED[name])
  if (missing.length) return `请补充：${missing.join('、')}`
  if (m.legalImages!.length < 2) return '请上传身份证正反两面照片'
  if (m.legalIdDueOn! < today) return '法人身份证已过有效期'
  if (m.accountKind === 'private') {
    if (m.accountName !== m.legalName) return '对私账户的户名应为法人本人'
    return checkBankCard(m.accountNo!)
  }
  if (m.accountName !== m.subjectName) return '对公账户的户名应与主体名称一致'
  return /^\d{6,32}$/.test(m.accountNo!) ? null : '银行账号应为 6 至 32 位数字'
}

/** A provider names an item as we do, or in a word of its own, which stays as it is. */
export const itemNamed = (name: string): string =>
  Object.hasOwn(NEEDED, name) ? NEEDED[name as keyof typeof NEEDED] : name === 'other' ? '其他' : name
