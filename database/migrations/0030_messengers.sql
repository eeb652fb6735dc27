-- messengers
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table messenger (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  provider text not null,
  app_id text not null,
  agent_id text,
  sends boolean default true not null,
  sends_what text default 'work',
  signs_in boolean default true not null,
  matches_mobile boolean default false,
  api_address text,
  login_address text,
  secret text,
  secret_at timestamptz,
  primary key (operator_id, id),
  constraint messenger_provider_values check (provider in ('wecom', 'dingtalk', 'feishu')),
  constraint messenger_sends_what_values check (sends_what in ('work', 'approval', 'all'))
);
comment on table messenger is '办公平台';
comment on column messenger.id is '编号';
comment on column messenger.operator_id is '运营公司';
comment on column messenger.created_by is '创建人';
comment on column messenger.created_at is '创建时间';
comment on column messenger.updated_by is '修改人';
comment on column messenger.updated_at is '修改时间';
comment on column messenger.version is '版本';
comment on column messenger.deleted_at is '删除时间';
comment on column messenger.provider is '平台';
comment on column messenger.app_id is '应用编号';
comment on column messenger.agent_id is '应用编号（AgentId）';
comment on column messenger.sends is '发送消息';
comment on column messenger.sends_what is '发送哪些';
comment on column messenger.signs_in is '扫码登录';
comment on column messenger.matches_mobile is '手机号一致时自动绑定';
comment on column messenger.api_address is '接口地址';
comment on column messenger.login_address is '登录页地址';
comment on column messenger.secret is '密文';
comment on column messenger.secret_at is '密钥填写于';
create unique index messenger_provider_key on messenger (operator_id, provider) where deleted_at is null;
create index messenger_order on messenger (operator_id, provider, id) where deleted_at is null;
alter table messenger enable row level security;
alter table messenger force row level security;
create policy tenant on messenger
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table messenger_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  "user" bigint not null,
  provider text not null,
  account text,
  origin text default 'hand' not null,
  muted boolean default false not null,
  missed_at timestamptz,
  primary key (operator_id, id),
  constraint messenger_account_provider_values check (provider in ('wecom', 'dingtalk', 'feishu')),
  constraint messenger_account_origin_values check (origin in ('hand', 'mobile', 'self', 'missing'))
);
comment on table messenger_account is '办公账号';
comment on column messenger_account.id is '编号';
comment on column messenger_account.operator_id is '运营公司';
comment on column messenger_account.created_by is '创建人';
comment on column messenger_account.created_at is '创建时间';
comment on column messenger_account.updated_by is '修改人';
comment on column messenger_account.updated_at is '修改时间';
comment on column messenger_account.version is '版本';
comment on column messenger_account.deleted_at is '删除时间';
comment on column messenger_account."user" is '用户';
comment on column messenger_account.provider is '平台';
comment on column messenger_account.account is '平台账号';
comment on column messenger_account.origin is '来源';
comment on column messenger_account.muted is '不接收消息';
comment on column messenger_account.missed_at is '未找到时间';
create unique index messenger_account_user_provider_key on messenger_account (operator_id, "user", provider) where deleted_at is null;
create unique index messenger_account_provider_account_key on messenger_account (operator_id, provider, account) where deleted_at is null;
create index messenger_account_provider_idx on messenger_account (operator_id, provider, "user", id) where deleted_at is null;
create index messenger_account_origin_idx on messenger_account (operator_id, origin, "user", provider, id) where deleted_at is null;
create index messenger_account_order on messenger_account (operator_id, "user", provider, id) where deleted_at is null;
alter table messenger_account enable row level security;
alter table messenger_account force row level security;
create policy tenant on messenger_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table messenger_account add constraint messenger_account_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

-- By hand: sign-ins on their way to somebody else (企业微信, a directory) and back. Keys are known by their sha256.
create table sign_in_pending (
  operator_id bigint not null,
  hash text not null,
  -- sha256 of what the browser that began keeps to itself
  verifier_hash text not null,
  way text not null,
  code text not null,
  purpose text not null check (purpose in ('signIn', 'bind')),
  back text not null,
  -- what was said of him, sealed; null before he is back
  proof text,
  expires_at timestamptz not null,
  primary key (operator_id, hash)
);
create index sign_in_pending_age_idx on sign_in_pending (operator_id, expires_at);
alter table sign_in_pending enable row level security;
alter table sign_in_pending force row level security;
create policy tenant on sign_in_pending
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table sign_in_pending is '等待返回的登录';
