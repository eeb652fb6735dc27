-- Terminals, positions and readings: what definitions cannot say, and tables that are never shown as records. Hand-written.

create unique index terminal_no_everywhere on terminal (terminal_no) where deleted_at is null;

alter table terminal_binding add constraint terminal_binding_order check (to_at is null or to_at > from_at);

alter table terminal_binding add constraint terminal_binding_of_terminal
  exclude using gist (operator_id with =, terminal with =, tstzrange(from_at, to_at) with &&) where (deleted_at is null);

alter table terminal_binding add constraint terminal_binding_of_vehicle
  exclude using gist (operator_id with =, vehicle with =, tstzrange(from_at, to_at) with &&) where (deleted_at is null);
alter table vehicle_position set (fillfactor = 50);
alter table terminal set (fillfactor = 70);

create table terminal_link (
  terminal bigint not null,
  operator_id bigint not null,
  auth_hash text,
  failures integer not null default 0,
  locked_until timestamptz,
  node text,
  generation bigint not null default 0,
  connected_at timestamptz,
  closed_at timestamptz,
  remote text,
  primary key (operator_id, terminal),
  foreign key (operator_id, terminal) references terminal (operator_id, id) on delete cascade
);
comment on table terminal_link is '终端连接';
create index terminal_link_node_idx on terminal_link (node) where node is not null;

create table gateway_node (
  id text primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  flushed_at timestamptz not null
);
comment on table gateway_node is '网关节点';

create table telematics_version (
  operator_id bigint primary key,
  bindings bigint not null default 0,
  -- What the night's work remembers, so that a night without a server is made up for.
  night_on date,
  thinned_to date,
  thinned_seconds integer
);
comment on table telematics_version is '绑定关系版本';

create table track_dirty (
  operator_id bigint not null,
  vehicle bigint not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (operator_id, vehicle)
);
comment on table track_dirty is '待重新计算的轨迹';

create table engine_state (
  operator_id bigint not null,
  vehicle bigint not null,
  day date not null,
  state jsonb not null,
  primary key (operator_id, vehicle, day)
);
comment on table engine_state is '轨迹计算状态';

-- One row a report of a terminal. A vehicle's track is read through its bindings, so its key is the only index.
create table position (
  operator_id bigint not null,
  terminal bigint not null,
  vehicle bigint,
  at timestamptz not null,
  received_at timestamptz not null,
  serial integer not null,
  lng integer not null,
  lat integer not null,
  altitude integer not null,
  speed integer not null,
  direction integer not null,
  flags integer not null,
  alarm bigint not null,
  status bigint not null,
  odometer bigint,
  fuel integer,
  signal smallint,
  satellites smallint,
  sent_time text,
  items jsonb,
  primary key (operator_id, terminal, at, serial)
) partition by range (at);
comment on table position is '定位数据';
comment on column position.flags is '1 补报 2 过滤 4 无定位 8 乱序 32 终端时钟异常';
comment on column position.sent_time is '终端上报的时间（仅时钟异常时）';

create table position_other partition of position default;

-- Readings of refrigerated vehicles: added to, never changed (GSP annex 3).
create table temperature_reading (
  operator_id bigint not null,
  vehicle bigint not null,
  sensor_no smallint not null,
  at timestamptz not null,
  value integer,
  quality text not null check (quality in ('ok', 'broken', 'invalid')),
  late boolean not null,
  received_at timestamptz not null,
  -- Which batch of temperature_seal.
  batch integer not null default 0,
  primary key (operator_id, vehicle, sensor_no, at)
) partition by range (at);
comment on table temperature_reading is '冷链读数';
comment on column temperature_reading.sensor_no is '读数编号：1–8 温度，11–18 湿度，21–25 门磁，31–38 冷机';
comment on column temperature_reading.batch is '当日第几批';

create table temperature_reading_other partition of temperature_reading default;

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
  primary key (operator_id, vehicle, day),
  unique (operator_id, vehicle, seq)
) with (fillfactor = 70);
comment on table temperature_seal is '温度读数校验值';
comment on column temperature_seal.seq is '该车辆的第几个';
comment on column temperature_seal.batches is '入库批数';
comment on column temperature_seal.readings is '读数条数';
comment on column temperature_seal.hash is '校验值';
comment on column temperature_seal.before_hash is '开始时上一个的校验值';
comment on column temperature_seal.before_batches is '开始时上一个的批数';

do $$
declare
  t text;
