/** What a starter fills in: the form, and who does the nodes that leave it to him. On the apply page and where an act asks for it. */
import { FormRenderer, type FormRendererProps } from '../forms/form-renderer.web.tsx'
import { PeoplePicker } from '../forms/people.web.tsx'
import type { ApplyForm } from '../wire.ts'

export interface Choose {
  node: string
  name: string
  among: { id: number; name: string }[] | null
  max: number
}
export interface Kept {
  values: Record<string, unknown>
  choices: Record<string, number[]>
}
export const choosing = (list: ApplyForm['choose']): Choose[] => list.flatMap((c) => ('node' in c ? [c as Choose] : []))

interface Props {
  apply: ApplyForm
  now: Kept
  choose: readonly Choose[]
  errors: Readonly<Record<string, string>>
  onBusy: FormRendererProps['onBusy']
  /** `field`: what has just been changed, and need not be called wrong any more. */
  onChange: (next: Kept, field: string | null) => void
}
export const withoutField = (errors: Readonly<Record<string, string>>, field: string | null): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => field === null || (path !== field && !path.startsWith(`${field}.`))))

export function ApplyFields({ apply, now, choose, errors, onBusy, onChange }: Props) {
  return (
    <>
      <FormRenderer
        form={apply.form} values={now.values} errors={errors} permissions={apply.permissions} whole="edit" starter={apply.about} onBusy={onBusy}
        onChange={(name, value) => onChange({ ...now, values: { ...now.values, [name]: value } }, name)}
      />
      {choose.map((c) => (
        <div key={c.node} className="zyt-case-field">
          <span>「{c.name}」由谁审批（最多 {c.max} 人）</span>
          <PeoplePicker label="审批人" multiple among={c.among} max={c.max} value={now.choices[c.node] ?? []} ariaLabel={`${c.name}的审批人`} onChange={(users) => onChange({ ...now, choices: { ...now.choices, [c.node]: users as number[] } }, null)} />
        </div>
      ))}
    </>
  )
}
