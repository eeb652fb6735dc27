import { useState } from 'react'
import { firstMissing } from '#kit/basics/required.ts'
import { local } from '#kit/ui/state/storage.web.ts'

const REQUIRED = [
  { field: 'username', message: '请输入用户名' },
  { field: 'password', message: '请输入密码' },
] as const

interface Props {
  problem: string | null
  onSubmit: (username: string, password: string) => Promise<void>
}

export function LoginForm({ problem, onSubmit }: Props) {
  const [username, setUsername] = useState(() => local.get('zyt:lastUser') ?? '')
  const [password, setPassword] = useState('')
  const [seen, setSeen] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string | null>(null)

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    const lacking = firstMissing({ username, password }, REQUIRED)
    setMissing(lacking === -1 ? null : lacking)
    if (lacking !== -1) return
    setBusy(true)
    local.set('zyt:lastUser', username.trim())
    try {
      await onSubmit(username.trim(), password)
    } finally {
      setBusy(false)
    }
  }
  const shown = missing ?? problem
  return (
    <form className="zyt-fields" onSubmit={(event) => void submit(event)} noValidate>
      <div className="zyt-field">
        <label htmlFor="username">用户名</label>
        <input
          id="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          autoFocus={username === ''}
          value={username}
          aria-invalid={missing !== null && username.trim() === ''}
          aria-describedby="login-problem"
          onChange={(event) => setUsername(event.target.value)}
        />
      </div>
      <div className="zyt-field">
        <label htmlFor="password">密码</label>
        <div className="zyt-login-password">
          <input
            id="password"
            type={seen ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={128}
            autoFocus={username !== ''}
            value={password}
            aria-invalid={shown !== null}
            aria-describedby="login-problem"
            onChange={(event) => setPassword(event.target.value)}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          />
          <button type="button" className="zyt-login-eye" aria-pressed={seen} onClick={() => setSeen(!seen)}>
            {seen ? '隐藏' : '显示'}
          </button>
        </div>
        {capsLock ? <span className="zyt-login-note">大写锁定已打开</span> : null}
      </div>
      <p id="login-problem" className="zyt-field-error" role="alert">
        {shown}
      </p>
      <button type="submit" className="zyt-button zyt-button-primary zyt-login-submit" disabled={busy}>
        {busy ? '登录中…' : '登录'}
      </button>
    </form>
  )
}
