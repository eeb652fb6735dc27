import { Modal } from 'antd'
import { useState } from 'react'
import { useShortcut, useShortcutList } from '#kit/ui/keys.web.ts'
import { MOD } from './header.web.tsx'

const NAMES: Record<string, string> = { mod: MOD, alt: 'Alt', shift: 'Shift', escape: 'Esc', arrowright: '→', arrowleft: '←', arrowup: '↑', arrowdown: '↓', enter: 'Enter', ' ': '空格' }
const keysOf = (combo: string): string[] => combo.split('+').map((k) => NAMES[k] ?? k.toUpperCase())

/** `?` shows what can be done by keyboard right here: the same list the keys are looked up in. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false)
  const all = useShortcutList()
  useShortcut({ combo: '?', label: '显示快捷键', run: () => setOpen(true) })
  const seen = new Map(all.map((s) => [s.combo, s]))
  if (!open) return null
  return (
    <Modal open title="快捷键" footer={null} onCancel={() => setOpen(false)} width={440}>
      <dl className="zyt-keys">
        {[...seen.values()].map((s) => (
          <div key={s.combo} style={{ display: 'contents' }}>
            <dt>
              {keysOf(s.combo).map((k, i) => (
                <span key={k}>
                  {i > 0 ? ' + ' : ''}
                  <kbd className="zyt-kbd">{k}</kbd>
                </span>
              ))}
            </dt>
            <dd>{s.label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
