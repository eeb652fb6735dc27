/** 今天要做的事: one line per thing to do, the most urgent kinds first, each with the button that leads to the act. */
import { Fragment, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { formatFen } from '#kit/basics/fen.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import type { HomePage } from '#kit/entity/module.ts'
import type { Work, WorkLine } from '#kit/report/home.wire.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { api } from '#kit/ui/client/api.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { sinceText } from './since.ts'
import './home.css'

/** Lines before 展开: on a page with figures, the charts below are to be seen, too. */
const firstLines = (page: HomePage | null): number => (page ? 5 : 8)

/** What a thing is, is said part by part. */
const BETWEEN = ' · '

interface Line extends WorkLine {
  kind: Work
}

/** In turn one of each kind, so that no kind hides another. */
function mixed(kinds: readonly Work[], most: number): Line[] {
  const deepest = Math.max(0, ...kinds.map(({ lines }) => lines.length))
  const turns = Array.from({ length: deepest }, (_, i) => kinds.flatMap((kind) => (kind.lines[i] ? [{ ...kind.lines[i], kind }] : [])))
  const chosen = new Set(turns.flat().slice(0, most))
  // Shown kind by kind all the same: what belongs together stands together.
  return kinds.flatMap((kind) => [...chosen].filter((line) => line.kind === kind))
}

const numberOf = ({ total, exact }: Pick<Work, 'total' | 'exact'>): string => `${total.toLocaleString('zh-CN')}${exact ? '' : '+'}`

export function WorkList({ page }: { page: HomePage | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['home', 'work', page],
    queryFn: ({ signal }) => api.get<Work[]>('/api/v1/home/work', page ? { page } : {}, { signal, silent: true }),
  })
  return (
    <section className="zyt-card" aria-label="今天要做的事">
      <h2>今天要做的事</h2>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <LoadingState rows={firstLines(page)} /> : null}
      {data?.length === 0 ? <p className="zyt-home-none">目前没有待办。</p> : null}
      {data && data.length > 0 ? <Kinds kinds={data} first={firstLines(page)} /> : null}
    </section>
  )
}

function Kinds({ kinds, first }: { kinds: readonly Work[]; first: number }) {
  const [code, setCode] = useState<string | null>(null)
  const [whole, setWhole] = useState(false)
  const chosen = kinds.find((kind) => kind.code === code)
  const all = kinds.reduce((sum, { lines }) => sum + lines.length, 0)
  const lines = chosen ? chosen.lines.map((line) => ({ ...line, kind: chosen })) : mixed(kinds, whole ? all : first)
  const chip = (label: string, number: string | null, is: Work | undefined, tone?: string) => (
    <button key={label} type="button" className="zyt-work-kind" aria-pressed={chosen === is} onClick={() => setCode(is?.code ?? null)}>
      {label} {number === null ? null : <b data-tone={tone}>{number}</b>}
    </button>
  )
  return (
    <>
      <div className="zyt-work-kinds" role="group" aria-label="按类别查看">
        {chip('全部', null, undefined)}
        {kinds.map((kind) => chip(kind.title, numberOf(kind), kind, kind.tone))}
      </div>
      <ul className="zyt-work">
        {lines.map((line) => (
          <WorkRow key={`${line.kind.code} ${line.to} ${line.who}`} line={line} isKindSaid={!chosen} />
        ))}
      </ul>
      {chosen ? (
        <p className="zyt-work-rest">
          <Link to={chosen.to}>{numberOf(chosen)} 条，查看全部</Link>
          {chosen.sum === null ? null : <span>合计 {formatFen(chosen.sum)}</span>}
        </p>
      ) : null}
      {!chosen && all > first ? (
        <p className="zyt-work-rest">
          <Button type="text" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? '收起' : '展开更多'}
          </Button>
        </p>
      ) : null}
    </>
  )
}

function WorkRow({ line: { kind, who, what, since, amount, to, names = [] }, isKindSaid }: { line: Line; isKindSaid: boolean }) {
  const named = (text: string) => <RecordName of={names.find((name) => name.text === text)?.of}>{text}</RecordName>
  return (
    <li>
      <span className="zyt-work-what">
        {isKindSaid ? <Tag tone={kind.tone === 'bad' ? 'red' : 'orange'}>{kind.title}</Tag> : null}
        <b>{named(who)}</b>
        <span className="zyt-home-note" title={what}>
          {what.split(BETWEEN).map((part, i) => (
            <Fragment key={`${i} ${part}`}>
              {i > 0 ? BETWEEN : null}
              {named(part)}
            </Fragment>
          ))}
        </span>
      </span>
      <span className="zyt-work-since zyt-home-note">{sinceText(since, dayOf(new Date()))}</span>
      <span className="zyt-work-amount">{amount === null ? '' : formatFen(amount)}</span>
      <Link to={to} className="zyt-button" closed={null} aria-label={`${kind.act}：${who}`}>
        {kind.act}
      </Link>
    </li>
  )
}
