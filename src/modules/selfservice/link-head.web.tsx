/** 客户自助页 at the customer's record: a link is made, shown as a code to scan at the desk, sent to his telephone. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
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
  sentTo: string | null
}
interface Ways {
  off: string | null
  noSend: string | null
  /** Null: nobody has configured one. */
  address: string | null
}

export default function LinkHead({ row, reload }: TabProps) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('lesseeLinkList_make')) return null
  return (
    <Section
      title="客户自助页"
      hint="客户不用账号，查看合同与账单、告知付款、申请续租与还车"
      extra={
        <ReasonButton reason={row['status'] === 'cancelled' ? '承租人已注销' : null} onClick={() => setOpen(true)}>
          自助链接
        </ReasonButton>
      }
    >
      {open ? (
        <LinkDialog
          lessee={row.id}
          onClose={() => {
            setOpen(false)
            reload()
          }}
        />
      ) : null}
    </Section>
  )
}

function LinkDialog({ lessee, onClose }: { lessee: number; onClose: () => void }) {
  const write = useWrite()
  const [made, setMade] = useState<Made | null>(null)
  const ways = useQuery({
    queryKey: ['entity', 'lesseeLink', 'ways'],
    queryFn: ({ signal }) => api.get<Ways>('/api/v1/lesseeLink/ways', {}, { signal, silent: true }),
  }).data
  const make = (send: boolean): void =>
    // A refusal has been told by its toast.
    void write<Made>('/api/v1/lesseeLink/make', { lessee, origin: window.location.origin, send }).then(
      (answer) => {
        setMade(answer)
        if (answer.sentTo) toast.success(`链接已排入发送，发往 ${answer.sentTo}`)
      },
      () => {},
    )
  return (
    <Dialog open title="自助链接" width={520} onCancel={onClose} footer={null}>
      {made ? <MadeLink made={made} /> : <Ask ways={ways} make={make} />}
    </Dialog>
  )
}

const Ask = ({ ways, make }: { ways: Ways | undefined; make: (send: boolean) => void }) => (
  <div className="zyt-stack">
    <p>
      持有链接的人可以看到这位客户的合同、账单、违章与门店，看不到其他客户。链接只显示一次，每次打开都有日志，发错了可在「自助链接」页签中撤销。
    </p>
    <ReasonButton type="primary" reason={ways?.off ?? null} onClick={() => make(false)}>
      生成链接与二维码
    </ReasonButton>
    <ReasonButton reason={ways?.off ?? ways?.noSend ?? null} onClick={() => make(true)}>
      生成并发到登记手机
    </ReasonButton>
    {ways?.address ? (
      <>
        <p>没有链接的客户用登记的手机号和验证码打开：</p>
        <p style={{ overflowWrap: 'anywhere' }}>{ways.address}</p>
        <CopyButton text={ways.address} />
      </>
    ) : null}
  </div>
)

const MadeLink = ({ made }: { made: Made }) => (
  <div className="zyt-stack">
    <svg viewBox="0 0 200 200" width={200} height={200} role="img" aria-label="自助页二维码">
      <rect width="200" height="200" fill="white" />
      <path d={made.qr} fill="black" />
    </svg>
    <p style={{ overflowWrap: 'anywhere' }}>{made.url}</p>
    <CopyButton text={made.url} />
    <p>{`有效期至 ${formatTime(made.until)}，只显示这一次。`}</p>
  </div>
)
