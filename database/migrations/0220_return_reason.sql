-- return_reason
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle_return alter column reason_kind drop default;
