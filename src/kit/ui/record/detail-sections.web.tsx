/** The sections of a definition as label/value tables. */
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { isEmpty } from '../../basics/required.ts'
import { DetailTable, type DetailItem } from '../parts/detail-table.web.tsx'
import { FieldValue } from '../field/field-value.web.tsx'
import { Section } from '../parts/section.web.tsx'
import { isWide } from './form/field-row.web.tsx'
import { applies } from './form/form-plan.ts'
import { labelWithUnit } from '../field/value-text.ts'

export interface Part {
  heading: string
  names: string[]
}

/**
 * Sections of the form, with what no form ever holds (numbers, computed sums, what actions wrote) behind them under
 * 其他信息: a detail that hides a stored value would send people to the database.
 */
export function detailParts(entity: Entity<any>, row: Row): Part[] {
  const shown = new Set<string>()
  const fits = (name: string): boolean => {
    const field = entity.fields[name] as Field | undefined
    return field !== undefined && (applies(field, row) || !isEmpty(row[name]))
  }
  const parts = Object.entries(entity.form).map(([heading, names]) => {
    for (const name of names as string[]) shown.add(name)
    return { heading, names: (names as string[]).filter(fits) }
  })
  const others = Object.keys(entity.fields).filter(
    (name) =>
      !shown.has(name) && fits(name) && name !== entity.state && entity.fields[name].kind !== 'json' && !entity.fields[name].internal,
  )
  const extra: Part = {
    heading: parts.length === 0 ? '基本信息' : '其他信息',
    names: [...others, ...['createdAt', 'updatedAt'].filter((name) => !isEmpty(row[name]))],
  }
  return [...parts, extra].filter((part) => part.names.length > 0)
}

const STANDARD: Record<string, string> = { createdAt: '创建时间', updatedAt: '更新时间' }

export function itemsOf(entity: Entity<any>, row: Row, names: readonly string[], place: 'detail' | 'print'): DetailItem[] {
  return names.map((name) => {
    const field = entity.fields[name] as Field | undefined
    return {
      key: name,
      label: field ? labelWithUnit(field) : (STANDARD[name] ?? name),
      hint: place === 'detail' ? field?.hint : undefined,
      wide: field !== undefined && isWide(field) && !isEmpty(row[name]),
      value: <FieldValue entity={entity} field={name} row={row} place={place} />,
    }
  })
}

export function DetailSections({ entity, row }: { entity: Entity<any>; row: Row }) {
  return (
    <>
      {detailParts(entity, row).map((part) => (
        <Section key={part.heading} title={part.heading}>
          <DetailTable items={itemsOf(entity, row, part.names, 'detail')} />
        </Section>
      ))}
    </>
  )
}
