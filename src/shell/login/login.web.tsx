/** /login and /tmsLogin: a passkey or another way, or password and then the second step or a new password where the account asks for it. */
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '#kit/ui/client/api.web.ts'
import type { SecondStep } from '#kit/http/sign-in/ways/way.wire.ts'
import { hasToken, mustChangePassword, signIn, signInByPasskey, signOut, type Refusal, type Second } from '../sign-in.web.ts'
import { local } from '#kit/ui/state/storage.web.ts'
import { DEFAULT_TITLE, logoOf, safeReturn, type DemoAccount } from '../site/site.ts'
import { useSite } from '../site/site.web.ts'
import { ChangePassword } from './change-password.web.tsx'
import { LoginForm } from './login-form.web.tsx'
import { SecondStepForm } from '../ways/second-step.web.tsx'
import { OtherWays, useOffered, WayBack } from '../ways/ways.web.tsx'
import { claimWaiting, comeBack } from '../ways/ways.web.ts'
import { SAID, Scene } from '../site/scene.web.tsx'
import '../public/public.css'
import './login.css'

export function Login() {
  const site = useSite()
  const look = site?.look ?? 'leasing'
  const background = site?.loginBackground
  return (
    <div
      className={background ? 'zyt-login zyt-login-plain' : 'zyt-login'}
      style={background ? { backgroundImage: `url(${JSON.stringify(background)})` } : undefined}
    >
      <div className="zyt-login-body">
        {background ? null : (
          <section className="zyt-login-say">
            <h2>
              {SAID[look].title.map((clause) => (
                <span key={clause}>{clause}</span>
              ))}
            </h2>
            <p>{SAID[look].text}</p>
            <Scene look={look} />
          </section>
        )}
        <main className="zyt-login-card">
          <header className="zyt-login-brand">
            <img src={logoOf(site)} alt="" width={48} height={48} />
            <div>
              <h1>{site?.title ?? DEFAULT_TITLE[look]}</h1>
              <p>{site?.company ?? ''}</p>
            </div>
          </header>
          <Steps />
        </main>
      </div>
      <footer className="zyt-login-foot">
        <a href="/appDownLoad">APP 下载</a>
        <a href="/franchise">招商加盟</a>
        <a href="/source">源代码与许可</a>
        {site?.icp ? <span>{site.icp}</span> : null}
      </footer>
    </div>
  )
}

function Steps() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [given, setGiven] = useState<{ username: string; password: string } | null>(null)
  const [step, setStep] = useState<'password' | 'second' | 'change'>(() => (hasToken() && mustChangePassword() ? 'change' : 'password'))
  const [problem, setProblem] = useState<string | null>(null)
  const [second, setSecond] = useState<SecondStep | null>(null)
  const [back, setBack] = useState(comeBack)
  const offered = useOffered()
  const passwordOff = offered.some((one) => one.passwordOff)
  const go = async (redirect: string | null): Promise<void> => {
    await claimWaiting()
    void navigate(safeReturn(redirect, local.get('X-CustomerType')), { replace: true })
  }

  const arrived = async (refusal: Refusal | null): Promise<void> => {
    if (refusal) {
      setProblem(refusal.message)
      // A wrong code says nothing about what else there is; a passkey that was not taken is asked anew.
      if (refusal.second) setSecond(refusal.second)
      return setStep(refusal.step ?? 'password')
    }
    if (mustChangePassword()) return setStep('change')
    await go(params.get('redirect'))
  }
  const attempt = async (username: string, password: string, by: Second = {}): Promise<void> => {
    setProblem(null)
    const refusal = await signIn(username, password, by)
    setGiven({ username, password })
    await arrived(refusal)
  }
  const byPasskey = async (): Promise<void> => {
    setProblem(null)
    await arrived(await signInByPasskey())
  }

  if (back) {
    return (
      <WayBack
        back={back}
        onIn={(redirect) => (mustChangePassword() ? (setBack(null), setStep('change')) : void go(redirect))}
        onPassword={() => setBack(null)}
      />
    )
  }
  if (step === 'change') {
    return (
      <ChangePassword
        oldPassword={given?.password ?? null}
        onDone={() => void go(params.get('redirect'))}
        onCancel={() => void signOut()}
      />
    )
  }
  if (step === 'second' && given) {
    return (
      <SecondStepForm
        problem={problem}
        second={second}
        onSubmit={(by) => attempt(given.username, given.password, by)}
        onBack={() => {
          setSecond(null)
          setProblem(null)
          setStep('password')
        }}
      />
    )
  }
  return (
    <>
      {passwordOff ? null : <LoginForm problem={problem} onSubmit={attempt} />}
      <OtherWays offered={offered} redirect={params.get('redirect')} onPasskey={byPasskey} />
      {passwordOff ? (
        <details className="zyt-login-emergency" open={given !== null}>
          <summary>管理员用密码登录</summary>
          <LoginForm problem={given ? problem : null} onSubmit={attempt} />
        </details>
      ) : null}
      {passwordOff && !given ? (
        <p className="zyt-field-error" role="alert">
          {problem}
        </p>
      ) : null}
      <DemoAccounts onPick={(account) => void attempt(account.username, account.password)} />
    </>
  )
}

/** One click each, as long as the demo company is there. */
function DemoAccounts({ onPick }: { onPick: (account: DemoAccount) => void }) {
  const [accounts, setAccounts] = useState<DemoAccount[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    api
      .get<DemoAccount[]>('/api/v1/site/demo', undefined, { silent: true, signal: leaving.signal })
      .then(setAccounts)
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  if (accounts.length === 0) return null
  return (
    <section className="zyt-demo" aria-label="演示账号">
      <p className="zyt-demo-warning" role="note">
        演示系统：密码公开在本页，能打开本页的人都能登录。不要对外开放，不要录入真实的客户、司机与账户。
      </p>
      <h2>演示账号，点击即可登录</h2>
      <div className="zyt-demo-list">
        {accounts.map((account) => (
          <button key={account.username} type="button" className="zyt-button zyt-demo-account" onClick={() => onPick(account)}>
            <strong>{account.name}</strong>
            <span>{account.note}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
