/** 围栏: drawn on the map, and everything else about it in the form below. */
import type { Row } from '#kit/entity/wire.ts'
import { EntityForm } from '#kit/ui/record.web.tsx'
import { FenceMap } from './fence-map.web.tsx'

export default function FenceForm({
  id,
  onDone,
  onCancel,
}: {
  id?: number
  onDone: (row: Row, again?: boolean) => void
  onCancel?: () => void
}) {
  return (
    <EntityForm
      entity="fence"
      id={id}
      onDone={onDone}
      onCancel={onCancel}
      onSet={(name, _value, form) => {
        // Points of another shape mean something else.
        if (name === 'shape') form.set('points', null)
      }}
      above={(values, form) => (
        <FenceMap
          values={values}
          height={420}
          onChange={(change) => {
            for (const [name, value] of Object.entries(change)) form.set(name, value === '' ? null : value)
          }}
        />
      )}
    />
  )
}
