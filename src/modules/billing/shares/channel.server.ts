/** Who brought the business, for everybody who asks: shares, statistics. */
import { sql, type RawBuilder } from 'kysely'

/** Whoever brought the contract; a contract that names nobody was brought by whoever brought the customer. Ids, or columns holding them. */
export const channelOf = (contract: unknown, lessee: unknown): RawBuilder<number | null> =>
  sql<
    number | null
  >`coalesce((select c.channel from contract c where c.id = ${contract}), (select o.channel from lessee o where o.id = ${lessee}))`
