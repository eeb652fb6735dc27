/** Forms of the driver's page: loading, signing, refusing, telling what went wrong. */
import { useRef, useState, type ReactNode } from 'react'
import type { PhoneEvent } from './events.wire.ts'
import { drawn, Pad, Shots } from './driver-shots.web.tsx'
import type { Shot } from './outbox.web.ts'
import type { DriverMission } from './wire.ts'

/** Tells the office what happened, with its pictures; kept in the phone until it is heard. */
export type Say = (event: Omit<PhoneEvent, 'clientId' | 'at'>, shots?: readonly Shot[]) => Promise<void>

export interface Asked {
  form: 'refuse' | 'check' | 'load' | 'sign' | 'exception' | 'odometer'
  mission: number
  stop?: number
  consignment?: number
}
interface FormProps {
  mission: DriverMission
  say: Say
  onClose: () => void
}

function Frame({
  title,
  onClose,
  children,
  onDone,
  done,
  reason,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  onDone: () => Promise<void>
  done: string
  reason: string | null
}) {
  const [busy, setBusy] = useState(false)
  return (
    <main className="zyt-driver">
      <header className="zyt-driver-bar">
        <h1>{title}</h1>
        <button onClick={onClose}>返回</button>
      </header>
      {children}
      {reason ? <p className="zyt-driver-alert">{reason}</p> : null}
      <div className="zyt-driver-row">
        <button
          className="zyt-driver-main"
          disabled={reason !== null || busy}
          onClick={() => {
            setBusy(true)
            void onDone().then(onClose)
          }}
        >
          {done}
        </button>
      </div>
    </main>
  )
}

/** Each item is right or wrong; what is wrong needs a word. Nothing is right before somebody looked. */
export function CheckForm({ mission: m, say, onClose }: FormProps) {
  const [answers, setAnswers] = useState<Record<string, { ok: boolean; note: string }>>({})
  const [shots, setShots] = useState<readonly Shot[]>([])
  const left = m.checks.filter((c) => answers[c.item] === undefined).length
  const silent = m.checks.find((c) => answers[c.item]?.ok === false && !answers[c.item]!.note.trim())
  const reason = left > 0 ? `还有 ${left} 项未检查` : silent ? `请说明「${silent.item}」的问题` : null
  const failed = m.checks.some((c) => c.must && answers[c.item]?.ok === false)
  return (
    <Frame
      title={`出车检查 ${m.plateNo ?? ''}`}
      onClose={onClose}
      done={failed ? '上报不合格' : '检查完成'}
      reason={reason}
      onDone={() =>
        say(
          {
            kind: 'check',
            mission: m.id,
            data: {
              checks: m.checks.map(({ item }) => {
                const { ok, note } = answers[item]!
                return ok || !note.trim() ? { item, ok } : { item, ok, note: note.trim() }
              }),
            },
          },
          shots,
        )
      }
    >
      {m.checks.map(({ item, must }) => {
        const answer = answers[item]
        const set = (ok: boolean, note = answer?.note ?? ''): void => setAnswers({ ...answers, [item]: { ok, note } })
        return (
          <div key={item} className="zyt-driver-card" role="group" aria-label={item}>
            <strong>{item}</strong> {must ? <span className="zyt-driver-tag">必须合格</span> : null}
            <div className="zyt-driver-row">
              <button className={answer?.ok ? 'zyt-driver-main' : undefined} aria-pressed={answer?.ok === true} onClick={() => set(true)}>
                合格
              </button>
              <button
                className={answer && !answer.ok ? 'zyt-driver-main' : undefined}
                aria-pressed={answer?.ok === false}
                onClick={() => set(false)}
              >
                不合格
              </button>
            </div>
            {answer?.ok === false ? (
              <label>
                问题
                <input value={answer.note} onChange={(e) => set(false, e.target.value)} maxLength={100} />
              </label>
            ) : null}
          </div>
        )
      })}
      <Shots shots={shots} onChange={setShots} label="照片" stamp={m.plateNo ?? ''} />
      {failed ? <p className="zyt-driver-alert">有必须合格的项目不合格，车辆不能发车。上报后调度会收到异常，车务会收到维保单。</p> : null}
    </Frame>
  )
}

