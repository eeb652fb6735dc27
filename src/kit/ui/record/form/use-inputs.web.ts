/** State of a small form over fields: values, what was touched, what is wrong. */
import { useCallback, useMemo, useState } from 'react'
import { ERRORS } from '../../../basics/errors.ts'
import { clearDraft } from '../../state/draft.web.ts'
import { useKept } from '../../state/page-draft.web.ts'
import type { Fields } from '../../../entity/field.ts'
import { ApiError } from '../../client/api.web.ts'
import { beginning, keepChoices } from './begins.web.ts'
import { checkInputs } from './form-check.ts'
import { firstValues } from './form-plan.ts'
import type { Values } from './same.ts'
import { errorOf, noErrors, placeErrors, withoutField, type FormErrors } from './server-errors.ts'

export interface Inputs {
  fields: Fields
  values: Values
  set: (name: string, value: unknown) => void
  leave: (name: string) => void
  /** What to show at a field now. */
  errorAt: (name: string) => string | null
  cellErrors: (name: string) => Record<string, string>
  /** Sentences above the form. */
  general: readonly string[]
  /** Sent: what was kept is not needed any more. */
  forget: () => void
  /** True when it may be sent; otherwise everything wrong is shown. */
  judge: () => boolean
  /** What was thrown while sending: at the field it speaks of, or above the form. Without an answer: `otherwise`. */
  fail: (error: unknown, otherwise?: string) => void
}

/** `keep`: under this name what is typed outlives F5, an expired login and a forced reload. */
export function useInputs(fields: Fields, across?: (input: Values) => string | null, preset?: Values, keep: string | null = null): Inputs {
  const name = keep === null ? null : formName(keep)
  const [start] = useState<Values>(() => ({ ...firstValues(fields), ...beginning(name, fields), ...preset }))
  const [values, setValues] = useState(start)
  // What was sent stays in the fields until the dialog closes, and the name it is kept under may change meanwhile (the
  // record has a new version): nothing is kept again before something is typed again.
  const [sent, setSent] = useState(false)
  useKept(sent ? null : keep, keep === null || JSON.stringify(values) === JSON.stringify(start) ? null : values, (draft) =>
    setValues((all) => ({ ...all, ...draft })),
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [fromServer, setFromServer] = useState<FormErrors>(noErrors)
  const own = useMemo(() => checkInputs(fields, values, across), [fields, values, across])

  const set = useCallback((name: string, value: unknown) => {
    setValues((all) => ({ ...all, [name]: value }))
    setSent(false)
    setFromServer((errors) => ({ ...withoutField(errors, name), general: [] }))
  }, [])
  const leave = useCallback((name: string) => setTouched((names) => new Set(names).add(name)), [])
  const seen = (name: string): boolean => tried || touched.has(name)
  return {
    fields,
    values,
    set,
    leave,
    errorAt: (name) => errorOf(fromServer, name) ?? (seen(name) ? errorOf(own, name) : null),
    cellErrors: (name) => cells({ ...(seen(name) ? own.fields : {}), ...fromServer.fields }, name),
    general: [...fromServer.general, ...(tried ? own.general : [])],
    forget: () => {
      if (keep === null) return
      keepChoices(name, fields, values)
      setSent(true)
      clearDraft(keep)
    },
    judge: () => {
      setTried(true)
      return Object.keys(own.fields).length === 0 && own.general.length === 0
    },
    fail: (error, otherwise = '没有办成，请重试；仍不行请联系管理员') =>
      setFromServer(
        error instanceof ApiError
          ? placeErrors(error.message, error.code === ERRORS.invalid.code ? error.data : null, Object.keys(fields), fields)
          : placeErrors(otherwise, null, [], fields),
      ),
  }
}

/** `act:handover.confirm:12:3` → `act:handover.confirm`: the next one is of another record, and begins with what was chosen here. */
const formName = (keep: string): string =>
  keep
    .split(':')
    .slice(0, keep.startsWith('act:') ? 2 : 1)
    .join(':')

/** `items.2.price` → `2.price`. */
export function cells(errors: Record<string, string>, name: string): Record<string, string> {
  const head = `${name}.`
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(head))
      .map(([path, text]) => [path.slice(head.length), text]),
  )
}
