/** 银行流水: saying what a line is. The program suggests; a person chooses. */
import { useState } from 'react'
import { Alert, Button, Radio } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import type { Row } from '#kit/entity/wire.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { confirmBox, toast } from '#kit/ui/dialog/message.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { ActionDialogSlot } from '#kit/ui/screen/slots.web.ts'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { asText } from '#kit/basics/text.ts'
import { ImportDialog } from './bank-import.web.tsx'
import { MATCH_TARGETS } from './line.ts'
import '../finance.css'
import '#kit/ui/parts/stack.css'

/** In the toolbar of the list. */
export function BankStatementTools() {
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
      money={amount}
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
