import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, QRCode, Space } from 'antd'
import { useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'

export function SecondFactor() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['totp'],
    queryFn: ({ signal }) => api.get<{ enabled: boolean }>('/api/v1/session/totp', undefined, { signal, silent: true }),
  })
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  const done = async (text: string): Promise<void> => {
    setEnrolment(null)
    toast.success(text)
    await queries.invalidateQueries({ queryKey: ['totp'] })
  }
  if (data.enabled) {
    return (
      <>
        <p>两步验证已启用：登录时除密码外，还需输入身份验证器中的动态验证码。</p>
        <CodeForm label="停用两步验证" path="/api/v1/session/totp/disable" onDone={() => done('两步验证已停用')} />
      </>
    )
  }
  if (!enrolment) {
    return (
      <>
        <p>启用后，登录时除密码外，还需输入手机身份验证器（如 Microsoft Authenticator、腾讯身份验证器）中的 6 位动态验证码。</p>
        <Button
          type="primary"
          onClick={() => void api.post<{ secret: string; uri: string }>('/api/v1/session/totp/enrol').then(setEnrolment, () => undefined)}
        >
          启用两步验证
        </Button>
      </>
    )
  }
  return (
    <>
      <ol>
        <li>用身份验证器扫描二维码，或手动输入密钥；密钥只显示这一次。</li>
        <li>输入验证器中显示的 6 位验证码，完成启用。</li>
      </ol>
      <QRCode value={enrolment.uri} bgColor="#fff" color="#000" size={180} />
      <p>
        密钥：<code>{enrolment.secret}</code> <CopyButton text={enrolment.secret} what="密钥" />
      </p>
      <CodeForm label="确认启用" path="/api/v1/session/totp/enable" onDone={() => done('两步验证已启用')} />
    </>
  )
}

function CodeForm({ label, path, onDone }: { label: string; path: string; onDone: () => Promise<void> }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    try {
      await api.post(path, { code }, { silent: true })
      setProblem(null)
      await onDone()
    } catch (error) {
      setProblem(sentenceOf(error, '服务器请求失败'))
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Space wrap>
        <label htmlFor="second-factor-code">动态验证码</label>
        <Input
          id="second-factor-code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          style={{ width: 120 }}
          status={problem ? 'error' : undefined}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
        />
        <ReasonButton type="primary" htmlType="submit" reason={code.length === 6 ? null : '请先填写 6 位动态验证码'}>
          {label}
        </ReasonButton>
      </Space>
      <p className="zyt-field-error" role="alert">
        {problem}
      </p>
    </form>
  )
}
