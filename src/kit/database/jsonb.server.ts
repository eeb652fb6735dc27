/** A value as jsonb: lists too, which the driver would send as an array of PostgreSQL. */
import { sql, type RawBuilder } from 'kysely'

export const jsonb = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`
