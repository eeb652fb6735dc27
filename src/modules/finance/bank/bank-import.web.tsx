/** 导入银行流水: from a file or pasted, shown before anything is written; what may be here already is shown beside what is. */
import { useState } from 'react'
import { Alert, Button, Input, Upload } from 'antd'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { randomId } from '#kit/ui/client/id.ts'
import type { ReadAnswer } from './bank.routes.server.ts'
import { standingOf, BankStatementRows, type Answers } from './bank-rows.web.tsx'
import { COLUMNS } from './profiles.rules.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const EXAMPLE =
  '交易日期\t收入金额\t支出金额\t余额\t对方户名\t摘要\t流水号\n2026-03-05\t3,800.00\t\t103,800.00\t上海云达物流有限公司\t3月租金\t20260305000123'

const sentence = (error: unknown): string => sentenceOf(error, '读取失败，请重试')
type ColumnMap = Record<string, string>

/** Where the statement comes from: text in the box, or a file. */
function useStatement() {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [account, setAccount] = useState<number | null>(null)
  const write = useWrite()
  const send = async <T,>(what: 'read' | 'take', map?: ColumnMap, answers: Answers = {}): Promise<T> => {
    if (file) {
      const form = new FormData()
      form.append('file', file)
      if (account !== null) form.append('account', String(account))
      if (map) form.append('map', JSON.stringify(map))
      if (what === 'take') form.append('answers', JSON.stringify(answers))
      return api.upload<T>(`/api/v1/bankLine/${what}File`, form, { silent: true, idempotencyKey: randomId() })
    }
    const body = { text, ...(account === null ? {} : { account }), ...(map ? { map } : {}) }
    return what === 'read'
      ? api.post<T>('/api/v1/bankLine/read', body, { silent: true })
      : write<T>('/api/v1/bankLine/paste', { ...body, answers })
  }
  return { text, setText, file, setFile, account, setAccount, send }
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const source = useStatement()
  const [answer, setAnswer] = useState<ReadAnswer | null>(null)
  const [map, setMap] = useState<ColumnMap | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [answers, setAnswers] = useState<Answers>({})
  const refresh = useRefresh()
  const standing = (answer?.rows ?? []).map((row) => standingOf(row, answers))
  const good = standing.filter((s) => s === 'new').length
  const open = standing.filter((s) => s === 'ask').length
  const read = async (by?: ColumnMap): Promise<void> => {
    setProblem(null)
    setMap(by)
    await source.send<ReadAnswer>('read', by).then(
      (reading) => {
        setAnswer(reading)
        setAnswers({})
      },
      (error: unknown) => setProblem(sentence(error)),
    )
  }
  const save = async (): Promise<void> => {
    try {
      const done = await source.send<{ added: number; skipped: number }>('take', map, answers)
      await refresh()
      toast.success(`已导入 ${done.added} 笔${done.skipped ? `，跳过 ${done.skipped} 笔` : ''}`)
      onClose()
    } catch (error) {
      setProblem(sentence(error))
      // A colleague may have taken in some of it meanwhile: what is to be asked is shown, what was answered stays.
      await source.send<ReadAnswer>('read', map).then(setAnswer, () => {})
    }
  }
  const why = answer
    ? answer.broken
      ? '余额接不上，不能导入'
      : open
        ? `还有 ${open} 笔要确认是不是同一笔`
        : good
          ? null
          : '没有可以导入的流水'
    : source.file || source.text.trim()
      ? null
      : '请选择文件或粘贴流水'
  return (
    <Dialog
      open
      title="导入银行流水"
      width={1040}
      okText={answer ? `导入 ${good} 笔` : '读取'}
      okReason={why}
      onCancel={onClose}
      onOk={answer ? save : () => read()}
      extra={answer ? <Button onClick={() => setAnswer(null)}>重新选择</Button> : null}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      {answer ? (
        <Answer answer={answer} answers={answers} onAnswers={setAnswers} onMap={(by) => void read(by)} />
      ) : (
        <Source source={source} />
      )}
    </Dialog>
  )
}

function Source({ source }: { source: ReturnType<typeof useStatement> }) {
  return (
    <div className="zyt-stack">
      <p className="zyt-section-hint">
        从网银、支付宝、微信商户平台导出的明细（csv、xlsx），或连同表头一起粘贴。收入与支出都会收进来，余额逐笔核对，重复的流水不会再次导入。
      </p>
      <div className="zyt-asked">
        <RefPicker
          to="companyAccount"
          label="账户"
          filter={{ status: 'active' }}
          value={source.account}
          ariaLabel="账户"
          onChange={(value) => source.setAccount(value as number | null)}
        />
        <Upload
          accept=".csv,.txt,.xlsx"
          maxCount={1}
          beforeUpload={(file) => {
            source.setFile(file)
            return false
          }}
          onRemove={() => source.setFile(null)}
        >
          <Button>选择流水文件</Button>
        </Upload>
      </div>
      {source.file ? null : (
        <Input.TextArea
          aria-label="银行流水"
          autoSize={{ minRows: 8, maxRows: 18 }}
          placeholder={EXAMPLE}
          value={source.text}
          onChange={(event) => source.setText(event.target.value)}
        />
      )}
    </div>
  )
}

function Answer({
  answer,
  answers,
  onAnswers,
  onMap,
}: {
  answer: ReadAnswer
  answers: Answers
  onAnswers: (answers: Answers) => void
  onMap: (map: ColumnMap) => void
}) {
  return (
    <div className="zyt-stack">
      {answer.broken ? <Alert type="error" showIcon title={answer.broken} role="alert" /> : null}
      <p className="zyt-section-hint">
        {answer.bank ? `识别为${answer.bank}的格式。` : '没有认出是哪家银行，按列名推测。'}
        {answer.opening === null
          ? '没有完整的余额列，余额未核对。'
          : `期初余额 ${formatFen(answer.opening)}，期末余额 ${formatFen(answer.closing ?? 0)}。`}
        {answer.known ? `其中 ${answer.known} 笔已经导入过。` : ''}
      </p>
      <Headings answer={answer} onMap={onMap} />
      <BankStatementRows rows={answer.rows} answers={answers} onAnswers={onAnswers} />
    </div>
  )
}

const CHOICES = [{ value: '', label: '不使用' }, ...Object.entries(COLUMNS).map(([value, label]) => ({ value, label }))]
/** What each heading was taken for; a person may say otherwise, and it is kept with the account. */
function Headings({ answer, onMap }: { answer: ReadAnswer; onMap: (map: ColumnMap) => void }) {
  const [open, setOpen] = useState(answer.profile === null)
  const change = (heading: string, column: string): void => {
    const map = Object.fromEntries(
      answer.headings.filter((h) => h.column && h.heading !== heading && h.column !== column).map((h) => [h.heading, h.column!]),
    )
    onMap(column ? { ...map, [heading]: column } : map)
  }
  return (
    <div>
      <Button type="link" onClick={() => setOpen(!open)}>
        {open ? '收起列对应' : '查看列对应'}
      </Button>
      {open ? (
        <PlainTable
          columns={[{ head: '文件中的列' }, { head: '当作' }]}
          rows={answer.headings
            .filter((h) => h.heading !== '')
            .map((h, i) => ({
              key: `${h.heading}:${i}`,
              cells: [
                h.heading,
                <SearchSelect
                  key="s"
                  aria-label={h.heading}
                  value={h.column ?? ''}
                  options={CHOICES}
                  onChange={(value) => change(h.heading, value)}
                />,
              ],
            }))}
        />
      ) : null}
    </div>
  )
}
