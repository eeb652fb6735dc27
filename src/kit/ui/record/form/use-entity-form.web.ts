/** State of the form of one record: values, draft, errors, saving, and what happens when somebody else was faster. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import { ERRORS } from '../../../basics/errors.ts'
import { api, ApiError } from '../../client/api.web.ts'
import { useDraft } from '../../state/setting.web.ts'
import { Filling } from './filling.ts'
import { checkForm } from './form-check.ts'
import { payload, startingValues, writableNames, type FormMode } from './form-plan.ts'
import { changedNames, compareVersions, rebase, type Conflict, type Values } from './same.ts'
import { errorCount, errorOf, noErrors, placeErrors, withoutField, type FormErrors } from './server-errors.ts'
import { cells } from './use-inputs.web.ts'
import { useRefresh, useWrite } from '../write.web.ts'

interface StoredForm {
  values: Values
  base: Values
  version: number | null
}

export interface Clash extends Conflict {
  stored: Row
}

export interface EntityFormState {
  mode: FormMode
  values: Values
  base: Values
  dirty: boolean
  saving: boolean
  /** Counts attempts to save that failed, for whoever brings the first error into view. */
  failures: number
  savedAt: string | null
  /** A draft was laid into the form when it opened. */
  restored: boolean
  clash: Clash | null
  errors: FormErrors
  set: (name: string, value: unknown) => void
  /**
   * Called as something is asked for that fills in other fields; what it answers takes the answer, or makes it of the values there are by then, and
   * says which fields it filled in: not those changed meanwhile, and null where the same was asked for anew or the form has begun anew.
   */
  asking: (about: string) => (answer: Values | ((values: Values) => Values)) => string[] | null
  leave: (name: string) => void
  errorAt: (name: string) => string | null
  cellErrors: (name: string) => Record<string, string>
  /** `agreed`: asked once nothing is wrong, before it is sent. */
  save: (agreed?: () => Promise<boolean>) => Promise<Row | null>
  /** Back to where the form started; the draft is thrown away. */
  reset: () => void
  /** After a clash: take what is stored, with or without my changes on top. */
  resolve: (how: 'keepMine' | 'takeTheirs' | 'later') => void
}

const isStoredForm = (value: unknown): value is StoredForm =>
  typeof value === 'object' && value !== null && typeof (value as StoredForm).values === 'object' && (value as StoredForm).values !== null

