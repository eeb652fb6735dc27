/**
 * What every application to somebody who decides has in common: drafted, submitted, passed or rejected, submitted again.
 * A process of approval binds to these three names (`submit`, `pass`, `reject`); without one, whoever has the right decides.
 */
import { f } from '#kit/entity/field.ts'

export const AUDIT_STATES = { draft: '草稿', approving: '审批中', rejected: '审批驳回' } as const

export const auditFields = () => ({
  submittedAt: f.instant('提交时间', { readOnly: true }),
  decidedBy: f.ref('审核人', 'user', { readOnly: true }),
  decidedAt: f.instant('审核时间', { readOnly: true }),
  rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
})
export const AUDIT_SECTION = ['submittedAt', 'decidedBy', 'decidedAt', 'rejectReason'] as const

export const SUBMIT = { label: '提交审批', from: ['draft', 'rejected'], tone: 'primary', bulk: true } as const
export const PASS = { label: '审核通过', from: ['approving'], tone: 'primary', bulk: true } as const
export const REJECT = {
  label: '驳回',
  from: ['approving'],
  to: 'rejected',
  tone: 'danger',
  bulk: true,
  input: { reason: f.text('驳回原因', { required: true, maxLength: 200 }) },
} as const
export const CANCEL = { label: '取消', tone: 'danger', input: { reason: f.text('取消原因', { required: true, maxLength: 200 }) } } as const

/** Applications may be changed until they are submitted, and again after a rejection. */
export const editableDraft = (r: { status: string }): string | null =>
  r.status === 'draft' || r.status === 'rejected' ? null : '提交后不能修改；被驳回后可以修改再提交'
export const deletableDraft = (r: { status: string }): string | null => (r.status === 'draft' ? null : '只有草稿可以删除')

export interface LeaseFacts {
  leaseStatus: string
  leaseLabel: string
  /** Another application on the same lease that is under way: 「换车单 HC20250425-0001」. */
  underWay: string | null
}
/** Null or why nothing of this kind can be asked for on the lease now. */
export const refuseLease = (r: LeaseFacts, what: string): string | null =>
  r.leaseStatus !== 'active'
    ? `租约当前为「${r.leaseLabel}」，只有在租的租约才能${what}`
    : r.underWay
      ? `租约还有未完成的${r.underWay}，请先办结`
      : null
