/** The address of an open post: to copy, to scan. */
import { QRCode, Space } from 'antd'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'

export default function PostHead({ row }: TabProps) {
  const { token, status } = row as { token?: string | null; status?: string }
  // Published before there were pages.
  if (!token)
    return status === 'open' ? (
      <Section title="报名网址">
        <p>还没有报名网址，点「更换报名网址」生成。</p>
      </Section>
    ) : null
  const url = `${window.location.origin}/recruit/${token}`
  const open = status === 'open'
  return (
    <Section
      title="报名网址"
      hint={open ? '司机打开或扫码报名，凭手机验证码提交；网址后加「?promo=推广码」，报名和录用计入该推广码' : '没有在招募，打开后不能报名'}
    >
      <Space wrap align="center" size="large">
        {open ? <QRCode value={url} size={140} bgColor="white" color="black" /> : null}
        <span>
          <a href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </a>{' '}
          <CopyButton text={url} what="报名网址" />
        </span>
      </Space>
    </Section>
  )
}
