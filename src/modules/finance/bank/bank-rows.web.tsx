/** The lines of a statement before they are taken in; one that may be here already has the other under it, and a person says which it is. */
import { Button, Select } from 'antd'
import { formatFen } from '#kit/basics/fen.ts'
import { PlainTable, type PlainTableProps } from '#kit/ui/parts/plain-table.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import type { ReadAnswer } from './bank.routes.server.ts'

type ReadRow = ReadAnswer['rows'][number]
type Said = 'new' | 'same'
/** Line → what the person said. */
export type Answers = Readonly<Record<string, Said>>
const CHOICES = [
  { value: 'same', label: '同一笔，不导入' },
  { value: 'new', label: '另一笔，导入' },
] as const satisfies readonly { value: Said; label: string }[]

export function standingOf(row: ReadRow, answers: Answers): 'bad' | 'ask' | Said {
  if (!row.doubt) return row.problem === null ? 'new' : 'bad'
  return answers[row.line] ?? row.doubt.unless ?? 'ask'
}

function Standing({ row, answers, onAnswers }: { row: ReadRow; answers: Answers; onAnswers: (answers: Answers) => void }) {
  const standing = standingOf(row, answers)
  if (!row.doubt) return standing === 'new' ? <Tag tone="green">可导入</Tag> : <Tag tone="red">{row.problem ?? ''}</Tag>
  return (
    <>
      <Tag tone={standing === 'ask' ? 'orange' : standing === 'same' ? 'grey' : 'green'}>{row.doubt.sentence}</Tag>
      <Select<Said>
        aria-label={`第 ${row.line} 行是不是同一笔`}
        size="small"
        placeholder="请确认"
        value={standing === 'ask' || standing === 'bad' ? null : standing}
        options={[...CHOICES]}
        onChange={(said) => onAnswers({ ...answers, [row.line]: said })}
      />
    </>
  )
}

interface LineFigures {
  bookedOn: string | null
  time: string | null
  direction: 'in' | 'out'
  amount: number | null
  balance: number | null
}
const figures = ({ bookedOn, time, direction, amount, balance }: LineFigures): string[] => [
  [bookedOn, time].filter(Boolean).join(' '),
  direction === 'in' && amount !== null ? formatFen(amount) : '',
  direction === 'out' && amount !== null ? formatFen(amount) : '',
  balance === null ? '' : formatFen(balance),
]
function otherRow({ line, doubt }: ReadRow): PlainTableProps['rows'][number][] {
  if (!doubt || doubt.line !== null) return []
  const { stored } = doubt
  const cells = stored
    ? [...figures(stored), stored.payerName, [stored.memo, stored.accountName].filter(Boolean).join(' · '), stored.tradeNo]
    : ['', '', '', '', '', '已有一笔同日同额的流水，不在您的数据权限内', '']
  return [{ key: `${line}:stored`, cells: ['', '已有', ...cells] }]
}

const SHOWN = 200
/** What waits for an answer stands first: among thousands nobody would find it. */
const RANK = { ask: 0, bad: 1, new: 1, same: 1 } as const
export function BankStatementRows({
  rows,
  answers,
  onAnswers,
}: {
  rows: readonly ReadRow[]
  answers: Answers
  onAnswers: (answers: Answers) => void
}) {
  const asked = rows.filter((row) => row.doubt?.unless === null)
  const sorted = rows.toSorted((a, b) => RANK[standingOf(a, {})] - RANK[standingOf(b, {})])
  const all = (said: Said) => (): void => onAnswers({ ...answers, ...Object.fromEntries(asked.map((row) => [row.line, said])) })
  return (
    <>
      {asked.length ? (
        <p className="zyt-section-hint">
          {`有 ${asked.length} 笔可能已经在流水里，每一笔下面是已有的那一笔，请确认是同一笔还是另一笔。`}
          <Button type="link" onClick={all('same')}>
            全部是同一笔
          </Button>
          <Button type="link" onClick={all('new')}>
            全部是另一笔
          </Button>
        </p>
      ) : null}
      <PlainTable
        columns={[
          { head: '行' },
          { head: '结果' },
          { head: '日期', nowrap: true },
          { head: '收入', end: true },
          { head: '支出', end: true },
          { head: '余额', end: true },
          { head: '对方' },
          { head: '摘要' },
          { head: '流水号' },
        ]}
        rows={sorted.slice(0, Math.max(SHOWN, asked.length)).flatMap((row) => [
          {
            key: row.line,
            cells: [
              row.line,
              <Standing key="s" row={row} answers={answers} onAnswers={onAnswers} />,
              ...figures(row),
              row.payerName || row.payerAccount,
              row.memo,
              row.tradeNo,
            ],
          },
          ...otherRow(row),
        ])}
      />
      {rows.length > SHOWN ? <p className="zyt-section-hint">{`共 ${rows.length} 行，只显示前 ${SHOWN} 行，要确认的在最前面`}</p> : null}
    </>
  )
}
