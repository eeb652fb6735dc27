/** In place of the look-up of a connection to an address that somebody wrote down: what is connected to is what was judged (decision 0124). */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isHouseAddress } from '../basics/identifiers/house-address.ts'

/** A name that leads into our own house. */
export class Inside extends Error {}

type Looked = (error: Error | null, address: string | LookupAddress[], family?: number) => void
/** Whatever a name server says a moment later. */
export function publicLookup(host: string, options: { all?: boolean }, done: Looked): void {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    if (addresses.some(({ address }) => isHouseAddress(address))) return done(new Inside(), [])
    if (options.all) done(null, addresses)
    else done(null, addresses[0]!.address, addresses[0]!.family)
  })
}
