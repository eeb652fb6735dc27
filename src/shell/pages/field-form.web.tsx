/** One field and the button that sends it; what was wrong with it stands below. The password or the code is asked again this way: a session left open is not its owner. */
import { Input, Space, type InputProps } from 'antd'
import { useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'

interface Asked {
  label: string
  input: InputProps
  /** What of the typed is taken. */
  taken?: (typed: string) => string
  /** Why it cannot be sent yet, or null. */
  missing: (text: string) => string | null
}
const ASKED = {
  password: {
    label: '登录密码',
    input: { autoComplete: 'current-password', maxLength: 128 },
    missing: (text) => (text ? null : '请先填写登录密码'),
  },
  code: {
    label: '动态验证码',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6, style: { width: 120 } },
    taken: (typed) => typed.replace(/\D/g, ''),
    missing: (text) => (text.length === 6 ? null : '请先填写 6 位动态验证码'),
  },
  name: {
    label: '名称',
    input: { maxLength: 40, autoFocus: true },
    missing: (text) => (text.trim() ? null : '请先填写名称'),
  },
} satisfies Record<string, Asked>

interface FieldFormProps<T> {
  /** What is asked, and the name it is sent by. */
  asks: keyof typeof ASKED
  id: string
  button: string
  path: string
  danger?: boolean
  before?: string
  /** Sent along. */
  more?: object
  onDone: (answer: T) => Promise<void>
}
export function FieldForm<T>({ asks, id, button, path, danger = false, before = '', more, onDone }: FieldFormProps<T>) {
  const { label, input, taken, missing }: Asked = ASKED[asks]
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    try {
      const answer = await api.post<T>(path, { ...more, [asks]: text }, { silent: true })
      setProblem(null)
      setText('')
      await onDone(answer)
    } catch (error) {
      setProblem(sentenceOf(error, '服务器请求失败'))
    }
  }
  const Field = asks === 'password' ? Input.Password : Input
  return (
    <form
      className="zyt-field-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Space wrap>
        <label htmlFor={id}>{label}</label>
        <Field
          {...input}
          id={id}
          value={text}
          status={problem ? 'error' : undefined}
          onChange={(event) => setText(taken ? taken(event.target.value) : event.target.value)}
        />
        <ReasonButton type="primary" danger={danger} htmlType="submit" reason={missing(text)}>
          {button}
        </ReasonButton>
      </Space>
      <p className="zyt-field-error" role="alert">
        {problem}
      </p>
    </form>
  )
}
