/** What can be put into a gap. One menu for all of them: two hundred would be two hundred listeners. */
import { useEffect, useRef } from 'react'
import { SnippetsOutlined } from '@ant-design/icons'
import { NODE_KINDS, type NodeKind } from '../../engine/definition.ts'
import { NODE_ICONS } from './flow-tree.web.tsx'
import { useShown, useTree } from './tree-host.web.ts'

const KINDS: readonly Exclude<NodeKind, 'start'>[] = [
  'approve',
  'handle',
  'copy',
  'condition',
  'parallel',
  'inclusive',
  'route',
  'subprocess',
  'delay',
  'trigger',
]

export function AddMenu({ canPaste }: { canPaste: boolean }) {
  const { acts, ui } = useTree()
  const menu = useShown((s) => s.menu)
  const box = useRef<HTMLDivElement>(null)
  const open = menu !== null
  useEffect(() => {
    if (!open) return
    box.current?.querySelector('button')?.focus()
    const away = (event: PointerEvent): void => {
      if (!(event.target instanceof Node) || !box.current?.contains(event.target)) ui.set((s) => ({ ...s, menu: null }))
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open, ui])
  if (!menu || !acts) return null
  const close = (): void => ui.set((s) => ({ ...s, menu: null }))
  const walk = (event: React.KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') return close()
    const by = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const items = [...(box.current?.querySelectorAll('button') ?? [])]
    items[(items.indexOf(document.activeElement as HTMLButtonElement) + by + items.length) % items.length]?.focus()
  }
  const width = 300
  const style = {
    left: Math.max(8, Math.min(menu.x, window.innerWidth - width - 8)),
    top: Math.max(8, Math.min(menu.y, window.innerHeight - 290)),
    width,
  }
  return (
    <div className="zyt-flow-menu" role="menu" aria-label="添加节点" ref={box} style={style} onKeyDown={walk}>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          role="menuitem"
          className={`zyt-flow-${kind}`}
          onClick={() => {
            close()
            acts.insert(menu.spot, kind)
          }}
        >
          <span>{NODE_ICONS[kind]}</span>
          {NODE_KINDS[kind]}
        </button>
      ))}
      {canPaste ? (
        <button
          type="button"
          role="menuitem"
          onClick={() => {
            close()
            acts.paste(menu.spot)
          }}
        >
          <span>
            <SnippetsOutlined />
          </span>
          粘贴
        </button>
      ) : null}
    </div>
  )
}
