import type { CellProps } from '#kit/ui/screen/slots.web.ts'
import '#kit/ui/parts/section.css'

/** 「12 / 40（30%）」: how many of those who got the message have read it. */
export function ReadRate({ row, value }: CellProps) {
  const sent = Number(row['receiverCount'] ?? 0)
  const read = Number(value ?? 0)
  if (sent === 0) return <span className="zyt-section-hint">—</span>
  return (
    <span>
      {read} / {sent}（{Math.floor((read / sent) * 100)}%）
    </span>
  )
}
