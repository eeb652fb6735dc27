/** 导入对账单: of one account, from a file or pasted; shown with what each row becomes before anything is written. */
import { useRef, useState } from 'react'
import { Alert, Button, Input } from 'antd'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ReadStatementAnswer, TakenStatement } from './fuel.wire.ts'
import '#kit/ui/parts/stack.css'

type Read = ReadStatementAnswer['rows'][number]
const EXAMPLE =
  '卡号\t交易时间\t油品\t数量\t单价\t金额\t加油站\t流水号\n1000113200000002\t2026-05-14 10:30:00\t0号柴油\t42.60\t7.85\t334.41\t虹桥加油站\tN1'
const SHOWN = 200

/** In the toolbar of 油卡记录. */
export default function StatementTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('oilCardRecord_statement')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>导入对账单</Button>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [account, setAccount] = useState<number | null>(null)
  const [text, setText] = useState('')
  const [rows, setRows] = useState<readonly Read[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const good = (rows ?? []).filter((row) => row.result === 'new' || row.result === 'changed').length
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null)
    await work().catch((error: unknown) => setProblem(sentenceOf(error, '读取失败，请重试')))
  }
  const choose = (file: File): Promise<void> =>
    guarded(async () => {
      const form = new FormData()
      form.append('file', file)
      setText((await api.upload<{ text: string }>('/api/v1/fuelling/readFile', form, { silent: true })).text)
    })
  const read = (): Promise<void> =>
    guarded(async () =>
      setRows((await api.post<ReadStatementAnswer>('/api/v1/fuelling/readStatement', { account, text }, { silent: true })).rows),
    )
  const save = (): Promise<void> =>
    guarded(async () => {
      const done = await write<TakenStatement>('/api/v1/fuelling/takeStatement', { account, text })
      await refresh()
      toast.success(
        `已导入 ${done.added} 笔${done.changed ? `，更正 ${done.changed} 笔` : ''}${done.reversed ? `，撤销 ${done.reversed} 笔` : ''}${done.suspect ? `，其中 ${done.suspect} 笔异常` : ''}${done.unclear ? `，${done.unclear} 笔未能确定司机` : ''}`,
      )
      onClose()
    })
  return (
    <Dialog
      open
      title="导入油电对账单"
      width={1080}
      okText={rows ? `导入 ${good} 笔` : '读取'}
      okReason={
        account === null ? '请选择主账户' : rows ? (good ? null : '没有可以导入的记录') : text.trim() ? null : '请先粘贴对账单或选择文件'
      }
      onCancel={onClose}
      onOk={rows ? save : read}
      extra={rows ? <Button onClick={() => setRows(null)}>返回修改</Button> : null}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      {rows ? (
        <ReadRows rows={rows} />
      ) : (
        <div className="zyt-stack">
          <p className="zyt-section-hint">
            连同表头一起粘贴，或选择 .xlsx、.csv 文件（GBK 与 UTF-8
            均可）。需要有交易时间、金额，以及卡号或车牌号；供应商的列名与常见写法不同的，可在主账户登记。已导入的不会重复，供应商更正过的先冲正再登记。
          </p>
          <RefPicker
            to="fuelAccount"
            label="主账户"
            value={account}
            ariaLabel="主账户"
            onChange={(value) => setAccount(value as number | null)}
          />
          <div>
            <Button onClick={() => chooser.current?.click()}>选择文件</Button>
            <input
              ref={chooser}
              type="file"
              hidden
              aria-label="对账单文件"
              accept=".xlsx,.csv,.txt"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) void choose(file)
              }}
            />
          </div>
          <Input.TextArea
            aria-label="对账单"
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

/** What needs a look stands first: among thousands nobody would find it. */
const RANK = { bad: 0, changed: 1, new: 2, known: 3 } as const
const TONE = { new: 'green', changed: 'orange', known: 'grey', bad: 'red' } as const
function ReadRows({ rows }: { rows: readonly Read[] }) {
  const sorted = rows.length > SHOWN ? rows.toSorted((a, b) => RANK[a.result] - RANK[b.result] || a.line - b.line) : rows
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines">
        <thead>
          <tr>
            {['行', '结果', '卡号尾号', '车牌号', '交易时间', '数量', '金额', '加油站', '司机'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>
                <Tag tone={TONE[row.result]}>{row.problem ?? '可导入'}</Tag>
              </td>
              <td>{row.cardNo}</td>
              <td className="zyt-nowrap">{row.plate}</td>
              <td className="zyt-nowrap">{row.at ? formatTime(row.at) : ''}</td>
              <td className="zyt-end">{row.quantity || ''}</td>
              <td className="zyt-end">{formatFen(row.amount)}</td>
              <td>{row.station}</td>
              <td>
                {row.driverName}
                {row.unclear ? <Tag tone="orange">{row.unclear}</Tag> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN ? <p className="zyt-section-hint">{`共 ${rows.length} 行，只显示前 ${SHOWN} 行，不能导入的在最前面`}</p> : null}
    </div>
  )
}
