/** Where the company signs: what the installation has been given, unless it chose to sign here. A flow that was started stays where it is. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { localSigner } from './local.server.ts'
import type { SignProvider } from './provider.server.ts'

export const chosenProvider = async (db: Db, ctx: Pick<Context, 'registry' | 'ports'>): Promise<SignProvider> =>
  (await parameterValue(db, ctx.registry, 'signProvider')) === 'local' ? localSigner : ctx.ports.esign
