/** /statement: what the other side sees of a statement. The token stands behind `#`, so no server and no referrer ever sees it in an address. */
import { useCallback, useEffect, useState } from 'react'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import type { StatementPage } from './statement.wire.ts'
import './page.css'

const base = '/api/public/statement'
type Headers = Record<string, string>
const shown = (amount: number): string => (amount === 0 ? '' : formatFen(amount))

export default function StatementOfOurs() {
  const [headers] = useState<Headers>(() => ({
    'X-Statement-Token': new URLSearchParams(window.location.hash.slice(1)).get('t') ?? '',
  }))
  const [page, setPage] = useState<StatementPage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(async (): Promise<void> => {
    try {
      setPage(await api.get<StatementPage>(`${base}/page`, {}, { headers, silent: true }))
    } catch (error) {
      setProblem(sentenceOf(error, '页面打不开，请检查网络后重试'))
    }
  }, [headers])
  useEffect(() => {
    document.title = '核对对账单'
    // oxlint-disable-next-line react-hooks/set-state-in-effect
    void load()
  }, [load])
  if (problem !== null || !page) return <OutsideWait className="zyt-dz" problem={problem} />
  return (
    <main className="zyt-dz">
      <header>
        <h1>{`${page.company} 对账单`}</h1>
        <p className="zyt-dz-note">{`${page.no}　${page.party}　${page.fromOn} 至 ${page.toOn}`}</p>
      </header>
      <Balance page={page} />
      <Lines page={page} headers={headers} onDone={load} />
      {page.disputes.length ? <Disputes page={page} /> : null}
      {page.status === 'toConfirm' ? <Confirm page={page} headers={headers} onDone={load} /> : null}
      {page.status === 'disputed' ? (
        <section className="zyt-dz-panel" role="status">
          已收到您的异议，答复后再请您确认。
        </section>
      ) : null}
      {page.confirmedAt ? (
        <section className="zyt-dz-panel" role="status">
          对账单已确认，谢谢。
        </section>
      ) : null}
    </main>
  )
}

function Balance({ page }: { page: StatementPage }) {
  const items = [
    ['期初余额', page.opening],
    ['本期应计', page.charges],
    ['本期冲减', page.credits],
    ['本期收付', page.payments],
    ['期末余额', page.closing],
  ] as const
  return (
    <dl className="zyt-dz-panel zyt-dz-sums">
      {items.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatFen(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ page, headers, onDone }: { page: StatementPage; headers: Headers; onDone: () => Promise<void> }) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const may = page.status === 'toConfirm' || page.status === 'disputed'
  const waits = new Set(page.disputes.filter((d) => d.outcome === null).map((d) => d.seq))
  const put = (seq: number, text: string | null): void => {
    const next = new Map(chosen)
    if (text === null) next.delete(seq)
    else next.set(seq, text)
    setChosen(next)
  }
  const send = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const lines = [...chosen].map(([seq, text]) => ({ seq, text: text.trim() }))
      await api.post(`${base}/dispute`, { lines }, { headers, silent: true })
      setChosen(new Map())
      await onDone()
    } catch (error) {
      setProblem(sentenceOf(error, '提交失败，请重试'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="zyt-dz-panel">
      <h2>明细</h2>
      <ol className="zyt-dz-lines">
        {page.lines.map((line) => (
          <li key={line.seq}>
            <div className="zyt-dz-line">
              <span>{`${line.seq}　${line.day}　${line.text}`}</span>
              <span className="zyt-dz-no">{line.docNo}</span>
              <span className="zyt-dz-amount">
                {[
                  line.charge ? `应计 ${shown(line.charge)}` : '',
                  line.credit ? `冲减 ${shown(line.credit)}` : '',
                  line.payment ? `收付 ${shown(line.payment)}` : '',
                ]
                  .filter(Boolean)
                  .join('　')}
              </span>
              {may && !waits.has(line.seq) ? (
                <label className="zyt-dz-check">
                  <input
                    type="checkbox"
                    checked={chosen.has(line.seq)}
                    onChange={(event) => put(line.seq, event.target.checked ? '' : null)}
                  />
                  <span>有异议</span>
                </label>
              ) : null}
            </div>
            {chosen.has(line.seq) ? (
              <textarea
                aria-label={`第 ${line.seq} 行的异议`}
                placeholder="请写明哪里不一致"
                maxLength={200}
                value={chosen.get(line.seq)}
                onChange={(event) => put(line.seq, event.target.value)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      {page.lines.length === 0 ? <p>本期没有发生额。</p> : null}
      {problem ? (
        <p className="zyt-dz-bad" role="alert">
          {problem}
        </p>
      ) : null}
      {chosen.size ? (
        <button type="button" disabled={busy || [...chosen.values()].some((text) => !text.trim())} onClick={() => void send()}>
          {`提交 ${chosen.size} 行异议`}
        </button>
      ) : null}
    </section>
  )
}

function Disputes({ page }: { page: StatementPage }) {
  return (
    <section className="zyt-dz-panel">
      <h2>异议与答复</h2>
      <ul className="zyt-dz-lines">
        {page.disputes.map((d) => (
          <li key={`${d.seq}-${d.at}`}>
            <p>{`第 ${d.seq} 行 ${d.docNo}：${d.text}`}</p>
            <p className="zyt-dz-note">
              {d.outcome === null ? '等待答复' : `${d.outcome === 'keep' ? '维持' : '更正'}：${d.answer ?? ''}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Confirm({ page, headers, onDone }: { page: StatementPage; headers: Headers; onDone: () => Promise<void> }) {
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const { busy, problem, run } = useTurn()
  const send = (): Promise<void> =>
    run(async () => {
      await api.post(`${base}/code`, {}, { headers, silent: true })
      setSent(true)
    })
  const confirm = (): Promise<void> =>
    run(async () => {
      await api.post(`${base}/confirm`, { name: name.trim(), ...(page.coded ? { code } : {}) }, { headers, silent: true })
      await onDone()
    })
  if (page.noCode !== null)
    return (
      <section className="zyt-dz-panel">
        <h2>确认</h2>
        <p className="zyt-dz-note">{page.noCode}</p>
      </section>
    )
  return (
    <section className="zyt-dz-panel">
      <h2>确认</h2>
      <p>{`确认期末余额 ${formatFen(page.closing)} 与贵方账面一致。`}</p>
      <input
        aria-label="确认人姓名"
        placeholder="确认人姓名"
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {page.coded ? (
        <div className="zyt-dz-row">
          <input
            aria-label="验证码"
            placeholder="6 位验证码"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
          <button type="button" disabled={busy || !page.mobile} onClick={() => void send()}>
            {sent ? '重新获取' : '获取验证码'}
          </button>
        </div>
      ) : null}
      {page.coded ? <p className="zyt-dz-note">{page.mobile ? `验证码发送至 ${page.mobile}` : '没有登记手机号，请联系对方'}</p> : null}
      {problem ? (
        <p className="zyt-dz-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <button data-main type="button" disabled={busy || !name.trim() || (page.coded && code.length !== 6)} onClick={() => void confirm()}>
        确认无误
      </button>
    </section>
  )
}
