/** What stands above a company and above an application: what is to be done next, by whom. */
import { useState } from 'react'
import { Alert, Button, QRCode, Space } from 'antd'
import type { Row } from '#kit/entity/wire.ts'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'

export function ProfileHead({ row }: TabProps) {
  const can = useCan()
  const { open } = useScreen()
  const [issuing, setIssuing] = useState(false)
  const mine = row['level'] === 'platform'
  const reason =
    row['status'] !== 'active'
      ? '开通之后才能发放管理员密码'
      : row['adminUsername']
        ? null
        : '该公司在登记之前已有管理员，请由其自行重置密码'
  return (
    <>
      <Space wrap className="zyt-form-alert">
        {row['status'] === 'closed' || !can('openAccount_add') ? null : (
          <Button onClick={() => open('operationAdd', { profile: row.id })}>商户入驻</Button>
        )}
        {mine || !can('operationinfo_issueAdmin') ? null : (
          <ReasonButton reason={reason} onClick={() => setIssuing(true)}>
            发放管理员密码
          </ReasonButton>
        )}
      </Space>
      {issuing ? <PasswordDialog row={row} onClose={() => setIssuing(false)} /> : null}
    </>
  )
}

function PasswordDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const [issued, setIssued] = useState<{ username: string; password: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const issue = async (): Promise<void> => {
    setProblem(null)
    try {
      setIssued(await write('/api/v1/operatorProfile/firstPassword', { id: row.id }))
      await refresh()
    } catch (error) {
      setProblem(sentenceOf(error, '发放失败，请重试'))
    }
  }
  if (issued)
    return (
      <Dialog open title={`「${row.$title}」的管理员`} width={520} onCancel={onClose} onOk={onClose} okText="我已复制，关闭">
        <p>初始密码只显示这一次，请复制后交给该公司的管理员。首次登录时必须修改。</p>
        <p>
          账号 <code>{issued.username}</code> <CopyButton text={issued.username} what="账号" />
        </p>
        <p aria-live="polite">
          密码 <code>{issued.password}</code> <CopyButton text={issued.password} what="初始密码" />
        </p>
      </Dialog>
    )
  return (
    <Dialog open title="发放管理员密码" width={520} onCancel={onClose} onOk={issue} okText="生成初始密码">
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="zyt-form-alert" /> : null}
      <p>
        为「{row.$title}」的第一位管理员（{String(row['adminUsername'])}）生成初始密码。本人启用账号之后，平台不能再重置。
      </p>
    </Dialog>
  )
}

/** Where the legal person has to act with his telephone, and why it was rejected. */
export function MerchantHead({ row }: TabProps) {
  const reasons = (row['rejectReasons'] as { field: string; reason: string }[] | null) ?? []
  const url = row['signUrl'] as string | null
  const waits = row['status'] === 'toVerify' || row['status'] === 'toSign'
  return (
    <>
      {row['flagged'] ? (
        <Alert
          type="warning"
          showIcon
          className="zyt-form-alert"
          title={`支付平台返回「${String(row['providerState'])}」，进件状态保持不变，请到支付平台核实`}
        />
      ) : null}
      {row['problem'] ? (
        <Alert
          type="error"
          showIcon
          className="zyt-form-alert"
          title={`未送达支付平台：${row['problem'] as string}。可在「外发记录」重新发送`}
        />
      ) : null}
      {row['status'] === 'rejected' ? (
        <Alert
          type="error"
          showIcon
          className="zyt-form-alert"
          title="支付平台已驳回，修改后以同一进件编号再次提交"
          description={
            <ul>
              {reasons.map((r) => (
                <li key={`${r.field}:${r.reason}`}>
                  {r.field}：{r.reason}
                </li>
              ))}
            </ul>
          }
        />
      ) : null}
      {waits && url ? (
        <Alert
          type="info"
          className="zyt-form-alert"
          title={row['status'] === 'toVerify' ? '请法人扫码完成账户验证' : '请法人扫码完成签约'}
          description={
            <Space wrap align="center">
              <QRCode value={url} size={140} bgColor="white" color="black" />
              <CopyButton text={url} what="签约链接" />
            </Space>
          }
        />
      ) : null}
    </>
  )
}
