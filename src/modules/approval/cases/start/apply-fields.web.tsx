/** What a starter fills in: the form, and who does the nodes that leave it to him. On the apply page and where an act asks for it. */
import { useEffect, useMemo, useState } from 'react'
import { Alert } from 'antd'
import { DetailTable } from '#kit/ui/parts/detail-table.web.tsx'
import { useDraft } from '#kit/ui/state/setting.web.ts'
import { checkForm } from '../../forms/form.ts'
import { firstFormValues, permissionOf } from '../../forms/fields.ts'
import { FormRenderer } from '../../forms/form-renderer.web.tsx'
import { PeoplePicker } from '../../forms/people.web.tsx'
import type { ApplyForm } from '../../wire.ts'
import '../../fields.css'

export interface Choose {
  node: string
  name: string
  among: { id: number; name: string }[] | null
  max: number
}
export interface SheetContent {
  values: Record<string, unknown>
  choices: Record<string, number[]>
}
export const choosing = (list: ApplyForm['choose']): Choose[] => list.flatMap((c) => ('node' in c ? [c as Choose] : []))

type Applied = Pick<ApplyForm, 'form' | 'permissions' | 'about' | 'subject'>
type Sheet = ReturnType<typeof useSheet>

const withoutField = (errors: Readonly<Record<string, string>>, field: string | null): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => field === null || (path !== field && !path.startsWith(`${field}.`))))

/** What is being filled in, kept as a draft under `draftKey` (none is kept when that is null), and what is wrong with it. */
export function useSheet(apply: Applied, draftKey: string | null) {
  const first = useMemo<SheetContent>(() => ({ values: firstFormValues(apply.form), choices: {} }), [apply.form])
  const draft = useDraft<SheetContent>(draftKey)
  const [typed, setTyped] = useState<SheetContent | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const savedDraft = draft.draft
  useEffect(() => {
    if (savedDraft && typed === null) setTyped(savedDraft)
  }, [savedDraft, typed])
  const now = typed ?? first
  return {
    now,
    errors,
    setErrors,
    general,
    setGeneral,
    setBusy,
    isTyped: typed !== null,
    savedAt: draft.savedAt,
    /** Why it cannot be sent yet. */
    waits: busy ? '文件上传中，请稍候' : null,
    /** `field`: what has just been changed, and need not be called wrong any more. */
    put: (next: SheetContent, field: string | null): void => {
      setErrors((all) => withoutField(all, field))
      setGeneral(null)
      setTyped(next)
      draft.save(next)
    },
    empty: (): void => {
      setTyped(null)
      setErrors({})
      setGeneral(null)
    },
    dropDraft: (): void => draft.clear(),
    /** What is sent; null when something is wrong, which is then said. */
    checked: (choose: readonly Choose[]): { values: Record<string, unknown>; choices?: SheetContent['choices'] } | null => {
      const check = checkForm(apply.form, now.values, {
        starter: apply.about,
        asks: (name) => permissionOf(apply.permissions, name, 'edit') === 'edit',
      })
      setErrors(check.errors)
      const open = choose.find((c) => !now.choices[c.node]?.length)
      if (!check.ok) setGeneral(`有 ${Object.keys(check.errors).length} 处需要修改`)
      else if (open) setGeneral(`请选择「${open.name}」的审批人`)
      else return { values: check.values, ...(Object.keys(now.choices).length ? { choices: now.choices } : {}) }
      return null
    },
  }
}

export const SheetAlert = ({ general }: { general: string | null }) =>
  general ? <Alert type="error" showIcon className="zyt-form-alert" role="alert" title={general} /> : null

export function ApplyFields({
  apply,
  sheet: { now, errors, setBusy, put },
  choose,
}: {
  apply: Applied
  sheet: Sheet
  choose: readonly Choose[]
}) {
  return (
    <>
      {apply.subject ? (
        <DetailTable
          items={[
            { key: '$', label: '业务', value: <b>{apply.subject.title}</b>, wide: true },
            ...apply.subject.summary.map((s) => ({ key: s.label, label: s.label, value: s.value || '—' })),
          ]}
        />
      ) : null}
      <FormRenderer
        form={apply.form}
        values={now.values}
        errors={errors}
        permissions={apply.permissions}
        whole="edit"
        starter={apply.about}
        onBusy={setBusy}
        onChange={(name, value) => put({ ...now, values: { ...now.values, [name]: value } }, name)}
      />
      {choose.map((c) => (
        <div key={c.node} className="zyt-case-field">
          <span>
            「{c.name}」由谁审批（最多 {c.max} 人）
          </span>
          <PeoplePicker
            label="审批人"
            multiple
            among={c.among}
            max={c.max}
            value={now.choices[c.node] ?? []}
            ariaLabel={`${c.name}的审批人`}
            onChange={(users) => put({ ...now, choices: { ...now.choices, [c.node]: users as number[] } }, null)}
          />
        </div>
      ))}
    </>
  )
}
