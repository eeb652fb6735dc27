/** The frame of a panel: its name, what is wrong with it, the way out. */
import { startTransition, useEffect, useRef, useState } from 'react'
import { Alert, Button, Input, type InputRef } from 'antd'
import { CloseOutlined } from '@ant-design/icons'
import { PanelLock } from './controls.web.tsx'
import './panel.css'

interface FrameProps {
  /** Whose panel it is: what is half typed stays with it. Not said where the panel is one of its own each time. */
  of?: string
  title: string
  name: string
  problems: readonly string[]
  disabled?: boolean
  onName: (name: string) => void
  onClose: () => void
  children: React.ReactNode
}

export function PanelFrame({ of, title, name, problems, disabled, onName, onClose, children }: FrameProps) {
  return (
    <aside className="zyt-panel" aria-label={`${title}设置`}>
      <header>
        <NameInput key={of} name={name} label={`${title}名称`} disabled={disabled} onName={onName} />
        <Button type="text" icon={<CloseOutlined />} aria-label="关闭设置" onClick={onClose} />
      </header>
      <div className="zyt-panel-body">
        {problems.length ? (
          <Alert
            type="error"
            showIcon
            title={
              problems.length === 1 ? (
                problems[0]
              ) : (
                <ul>
                  {problems.map((p) => (
                    <li key={p}>{p}</li>
                  ))}
                </ul>
              )
            }
          />
        ) : null}
        <PanelLock value={disabled ?? false}>{children}</PanelLock>
      </div>
    </aside>
  )
}

export function Block({ title, hint, children }: { title: string; hint?: string; children: React.ReactNode }) {
  return (
    <section className="zyt-panel-block">
      <h3>{title}</h3>
      {hint ? <p className="zyt-section-hint">{hint}</p> : null}
      {children}
    </section>
  )
}

/** What is typed shows at once; the drawing and the check follow when there is time. */
function NameInput({ name, label, disabled, onName }: { name: string; label: string; disabled?: boolean; onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const box = useRef<InputRef>(null)
  // Taken back or done again from outside; while somebody types here, what comes back late is his own older text.
  useEffect(() => {
    if (document.activeElement !== box.current?.input) setTyped(name)
  }, [name])
  return (
    <Input
      ref={box}
      value={typed}
      maxLength={40}
      disabled={disabled}
      aria-label={label}
      status={typed.trim() ? undefined : 'error'}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        startTransition(() => onName(text))
      }}
    />
  )
}
