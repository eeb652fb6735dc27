/** /recruit/…: what a post says, and applying to it without an account. */
import { useEffect, useState, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { ProofFields, useProof, type Headers } from './proof.web.tsx'
import { LICENCES_ASKED } from '#modules/transport/recruit/recruit.rules.ts'
import type { ApplyIn, OwnOut, PostOut } from './apply.wire.ts'
import './public.css'

const base = '/api/public/recruit'
/** The code of the link somebody handed round, which counts as a visit of it. Nothing waits for that, or minds when it fails. */
function usePromo(): string | null {
  const code = useSearchParams()[0].get('promo')?.trim()
  // What is no code keeps nobody from applying.
  const promo = code && /^\w{1,20}$/.test(code) ? code : null
  useEffect(() => {
    if (promo) void api.post('/api/v1/franchise/visit', { code: promo }, { silent: true }).catch(() => {})
  }, [promo])
  return promo
}
const SESSION = 'zyt-recruit-session'

export default function ApplyPage() {
  const { token = '' } = useParams()
  const [post, setPost] = useState<PostOut | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    document.title = '司机报名'
    api.get<PostOut>(`${base}/page`, {}, { headers: { 'X-Recruit-Post': token }, silent: true }).then(
      (answer) => setPost(answer),
      (error: unknown) => setProblem(sentenceOf(error, '页面打不开，请检查网络后重试')),
    )
  }, [token])
  if (problem !== null || !post) return <OutsideWait className="zyt-od" problem={problem} />
  return (
    <main className="zyt-od">
      <header>
        <h1>{post.title}</h1>
        <p className="zyt-od-note">{post.company}</p>
      </header>
      <PostPanel post={post} />
      <Applying post={post} token={token} />
    </main>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <li>
    <span className="zyt-od-note">{label}</span>
    <span>{children}</span>
  </li>
)
const PostPanel = ({ post }: { post: PostOut }) => (
  <section className="zyt-od-panel">
    <h2>招募内容</h2>
    <ul className="zyt-od-lines">
      <Line label="工作城市">{post.cities}</Line>
      {post.vehicleClass ? <Line label="车型">{post.vehicleClass}</Line> : null}
      <Line label="招募人数">{`${post.headcount} 人`}</Line>
      <Line label="薪酬">{post.pay}</Line>
      <Line label="报名截止">{post.until}</Line>
    </ul>
    <p className="zyt-od-text">{post.detail}</p>
    <p className="zyt-od-note">报名和录用不收取任何费用，不扣押证件。</p>
  </section>
)

function Applying({ post, token }: { post: PostOut; token: string }) {
  const [session, setSession] = useState(() => sessionStorage.getItem(`${SESSION}:${token}`) ?? '')
  const [own, setOwn] = useState<OwnOut['own']>(null)
  const [asks, setAsks] = useState(0)
  const keep = (next: string): void => {
    if (next) sessionStorage.setItem(`${SESSION}:${token}`, next)
    else sessionStorage.removeItem(`${SESSION}:${token}`)
    setSession(next)
  }
  useEffect(() => {
    if (!session) return
    const headers = { 'X-Recruit-Post': token, 'X-Recruit-Session': session }
    api.get<OwnOut>(`${base}/mine`, {}, { headers, silent: true }).then(
      (answer) => setOwn(answer.own),
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 403) setSession('')
      },
    )
  }, [session, token, asks])
  const headers: Headers = { 'X-Recruit-Post': token, ...(session ? { 'X-Recruit-Session': session } : {}) }
  return own ? (
    <Own own={own} headers={headers} onChange={() => setAsks((n) => n + 1)} />
  ) : (
    <ApplyForm post={post} headers={headers} signedIn={session !== ''} onSession={keep} onDone={() => setAsks((n) => n + 1)} />
  )
}

