/**
 * The one dialog (spec §2): 80 % wide, 15 vh from the top, 取消 / 驳回 / 确定, not closed by a click outside.
 * It is rendered only while its console tab is the visible one: an antd Modal that is hidden and shown again inside
 * <Activity> throws and would take the whole page with it. What was typed therefore belongs to the caller's state.
 */
import { use, useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Modal, Space } from 'antd'
import { ReasonButton } from '../record/reason-button.web.tsx'
import { useShortcut } from '../screen/keys.web.ts'
import { useKeyboardBack } from '../screen/keyboard-back.web.ts'
import { ScreenContext } from '../screen/screen.web.ts'
import './dialog.css'

export interface DialogProps {
  open: boolean
  title: ReactNode
  children?: ReactNode
  onCancel: () => void
  /** May return a promise: the button shows progress meanwhile and cannot be pressed twice. */
  onOk?: () => unknown
  onReject?: () => unknown
  width?: number | string
  okText?: string
  cancelText?: string
  rejectText?: string
  danger?: boolean
  /** What 确定 moves, in fen; stands on it. */
  money?: number | null
  /** Why 确定 cannot be pressed now; shown as its tooltip. */
  okReason?: string | null
  /** Nothing to type: 确定 has the keyboard at once. */
  okFocus?: boolean
  busy?: boolean
  /** Extra controls at the left of the footer. */
  extra?: ReactNode
  /** `null` removes the footer (viewers). */
  footer?: null
}

const SENDING = '正在处理，请稍候'

export function Dialog(props: DialogProps) {
  const { open, title, children, onCancel, width = '80%', footer } = props
  // Outside a console tab (menus, notices) there is nothing to be hidden by.
  const active = use(ScreenContext)?.active ?? true
  const [pressed, setPressed] = useState<'ok' | 'reject' | null>(null)
  const busy = props.busy || pressed !== null
  const mark = useRef<HTMLSpanElement>(null)

  const press = useCallback(async (which: 'ok' | 'reject', run?: () => unknown) => {
    setPressed(which)
    try {
      await run?.()
    } finally {
      setPressed(null)
      // When what is wrong has been drawn.
      requestAnimationFrame(() => requestAnimationFrame(() => showWrong(mark.current)))
    }
  }, [])

  const okReason = props.okReason ?? (pressed === 'reject' ? SENDING : null)
  const ok = (): void => void press('ok', props.onOk ?? onCancel)
  // A result is read and closed: there is nothing to take back.
  const isToRead = (props.onOk ?? onCancel) === onCancel && props.okText !== undefined
  const showing = open && active
  useShortcut(
    { combo: 'mod+enter', label: '确定', inFields: true, run: () => (okReason === null && !busy ? ok() : undefined) },
    showing && footer !== null,
  )
  if (!showing) return null
  return (
    <Modal
      open
      title={title}
      width={width}
      className="zyt-dialog"
      style={{ top: '15vh' }}
      mask={{ closable: false }}
      keyboard={!busy}
      closable={{ disabled: busy, 'aria-label': '关闭' }}
      onCancel={() => (busy ? undefined : onCancel())}
      footer={
        footer === null ? null : (
          <div className="zyt-dialog-footer">
            <div className="zyt-dialog-extra">{props.extra}</div>
            <Space wrap>
              {isToRead ? null : (
                <ReasonButton reason={busy ? SENDING : null} onClick={onCancel}>
                  {props.cancelText ?? '取消'}
                </ReasonButton>
              )}
              {props.onReject ? (
                <ReasonButton
                  danger
                  onClick={() => void press('reject', props.onReject)}
                  loading={pressed === 'reject'}
                  reason={busy && pressed !== 'reject' ? SENDING : null}
                >
                  {props.rejectText ?? '驳回'}
                </ReasonButton>
              ) : null}
              <ReasonButton
                type="primary"
                danger={props.danger}
                loading={pressed === 'ok' || props.busy}
                reason={okReason}
                title="Ctrl+Enter"
                autoFocus={props.okFocus}
                money={props.money}
                onClick={ok}
              >
                {props.okText ?? '确定'}
              </ReasonButton>
            </Space>
          </div>
        )
      }
    >
      <span ref={mark} hidden />
      <KeyboardBack />
      {children}
    </Modal>
  )
}

/** A long dialog was answered from its foot: what is wrong in it comes into view, and a field that is wrong has the keyboard. */
function showWrong(mark: HTMLElement | null): void {
  const wrong = mark?.closest('.ant-modal-body')?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
  wrong?.scrollIntoView({ block: 'center' })
  if (wrong?.matches('input, textarea')) wrong.focus({ preventScroll: true })
}

/** Stands as long as the dialog does. */
function KeyboardBack() {
  useKeyboardBack()
  return null
}

export interface DialogHandle<T> {
  /** What the dialog was opened for; null while closed. */
  value: T | null
  open: (value: T) => void
  close: () => void
  /** Spread onto <Dialog>. */
  props: { open: boolean; onCancel: () => void }
}

/** State of one dialog that is opened for something (a row, a field, `true`). */
export function useDialog<T = true>(): DialogHandle<T> {
  const [value, setValue] = useState<T | null>(null)
  const close = useCallback(() => setValue(null), [])
  return useMemo(
    () => ({ value, open: (v: T) => setValue(() => v), close, props: { open: value !== null, onCancel: close } }),
    [value, close],
  )
}
