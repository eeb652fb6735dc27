/** 导入违章: a file or what was pasted, shown with its holder before anything is written. */
import { useRef, useState } from 'react'
import { Alert, Button, Input, Select } from 'antd'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ReadViolationsAnswer, TakenViolations } from './violation.wire.ts'
import '#kit/ui/parts/stack.css'

type Read = ReadViolationsAnswer['rows'][number]
type Said = 'new' | 'same'
/** Line → what the person said of one that may be here already. */
type Answers = Readonly<Record<string, Said>>
const EXAMPLE =
  '车牌号\t违法时间\t违法地点\t违法代码\t违法行为\t罚款\t记分\n沪A12345\t2026-04-25 10:30:00\t延安路\t1344\t违反禁令标志\t200\t1'
const SHOWN = 200

/** In the toolbar of 违章列表. */
export default function ViolationTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('breRegulationsL_import')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        导入违章
      </Button>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [rows, setRows] = useState<readonly Read[] | null>(null)
  const [answers, setAnswers] = useState<Answers>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const standing = (rows ?? []).map((row) => (row.result === 'ask' ? (answers[row.line] ?? 'ask') : row.result))
  const fresh = standing.filter((s) => s === 'new').length
  const open = standing.filter((s) => s === 'ask').length
  const ask = async (work: Promise<ReadViolationsAnswer>): Promise<void> => {
    setProblem(null)
    setBusy(true)
    try {
      const answer = await work
      setText(answer.text)
      setRows(answer.rows)
      setAnswers({})
    } catch (error) {
      setProblem(sentenceOf(error, '读取失败，请重试'))
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File): Promise<void> => {
    const form = new FormData()
    form.append('file', file)
    return ask(api.upload<ReadViolationsAnswer>('/api/v1/violation/readFile', form, { silent: true }))
  }
  const save = async (): Promise<void> => {
    try {
      const done = await write<TakenViolations>('/api/v1/violation/take', { text, answers })
      await refresh()
      toast.success(
        `已导入 ${done.added} 条${done.known ? `，${done.known} 条此前已登记` : ''}${done.near ? `，${done.near} 条临近交接待确认` : ''}${done.asked ? `，${done.asked} 条可能重复，未导入` : ''}`,
      )
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '导入失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="导入违章"
      width={1080}
      okText={rows ? `导入 ${fresh} 条` : '读取'}
      okReason={
        busy
          ? '正在读取'
          : rows
            ? open
              ? `还有 ${open} 条要确认是不是同一起`
              : fresh
                ? null
                : '没有可以导入的违章'
            : text.trim()
              ? null
              : '请先粘贴违章记录或选择文件'
      }
      onCancel={onClose}
      onOk={rows ? save : () => ask(api.post<ReadViolationsAnswer>('/api/v1/violation/read', { text }, { silent: true }))}
      extra={rows ? <Button onClick={() => setRows(null)}>返回修改</Button> : null}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      {rows ? (
        <ReadRows rows={rows} answers={answers} onAnswers={setAnswers} />
      ) : (
        <div className="zyt-stack">
          <p className="zyt-section-hint">
            从表格或 12123 查询结果连同表头一起粘贴，或选择 .xlsx、.csv
            文件。需要有车牌号、违法时间两列，列名按常见写法自动识别；重复的不会再次导入。
          </p>
          <div>
            <Button onClick={() => chooser.current?.click()}>选择文件</Button>
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label="违章文件"
              accept=".xlsx,.csv,.txt"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) void choose(file)
              }}
            />
          </div>
          <Input.TextArea
            aria-label="违章记录"
            autoSize={{ minRows: 8, maxRows: 18 }}
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  )
}

const HOLDER = { lessee: '承租人', driver: '司机', company: '公司', unknown: '待认领' }
const CHOICES = [
  { value: 'same', label: '同一起，不导入' },
  { value: 'new', label: '另一起，导入' },
] as const satisfies readonly { value: Said; label: string }[]
interface Asked {
  answers: Answers
  onAnswers: (answers: Answers) => void
}
function Result({ row, answers, onAnswers }: { row: Read } & Asked) {
  if (row.result === 'ask')
    return (
      <>
        <Tag tone="orange">{row.problem ?? ''}</Tag>
        <Select<Said>
          aria-label={`第 ${row.line} 行是不是同一起`}
          size="small"
          placeholder="请确认"
          value={answers[row.line] ?? null}
          options={[...CHOICES]}
          onChange={(said) => onAnswers({ ...answers, [row.line]: said })}
        />
      </>
    )
  if (row.result === 'bad') return <Tag tone="red">{row.problem ?? ''}</Tag>
  if (row.result === 'known') return <Tag tone="grey">{row.problem ?? ''}</Tag>
  if (row.handled) return <Tag tone="green">可导入，已处理</Tag>
  return row.near ? <Tag tone="orange">临近交接，待确认</Tag> : <Tag tone="green">可导入</Tag>
}

/** What needs a look stands first: among thousands nobody would find it. */
const rank = (row: Read): number => (row.result === 'ask' ? -1 : row.result === 'bad' ? 0 : row.result === 'known' ? 3 : row.near ? 1 : 2)
function ReadRows({ rows, answers, onAnswers }: { rows: readonly Read[] } & Asked) {
  const sorted = rows.length > SHOWN ? rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line) : rows
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            {['行', '结果', '车牌号', '违法时间', '违法地点', '违法行为', '罚款', '记分', '缴款期限', '文书编号', '责任方', '依据'].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>
                <Result row={row} answers={answers} onAnswers={onAnswers} />
                {row.repaired ? <small>{`${row.repaired} 已自动更正`}</small> : null}
              </td>
              <td className="zyt-nowrap">{row.plateNo}</td>
              <td className="zyt-nowrap">{row.occurredAt ? formatTime(row.occurredAt) : ''}</td>
              <td>{row.place}</td>
              <td>{row.behaviour}</td>
              <td className="zyt-end">{row.fine === null ? '按规则' : formatFen(row.fine)}</td>
              <td className="zyt-end">{row.points === null ? '按规则' : row.points}</td>
              <td className="zyt-nowrap">{row.dueOn}</td>
              <td>{row.recordNo}</td>
              <td>{row.lesseeName ?? row.driverName ?? (row.holderKind ? HOLDER[row.holderKind] : '')}</td>
              <td>{row.why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN ? <p className="zyt-section-hint">{`共 ${rows.length} 行，只显示前 ${SHOWN} 行，不能导入的在最前面`}</p> : null}
    </div>
  )
}
