-- Readings cannot be changed by the product; that the owner of the database did not either is proven by sums (invariant 16, decision 0017).
-- A vehicle's business day has one row: its batches linked to one another, its first one to the day begun before it.
create table temperature_seal (
  operator_id bigint not null,
  vehicle bigint not null,
  day date not null,
  seq integer not null,
  batches integer not null,
  readings bigint not null,
  hash bytea not null,
  before_hash bytea not null,
  before_batches integer not null,
  begun_at timestamptz not null,
  primary key (vehicle, day),
  unique (vehicle, seq)
) with (fillfactor = 70);
comment on table temperature_seal is '温度读数校验值';
comment on column temperature_seal.seq is '该车辆的第几个';
comment on column temperature_seal.batches is '入库批数';
comment on column temperature_seal.readings is '读数条数';
comment on column temperature_seal.hash is '校验值';
comment on column temperature_seal.before_hash is '开始时上一个的校验值';
comment on column temperature_seal.before_batches is '开始时上一个的批数';
alter table temperature_seal enable row level security;
alter table temperature_seal force row level security;
create policy tenant on temperature_seal using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint) with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- 0: stored before there were sums.
alter table temperature_reading add column batch integer not null default 0;
comment on column temperature_reading.batch is '当日第几批';
