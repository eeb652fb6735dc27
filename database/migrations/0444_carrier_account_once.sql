-- carrier_account_once
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop index carrier_account_idx;

create unique index carrier_account_key on carrier (operator_id, account) where deleted_at is null;
