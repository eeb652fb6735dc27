-- sealed_tail
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table lessee alter column mobile_tail set expression as (case when mobile like '$zyt1$%' then right(mobile, 8) else right(mobile, 4) end);
