/** /track: what the customer of one order sees. The token stands behind `#`, so no server and no referrer ever sees it in an address. */
import { useCallback, useEffect, useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { OutsideWait } from '#kit/ui/parts/outside-wait.web.tsx'
import type { LinkPage } from './wire.ts'
import './public.css'

/** Nobody waits for seconds. */
const minute = (at: string): string => formatTime(at, 'YYYY-MM-DD HH:mm')

const base = '/api/public/track'
type Headers = Record<string, string>
/** Nobody watches a lorry more often; a page in the background does not ask at all. */
const EVERY_MS = 60_000

export default function TrackPage() {
  const [headers] = useState<Headers>(() => ({ 'X-Order-Link': new URLSearchParams(window.location.hash.slice(1)).get('t') ?? '' }))
  const [page, setPage] = useState<LinkPage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(async (): Promise<void> => {
    try {
      setPage(await api.get<LinkPage>(`${base}/page`, {}, { headers, silent: true }))
      setProblem(null)
    } catch (error) {
      setProblem(sentenceOf(error, '页面打不开，请检查网络后重试'))
    }
  }, [headers])
  useEffect(() => {
    document.title = '订单查询'
    // oxlint-disable-next-line react-hooks/set-state-in-effect
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), EVERY_MS)
    return () => clearInterval(timer)
  }, [load])
  if (!page) return <OutsideWait className="zyt-od" problem={problem} />
  return (
    <main className="zyt-od">
      <header>
        <h1>{page.company}</h1>
        <p className="zyt-od-note">{page.track.no}</p>
      </header>
      <Now page={page} />
      <Steps page={page} />
      <Proofs page={page} headers={headers} />
      <p className="zyt-od-note">{`链接有效期至 ${minute(page.until)}`}</p>
    </main>
  )
}

function Now({ page }: { page: LinkPage }) {
  const { track } = page
  return (
    <section className="zyt-od-panel">
      <p className="zyt-od-now" role="status">
        {track.label}
      </p>
      {track.eta ? <p>{`预计 ${minute(track.eta)} 到达`}</p> : null}
      <p className="zyt-od-note">{`约定送达 ${minute(page.dropFrom)} 至 ${minute(page.dropTo)}`}</p>
      <p>{`收货方：${page.receiver}`}</p>
      <p>{`货物：${page.goods}`}</p>
      {track.position ? (
        <p>
          {`最近位置（${minute(track.position.at)}）：`}
          <a
            href={`https://uri.amap.com/marker?position=${track.position.lng},${track.position.lat}&coordinate=wgs84`}
            target="_blank"
            rel="noopener noreferrer"
          >
            在地图上查看
          </a>
        </p>
      ) : null}
    </section>
  )
}

const Steps = ({ page }: { page: LinkPage }) => (
  <section className="zyt-od-panel">
    <h2>进度</h2>
    <ol className="zyt-od-steps">
      {page.track.events.toReversed().map((e) => (
        <li key={e.what}>
          <span>{e.what}</span>
          <time dateTime={e.at}>{minute(e.at)}</time>
        </li>
      ))}
    </ol>
  </section>
)

function Proofs({ page, headers }: { page: LinkPage; headers: Headers }) {
  if (page.pod.proofs.length === 0) return null
  return page.pod.proofs.map((p) => (
    <section key={p.at} className="zyt-od-panel">
      <h2>签收凭证</h2>
      <p>{`${minute(p.at)}　${p.way}签收${p.signer ? `　${p.signer}` : ''}`}</p>
      <ul className="zyt-od-lines">
        {p.lines.map((l) => (
          <li key={l.goods}>
            <span>{l.goods}</span>
            <span>
              {[`签收 ${l.signed}/${l.plan}`, l.refused ? `拒收 ${l.refused}` : '', l.short ? `短少 ${l.short}` : '']
                .filter(Boolean)
                .join('，')}
            </span>
          </li>
        ))}
      </ul>
      {p.photos.length ? (
        <div className="zyt-od-photos">
          {p.photos.map((file) => (
            <Photo key={file} file={file} headers={headers} />
          ))}
        </div>
      ) : null}
    </section>
  ))
}

/** The token travels in a header, so the browser cannot fetch the picture by its address alone. */
function Photo({ file, headers }: { file: string; headers: Headers }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let gone = false
    void api
      .raw('GET', `${base}/photo`, undefined, { query: { file }, headers, silent: true })
      .then(async (answer) => {
        if (!answer.ok || gone) return
        made = URL.createObjectURL(await answer.blob())
        setUrl(made)
      })
      .catch(() => {})
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file, headers])
  return url ? <img src={url} alt="签收照片" /> : <span role="status">…</span>
}
