/** The list of modules, one line each. The order is the order of menus and of migrations. */
import type { Module } from '#kit/entity/module.ts'
import { affairs } from '#modules/affairs/affairs.ts'
import { approval } from '#modules/approval/approval.ts'
import { billing } from '#modules/billing/billing.ts'
import { dispatch } from '#modules/dispatch/dispatch.ts'
import { finance } from '#modules/finance/finance.ts'
import { freight } from '#modules/freight/freight.ts'
import { fuel } from '#modules/fuel/fuel.ts'
import { esign } from '#modules/esign/esign.ts'
import { leasing } from '#modules/leasing/leasing.ts'
import { operators } from '#modules/operators/operators.ts'
import { parties } from '#modules/parties/parties.ts'
import { partners } from '#modules/partners/partners.ts'
import { selfservice } from '#modules/selfservice/selfservice.ts'
import { statistics } from '#modules/statistics/statistics.ts'
import { system } from '#modules/system/system.ts'
import { telematics } from '#modules/telematics/telematics.ts'
import { transport } from '#modules/transport/transport.ts'
import { vehicles } from '#modules/vehicles/vehicles.ts'
import { shell } from '#shell/shell.ts'

export const modules: readonly Module[] = [
  shell,
  statistics,
  system,
  parties,
  vehicles,
  telematics,
  leasing,
  billing,
  finance,
  affairs,
  fuel,
  approval,
  esign,
  transport,
  freight,
  partners,
  dispatch,
  operators,
  selfservice,
]
