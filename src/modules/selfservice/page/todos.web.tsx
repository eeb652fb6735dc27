/** 要做的事: what presses most comes first, each with the way to where it is done. */
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { OwnPage } from '../own.wire.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { useSend, type Headers } from './call.web.ts'
import { Panel, Problem } from './parts.web.tsx'

export interface PartProps {
  page: OwnPage
  headers: Headers
  reload: () => Promise<void>
}
/** The token stands where an anchor would: the page moves by itself. */
const show = (id: string): void => document.getElementById(id)?.scrollIntoView({ behavior: 'smooth', block: 'start' })

type Todo = OwnPage['todos'][number]
const WORDS: Record<Exclude<Todo['kind'], 'sign'>, { text: (t: Todo) => string; to: string; act: string; bad?: true }> = {
  overdue: { text: (t) => `${t.count} 张账单已逾期，含滞纳金应付 ${formatFen(t.amount)} 元`, to: 'own-bills', act: '去付款', bad: true },
  violation: { text: (t) => `${t.count} 起违章待处理${t.on ? `，最早 ${t.on} 到期` : ''}`, to: 'own-violations', act: '查看', bad: true },
  ending: { text: (t) => `${t.count} 份租约将到期，最早 ${t.on ?? ''}`, to: 'own-wishes', act: '续租或还车' },
  due: { text: (t) => `${t.count} 张账单待付 ${formatFen(t.amount)} 元，最早应付日 ${t.on ?? ''}`, to: 'own-bills', act: '去付款' },
}

export const Todos = ({ page, headers }: PartProps) => (
  <Panel id="own-todos" title="要做的事">
    {page.todos.length === 0 ? <p role="status">没有要办的事。</p> : null}
    <ul className="zyt-own-todos">
      {page.todos.map((t) =>
        t.kind === 'sign' ? (
          <Papers key={t.kind} page={page} headers={headers} />
        ) : (
          <li key={t.kind} data-bad={WORDS[t.kind].bad}>
            <span>{WORDS[t.kind].text(t)}</span>
            <button type="button" data-main onClick={() => show(WORDS[t.kind as 'due'].to)}>
              {WORDS[t.kind].act}
            </button>
          </li>
        ),
      )}
    </ul>
  </Panel>
)

/** The signing page has a door of its own; the link to it is made when it is asked for. */
function Papers({ page, headers }: Pick<PartProps, 'page' | 'headers'>) {
  const send = useSend(headers)
  const { busy, problem, run } = useTurn()
  const sign = (party: number): Promise<void> =>
    run(async () => {
      const { url } = await send<{ url: string }>('sign', { party })
      window.location.assign(url)
    })
  return page.papers.map((paper) => (
    <li key={paper.party}>
      <span>
        <span translate="no">{paper.title}</span>
        <span className="zyt-own-note">{`请在 ${formatTime(paper.until, 'YYYY-MM-DD HH:mm')} 前签署`}</span>
        <Problem text={problem} />
      </span>
      <button type="button" data-main disabled={busy} onClick={() => void sign(paper.party)}>
        去签署
      </button>
    </li>
  ))
}
