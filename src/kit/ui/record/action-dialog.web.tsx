/** Asks for what an action needs (inputs, or only a confirmation), runs it, and shows a refusal where it was caused. */
import { Suspense, useCallback, useMemo } from 'react'
import { Alert } from 'antd'
import { movedBy } from '../../action/money.ts'
import { doneWords, type ActionSpec } from '../../action/action.ts'
import type { Fields } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { HTTP_TOAST_MS, toast } from '../dialog/message.web.tsx'
import { actionsOf, entityOf, slots } from '../screen/registry.web.ts'
import { InputRows, Refusals } from './form/inputs.web.tsx'
import type { Values } from './form/same.ts'
import { useActForm } from './use-act-form.web.ts'
import { FormFrame } from './form/form-frame.web.tsx'

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
    // Held: it has been asked for, and nothing has happened yet.
    if (after.$held) toast.info(after.$held, HTTP_TOAST_MS)
    else toast.success(doneWords(spec))
    onDone?.(after)
    onClose()
  }
  if (Own)
    return (
      <Suspense fallback={null}>
        <Own row={row} onClose={onClose} onDone={done} />
      </Suspense>
    )
  return <ActionForm entity={entity} action={action} spec={spec} row={row} onClose={onClose} onAnswer={done} />
}

interface FormProps extends Omit<ActionDialogProps, 'onDone'> {
  spec: ActionSpec<any, any, any>
  onAnswer: (after: Row) => void
}

function ActionForm({ entity, action, spec, row, onClose, onAnswer }: FormProps) {
  const fields = (spec.input ?? NO_FIELDS) as Fields
  const names = Object.keys(fields)
  const across = useCallback((input: Values) => safely(() => spec.checkInput?.(input, row) ?? null), [spec, row])
  const preset = useMemo(() => presetFrom(fields, row), [fields, row])
  const { form, run, busy, setFilesBusy } = useActForm({ entity, action, row, fields, across, preset, onDone: onAnswer })

  return (
    <Dialog
      open
      title={`${spec.label}：${row.$title || entityOf(entity).label}`}
      width={names.length > 8 || names.some((name) => fields[name]?.kind === 'lines') ? '80%' : 560}
      okText={spec.label}
      money={movedBy(spec.money, row, form.values)}
      danger={spec.tone === 'danger'}
      okReason={busy}
      okFocus={names.length === 0 && spec.tone !== 'danger'}
      onCancel={onClose}
      onOk={run}
    >
      <Refusals form={form} />
      {names.length === 0 ? <p>{spec.confirm ?? questionOf(entity, spec, row)}</p> : null}
      {names.length > 0 && spec.confirm ? <Alert type="info" showIcon title={spec.confirm} className="zyt-form-alert" /> : null}
      <FormFrame>
        <InputRows form={form} names={names} onBusy={setFilesBusy} autoFocus narrow={names.length <= 8} of={row} />
      </FormFrame>
    </Dialog>
  )
}

/** Where an action has no question of its own: what becomes of the record, then whether. */
function questionOf(name: string, { label, to }: ActionSpec<any, any, any>, row: Row): string {
  const entity = entityOf(name)
  const states = entity.state ? (entity.fields[entity.state] as unknown as { options: Record<string, string> }).options : {}
  const next = to === undefined ? undefined : states[to as string]
  return next ? `${label}后「${row.$title}」转为「${next}」。确认${label}？` : `将对「${row.$title}」${label}，请核对无误后继续。`
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
