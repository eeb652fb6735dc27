/** What I may do with the case now: two buttons in sight, the rest behind 更多; each grey one says why. */
import { useMemo, useState } from 'react'
import { Button, Dropdown } from 'antd'
import { MoreOutlined } from '@ant-design/icons'
import { useCommands } from '#kit/ui/screen/commands.web.ts'
import { HTTP_TOAST_MS, toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import { BUTTONS, type Button as ButtonName } from '../../engine/definition.ts'
import type { CaseView } from '../../wire.ts'
import { CaseDialog } from './case-dialog.web.tsx'
import { useSendAct, type CaseAct } from './send-act.web.ts'
import type { Sheet } from './use-sheet.web.ts'
import { waitingSigners } from '../signers.ts'

const UNREAD = '请先把申请内容看到末尾'

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

/**
 * A yes to which nothing has to be said: no reason, no signature, nobody to be named next, and not merely an opinion for somebody else.
 * It is given where the facts stand, by one press; with words it goes by its dialog.
 */
function isPlainYes(view: CaseView): boolean {
  const { mine } = view
  if (!mine || mine.needReason || mine.needSignature || mine.chooseNext.length > 0) return false
  return view.tasks.find((t) => t.id === mine.task)?.origin !== 'delegate'
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

/** `read`: what is to be agreed to has stood before the reader to its end. */
export function CaseBar({ view, sheet, read }: { view: CaseView; sheet: Sheet; read: boolean }) {
  const [act, setAct] = useState<CaseAct | null>(null)
  const [sending, setSending] = useState(false)
  const me = useMe().uid
  const send = useSendAct(view, sheet)
  const plain = isPlainYes(view)
  const { main, more } = useMemo(() => {
    const offers = offersOf(view, me)
    if (!plain) return offers
    const yes = offers.main.find((o) => o.act === 'approve')
    const wait = (o: Offer): Offer => (o.act === 'approve' ? { ...o, reason: o.reason ?? (read ? null : UNREAD) } : o)
    return {
      main: offers.main.map(wait),
      more:
        yes && yes.reason === null
          ? [{ act: 'approve' as const, label: `${yes.label}并写意见`, reason: null }, ...offers.more]
          : offers.more,
    }
  }, [view, me, plain, read])
  useCommands(
    useMemo(
      () =>
        [...main, ...more].map((o) => ({
          id: `approval:${o.label}`,
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
  const agree = async (): Promise<void> => {
    if (sheet.judge() === null) return
    setSending(true)
    const refused = await send('approve').finally(() => setSending(false))
    if (refused) toast.error(refused, HTTP_TOAST_MS)
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
          loading={o.act === 'approve' && sending}
          onClick={() => (o.act === 'approve' && plain ? void agree() : begin(o.act))}
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
