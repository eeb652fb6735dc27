/** One change of a history: before and after, and where they are tables, those tables. For timelines, and for the log of the company. */
import { useState } from 'react'
import { Button } from 'antd'
import type { Field } from '../../entity/field.ts'
import { entityOf, hasEntity } from '../screen/registry.web.ts'
import { ValueView } from '../field/field-value.web.tsx'

export interface ShownChange {
  /** Name of the field, where the change is one of a field. */
  field?: string
  label: string
  before: string
  after: string
  was?: unknown
  is?: unknown
}

const fieldIn = (entity: string, name: string | undefined): Field | undefined =>
  name !== undefined && hasEntity(entity) ? (entityOf(entity).fields[name] as Field | undefined) : undefined

/** Undefined where the change is read as a text. */
function tablesOf(entity: string, change: ShownChange): { field: Field; sides: [string, unknown][] } | undefined {
  const field = fieldIn(entity, change.field)
  const sides = (
    [
      ['修改前', change.was],
      ['修改后', change.is],
    ] as [string, unknown][]
  ).filter(([, value]) => value !== null && value !== undefined)
  return field && sides.length > 0 ? { field, sides } : undefined
}

/** Of one side: the table where it is one, else the text. */
export function ChangeSide({ entity, change, side }: { entity: string; change: ShownChange; side: 'before' | 'after' }) {
  const field = fieldIn(entity, change.field)
  const value = side === 'before' ? change.was : change.is
  if (field && value !== null && value !== undefined) return <ValueView field={field} value={value} place="detail" />
  const text = change[side]
  if (!text) return <>空</>
  return side === 'before' ? <del>{text}</del> : <ins>{text}</ins>
}

/** In a line: the texts, and a button that opens the tables below. */
export function ChangeLine({ entity, change }: { entity: string; change: ShownChange }) {
  const [open, setOpen] = useState(false)
  const tables = tablesOf(entity, change)
  return (
    <>
      <span className="zyt-entry-field">{change.label}</span>
      {open ? null : (
        <>
          <del>{change.before || '空'}</del>
          <span aria-label="改为"> → </span>
          <ins>{change.after || '空'}</ins>
        </>
      )}
      {tables ? (
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起明细' : '查看明细'}
        </Button>
      ) : null}
      {open && tables
        ? tables.sides.map(([name, value]) => (
            <div key={name} className="zyt-entry-table">
              <span className="zyt-section-hint">{name}</span>
              <ValueView field={tables.field} value={value} place="detail" />
            </div>
          ))
        : null}
    </>
  )
}
