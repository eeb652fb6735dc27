/** Quick tabs, saved views and their tools, tied to the address of the list. */
import type { View } from '../../../entity/module.ts'
import { changed, savedParams } from '../../state/url-state.ts'
import { toSettings } from '../columns.ts'
import { quickTabs } from '../table/layout.ts'
import { ListTabs } from './tabs.web.tsx'
import { stateOfView, type ListModel } from '../use-list.web.ts'
import { defaultView, type SavedView } from './use-views.web.ts'
import { ViewEditor } from './view-editor.web.tsx'

export function Views({ list, view }: { list: ListModel; view: View | undefined }) {
  const { entity, screen, state, set, defaults, views, saved, changedView, columns } = list
  const all = (): void => {
    const plain = changed(state, { filters: {}, keyword: '', quick: '', sort: defaults.sort })
    // With a default view an empty address would open that view again at the next F5.
    set({ ...plain, saved: defaultView(views) ? 'all' : '' })
  }
  const show = (view: SavedView): void => set(stateOfView(view, entity, defaults, state.pageSize))
  const params = savedParams(state, defaults)
  const tools = screen ? (
    <ViewEditor
      screen={screen}
      current={saved}
      changed={changedView}
      worth={Object.keys(params).length > 0}
      state={{ params, columns: toSettings(columns.columns, columns.factory) }}
      onSaved={(id) => set(changed(state, { saved: String(id) }), 'replace')}
      onRevert={() => saved && show(saved)}
      onGone={() => set(changed(state, { saved: '' }), 'replace')}
    />
  ) : null
  return (
    <div className="zyt-list-views">
      <ListTabs
        entity={entity}
        names={quickTabs(entity.list.quick, view?.filter)}
        extra={list.extra}
        defaults={defaults}
        counts={list.counts}
        views={views}
        quick={state.quick}
        saved={state.saved}
        onAll={all}
        onQuick={(quick) => set(changed(state, { quick, saved: '' }))}
        onView={show}
      />
      {tools}
    </div>
  )
}
