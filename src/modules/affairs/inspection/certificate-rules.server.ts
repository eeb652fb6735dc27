/** 证件要求 of the company, for whoever asks what a vehicle must have. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { RequiredCertificate } from './inspection.rules.ts'

export const certificateRulesOf = async (tx: Tx, ctx: Context): Promise<RequiredCertificate[]> =>
  (await tx
    .selectFrom('certificateRule')
    .select(['kind', 'vehicleClass', 'useNature', 'grossAbove', 'onlyUse'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('deletedAt', 'is', null)
    .execute()) as RequiredCertificate[]
