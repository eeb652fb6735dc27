/** Which fields of the form a node hides, shows, or lets its people change. */
import { Radio } from 'antd'
import { EmptyState } from '#kit/ui/parts/state.web.tsx'
import type { FieldPermission, FieldPermissions } from '../../engine/definition.ts'
import type { FormSchema } from '../../forms/form.ts'
import { useLocked } from './controls.web.tsx'

const WORDS: readonly { value: FieldPermission; label: string }[] = [
  { value: 'edit', label: '可编辑' },
  { value: 'read', label: '只读' },
  { value: 'hidden', label: '隐藏' },
]

interface Props {
  form: FormSchema
  value: FieldPermissions | undefined
  /** What holds for fields that are not named. */
  whole: FieldPermission
  onChange: (value: FieldPermissions) => void
}

export function FieldPermissionTable({ form, value, whole, onChange }: Props) {
  const disabled = useLocked()
  const rows = form.fields.filter((x) => x.kind !== 'hint')
  if (rows.length === 0) return <EmptyState compact why="该流程没有表单，或表单还没有字段" />
  const all = (permission: FieldPermission): void => onChange(Object.fromEntries(rows.map((x) => [x.name, permission])))
  return (
    <table className="zyt-panel-table">
      <thead>
        <tr>
          <th scope="col">字段</th>
          {WORDS.map((word) => (
            <th key={word.value} scope="col">
              <button
                type="button"
                className="zyt-link"
                disabled={disabled}
                title={`全部设为${word.label}`}
                onClick={() => all(word.value)}
              >
                {word.label}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((x) => (
          <tr key={x.name}>
            <th scope="row">{x.label}</th>
            {WORDS.map((word) => (
              <td key={word.value}>
                <Radio
                  aria-label={`${x.label}：${word.label}`}
                  disabled={disabled}
                  checked={(value?.[x.name] ?? whole) === word.value}
                  onChange={() => onChange({ ...value, [x.name]: word.value })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
