/** 违章: where, when, what it costs, until when; and saying with a picture that it has been dealt with. */
import { useState } from 'react'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { OwnPage } from '../own.wire.ts'
import { useTurn } from '#kit/ui/state/use-turn.web.ts'
import { useSend } from './call.web.ts'
import { Panel, Picture, Problem, Remark } from './parts.web.tsx'
import type { PartProps } from './todos.web.tsx'

type Violation = OwnPage['violations'][number]

export function Violations(props: PartProps) {
  const { violations } = props.page
  const open = violations.filter((v) => v.open)
  const over = violations.filter((v) => !v.open)
  return (
    <Panel id="own-violations" title="违章">
      {open.length === 0 ? <p>没有待处理的违章。</p> : null}
      <ul className="zyt-own-rows">
        {open.map((v) => (
          <One key={v.id} violation={v} {...props} />
        ))}
      </ul>
      {over.length ? (
        <details>
          <summary>{`已处理 ${over.length} 起`}</summary>
          <ul className="zyt-own-rows">
            {over.map((v) => (
              <li key={v.id}>
                <Said violation={v} />
                <span className="zyt-own-tag">{v.label}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Panel>
  )
}

const Said = ({ violation: v }: { violation: Violation }) => (
  <span>
    <strong translate="no">{v.plate}</strong>
    <span className="zyt-own-note">{formatTime(v.at, 'YYYY-MM-DD HH:mm')}</span>
    <span className="zyt-own-note" translate="no">{`${v.place} ${v.behaviour}`}</span>
    {v.fine !== null ? <span className="zyt-own-note">{`罚款 ${formatFen(v.fine)} 元`}</span> : null}
    {v.points !== null ? <span className="zyt-own-note">{`记 ${v.points} 分`}</span> : null}
    {v.open && v.dueOn ? <span className="zyt-own-bad">{`请在 ${v.dueOn} 前处理`}</span> : null}
  </span>
)

function One({ violation: v, page, headers, reload }: PartProps & { violation: Violation }) {
  const send = useSend(headers)
  const { busy, problem, setProblem, run } = useTurn()
  const [saying, setSaying] = useState(false)
  const [file, setFile] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const reported = page.wishes.some((w) => w.violation === v.id && w.status === 'open')
  const choose = (id: string | null): void => {
    setFile(id)
    if (id) setProblem(null)
  }
  const say = (): Promise<void> | void => {
    if (!file) return setProblem('请上传缴款或处理凭证的照片')
    return run(async () => {
      await send('wish', { kind: 'violation', violation: v.id, file, remark })
      setSaying(false)
      await reload()
    })
  }
  return (
    <li className="zyt-own-tall">
      <div className="zyt-own-row">
        <Said violation={v} />
        <span className="zyt-own-tag">{v.label}</span>
      </div>
      {reported ? <span className="zyt-own-good">已告知门店，待核对</span> : null}
      {!reported && !saying ? (
        <button type="button" onClick={() => setSaying(true)}>
          我已处理
        </button>
      ) : null}
      {!reported && saying ? (
        <form
          className="zyt-own-form"
          onSubmit={(event) => {
            event.preventDefault()
            void say()
          }}
        >
          <Picture label="缴款或处理凭证照片" headers={headers} onDone={choose} />
          <Remark value={remark} onChange={setRemark} />
          <Problem text={problem} />
          <div className="zyt-own-ways">
            <button type="submit" data-main disabled={busy}>
              提交
            </button>
            <button type="button" onClick={() => setSaying(false)}>
              取消
            </button>
          </div>
        </form>
      ) : null}
    </li>
  )
}
