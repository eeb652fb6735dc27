/**
 * The one way to tell the user something: toast, question, full-area «加载中…». Made of plain elements in the top layer,
 * so that it stands above every dialog and the login page needs no component library for it.
 */
import { useEffect, useRef, useState } from 'react'
import { createStore } from '../state/store.ts'
import { useStore } from '../state/use-store.web.ts'
import './message.css'

type Tone = 'success' | 'info' | 'error'
interface Toast {
  id: number
  tone: Tone
  text: string
}
export interface Question {
  title: string
  /** A paragraph for each line. */
  content: string
  okText?: string
  /** `null`: nothing to choose, only to acknowledge. */
  cancelText?: string | null
}

/** Spec §8: two seconds for what the business says, five for a failed request. */
export const BUSINESS_TOAST_MS = 2000
export const HTTP_TOAST_MS = 5000

const toasts = createStore<readonly Toast[]>([])
const questions = createStore<readonly (Question & { id: number; answer: (yes: boolean) => void })[]>([])
const busy = createStore(0)
let lastId = 0

function show(tone: Tone, text: string, duration: number): void {
  const id = ++lastId
  // The same sentence again replaces the one on screen: ten failing requests are one problem, not ten toasts.
  toasts.set((all) => [...all.filter((t) => t.text !== text).slice(-3), { id, tone, text }])
  setTimeout(() => toasts.set((all) => all.filter((t) => t.id !== id)), duration)
}

export const toast = {
  success: (text: string, ms = BUSINESS_TOAST_MS): void => show('success', text, ms),
  info: (text: string, ms = BUSINESS_TOAST_MS): void => show('info', text, ms),
  error: (text: string, ms = BUSINESS_TOAST_MS): void => show('error', text, ms),
}

export const confirmBox = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const id = ++lastId
    const answer = (yes: boolean): void => {
      questions.set((all) => all.filter((q) => q.id !== id))
      resolve(yes)
    }
    questions.set((all) => [...all, { ...question, id, answer }])
  })

export const alertBox = async (question: Question): Promise<void> => {
  await confirmBox({ okText: '知道了', ...question, cancelText: null })
}

/** Covers everything until the returned function is called (once or more often). */
export function beginBusy(): () => void {
  busy.set((n) => n + 1)
  let open = true
  return () => {
    if (open) busy.set((n) => n - 1)
    open = false
  }
}

const SIGNS: Record<Tone, string> = { success: '✓', info: 'i', error: '!' }
const NAMES: Record<Tone, string> = { success: '成功', info: '提示', error: '错误' }

/** Mounted once at the root. */
export function Messages() {
  const question = useStore(questions)[0]
  return (
    <>
      <Busy />
      {question ? <Ask key={question.id} {...question} /> : null}
      <Toasts />
    </>
  )
}

function Toasts() {
  const all = useStore(toasts)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element?.showPopover) return
    // Shown anew each time: only the newest member of the top layer is above an open dialog.
    if (element.matches(':popover-open')) element.hidePopover()
    if (all.length > 0) element.showPopover()
  }, [all])
  return (
    <div
      ref={box}
      popover="manual"
      className="zyt-toasts"
      role="status"
      aria-live="polite"
      style={all.length === 0 ? { display: 'none' } : undefined}
    >
      {all.map((t) => (
        <div key={t.id} className={`zyt-toast zyt-toast-${t.tone}`} data-tone={t.tone}>
          <b aria-label={NAMES[t.tone]}>{SIGNS[t.tone]}</b>
          <span>{t.text}</span>
        </div>
      ))}
    </div>
  )
}

function Ask({ title, content, okText = '确定', cancelText = '取消', answer }: Question & { answer: (yes: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    box.current?.showModal()
  }, [])
  return (
    <dialog
      ref={box}
      className="zyt-confirm"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        if (cancelText !== null) answer(false)
      }}
    >
      <h2>{title}</h2>
      {content.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      <footer>
        {cancelText === null ? null : (
          <button type="button" className="zyt-button" onClick={() => answer(false)}>
            {cancelText}
          </button>
        )}
        <button type="button" className="zyt-button zyt-button-primary" autoFocus onClick={() => answer(true)}>
          {okText}
        </button>
      </footer>
    </dialog>
  )
}

function Busy() {
  const on = useStore(busy) > 0
  const [seen, setSeen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!on) return
    box.current?.showPopover?.()
    // Clicks are caught at once, the picture comes only when it takes long enough not to flicker.
    const timer = setTimeout(() => setSeen(true), 200)
    return () => {
      clearTimeout(timer)
      setSeen(false)
    }
  }, [on])
  if (!on) return null
  return (
    <div ref={box} popover="manual" className={seen ? 'zyt-overlay zyt-overlay-seen' : 'zyt-overlay'} role="alert" aria-busy="true">
      <span className={seen ? '' : 'zyt-visually-hidden'}>加载中…</span>
    </div>
  )
}
