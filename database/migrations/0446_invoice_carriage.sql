-- invoice_carriage
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table invoice add column special text;

comment on column invoice.special is '特定业务';

alter table invoice add column carriage jsonb;

comment on column invoice.carriage is '运输信息';

alter table invoice add constraint invoice_special_values check (special in ('freight'));

create index invoice_special_idx on invoice (operator_id, special, id desc) where deleted_at is null;
