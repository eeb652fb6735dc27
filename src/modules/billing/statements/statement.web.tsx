/** 银行流水: pasting a statement, and accepting whose a line is. The program suggests; a person chooses. */
import { useState } from 'react'
import { Alert, Button, Input, Radio } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { asText } from '#kit/basics/text.ts'
import type { StatementRow } from './statement.rules.ts'
import '../billing.css'

const EXAMPLE = '交易日期\t收入金额\t对方户名\t摘要\t流水号\n2025-03-05\t3,800.00\t上海云达物流有限公司\t3月租金\t20250305000123'

/** In the toolbar of the list. */
export function StatementTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('bankLineList_add')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        粘贴流水
      </Button>
      {open ? <PasteDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const sentence = (error: unknown): string => sentenceOf(error, '读取失败，请重试')

function PasteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [account, setAccount] = useState('')
  const [rows, setRows] = useState<StatementRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const good = (rows ?? []).filter((row) => row.problem === null && !row.out)
  const read = async (): Promise<void> => {
    setProblem(null)
    await api.post<{ rows: StatementRow[] }>('/api/v1/bankLine/read', { text }, { silent: true }).then(
      (answer) => setRows(answer.rows),
      (error: unknown) => setProblem(sentence(error)),
    )
  }
  const save = async (): Promise<void> => {
    try {
      const done = await write<{ added: number; skipped: number }>('/api/v1/bankLine/paste', {
        text,
        ...(account.trim() ? { account: account.trim() } : {}),
      })
      await refresh()
      toast.success(`已导入 ${done.added} 笔${done.skipped ? `，跳过 ${done.skipped} 笔` : ''}`)
      onClose()
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <Dialog
      open
      title="粘贴银行流水"
      width={960}
      okText={rows ? `导入 ${good.length} 笔` : '读取'}
      okReason={rows ? (good.length ? null : '没有可以导入的流水') : text.trim() ? null : '请先粘贴流水'}
      onCancel={onClose}
      onOk={rows ? save : read}
      extra={rows ? <Button onClick={() => setRows(null)}>重新粘贴</Button> : null}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      {rows ? (
        <ReadRows rows={rows} />
      ) : (
        <div className="zyt-pay">
          <p className="zyt-section-hint">
            从网银导出的表格中连同表头一起复制、粘贴到这里。需要有日期、金额（或收入、贷方）和流水号三列；支出会跳过，重复的流水号不会再次导入。
          </p>
          <Input
            aria-label="入账账户"
            placeholder="入账账户（可不填）"
            maxLength={80}
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
          <Input.TextArea
            aria-label="银行流水"
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

const SHOWN = 200
function ReadRows({ rows }: { rows: readonly StatementRow[] }) {
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">结果</th>
            <th scope="col">日期</th>
            <th scope="col" className="zyt-end">
              金额
            </th>
            <th scope="col">付款人</th>
            <th scope="col">摘要</th>
            <th scope="col">流水号</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>
                {row.problem ? (
                  <Tag tone="red">{row.problem}</Tag>
                ) : row.out ? (
                  <Tag tone="grey">支出，跳过</Tag>
                ) : (
                  <Tag tone="green">可导入</Tag>
                )}
              </td>
              <td className="zyt-nowrap">{row.bookedOn}</td>
              <td className="zyt-end">{row.amount === null ? '' : formatFen(row.amount)}</td>
              <td>{row.payerName}</td>
              <td>{row.memo}</td>
              <td>{row.tradeNo}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN ? (
        <p className="zyt-section-hint">
          共 {rows.length} 行，只显示前 {SHOWN} 行
        </p>
      ) : null}
    </div>
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
