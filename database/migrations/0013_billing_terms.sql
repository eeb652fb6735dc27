-- billing_terms
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table bill add column late_grace_days bigint default 0 not null;

comment on column bill.late_grace_days is '滞纳金宽限期';

alter table bill add column late_rate_bp bigint default 0 not null;

comment on column bill.late_rate_bp is '滞纳金日费率';

alter table bill add column late_cap_bp integer;

comment on column bill.late_cap_bp is '滞纳金上限';

alter table bill add column grace_until date generated always as (due_on + late_grace_days::integer) stored;

comment on column bill.grace_until is '宽限至';

alter table bill add column of_bill bigint;

comment on column bill.of_bill is '滞纳金所属账单';

create index bill_of_bill_idx on bill (operator_id, of_bill, due_on desc, id desc) where deleted_at is null;

create index bill_status_grace_until_idx on bill (operator_id, status, grace_until, due_on desc, id desc) where deleted_at is null;

alter table bill add constraint bill_of_bill_fk foreign key (of_bill) references bill (id) on delete restrict;
