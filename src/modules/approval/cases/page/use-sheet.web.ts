/** What is being filled in on the sheet of a case. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useDraft } from '#kit/ui/state/setting.web.ts'
import { checkForm } from '../../forms/form.ts'
import type { CaseView } from '../../wire.ts'

/** Fields the viewer may change here; what was typed survives F5. */
export function useSheet(view: CaseView, readOnly: boolean) {
  const writable =
    !readOnly && (view.mine !== null || view.own.resubmit === null) && view.form.fields.some((x) => view.permissions[x.name] === 'edit')
  const key = `approval:${view.id}:${view.mine?.task ?? 'own'}:${view.round}`
  const draft = useDraft<Record<string, unknown>>(key)
  const [typed, setTyped] = useState<Record<string, unknown> | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const savedDraft = draft.draft
  const { setDirty } = useScreen()
  useEffect(() => {
    if (writable && savedDraft && typed === null) setTyped(savedDraft)
  }, [writable, savedDraft, typed])
  useEffect(() => setDirty(writable && typed !== null), [setDirty, writable, typed])
  const values = useMemo(() => ({ ...view.values, ...(writable ? typed : null) }), [view.values, typed, writable])
  const { save, clear } = draft
  const set = useCallback(
    (name: string, value: unknown) => {
      setErrors(({ [name]: _gone, ...rest }) => rest)
      setTyped((all) => {
        const next = { ...all, [name]: value }
        save(next)
        return next
      })
    },
    [save],
  )
  const forget = useCallback(() => {
    clear()
    setTyped(null)
  }, [clear])
  /** Null: something is wrong and shown. Undefined: nothing was changed. */
  const judge = useCallback((): Record<string, unknown> | undefined | null => {
    if (!writable) return undefined
    const opinionOnly = view.tasks.find((t) => t.id === view.mine?.task)?.origin === 'delegate'
    const check = checkForm(view.form, values, {
      strict: !opinionOnly,
      starter: view.about,
      asks: (name) => view.permissions[name] === 'edit',
    })
    const own = Object.fromEntries(Object.entries(check.errors).filter(([name]) => view.permissions[name.split('.')[0]!] === 'edit'))
    setErrors(own)
    if (Object.keys(own).length) return null
    return typed ?? undefined
  }, [writable, view, values, typed])
  return { writable, values, errors, set, setErrors, judge, forget, savedAt: typed ? draft.savedAt : null }
}
export type Sheet = ReturnType<typeof useSheet>
