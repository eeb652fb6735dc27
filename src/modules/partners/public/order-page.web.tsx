/** /order/…: ordering without an account. Route or addresses, goods and times, price, and a code to the telephone of who orders. */
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { formatFen } from '#kit/basics/fen.ts'
import { api, ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import { MineList } from './order-mine.web.tsx'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { ProofFields, useProof, type Headers } from './proof.web.tsx'
import { EMPTY, missingIn, orderOf, type Draft } from './order-draft.ts'
import type { OrderPageOut, PriceOut } from './wire.ts'
import { Drawing } from '#kit/ui/look/drawing.web.tsx'
import './public.css'

const base = '/api/public/order'
const SESSION = 'zyt-order-session'

export default function OrderPage() {
  const { token = '' } = useParams()
  const [page, setPage] = useState<OrderPageOut | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    document.title = '在线下单'
    api.get<OrderPageOut>(`${base}/page`, {}, { headers: { 'X-Order-Page': token }, silent: true }).then(
      (answer) => setPage(answer),
      (error: unknown) => setProblem(sentenceOf(error, '页面打不开，请检查网络后重试')),
    )
  }, [token])
  if (problem !== null || !page) return <OutsideWait className="zyt-od" problem={problem} />
  return <Ordering page={page} token={token} />
}

function Ordering({ page, token }: { page: OrderPageOut; token: string }) {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [session, setSession] = useState(() => sessionStorage.getItem(`${SESSION}:${token}`) ?? '')
  const [done, setDone] = useState<{ no: string; warnings: string[] } | null>(null)
  const [asks, setAsks] = useState(0)
  const headers: Headers = { 'X-Order-Page': token, ...(session ? { 'X-Order-Session': session } : {}) }
  const put = (patch: Partial<Draft>): void => setDraft((d) => ({ ...d, ...patch }))
  const keep = (next: string): void => {
    if (next) sessionStorage.setItem(`${SESSION}:${token}`, next)
    else sessionStorage.removeItem(`${SESSION}:${token}`)
    setSession(next)
  }
  return (
    <main className="zyt-od">
      <header>
        <h1>{`${page.company}　在线下单`}</h1>
        <p className="zyt-od-note">{page.name}</p>
      </header>
      {page.notice ? <p className="zyt-od-panel">{page.notice}</p> : null}
      {done ? (
        <section className="zyt-od-panel" role="status">
          <Drawing name="done" />
          <h2>已提交</h2>
          <p>{`订单 ${done.no} 已提交，等待确认。`}</p>
          {done.warnings.map((text) => (
            <p key={text} className="zyt-od-note">
              {text}
            </p>
          ))}
          <button type="button" onClick={() => setDone(null)}>
            再下一单
          </button>
        </section>
      ) : (
        <>
          <Places page={page} draft={draft} put={put} />
          <Goods draft={draft} put={put} />
          {page.showPrice ? <Price draft={draft} headers={headers} /> : null}
          <Confirm
            draft={draft}
            headers={headers}
            signedIn={session !== ''}
            onSession={keep}
            onDone={(made) => {
              setDone(made)
              setDraft(EMPTY)
              setAsks((n) => n + 1)
            }}
          />
        </>
      )}
      {session ? <MineList key={asks} headers={headers} onExpired={() => keep('')} /> : null}
    </main>
  )
}

interface Part {
  draft: Draft
  put: (patch: Partial<Draft>) => void
}
interface BoxProps {
  label: string
  name: keyof Draft
  draft: Draft
  put: Part['put']
  type?: string
  mode?: 'decimal' | 'numeric' | 'tel'
  max?: number
}
const Box = ({ label, name, draft, put, type = 'text', mode, max = 80 }: BoxProps) => (
  <label className="zyt-od-field">
    <span>{label}</span>
    <input type={type} inputMode={mode} maxLength={max} value={draft[name]} onChange={(event) => put({ [name]: event.target.value })} />
  </label>
)

