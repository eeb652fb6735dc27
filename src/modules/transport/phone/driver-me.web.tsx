/** 收入 and 我的 of the driver's page: what his missions earned, how long his papers hold, and the way out. */
import { useEffect, useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { clearAccess } from '#kit/ui/state/storage.web.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { unsent, wipe } from './outbox.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import type { DriverMe } from './me.wire.ts'
import './driver.css'

function useMe() {
  const [me, setMe] = useState<DriverMe | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api
      .get<DriverMe>('/api/v1/driver/me', undefined, { silent: true })
      .then(setMe, (error: unknown) => setProblem(sentenceOf(error, '没有网络，暂时看不到')))
  }, [])
  return { me, problem, setMe }
}

export function Income() {
  const { me, problem } = useMe()
  if (problem) return <p className="zyt-driver-alert">{problem}</p>
  if (!me) return <p className="zyt-driver-soft">正在读取…</p>
  return me.months.map((m) => (
    <section key={m.month} className="zyt-driver-card">
      <div className="zyt-driver-bar">
        <h2>{Number(m.month.slice(5))} 月</h2>
        <span>
          已确认 {formatFen(m.confirmed)} 元，其中已付 {formatFen(m.paid)} 元
        </span>
      </div>
      {m.sheets.length === 0 ? <p className="zyt-driver-soft">这个月没有费用单。</p> : null}
      {m.sheets.map((s) => (
        <div key={s.no} className="zyt-driver-bar">
          <span>
            {s.mission ?? s.no}
            <br />
            <span className="zyt-driver-soft">
              {s.day}，{s.label}
            </span>
          </span>
          <strong>{formatFen(s.total)} 元</strong>
        </div>
      ))}
    </section>
  ))
}

const STATE = { ok: '有效', soon: '即将到期', over: '已过期', unknown: '未登记' } as const

/** Asked apart from everything else, in words of its own, and taken back as easily as given. */
function Consent({ at, onChange }: { at: string | null; onChange: (at: string | null) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const say = (agree: boolean): void =>
    void api.post<{ at: string | null }>('/api/v1/driver/consent', { agree }, { silent: true }).then(
      (answer) => onChange(answer.at),
      (error: unknown) => setProblem(sentenceOf(error, '没有网络，请稍后再试')),
    )
  return (
    <section className="zyt-driver-card">
      <h2>行踪信息</h2>
      <p className="zyt-driver-soft">
        公司在您执行任务时使用您的位置与轨迹，用于调度、预计到达与安全，只给调度与安全人员看。同意与否不影响您的账号；不同意时，手机定位不保存，也不显示您在哪里。
      </p>
      <p>{at ? `您已于 ${at.slice(0, 10)} 同意，可以随时撤回。` : '您还没有同意。'}</p>
      {problem ? <p className="zyt-driver-alert">{problem}</p> : null}
      <div className="zyt-driver-row">
        {at ? (
          <button onClick={() => say(false)}>撤回同意</button>
        ) : (
          <button className="zyt-driver-main" onClick={() => say(true)}>
            同意
          </button>
        )}
      </div>
    </section>
  )
}

export function Myself() {
  const { me, problem, setMe } = useMe()
  const waiting = useStore(unsent)
  const [asked, setAsked] = useState(false)
  const leave = async (): Promise<void> => {
    await wipe()
    await api.post('/api/oauth/logout', {}, { silent: true }).catch(() => undefined)
    clearAccess()
    window.location.assign('/login?redirect=/driver')
  }
  return (
    <>
      {problem ? <p className="zyt-driver-alert">{problem}</p> : null}
      {me ? (
        <section className="zyt-driver-card">
          <h2>{me.name}</h2>
          <p className="zyt-driver-soft">准驾车型 {me.licenceClass}</p>
          {me.papers.map((p) => (
            <div key={p.name} className="zyt-driver-bar">
              <span>
                {p.name}
                <br />
                <span className="zyt-driver-soft">{p.due ? `有效期至 ${p.due}` : '请联系调度登记有效期'}</span>
              </span>
              <span className={p.state === 'over' ? 'zyt-driver-tag zyt-driver-red' : 'zyt-driver-tag'}>{STATE[p.state]}</span>
            </div>
          ))}
        </section>
      ) : null}
      {me && (me.consent.wanted || me.consent.at) ? (
        <Consent at={me.consent.at} onChange={(at) => setMe({ ...me, consent: { ...me.consent, at } })} />
      ) : null}
      {asked && waiting > 0 ? (
        <p className="zyt-driver-alert" role="alert">
          还有 {waiting} 项未上传，退出会丢失。请先到有网络的地方等「已全部上传」。
        </p>
      ) : null}
      <div className="zyt-driver-row">
        {asked ? (
          <>
            <button className="zyt-driver-main" onClick={() => setAsked(false)}>
              不退出
            </button>
            <button onClick={() => void leave()}>{waiting > 0 ? '仍要退出' : '确认退出'}</button>
          </>
        ) : (
          <button onClick={() => setAsked(true)}>退出登录</button>
        )}
      </div>
    </>
  )
}
