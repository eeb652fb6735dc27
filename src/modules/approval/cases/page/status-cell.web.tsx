/** The state of a case in lists, in the colour it has everywhere. */
import type { CellProps } from '#kit/ui/screen/slots.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { CASE_STATES, type CaseStatus } from '../../engine/state.ts'
import { CASE_TONES } from './words.ts'

export default function StatusCell({ value }: CellProps) {
  const status = value as CaseStatus
  return <Tag tone={CASE_TONES[status]}>{CASE_STATES[status]}</Tag>
}
