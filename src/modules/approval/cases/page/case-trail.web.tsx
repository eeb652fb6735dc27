/** Whom it waits for, who said what, who has read it. */
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { FilesValue } from '#kit/ui/files/files.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import '#kit/ui/record/timeline.css'
import { TASK_STATES } from '../../engine/state.ts'
import { answersOf } from './trail.ts'
import type { CaseView, HistoryView, TaskView } from '../../wire.ts'
import { TASK_TONES } from './words.ts'

const ORIGINS: Partial<Record<TaskView['origin'], string>> = { before: '前加签', after: '后加签', delegate: '委派' }

export function CaseTrail({ view }: { view: CaseView }) {
  const live = view.tasks.filter((t) => t.status === 'open' || t.status === 'delegated' || t.status === 'waiting')
  const answers = answersOf(view)
  const byNode = Map.groupBy(live, (t) => t.nodeName)
  return (
    <div className="zyt-timeline">
      {[...byNode].map(([name, tasks]) => (
        <div key={name} className="zyt-case-now">
          <h3>当前：{name}</h3>
          <div className="zyt-case-steps">
            {tasks.map((t) => (
              <Person key={t.id} task={t} />
            ))}
          </div>
        </div>
      ))}
      <ol>
        {view.history.map((h) => (
          <Entry key={h.id} h={h} task={answers.get(h.id)} />
        ))}
      </ol>
      {view.copies.length ? (
        <div className="zyt-case-steps">
          <b>抄送</b>
          {view.copies.map((c) => (
            <span key={c.id} className="zyt-case-person">
              {c.name} <small>{c.readAt ? `${formatTime(c.readAt, 'MM-DD HH:mm')} 已阅` : '未阅'}</small>
            </span>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function Person({ task: t }: { task: TaskView }) {
  return (
    <span className="zyt-case-person">
      <b>{t.assignee.name}</b>
      {t.owner.id !== t.assignee.id ? <small>（原 {t.owner.name}）</small> : null}
      <Tag tone={TASK_TONES[t.status]}>{TASK_STATES[t.status]}</Tag>
      {ORIGINS[t.origin] ? <Tag tone="purple">{ORIGINS[t.origin]}</Tag> : null}
      <small>{t.viewedAt ? `${formatTime(t.viewedAt, 'MM-DD HH:mm')} 已阅` : '未阅'}</small>
      {t.dueAt ? <small>限 {formatTime(t.dueAt, 'MM-DD HH:mm')}</small> : null}
    </span>
  )
}

function Entry({ h, task }: { h: HistoryView; task: TaskView | undefined }) {
  return (
    <li className="zyt-entry">
      <div className="zyt-entry-head">
        <b>{h.user}</b>
        {h.onBehalfOf ? <small>代 {h.onBehalfOf}</small> : null}
        <span>{h.label}</span>
        {h.nodeName ? <Tag tone="grey">{h.nodeName}</Tag> : null}
        <time dateTime={h.at} title={formatTime(h.at)}>
          {relativeTime(h.at, systemClock.now(), 'YYYY-MM-DD HH:mm')}
        </time>
      </div>
      {h.to.length ? <div>→ {h.to.join('、')}</div> : null}
      {h.toNode ? <div>→ 节点「{h.toNode}」</div> : null}
      {h.opinion ? <div className="zyt-case-opinion">{h.opinion}</div> : null}
      {h.attachments.length ? <FilesValue value={h.attachments} label="附件" /> : null}
      {task?.signature.length ? <FilesValue value={task.signature} label="签名" /> : null}
      {h.changes.length ? (
        <ul className="zyt-entry-changes">
          {h.changes.map((c) => (
            <li key={c.label}>
              <span className="zyt-entry-field">{c.label}</span>
              <del>{c.before || '空'}</del>
              <span aria-label="改为"> → </span>
              <ins>{c.after || '空'}</ins>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
