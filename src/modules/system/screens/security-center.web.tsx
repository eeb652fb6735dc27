/** 安全管理: what is asked of a system of level 3, and how far this one is. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { OidcSection } from '../oidc/oidc-section.web.tsx'
import type { Security, SecurityCheck } from '../rights/security/security.wire.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import '../system.css'

const STATES = {
  good: { tone: 'green', label: '符合' },
  open: { tone: 'orange', label: '未达到' },
  look: { tone: 'red', label: '请查看' },
} as const

export default function SecurityCenter() {
  const { data, error, refetch } = useQuery({
    queryKey: ['security'],
    queryFn: ({ signal }) => api.get<Security>('/api/v1/security/overview', undefined, { signal, silent: true }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  const open = data.checks.filter((check) => check.state !== 'good').length
  return (
    <div className="zyt-security">
      <Alert
        type={open === 0 ? 'success' : 'info'}
        showIcon
        title={open === 0 ? '各项都符合等保三级的要求' : `${data.checks.length} 项中有 ${open} 项还没有达到等保三级的要求`}
        description={`当前安全档案：${data.profile === 'level3' ? '等保三级' : '常规'}。检查于 ${formatTime(data.at)}；机房、网络与管理制度不在此页。`}
        action={<DutyRoles onDone={() => void refetch()} />}
      />
      {[...Map.groupBy(data.checks, (check) => check.group)].map(([group, checks]) => (
        <Section key={group} title={group}>
          <ul className="zyt-plain-list">
            {checks.map((check) => (
              <Line key={check.label} check={check} />
            ))}
          </ul>
        </Section>
      ))}
      <OidcSection />
    </div>
  )
}

function Line({ check }: { check: SecurityCheck }) {
  const { tone, label } = STATES[check.state]
  return (
    <li>
      <Tag tone={tone}>{label}</Tag> <strong>{check.label}</strong> <span>{check.text}</span>{' '}
      <Link to={check.to?.path} closed={null}>
        {check.to?.label}
      </Link>
    </li>
  )
}

function DutyRoles({ onDone }: { onDone: () => void }) {
  const can = useCan()
  const queries = useQueryClient()
  if (!can('securityCenter_edit')) return null
  const make = async (): Promise<void> => {
    const { made } = await api.post<{ made: string[] }>('/api/v1/security/duties', {})
    toast.success(made.length ? `已建立角色：${made.join('、')}；请在用户管理中各指定一人` : '三员角色都已建立，请在用户管理中各指定一人')
    await queries.invalidateQueries({ queryKey: ['entity', 'role'] })
    onDone()
  }
  return <Button onClick={() => void make().catch(() => undefined)}>建立三员角色</Button>
}
