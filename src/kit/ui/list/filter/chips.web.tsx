/** The words for everything that narrows the list, each with its cross; 清空条件 takes all away. */
import { Button } from 'antd'
import { CloseOutlined, LockOutlined, WarningOutlined } from '@ant-design/icons'
import type { Field } from '../../../entity/field.ts'
import { useDictionary } from '../../client/dictionary.web.ts'
import type { ListState } from '../../state/url-state.ts'
import { cleared, type Chip } from './chips.ts'
import { joined } from './filter.ts'
import { useRefLabels } from './use-labels.web.ts'

export function Chips({ chips, state, onChange }: { chips: readonly Chip[]; state: ListState; onChange: (next: ListState) => void }) {
  if (chips.length === 0) return null
  const removable = chips.filter((chip) => chip.without)
  return (
    <ul className="zyt-list-chips" aria-label="当前筛选条件">
      {chips.map((chip) => (
        <li key={chip.key} className={chip.bad ? 'zyt-chip zyt-chip-bad' : 'zyt-chip'}>
          {chip.without ? null : <LockOutlined title="本页面固定的条件" />}
          {chip.bad ? <WarningOutlined aria-label="未生效" /> : null}
          <span>
            {chip.label}：<ChipText chip={chip} />
          </span>
          {chip.without ? (
            <button type="button" aria-label={`取消条件 ${chip.label}`} onClick={() => chip.without && onChange(chip.without)}>
              <CloseOutlined aria-hidden />
            </button>
          ) : null}
        </li>
      ))}
      {removable.length > 1 ? (
        <li>
          <Button type="link" size="small" onClick={() => onChange(cleared(state))}>
            清空条件
          </Button>
        </li>
      ) : null}
    </ul>
  )
}

function ChipText({ chip }: { chip: Chip }) {
  const { field, value } = chip
  if (field && value?.is === 'any') {
    if (field.kind === 'dict') return <DictNames field={field} values={value.values} />
    if (field.kind === 'ref' || field.kind === 'refs') return <RefNames to={field.to} values={value.values} />
  }
  return <>{chip.text}</>
}

function DictNames({ field, values }: { field: Extract<Field, { kind: 'dict' }>; values: string[] }) {
  const items = useDictionary(field.group)
  return <>{joined(values.map((value) => items.find((item) => item.value === value)?.label ?? value))}</>
}
function RefNames({ to, values }: { to: string; values: string[] }) {
  const labels = useRefLabels(to, values)
  return <>{joined(values.map((value) => labels.get(value) ?? `#${value}`))}</>
}
