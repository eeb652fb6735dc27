-- sheet_loss
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table charge_sheet add column loss boolean default false not null;

comment on column charge_sheet.loss is '负毛利';
