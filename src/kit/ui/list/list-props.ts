import type { ReactNode } from 'react'
import type { Filter } from '../../entity/entity.ts'
import type { View } from '../../entity/module.ts'
import type { Row } from '../../entity/wire.ts'

export interface EntityListProps {
  /** Name of the entity. */
  entity: string
  /** Code of the list screen: its view is enforced by the server, its settings and saved views belong to it. */
  screen?: string
  view?: View
  /** Fixed filter of a list inside another record, e.g. `{contract: 7}`. Such a list keeps its state out of the address. */
  fixed?: Filter
  embedded?: boolean
  /** Buttons of the screen's own, right of 新增. */
  toolbar?: ReactNode
  /** Above the filters: figures, a notice. */
  above?: ReactNode
  /** Instead of opening the detail. */
  onOpen?: (row: Row) => void
  /** Values a new record starts with when added from here (the record around the list). */
  addParams?: Record<string, string | number>
  /** No bulk bar, no ticks. */
  plain?: boolean
}
