-- Rights: the resource tree, what roles were granted, and credentials. Users and roles themselves are entities (later files).

-- A tree for each company: what one company names, hides or opens is its own.
create table resource (
  operator_id bigint not null references operator (id) on delete cascade,
  code text not null,
  parent_code text,
  type text not null check (type in ('menu', 'menu_item', 'function')),
  name text not null,
  path text,
  icon text,
  idx integer not null default 0,
  description text,
  permission_controlled boolean not null default true,
  hidden boolean not null default false,
  -- Calls an administrator added by hand; those of the program itself are known from its routes.
  auth_urls jsonb not null default '[]',
  -- From the program (kept in step at start) or added by an administrator.
  builtin boolean not null default false,
  -- Name, icon, order and parent were changed by an administrator: the program leaves them alone.
  touched boolean not null default false,
  primary key (operator_id, code)
);
comment on table resource is '菜单与功能资源';
create index resource_parent_idx on resource (operator_id, parent_code, idx);
alter table resource enable row level security;
alter table resource force row level security;
create policy tenant on resource
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table role_grant (
  operator_id bigint not null,
  role_id bigint not null,
  resource_code text not null,
  primary key (operator_id, role_id, resource_code)
);
comment on table role_grant is '角色授权';
alter table role_grant enable row level security;
alter table role_grant force row level security;
create policy tenant on role_grant
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table credential (
  user_id bigint not null,
  operator_id bigint not null,
  -- The same as in "user", unique in the installation: signing in names no operator.
  username text not null,
  password_hash text not null,
  is_first boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (operator_id, user_id)
);
create unique index credential_username_key on credential (lower(username));
comment on table credential is '登录凭据';
alter table credential enable row level security;
alter table credential force row level security;
create policy tenant on credential
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- Who signs in with, or is paid to, which account of Alipay.
create table user_alipay (
  user_id bigint not null,
  operator_id bigint not null,
  alipay_user_id text not null,
  bound_at timestamptz not null,
  primary key (operator_id, user_id),
  unique (operator_id, alipay_user_id)
);
comment on table user_alipay is '支付宝绑定';
alter table user_alipay enable row level security;
alter table user_alipay force row level security;
create policy tenant on user_alipay
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- Accounts offered on the login page while the demo company stands; made at random when it is made. Public on purpose, through
-- demo_accounts() alone.
create table demo_account (
  username text not null,
  operator_id bigint not null references operator (id) on delete cascade,
  password text not null,
  name text not null,
  note text not null,
  idx integer not null default 0,
  primary key (operator_id, username)
);
comment on table demo_account is '演示账号';
alter table demo_account enable row level security;
alter table demo_account force row level security;
create policy tenant on demo_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- Which company a host belongs to: given by whoever looks after the installation. What is not given belongs to the platform.
create table operator_host (
  -- Lower case, without port.
  host text primary key,
  operator_id bigint not null references operator (id) on delete cascade
);
comment on table operator_host is '运营公司的域名';
create index operator_host_operator on operator_host (operator_id, host);
alter table operator_host enable row level security;
alter table operator_host force row level security;
create policy tenant on operator_host for select
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
create policy platform on operator_host
  using (exists (select from operator where id = nullif(current_setting('app.operator_id', true), '')::bigint and platform));
