/** 续租与还车: asked for here, done by the store; what was asked for, and what the store answered. */
import { useState } from 'react'
import { addMonths, instantAt, type Day } from '#kit/basics/time/day.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { OwnLease, OwnPage } from '../own.wire.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { useSend } from './call.web.ts'
import { Field, Panel, Problem, Remark } from './parts.web.tsx'
import type { PartProps } from './todos.web.tsx'

type Wish = OwnPage['wishes'][number]
const KINDS = { renew: '续租', return: '还车', violation: '违章已处理' } as const

export function Wishes(props: PartProps) {
  const { page } = props
  const [open, setOpen] = useState<{ kind: 'renew' | 'return'; lease: number } | null>(null)
  const active = page.leases.filter((l) => l.status === 'active')
  return (
    <Panel id="own-wishes" title="续租与还车">
      {active.length === 0 ? <p>没有在租的车辆。</p> : null}
      <ul className="zyt-own-rows">
        {active.map((l) => (
          <li key={l.id} className="zyt-own-tall">
            <div className="zyt-own-row">
              <strong translate="no">{l.plate}</strong>
              <span className="zyt-own-note">{`租至 ${l.endOn}`}</span>
            </div>
            {open?.lease === l.id ? (
              <Ask kind={open.kind} lease={l} {...props} onClose={() => setOpen(null)} />
            ) : (
              <div className="zyt-own-ways">
                <button type="button" onClick={() => setOpen({ kind: 'renew', lease: l.id })}>
                  申请续租
                </button>
                <button type="button" onClick={() => setOpen({ kind: 'return', lease: l.id })}>
                  预约还车
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {page.wishes.length ? (
        <details open={page.wishes.some((w) => w.status !== 'withdrawn')}>
          <summary>{`我的申请 ${page.wishes.length} 张`}</summary>
          <ul className="zyt-own-rows">
            {page.wishes.map((w) => (
              <One key={w.id} wish={w} {...props} />
            ))}
          </ul>
        </details>
      ) : null}
    </Panel>
  )
}

const wanted = (w: Wish): string =>
  w.kind === 'renew' ? `续租至 ${w.untilOn ?? ''}` : w.returnAt ? `${formatTime(w.returnAt, 'YYYY-MM-DD HH:mm')} 还车` : ''

function One({ wish: w, headers, reload }: PartProps & { wish: Wish }) {
  const send = useSend(headers)
  const { busy, problem, run } = useTurn()
  return (
    <li>
      <span>
        <strong>{KINDS[w.kind]}</strong>
        <span className="zyt-own-note" translate="no">{`${w.plate} ${w.no}`}</span>
        {wanted(w) ? <span className="zyt-own-note">{wanted(w)}</span> : null}
        {w.store ? (
          <span className="zyt-own-note" translate="no">
            {w.store}
          </span>
        ) : null}
        {w.answer ? <span>{`门店答复：${w.answer}`}</span> : null}
        <Problem text={problem} />
      </span>
      {w.status === 'open' ? (
        <button
          type="button"
          disabled={busy}
          onClick={() =>
            void run(async () => {
              await send('withdraw', { id: w.id })
              await reload()
            })
          }
        >
          撤回
        </button>
      ) : (
        <span className="zyt-own-tag">{w.label}</span>
      )}
    </li>
  )
}

type AskProps = PartProps & { kind: 'renew' | 'return'; lease: OwnLease; onClose: () => void }
function Ask({ kind, lease, page, headers, reload, onClose }: AskProps) {
  const send = useSend(headers)
  const { busy, problem, setProblem, run } = useTurn()
  const [untilOn, setUntilOn] = useState<string>(() => addMonths(lease.endOn as Day, 12))
  const [on, setOn] = useState(() => (lease.endOn > page.today ? lease.endOn : page.today))
  const [time, setTime] = useState('10:00')
  const [store, setStore] = useState(() => page.stores.find((s) => s.id === lease.store)?.id ?? page.stores[0]?.id ?? 0)
  const [remark, setRemark] = useState('')
  const ask = (): Promise<void> | void => {
    if (kind === 'renew' && !untilOn) return setProblem('请填写希望续租至的日期')
    if (kind === 'return' && (!on || !time)) return setProblem('请填写还车的日期与时间')
    const about = kind === 'renew' ? { untilOn } : { store, at: instantAt(on as Day, time) }
    return run(async () => {
      await send('wish', { kind, lease: lease.id, ...about, remark })
      onClose()
      await reload()
    })
  }
  return (
    <form
      className="zyt-own-form"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {kind === 'renew' ? (
        <Field label="希望续租至">
          <input type="date" min={lease.endOn} value={untilOn} onChange={(event) => setUntilOn(event.target.value)} />
        </Field>
      ) : (
        <>
          <Field label="还车门店">
            <select value={store} onChange={(event) => setStore(Number(event.target.value))}>
              {page.stores.map((s) => (
                <option key={s.id} value={s.id} translate="no">
                  {s.name}
                </option>
              ))}
            </select>
          </Field>
          <Where page={page} store={store} />
          <Field label="还车日期">
            <input type="date" min={page.today} value={on} onChange={(event) => setOn(event.target.value)} />
          </Field>
          <Field label="还车时间">
            <input type="time" value={time} onChange={(event) => setTime(event.target.value)} />
          </Field>
        </>
      )}
      <Remark value={remark} onChange={setRemark} />
      <p className="zyt-own-note">提交后门店会联系您，租约在门店办理后才改变。</p>
      <Problem text={problem} />
      <div className="zyt-own-ways">
        <button type="submit" data-main disabled={busy}>
          提交
        </button>
        <button type="button" onClick={onClose}>
          取消
        </button>
      </div>
    </form>
  )
}

function Where({ page, store }: { page: OwnPage; store: number }) {
  const s = page.stores.find((one) => one.id === store)
  return s ? (
    <p className="zyt-own-note" translate="no">
      {[s.address, s.hours, s.phone].filter(Boolean).join('　')}
    </p>
  ) : null
}
