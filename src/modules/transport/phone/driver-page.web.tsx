/**
 * `/driver`: the driver's day on a phone, without an app and, once opened, without a network (transport.md §6). Every button is an
 * event that is kept on the phone first; what the screen shows is the server's day with the phone's own events on top.
 */
import { useCallback, useEffect, useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { livedDay, nextStep, stopOpen, toSign } from './day.rules.ts'
import { CheckForm, DoForm, LoadForm, OdometerForm, SignForm, type Asked, type Say } from './driver-forms.web.tsx'
import { Income, Myself } from './driver-me.web.tsx'
import { beginOutbox, happened, pending, said, send, today, unsent, waitingSince, type Shot } from './outbox.web.ts'
import type { PhoneEvent } from './events.wire.ts'
import type { DriverDay, DriverMission, DriverStop } from './wire.ts'
import './driver.css'

const POLL_MS = 30_000
const STATUS: Readonly<Record<string, string>> = {
  offered: '待接单',
  toLoad: '待装货',
  toDepart: '待发车',
  running: '运输中',
  suspended: '异常挂起',
  arrived: '待签收',
  partSigned: '部分签收',
  done: '已完成',
  refused: '已拒绝',
}
const STOPS: Readonly<Record<string, string>> = { load: '装', unload: '卸', transfer: '中转', rest: '休息', charge: '充电', depot: '回场' }
const AT: Readonly<Record<string, string>> = {
  pending: '未到',
  enRoute: '在途',
  arrived: '已到达',
  working: '作业中',
  done: '已完成',
  failed: '未送达',
  skipped: '已跳过',
}
const SIGNED: Readonly<Record<string, string>> = { signed: '已签收', partSigned: '部分签收', receipted: '已签收' }
const clock = (instant: string | null): string =>
  instant === null ? '—' : new Date(instant).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Shanghai' })

/** Opens the map program of the phone, whichever it is. */
const routeTo = (s: DriverStop): string =>
  /iPhone|iPad/.test(navigator.userAgent)
    ? `maps://?daddr=${s.lat},${s.lng}&dirflg=d`
    : `geo:${s.lat},${s.lng}?q=${s.lat},${s.lng}(${encodeURIComponent(s.name)})`

type Where = Pick<PhoneEvent, 'lng' | 'lat' | 'accuracyM'>
/** Where the phone is, if it says so soon; an event never waits for it. */
const where = (): Promise<Where> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve({})
    const late = setTimeout(() => resolve({}), 2500)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(late)
        resolve({ lng: coords.longitude, lat: coords.latitude, accuracyM: Math.round(coords.accuracy) })
      },
      () => {
        clearTimeout(late)
        resolve({})
      },
      { enableHighAccuracy: true, maximumAge: 20_000, timeout: 2400 },
    )
  })

function useDay() {
  const [day, setDay] = useState<DriverDay | null>(null)
  const [fresh, setFresh] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(async () => {
    try {
      const got = await today()
      setDay(livedDay(got.day, await pending()))
      setFresh(got.fresh)
      setProblem(null)
    } catch (error) {
      setProblem(sentenceOf(error, '没有网络，且手机上没有今天的任务'))
    }
  }, [])
  useEffect(() => {
    const again = async (): Promise<void> => {
      await send()
      const { lng, lat } = await where()
      await api.post('/api/v1/driver/heartbeat', lng === undefined ? {} : { lng, lat }, { silent: true, overlay: false }).catch(() => null)
      await read()
    }
    void beginOutbox().then(again)
    const timer = setInterval(() => document.visibilityState === 'visible' && void again(), POLL_MS)
    const online = (): void => void again()
    window.addEventListener('online', online)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', online)
    }
  }, [read])
  const say = useCallback(async (event: Omit<PhoneEvent, 'clientId' | 'at'>, shots: readonly Shot[] = []) => {
    await happened({ ...event, ...(await where()) }, shots)
    setDay((d) => (d ? livedDay(d, [{ ...event, at: new Date().toISOString() }]) : d))
  }, [])
  return { day, fresh, problem, read, say }
}

const PARTS = { day: '今日任务', income: '收入', me: '我的' } as const
type Part = keyof typeof PARTS
const HOUR_MS = 3_600_000
const OLD_H = 24