/** Number by number, or all at once; what was not loaded needs a reason. */
export function LoadForm({ mission: m, say, onClose }: FormProps) {
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set(m.consignments.filter((c) => c.status === 'carrying').map((c) => c.id)))
  const [code, setCode] = useState('')
  const [seal, setSeal] = useState('')
  const [why, setWhy] = useState('')
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [odd, setOdd] = useState<string | null>(null)
  const take = (id: number): void => {
    if (loaded.has(id)) return
    setLoaded(new Set([...loaded, id]))
    void say({ kind: 'scan', mission: m.id, data: { consignment: id } })
  }
  const scan = (text: string): void => {
    setCode(text)
    const consignment = m.consignments.find((c) => c.no === text.trim())
    if (consignment) {
      take(consignment.id)
      setCode('')
      setOdd(null)
    } else if (/^PS\d{8}-\d{4,}$/.test(text.trim())) setOdd(`${text.trim()} 不在本任务中`)
  }
  const left = m.consignments.filter((c) => !loaded.has(c.id)).length
  const reason = loaded.size === 0 ? '请先扫描或点选已装车的货' : left > 0 && !why.trim() ? `还有 ${left} 票未扫描，没装的请填写原因` : null
  return (
    <Frame
      title={`装货 ${m.no}`}
      onClose={onClose}
      done="装货完成"
      reason={reason}
      onDone={() =>
        say(
          {
            kind: 'load',
            mission: m.id,
            data: {
              left: m.consignments.filter((c) => !loaded.has(c.id)).map((c) => c.id),
              ...(seal.trim() ? { sealNos: seal.trim() } : {}),
              ...(left > 0 ? { reason: why.trim() } : {}),
            },
          },
          shots,
        )
      }
    >
      <label>
        扫描或输入配送单号
        <input value={code} onChange={(e) => scan(e.target.value)} placeholder="PS…" autoComplete="off" />
      </label>
      {odd ? <p className="zyt-driver-alert">{odd}</p> : null}
      {m.consignments.map((c) => (
        <div key={c.id} className="zyt-driver-bar">
          <span>
            {c.no}
            <br />
            <span className="zyt-driver-soft">
              {c.goods.map((g) => g.name).join('、')} {c.pieces} 件 {c.weight} kg
            </span>
          </span>
          {loaded.has(c.id) ? <span className="zyt-driver-tag">已装</span> : <button onClick={() => take(c.id)}>装上</button>}
        </div>
      ))}
      <label>
        铅封号
        <input value={seal} onChange={(e) => setSeal(e.target.value)} maxLength={200} />
      </label>
      {left > 0 ? (
        <label>
          没装上的原因
          <input value={why} onChange={(e) => setWhy(e.target.value)} maxLength={200} />
        </label>
      ) : null}
      <Shots shots={shots} onChange={setShots} label="装货照片" stamp={m.plateNo ?? ''} />
    </Frame>
  )
}

