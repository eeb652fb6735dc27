/** Above a real name: where signing is a provider's, the person or company shows there who he is. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Input, Space } from 'antd'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import './sign.css'

interface Page {
  url: string
  qr: string
}
const base = '/api/v1/contract'

export default function IdentityHead({ row, reload }: TabProps) {
  const can = useCan()
  const [page, setPage] = useState<Page | null>(null)
  const provider = useQuery({
    queryKey: ['esign', 'provider'],
    queryFn: ({ signal }) => api.get<{ outside: boolean }>(`${base}/provider/info`, {}, { signal, silent: true }),
  })
  if (!provider.data?.outside || row['status'] === 'authorised') return null
  const begin = async (): Promise<void> => {
    setPage(await api.post<Page>(`${base}/auth/begin`, { id: row.id }))
    reload()
  }
  return (
    <Section title="服务商认证" hint="由本人（或企业经办人）在服务商的页面完成认证并授权，结果自动登记">
      <Space wrap>
        <ReasonButton
          type="primary"
          reason={can('contractAuth_auth') ? null : '您没有发起认证的权限，请联系管理员开通'}
          onClick={() => void begin()}
        >
          {row['status'] === 'running' ? '重新获取认证页' : '到服务商认证'}
        </ReasonButton>
      </Space>
      <Dialog open={page !== null} title="认证页" width={420} onCancel={() => setPage(null)} footer={null}>
        {page ? (
          <div className="zyt-qr">
            <svg viewBox="0 0 200 200" width="200" height="200" role="img" aria-label="认证页二维码">
              <path d={page.qr} fill="currentColor" />
            </svg>
            <p>请认证人用手机扫码，按页面提示完成认证并授权。</p>
            <Input value={page.url} readOnly aria-label="认证页地址" suffix={<CopyButton text={page.url} what="认证页地址" />} />
          </div>
        ) : null}
      </Dialog>
    </Section>
  )
}
