import './second-factor.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, QRCode, Space } from 'antd'
import { useState } from 'react'
import type { Done, Recovery } from './second-factor.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Passkeys, type Passkey } from './passkeys.web.tsx'
import { FieldForm } from './field-form.web.tsx'

export function SecondFactor({ onEnrolled }: { onEnrolled?: () => void } = {}) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['totp'],
    queryFn: async ({ signal }) => {
      const [totp, passkeys] = await Promise.all([
        api.get<TotpState>('/api/v1/session/totp', undefined, { signal, silent: true }),
        api.get<Passkey[]>('/api/v1/session/passkeys', undefined, { signal, silent: true }),
      ])
      return { ...totp, passkeys }
    },
  })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  const done = async (text: string, answer?: Recovery | null): Promise<void> => {
    const made = answer?.recoveryCodes ?? []
    setCodes(made.length > 0 ? made : null)
    toast.success(text)
    await queries.invalidateQueries({ queryKey: ['totp'] })
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => (setCodes(null), onEnrolled?.())} />
  const { enabled, required, recoveryLeft, passkeys } = data
  return (
    <>
      <h3>通行密钥</h3>
      <Passkeys passkeys={passkeys} onDone={done} />
      <h3>动态验证码</h3>
      {enabled ? <TotpOn required={required && passkeys.length === 0} onDone={done} /> : <TotpOff onDone={done} />}
      {enabled || passkeys.length > 0 ? (
        <>
          <h3>恢复码</h3>
          <p>手机或设备不在身边时用，每个只能用一次，还剩 {recoveryLeft} 个。</p>
          <FieldForm<Recovery>
            key={enabled ? 'code' : 'password'}
            asks={enabled ? 'code' : 'password'}
            id="second-factor-recovery"
            button="换一组恢复码"
            path="/api/v1/session/totp/recovery"
            onDone={(answer) => done('恢复码已更换，旧的全部作废', answer)}
          />
        </>
      ) : null}
    </>
  )
}

function TotpOn({ required, onDone }: { required: boolean; onDone: Done }) {
  return (
    <>
      <p>动态验证码已启用：登录时除密码外，还需输入身份验证器中的动态验证码。</p>
      {required ? (
        <p>公司要求启用两步验证，不能停用；手机丢失时用恢复码登录，或请管理员清除。</p>
      ) : (
        <FieldForm
          asks="code"
          id="second-factor-disable"
          button="停用动态验证码"
          danger
          path="/api/v1/session/totp/disable"
          onDone={() => onDone('动态验证码已停用')}
        />
      )}
    </>
  )
}

function TotpOff({ onDone }: { onDone: Done }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  if (!enrolment) {
    return (
      <>
        <p>启用后，登录时除密码外，还需输入手机身份验证器（如 Microsoft Authenticator、腾讯身份验证器）中的 6 位动态验证码。</p>
        <FieldForm<Enrolment>
          asks="password"
          id="second-factor-password"
          button="启用动态验证码"
          path="/api/v1/session/totp/enrol"
          onDone={async (answer) => setEnrolment(answer)}
        />
      </>
    )
  }
  return (
    <>
      <ol>
        <li>用身份验证器扫描二维码，或手动输入密钥；密钥只显示这一次。</li>
        <li>输入验证器中显示的 6 位验证码，完成启用。</li>
      </ol>
      <QRCode value={enrolment.uri} bgColor="white" color="black" size={180} />
      <p>
        密钥：<code>{enrolment.secret}</code> <CopyButton text={enrolment.secret} what="密钥" />
      </p>
      <FieldForm<Recovery | null>
        asks="code"
        id="second-factor-enable"
        button="确认启用"
        path="/api/v1/session/totp/enable"
        onDone={(answer) => onDone('两步验证已启用，其他设备上的登录已退出', answer)}
      />
    </>
  )
}

interface TotpState {
  enabled: boolean
  required: boolean
  recoveryLeft: number
}
interface Enrolment {
  secret: string
  uri: string
}

/** Shown once: whoever closes it without writing them down has a new set made. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const shown = codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
  return (
    <>
      <p>恢复码：手机或设备丢失时，在登录页第二步验证处输入其中一个，每个只能用一次。只显示这一次，请抄下或打印，不要存在手机里。</p>
      <ul className="zyt-recovery">
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Space>
        <CopyButton text={shown.join('\n')} what="恢复码" />
        <Button type="primary" onClick={onDone}>
          我已保存
        </Button>
      </Space>
    </>
  )
}