const reading = (text: string): number | null => (text.trim() === '' ? null : Number(text))
/** What the dashboard shows as he leaves and as he puts the truck away: the way where no terminal tells it. */
export function OdometerForm({ mission: m, say, onClose }: FormProps) {
  const [from, setFrom] = useState(m.odometerFrom === null ? '' : String(m.odometerFrom))
  const [to, setTo] = useState(m.odometerTo === null ? '' : String(m.odometerTo))
  const [a, b] = [reading(from), reading(to)]
  const wrong = [a, b].some((n) => n !== null && !(n >= 0 && n <= 9_999_999))
  const reason =
    a === null && b === null
      ? '请填写里程表读数'
      : wrong
        ? '读数应为数字'
        : a !== null && b !== null && b < a
          ? '收车读数小于发车读数'
          : null
  const data = { ...(a === null ? {} : { odometerFrom: a }), ...(b === null ? {} : { odometerTo: b }) }
  return (
    <Frame
      title={`里程表 ${m.plateNo ?? ''}`}
      onClose={onClose}
      done="保存"
      reason={reason}
      onDone={() => say({ kind: 'odometer', mission: m.id, data })}
    >
      <label>
        发车读数（公里）
        <input inputMode="decimal" value={from} onChange={(e) => setFrom(e.target.value)} />
      </label>
      <label>
        收车读数（公里）
        <input inputMode="decimal" value={to} onChange={(e) => setTo(e.target.value)} />
      </label>
    </Frame>
  )
}

const SIGN = { self: '本人', other: '代收', seal: '电子章', contactless: '无接触' } as const
const WHO = { customer: '客户', receiver: '收货方', carrier: '承运商', driver: '司机', company: '公司', open: '待定' } as const

