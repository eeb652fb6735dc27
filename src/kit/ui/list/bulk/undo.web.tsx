import { useEffect } from 'react'
import { Button } from 'antd'

export interface Undone {
  id: number
  title: string
}

/** For ten seconds after a deletion. It stands in the list, not in a toast, so that a keyboard reaches it. */
export function UndoBar({ what, onUndo, onGone }: { what: Undone | null; onUndo: (id: number) => void; onGone: () => void }) {
  useEffect(() => {
    if (!what) return
    const timer = setTimeout(onGone, 10_000)
    return () => clearTimeout(timer)
  }, [what, onGone])
  if (!what) return null
  return (
    <div className="zyt-list-undo" role="status">
      已删除「{what.title}」
      <Button size="small" type="link" onClick={() => onUndo(what.id)}>
        撤销
      </Button>
    </div>
  )
}
