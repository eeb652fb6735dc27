/** A button that says why it is grey. It stays reachable by keyboard and finger, otherwise nobody could read the reason. */
import type { ReactNode } from 'react'
import { Button, Tooltip } from 'antd'
import type { ButtonProps } from 'antd'
import { formatYuan } from '../../basics/fen.ts'
import './reason-button.css'

export interface ReasonButtonProps extends Pick<
  ButtonProps,
  'type' | 'danger' | 'icon' | 'size' | 'loading' | 'title' | 'shape' | 'block' | 'htmlType' | 'autoFocus'
> {
  /** Null: may be pressed. */
  reason: string | null
  /** A button that sends its form needs none. */
  onClick?: () => void
  /** Of a button that shows a sign only. */
  label?: string
  keys?: string
  /** What pressing it moves, in fen; said behind its words. */
  money?: number | null
  children?: ReactNode
}

export function ReasonButton({ reason, onClick, label, keys, title, money, children, ...button }: ReasonButtonProps) {
  return (
    <Tooltip title={reason ?? undefined} trigger={['hover', 'focus', 'click']}>
      <Button
        {...button}
        aria-label={label}
        aria-keyshortcuts={keys}
        // The reason takes the place of the title: two hints over one button cover each other.
        title={reason === null ? title : undefined}
        className={reason === null ? undefined : 'zyt-grey'}
        aria-disabled={reason !== null}
        onClick={(event) => {
          if (reason === null) onClick?.()
          else event.preventDefault()
        }}
      >
        {children}
        {typeof money === 'number' ? <span className="zyt-button-money">{formatYuan(money)}</span> : null}
      </Button>
    </Tooltip>
  )
}
