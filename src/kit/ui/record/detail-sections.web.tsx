/** The sections of a definition as label/value tables. */
import type { Entity } from '../../entity/entity.ts'
import { namedIn, type Field } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { isEmpty } from '../../basics/required.ts'
import { DetailTable, type DetailItem } from '../parts/detail-table.web.tsx'
import { FieldValue } from '../field/field-value.web.tsx'
import { Section } from '../parts/section.web.tsx'
import { isWide } from './form/field-row.web.tsx'
import { detailParts, STANDARD_LABELS } from './detail-parts.ts'
import { labelWithUnit } from '../field/value-text.ts'

function itemsOf(entity: Entity<any>, row: Row, names: readonly string[]): DetailItem[] {
  return names.map((name) => {
    const field = entity.fields[name] as Field | undefined
    return {
      key: name,
      label: field ? labelWithUnit(namedIn(field, row)) : (STANDARD_LABELS[name] ?? name),
      hint: field?.hint,
      wide: field !== undefined && isWide(field) && !isEmpty(row[name]),
      value: <FieldValue entity={entity} field={name} row={row} place="detail" />,
    }
  })
}

export function DetailSections({ entity, row }: { entity: Entity<any>; row: Row }) {
  return (
    <>
      {detailParts(entity, row).map((part) => (
        <Section key={part.heading} title={part.heading}>
          <DetailTable items={itemsOf(entity, row, part.names)} />
        </Section>
      ))}
    </>
  )
}
