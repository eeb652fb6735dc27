/** /my: what a customer sees and may ask for without an account. The token stands behind `#`, where no server and no log sees it. */
import { useCallback, useEffect, useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import type { OwnPage } from '../own.wire.ts'
import { Bills } from './bills.web.tsx'
import { BASE, type Headers } from './call.web.ts'
import { DoorPage } from './door.web.tsx'
import { Languages } from './languages.web.tsx'
import { Leases } from './leases.web.tsx'
import { Stores } from './stores.web.tsx'
import { Todos } from './todos.web.tsx'
import { Violations } from './violations.web.tsx'
import { Wishes } from './wishes.web.tsx'
import './own.css'

const UNREACHED = '页面打不开，请检查网络后重试'
const tokenOf = (): string => new URLSearchParams(window.location.hash.slice(1)).get('t') ?? ''

export default function OwnPageEntry() {
  const [token, setToken] = useState(tokenOf)
  useEffect(() => {
    document.title = '客户自助页'
    const read = (): void => setToken(tokenOf())
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const enter = (next: string): void => {
    // Reading the page again keeps it open; going back does not lead to the code that was used up.
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#t=${next}`)
    setToken(next)
  }
  return token ? <Opened key={token} token={token} /> : <DoorPage onEnter={enter} />
}

function Opened({ token }: { token: string }) {
  const [headers] = useState<Headers>(() => ({ 'X-Own-Link': token }))
  const [page, setPage] = useState<OwnPage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = useCallback(() => api.get<OwnPage>(`${BASE}/page`, {}, { headers, silent: true }), [headers])
  useEffect(() => {
    ask().then(setPage, (error: unknown) => setProblem(sentenceOf(error, UNREACHED)))
  }, [ask])
  const load = async (): Promise<void> => {
    try {
      setPage(await ask())
      setProblem(null)
    } catch (error) {
      setProblem(sentenceOf(error, UNREACHED))
    }
  }
  if (!page) return problem === null ? <OutsideWait className="zyt-own" problem={null} /> : <Closed token={token} problem={problem} />
  const parts = { page, headers, reload: load }
  return (
    <main className="zyt-own">
      <header>
        <h1 translate="no">{page.company}</h1>
        <p className="zyt-own-note">
          <span translate="no">{page.me.name}</span>
          <span translate="no">{page.me.mobile}</span>
          <Languages />
        </p>
      </header>
      {problem ? (
        <p className="zyt-own-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <Todos {...parts} />
      <Leases {...parts} />
      <Bills {...parts} />
      <Violations {...parts} />
      <Wishes {...parts} />
      <Stores {...parts} />
      <p className="zyt-own-note">{`链接有效期至 ${formatTime(page.until, 'YYYY-MM-DD HH:mm')}`}</p>
    </main>
  )
}

/** A link that leads nowhere any more still says which company it was of, so the way by telephone stays open. */
function Closed({ token, problem }: { token: string; problem: string }) {
  const [company] = /^[0-9a-z]{1,7}(?=\.)/.exec(token) ?? []
  return (
    <main className="zyt-own">
      <h1>无法打开</h1>
      <section className="zyt-own-panel">
        <p role="alert">{problem}</p>
        {company ? <a href={`/my?c=${company}`}>用手机验证码打开</a> : null}
      </section>
    </main>
  )
}
