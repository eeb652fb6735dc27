-- month_quantity
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table charge_sheet add column month_quantity bigint;

comment on column charge_sheet.month_quantity is '计入月累计';

alter table charge_sheet add constraint charge_sheet_month_quantity_range check (month_quantity >= 0);
