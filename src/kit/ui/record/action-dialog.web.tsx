/** Asks for what an action needs (inputs, or only a confirmation), runs it, and shows a refusal where it was caused. */
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Alert, Form } from 'antd'
import type { ActionSpec } from '../../action/action.ts'
import type { Field, Fields } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { ERRORS } from '../../basics/errors.ts'
import { ApiError } from '../api.web.ts'
import { Dialog } from '../dialog.web.tsx'
import { toast } from '../message.web.tsx'
import { actionsOf, entityOf, slots } from '../registry.web.ts'
import { applies, effectiveOf } from './form-plan.ts'
import { FieldRow } from './field-row.web.tsx'
import type { Values } from './same.ts'
import { placeErrors } from './server-errors.ts'
import { useInputs } from './use-inputs.web.ts'
import { useRefresh, useWrite } from './write.web.ts'

export interface ActionDialogProps {
  entity: string
  action: string
  row: Row
  onClose: () => void
  onDone?: (after: Row) => void
}

const NO_FIELDS: Fields = {}

/** For one record; several at once are the list's business (list/bulk-dialog). */
export function ActionDialog({ entity, action, row, onClose, onDone }: ActionDialogProps) {
  const spec = actionsOf(entity)?.all[action] as ActionSpec<any, any, any> | undefined
  if (!spec) throw new Error(`no such action: ${entity}.${action}`)
  const Own = slots.dialogs[`${entity}.${action}`]
  const done = (after: Row): void => {
    toast.success(`${spec.label}成功`)
    onDone?.(after)
    onClose()
  }
  if (Own)
    return (
      <Suspense fallback={null}>
        <Own row={row} onClose={onClose} onDone={done} />
      </Suspense>
    )
  return (
    <ActionForm
      entity={entity}
      action={action}
      spec={spec}
      row={row}
      onClose={onClose}
      onAnswer={done}
    />
  )
}

interface FormProps extends Omit<ActionDialogProps, 'onDone'> {
  spec: ActionSpec<any, any, any>
  onAnswer: (after: Row) => void
}

function ActionForm({ entity, action, spec, row, onClose, onAnswer }: FormProps) {
  const write = useWrite()
  const refresh = useRefresh()
  const fields = (spec.input ?? NO_FIELDS) as Fields
  const names = Object.keys(fields)
  const across = useCallback((input: Values) => safely(() => spec.checkInput?.(input, row as never) ?? null), [spec, row])
  const preset = useMemo(() => presetFrom(fields, row), [fields, row])
  const form = useInputs(fields, across, preset)
  const [busyFiles, setBusyFiles] = useState(false)

  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const after = await write<Row>(`/api/v1/${entity}/${action}`, { ...effectiveOf(fields, form.values), id: row.id, version: row.version })
      await refresh()
      onAnswer(after)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : '操作失败，请重试'
      form.refuse(placeErrors(message, error instanceof ApiError && error.code === ERRORS.invalid.code ? error.data : null, names, fields))
      // Somebody was faster: show what is true now before the next attempt.
      if (error instanceof ApiError && (error.code === ERRORS.conflict.code || error.code === ERRORS.refused.code)) void refresh()
    }
  }

  return (
    <Dialog
      open
      title={`${spec.label}：${row.$title || entityOf(entity).label}`}
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
      {names.length === 0 ? <p>{spec.confirm ?? `确认对「${row.$title}」${spec.label}？`}</p> : null}
      {names.length > 0 && spec.confirm ? <Alert type="info" showIcon title={spec.confirm} className="zyt-form-alert" /> : null}
      <Form layout="vertical" component={false}>
        <div className={names.length > 8 ? 'zyt-form-fields' : 'zyt-form-fields zyt-form-fields-one'}>
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
function presetFrom(fields: Fields, row: Row): Values {
  const masked = row.$masked ?? []
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => field.default === undefined && row[name] !== undefined && row[name] !== null && !masked.includes(name))
      .map(([name]) => [name, row[name]]),
  )
}
