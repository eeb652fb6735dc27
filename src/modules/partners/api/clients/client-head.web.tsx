/** 密钥 of a partner: issued and replaced here, each shown once. */
import { useState } from 'react'
import { Space } from 'antd'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReasonButton, useWrite } from '#kit/ui/record.web.tsx'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import '#kit/ui/parts/stack.css'

type Shown = [label: string, value: string][]

export default function ClientHead({ row, reload }: TabProps) {
  const can = useCan()
  const write = useWrite()
  const [shown, setShown] = useState<Shown | null>(null)
  const reason = !can('thirdPartyOrder_issueKey')
    ? '您没有签发密钥的权限，请联系管理员开通'
    : row['status'] === 'revoked'
      ? '该接口客户已吊销，不能再签发密钥；需要时请新增接口客户'
      : null
  const issue = (): void =>
    // A refusal has been told by its toast.
    void write<{ keyId: string; secret: string }>('/api/v1/openApi/issueKey', { client: row.id }).then(
      ({ keyId, secret }) => setShown([...keyLine(keyId), ['密钥', secret]]),
      () => {},
    )
  const hook = (): void =>
    void write<{ secret: string }>('/api/v1/openApi/hookSecret', { client: row.id }).then(
      ({ secret }) => setShown([['回调密钥', secret]]),
      () => {},
    )
  const close = (): void => {
    setShown(null)
    reload()
  }
  return (
    <Section
      title={row['sandbox'] ? '沙箱对接' : '对接'}
      hint="程序用密钥签名调用 /api/open/v1；说明与可运行的示例见 /api-docs"
      extra={
        <Space wrap>
          <ReasonButton reason={null} onClick={() => void window.open('/api-docs#open', '_blank', 'noopener')}>
            接口说明
          </ReasonButton>
          <ReasonButton reason={reason} onClick={issue}>
            签发密钥
          </ReasonButton>
          <ReasonButton reason={reason} onClick={hook}>
            更换回调密钥
          </ReasonButton>
        </Space>
      }
    >
      <p className="zyt-section-hint">换密钥时新旧两把并用 24 小时。密文只在签发时显示一次，遗失请重新签发。</p>
      <Dialog open={shown !== null} title="请立即保存" width={560} onCancel={close} footer={null}>
        <div className="zyt-stack">
          {(shown ?? []).map(([label, value]) => (
            <div key={label}>
              <p>{label}</p>
              <p style={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{value}</p>
              <CopyButton text={value} />
            </div>
          ))}
          <p>只显示这一次，关闭后不能再查看。</p>
        </div>
      </Dialog>
    </Section>
  )
}

const keyLine = (keyId: string): Shown => [['密钥编号', keyId]]
