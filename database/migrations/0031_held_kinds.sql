-- held_kinds: accounts and parameters wait for a second person, too (decision 0130)
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table held_change drop constraint held_change_kind_values;
alter table held_change add constraint held_change_kind_values check (kind in ('roleGrant', 'fields', 'account', 'parameters'));
