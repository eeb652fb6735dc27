/** What a start costs and until when it may be signed: shown before anything is sent. */
import { InputNumber, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { RefPicker } from '#kit/ui/record.web.tsx'

interface Quota {
  remaining: number
  frozen: number
  unlimited: boolean
}
export const useQuota = () =>
  useQuery({
    queryKey: ['entity', 'signQuotaLot', 'total'],
    queryFn: ({ signal }) => api.get<Quota>('/api/v1/contract/recharge/total', {}, { signal, silent: true }),
  })

/** Why so many cannot be started, or null. */
export const quotaRefusal = (quota: Quota | undefined, count: number): string | null =>
  quota && !quota.unlimited && quota.remaining < count ? `签署份数不足，剩余 ${quota.remaining} 份` : null

export function QuotaNote({ quota, count }: { quota: Quota | undefined; count: number }) {
  if (!quota) return null
  return (
    <p className="zyt-sign-note">
      {quota.unlimited
        ? `签署份数不限（冻结 ${quota.frozen} 份，发起后冻结 ${quota.frozen + count} 份）`
        : `签署份数：剩余 ${quota.remaining} 份，发起后剩余 ${quota.remaining - count} 份`}
    </p>
  )
}

/** Days from now; empty is what the company gives. */
export function DaysToSign({ days, onDays }: { days: number | null; onDays: (days: number | null) => void }) {
  return (
    <Space>
      <span className="zyt-sign-note">签署期限（天）</span>
      <InputNumber
        aria-label="签署期限（天）"
        min={1}
        max={90}
        precision={0}
        placeholder="默认"
        value={days}
        onChange={onDays}
        style={{ width: 90 }}
      />
    </Space>
  )
}
/** Colleagues who may read it in 我的合同 and hear how it ends. */
export function CopyTo({ copies, onCopies }: { copies: number[]; onCopies: (copies: number[]) => void }) {
  return (
    <div style={{ minWidth: 200 }}>
      <RefPicker
        multiple
        to="user"
        label="抄送"
        filter={{ status: 'active' }}
        value={copies}
        onChange={(value) => onCopies(Array.isArray(value) ? value : [])}
      />
    </div>
  )
}
export const copiesOf = (copies: readonly number[]): { copies?: readonly number[] } => (copies.length ? { copies } : {})

export const expireAtOf = (days: number | null): { expireAt?: string } =>
  days ? { expireAt: new Date(Date.now() + days * 86_400_000 - 60_000).toISOString() } : {}
