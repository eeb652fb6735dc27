/** The security policy of a company, read where it is needed. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { passwordWords } from '#kit/access/password.rules.ts'
import { pinyinKeys } from '#kit/basics/pinyin.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { policyOf, type SecurityPolicy, type SecuritySettings } from './profile.rules.ts'

const CODES: readonly (keyof SecuritySettings)[] = [
  'securityProfile',
  'secondFactorFor',
  'passwordMinLength',
  'passwordMaxDays',
  'idleMinutes',
  'sessionHours',
  'adminAddresses',
  'separateAdmins',
  'twoPersonsRights',
  'driverTrackConsent',
]

/** One look for all of them: it is asked whenever somebody's rights are loaded. */
export const securityPolicy = async (db: Db, registry: Registry): Promise<SecurityPolicy> => policyOf(await securitySettings(db, registry))

/** As the company chose them, before the profile lays its floor below. */
export async function securitySettings(db: Db, registry: Registry): Promise<SecuritySettings> {
  const rows = await liveRows(db, 'parameterValue')
    .select(['code', 'value'])
    .where('code', 'in', [...CODES])
    .execute()
  const stored = new Map(rows.map((row) => [row.code, row.value]))
  return Object.fromEntries(
    CODES.map((code) => [code, stored.get(code) ?? registry.parameter(code)?.default]),
  ) as unknown as SecuritySettings
}

export const separated = async (tx: Db, ctx: Context): Promise<boolean> => (await securityPolicy(tx, ctx.registry)).separateAdmins

/** Names no password may hold: those of the company, of its sites, and of the product. */
export async function wordsOfCompany(db: Db): Promise<string[]> {
  const mine = await db
    .selectFrom('operator')
    .select(['name', 'shortName'])
    .where('id', '=', sql<number>`nullif(current_setting('app.operator_id', true), '')::bigint`)
    .execute()
  const sites = await liveRows(db, 'siteConfig').select(['title', 'company']).limit(20).execute()
  const names = [
    '租运通',
    ...mine.flatMap((one) => [one.name, one.shortName ?? '']),
    ...sites.flatMap((site) => [site.title, site.company]),
  ]
  return passwordWords(
    names.filter((name) => name !== ''),
    (name) => {
      const { full, initials } = pinyinKeys(name)
      return [...full.split(' '), ...initials.split(' ')]
    },
  )
}
