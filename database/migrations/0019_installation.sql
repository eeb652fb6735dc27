-- How the installation is doing, what was done for the whole of it. Hand-written.

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
  -- Rows and bytes of each company, counted by the backup, which sees all of them anyway.
  companies jsonb,
  primary key (operator_id, id)
);
comment on table installation_run is '备份与恢复记录';
create unique index installation_run_due on installation_run (operator_id, kind, due_on, attempt) where due_on is not null;
create index installation_run_kind on installation_run (operator_id, kind, started_at desc);
alter table installation_run enable row level security;
alter table installation_run force row level security;
create policy tenant on installation_run using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- How the installation is doing: which processes serve it, what waits. Belongs to the platform, which sees numbers of the other
-- companies here and never a row of theirs.
create table installation_node (
  operator_id bigint not null references operator (id),
  id text not null,
  host text not null,
  pid integer not null,
  roles text not null,
  version text not null,
  node_version text not null,
  started_at timestamptz not null,
  -- Real time, every half minute.
  seen_at timestamptz not null default now(),
  memory_bytes bigint not null,
  -- What holds its data and its archives: path, bytes, free.
  disks jsonb not null,
  primary key (operator_id, id)
);
comment on table installation_node is '运行节点';
alter table installation_node enable row level security;
alter table installation_node force row level security;
create policy tenant on installation_node using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function installation_only() returns bigint language plpgsql stable security definer set search_path = public as $$
declare
  me constant bigint := nullif(current_setting('app.operator_id', true), '')::bigint;
begin
  if not exists (select from operator where id = me and platform) then
    raise exception 'for the platform alone' using errcode = '42501';
  end if;
  return me;
end
$$;

-- Calls that have not left yet, of all companies: one company after the other, as row-level security wants it.
create function installation_outbox() returns table (waiting bigint, failed bigint, oldest timestamptz)
language plpgsql security definer set search_path = public as $$
declare
  me constant bigint := installation_only();
  company bigint;
  c record;
begin
  waiting := 0;
  failed := 0;
  for company in select id from operator order by id loop
    perform set_config('app.operator_id', company::text, true);
    select count(*) filter (where attempts < 12) as w, count(*) filter (where attempts >= 12) as f,
      min(deliver_after) filter (where attempts < 12) as o
      into c from outgoing_call where operator_id = company and done_at is null and given_up_at is null;
    waiting := waiting + c.w;
    failed := failed + c.f;
    oldest := least(oldest, c.o);
  end loop;
  perform set_config('app.operator_id', me::text, true);
  return next;
end
$$;

-- Scheduled work; its tables are pg-boss's and there only once a worker has started.
create function installation_jobs() returns table (name text, waiting bigint, running bigint, failed bigint, oldest timestamptz, last_done timestamptz)
language plpgsql security definer set search_path = public as $$
begin
  perform installation_only();
  if to_regclass('jobs.job') is null then
    return;
  end if;
  return query execute $q$
    select j.name::text, count(*) filter (where state in ('created', 'retry')), count(*) filter (where state = 'active'),
      count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day'),
      min(created_on) filter (where state in ('created', 'retry') and start_after <= now()), max(completed_on) filter (where state = 'completed')
    from jobs.job j where j.name not like '\_\_pgboss%' group by 1 order by 1$q$;
end
$$;
