/** The screens of kind «detail» and «form»: from the tab's address to the record. */
import { Suspense, useEffect } from 'react'
import { Button } from 'antd'
import type { Row } from '../../entity/wire.ts'
import type { ScreenProps } from '../screen/slots.web.ts'
import { detailPath, entityOf, slots } from '../screen/registry.web.ts'
import { useScreen } from '../screen/screen.web.ts'
import { waiterOf } from '../state/made-for.web.ts'
import { EmptyState, LoadingState } from '../parts/state.web.tsx'
import { EntityDetail, useDetail } from './entity-detail.web.tsx'
import { EntityForm } from './form/entity-form.web.tsx'
import { presetFromQuery } from './form/form-plan.ts'
import { readFormAddress, readId } from './form/form-address.ts'

export function DetailScreen({ screen }: ScreenProps) {
  const { params } = useScreen()
  const id = readId(params['id'])
  if (!screen.entity) throw new Error(`screen ${screen.code} names no entity`)
  if (id === null) return <NoRecord />
  return <TitledDetail entity={screen.entity} id={id} promoted={screen.view?.promoted} />
}

function TitledDetail({ entity, id, promoted }: { entity: string; id: number; promoted?: readonly string[] }) {
  const { setTitle } = useScreen()
  const title = useDetail(entity, id).data?.$title
  useEffect(() => {
    if (title) setTitle(`${title} ${entityOf(entity).label}详情`)
  }, [title, entity, setTitle])
  return <EntityDetail key={id} entity={entity} id={id} promoted={promoted} />
}

function NoRecord() {
  const { back } = useScreen()
  return <EmptyState why="这个地址没有写明是哪一条，请从列表中打开" next={<Button onClick={back}>返回</Button>} />
}

/** `type` as the customer has it: 1 detail, 2 modify, 3 add. Without it an id means modify. */
export function FormScreen({ screen }: ScreenProps) {
  const { params } = useScreen()
  if (!screen.entity) throw new Error(`screen ${screen.code} names no entity`)
  const address = readFormAddress(params)
  if (address === null) return <NoRecord />
  if (address.mode === 'detail') return <TitledDetail entity={screen.entity} id={address.id} promoted={screen.view?.promoted} />
  if (address.mode === 'edit') return <EditPage key={address.id} entity={screen.entity} id={address.id} />
  return <FormPage key="add" entity={screen.entity} />
}

/** Two records being changed are two names in the bar of tabs. */
function EditPage({ entity, id }: { entity: string; id: number }) {
  return <FormPage entity={entity} id={id} record={useDetail(entity, id).data?.$title} />
}

function FormPage({ entity: name, id, record = '' }: { entity: string; id?: number; record?: string }) {
  const screen = useScreen()
  const { setTitle } = screen
  const entity = entityOf(name)
  useEffect(() => setTitle(`${record} ${id === undefined ? '新增' : '修改'}${entity.label}`), [setTitle, id, record, entity.label])

  const done = (row: Row, again?: boolean): void => {
    if (again) return
    const path = id === undefined ? detailPath(name, row.id) : null
    if (path === null) return screen.back()
    const waiter = waiterOf(screen.params)
    // In this order: closing the tab in front goes to its neighbour, and the new record is to stay in front.
    void screen.close().then(() => {
      if (waiter && !row.$held && screen.show(waiter.tabKey)) waiter.take(row)
      else screen.open(path)
    })
  }
  const Own = slots.forms[name]
  if (Own)
    return (
      <Suspense fallback={<LoadingState />}>
        <Own id={id} onDone={done} onCancel={() => void screen.close()} />
      </Suspense>
    )
  return (
    <EntityForm
      entity={name}
      id={id}
      preset={id === undefined ? presetFromQuery(entity, screen.params) : undefined}
      onDone={done}
      onCancel={() => void screen.close()}
    />
  )
}