/** Hours since the oldest of what waits was done; null while nothing is older than a day. */
function useOld(waiting: number): number | null {
  const [old, setOld] = useState<number | null>(null)
  useEffect(() => {
    void waitingSince().then((at) => {
      const hours = at === null ? 0 : (Date.now() - Date.parse(at)) / HOUR_MS
      setOld(hours >= OLD_H ? hours : null)
    })
  }, [waiting])
  return old
}

export default function DriverPage() {
  const [part, setPart] = useState<Part>('day')
  const { day, fresh, problem, read, say } = useDay()
  const waiting = useStore(unsent)
  const word = useStore(said)
  const old = useOld(waiting)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  if (asked && day) {
    const m = day.missions.find((x) => x.id === asked.mission)
    if (m && asked.form === 'sign') return <SignForm mission={m} asked={asked} say={say} onClose={close} />
    if (m && asked.form === 'check') return <CheckForm mission={m} say={say} onClose={close} />
    if (m && asked.form === 'odometer') return <OdometerForm mission={m} say={say} onClose={close} />
    if (m && asked.form === 'load') return <LoadForm mission={m} say={say} onClose={close} />
    if (m) return <DoForm mission={m} asked={asked} say={say} onClose={close} />
  }
  return (
    <main className="zyt-driver">
      <header className="zyt-driver-bar">
        <h1>{part === 'day' && day ? `${day.driver}，今日任务` : PARTS[part]}</h1>
        <span className={waiting ? 'zyt-driver-tag zyt-driver-red' : 'zyt-driver-tag'} role="status">
          {waiting ? `待上传 ${waiting}` : '已全部上传'}
        </span>
      </header>
      {old ? (
        <p className="zyt-driver-alert" role="alert">
          有 {Math.floor(old / 24)} 天前的操作还没有上传，请到有网络的地方打开本页，不要清理浏览器数据。
        </p>
      ) : null}
      {fresh ? null : <p className="zyt-driver-alert">没有网络，显示的是手机上保存的任务。操作会先存在手机里，有网后自动上传。</p>}
      {word ? (
        <p className="zyt-driver-alert" role="alert">
          {word} <button onClick={() => said.set(null)}>知道了</button>
        </p>
      ) : null}
      {problem ? <p className="zyt-driver-alert">{problem}</p> : null}
      {part === 'income' ? <Income /> : part === 'me' ? <Myself /> : <Today day={day} read={read} say={say} ask={setAsked} />}
      <nav className="zyt-driver-nav" aria-label="页面">
        {(Object.keys(PARTS) as Part[]).map((one) => (
          <button key={one} aria-current={one === part ? 'page' : undefined} onClick={() => setPart(one)}>
            {PARTS[one]}
          </button>
        ))}
      </nav>
    </main>
  )
}

function Today({ day, read, say, ask }: { day: DriverDay | null; read: () => Promise<void>; say: Say; ask: (asked: Asked) => void }) {
  return (
    <>
      {day?.offers.map((o) => (
        <Offer key={o.id} offer={o} onDone={read} />
      ))}
      {day?.missions.length === 0 ? <p className="zyt-driver-soft">今天没有任务。有新任务时这里会显示。</p> : null}
      {day?.missions.map((m) => (
        <Mission key={m.id} mission={m} say={say} ask={ask} />
      ))}
      <div className="zyt-driver-row">
        <button onClick={() => void send().then(read)}>刷新</button>
      </div>
    </>
  )
}

function Offer({ offer, onDone }: { offer: DriverDay['offers'][number]; onDone: () => Promise<void> }) {
  const answer = async (path: 'takePush' | 'refusePush'): Promise<void> => {
    // What was refused has been said by its message.
    await api.post(`/api/v1/driver/${path}`, { push: offer.id }).catch(() => null)
    await onDone()
  }
  return (
    <section className="zyt-driver-card">
      <h2>推单 {offer.routeText}</h2>
      <p className="zyt-driver-soft">
        {clock(offer.planStart)} 开始，{offer.weight} kg{offer.reward ? `，奖励 ${offer.reward / 100} 元` : ''}
      </p>
      <div className="zyt-driver-row">
        <button className="zyt-driver-main" onClick={() => void answer('takePush')}>
          抢单
        </button>
        <button onClick={() => void answer('refusePush')}>不接</button>
      </div>
    </section>
  )
}

