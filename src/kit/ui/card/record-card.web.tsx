/** The card of one record: what it is, how it stands, what is owed, where it is, and what may be done with it, each act a way with the record chosen. */
import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { asText } from '../../basics/text.ts'
import type { Card, CardOf } from '../../entity/card/card.wire.ts'
import type { Entity } from '../../entity/entity.ts'
import type { Field } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { api, sentenceOf } from '../client/api.web.ts'
import { entityKeys } from '../client/entity-keys.ts'
import { FieldValue } from '../field/field-value.web.tsx'
import { LoadingState } from '../parts/state.web.tsx'
import { ReasonButton } from '../record/reason-button.web.tsx'
import { Link } from '../screen/link.web.tsx'
import { entityOf } from '../screen/registry.web.ts'
import { CardLines, Phone } from './card-lines.web.tsx'
import { Portrait } from './portrait.web.tsx'
import './card.css'

export const useCard = ({ entity, id }: CardOf) =>
  useQuery({
    queryKey: [...entityKeys.all(entity), 'card', id],
    retry: false,
    queryFn: ({ signal }) => api.get<Card>('/api/v1/card', { entity, id }, { signal, silent: true }),
  })

interface RecordCardProps {
  of: CardOf
  /** A way was taken, so whatever holds the card goes. */
  onLeave: () => void
  onGo: (to: string) => void
}
/** Waits for the programs of its values by itself: whoever types beside it keeps the keyboard. */
export const RecordCard = (props: RecordCardProps) => (
  <Suspense fallback={<LoadingState rows={5} />}>
    <LoadedCard {...props} />
  </Suspense>
)

function LoadedCard({ of, onLeave, onGo }: RecordCardProps) {
  const { data: card, error } = useCard(of)
  if (error) return <p className="zyt-card-refused">{sentenceOf(error, '暂时看不到，请稍后再试')}</p>
  if (!card) return <LoadingState rows={5} />
  const entity = entityOf(card.entity)
  const row = card.row as Row
  const own = entity.card!
  return (
    <div className="zyt-record-card">
      <header>
        <Portrait entity={entity} row={row} size="card" />
        <div>
          <h2>
            <Link to={card.path} onClick={onLeave}>
              {row.$title}
            </Link>
          </h2>
          <p>
            {[...(entity.state ? [entity.state] : []), ...own.shows].map((name) => (
              <span key={name} title={(entity.fields[name] as Field).label}>
                {(entity.fields[name] as Field).kind === 'money' ? <small>{(entity.fields[name] as Field).label} </small> : null}
                <Plain entity={entity} name={name} row={row} />
              </span>
            ))}
          </p>
        </div>
      </header>
      <dl>
        {own.phone ? (
          <div>
            <dt>电话</dt>
            <dd>
              <Phone entity={entity} name={own.phone} row={row} />
            </dd>
          </div>
        ) : null}
        <CardLines lines={card.lines} onLeave={onLeave} onCard />
      </dl>
      {card.acts.length || card.path ? (
        <footer>
          {card.acts.map(({ key, label, to, reason = null }) =>
            to.startsWith('https:') ? (
              <a key={key} className="zyt-card-out" href={to} target="_blank" rel="noopener noreferrer">
                {label}
              </a>
            ) : (
              <ReasonButton
                key={key}
                size="small"
                type={key.startsWith('pay') && !reason ? 'primary' : 'default'}
                reason={reason}
                onClick={() => {
                  onLeave()
                  onGo(to)
                }}
              >
                {label}
              </ReasonButton>
            ),
          )}
        </footer>
      ) : null}
    </div>
  )
}

/** A name on a card is no way to another record: the card itself is the way. */
function Plain({ entity, name, row }: { entity: Entity; name: string; row: Row }) {
  const kind = (entity.fields[name] as Field).kind
  return kind === 'ref' ? <>{asText(row[`${name}$`])}</> : <FieldValue entity={entity} field={name} row={row} />
}
