-- statement_parties
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table statement drop constraint statement_party_kind_values;

alter table statement add constraint statement_party_kind_values check (party_kind in ('lessee', 'source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'staff', 'station', 'authority', 'carrier', 'customer'));
