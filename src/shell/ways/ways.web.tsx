/** Under the form of the login page: a button for each way this host offers; and what is shown to whoever comes back from one. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import type { Offered, Returned } from '#kit/http/sign-in/ways/way.wire.ts'
import { storeEntrance } from '../sign-in.web.ts'
import { applicationOf } from './ways.ts'
import { begin, claim, comeBack, finish, firstTryHere, forgetBegun, keepClaim, offeredWays, second, waitingClaim } from './ways.web.ts'
import { passkeysWork } from './passkeys-work.web.ts'
import { SecondStepForm } from './second-step.web.tsx'
import './ways.css'

/** What this host offers; asked once, as it does not change under a page. */
export function useOffered(): Offered {
  const [offered, setOffered] = useState<Offered>([])
  useEffect(() => {
    const leaving = new AbortController()
    offeredWays(leaving.signal)
      .then(setOffered)
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return offered
}

interface OtherWaysProps {
  offered: Offered
  redirect: string | null
  onPasskey: () => Promise<void>
}
export function OtherWays({ offered, redirect, onPasskey }: OtherWaysProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const waiting = waitingClaim()
  const go = async (one: Offered[number]): Promise<void> => {
    setProblem(await begin(one, { purpose: 'signIn', redirect, inApp: applicationOf(navigator.userAgent) === one.code }))
  }
  useEffect(() => {
    // A card was tapped inside the application: nothing is left to choose.
    const own = offered.find((one) => one.code === applicationOf(navigator.userAgent))
    if (own && !waitingClaim() && firstTryHere()) void go(own)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [offered])
  if (waiting)
    return (
      <p className="zyt-ways-bound" role="status">
        {`您的${waiting.label}账号还没有绑定。请用用户名和密码登录一次，之后可以直接用${waiting.label}登录。`}
      </p>
    )
  const byPasskey = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    await onPasskey().finally(() => setBusy(false))
  }
  if (offered.length === 0 && !passkeysWork()) return null
  return (
    <section className="zyt-ways" aria-label="其他登录方式">
      <p>其他登录方式</p>
      <div className="zyt-ways-list">
        {offered.map((one) => (
          <button key={`${one.way}.${one.code}`} type="button" className="zyt-button" onClick={() => void go(one)}>
            {one.button}
          </button>
        ))}
        {passkeysWork() ? (
          <button type="button" className="zyt-button" disabled={busy} onClick={() => void byPasskey()}>
            用通行密钥登录
          </button>
        ) : null}
      </div>
      <span className="zyt-field-error" role="alert">
        {problem}
      </span>
    </section>
  )
}

interface BackProps {
  back: NonNullable<ReturnType<typeof comeBack>>
  onIn: (redirect: string | null) => void
  /** To the form of the password; it says what is missing. */
  onPassword: () => void
}
export function WayBack({ back, onIn, onPassword }: BackProps) {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const [asked, setAsked] = useState<Returned | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)

  const arrived = (returned: Returned): void => {
    if (returned.step === 'in' && returned.entrance) {
      storeEntrance(returned.entrance)
      return onIn(back.redirect)
    }
    if (returned.step === 'bind' && back.purpose === 'signIn') {
      keepClaim({ ticket: returned.ticket!, verifier: back.verifier, label: returned.label })
      return onPassword()
    }
    setAsked(returned)
    setProblem(returned.message)
  }
  useEffect(() => {
    // A code is good once: rendered twice, it is sent once.
    if (begun.current) return
    begun.current = true
    forgetBegun()
    // Neither code nor state stays in the address, where a link of it would be copied from.
    setParams(back.redirect ? { redirect: back.redirect } : {}, { replace: true })
    finish(back)
      .then(arrived)
      .catch((error: unknown) => setProblem(sentenceOf(error, `${back.label}登录没有完成，请重新点一次`)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  if (asked?.step === 'second')
    return (
      <SecondStepForm
        problem={problem}
        second={asked.second}
        onSubmit={(by) => {
          setProblem(null)
          return second(asked.ticket!, back.verifier, by).then(
            // A wrong code says nothing about what else there is.
            (returned) => arrived({ ...returned, second: returned.second ?? asked.second }),
            (error: unknown) => setProblem(sentenceOf(error, '验证没有完成，请检查网络后重试')),
          )
        }}
        onBack={onPassword}
      />
    )
  const leave = () => void navigate('/profile?part=office', { replace: true })
  if (asked?.step === 'bind')
    return (
      <PasswordStep
        note={`${back.label}已确认您的身份。请输入本系统的登录密码，完成绑定。`}
        button="绑定"
        problem={problem}
        onSubmit={(password) =>
          claim({ ticket: asked.ticket!, verifier: back.verifier, label: back.label }, password).then(
            () => {
              toast.success(`已绑定${back.label}，下次可以直接用它登录`)
              leave()
            },
            (error: unknown) => setProblem(sentenceOf(error, '没有绑定成功，请检查网络后重试')),
          )
        }
        onBack={leave}
      />
    )
  if (problem)
    return (
      <div className="zyt-fields">
        <p className="zyt-field-error" role="alert">
          {problem}
        </p>
        <button
          type="button"
          className="zyt-button zyt-button-primary zyt-login-submit"
          onClick={back.purpose === 'bind' ? leave : onPassword}
        >
          {back.purpose === 'bind' ? '返回个人中心' : '返回登录'}
        </button>
      </div>
    )
  return (
    <p className="zyt-login-note" role="status">
      {`正在用${back.label}登录…`}
    </p>
  )
}

interface StepProps {
  note: string
  button: string
  problem: string | null
  /** As it was typed: a password may begin or end with a space. */
  onSubmit: (password: string) => Promise<void>
  onBack: () => void
}
/** As `FieldForm` of the console, whose components the login page does not load. */
function PasswordStep({ note, button, problem, onSubmit, onBack }: StepProps) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  return (
    <form
      className="zyt-fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void onSubmit(password).finally(() => setBusy(false))
      }}
    >
      <p className="zyt-login-note">{note}</p>
      <div className="zyt-field">
        <label htmlFor="way-field">登录密码</label>
        <input
          id="way-field"
          type="password"
          value={password}
          maxLength={128}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          autoFocus
          aria-invalid={problem !== null}
          aria-describedby="way-problem"
        />
      </div>
      <p id="way-problem" className="zyt-field-error" role="alert">
        {problem}
      </p>
      <button type="submit" className="zyt-button zyt-button-primary zyt-login-submit" disabled={busy}>
        {busy ? '请稍候…' : button}
      </button>
      <button type="button" className="zyt-button" onClick={onBack}>
        返回
      </button>
    </form>
  )
}
