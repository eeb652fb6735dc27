/** A button that says why it is grey. It stays reachable by keyboard and finger, otherwise nobody could read the reason. */
import type { ReactNode } from 'react'
import { Button, Tooltip } from 'antd'
import type { ButtonProps } from 'antd'
import './reason-button.css'

export interface ReasonButtonProps extends Pick<ButtonProps, 'type' | 'danger' | 'icon' | 'size' | 'loading' | 'title'> {
  /** Null: may be pressed. */
  reason: string | null
  onClick: () => void
  children?: ReactNode
}

export function ReasonButton({ reason, onClick, children, ...button }: ReasonButtonProps) {
  return (
    <Tooltip title={reason ?? undefined} trigger={['hover', 'focus', 'click']}>
      <Button
        {...button}
        className={reason === null ? undefined : 'zyt-grey'}
        aria-disabled={reason !== null}
        onClick={() => reason === null && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