function Places({ page, draft, put }: Part & { page: OrderPageOut }) {
  const choose = (id: string): void => {
    const route = page.routes.find((r) => String(r.id) === id)
    put(
      route
        ? { route: id, fromName: route.from.name, fromAddress: route.from.address, toName: route.to.name, toAddress: route.to.address }
        : { route: '' },
    )
  }
  return (
    <section className="zyt-od-panel">
      <h2>从哪里到哪里</h2>
      {page.routes.length ? (
        <label className="zyt-od-field">
          <span>线路</span>
          <select value={draft.route} onChange={(event) => choose(event.target.value)}>
            <option value="">自己填写地址</option>
            {page.routes.map((r) => (
              <option key={r.id} value={r.id}>
                {r.name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {draft.route ? (
        <>
          <p>{`从 ${draft.fromName}（${draft.fromAddress}）`}</p>
          <p>{`到 ${draft.toName}（${draft.toAddress}）`}</p>
        </>
      ) : (
        <>
          <Box label="发货单位或联系人" name="fromName" draft={draft} put={put} />
          <Box label="发货地址" name="fromAddress" draft={draft} put={put} max={200} />
          <Box label="收货单位或联系人" name="toName" draft={draft} put={put} />
          <Box label="收货地址" name="toAddress" draft={draft} put={put} max={200} />
          <Box label="收货电话" name="toMobile" draft={draft} put={put} mode="tel" max={20} />
        </>
      )}
    </section>
  )
}

const Goods = ({ draft, put }: Part) => (
  <section className="zyt-od-panel">
    <h2>货物与时间</h2>
    <Box label="货物名称" name="goods" draft={draft} put={put} />
    <div className="zyt-od-two">
      <Box label="件数" name="pieces" draft={draft} put={put} mode="numeric" max={7} />
      <Box label="总重量（kg）" name="weight" draft={draft} put={put} mode="decimal" max={11} />
      <Box label="总体积（m³，可不填）" name="volume" draft={draft} put={put} mode="decimal" max={11} />
    </div>
    <div className="zyt-od-times">
      <Box label="提货时间" name="pickFrom" draft={draft} put={put} type="datetime-local" />
      <Box label="最晚送达" name="dropTo" draft={draft} put={put} type="datetime-local" />
    </div>
    <Box label="备注（可不填）" name="remark" draft={draft} put={put} max={200} />
  </section>
)

function Price({ draft, headers }: { draft: Draft; headers: Headers }) {
  const [price, setPrice] = useState<{ of: Draft; answer: PriceOut } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const missing = missingIn(draft)
  const ask = async (): Promise<void> => {
    setProblem(null)
    try {
      setPrice({ of: draft, answer: await api.post<PriceOut>(`${base}/price`, orderOf(draft), { headers, silent: true }) })
    } catch (error) {
      setProblem(sentenceOf(error, '暂时算不出价格，可以直接提交'))
    }
  }
  // A price of something else is no price of this.
  const shown = price?.of === draft ? price.answer : null
  return (
    <section className="zyt-od-panel">
      <h2>价格</h2>
      {shown ? (
        shown.priced ? (
          <>
            <p className="zyt-od-money">{`¥ ${formatFen(shown.total ?? 0)}`}</p>
            <ul className="zyt-od-lines">
              {shown.lines.map((l, i) => (
                <li key={i}>
                  <span>{l.label}</span>
                  <span>{formatFen(l.amount)}</span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>这一单的价格由客服确认后告知。</p>
        )
      ) : (
        <button type="button" disabled={missing !== null} onClick={() => void ask()}>
          查看价格
        </button>
      )}
      {problem ? (
        <p className="zyt-od-bad" role="alert">
          {problem}
        </p>
      ) : null}
    </section>
  )
}

interface ConfirmProps {
  draft: Draft
  headers: Headers
  signedIn: boolean
  onSession: (session: string) => void
  onDone: (made: { no: string; warnings: string[] }) => void
}
function Confirm({ draft, headers, signedIn, onSession, onDone }: ConfirmProps) {
  const turn = useTurn()
  const { busy, problem, run } = turn
  const proof = useProof(base, headers, turn)
  const missing = missingIn(draft)
  const submit = (): Promise<void> =>
    run(async () => {
      let own = headers
      if (!signedIn) {
        const session = await proof.enter()
        onSession(session)
        own = { ...headers, 'X-Order-Session': session }
      }
      try {
        onDone(await api.post<{ no: string; warnings: string[] }>(`${base}/submit`, orderOf(draft), { headers: own, silent: true }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 403) onSession('')
        throw error
      }
    })
  return (
    <section className="zyt-od-panel">
      <h2>确认</h2>
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
        提交订单
      </button>
    </section>
  )
}
