/** Above a customer: whether his real name has been checked, without opening its tab. */
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { signIdentity } from '../identity/identity.ts'
import './sign.css'

interface RealName {
  authType: 0 | 1 | 2 | 3 | 4
  checkedAt: string | null
  validUntil: string | null
}
const WORDS = Object.values(signIdentity.fields.status.options as Record<string, string>)
const TONES = ['grey', 'orange', 'green', 'green', 'red'] as const

export default function LesseeHead({ row }: TabProps) {
  const { data } = useQuery({
    queryKey: ['entity', 'signIdentity', 'of', row.id],
    queryFn: ({ signal }) => api.get<RealName>('/api/v1/contract/auth/lessee', { id: row.id }, { signal, silent: true }),
  })
  if (!data) return null
  return (
    <p className="zyt-real-name">
      <span>实名认证</span>
      <Tag tone={TONES[data.authType]}>{WORDS[data.authType]}</Tag>
      <span className="zyt-sign-note">
        {data.authType >= 2 && data.checkedAt ? `${formatTime(data.checkedAt)} 核验` : ''}
        {data.validUntil ? `　有效期至 ${data.validUntil}` : ''}
      </span>
    </p>
  )
}
