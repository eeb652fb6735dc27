/** 证件要求 of the company, for whoever asks what a vehicle must have. */
import type { Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { RequiredCertificate } from './inspection.rules.ts'

export const certificateRulesOf = async (tx: Tx): Promise<RequiredCertificate[]> =>
  (await liveRows(tx, 'certificateRule')
    .select(['kind', 'vehicleClass', 'useNature', 'grossAbove', 'onlyUse'])
    .execute()) as RequiredCertificate[]
