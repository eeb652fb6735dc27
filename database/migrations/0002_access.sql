-- Signing in: sessions, failed attempts, second factor, former passwords, versions of rights, the login log.
-- A token or a user name is looked up before anybody knows which operator it belongs to: by the narrow questions of 0011, and by nothing
-- else. Hand-written.

create table session (
  id bigint generated always as identity not null,
  -- sha256 of the token; the token itself is never stored
  token_hash text not null unique,
  operator_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  idle_minutes integer not null check (idle_minutes between 1 and 1440),
  ip text not null,
  user_agent text not null,
  revoked_at timestamptz,
  revoked_reason text,
  primary key (operator_id, id)
);
create index session_user_idx on session (user_id) where revoked_at is null;
create index session_expiry_idx on session (expires_at);
alter table session enable row level security;
alter table session force row level security;
create policy tenant on session
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table session is '登录会话';

-- key: 'user:' + name as typed (also of users that do not exist), or 'ip:' + address
create table login_attempt (
  key text primary key,
  failures integer not null,
  since timestamptz not null,
  locked_until timestamptz
);
comment on table login_attempt is '登录失败次数';

create table user_totp (
  user_id bigint not null,
  operator_id bigint not null,
  -- AES-256-GCM, key outside the database
  secret text not null,
  enabled_at timestamptz,
  -- the last accepted time step: a code works once
  last_step bigint not null default 0,
  primary key (operator_id, user_id)
);
alter table user_totp enable row level security;
alter table user_totp force row level security;
create policy tenant on user_totp
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table user_totp is '动态验证码';

create table password_history (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  user_id bigint not null,
  password_hash text not null,
  created_at timestamptz not null,
  primary key (operator_id, id)
);
create index password_history_user_idx on password_history (operator_id, user_id, id desc);
alter table password_history enable row level security;
alter table password_history force row level security;
create policy tenant on password_history
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table password_history is '用过的密码';

-- Raised whenever rights, roles, templates or users of an operator change; cached rights of an older version are void.
create table access_version (
  operator_id bigint primary key,
  version bigint not null
);
alter table access_version enable row level security;
alter table access_version force row level security;
create policy tenant on access_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table access_version is '权限版本';

create table login_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator_id bigint,
  user_id bigint,
  username text not null,
  ip text not null,
  user_agent text not null,
  result text not null,
  detail text
);
create index login_log_list_idx on login_log (operator_id, at desc, id desc);
create index login_log_user_idx on login_log (user_id, at desc);
alter table login_log enable row level security;
alter table login_log force row level security;
-- Attempts on unknown names belong to no operator; everybody may add, only the own operator's rows are read.
create policy tenant_read on login_log for select
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
create policy anyone_adds on login_log for insert with check (true);
-- Names nobody has were tried, and no person could read of it: they belong to whoever looks after the installation.
create policy platform_reads on login_log for select
  using (
    operator_id is null
    and exists (
      select from operator o where o.platform and o.id = nullif(current_setting('app.operator_id', true), '')::bigint
    )
  );
create index login_log_nobody_idx on login_log (at desc, id desc) where operator_id is null;
comment on table login_log is '登录日志';

-- One row per write the caller wants done once. The key is unique in the installation, so another caller, route or
-- body with the same key is recognised as such. A row is: running (leased until …, renewed by its holder) → applied
-- (set inside the transaction that changes the data) → answered (http_status). A crash between the last two leaves a
-- row that says "done, answer lost" instead of one that lets the work be done again.
create table idempotency (
  key text primary key,
  operator_id bigint,
  user_id bigint,
  route text not null,
  body_hash text not null,
  holder text not null,
  leased_until timestamptz not null,
  applied boolean not null default false,
  http_status integer,
  -- the body as sent, byte for byte
  response text,
  created_at timestamptz not null
);
create index idempotency_age_idx on idempotency (created_at);
alter table idempotency enable row level security;
alter table idempotency force row level security;
-- Calls of visitors belong to no company; those of people to theirs, also while none is set.
create policy tenant on idempotency
  using (operator_id is null
         or operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table idempotency is '重复请求识别';
