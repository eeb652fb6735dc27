/** Rows of a sheet of 整批办理 as somebody sends them who has just opened it: with the versions they have now. */
import type { FleetKind } from '#modules/leasing/fleet/fleet.ts'
import { FLEET } from '#modules/leasing/fleet/fleet.ts'
import type { Company } from './company.ts'

/** What somebody typed into a row. */
export interface Typed {
  id?: number | undefined
  values?: object
  hash?: string | null
  version?: number
}

export async function shown(company: Company, kind: FleetKind, rows: readonly Typed[]) {
  const versionRows = await company.read((db) =>
    db
      .selectFrom(FLEET[kind].of as 'lease')
      .select(['id', 'version'])
      .where(
        'id',
        'in',
        rows.map((row) => row.id ?? 0),
      )
      .execute(),
  )
  const versions = new Map(versionRows.map((row) => [row.id, row.version]))
  return rows.map((row) => ({ version: versions.get(row.id ?? 0) ?? 1, ...row }))
}
