/** One quick cell in place: Enter or ✓ saves, Esc or ✕ leaves. The value shown afterwards is the server's, never a hope. */
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Button, Tooltip } from 'antd'
import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import type { Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import { api, sentenceOf } from '../../client/api.web.ts'
import type { Column } from '../columns.ts'
import { entityKeys } from '../../client/entity-keys.ts'
import { FieldInput } from '../../field/field.web.tsx'
import { toast } from '../../dialog/message.web.tsx'
import { checkInputs } from '../../record/form/form-check.ts'
import { listAddress } from '../use-data.web.ts'

interface Props {
  entity: Entity
  row: Row
  column: Column
  onDone: () => void
}

export function CellEditor({ entity, row, column, onDone }: Props) {
  const { name, field } = column
  const [value, setValue] = useState<unknown>(row[name])
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: entityKeys.all(entity.name) })
  const save = async (): Promise<void> => {
    const wrong = checkInputs({ [name]: field }, { [name]: value })
    const reason = wrong.fields[name] ?? wrong.general[0] ?? null
    setError(reason)
    if (reason || busy) return
    setBusy(true)
    try {
      await api.post(
        listAddress(entity.name, 'edit'),
        { id: row.id, version: row.version, [name]: value ?? null },
        { overlay: false, silent: true },
      )
      await refresh()
      toast.success(`${row.$title} 的${field.label}已修改`)
      onDone()
    } catch (problem) {
      setError(sentenceOf(problem, '保存失败，请重试'))
      // A stale version means the row itself is not what is shown.
      await refresh()
    } finally {
      setBusy(false)
    }
  }
  const keys = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void save()
  }
  /** The second press of the double click that opened it falls on whatever came to stand under the hand. */
  const pressed = (act: () => void) => (event: MouseEvent) => void (event.detail < 2 && act())
  return (
    <div className="zyt-cell-editor" onKeyDown={keys} onDoubleClick={(event) => event.stopPropagation()}>
      <Tooltip open={error !== null} title={error ?? undefined}>
        <div>
          <FieldInput
            field={field}
            value={value}
            onChange={setValue}
            labels={row[`${name}$`]}
            ariaLabel={`${row.$title} 的${field.label}`}
            invalid={error !== null}
            autoFocus
          />
        </div>
      </Tooltip>
      <Button size="small" type="primary" icon={<CheckOutlined />} aria-label="保存" loading={busy} onClick={pressed(() => void save())} />
      <Button size="small" icon={<CloseOutlined />} aria-label="取消" onClick={pressed(onDone)} />
    </div>
  )
}
