import type { CellProps } from '#kit/ui/screen/slots.web.ts'
import { asText } from '#kit/basics/text.ts'
import { usePageTitle } from './use-rules.web.ts'
import '#kit/ui/parts/section.css'

/** 「车辆列表 vehicleList」: the code alone says little. */
export function ResourceName({ value }: CellProps) {
  const titleOf = usePageTitle()
  const code = asText(value)
  return (
    <span>
      {titleOf(code)} <span className="zyt-section-hint">{code}</span>
    </span>
  )
}
