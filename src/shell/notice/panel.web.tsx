/** On every screen when any notice exists: collapse and expand, close, previous and next, go and handle (spec §2). */
import { CloseOutlined, DownOutlined, LeftOutlined, RightOutlined, UpOutlined } from '@ant-design/icons'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { useNarrow } from '../layout/use-narrow.web.ts'
import { useGo } from '../tabs/go.web.ts'
import { dismiss, isShown, noticeTotal, step } from './notices.ts'
import { panel, totals } from './poll.web.ts'
import './notice.css'

export function NoticePanel() {
  const state = useStore(panel)
  const all = useStore(totals)
  const go = useGo()
  // Whoever collapsed it wants it collapsed tomorrow too.
  const [open, setOpen] = useSetting('noticeOpen', !useNarrow())
  const item = state.items[state.index]
  if (!isShown(state) || !item) return null
  const count = noticeTotal(all)
  return (
    <section className="zyt-notice" aria-label={`消息提醒，共 ${count} 条`}>
      <header>
        <strong>
          消息提醒 <span className="zyt-notice-count">{count}</span>
        </strong>
        <button
          type="button"
          className="zyt-icon-button"
          aria-label={open ? '收起' : '展开'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <DownOutlined /> : <UpOutlined />}
        </button>
        <button type="button" className="zyt-icon-button" aria-label="关闭提醒" onClick={() => panel.set(dismiss)}>
          <CloseOutlined />
        </button>
      </header>
      {open ? (
        <>
          <div className="zyt-notice-body" data-kind={item.kind}>
            <h3>{item.title}</h3>
            <dl>
              {item.lines.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value || '—'}</dd>
                </div>
              ))}
            </dl>
          </div>
          <footer>
            <button
              type="button"
              className="zyt-icon-button"
              aria-label="上一条"
              title={state.index === 0 ? '已经是第一条' : '上一条'}
              disabled={state.index === 0}
              onClick={() => panel.set((s) => step(s, -1))}
            >
              <LeftOutlined />
            </button>
            <span aria-live="polite">
              {state.index + 1} / {state.items.length}
            </span>
            <button
              type="button"
              className="zyt-icon-button"
              aria-label="下一条"
              title={state.index >= state.items.length - 1 ? '已经是最后一条' : '下一条'}
              disabled={state.index >= state.items.length - 1}
              onClick={() => panel.set((s) => step(s, 1))}
            >
              <RightOutlined />
            </button>
            <button type="button" className="zyt-button zyt-button-primary" onClick={() => go.open(item.to.screen, item.to.params)}>
              {item.button}
            </button>
          </footer>
        </>
      ) : null}
    </section>
  )
}
