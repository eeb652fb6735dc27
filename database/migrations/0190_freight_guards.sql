-- freight_guards
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table customer_coupon add column "order" bigint;

comment on column customer_coupon."order" is '占用订单';

create index customer_coupon_order_idx on customer_coupon (operator_id, "order", id desc) where deleted_at is null;

alter table deduction drop constraint deduction_reason_values;

alter table deduction add column charge_sheet bigint;

comment on column deduction.charge_sheet is '费用单';

alter table deduction add constraint deduction_reason_values check (reason in ('damage', 'breach', 'oilCard', 'advance', 'fine', 'insurance', 'serviceFee', 'adjust'));

create index deduction_charge_sheet_idx on deduction (operator_id, charge_sheet, created_at desc, id desc) where deleted_at is null;

alter table cod_entry add column consignment bigint;

comment on column cod_entry.consignment is '配送单';

alter table cod_entry add column payable bigint;

comment on column cod_entry.payable is '应付账单';

create index cod_entry_consignment_idx on cod_entry (operator_id, consignment, at desc, id desc) where deleted_at is null;

create index cod_entry_payable_idx on cod_entry (operator_id, payable, at desc, id desc) where deleted_at is null;

alter table customer_coupon add constraint customer_coupon_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_charge_sheet_fk foreign key (operator_id, charge_sheet) references charge_sheet (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;
