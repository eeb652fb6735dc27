import { Modal } from 'antd'
import { useState } from 'react'
import { useShortcut, useShortcutList } from '#kit/ui/screen/keys.web.ts'
import { MOD } from './header.web.tsx'

const NAMES: Record<string, string> = {
  mod: MOD,
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  arrowright: '→',
  arrowleft: '←',
  arrowup: '↑',
  arrowdown: '↓',
  enter: 'Enter',
  ' ': '空格',
}
const keysOf = (combo: string): string[] => combo.split('+').map((k) => NAMES[k] ?? k.toUpperCase())

/** `?` shows what can be done by keyboard right here: the same list the keys are looked up in. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false)
  const all = useShortcutList()
  useShortcut({ combo: '?', label: '显示快捷键', run: () => setOpen(true) })
  // The newest entry of a key is the one that hears it; several keys for one thing stand in one line.
  const heard = new Map(all.map((s) => [s.combo, s.label]))
  const lines = Map.groupBy(heard.keys(), (combo) => heard.get(combo)!)
  if (!open) return null
  return (
    <Modal open title="快捷键" footer={null} onCancel={() => setOpen(false)} width={440}>
      <dl className="zyt-keys">
        {[...lines].map(([label, combos]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>
              {combos.map((combo, n) => (
                <span key={combo}>
                  {n > 0 ? ' 或 ' : ''}
                  {keysOf(combo).map((k, i) => (
                    <span key={k}>
                      {i > 0 ? ' + ' : ''}
                      <kbd className="zyt-kbd">{k}</kbd>
                    </span>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