/** `row`: the record when editing. `preset`: first values when adding. */
export function useEntityForm(entity: Entity<any>, row: Row | null, preset: Values, draftKey: string): EntityFormState {
  const mode: FormMode = row ? 'edit' : 'add'
  const names = useMemo(() => writableNames(entity, mode), [entity, mode])
  const [base, setBase] = useState<Values>(() => startingValues(entity, mode, row ?? preset))
  const [values, setValues] = useState<Values>(base)
  const [version, setVersion] = useState<number | null>(row?.version ?? null)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [fromServer, setFromServer] = useState<FormErrors>(noErrors)
  const [clash, setClash] = useState<Clash | null>(null)
  const [restored, setRestored] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failures, setFailures] = useState(0)
  const { draft, savedAt, save: keep, clear } = useDraft<StoredForm>(draftKey)
  const write = useWrite()
  const refresh = useRefresh()
  const typed = useRef(false)
  const sending = useRef(false)
  // Not set while drawing: an urgent drawing may still have the values before those that were set a moment ago.
  const latest = useRef(values)
  const show = useCallback((next: Values) => {
    latest.current = next
    setValues(next)
  }, [])

  const dirty = useMemo(() => changedNames(names, base, values).length > 0, [names, base, values])

  useEffect(() => {
    // Only before the first keystroke: a copy that arrives late from the server must not overwrite what is being typed.
    if (typed.current || !isStoredForm(draft) || (mode === 'edit') !== (typeof draft.version === 'number')) return
    typed.current = true
    const from = { ...startingValues(entity, mode, row ?? preset), ...pick(draft.values, names) }
    if (mode === 'edit') {
      setBase((now) => ({ ...now, ...pick(draft.base ?? {}, names) }))
      setVersion(draft.version)
    }
    show(from)
    setRestored(true)
    // Looks at the draft once, when it is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft])

  useEffect(() => {
    // The record was read again and nobody has typed here: show what is true now.
    if (!row || row.version === version || dirty || typed.current) return
    const fresh = startingValues(entity, mode, row)
    setBase(fresh)
    show(fresh)
    setVersion(row.version)
  }, [row, version, dirty, entity, mode, show])

  const own = useMemo(() => checkForm(entity, mode, values, base), [entity, mode, values, base])
  const seen = (name: string): boolean => tried || touched.has(name)

  const [filling] = useState(() => new Filling())
  const put = useCallback(
    (name: string, value: unknown) => {
      typed.current = true
      // Through a ref: two controls may report in one frame (a picker that fills another field), and neither may be lost.
      const next = { ...latest.current, [name]: value }
      show(next)
      if (changedNames(names, base, next).length > 0) keep({ values: next, base, version })
      setFromServer((errors) => ({ ...withoutField(errors, name), general: [] }))
    },
    [names, base, version, keep, show],
  )
  const set = useCallback(
    (name: string, value: unknown) => {
      filling.changed(name)
      put(name, value)
    },
    [filling, put],
  )
  const asking = useCallback(
    (about: string) => {
      const take = filling.begin(about)
      return (answer: Values | ((values: Values) => Values)) => {
        const taken = take(typeof answer === 'function' ? answer(latest.current) : answer)
        for (const [name, value] of Object.entries(taken ?? {})) put(name, value)
        return taken && Object.keys(taken)
      }
    },
    [filling, put],
  )

  const forget = (next: Values): void => {
    filling.restart()
    typed.current = false
    clear()
    show(next)
    setTried(false)
    setTouched(new Set())
    setFromServer(noErrors)
    setRestored(false)
  }

  const send = async (): Promise<Row | null> => {
    const body = payload(entity, mode, values, base)
    try {
      const saved = await write<Row>(`/api/v1/${entity.name}/${mode}`, mode === 'add' ? body : { ...body, id: row?.id, version })
      const after = mode === 'add' ? startingValues(entity, mode, preset) : startingValues(entity, mode, saved)
      setBase(after)
      setVersion(mode === 'edit' ? saved.version : null)
      forget(after)
      await refresh()
      return saved
    } catch (error) {
      await refused(error)
      return null
    }
  }

  const refused = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error
    if (error.code === ERRORS.conflict.code && mode === 'edit' && row) {
      const stored = await api.get<Row>(`/api/v1/${entity.name}/detail`, { id: row.id }, { silent: true }).catch(() => null)
      if (stored && stored.version !== version)
        return setClash({ stored, ...compareVersions(names, base, values, startingValues(entity, mode, stored)) })
    }
    setFromServer(placeErrors(error.message, errorData(error, entity), names, entity.fields))
    setFailures((n) => n + 1)
  }

  return {
    mode,
    values,
    base,
    dirty,
    saving,
    failures,
    savedAt,
    restored,
    clash,
    errors: tried ? merge(own, fromServer) : merge({ fields: {}, general: touched.size > 0 ? own.general : [] }, fromServer),
    set,
    asking,
    leave: (name) => setTouched((all) => new Set(all).add(name)),
    errorAt: (name) => errorOf(fromServer, name) ?? (seen(name) ? errorOf(own, name) : null),
    cellErrors: (name) => cells({ ...(seen(name) ? own.fields : {}), ...fromServer.fields }, name),
    save: async (agreed) => {
      setTried(true)
      // A ref, not state: two presses in one frame see the same state.
      if (sending.current) return null
      if (errorCount(own) > 0) {
        setFailures((n) => n + 1)
        return null
      }
      sending.current = true
      setSaving(true)
      try {
        return !agreed || (await agreed()) ? await send() : null
      } finally {
        sending.current = false
        setSaving(false)
      }
    },
    reset: () => {
      const start = startingValues(entity, mode, row ?? preset)
      setBase(start)
      setVersion(row?.version ?? null)
      forget(start)
    },
    resolve: (how) => {
      if (!clash) return
      if (how === 'later') return setClash(null)
      const stored = startingValues(entity, mode, clash.stored)
      const next = how === 'keepMine' ? { ...stored, ...rebase(names, base, values, stored) } : stored
      setBase(stored)
      setVersion(clash.stored.version)
      setClash(null)
      if (how === 'takeTheirs') return forget(stored)
      show(next)
      keep({ values: next, base: stored, version: clash.stored.version })
    },
  }
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))

const merge = (a: FormErrors, b: FormErrors): FormErrors => ({
  fields: { ...a.fields, ...b.fields },
  general: [...new Set([...a.general, ...b.general])],
})

/** A duplicate certificate (1501) is said at the certificate, where it can be corrected. */
function errorData(error: ApiError, entity: Entity<any>): unknown {
  if (error.code !== ERRORS.certificateExists.code) return error.data
  const given = error.data as { field?: unknown } | null
  const name = typeof given?.field === 'string' ? given.field : Object.keys(entity.fields).find((key) => entity.fields[key].certificate)
  return name ? { [name]: error.message } : null
}
