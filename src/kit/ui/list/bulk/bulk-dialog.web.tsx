/** A bulk action: what will be touched, its inputs, then a result per row. Nothing is said to be done before it is. */
import { useMemo, useState } from 'react'
import { Alert, Form, Select } from 'antd'
import { movedBy, type Moves } from '../../../action/money.ts'
import { doneWords } from '../../../action/action.ts'
import type { Entity } from '../../../entity/entity.ts'
import type { Field, Fields } from '../../../entity/field.ts'
import type { BulkAnswer } from '../../../entity/wire.ts'
import { Dialog } from '../../dialog/dialog.web.tsx'
import { showTask } from '../../dialog/downloads.web.tsx'
import { toast } from '../../dialog/message.web.tsx'
import { effectiveOf } from '../../record/form/form-plan.ts'
import { InputRows, Refusals } from '../../record/form/inputs.web.tsx'
import { useInputs } from '../../record/form/use-inputs.web.ts'
import { useRefresh, useWrite } from '../../record/write.web.ts'
import { actionsOf } from '../../screen/registry.web.ts'
import { countOf, targetOf, type Selection } from '../../state/selection.ts'
import { many } from '../../field/control.ts'
import { BulkResult } from './bulk-result.web.tsx'
import { quickFields, type Offer } from './legality.ts'
import { listAddress } from '../use-data.web.ts'
import { FormFrame } from '../../record/form/form-frame.web.tsx'

interface Props {
  entity: Entity
  offer: Offer
  selection: Selection
  onClose: () => void
  onDone: () => void
}

/** `edit` is the standard bulk action for `quick` fields (wire.ts). */
export const BULK_EDIT: Offer = { name: 'edit', label: '批量修改', reason: null }
export const BULK_DELETE: Offer = { name: 'delete', label: '批量删除', tone: 'danger', reason: null }
/** Above this the server works in the background (wire.ts). */
const BACKGROUND_FROM = 200
const NO_FIELDS: Fields = {}

export function BulkDialog(props: Props) {
  const { entity, offer, onClose } = props
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const [picked, setPicked] = useState<string[]>([])
  const fields = useMemo(
    () =>
      offer.name === BULK_EDIT.name
        ? Object.fromEntries(picked.map((name) => [name, entity.fields[name] as Field]))
        : ((actionsOf(entity.name)?.all[offer.name]?.input ?? NO_FIELDS) as Fields),
    [offer, picked, entity],
  )
  if (answer)
    return (
      <Dialog open title={`${offer.label}：处理结果`} okText="知道了" onCancel={onClose} onOk={onClose} width={800}>
        <BulkResult answer={answer} />
      </Dialog>
    )
  return <BulkForm {...props} fields={fields} picked={picked} onPick={setPicked} onAnswer={setAnswer} />
}

interface FormProps extends Props {
  fields: Fields
  picked: string[]
  onPick: (names: string[]) => void
  onAnswer: (answer: BulkAnswer) => void
}

function BulkForm({ entity, offer, selection, fields, picked, onPick, onClose, onDone, onAnswer }: FormProps) {
  const write = useWrite()
  const refresh = useRefresh()
  const form = useInputs(fields)
  const [busyFiles, setBusyFiles] = useState(false)
  const bulkEdit = offer.name === BULK_EDIT.name
  const count = countOf(selection).toLocaleString('zh-CN')

  const run = async (): Promise<void> => {
    if (!form.judge()) return
    // A picked field left empty is emptied: that is what the dialog shows.
    const blank = bulkEdit ? Object.fromEntries(picked.map((name) => [name, null])) : {}
    const body = { ...blank, ...effectiveOf(fields, form.values), ...targetOf(selection) }
    try {
      const answer = await write<BulkAnswer | { taskId: number }>(listAddress(entity.name, `bulk/${offer.name}`), body)
      onDone()
      if ('taskId' in answer) {
        showTask(answer.taskId, () => void refresh())
        toast.info('已转入后台处理，可在任务中心查看进度')
        return onClose()
      }
      await refresh()
      if (answer.failed > 0 || answer.results.some((row) => row.held)) return onAnswer(answer)
      toast.success(doneWords(actionsOf(entity.name)?.all[offer.name] ?? offer, answer.done))
      onClose()
    } catch (error) {
      form.fail(error)
    }
  }

  return (
    <Dialog
      open
      title={offer.label}
      width={600}
      danger={offer.tone === 'danger'}
      okText={`${offer.label} ${count} 条`}
      money={moneyOf(actionsOf(entity.name)?.all[offer.name]?.money, selection, form.values)}
      okReason={busyFiles ? '文件上传中，请稍候' : bulkEdit && picked.length === 0 ? '请先选择要修改哪一项' : null}
      onCancel={onClose}
      onOk={run}
    >
      <Preview entity={entity} selection={selection} offer={offer} />
      <Refusals form={form} />
      <FormFrame>
        {bulkEdit ? <FieldPicker entity={entity} picked={picked} onPick={onPick} /> : null}
        <InputRows form={form} names={Object.keys(fields)} onBusy={setBusyFiles} narrow />
      </FormFrame>
    </Dialog>
  )
}

/** What all of them move together; nothing where a row does not tell. */
function moneyOf(moves: Moves | undefined, selection: Selection, input: Readonly<Record<string, unknown>>): number | null {
  if (selection.by !== 'rows') return null
  let sum = 0
  for (const { row } of selection.rows.values()) {
    const amount = movedBy(moves, row, input)
    if (amount === null) return null
    sum += amount
  }
  return sum || null
}

function FieldPicker({ entity, picked, onPick }: { entity: Entity; picked: string[]; onPick: (names: string[]) => void }) {
  return (
    <Form.Item label="要修改的项目" htmlFor="zyt-bulk-fields">
      <Select
        id="zyt-bulk-fields"
        {...many}
        autoFocus
        placeholder="请选择"
        value={picked}
        options={quickFields(entity).map((name) => ({ value: name, label: entity.fields[name]?.label }))}
        onChange={onPick}
      />
    </Form.Item>
  )
}

function Preview({ entity, selection, offer }: { entity: Entity; selection: Selection; offer: Offer }) {
  const confirm = actionsOf(entity.name)?.all[offer.name]?.confirm
  const count = countOf(selection)
  const titles = selection.by === 'rows' ? [...selection.rows.values()].slice(0, 5).map((row) => row.title) : []
  const who = selection.by === 'query' ? `当前筛选条件下的全部${entity.label}` : `${titles.join('、')}${count > titles.length ? ' 等' : ''}`
  return (
    <Alert
      className="zyt-bulk-preview"
      type={offer.tone === 'danger' ? 'warning' : 'info'}
      showIcon
      title={`将影响 ${selection.by === 'query' && !selection.exact ? '至少 ' : ''}${count.toLocaleString('zh-CN')} 条`}
      description={
        <>
          <div>{who}</div>
          {confirm ? <div>{confirm}</div> : null}
          {count > BACKGROUND_FROM ? <div>数量较多，将在后台处理，每条结果可在任务中心查看。</div> : null}
        </>
      }
    />
  )
}
