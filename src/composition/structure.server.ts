/** What a database of this program consists of: said to whoever makes one, the start and the restoring of a backup. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Nobody changes or removes these rows, the program included. */
const APPEND_ONLY = [
  'audit_log',
  'login_log',
  'audit_anchor',
  'approval_history',
  'temperature_reading',
  'vehicle_cost',
  'fuel_entry',
  'cash_entry',
  'sign_event',
  'sign_inbox',
  'sign_quota_entry',
] as const

export const STRUCTURE = { folder: join(ROOT, 'database/migrations'), appendOnly: APPEND_ONLY }

const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string; version: string }
export const PRODUCT = { product: name, version }
