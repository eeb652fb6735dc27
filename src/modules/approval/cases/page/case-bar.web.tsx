/** What I may do with the case now: two buttons in sight, the rest behind 更多; each grey one says why. */
import { useMemo, useState } from 'react'
import { Button, Dropdown } from 'antd'
import { MoreOutlined } from '@ant-design/icons'
import { useCommands } from '#kit/ui/screen/commands.web.ts'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import { BUTTONS, type Button as ButtonName } from '../../engine/definition.ts'
import type { CaseView } from '../../wire.ts'
import { CaseDialog, type CaseAct } from './case-dialog.web.tsx'
import type { Sheet } from './use-sheet.web.ts'
import { waitingSigners } from '../signers.ts'

interface Offer {
  act: CaseAct
  label: string
  reason: string | null
}

/** Own acts show only where they can make sense: a reason that never changes would be noise. */
function offersOf(view: CaseView, me: number): { main: Offer[]; more: Offer[] } {
  const { mine, own } = view
  const handling = mine ? view.tasks.find((t) => t.id === mine.task)?.node : undefined
  const kind = handling ? findKind(view, handling) : null
  const label = (name: ButtonName): string => (name === 'approve' && kind === 'handle' ? '完成办理' : BUTTONS[name])
  const buttons = (mine?.buttons ?? []).map((b): Offer => ({ act: b.name, label: label(b.name), reason: b.reason }))
  // What is to be done can be said to be done; it cannot be rejected.
  const first = buttons.filter((b) => b.act === 'approve' || (b.act === 'reject' && kind !== 'handle'))
  const rest = buttons.filter(
    (b) => b.act !== 'approve' && b.act !== 'reject' && b.act !== 'copy' && !(b.act === 'removeAdded' && mine!.removable.length === 0),
  )
  const live = view.status === 'running' || view.status === 'returned'
  const ownOffers: Offer[] = [
    ...(live && waitingSigners(view, me) ? [{ act: 'removeAdded' as const, label: BUTTONS.removeAdded, reason: null }] : []),
    ...(own.resubmit === null ? [{ act: 'resubmit' as const, label: '重新提交', reason: null }] : []),
    ...(own.takeBack ? [{ act: 'takeBack' as const, label: '拿回', reason: own.takeBack.reason }] : []),
    ...(live && own.urge === null ? [{ act: 'urge' as const, label: '催办', reason: null }] : []),
    ...(live && own.withdraw === null ? [{ act: 'withdraw' as const, label: '撤销申请', reason: null }] : []),
    ...(own.copy === null ? [{ act: 'copy' as const, label: '抄送', reason: null }] : []),
    ...(live && own.terminate === null ? [{ act: 'terminate' as const, label: '终止流程', reason: null }] : []),
  ]
  const main = [...first, ...ownOffers.filter((o) => o.act === 'resubmit')]
  const others = [...rest, ...ownOffers.filter((o) => o.act !== 'resubmit')]
  return main.length ? { main, more: others } : { main: others.slice(0, 3), more: others.slice(3) }
}

function findKind(view: CaseView, id: string): string | null {
  const walk = (nodes: CaseView['definition']['nodes']): string | null => {
    for (const n of nodes) {
      if (n.id === id) return n.kind
      if ('branches' in n)
        for (const b of n.branches) {
          const kind = walk(b.nodes)
          if (kind) return kind
        }
    }
    return null
  }
  return walk(view.definition.nodes)
}

export function CaseBar({ view, sheet }: { view: CaseView; sheet: Sheet }) {
  const [act, setAct] = useState<CaseAct | null>(null)
  const me = useMe().uid
  const { main, more } = useMemo(() => offersOf(view, me), [view, me])
  useCommands(
    useMemo(
      () =>
        [...main, ...more].map((o) => ({
          id: `approval:${o.act}`,
          label: o.label,
          hint: view.title,
          reason: o.reason,
          run: () => setAct(o.act),
        })),
      [main, more, view.title],
    ),
  )
  const begin = (next: CaseAct): void => {
    // What is wrong on the sheet is shown there before anybody is asked for an opinion.
    if ((next === 'approve' || next === 'resubmit') && sheet.judge() === null) return
    setAct(next)
  }
  if (main.length + more.length === 0) return null
  return (
    <div className="zyt-case-main-buttons">
      {main.map((o) => (
        <ReasonButton
          key={o.act}
          type={o.act === 'approve' || o.act === 'resubmit' ? 'primary' : 'default'}
          danger={o.act === 'reject'}
          reason={o.reason}
          onClick={() => begin(o.act)}
        >
          {o.label}
        </ReasonButton>
      ))}
      {more.length ? (
        <Dropdown
          trigger={['click']}
          classNames={{ root: 'zyt-case-more' }}
          menu={{
            items: more.map((o) => ({
              key: o.act,
              disabled: o.reason !== null,
              danger: o.act === 'withdraw' || o.act === 'terminate',
              label: o.reason ? (
                <span className="zyt-menu-offer">
                  {o.label}
                  <small>{o.reason}</small>
                </span>
              ) : (
                o.label
              ),
            })),
            onClick: ({ key }) => begin(key as CaseAct),
          }}
        >
          <Button icon={<MoreOutlined />}>更多</Button>
        </Dropdown>
      ) : null}
      {act ? <CaseDialog act={act} view={view} sheet={sheet} onClose={() => setAct(null)} /> : null}
    </div>
  )
}
