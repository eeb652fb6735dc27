-- What was done for the whole installation, by hand or by schedule: backups, drills of restoring, restores. Belongs to the platform.

create table installation_run (
  operator_id bigint not null references operator (id),
  id bigint generated always as identity not null,
  kind text not null check (kind in ('backup', 'drill', 'restore')),
  -- The business day whose scheduled run it is; empty when somebody asked for it. A day and a try of it exist once, so one node does it.
  due_on date,
  attempt integer not null default 1,
  outcome text not null default 'running' check (outcome in ('running', 'done', 'failed')),
  started_at timestamptz not null,
  -- Real time: tells a running one from one whose process died.
  heartbeat_at timestamptz not null default now(),
  ended_at timestamptz,
  node text not null,
  archive text,
  bytes bigint,
  line_count bigint,
  file_count bigint,
  error text,
  primary key (operator_id, id)
);
comment on table installation_run is '备份与恢复记录';
create unique index installation_run_due on installation_run (operator_id, kind, due_on, attempt) where due_on is not null;
create index installation_run_kind on installation_run (operator_id, kind, started_at desc);
alter table installation_run enable row level security;
alter table installation_run force row level security;
create policy tenant on installation_run using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
