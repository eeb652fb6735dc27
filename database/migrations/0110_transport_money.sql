-- transport_money
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table bill drop constraint bill_bill_type_values;

alter table bill add constraint bill_bill_type_values check (bill_type in ('deposit', 'rent', 'incidental', 'late', 'settlement', 'swap', 'service', 'penalty', 'buyout', 'freight'));

alter table bill_item drop constraint bill_item_fee_item_values;

alter table bill_item add constraint bill_item_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER', 'FREIGHT', 'FR_STOP', 'FR_WAIT', 'FR_HANDLE', 'FR_SUR', 'FR_MIN', 'FR_CAP', 'FR_TOLL', 'FR_INSURE', 'FR_EMPTY', 'FR_RETURN', 'FR_CHANGE', 'FR_DISC', 'FR_CLAIM'));

alter table payable_bill drop constraint payable_bill_party_kind_values;

alter table payable_bill drop constraint payable_bill_fee_values;

alter table payable_bill add column carrier bigint;

comment on column payable_bill.carrier is '承运商';

alter table payable_bill add column driver bigint;

comment on column payable_bill.driver is '司机';

alter table payable_bill add column charge_sheet bigint;

comment on column payable_bill.charge_sheet is '费用单';

alter table payable_bill add column stage text;

comment on column payable_bill.stage is '付款阶段';

alter table payable_bill add column medium text;

comment on column payable_bill.medium is '付款载体';

alter table payable_bill add constraint payable_bill_party_kind_values check (party_kind in ('source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'station', 'authority', 'carrier', 'customer'));

alter table payable_bill add constraint payable_bill_stage_values check (stage in ('advance', 'arrival', 'receipt', 'monthly'));

alter table payable_bill add constraint payable_bill_medium_values check (medium in ('transfer', 'oilCard', 'etc'));

alter table payable_bill add constraint payable_bill_fee_values check (fee in ('rent', 'repair', 'insurance', 'commission', 'split', 'service', 'reimburse', 'fuel', 'inspection', 'fine', 'freight', 'driverPay', 'claim', 'cod', 'other'));

create index payable_bill_carrier_idx on payable_bill (operator_id, carrier, due_on desc, id desc) where deleted_at is null;

create index payable_bill_driver_idx on payable_bill (operator_id, driver, due_on desc, id desc) where deleted_at is null;

create index payable_bill_charge_sheet_idx on payable_bill (operator_id, charge_sheet, due_on desc, id desc) where deleted_at is null;

create index payable_bill_stage_idx on payable_bill (operator_id, stage, due_on desc, id desc) where deleted_at is null;

alter table charge_sheet add column pending_text text;

comment on column charge_sheet.pending_text is '待核说明';

alter table charge_sheet add column project bigint;

comment on column charge_sheet.project is '项目';

alter table charge_sheet add column claim bigint;

comment on column charge_sheet.claim is '理赔';

create index charge_sheet_project_idx on charge_sheet (operator_id, project, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_claim_idx on charge_sheet (operator_id, claim, created_at desc, id desc) where deleted_at is null;

alter table payable_bill add constraint payable_bill_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table payable_bill add constraint payable_bill_charge_sheet_fk foreign key (operator_id, charge_sheet) references charge_sheet (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_claim_fk foreign key (operator_id, claim) references cargo_claim (operator_id, id) on delete restrict;
