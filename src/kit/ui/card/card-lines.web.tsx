/** What modules say of a record, a line each: on its card, and beside whatever else shows it. */
import { formatFen } from '../../basics/fen.ts'
import type { CardLine } from '../../entity/card/card.wire.ts'
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { FieldValue } from '../field/field-value.web.tsx'
import { MaskedValue } from '../field/masked-value.web.tsx'
import { entityOf } from '../screen/registry.web.ts'
import { RecordName } from './record-name.web.tsx'
import './card.css'

interface CardLinesProps {
  lines: readonly CardLine[]
  /** A way was taken. */
  onLeave?: () => void
  /** On a card a name is no way to another card: it would open in the place of the one it stands on. */
  onCard?: boolean
}

export const CardLines = ({ lines, onLeave, onCard = false }: CardLinesProps) =>
  lines.map((line) => (
    <div key={line.key} className={line.tone ? `zyt-card-${line.tone}` : undefined}>
      <dt>{line.label}</dt>
      <dd className="zyt-card-said">
        <Said line={line} onLeave={onLeave} onCard={onCard} />
      </dd>
    </div>
  ))

/** Masked as everywhere; once it is looked at, it can be called. */
export function Phone({ entity, name, row }: { entity: Entity; name: string; row: Row }) {
  if (!row.$masked?.includes(name)) return <FieldValue entity={entity} field={name} row={row} />
  return <MaskedValue entity={entity} name={name} label={(entity.fields[name] as Field).label} row={row} why="致电联系" />
}

function Said({ line, onLeave, onCard }: { line: CardLine; onLeave: (() => void) | undefined; onCard: boolean }) {
  if (line.field) return <Phone entity={entityOf(line.field.entity)} name={line.field.name} row={line.field.row as Row} />
  const text = line.amount === undefined ? (line.text ?? '') : formatFen(line.amount)
  const shown = line.amount === undefined ? text : <b className="zyt-number">{text}</b>
  return (
    <>
      <RecordName of={onCard ? null : line.of} to={line.to ?? null} {...(onLeave ? { onClick: onLeave } : {})}>
        {shown}
      </RecordName>
      {line.notes?.length ? (
        <small>
          {line.notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </small>
      ) : null}
    </>
  )
}
