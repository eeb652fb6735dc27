/** 合同: what he drives, from when until when, for how much; and what was signed, to be saved. */
import { formatFen } from '#kit/basics/fen.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import type { OwnLease } from '../own.wire.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { saveFile } from './call.web.ts'
import { Panel, Problem } from './parts.web.tsx'
import type { PartProps } from './todos.web.tsx'

const onlyDay = (on: string): string => (on.length > 10 ? dayOf(on) : on)

export function Leases({ page, headers }: PartProps) {
  const { busy, problem, run } = useTurn()
  const running = page.leases.filter((l) => l.running)
  const others = page.leases.filter((l) => !l.running)
  return (
    <Panel id="own-leases" title="合同">
      {page.leases.length === 0 ? <p>没有租约。</p> : null}
      <ul className="zyt-own-rows">
        {running.map((l) => (
          <Lease key={l.id} lease={l} />
        ))}
      </ul>
      {others.length ? (
        <details>
          <summary>{`其他租约 ${others.length} 份`}</summary>
          <ul className="zyt-own-rows">
            {others.map((l) => (
              <Lease key={l.id} lease={l} />
            ))}
          </ul>
        </details>
      ) : null}
      {page.signed.length ? (
        <details open={page.signed.length <= 3}>
          <summary>{`已签文件 ${page.signed.length} 份`}</summary>
          <ul className="zyt-own-rows">
            {page.signed.map((paper) => (
              <li key={`${paper.kind}${paper.id}`}>
                <span>
                  <span translate="no">{paper.title}</span>
                  {paper.on ? <span className="zyt-own-note">{`${onlyDay(paper.on)} 签署`}</span> : null}
                </span>
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => void run(async () => void (await saveFile(headers, 'paper', { kind: paper.kind, id: paper.id })))}
                >
                  下载
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <Problem text={problem} />
    </Panel>
  )
}

const Lease = ({ lease: l }: { lease: OwnLease }) => (
  <li>
    <span>
      <strong translate="no">{`${l.plate} ${l.model}`}</strong>
      <span className="zyt-own-note">{`${l.startOn} 至 ${l.endOn}`}</span>
      <span className="zyt-own-note">{`月租金 ${formatFen(l.monthlyRent)} 元`}</span>
      <span className="zyt-own-note">{`合同 ${l.contractNo}`}</span>
    </span>
    <span className="zyt-own-tag">{l.label}</span>
  </li>
)
