/** 查询链接 of an order: made, shown as a code to scan, sent to a telephone. */
import { useState } from 'react'
import { Input } from 'antd'
import { checkMobile } from '#kit/basics/identifiers/mobile.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton, useWrite } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import '#kit/ui/parts/stack.css'

interface Made {
  url: string
  qr: string
  until: string
}

export default function LinkHead({ row, reload }: TabProps) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  const status = String(row['status'])
  const reason = !can('projectOrderList_link')
    ? '您没有生成查询链接的权限，请联系管理员开通'
    : status === 'draft'
      ? '提交后才能生成查询链接'
      : ['cancelled', 'voided'].includes(status)
        ? '订单已取消'
        : null
  return (
    <Section
      title="客户查询"
      hint="把进度、预计到达与签收凭证发给客户"
      extra={
        <ReasonButton reason={reason} onClick={() => setOpen(true)}>
          查询链接
        </ReasonButton>
      }
    >
      {open ? (
        <LinkDialog
          order={row.id}
          onClose={() => {
            setOpen(false)
            reload()
          }}
        />
      ) : null}
    </Section>
  )
}

function LinkDialog({ order, onClose }: { order: number; onClose: () => void }) {
  const write = useWrite()
  const [mobile, setMobile] = useState('')
  const [made, setMade] = useState<Made | null>(null)
  const problem = mobile.trim() ? checkMobile(mobile) : null
  const make = (): void =>
    // A refusal has been told by its toast.
    void write<Made>('/api/v1/customerLink/make', { order, origin: window.location.origin, mobile: mobile.trim() || null }).then(
      (answer) => {
        setMade(answer)
        if (mobile.trim()) toast.success('链接已排入发送')
      },
      () => {},
    )
  return (
    <Dialog open title="查询链接" width={520} onCancel={onClose} footer={null}>
      {made ? (
        <div className="zyt-stack">
          <svg viewBox="0 0 200 200" width={200} height={200} role="img" aria-label="查询二维码">
            <rect width="200" height="200" fill="white" />
            <path d={made.qr} fill="black" />
          </svg>
          <p style={{ overflowWrap: 'anywhere' }}>{made.url}</p>
          <CopyButton text={made.url} />
          <p>{`有效期至 ${formatTime(made.until)}，只显示这一次。在「查询链接」页签中可以撤销。`}</p>
        </div>
      ) : (
        <div className="zyt-stack">
          <p>打开链接的人可以看到进度、预计到达与签收凭证，看不到价格和电话。</p>
          <label htmlFor="link-mobile">发送到手机（可不填）</label>
          <Input
            id="link-mobile"
            inputMode="tel"
            maxLength={20}
            value={mobile}
            status={problem ? 'error' : ''}
            onChange={(event) => setMobile(event.target.value)}
          />
          {problem ? <p role="alert">{problem}</p> : null}
          <ReasonButton type="primary" reason={problem} onClick={make}>
            {mobile.trim() ? '生成并发送' : '生成链接'}
          </ReasonButton>
        </div>
      )}
    </Dialog>
  )
}
