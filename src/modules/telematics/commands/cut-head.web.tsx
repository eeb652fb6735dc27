/** 断油断电: who asked, who agreed, what was sent, and what the terminal's own status bits say. */
import { useEffect } from 'react'
import { Alert, Steps } from 'antd'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { asText } from '#kit/basics/text.ts'
import type { CutKind } from './cut.rules.ts'
import '#kit/ui/record/form/form.css'

const LAST: Record<CutKind, string> = { cut: '断开确认', limit: '熄火后生效', restore: '恢复确认' }
const REACHED: Record<string, number> = {
  pending: 1,
  rejected: 1,
  approved: 2,
  expired: 2,
  cancelled: 1,
  executing: 3,
  failed: 3,
  armed: 3,
  lifted: 3,
  effective: 4,
}

export default function CutHead({ row, reload }: TabProps) {
  const status = String(row['status'])
  useEffect(() => {
    if (status !== 'executing') return
    const timer = setInterval(reload, 2000)
    return () => clearInterval(timer)
  }, [status, reload])
  const bad = ['rejected', 'failed', 'expired', 'cancelled'].includes(status)
  const at = (name: string): string => (row[name] ? formatTime(row[name] as string) : '')
  const who = (name: string): string => asText(row[`${name}$`])
  const kind = row['kind'] as CutKind
  const restore = kind === 'restore'
  return (
    <Section title="步骤">
      {status === 'approved' && !restore ? (
        <Alert
          type="warning"
          showIcon
          title={`执行时终端须在线、定位新鲜、${kind === 'limit' ? '' : '车速不高于限值，且'}不在禁止断油断电的围栏内；指令从不离线排队，须再次输入车牌号确认。`}
          className="zyt-form-alert"
        />
      ) : null}
      {status === 'armed' ? (
        <Alert
          type="info"
          showIcon
          title="终端已接受。车辆可继续行驶，熄火后不能再次启动；终端上报油路或电路断开时记为已生效，恢复油电即解除。"
          className="zyt-form-alert"
        />
      ) : null}
      <Steps
        size="small"
        current={(REACHED[status] ?? 1) - (status === 'effective' ? 1 : 0)}
        status={bad ? 'error' : status === 'effective' ? 'finish' : 'process'}
        items={[
          { title: '申请', content: `${who('requester')} ${at('createdAt')}` },
          { title: '他人审批', content: `${who('approver')} ${at('approvedAt')}` },
          {
            title: '确认执行',
            content: row['executedAt']
              ? `${at('executedAt')}${row['fixSpeed'] === null ? '' : ` · 车速 ${asText(row['fixSpeed'])} km/h`}`
              : row['validUntil']
                ? `期限 ${at('validUntil')}`
                : '',
          },
          { title: LAST[kind], content: asText(row['outcome']) || at('effectiveAt') },
        ]}
      />
    </Section>
  )
}
