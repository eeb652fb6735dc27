/** /sign: what a signer sees on his phone. The token stands behind `#`, so no server and no referrer ever sees it in an address. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { InkPad, type Ink } from './ink.web.tsx'
import './sign.css'

const PdfPages = lazy(() => import('./pdf-pages.web.tsx'))

interface PageInfo {
  no: string
  title: string
  company: string
  expireAt: string
  pages: number
  me: { name: string; role: string; mobile: string | null; kind: string }
  turn: string | null
  consented: boolean
  codeLost: boolean
  parties: { role: string; name: string; status: string; signedAt: string | null }[]
  intent: 'sms' | 'faceToFace' | 'none'
  note: string
  consent: string
}
type Step = 'read' | 'sign' | 'done' | 'declined'
const STEPS: readonly (readonly [Step, string])[] = [
  ['read', '阅读并同意'],
  ['sign', '签名确认'],
  ['done', '完成'],
]
const base = '/api/public/contract/sign'
/** Seconds left of the minute before another code may be asked for, at which is asked whether this one arrived. */
const CODE_ASKED_AT: readonly number[] = [50, 36, 20, 4]

function useToken(): { 'X-Sign-Token': string } {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('t') ?? '')
  return { 'X-Sign-Token': token }
}

export default function SignPage() {
  const headers = useToken()
  const [info, setInfo] = useState<PageInfo | null>(null)
  const [data, setData] = useState<ArrayBuffer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [step, setStep] = useState<Step>('read')
  useEffect(() => {
    document.title = '签署合同'
    void (async () => {
      try {
        const page = await api.get<PageInfo>(`${base}/page`, {}, { headers, silent: true })
        setInfo(page)
        if (page.turn) return
        const file = await fetch(`${base}/file`, { headers })
        if (file.ok) setData(await file.arrayBuffer())
        if (page.consented) setStep('sign')
      } catch (error) {
        setProblem(sentenceOf(error, '页面打不开，请检查网络后重试'))
      }
    })()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (problem !== null || !info) return <OutsideWait className="zyt-sign" problem={problem} />
  return (
    <main className="zyt-sign">
      <header>
        <h1>{info.title}</h1>
        <p className="zyt-sign-note">
          {`${info.company} 发起，编号 ${info.no}；请于 ${formatTime(info.expireAt)} 前签署。${info.me.role}：${info.me.name}`}
        </p>
      </header>
      <ol className="zyt-sign-steps">
        {STEPS.map(([key, label]) => (
          <li key={key} aria-current={key === step ? 'step' : undefined}>
            {label}
          </li>
        ))}
      </ol>
      {info.turn ? <p role="alert">{info.turn}</p> : null}
      {data && step === 'read' ? (
        <Read info={info} data={data} headers={headers} onDone={() => setStep('sign')} onDeclined={() => setStep('declined')} />
      ) : null}
      {data && step === 'sign' ? (
        <Confirm info={info} headers={headers} onDone={() => setStep('done')} onDeclined={() => setStep('declined')} />
      ) : null}
      {step === 'done' ? (
        <section className="zyt-sign-panel" role="status">
          <StepHead>签署完成</StepHead>
          <p>您的签名已加盖到合同。各方签完后，可向 {info.company} 索取合同，或在验证页核对：</p>
          <a href="/verify">验证合同</a>
        </section>
      ) : null}
      {step === 'declined' ? (
        <section className="zyt-sign-panel" role="status">
          <StepHead>已拒签</StepHead>
          <p>发起方已收到您填写的原因。</p>
        </section>
      ) : null}
      <p className="zyt-sign-note">{info.note}</p>
    </main>
  )
}

/** The button that led here is gone with its step: whoever hears the page goes on at its head, not at the top of the page. */
function StepHead({ children }: { children: string }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <h2 ref={head} tabIndex={-1}>
      {children}
    </h2>
  )
}

interface StepProps {
  info: PageInfo
  headers: Record<string, string>
  onDone: () => void
  onDeclined: () => void
}

function Read({ info, data, headers, onDone, onDeclined }: StepProps & { data: ArrayBuffer }) {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [agreed, setAgreed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const onSeen = useCallback((page: number) => setSeen((before) => (before.has(page) ? before : new Set([...before, page]))), [])
  const left = info.pages - seen.size
  const go = async (): Promise<void> => {
    try {
      await api.post(`${base}/consent`, { pages: [...seen] }, { headers, silent: true })
      onDone()
    } catch (error) {
      setProblem(sentenceOf(error, '提交失败，请重试'))
    }
  }
  return (
    <>
      <Suspense fallback={<p role="status">正在打开文件…</p>}>
        <PdfPages data={data} onSeen={onSeen} />
      </Suspense>
      <section className="zyt-sign-panel">
        <label className="zyt-sign-check">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
          <span>{info.consent}</span>
        </label>
        <p aria-live="polite" className="zyt-sign-note">
          {left > 0 ? `还有 ${left} 页未读` : '已读完全文'}
        </p>
        {problem ? (
          <p className="zyt-sign-bad" role="alert">
            {problem}
          </p>
        ) : null}
        <div className="zyt-sign-row">
          <button data-main type="button" disabled={left > 0 || !agreed} onClick={() => void go()}>
            同意并签署
          </button>
          <Decline headers={headers} onDeclined={onDeclined} />
        </div>
      </section>
    </>
  )
}

function Confirm({ info, headers, onDone, onDeclined }: StepProps) {
  const ink = useRef<Ink>(null)
  const [typed, setTyped] = useState(false)
  const [code, setCode] = useState('')
  const [wait, setWait] = useState(0)
  const [lost, setLost] = useState(info.codeLost)
  const { busy, problem, setProblem, run } = useTurn()
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  // Three attempts take about half a minute; whether the last one failed, only the server knows.
  const asks = CODE_ASKED_AT.includes(wait)
  useEffect(() => {
    if (!asks) return
    void api.get<PageInfo>(`${base}/page`, {}, { headers, silent: true }).then(
      ({ codeLost }) => setLost(codeLost),
      () => undefined,
    )
  }, [asks, headers])
  const send = (): Promise<void> =>
    run(async () => {
      const { seconds } = await api.post<{ seconds: number }>(`${base}/code`, {}, { headers, silent: true })
      setWait(seconds)
      setLost(false)
    })
  const sign = (): Promise<void> =>
    run(async () => {
      const png = typed ? undefined : (ink.current?.png() ?? undefined)
      if (!typed && !png) {
        setProblem('请先手写签名，或改用姓名签署')
        return
      }
      await api.post(
        `${base}/confirm`,
        { kind: typed ? 'typed' : 'drawn', ...(png ? { png } : {}), ...(code ? { code } : {}) },
        { headers, silent: true },
      )
      onDone()
    })
  return (
    <section className="zyt-sign-panel">
      <StepHead>签名</StepHead>
      {typed ? <p>{`将以姓名“${info.me.name}”作为签名`}</p> : <InkPad ref={ink} label={`${info.me.name}的手写签名`} />}
      <div className="zyt-sign-row">
        {typed ? null : (
          <button type="button" onClick={() => ink.current?.clear()}>
            重写
          </button>
        )}
        <button type="button" onClick={() => setTyped(!typed)}>
          {typed ? '改为手写' : '用姓名签署'}
        </button>
      </div>
      {info.intent === 'sms' ? (
        <div className="zyt-sign-row">
          <input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            aria-label="短信验证码"
            placeholder={`验证码发至 ${info.me.mobile ?? ''}`}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
          <button type="button" disabled={wait > 0 || busy} onClick={() => void send()}>
            {wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
          </button>
        </div>
      ) : null}
      {lost && info.intent === 'sms' ? (
        <p className="zyt-sign-bad" role="alert">
          {`验证码未送达 ${info.me.mobile ?? ''}。请核对手机号后重新获取，或联系发起方改为面签。`}
        </p>
      ) : null}
      {info.intent === 'faceToFace' ? <p className="zyt-sign-note">工作人员已当面核对您的身份，无需验证码。</p> : null}
      {info.intent === 'none' ? <p role="alert">尚未接入短信，请到门店由工作人员面签。</p> : null}
      {problem ? (
        <p className="zyt-sign-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="zyt-sign-row">
        <button
          data-main
          type="button"
          disabled={busy || info.intent === 'none' || (info.intent === 'sms' && code.length !== 6)}
          onClick={() => void sign()}
        >
          {busy ? '正在签署…' : '确认签署'}
        </button>
        <Decline headers={headers} onDeclined={onDeclined} />
      </div>
    </section>
  )
}

function Decline({ headers, onDeclined }: { headers: Record<string, string>; onDeclined: () => void }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (!open)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        拒签
      </button>
    )
  const send = async (): Promise<void> => {
    if (!reason.trim()) {
      setProblem('请填写拒签原因')
      return
    }
    try {
      await api.post(`${base}/decline`, { reason }, { headers, silent: true })
      onDeclined()
    } catch (error) {
      setProblem(sentenceOf(error, '提交失败，请重试'))
    }
  }
  return (
    <div style={{ width: '100%' }}>
      <textarea
        aria-label="拒签原因"
        placeholder="请填写拒签原因，发起方会立即收到"
        maxLength={150}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem ? (
        <p className="zyt-sign-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="zyt-sign-row">
        <button type="button" onClick={() => void send()}>
          确认拒签
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          返回
        </button>
      </div>
    </div>
  )
}
