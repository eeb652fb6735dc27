-- certificates_of_drivers
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table driver alter column search_text set expression as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, '')));
create index driver_qualification_no_idx on driver (operator_id, qualification_no) where deleted_at is null;