export function SignForm({ mission: m, asked, say, onClose }: FormProps & { asked: Asked }) {
  const c = m.consignments.find((x) => x.id === asked.consignment)!
  const [signType, setSignType] = useState<keyof typeof SIGN>('self')
  const [signer, setSigner] = useState('')
  const [off, setOff] = useState<Record<string, { refused: number; short: number; damaged: boolean; reason: string }>>({})
  const [responsible, setResponsible] = useState<keyof typeof WHO>('open')
  const [cod, setCod] = useState(c.cod > 0 ? String(c.cod / 100) : '')
  const [codNote, setCodNote] = useState('')
  const [shots, setShots] = useState<readonly Shot[]>([])
  const pad = useRef<HTMLCanvasElement>(null)
  const [signed, setSigned] = useState(false)
  const lines = Object.entries(off)
    .filter(([, l]) => l.refused + l.short > 0)
    .map(([goods, l]) => ({ goods, ...l, reason: l.reason.trim() }))
  const taken = Math.round(Number(cod || 0) * 100)
  const reason = lines.some((l) => !l.reason)
    ? '有拒收或短少，请填写原因'
    : lines.some((l) => l.refused + l.short > (c.goods.find((g) => g.name === l.goods)?.pieces ?? 0))
      ? '拒收与短少多于应送件数'
      : !Number.isFinite(taken) || taken < 0 || taken > c.cod
        ? '代收金额不正确'
        : c.cod > 0 && taken === 0 && !codNote.trim()
          ? '没有收到代收货款，请填写原因'
          : signType !== 'contactless' && !signer.trim()
            ? '请填写签收人'
            : signType === 'contactless' && shots.length === 0
              ? '无接触签收请拍照'
              : null
  const done = async (): Promise<void> => {
    const data: PhoneEvent['data'] = {
      consignment: c.id,
      signType,
      lines,
      responsible,
      codTaken: taken,
      ...(signer.trim() ? { signer: signer.trim() } : {}),
      ...(codNote.trim() ? { codNote: codNote.trim() } : {}),
    }
    const mark = signed && pad.current ? await drawn(pad.current) : null
    await say({ kind: 'sign', mission: m.id, ...(asked.stop ? { stop: asked.stop } : {}), data }, [
      ...shots,
      ...(mark ? [{ blob: mark, as: 'signature' as const }] : []),
    ])
  }
  return (
    <Frame title={`签收 ${c.no}`} onClose={onClose} done={lines.length ? '部分签收或拒收' : '全部签收'} reason={reason} onDone={done}>
      <label>
        签收方式
        <select value={signType} onChange={(e) => setSignType(e.target.value as keyof typeof SIGN)}>
          {Object.entries(SIGN).map(([v, l]) => (
            <option key={v} value={v}>
              {l}
            </option>
          ))}
        </select>
      </label>
      <label>
        签收人
        <input value={signer} onChange={(e) => setSigner(e.target.value)} maxLength={40} />
      </label>
      {[...new Map(c.goods.map((g) => [g.name, g])).values()].map((g) => {
        const l = off[g.name] ?? { refused: 0, short: 0, damaged: false, reason: '' }
        const set = (more: Partial<typeof l>): void => setOff({ ...off, [g.name]: { ...l, ...more } })
        const whole = (text: string): number => Math.max(0, Math.floor(Number(text) || 0))
        return (
          <div key={g.name} className="zyt-driver-card">
            <strong>
              {g.name}，应送 {g.pieces} 件
            </strong>
            <label>
              拒收件数
              <input inputMode="numeric" value={l.refused || ''} onChange={(e) => set({ refused: whole(e.target.value) })} />
            </label>
            <label>
              短少件数
              <input inputMode="numeric" value={l.short || ''} onChange={(e) => set({ short: whole(e.target.value) })} />
            </label>
            {l.refused + l.short > 0 ? (
              <>
                <label>
                  原因
                  <input value={l.reason} onChange={(e) => set({ reason: e.target.value })} maxLength={100} />
                </label>
                <label>
                  <input type="checkbox" checked={l.damaged} onChange={(e) => set({ damaged: e.target.checked })} /> 货物破损
                </label>
              </>
            ) : null}
          </div>
        )
      })}
      {lines.length > 0 ? (
        <label>
          责任方
          <select value={responsible} onChange={(e) => setResponsible(e.target.value as keyof typeof WHO)}>
            {Object.entries(WHO).map(([v, l]) => (
              <option key={v} value={v}>
                {l}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {c.cod > 0 ? (
        <>
          <label>
            代收货款（应收 {c.cod / 100} 元）
            <input inputMode="decimal" value={cod} onChange={(e) => setCod(e.target.value)} />
          </label>
          {taken === 0 ? (
            <label>
              未收原因
              <input value={codNote} onChange={(e) => setCodNote(e.target.value)} maxLength={100} />
            </label>
          ) : null}
        </>
      ) : null}
      <Pad ref={pad} onInk={setSigned} />
      <Shots shots={shots} onChange={setShots} label="签收照片" stamp={`${m.plateNo ?? ''} ${c.no}`} />
    </Frame>
  )
}

const EXCEPTIONS = {
  late: '延误',
  breakdown: '车辆故障',
  accident: '事故',
  unreachable: '联系不上收货人',
  damage: '货损',
  short: '货差少',
  temperature: '温度超限',
  waiting: '等待超时',
} as const
/** A refusal of the offer, or something that went wrong: a kind, a reason, pictures. */
export function DoForm({ mission: m, asked, say, onClose }: FormProps & { asked: Asked }) {
  const [kind, setKind] = useState<keyof typeof EXCEPTIONS>('late')
  const [why, setWhy] = useState('')
  const [shots, setShots] = useState<readonly Shot[]>([])
  const refuses = asked.form === 'refuse'
  const data = refuses ? { reason: why.trim() } : { reason: why.trim(), exception: kind }
  return (
    <Frame
      title={refuses ? `拒单 ${m.no}` : `上报异常 ${m.no}`}
      onClose={onClose}
      done={refuses ? '确认拒单' : '上报'}
      reason={why.trim() ? null : '请填写原因'}
      onDone={() => say({ kind: refuses ? 'refuse' : 'exception', mission: m.id, data }, shots)}
    >
      {refuses ? null : (
        <label>
          异常类型
          <select value={kind} onChange={(e) => setKind(e.target.value as keyof typeof EXCEPTIONS)}>
            {Object.entries(EXCEPTIONS).map(([v, l]) => (
              <option key={v} value={v}>
                {l}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        原因
        <input value={why} onChange={(e) => setWhy(e.target.value)} maxLength={200} />
      </label>
      {refuses ? null : <Shots shots={shots} onChange={setShots} label="照片" stamp={m.plateNo ?? ''} />}
    </Frame>
  )
}
