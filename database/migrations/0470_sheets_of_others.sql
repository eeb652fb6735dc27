-- sheets_of_others
-- Two movements may share a number of the bank, two violations a moment, and a supplier takes a fuelling back (decisions 0097, 0098).
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop index bank_line_trade_no_key;

alter table bank_line add column part bigint default 1 not null;

comment on column bank_line.part is '同号序号';

alter table bank_line add constraint bank_line_part_range check (part >= 1);

create unique index bank_line_trade_no_part_key on bank_line (operator_id, trade_no, part) where deleted_at is null;

drop index violation_plate_no_occurred_at_code_key;

alter table violation add column part bigint default 1 not null;

comment on column violation.part is '同时序号';

alter table violation add constraint violation_part_range check (part >= 1);

create unique index violation_plate_no_occurred_at_code_part_key on violation (operator_id, plate_no, occurred_at, code, part) where deleted_at is null;

alter table fuelling add column reversed_by text;

comment on column fuelling.reversed_by is '撤销流水号';

alter table fuelling add column reversed_at timestamptz;

comment on column fuelling.reversed_at is '撤销时间';

create index fuelling_reversed_at_idx on fuelling (operator_id, reversed_at) where deleted_at is null;
