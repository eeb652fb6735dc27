import { Input, Space } from 'antd'
import { useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'

/** A session left open is not its owner: the password is asked again. */
export function PasswordForm<T>({
  id,
  label,
  path,
  danger = false,
  more,
  onDone,
}: {
  id: string
  label: string
  path: string
  danger?: boolean
  /** Sent along. */
  more?: object
  onDone: (answer: T) => Promise<void>
}) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    try {
      const answer = await api.post<T>(path, { ...more, password }, { silent: true })
      setProblem(null)
      setPassword('')
      await onDone(answer)
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
        <label htmlFor={id}>登录密码</label>
        <Input.Password
          id={id}
          value={password}
          autoComplete="current-password"
          maxLength={128}
          status={problem ? 'error' : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ReasonButton type="primary" danger={danger} htmlType="submit" reason={password ? null : '请先填写登录密码'}>
          {label}
        </ReasonButton>
      </Space>
      <p className="zyt-field-error" role="alert">
        {problem}
      </p>
    </form>
  )
}
