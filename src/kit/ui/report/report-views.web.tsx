/** Saved views of a report: the same as a list's, a question under a name. */
import { sameParams } from '../state/url-state.ts'
import { ViewEditor } from '../list/views/view-editor.web.tsx'
import { viewAddress, viewParams, type ReportModel } from './use-report.web.ts'
import '../list/list.css'

export function ReportViews({ model }: { model: ReportModel }) {
  const { params, set, screen, views, saved } = model
  const state = { params: viewParams(params), columns: null }
  const worth = Object.keys(state.params).length > 0
  if (views.length === 0 && !worth) return null
  const changed = saved !== undefined && !sameParams(saved.state.params, state.params)
  return (
    <div className="zyt-list-views">
      {views.length > 0 ? (
        <div className="zyt-list-tabs" role="tablist" aria-label="保存的视图">
          <button
            type="button"
            role="tab"
            className={saved ? 'zyt-list-tab' : 'zyt-list-tab zyt-on'}
            aria-selected={!saved}
            onClick={() => set(viewAddress(params, {}, 'all'))}
          >
            全部
          </button>
          {views.map((view) => (
            <button
              key={view.id}
              type="button"
              role="tab"
              className={saved === view ? 'zyt-list-tab zyt-on' : 'zyt-list-tab'}
              aria-selected={saved === view}
              onClick={() => set(viewAddress(params, view.state.params, String(view.id)))}
            >
              {view.name}
            </button>
          ))}
        </div>
      ) : (
        <span />
      )}
      <ViewEditor
        screen={screen}
        current={saved}
        changed={changed}
        worth={worth}
        state={state}
        onSaved={(id) => set({ saved: String(id) })}
        onRevert={() => saved && set(viewAddress(params, saved.state.params, String(saved.id)))}
        onGone={() => set({ saved: null })}
      />
    </div>
  )
}
