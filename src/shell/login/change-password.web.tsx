/** First login: nothing else works before a new password is set. Also used by 个人中心. */
import { useState } from 'react'
import { checkPassword, PASSWORD_RULE } from '#kit/access/password.rules.ts'
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { local } from '#kit/ui/state/storage.web.ts'

interface Props {
  /** Known right after login; asked for otherwise. */
  oldPassword: string | null
  onDone: () => unknown
  onCancel?: () => void
}
type Errors = Record<string, string>

export function ChangePassword({ oldPassword, onDone, onCancel }: Props) {
  const [values, setValues] = useState({ oldPassword: oldPassword ?? '', newPassword: '', again: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const first = onCancel !== undefined

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    const problems = check(values)
    setErrors(problems)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    try {
      const { oldPassword: old, newPassword } = values
      await api.post('/api/v1/session/password', { oldPassword: old, newPassword }, { silent: true, overlay: false })
      local.set('isFirst', '0')
      toast.success('密码已修改，其他设备上的登录已退出')
      setValues({ oldPassword: '', newPassword: '', again: '' })
      onDone()
    } catch (error) {
      setErrors(serverErrors(error))
    } finally {
      setBusy(false)
    }
  }
  const input = (name: keyof typeof values, label: string, autoComplete: string) => (
    <div className="zyt-field">
      <label htmlFor={`pw-${name}`} data-required>
        {label}
      </label>
      <input
        id={`pw-${name}`}
        type="password"
        autoFocus={first && name === (oldPassword === null ? 'oldPassword' : 'newPassword')}
        autoComplete={autoComplete}
        maxLength={128}
        value={values[name]}
        aria-invalid={errors[name] !== undefined}
        aria-describedby={`pw-${name}-error`}
        onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      />
      <span id={`pw-${name}-error`} className="zyt-field-error" role="alert">
        {errors[name]}
      </span>
    </div>
  )
  return (
    <form className="zyt-fields" onSubmit={(event) => void submit(event)} noValidate>
      {first ? <p className="zyt-login-note">首次登录、密码被重置或已用得太久时，必须先修改密码，才能继续使用系统。</p> : null}
      {oldPassword === null ? input('oldPassword', '原密码', 'current-password') : null}
      {input('newPassword', '新密码', 'new-password')}
      {input('again', '再次输入新密码', 'new-password')}
      <p className="zyt-login-note">{PASSWORD_RULE}；不能包含用户名，不能与最近用过的密码相同。</p>
      <p className="zyt-field-error" role="alert">
        {errors['']}
      </p>
      <button type="submit" className="zyt-button zyt-button-primary zyt-login-submit" disabled={busy}>
        {busy ? '提交中…' : '修改密码'}
      </button>
      {onCancel ? (
        <button type="button" className="zyt-button" onClick={onCancel}>
          退出登录
        </button>
      ) : null}
    </form>
  )
}

function check(values: { oldPassword: string; newPassword: string; again: string }): Errors {
  const errors: Errors = {}
  if (values.oldPassword === '') errors['oldPassword'] = '请输入原密码'
  const weak = checkPassword(values.newPassword, local.get('Admin-User-Name') ?? '')
  if (weak) errors['newPassword'] = weak
  if (values.again !== values.newPassword) errors['again'] = '两次输入的新密码不一致'
  return errors
}

function serverErrors(error: unknown): Errors {
  if (!(error instanceof ApiError)) return { '': '服务器请求失败' }
  const fields = error.data as Errors | null
  return error.code === 400 && fields && Object.keys(fields).length > 0 ? fields : { '': error.message }
}
