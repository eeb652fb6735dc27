/** Keeps definitions and migrations in step: what the next migration would be, and writing it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entity } from '../entity.ts'
import { diffSchema, renderSql } from './schema-sql.server.ts'
import { schemaModel, type SchemaModel } from './schema.server.ts'

const repository = join(import.meta.dirname, '..', '..', '..', '..')
export const MIGRATIONS = join(repository, 'database', 'migrations')
const SNAPSHOT = join(repository, 'database', 'schema.json')
/** Numbers below are written by hand (tables that no entity defines). */
const FIRST_GENERATED = 10

/** The desired state after the last generated migration. */
function snapshot(file: string = SNAPSHOT): SchemaModel {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SchemaModel
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Statements still missing from the migrations; empty when definitions and migrations agree. */
export const pendingChanges = (entities: readonly Entity[], options: { allowDrop?: boolean } = {}): string[] =>
  diffSchema(snapshot(), schemaModel(entities), options)

/** Every table of a set of entities from nothing: for tests that bring their own definitions. */
export const createAll = (entities: readonly Entity[]): string => renderSql('test definitions', diffSchema({}, schemaModel(entities)))

function nextNumber(folder: string = MIGRATIONS): string {
  const used = readdirSync(folder).map((file) => Number(/^(\d{4})_/.exec(file)?.[1] ?? 0))
  return String(Math.max(FIRST_GENERATED, ...used.map((n) => n + 1))).padStart(4, '0')
}

/** Writes the next migration and the new snapshot; null when there is nothing to do. */
export function writeMigration(
  entities: readonly Entity[],
  name: string,
  options: { allowDrop?: boolean } = {},
): { file: string; statements: number } | null {
  if (!/^[a-z][a-z0-9_]{1,50}$/.test(name)) throw new Error('迁移名称只能用小写字母、数字和下划线，例如 add_vehicle_color')
  const lines = pendingChanges(entities, options)
  const desired = schemaModel(entities)
  if (lines.length === 0 && JSON.stringify(snapshot()) === JSON.stringify(desired)) return null
  const file = join(MIGRATIONS, `${nextNumber()}_${name}.sql`)
  writeFileSync(file, renderSql(name, lines))
  writeFileSync(SNAPSHOT, `${JSON.stringify(desired, null, 1)}\n`)
  return { file, statements: lines.length }
}
