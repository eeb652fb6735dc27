/** An action on one record: its inputs, sent with the version that was seen, and a refusal shown where it was caused. */
import { useState } from 'react'
import { ERRORS } from '../../basics/errors.ts'
import type { Fields } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { ApiError } from '../client/api.web.ts'
import { effectiveOf } from './form/form-plan.ts'
import type { Values } from './form/same.ts'
import { useInputs, type Inputs } from './form/use-inputs.web.ts'
import { useRefresh, useWrite } from './write.web.ts'

export interface Act {
  entity: string
  action: string
  row: Row
  fields: Fields
  preset?: Values
  across?: (input: Values) => string | null
  onDone: (after: Row) => void
}
export interface ActForm {
  form: Inputs
  run: () => Promise<void>
  /** Why it cannot be sent at this moment (`okReason` of a dialog). */
  busy: string | null
  setFilesBusy: (busy: boolean) => void
}

export function useActForm({ entity, action, row, fields, preset, across, onDone }: Act): ActForm {
  // Another version is another question: what was typed for the old one is not laid over it.
  const form = useInputs(fields, across, preset, Object.keys(fields).length > 0 ? `act:${entity}.${action}:${row.id}:${row.version}` : null)
  const write = useWrite()
  const refresh = useRefresh()
  const [filesBusy, setFilesBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (!form.judge()) return
    try {
      const after = await write<Row>(`/api/v1/${entity}/${action}`, {
        ...effectiveOf(fields, form.values),
        id: row.id,
        version: row.version,
      })
      form.forget()
      await refresh()
      onDone(after)
    } catch (error) {
      form.fail(error)
      // Somebody was faster: show what is true now before the next attempt.
      if (error instanceof ApiError && error.code !== ERRORS.invalid.code) void refresh()
    }
  }
  return { form, run, busy: filesBusy ? '文件上传中，请稍候' : null, setFilesBusy }
}
