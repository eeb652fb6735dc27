/** From a screen's definition to what is drawn: the kit's list, tree, detail and form, or the module's own component. */
import { lazy } from 'react'
import type { Screen } from '#kit/entity/module.ts'
import { slots } from '#kit/ui/screen/registry.web.ts'

const EntityList = lazy(() => import('#kit/ui/list/list.web.tsx').then((m) => ({ default: m.EntityList })))
const TreeScreen = lazy(() => import('#kit/ui/list/list.web.tsx').then((m) => ({ default: m.TreeScreen })))
const DetailScreen = lazy(() => import('#kit/ui/record.web.tsx').then((m) => ({ default: m.DetailScreen })))
const FormScreen = lazy(() => import('#kit/ui/record.web.tsx').then((m) => ({ default: m.FormScreen })))
const ReportScreen = lazy(() => import('#kit/ui/report/report-screen.web.tsx'))

export const hasComponent = (screen: Screen): boolean =>
  slots.screens[screen.code] !== undefined || (screen.kind !== 'page' && (screen.entity ?? screen.report) !== undefined)

export function ScreenContent({ screen }: { screen: Screen }) {
  const Own = slots.screens[screen.code]
  if (Own) return <Own screen={screen} />
  switch (screen.kind) {
    case 'list':
      return <EntityList entity={screen.entity!} view={screen.view} />
    case 'tree':
      return <TreeScreen screen={screen} />
    case 'detail':
      return <DetailScreen screen={screen} />
    case 'form':
      return <FormScreen screen={screen} />
    case 'report':
      return <ReportScreen screen={screen} />
    case 'page':
      throw new Error(`screen ${screen.code} has no component`)
  }
}
