/** A value as jsonb: lists too, which the driver would send as an array of PostgreSQL. Numbers of people in it lie sealed (decision 0083). */
import { sql, type RawBuilder } from 'kysely'
import { numbersSealedJson } from './sealing.server.ts'

/** The text of a value for a column of JSON. */
export const jsonText = (value: unknown): string => numbersSealedJson(JSON.stringify(value))
export const jsonb = <T>(value: T): RawBuilder<T> => sql<T>`${jsonText(value)}::jsonb`