begin
  foreach t in array array['terminal_link', 'telematics_version', 'track_dirty', 'engine_state', 'position', 'temperature_reading', 'temperature_seal'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (operator_id = nullif(current_setting(''app.operator_id'', true), '''')::bigint) with check (operator_id = nullif(current_setting(''app.operator_id'', true), '''')::bigint)', t);
  end loop;
  -- Row-level security is forced on the owner too; these let the functions below see what they are about.
  foreach t in array array['terminal', 'terminal_link', 'device_profile'] loop
    execute format('create policy owner_reads on %I for select to %I using (true)', t, current_user);
  end loop;
end
$$;

-- Partitions for the business days [from_day, to_day), and for readings of their months. Rows that came before their partition lie in
-- the default one; they are moved. Returns how many were made.
create function position_prepare(from_day date, to_day date) returns integer
language plpgsql security definer set search_path = public as $$
declare
  d date;
  m date;
  name text;
  made integer := 0;
begin
  -- Nodes may start together.
  perform pg_advisory_xact_lock(7310051);
  d := from_day;
  while d < to_day loop
    name := 'position_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I (like position including defaults including constraints)', name);
      execute format('with moved as (delete from position_other where at >= %L and at < %L returning *) insert into %I select * from moved',
        d::timestamp at time zone 'Asia/Shanghai', (d + 1)::timestamp at time zone 'Asia/Shanghai', name);
      execute format('alter table position attach partition %I for values from (%L) to (%L)', name,
        d::timestamp at time zone 'Asia/Shanghai', (d + 1)::timestamp at time zone 'Asia/Shanghai');
      execute format('create index %I on %I using brin (received_at) with (pages_per_range = 32)', name || '_received', name);
      made := made + 1;
    end if;
    m := date_trunc('month', d)::date;
    name := 'temperature_reading_' || to_char(m, 'YYYYMM');
    if to_regclass(name) is null then
      execute format('create table %I (like temperature_reading including defaults including constraints)', name);
      execute format('with moved as (delete from temperature_reading_other where at >= %L and at < %L returning *) insert into %I select * from moved',
        m::timestamp at time zone 'Asia/Shanghai', (m + interval '1 month')::timestamp at time zone 'Asia/Shanghai', name);
      execute format('alter table temperature_reading attach partition %I for values from (%L) to (%L)', name,
        m::timestamp at time zone 'Asia/Shanghai', (m + interval '1 month')::timestamp at time zone 'Asia/Shanghai');
      made := made + 1;
    end if;
    d := d + 1;
  end loop;
  return made;
end
$$;

-- Days before `before` that hold nothing of other operators are dropped as a whole; of the others the caller deletes its rows.
create function position_drop(wanted bigint, before date) returns integer
language plpgsql security definer set search_path = public as $$
declare
  p record;
  shared boolean;
  gone integer := 0;
begin
  if nullif(current_setting('app.operator_id', true), '')::bigint is distinct from wanted then
    raise exception 'position_drop: not the operator of this connection';
  end if;
  for p in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'position'::regclass and c.relname ~ '^position_\d{8}$' and to_date(right(c.relname, 8), 'YYYYMMDD') < before
  loop
    execute format('select exists (select 1 from %I where operator_id <> $1)', p.name) into shared using wanted;
    if not shared then
      execute format('drop table %I', p.name);
      gone := gone + 1;
    end if;
  end loop;
  return gone;
end
$$;

-- Who links are, before anybody knows of which company: asked by the gateway with the numbers of the headers, many at once, since
-- after a failure of the network all terminals come back in the same second.
create function terminals_find(wanted text[])
returns table (terminal_no text, id bigint, operator_id bigint, status text, device_no text, auth_hash text, failures integer, locked_until timestamptz, generation bigint, items text, lenient_auth boolean, heartbeat_seconds bigint)
language sql stable security definer set search_path = public as $$
  select t.terminal_no, t.id, t.operator_id, t.status, t.device_no, l.auth_hash, l.failures, l.locked_until, l.generation, p.items, p.lenient_auth, p.heartbeat_seconds
  from terminal t left join terminal_link l on l.operator_id = t.operator_id and l.terminal = t.id
    left join device_profile p on p.operator_id = t.operator_id and p.id = t.profile and p.deleted_at is null
  where t.terminal_no = any(wanted) and t.deleted_at is null
$$;

create function terminal_is_known(wanted text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select 1 from terminal where terminal_no = wanted and deleted_at is null)
$$;

-- What the engines find out has a key of its own, so that finding it out again changes nothing.
create unique index trip_key on trip (operator_id, vehicle, start_at) where deleted_at is null;
create unique index fence_event_key on fence_event (operator_id, vehicle, fence, kind, at) where deleted_at is null and amended_at is null;

-- One alarm a vehicle, kind and moment; of temperatures one a probe, which the text begins with.
create unique index alarm_key on alarm (operator_id, vehicle, kind, start_at, (case when kind = 'temperature' then left(detail, 5) else '' end)) where deleted_at is null and vehicle is not null;
create unique index excursion_key on excursion (operator_id, channel, kind, start_at) where deleted_at is null;

-- One excursion at most is open of a channel and a kind (invariant 17).
create unique index excursion_open on excursion (operator_id, channel, kind) where end_at is null and amended_at is null and deleted_at is null;

-- Who holds a fence is read from the commands that were about it.
create index command_about_fence on command (operator_id, (payload->>'fence')) where kind in ('fenceSync', 'fenceRemove') and deleted_at is null;

-- files_of_alarms
-- Written by hand. What a terminal is asked to bring for an alarm: whoever knows the number may, until then.
create table alarm_upload (
  operator_id bigint not null,
  number text not null,
  alarm bigint not null,
  terminal bigint not null,
  mark text not null,
  open_until timestamptz not null,
  done_at timestamptz,
  primary key (operator_id, number),
  unique (operator_id, terminal, mark),
  foreign key (operator_id, alarm) references alarm (operator_id, id) on delete cascade,
  foreign key (operator_id, terminal) references terminal (operator_id, id) on delete cascade
);
comment on table alarm_upload is '报警附件上传';
create index alarm_upload_alarm_idx on alarm_upload (operator_id, alarm);
create index alarm_upload_age_idx on alarm_upload (open_until);
alter table alarm_upload enable row level security;
alter table alarm_upload force row level security;
create policy tenant on alarm_upload
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
