/** Adding, changing and importing from a list: small records in a drawer beside it, large ones on their own page. */
import { lazy, Suspense, useState } from 'react'
import type { Entity } from '../../entity/entity.ts'
import type { Row } from '../../entity/wire.ts'
import { Dialog } from '../dialog/dialog.web.tsx'
import { EntityFormDrawer } from '../record/form/entity-form.web.tsx'
import { useRefresh } from '../record/write.web.ts'
import { addPath, editPath, slots } from '../screen/registry.web.ts'
import { useScreen } from '../screen/screen.web.ts'
import { mayVerb } from './bulk/act.web.ts'

const ImportGrid = lazy(() => import('../import/import-grid.web.tsx').then((m) => ({ default: m.ImportGrid })))

interface Options {
  screen: string | undefined
  preset: Record<string, string | number> | undefined
  can: (code: string) => boolean
}
type Open = { what: 'form'; id?: number; again: number } | { what: 'import' } | null

export function useRecordForms(entity: Entity, { preset, can }: Options) {
  const [open, setOpen] = useState<Open>(null)
  const { open: openTab } = useScreen()
  const refresh = useRefresh()
  const close = (): void => setOpen(null)
  const page = (path: string | null, id?: number): void => {
    if (!path) return setOpen({ what: 'form', id, again: 0 })
    const text = new URLSearchParams(
      Object.entries(id === undefined ? (preset ?? {}) : {}).map(([key, value]) => [key, String(value)]),
    ).toString()
    openTab(text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`)
  }
  const add = mayVerb(entity, 'add', can) ? (): void => page(addPath(entity.name)) : null
  const importRows = mayVerb(entity, 'import', can) ? (): void => setOpen({ what: 'import' }) : null
  const edit = (row: Row): void => page(editPath(entity.name, row.id), row.id)
  const element =
    open?.what === 'import' ? (
      <Suspense fallback={null}>
        <ImportGrid entity={entity.name} onDone={() => void refresh()} onClose={close} />
      </Suspense>
    ) : open?.what === 'form' ? (
      <FormDrawer
        key={open.again}
        entity={entity}
        id={open.id}
        preset={preset}
        onCancel={close}
        onDone={(again) => {
          void refresh()
          setOpen(again ? { what: 'form', again: open.again + 1 } : null)
        }}
      />
    ) : null
  return { add, edit, importRows, element }
}

interface DrawerProps {
  entity: Entity
  id: number | undefined
  preset: Record<string, unknown> | undefined
  onCancel: () => void
  onDone: (again: boolean) => void
}

function FormDrawer({ entity, id, preset, onCancel, onDone }: DrawerProps) {
  // A module may have replaced the form of an entity; then that one is shown, wherever it is opened.
  const Own = slots.forms[entity.name]
  if (Own)
    return (
      <Dialog open title={`${id === undefined ? '新增' : '修改'}${entity.label}`} footer={null} onCancel={onCancel}>
        <Suspense fallback={null}>
          <Own id={id} onDone={() => onDone(false)} />
        </Suspense>
      </Dialog>
    )
  return (
    <EntityFormDrawer
      open
      entity={entity.name}
      id={id}
      preset={preset}
      onCancel={onCancel}
      onDone={(_row, again) => onDone(again ?? false)}
    />
  )
}
