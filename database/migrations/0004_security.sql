-- Signing in without a door that stands open while no company is set; codes for a lost telephone; anchors of the log, keyed outside the
-- database. Touches the kit's own tables only. Hand-written.

-- A token is looked up before its company is known: by one narrow question, and by nothing else. Before, every connection without
-- a company saw the sessions of all of them.
create policy owner_reads on session for select to current_user using (true);
create policy owner_reads on access_version for select to current_user using (true);

create function session_by_token(wanted text)
returns table (
  id bigint, user_id bigint, operator_id bigint, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  idle_minutes integer, access_version bigint
)
language sql stable security definer set search_path = public as $$
  select s.id, s.user_id, s.operator_id, s.created_at, s.last_seen_at, s.expires_at, s.idle_minutes, coalesce(v.version, 0)
  from session s
  -- Nobody is signed in to a company that was stopped.
  join operator o on o.id = s.operator_id and o.status = 'active'
  left join access_version v on v.operator_id = s.operator_id
  where s.token_hash = wanted and s.revoked_at is null
$$;

-- Codes for the day the telephone is lost: hashes, each good once.
create table user_recovery (
  operator_id bigint not null,
  user_id bigint not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (operator_id, user_id, code_hash)
);
comment on table user_recovery is '动态验证码的恢复码';

-- Where each lane of the log stood, sealed with a key that is not in the database: whoever rewrites log and chain cannot rewrite these.
create table audit_anchor (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  lane integer not null,
  seq bigint not null,
  hash bytea not null,
  at timestamptz not null,
  mac bytea not null,
  primary key (operator_id, id)
);
comment on table audit_anchor is '操作记录哈希链的锚点';
comment on column audit_anchor.lane is '链号';
create index audit_anchor_lane_idx on audit_anchor (operator_id, lane, seq desc);
create trigger audit_anchor_fixed before update or delete or truncate on audit_anchor for each statement execute function audit_refuse();

-- How far lines have left for the collector of logs (audit, login, anchor), and how far they were looked at for alarms (alarm).
create table log_shipped (
  operator_id bigint not null,
  stream text not null,
  lane integer not null,
  position bigint not null,
  at timestamptz not null,
  primary key (operator_id, stream, lane)
);
comment on table log_shipped is '日志外送进度';
comment on column log_shipped.stream is '日志种类';
comment on column log_shipped.lane is '链号';
comment on column log_shipped.position is '已送到';

do $$
declare
  name text;
begin
  foreach name in array array['user_recovery', 'audit_anchor', 'log_shipped'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (operator_id = nullif(current_setting(''app.operator_id'', true), '''')::bigint)', name
    );
  end loop;
end
$$;

-- Under which key the numbers of people lie (decision 0082); no row: as they were typed.
create table sealed_with (
  key text primary key,
  at timestamptz not null,
  -- What lies sealed: numbers inside JSON and sentences too from 2 on (decision 0083).
  reach integer not null default 1
);
comment on table sealed_with is '号码加密所用的密钥';
comment on column sealed_with.reach is '加密范围';
