/** Browser part of a module: components for slots. Replace by component, never by merged options (DESIGN, idea 6). */
import type { ComponentType, LazyExoticComponent } from 'react'
import type { ActingName, ActionName } from '../../action/action.ts'
import type { Module, Screen } from '../../entity/module.ts'
import type { TableName, Tables } from '../../entity/tables.ts'
import type { Row } from '../../entity/wire.ts'
import type { Asked } from '../dialog/asks.web.ts'
import type { Question } from '../dialog/message.web.tsx'

type Lazy<P> = LazyExoticComponent<ComponentType<P>> | ComponentType<P>

export interface ScreenProps {
  screen: Screen
}
export interface CellProps {
  row: Row
  value: unknown
}
interface FigureProps {
  /** At least what a card or a list has of it. */
  row: Row
}
export interface TabProps {
  row: Row
  reload: () => void
}
export interface ActionDialogSlot {
  row: Row
  onClose: () => void
  onDone: (after: Row) => void
}
export interface BulkSlot {
  ids: readonly number[]
  onClear: () => void
}
export interface AskSlot {
  asked: Asked
}
/** `entity.field` and `entity.action` of what is defined: a component for something that does not exist does not compile. */
type FieldPath = { [N in TableName]: `${N}.${Extract<keyof Tables[N], string>}` }[TableName]
type ActionPath = { [N in ActingName]: `${N}.${ActionName<N>}` }[ActingName]
type Of<Key extends string, Component> = Partial<Record<Key, Component>>

export interface WebModule {
  module: Module
  /** Whole screens by code. */
  screens?: Record<string, Lazy<ScreenProps>>
  /** `entity.field` → cell of lists and details. */
  cells?: Of<FieldPath, Lazy<CellProps>>
  /** `entity.field` of its pictures → what is drawn of a record without one. */
  figures?: Of<FieldPath, Lazy<FigureProps>>
  /** entity → further tabs of its detail; with `right`, only for those who have that function code. */
  tabs?: Of<TableName, readonly { key: string; label: string; right?: string; component: Lazy<TabProps> }[]>
  /** entity → shown above the detail's sections, below what modules before it show there. */
  heads?: Of<TableName, Lazy<TabProps>>
  /** entity → replaces the form (add and edit). */
  forms?: Of<TableName, Lazy<{ id?: number; onDone: (row: Row, again?: boolean) => void; onCancel?: () => void }>>
  /** entity → asked before a record of it is saved that may not be what was meant; null where nothing is to be asked. `row`: as it is stored. */
  questions?: Of<TableName, (values: Readonly<Record<string, unknown>>, row: Row | null) => Promise<Question | null>>
  /** `entity.action` → replaces the dialog that asks for the inputs of an action. */
  dialogs?: Of<ActionPath, Lazy<ActionDialogSlot>>
  /** entity → further buttons above its list, beside 新增. */
  toolbars?: Of<TableName, Lazy<object>>
  /** entity → further buttons of the bar for chosen rows, for what is no action of one record. */
  bulk?: Of<TableName, Lazy<BulkSlot>>
  /** What the module asks back before a call may go on, by the name the server gives it. */
  asks?: Record<string, Lazy<AskSlot>>
}
