/** `/carrier`: what a carrier has to do and is paid for it. It answers offers here; who drives is agreed with the dispatcher. */
import { useCallback, useEffect, useState } from 'react'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { clearAccess } from '#kit/ui/state/storage.web.ts'
import type { CarrierDesk, CarrierMission } from './desk.wire.ts'
import '../phone/driver.css'

const when = (instant: string): string => formatTime(instant).slice(5, 16)
const ENDED: readonly string[] = ['done', 'settled']

function useDesk() {
  const [desk, setDesk] = useState<CarrierDesk | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(
    () =>
      api.get<CarrierDesk>('/api/v1/carrierDesk/mine', undefined, { silent: true }).then(
        (got) => {
          setDesk(got)
          setProblem(null)
        },
        (error: unknown) => setProblem(sentenceOf(error, '没有读到，请稍后再试')),
      ),
    [],
  )
  useEffect(() => void read(), [read])
  return { desk, problem, read }
}

function Answer({ mission, onDone }: { mission: CarrierMission; onDone: () => void }) {
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = (verb: 'accept' | 'refuse'): void => {
    if (verb === 'refuse' && reason.trim() === '') return setProblem('请填写拒单原因')
    setBusy(true)
    void api
      .post(
        `/api/v1/carrierDesk/${verb}`,
        { mission: mission.id, ...(verb === 'refuse' ? { reason: reason.trim() } : {}) },
        { silent: true },
      )
      .then(onDone, (error: unknown) => setProblem(sentenceOf(error, '没有发出，请再试一次')))
      .finally(() => setBusy(false))
  }
  return (
    <>
      {problem ? (
        <p className="zyt-driver-alert" role="alert">
          {problem}
        </p>
      ) : null}
      {asked ? (
        <label>
          拒单原因
          <input value={reason} maxLength={200} onChange={(e) => setReason(e.target.value)} />
        </label>
      ) : null}
      <div className="zyt-driver-row">
        {asked ? (
          <>
            <button disabled={busy} onClick={() => send('refuse')}>
              确认拒单
            </button>
            <button className="zyt-driver-main" disabled={busy} onClick={() => setAsked(false)}>
              不拒单
            </button>
          </>
        ) : (
          <>
            <button className="zyt-driver-main" disabled={busy} onClick={() => send('accept')}>
              接单
            </button>
            <button disabled={busy} onClick={() => setAsked(true)}>
              拒单
            </button>
          </>
        )}
      </div>
    </>
  )
}

function Mission({ m, onDone }: { m: CarrierMission; onDone: () => void }) {
  const wheels = [m.plateNo, m.driver].filter(Boolean).join('，')
  return (
    <section className="zyt-driver-card">
      <div className="zyt-driver-bar">
        <h2>{m.no}</h2>
        <span className="zyt-driver-tag">{m.label}</span>
      </div>
      <div>{m.routeText ?? '—'}</div>
      <p className="zyt-driver-soft">
        {when(m.planStart)} 至 {when(m.planEnd)}，{m.weight} kg，{m.pieces} 件
        <br />
        {wheels || '车辆和司机未定，请与调度确认'}
        {m.receipts.due > 0 ? (
          <>
            <br />
            回单还差 {m.receipts.due} 份，共 {m.receipts.of} 份
          </>
        ) : null}
        {m.status === 'offered' && m.acceptBy ? (
          <>
            <br />
            请在 {when(m.acceptBy)} 前答复
          </>
        ) : null}
      </p>
      {m.status === 'offered' ? <Answer mission={m} onDone={onDone} /> : null}
    </section>
  )
}

interface Line {
  no: string
  head: string
  soft: string
  amount: string
}
function Lines({ title, empty, lines }: { title: string; empty: string; lines: readonly Line[] }) {
  return (
    <section className="zyt-driver-card">
      <h2>{title}</h2>
      {lines.length === 0 ? <p className="zyt-driver-soft">{empty}</p> : null}
      {lines.map((l) => (
        <div key={l.no} className="zyt-driver-bar">
          <span>
            {l.head}
            <br />
            <span className="zyt-driver-soft">{l.soft}</span>
          </span>
          <strong>{l.amount}</strong>
        </div>
      ))}
    </section>
  )
}

function Money({ desk }: { desk: CarrierDesk }) {
  return (
    <>
      <Lines
        title="费用"
        empty="近三个月没有费用单。"
        lines={desk.sheets.map((s) => ({
          no: s.no,
          head: s.mission ?? s.no,
          soft: `${s.day}，${s.label}`,
          amount: `${formatFen(s.total)} 元`,
        }))}
      />
      <Lines
        title="扣款"
        empty="没有扣款。"
        lines={desk.deductions.map((d) => ({
          no: d.no,
          head: d.label,
          soft: `${d.no}，${d.day}，${d.open > 0 ? `未抵扣 ${formatFen(d.open)} 元` : '已抵扣'}`,
          amount: `${formatFen(d.amount)} 元`,
        }))}
      />
    </>
  )
}

const PAGES = ['待办', '已完成', '费用'] as const
function Pages({ desk, onDone }: { desk: CarrierDesk; onDone: () => void }) {
  const [page, setPage] = useState<(typeof PAGES)[number]>('待办')
  const shown = desk.missions.filter((m) => ENDED.includes(m.status) === (page === '已完成'))
  return (
    <>
      {page === '费用' ? <Money desk={desk} /> : shown.map((m) => <Mission key={m.id} m={m} onDone={onDone} />)}
      {page !== '费用' && shown.length === 0 ? (
        <p className="zyt-driver-soft">{page === '待办' ? '现在没有待办的任务。' : '近三个月没有完成的任务。'}</p>
      ) : null}
      <nav className="zyt-driver-nav" aria-label="页面">
        {PAGES.map((name) => (
          <button key={name} aria-current={page === name ? 'page' : undefined} onClick={() => setPage(name)}>
            {name}
          </button>
        ))}
      </nav>
    </>
  )
}

export default function CarrierPage() {
  const { desk, problem, read } = useDesk()
  const leave = async (): Promise<void> => {
    await api.post('/api/oauth/logout', {}, { silent: true }).catch(() => undefined)
    clearAccess()
    window.location.assign('/login?redirect=/carrier')
  }
  return (
    <main className="zyt-driver">
      <div className="zyt-driver-bar">
        <h1>{desk?.name ?? '承运商工作台'}</h1>
        <button onClick={() => void leave()}>退出</button>
      </div>
      {problem ? (
        <p className="zyt-driver-alert" role="alert">
          {problem}
        </p>
      ) : null}
      {desk ? <Pages desk={desk} onDone={() => void read()} /> : problem ? null : <p className="zyt-driver-soft">正在读取…</p>}
    </main>
  )
}