interface MissionProps {
  mission: DriverMission
  say: Say
  ask: (asked: Asked) => void
}
function Mission({ mission: m, say, ask }: MissionProps) {
  const step = nextStep(m)
  const tell = (kind: PhoneEvent['kind']) => () => void say({ kind, mission: m.id, data: {} })
  return (
    <section className="zyt-driver-card">
      <div className="zyt-driver-bar">
        <h2>{m.no}</h2>
        <span className="zyt-driver-tag">{STATUS[m.status] ?? m.status}</span>
      </div>
      <p className="zyt-driver-soft">
        {m.plateNo ?? '未派车'}，{clock(m.departBy ?? m.planStart)} 发车，{m.pieces} 件 {m.weight} kg
        {m.remark ? `。${m.remark}` : ''}
      </p>
      <div className="zyt-driver-row">
        {step === 'accept' ? (
          <>
            <button className="zyt-driver-main" onClick={tell('accept')}>
              接单
            </button>
            <button onClick={() => ask({ form: 'refuse', mission: m.id })}>拒单</button>
          </>
        ) : null}
        {step === 'check' ? (
          <button className="zyt-driver-main" onClick={() => ask({ form: 'check', mission: m.id })}>
            {m.checked === 'failed' ? '出车检查不合格，重新检查' : '出车检查'}
          </button>
        ) : null}
        {step === 'load' ? (
          <button className="zyt-driver-main" onClick={() => ask({ form: 'load', mission: m.id })}>
            装货
          </button>
        ) : null}
        {step === 'depart' ? (
          <button className="zyt-driver-main" onClick={tell('depart')}>
            发车
          </button>
        ) : null}
        {step !== 'accept' ? <button onClick={() => ask({ form: 'odometer', mission: m.id })}>里程表</button> : null}
        {step !== 'accept' && step !== 'done' ? <button onClick={() => ask({ form: 'exception', mission: m.id })}>上报异常</button> : null}
      </div>
      {step === 'accept' || step === 'done' ? null : m.stops.map((s) => <Stop key={s.id} mission={m} stop={s} say={say} ask={ask} />)}
    </section>
  )
}

function Stop({ mission: m, stop: s, say, ask }: MissionProps & { stop: DriverStop }) {
  const freight = m.consignments.filter((c) => s.consignments.includes(c.id))
  const tell = (kind: PhoneEvent['kind']) => () => void say({ kind, mission: m.id, stop: s.id, data: {} })
  const there = ['arrived', 'working'].includes(s.status)
  return (
    <div className="zyt-driver-card">
      <strong>
        {s.seq}. {STOPS[s.kind] ?? s.kind} · {s.name}
      </strong>{' '}
      <span className="zyt-driver-tag">{AT[s.status] ?? s.status}</span>
      <p className="zyt-driver-soft">
        {s.address}
        <br />
        时段 {clock(s.windowFrom)}–{clock(s.windowTo)}，计划 {clock(s.planArrive)} 到{s.arriveAt ? `，${clock(s.arriveAt)} 已到` : ''}
      </p>
      <div className="zyt-driver-row">
        {s.lng !== null && s.lat !== null ? (
          <a className="zyt-driver-link" href={routeTo(s)}>
            导航
          </a>
        ) : null}
        {s.mobile ? (
          <a className="zyt-driver-link" href={`tel:${s.mobile}`}>
            打电话
          </a>
        ) : null}
        {stopOpen(s) && !there ? (
          <button className="zyt-driver-main" onClick={tell('arrive')}>
            到达
          </button>
        ) : null}
        {s.status === 'arrived' ? (
          <button className="zyt-driver-main" onClick={tell('startWork')}>
            开始作业
          </button>
        ) : null}
        {there ? <button onClick={tell('leave')}>离开</button> : null}
      </div>
      {s.kind === 'unload'
        ? freight.map((c) => (
            <div key={c.id} className="zyt-driver-row">
              <span>
                {c.no}，{c.pieces} 件{c.cod ? `，代收 ${c.cod / 100} 元` : ''}
              </span>
              {toSign(c) && there ? (
                <button onClick={() => ask({ form: 'sign', mission: m.id, stop: s.id, consignment: c.id })}>签收</button>
              ) : (
                <span className={SIGNED[c.status] ? 'zyt-driver-tag' : undefined}>{SIGNED[c.status]}</span>
              )}
            </div>
          ))
        : null}
    </div>
  )
}
