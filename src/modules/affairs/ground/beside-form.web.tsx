/** A form typed beside its picture: what was uploaded stands left and stays in view, the fields right. */
import { useMemo, useState } from 'react'
import type { FileLink } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { FileStage } from '#kit/ui/files/file-viewer.web.tsx'
import { EntityForm, type EntityFormProps } from '#kit/ui/record.web.tsx'
import { presetFromQuery } from '#kit/ui/record/form/form-plan.ts'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import './beside-form.css'

type Values = Record<string, unknown>

function Picture({ files, hint }: { files: readonly FileLink[]; hint: string }) {
  const [at, setAt] = useState(0)
  return (
    <div className="zyt-beside-picture">
      {files.length ? (
        <FileStage files={files} at={Math.min(at, files.length - 1)} onMove={setAt} />
      ) : (
        <p className="zyt-section-hint">{hint}</p>
      )}
    </div>
  )
}

export interface BesideProps {
  id?: number
  onDone: (row: Row, again?: boolean) => void
  onCancel?: () => void
}

export function BesideForm({
  entity,
  files,
  hint,
  note,
  onSet,
  ...props
}: BesideProps & {
  entity: string
  files: readonly string[]
  hint: string
  note?: (values: Values) => React.ReactNode
  onSet?: EntityFormProps['onSet']
}) {
  const { params } = useScreen()
  const preset = useMemo(() => (props.id === undefined ? presetFromQuery(entityOf(entity), params) : undefined), [entity, props.id, params])
  return (
    <div className="zyt-beside">
      <EntityForm
        {...props}
        entity={entity}
        preset={preset}
        onSet={onSet}
        above={(values) => (
          <>
            <Picture files={files.flatMap((name) => (values[name] as FileLink[] | null | undefined) ?? [])} hint={hint} />
            {note?.(values)}
          </>
        )}
      />
    </div>
  )
}
