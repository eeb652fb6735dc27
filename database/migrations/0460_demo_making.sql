-- The demo company is filled in behind the running console (decision 0096). What of it stands is written down step by step, each step in the
-- transaction of what it did: whoever goes on after a kill repeats nothing and leaves out nothing. Both tables are empty once it is complete.
-- Hand-written.
alter table operator add column demo_making boolean not null default false;

create table demo_making (
  operator_id bigint primary key references operator (id) on delete cascade,
  -- The moment it is made for, whenever it is gone on with.
  made_for timestamptz not null,
  -- Of a thousand.
  progress integer not null default 0,
  seconds_left integer,
  -- Why it stands still; null while it goes on.
  failed text
);
comment on table demo_making is '演示公司的装入进度';
alter table demo_making enable row level security;
alter table demo_making force row level security;
create policy tenant on demo_making
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table demo_step (
  -- Whoever takes the company away deletes its row of demo_making first: no step is taken from then on.
  operator_id bigint not null references demo_making (operator_id) on delete cascade,
  track text not null,
  number integer not null,
  what text not null,
  result jsonb not null,
  primary key (operator_id, track, number)
);
comment on table demo_step is '演示公司已装入的步骤';
alter table demo_step enable row level security;
alter table demo_step force row level security;
create policy tenant on demo_step
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