function Own({ own, headers, onChange }: { own: NonNullable<OwnOut['own']>; headers: Headers; onChange: () => void }) {
  const { busy, problem, run } = useTurn()
  const [asked, setAsked] = useState(false)
  const withdraw = (): Promise<void> =>
    run(async () => {
      await api.post(`${base}/withdraw`, {}, { headers, silent: true })
      onChange()
    })
  return (
    <section className="zyt-od-panel" role="status">
      <h2>我的报名</h2>
      <p className="zyt-od-now">{own.label}</p>
      <p className="zyt-od-note">{`${own.name}　${formatTime(own.at)} 报名`}</p>
      {problem ? (
        <p className="zyt-od-bad" role="alert">
          {problem}
        </p>
      ) : null}
      {own.open ? (
        <button type="button" disabled={busy} onClick={() => (asked ? void withdraw() : setAsked(true))}>
          {asked ? '确认放弃报名' : '放弃报名'}
        </button>
      ) : null}
    </section>
  )
}

interface FormProps {
  post: PostOut
  headers: Headers
  signedIn: boolean
  onSession: (session: string) => void
  onDone: () => void
}
const EMPTY = { name: '', city: '', licenceClass: '', vehicleOwned: false, intent: '', agreed: false }
type Draft = typeof EMPTY
function missingIn(d: Draft): string | null {
  if (!d.name.trim()) return '请填写姓名'
  if (!d.city.trim()) return '请填写所在城市'
  if (!d.licenceClass) return '请选择准驾车型'
  return d.agreed ? null : '请先同意对方使用您填写的资料'
}
function ApplyForm({ post, headers, signedIn, onSession, onDone }: FormProps) {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const promo = usePromo()
  const turn = useTurn()
  const { busy, problem, run } = turn
  const proof = useProof(base, headers, turn)
  const missing = missingIn(draft)
  const submit = (): Promise<void> =>
    run(async () => {
      let session = headers['X-Recruit-Session'] ?? ''
      if (!signedIn) {
        session = await proof.enter()
        onSession(session)
      }
      try {
        const input: ApplyIn = { ...draft, promo, agreed: true, licenceClass: draft.licenceClass as ApplyIn['licenceClass'] }
        await api.post(`${base}/apply`, input, { headers: { ...headers, 'X-Recruit-Session': session }, silent: true })
        onDone()
      } catch (error) {
        if (error instanceof ApiError && error.code === 403) onSession('')
        throw error
      }
    })
  return (
    <section className="zyt-od-panel">
      <h2>我要报名</h2>
      <Fields draft={draft} company={post.company} put={(patch) => setDraft((d) => ({ ...d, ...patch }))} />
      {signedIn ? null : <ProofFields proof={proof} busy={busy} />}
      {missing ? <p className="zyt-od-note">{missing}</p> : null}
      {problem ? (
        <p className="zyt-od-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <button
        data-main
        type="button"
        disabled={busy || missing !== null || (!signedIn && proof.code.length !== 6)}
        onClick={() => void submit()}
      >
        提交报名
      </button>
    </section>
  )
}

function Fields({ draft, company, put }: { draft: Draft; company: string; put: (patch: Partial<Draft>) => void }) {
  const text = (label: string, name: 'name' | 'city' | 'intent', max: number, auto?: string) => (
    <label className="zyt-od-field">
      <span>{label}</span>
      <input maxLength={max} autoComplete={auto} value={draft[name]} onChange={(event) => put({ [name]: event.target.value })} />
    </label>
  )
  return (
    <>
      <div className="zyt-od-two">
        {text('姓名', 'name', 40, 'name')}
        {text('所在城市', 'city', 40, 'address-level2')}
        <label className="zyt-od-field">
          <span>准驾车型</span>
          <select value={draft.licenceClass} onChange={(event) => put({ licenceClass: event.target.value })}>
            <option value="">请选择</option>
            {Object.keys(LICENCES_ASKED).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {text('想跑的线路、时间等（可不填）', 'intent', 500)}
      <label className="zyt-od-check">
        <input type="checkbox" checked={draft.vehicleOwned} onChange={(event) => put({ vehicleOwned: event.target.checked })} />
        <span>我自带车辆</span>
      </label>
      <label className="zyt-od-check">
        <input type="checkbox" checked={draft.agreed} onChange={(event) => put({ agreed: event.target.checked })} />
        <span>{`我已满 18 周岁，同意${company}使用以上资料和手机号，只用于本次招募的联系与审核`}</span>
      </label>
    </>
  )
}
