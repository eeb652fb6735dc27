-- voucher_stale
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table voucher add column stale text;

comment on column voucher.stale is '导出后变动';

alter table voucher add constraint voucher_stale_values check (stale in ('source', 'gone', 'subject'));

create index voucher_stale_idx on voucher (operator_id, stale, booked_on desc, id desc) where deleted_at is null;
