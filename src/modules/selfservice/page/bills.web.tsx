/** 账单: what is open with the late fee of today, all of it ticked; how to pay it; what has been paid, with its receipt. */
import { useState } from 'react'
import { formatFen } from '#kit/basics/fen.ts'
import type { OwnBill, OwnPage } from '../own.wire.ts'
import { sumOf } from '../todo.rules.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { saveFile, type Headers } from './call.web.ts'
import { Panel, Problem } from './parts.web.tsx'
import { Pay } from './pay.web.tsx'
import type { PartProps } from './todos.web.tsx'

export function Bills({ page, headers, reload }: PartProps) {
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const [paying, setPaying] = useState(false)
  const ticked = new Set(page.bills.filter((b) => !unticked.has(b.id) && !b.claimed).map((b) => b.id))
  const turn = (id: number): void => {
    const next = new Set(unticked)
    if (!next.delete(id)) next.add(id)
    setUnticked(next)
  }
  return (
    <Panel id="own-bills" title="账单">
      {page.bills.length === 0 ? <p>没有未付的账单。</p> : null}
      <ul className="zyt-own-rows">
        {page.bills.map((b) => (
          <Bill key={b.id} bill={b} ticked={ticked.has(b.id)} onTurn={() => turn(b.id)} />
        ))}
      </ul>
      {page.balance > 0 ? <p className="zyt-own-note">{`预存余额 ${formatFen(page.balance)} 元`}</p> : null}
      {page.bills.length ? (
        <>
          <p className="zyt-own-sum" role="status">
            {`已选 ${ticked.size} 张，合计 ${formatFen(sumOf(page.bills, ticked))} 元`}
          </p>
          {paying ? (
            <Pay page={page} ticked={ticked} headers={headers} onDone={reload} onClose={() => setPaying(false)} />
          ) : (
            <button type="button" data-main disabled={ticked.size === 0} onClick={() => setPaying(true)}>
              付款
            </button>
          )}
        </>
      ) : null}
      <Receipts receipts={page.receipts} headers={headers} />
    </Panel>
  )
}

function Bill({ bill: b, ticked, onTurn }: { bill: OwnBill; ticked: boolean; onTurn: () => void }) {
  const period = b.startOn && b.lastOn ? `${b.startOn} 至 ${b.lastOn}` : ''
  return (
    <li data-bad={b.overdueDays > 0 || undefined}>
      <label className="zyt-own-check">
        <input type="checkbox" checked={ticked} disabled={b.claimed} onChange={onTurn} />
        <span>
          <strong>{b.label}</strong>
          <span className="zyt-own-note" translate="no">{`${b.plate} ${b.no}`}</span>
          {period ? <span className="zyt-own-note">{period}</span> : null}
          <span className="zyt-own-note">{`应付日 ${b.dueOn}`}</span>
          {b.overdueDays > 0 ? <span className="zyt-own-bad">{`逾期 ${b.overdueDays} 天`}</span> : null}
          {b.claimed ? <span className="zyt-own-good">已告知付款，待门店确认</span> : null}
        </span>
      </label>
      <span className="zyt-own-money">
        {formatFen(b.remain + b.lateFee)}
        {b.lateFee > 0 ? <span className="zyt-own-note">{`含滞纳金 ${formatFen(b.lateFee)}`}</span> : null}
      </span>
    </li>
  )
}

function Receipts({ receipts, headers }: { receipts: OwnPage['receipts']; headers: Headers }) {
  const { busy, problem, run } = useTurn()
  if (receipts.length === 0) return null
  const waits = receipts.some((p) => p.status === 'toConfirm' || p.status === 'rejected')
  return (
    <details open={waits}>
      <summary>{`付款记录 ${receipts.length} 笔`}</summary>
      <ul className="zyt-own-rows">
        {receipts.map((p) => (
          <li key={p.id}>
            <span>
              <strong>{`${formatFen(p.amount)} 元`}</strong>
              <span className="zyt-own-note">{`${p.paidOn} ${p.way}`}</span>
              <span className="zyt-own-note" translate="no">
                {p.no}
              </span>
              {p.status === 'rejected' && p.reason ? <span className="zyt-own-bad">{`驳回原因：${p.reason}`}</span> : null}
            </span>
            {p.status === 'confirmed' ? (
              <button
                type="button"
                disabled={busy}
                onClick={() => void run(async () => void (await saveFile(headers, 'receipt', { id: String(p.id) })))}
              >
                收据
              </button>
            ) : (
              <span className="zyt-own-tag">{p.label}</span>
            )}
          </li>
        ))}
      </ul>
      <Problem text={problem} />
    </details>
  )
}
