/** 银行流水: taking a statement in (file or paste), and saying what a line is. The program suggests; a person chooses. */
import { useState } from 'react'
import { Alert, Button, Input, Radio, Upload } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { randomId } from '#kit/ui/client/id.ts'
import { asText } from '#kit/basics/text.ts'
import type { ReadAnswer } from './bank.routes.server.ts'
import { MATCH_TARGETS } from './line.ts'
import { COLUMNS } from './profiles.rules.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

const EXAMPLE =
  '交易日期\t收入金额\t支出金额\t余额\t对方户名\t摘要\t流水号\n2026-03-05\t3,800.00\t\t103,800.00\t上海云达物流有限公司\t3月租金\t20260305000123'

/** In the toolbar of the list. */
export function StatementTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  const write = useWrite()
  const refresh = useRefresh()
  const adopt = async (): Promise<void> => {
    if (!(await confirmBox({ title: '全部采用', content: '把流水号完全相同的已有单据全部对上；其余留给人逐笔确认。继续？' }))) return
    const done = await write<{ adopted: number; left: number }>('/api/v1/bankLine/adopt', {})
    await refresh()
    toast.success(`已对上 ${done.adopted} 笔，还有 ${done.left} 笔待匹配`)
  }
  return (
    <>
      {can('bankLineList_add') ? (
        <Button type="primary" onClick={() => setOpen(true)}>
          导入流水
        </Button>
      ) : null}
      {can('bankLineList_recognise') ? <Button onClick={() => void adopt()}>全部采用</Button> : null}
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const sentence = (error: unknown): string => sentenceOf(error, '读取失败，请重试')
type ColumnMap = Record<string, string>

/** Where the statement comes from: text in the box, or a file. */
function useStatement() {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [account, setAccount] = useState<number | null>(null)
  const write = useWrite()
  const send = async <T,>(what: 'read' | 'take', map?: ColumnMap): Promise<T> => {
    if (file) {
      const form = new FormData()
      form.append('file', file)
      if (account !== null) form.append('account', String(account))
      if (map) form.append('map', JSON.stringify(map))
      return api.upload<T>(`/api/v1/bankLine/${what}File`, form, { silent: true, idempotencyKey: randomId() })
    }
    const body = { text, ...(account === null ? {} : { account }), ...(map ? { map } : {}) }
    return what === 'read' ? api.post<T>('/api/v1/bankLine/read', body, { silent: true }) : write<T>('/api/v1/bankLine/paste', body)
  }
  return { text, setText, file, setFile, account, setAccount, send }
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const source = useStatement()
  const [answer, setAnswer] = useState<ReadAnswer | null>(null)
  const [map, setMap] = useState<ColumnMap | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useRefresh()
  const good = (answer?.rows ?? []).filter((row) => row.problem === null)
  const read = async (by?: ColumnMap): Promise<void> => {
    setProblem(null)
    setMap(by)
    await source.send<ReadAnswer>('read', by).then(setAnswer, (error: unknown) => setProblem(sentence(error)))
  }
  const save = async (): Promise<void> => {
    try {
      const done = await source.send<{ added: number; skipped: number }>('take', map)
      await refresh()
      toast.success(`已导入 ${done.added} 笔${done.skipped ? `，跳过 ${done.skipped} 笔` : ''}`)
      onClose()
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  const why = answer
    ? answer.broken
      ? '余额接不上，不能导入'
      : good.length
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
      okText={answer ? `导入 ${good.length} 笔` : '读取'}
      okReason={why}
      onCancel={onClose}
      onOk={answer ? save : () => read()}
      extra={answer ? <Button onClick={() => setAnswer(null)}>重新选择</Button> : null}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      {answer ? <Answer answer={answer} onMap={(by) => void read(by)} /> : <Source source={source} />}
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

const SHOWN = 200
function Answer({ answer, onMap }: { answer: ReadAnswer; onMap: (map: ColumnMap) => void }) {
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
        rows={answer.rows.slice(0, SHOWN).map((row) => ({
          key: row.line,
          cells: [
            row.line,
            row.problem ? (
              <Tag key="t" tone="red">
                {row.problem}
              </Tag>
            ) : (
              <Tag key="t" tone="green">
                可导入
              </Tag>
            ),
            row.bookedOn ?? '',
            row.direction === 'in' && row.amount !== null ? formatFen(row.amount) : '',
            row.direction === 'out' && row.amount !== null ? formatFen(row.amount) : '',
            row.balance === null ? '' : formatFen(row.balance),
            row.payerName || row.payerAccount,
            row.memo,
            row.tradeNo,
          ],
        }))}
      />
      {answer.rows.length > SHOWN ? (
        <p className="zyt-section-hint">
          共 {answer.rows.length} 行，只显示前 {SHOWN} 行
        </p>
      ) : null}
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

interface Documented {
  target: keyof typeof MATCH_TARGETS
  id: number
  no: string
  day: string
  party: string
  score: number
  reasons: string[]
}
/** Instead of the plain dialog of «对上已有单据». */
export function RecogniseDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const query = useQuery({
    queryKey: ['entity', 'bankLine', 'suggest', row.id],
    queryFn: ({ signal }) => api.get<{ documents: Documented[] }>('/api/v1/bankLine/suggest', { id: row.id }, { signal, silent: true }),
  })
  const documents = query.data?.documents ?? []
  const run = async (): Promise<void> => {
    const [target, id] = chosen!.split(':')
    try {
      const after = await write<Row>('/api/v1/bankLine/recognise', { id: row.id, version: row.version, target, targetId: Number(id) })
      await refresh()
      onDone(after)
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <Dialog
      open
      title={`对上已有单据：${formatFen(Number(row['amount']))}`}
      width={760}
      okReason={chosen ? null : '请选择一张单据'}
      onCancel={onClose}
      onOk={run}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      {query.isPending ? <LoadingState rows={3} /> : null}
      {query.data && documents.length === 0 ? <p className="zyt-section-hint">三天内没有金额相同、尚未对上流水的单据。</p> : null}
      <Radio.Group className="zyt-suggestions" value={chosen} onChange={(event) => setChosen(event.target.value as string)}>
        {documents.map((d) => (
          <Radio key={`${d.target}:${d.id}`} value={`${d.target}:${d.id}`}>
            <b>{`${MATCH_TARGETS[d.target]} ${d.no}`}</b> <Tag tone={d.score >= 90 ? 'green' : 'blue'}>{`相符 ${d.score}`}</Tag>
            <small>{`${d.day} ${d.party}：${d.reasons.join('；')}`}</small>
          </Radio>
        ))}
      </Radio.Group>
    </Dialog>
  )
}

interface Suggested {
  lessee: number
  name: string
  score: number
  sum: number
  reasons: string[]
  bills: { id: number; no: string; remain: number; dueOn: string }[]
}

/** Instead of the plain dialog of «匹配账单». */
export function AcceptDialog({ row, onClose, onDone }: ActionDialogSlot) {
  const [chosen, setChosen] = useState<number | 'own' | null>(null)
  const [own, setOwn] = useState<number[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const query = useQuery({
    queryKey: ['entity', 'bankLine', 'suggest', row.id],
    queryFn: ({ signal }) => api.get<{ list: Suggested[] }>('/api/v1/bankLine/suggest', { id: row.id }, { signal, silent: true }),
  })
  const list = query.data?.list ?? []
  const amount = Number(row['amount'])
  const bills = chosen === 'own' ? own : (list.find((s) => s.lessee === chosen)?.bills.map((b) => b.id) ?? [])
  const run = async (): Promise<void> => {
    try {
      const after = await write<Row>('/api/v1/bankLine/accept', { id: row.id, version: row.version, bills })
      await refresh()
      onDone(after)
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <Dialog
      open
      title={`匹配账单：${formatFen(amount)}`}
      width={760}
      okText="登记收款"
      okReason={bills.length ? null : '请选择一个建议，或自己选择账单'}
      onCancel={onClose}
      onOk={run}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      <p className="zyt-section-hint">
        {String(row['bookedOn'])} · {asText(row['payerName'] ?? '未知付款人')} · {asText(row['memo'])}　登记后由另一位同事确认到账。
      </p>
      {query.isPending ? <LoadingState rows={4} /> : null}
      <Radio.Group className="zyt-suggestions" value={chosen} onChange={(event) => setChosen(event.target.value as number | 'own')}>
        {list.map((s) => (
          <Radio key={s.lessee} value={s.lessee}>
            <b>{s.name}</b> <Tag tone={s.score >= 75 ? 'green' : s.score >= 50 ? 'blue' : 'grey'}>{`相符 ${s.score}`}</Tag>
            <small>{s.reasons.join('；')}</small>
            <small>
              {s.bills.map((b) => `${b.no}（${b.dueOn}，未收 ${formatFen(b.remain)}）`).join('、')}
              {s.sum === amount
                ? ''
                : s.sum < amount
                  ? `；多出 ${formatFen(amount - s.sum)} 转入预存余额`
                  : `；收到后仍差 ${formatFen(s.sum - amount)}`}
            </small>
          </Radio>
        ))}
        <Radio value="own">{list.length || query.isPending ? '都不是，自己选择账单' : '没有相符的账单，自己选择'}</Radio>
      </Radio.Group>
      {chosen === 'own' ? (
        <RefPicker
          to="bill"
          label="账单"
          multiple
          filter={{ status: 'unpaid,partlyPaid' }}
          value={own}
          ariaLabel="账单"
          onChange={(value) => setOwn((value as number[] | null) ?? [])}
        />
      ) : null}
    </Dialog>
  )
}
