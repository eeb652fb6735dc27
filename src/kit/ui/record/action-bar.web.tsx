/** Buttons of what may be done with a record now. The list and the reasons are the server's ($actions). */
import { useMemo, useState } from 'react'
import { Button, Dropdown, Space } from 'antd'
import { MoreOutlined } from '@ant-design/icons'
import type { Row } from '../../entity/wire.ts'
import { rowOffers, stateOf, type Offer } from '../list/bulk/legality.ts'
import { useCommands } from '../screen/commands.web.ts'
import { actionsOf, entityOf } from '../screen/registry.web.ts'
import { ActionDialog } from './action-dialog.web.tsx'
import { ReasonButton } from './reason-button.web.tsx'

export interface ActionBarProps {
  entity: string
  row: Row
  /** Names shown first, as buttons. */
  promoted?: readonly string[]
  /** How many stand beside each other; the rest is behind 更多. */
  visible?: number
  size?: 'small' | 'middle'
  onDone?: (after: Row) => void
}

export function ActionBar({ entity, row, promoted, visible = 3, size, onDone }: ActionBarProps) {
  const [running, setRunning] = useState<string | null>(null)
  const { shown, more } = useMemo(
    () => rowOffers(row, actionsOf(entity)?.all ?? {}, promoted, visible, stateOf(entityOf(entity), row)),
    [row, entity, promoted, visible],
  )
  // The same offers, with the same reasons, in the search box (Ctrl/⌘K).
  useCommands(
    useMemo(
      () =>
        [...shown, ...more].map((o) => ({
          id: `${entity}:${o.name}`,
          label: o.label,
          hint: row.$title,
          reason: o.reason,
          run: () => setRunning(o.name),
        })),
      [shown, more, entity, row.$title],
    ),
  )
  if (shown.length + more.length === 0) return null
  return (
    <Space wrap size="small">
      {shown.map((offer, i) => (
        <ReasonButton
          key={offer.name}
          size={size}
          type={offer.tone === 'primary' || (i === 0 && !offer.tone && promoted?.includes(offer.name)) ? 'primary' : 'default'}
          danger={offer.tone === 'danger'}
          reason={offer.reason}
          onClick={() => setRunning(offer.name)}
        >
          {offer.label}
        </ReasonButton>
      ))}
      {more.length > 0 ? <More offers={more} size={size} onPick={setRunning} alone={shown.length === 0} /> : null}
      {running ? <ActionDialog entity={entity} action={running} row={row} onClose={() => setRunning(null)} onDone={onDone} /> : null}
    </Space>
  )
}

function More({
  offers,
  size,
  onPick,
  alone,
}: {
  offers: readonly Offer[]
  size?: 'small' | 'middle'
  onPick: (name: string) => void
  alone: boolean
}) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: offers.map((offer) => ({
          key: offer.name,
          danger: offer.tone === 'danger' && offer.reason === null,
          disabled: offer.reason !== null,
          // The reason stands below the words: a menu entry has no hover on a phone.
          label: (
            <span className="zyt-menu-offer">
              {offer.label}
              {offer.reason ? <small>{offer.reason}</small> : null}
            </span>
          ),
        })),
        onClick: ({ key }) => onPick(key),
      }}
    >
      <Button size={size} icon={<MoreOutlined />}>
        {alone ? '操作' : '更多'}
      </Button>
    </Dropdown>
  )
}

/**
 * For callers with buttons of their own (lists, palette): `run` opens the dialog of an action for a record,
 * `element` must be rendered.
 */
export function useActionRunner(entity: string, onDone?: (after: Row) => void) {
  const [running, setRunning] = useState<{ action: string; row: Row } | null>(null)
  return {
    run: (action: string, row: Row): void => setRunning({ action, row }),
    element: running ? (
      <ActionDialog entity={entity} action={running.action} row={running.row} onClose={() => setRunning(null)} onDone={onDone} />
    ) : null,
  }
}
