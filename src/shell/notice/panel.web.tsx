/**
 * On every screen when any notice exists: collapse and expand, close, previous and next, go and handle (spec §2). It has a place of its own
 * and never lies over anything: at the foot of the menu, a mark there while the menu is collapsed, a strip above the page on a phone.
 */
import { BellOutlined, CloseOutlined, DownOutlined, LeftOutlined, RightOutlined, UpOutlined } from '@ant-design/icons'
import { Badge, Popover } from 'antd'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { useGo } from '../tabs/go.web.ts'
import { dismiss, isShown, noticeTotal, step, type PanelState } from './notices.ts'
import { panel, totals } from './poll.web.ts'
import './notice.css'

export function NoticePanel({ place }: { place: 'menu' | 'collapsedMenu' | 'strip' }) {
  const state = useStore(panel)
  const count = noticeTotal(useStore(totals))
  // Whoever collapsed it wants it collapsed tomorrow too; on a phone the page comes first, whatever was chosen at the desk.
  const [open, setOpen] = useSetting(place === 'strip' ? 'noticeOpenPhone' : 'noticeOpen', place !== 'strip')
  if (!isShown(state) || !state.items[state.index]) return null
  if (place !== 'collapsedMenu') return <Reminders state={state} count={count} open={open} onOpen={setOpen} />
  return (
    <Popover trigger="click" placement="rightBottom" content={<Reminders state={state} count={count} open />}>
      <button type="button" className="zyt-icon-button zyt-notice-mark" aria-label={`消息提醒，共 ${count} 条`}>
        <Badge count={count} size="small" overflowCount={99}>
          <BellOutlined style={{ fontSize: 'var(--zyt-type-lead)' }} />
        </Badge>
      </button>
    </Popover>
  )
}

interface RemindersProps {
  state: PanelState
  count: number
  open: boolean
  /** Absent where it cannot be collapsed. */
  onOpen?: (open: boolean) => void
}

function Reminders({ state, count, open, onOpen }: RemindersProps) {
  const go = useGo()
  const item = state.items[state.index]!
  return (
    <section className="zyt-notice" aria-label={`消息提醒，共 ${count} 条`}>
      <header>
        <strong>
          消息提醒 <span className="zyt-notice-count">{count}</span>
        </strong>
        {onOpen ? (
          <button
            type="button"
            className="zyt-icon-button"
            aria-label={open ? '收起' : '展开'}
            aria-expanded={open}
            onClick={() => onOpen(!open)}
          >
            {open ? <DownOutlined /> : <UpOutlined />}
          </button>
        ) : null}
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
