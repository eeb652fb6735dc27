/** Asks for what an action needs (inputs, or only a confirmation), runs it, and shows a refusal or the result per row. */
import { useCallback, useMemo, useState } from 'react'
import { Alert, Form } from 'antd'
import type { ActionSpec } from '../../action/action.ts'
import type { Field, Fields } from '../../entity/field.ts'
import type { BulkAnswer } from '../../entity/wire.ts'
import { ERRORS } from '../../basics/errors.ts'
import { ApiError } from '../api.web.ts'
import { Dialog } from '../dialog.web.tsx'
import { toast } from '../message.web.tsx'
import { actionsOf, entityOf } from '../registry.web.ts'
import { BulkResult } from './bulk-result.web.tsx'
import { applies, effectiveOf } from './form-plan.ts'
import { FieldRow } from './field-row.web.tsx'
import type { Values } from './same.ts'
import { placeErrors } from './server-errors.ts'
import { useInputs } from './use-inputs.web.ts'
import { actionRequest, isBulkAnswer, isTask, useRefresh, useWrite, type ActionAnswer, type ActionTarget } from './write.web.ts'

export interface ActionDialogProps {
  entity: string
  action: string
  target: ActionTarget
  onClose: () => void
  onDone?: (answer: ActionAnswer) => void
}

const NO_FIELDS: Fields = {}

export const actionOf = (entity: string, action: string): ActionSpec<any, any, any> | null =>
  (actionsOf(entity)?.all[action] as ActionSpec<any, any, any> | undefined) ?? null

const countOf = (target: ActionTarget): number => ('query' in target ? target.total : target.rows.length)

export function ActionDialog({ entity, action, target, onClose, onDone }: ActionDialogProps) {
  const spec = actionOf(entity, action)
  const [bulk, setBulk] = useState<BulkAnswer | null>(null)
  if (!spec) throw new Error(`no such action: ${entity}.${action}`)
  if (bulk)
    return (
      <Dialog open title={`${spec.label}：处理结果`} width={800} okText="知道了" onCancel={onClose} onOk={onClose}>
        <BulkResult answer={bulk} />
      </Dialog>
    )
  return (
    <ActionForm
      entity={entity}
      action={action}
      spec={spec}
      target={target}
      onClose={onClose}
      onAnswer={(answer) => {
        onDone?.(answer)
        if (isBulkAnswer(answer) && answer.failed > 0) return setBulk(answer)
        if (isTask(answer)) toast.info('已转入后台处理，可在任务中心查看进度')
        else toast.success(isBulkAnswer(answer) ? `${spec.label}成功，共 ${answer.done} 条` : `${spec.label}成功`)
        onClose()
      }}
    />
  )
}

interface FormProps extends Omit<ActionDialogProps, 'onDone'> {
  spec: ActionSpec<any, any, any>
  onAnswer: (answer: ActionAnswer) => void
}

function ActionForm({ entity, action, spec, target, onClose, onAnswer }: FormProps) {
  const write = useWrite()
  const refresh = useRefresh()
  const fields = (spec.input ?? NO_FIELDS) as Fields
  const names = Object.keys(fields)
  const only = 'rows' in target && target.rows.length === 1 ? target.rows[0] : undefined
  // The rule over the inputs needs the record; for several records the server judges each by itself.
  const across = useCallback((input: Values) => (only ? safely(() => spec.checkInput?.(input, only as never) ?? null) : null), [spec, only])
  const preset = useMemo(() => presetFrom(fields, only), [fields, only])
  const form = useInputs(fields, across, preset)
  const [busyFiles, setBusyFiles] = useState(false)

  const run = async (): Promise<void> => {
    if (!form.judge()) return
    const { path, body } = actionRequest(entity, action, target, effectiveOf(fields, form.values))
    try {
      const answer = await write<ActionAnswer>(path, body)
      await refresh()
      onAnswer(answer)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '操作失败，请重试'
      form.refuse(placeErrors(message, error instanceof ApiError && error.code === ERRORS.invalid.code ? error.data : null, names, fields))
      // Somebody was faster: show what is true now before the next attempt.
      if (error instanceof ApiError && (error.code === ERRORS.conflict.code || error.code === ERRORS.refused.code)) void refresh()
    }
  }

  const n = countOf(target)
  return (
    <Dialog
      open
      title={n > 1 ? `${spec.label}（将影响 ${n} 条）` : `${spec.label}：${only?.$title ?? entityOf(entity).label}`}
      width={names.length > 8 || names.some((name) => fields[name]?.kind === 'lines') ? '80%' : 560}
      okText={spec.label}
      danger={spec.tone === 'danger'}
      okReason={busyFiles ? '文件上传中，请稍候' : null}
      onCancel={onClose}
      onOk={run}
    >
      {form.general.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
      ))}
      {names.length === 0 ? <p>{spec.confirm ?? `确认${spec.label}${n > 1 ? `所选 ${n} 条记录` : `「${only?.$title ?? ''}」`}？`}</p> : null}
      {names.length > 0 && spec.confirm ? <Alert type="info" showIcon title={spec.confirm} className="zyt-form-alert" /> : null}
      <Form layout="vertical" component={false}>
        <div className={names.length > 8 ? 'zyt-fields' : 'zyt-fields zyt-fields-one'}>
          {names
            .filter((name) => applies(fields[name] as Field, form.values))
            .map((name, i) => (
              <FieldRow
                key={name}
                name={name}
                field={fields[name] as Field}
                value={form.values[name]}
                error={form.errorAt(name)}
                errors={form.cellErrors(name)}
                autoFocus={i === 0}
                onBusy={setBusyFiles}
                onChange={(value) => form.set(name, value)}
                onLeave={() => form.leave(name)}
              />
            ))}
        </div>
      </Form>
    </Dialog>
  )
}

/** A rule over half-typed inputs may trip; the server runs it again over checked ones. */
function safely(rule: () => string | null): string | null {
  try {
    return rule()
  } catch {
    return null
  }
}

/** Inputs that carry the name of a field of the record start with what the record says, unless hidden behind a mask. */
function presetFrom(fields: Fields, row: Record<string, unknown> | undefined): Values {
  if (!row) return {}
  const masked = Array.isArray(row['$masked']) ? (row['$masked'] as string[]) : []
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => field.default === undefined && row[name] !== undefined && row[name] !== null && !masked.includes(name))
      .map(([name]) => [name, row[name]]),
  )
}
