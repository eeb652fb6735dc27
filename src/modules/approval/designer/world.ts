/** What the panels of the designer choose from, beside the drawing itself. */
import type { TableName } from '#kit/entity/tables.ts'
import type { ProcessNode } from '../engine/definition.ts'
import type { Vocabulary } from '../engine/expression.ts'
import type { FormSchema } from '../forms/form.ts'

export interface DesignWorld {
  form: FormSchema
  vocabulary: Vocabulary
  /** Which entity a path names: `form.car` → `vehicle`. */
  refOf: (path: string) => TableName | null
  /** Facts of the business act that name a person. */
  personFacts: readonly { value: string; label: string }[]
  calls: readonly { value: string; label: string }[]
  approvalRoles: readonly { value: string; label: string }[]
  processes: readonly { value: string; label: string }[]
  nodes: readonly ProcessNode[]
}
export interface PanelProps<N> {
  node: N
  world: DesignWorld
  /** `key`: changes with the same key in a row are one step of 撤销. */
  onChange: (node: N, key?: string) => void
}
