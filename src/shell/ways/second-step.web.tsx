/** After the right password, or the word of who vouched: a passkey or a code, whichever the person has. */
import { useState } from 'react'
import type { SecondStep } from '#kit/http/sign-in/ways/way.wire.ts'
import type { Second } from '../sign-in.web.ts'
import { passkeysWork } from './passkeys-work.web.ts'

interface Props {
  problem: string | null
  /** Null: a code alone is asked for (strangers hammer at the name). */
  second: SecondStep | null
  onSubmit: (second: Second) => Promise<void>
  onBack: () => void
}

const noteOf = (totp: boolean, passkey: boolean): string => {
  if (!passkey) return '请输入身份验证器中的 6 位动态验证码；手机不在身边时，可输入一个恢复码。'
  if (!totp) return '请用通行密钥验证；设备不在身边时，可输入一个恢复码。'
  return '请用通行密钥验证，或输入身份验证器中的 6 位动态验证码；都不在身边时，可输入一个恢复码。'
}

export function SecondStepForm({ problem, second, onSubmit, onBack }: Props) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [own, setOwn] = useState<string | null>(null)
  const options = passkeysWork() ? (second?.passkey ?? null) : null
  const totp = second?.totp ?? true
  const byPasskey = async (): Promise<void> => {
    setBusy(true)
    setOwn(null)
    try {
      const { askPasskey } = await import('./passkey.web.ts')
      const asked = await askPasskey(options!)
      if ('problem' in asked) setOwn(asked.problem)
      else await onSubmit({ passkey: asked.answer })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="zyt-fields"
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        setOwn(null)
        void onSubmit({ totp: code }).finally(() => setBusy(false))
      }}
    >
      <p className="zyt-login-note">{noteOf(totp, options !== null)}</p>
      {options ? (
        <button
          type="button"
          className="zyt-button zyt-button-primary zyt-login-submit"
          disabled={busy}
          autoFocus
          onClick={() => void byPasskey()}
        >
          用通行密钥验证
        </button>
      ) : null}
      <div className="zyt-field">
        <label htmlFor="totp">{totp ? '动态验证码' : '恢复码'}</label>
        <input
          id="totp"
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/[^0-9A-Za-z-]/g, '').slice(0, 14))}
          autoComplete="one-time-code"
          autoFocus={options === null}
          aria-invalid={problem !== null}
          aria-describedby="login-problem"
        />
      </div>
      <p id="login-problem" className="zyt-field-error" role="alert">
        {own ?? problem}
      </p>
      <button
        type="submit"
        className={options ? 'zyt-button zyt-login-submit' : 'zyt-button zyt-button-primary zyt-login-submit'}
        disabled={busy}
      >
        {busy ? '验证中…' : '验证'}
      </button>
      <button type="button" className="zyt-button" onClick={onBack}>
        返回
      </button>
    </form>
  )
}
