/** Who has no link proves his telephone. Whether a number is known here, no answer tells. */
import { useEffect, useState } from 'react'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import type { Door, Entered } from '../own.wire.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { BASE } from './call.web.ts'
import { Languages } from './languages.web.tsx'
import { Field, Problem } from './parts.web.tsx'

export function DoorPage({ onEnter }: { onEnter: (token: string) => void }) {
  const [c] = useState(() => new URLSearchParams(window.location.search).get('c') ?? '')
  const [door, setDoor] = useState<Door | null>(null)
  const [problem, setProblem] = useState<string | null>(c ? null : '网址不完整，请使用门店发给您的网址或扫描二维码')
  useEffect(() => {
    if (!c) return
    api.get<Door>(`${BASE}/door`, { c }, { silent: true }).then(
      (answer) => setDoor(answer),
      (error: unknown) => setProblem(sentenceOf(error, '页面打不开，请检查网络后重试')),
    )
  }, [c])
  if (problem !== null || !door) return <OutsideWait className="zyt-own" problem={problem} />
  return (
    <main className="zyt-own">
      <header>
        <h1>客户自助页</h1>
        <p className="zyt-own-note">
          <Languages />
        </p>
      </header>
      <section className="zyt-own-panel">{door.open ? <Proof c={c} onEnter={onEnter} /> : <p role="status">{door.sentence}</p>}</section>
    </main>
  )
}

const digits = (text: string): string => text.replace(/\D/g, '')

function Proof({ c, onEnter }: { c: string; onEnter: (token: string) => void }) {
  const { busy, problem, setProblem, run } = useTurn()
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const [pages, setPages] = useState<Entered['pages']>([])
  const send = (): Promise<void> =>
    run(async () => {
      await api.post(`${BASE}/code`, { c, mobile }, { silent: true })
      setSent(true)
    })
  const enter = (): Promise<void> =>
    run(async () => {
      const answer = await api.post<Entered>(`${BASE}/enter`, { c, mobile, code }, { silent: true })
      if (answer.pages.length === 1) onEnter(answer.pages[0]!.token)
      else setPages(answer.pages)
    })
  if (pages.length)
    return (
      <>
        <h2>选择要查看的客户</h2>
        {pages.map((one) => (
          <button key={one.token} type="button" translate="no" onClick={() => onEnter(one.token)}>
            {one.name}
          </button>
        ))}
      </>
    )
  return (
    <form
      className="zyt-own-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6) void enter()
        else setProblem('请填写 6 位验证码')
      }}
    >
      <h2>用登记的手机号打开</h2>
      <Field label="手机号">
        <input
          inputMode="tel"
          autoComplete="tel"
          maxLength={11}
          value={mobile}
          onChange={(event) => setMobile(digits(event.target.value))}
        />
      </Field>
      <button type="button" disabled={busy || mobile.length !== 11} onClick={() => void send()}>
        {sent ? '重新获取验证码' : '获取验证码'}
      </button>
      {sent ? <p role="status">手机号已在门店登记的，会收到验证码；没有收到请联系门店。</p> : null}
      <Field label="验证码">
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(digits(event.target.value))}
        />
      </Field>
      <Problem text={problem} />
      <button type="submit" data-main disabled={busy || !sent}>
        打开
      </button>
    </form>
  )
}
