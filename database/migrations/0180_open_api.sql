-- open_api
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table transport_order add column outer_hash text;

comment on column transport_order.outer_hash is '外部内容摘要';

alter table transport_order add column order_page bigint;

comment on column transport_order.order_page is '下单页';

alter table transport_order add column order_mobile text;

comment on column transport_order.order_mobile is '下单手机';

create index transport_order_order_page_idx on transport_order (operator_id, order_page, created_at desc, id desc) where deleted_at is null;

alter table api_client alter column scopes set default '报价,下单,查询,取消,轨迹,签收';

alter table api_client add column webhook_secret text;

comment on column api_client.webhook_secret is '回调密文';

alter table api_client add column webhook_secret_old text;

comment on column api_client.webhook_secret_old is '回调旧密文';

alter table api_client add column webhook_old_until timestamptz;

comment on column api_client.webhook_old_until is '回调旧密文至';

alter table api_client add column failing_since timestamptz;

comment on column api_client.failing_since is '连续失败自';

alter table api_key add column last_at timestamptz;

comment on column api_key.last_at is '最近调用';

alter table api_key add column day_on date;

comment on column api_key.day_on is '计数日';

alter table api_key add column day_calls bigint default 0 not null;

comment on column api_key.day_calls is '当日次数';

alter table api_key add column bad_since timestamptz;

comment on column api_key.bad_since is '错误自';

alter table api_key add column bad_count bigint default 0 not null;

comment on column api_key.bad_count is '错误次数';

alter table api_key add constraint api_key_day_calls_range check (day_calls >= 0);

alter table api_key add constraint api_key_bad_count_range check (bad_count >= 0);

alter table webhook_delivery add column reason text;

comment on column webhook_delivery.reason is '失败原因';

alter table webhook_delivery add column sandbox_order bigint;

comment on column webhook_delivery.sandbox_order is '沙箱订单';

create index webhook_delivery_sandbox_order_idx on webhook_delivery (operator_id, sandbox_order, at desc, id desc) where deleted_at is null;

create index webhook_delivery_order_client_seq_idx on webhook_delivery (operator_id, "order", client, seq, at desc, id desc) where deleted_at is null;

create table sandbox_order (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  client bigint not null,
  outer_no text not null,
  outer_hash text not null,
  receiver_name text not null,
  goods_text text,
  weight numeric(18,3) not null,
  pieces bigint not null,
  total bigint,
  asked jsonb not null,
  quote jsonb,
  next_at timestamptz,
  arrived_at timestamptz,
  signed_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sandbox_order_status_values check (status in ('toConfirm', 'open', 'planned', 'running', 'signed', 'cancelled'))
);

comment on table sandbox_order is '沙箱订单';

comment on column sandbox_order.id is '编号';

comment on column sandbox_order.operator_id is '运营公司';

comment on column sandbox_order.created_by is '创建人';

comment on column sandbox_order.created_at is '创建时间';

comment on column sandbox_order.updated_by is '修改人';

comment on column sandbox_order.updated_at is '修改时间';

comment on column sandbox_order.version is '版本';

comment on column sandbox_order.deleted_at is '删除时间';

comment on column sandbox_order.no is '订单号';

comment on column sandbox_order.status is '状态';

comment on column sandbox_order.client is '接口客户';

comment on column sandbox_order.outer_no is '外部单号';

comment on column sandbox_order.outer_hash is '外部内容摘要';

comment on column sandbox_order.receiver_name is '收货方';

comment on column sandbox_order.goods_text is '货物';

comment on column sandbox_order.weight is '总重量';

comment on column sandbox_order.pieces is '总件数';

comment on column sandbox_order.total is '报价';

comment on column sandbox_order.asked is '内容';

comment on column sandbox_order.quote is '报价明细';

comment on column sandbox_order.next_at is '下一步';

comment on column sandbox_order.arrived_at is '到达时间';

comment on column sandbox_order.signed_at is '签收时间';

comment on column sandbox_order.pinyin is '名称拼音';

comment on column sandbox_order.search_text is '检索文本';

create unique index sandbox_order_no_key on sandbox_order (operator_id, no) where deleted_at is null;

create index sandbox_order_status_idx on sandbox_order (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index sandbox_order_client_idx on sandbox_order (operator_id, client, created_at desc, id desc) where deleted_at is null;

create unique index sandbox_order_client_outer_no_key on sandbox_order (operator_id, client, outer_no) where deleted_at is null;

create index sandbox_order_status_next_at_idx on sandbox_order (operator_id, status, next_at) where deleted_at is null;

create index sandbox_order_order on sandbox_order (operator_id, created_at desc, id desc) where deleted_at is null;

create index sandbox_order_search on sandbox_order using gin (search_text gin_trgm_ops);

alter table sandbox_order enable row level security;

alter table sandbox_order force row level security;

create policy tenant on sandbox_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_link (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  "order" bigint not null,
  status text default 'active' not null,
  token_hash text not null,
  until timestamptz not null,
  sent_to text,
  views bigint default 0 not null,
  last_at timestamptz,
  primary key (operator_id, id),
  constraint order_link_status_values check (status in ('active', 'revoked')),
  constraint order_link_views_range check (views >= 0)
);

comment on table order_link is '查询链接';

comment on column order_link.id is '编号';

comment on column order_link.operator_id is '运营公司';

comment on column order_link.created_by is '创建人';

comment on column order_link.created_at is '创建时间';

comment on column order_link.updated_by is '修改人';

comment on column order_link.updated_at is '修改时间';

comment on column order_link.version is '版本';

comment on column order_link.deleted_at is '删除时间';

comment on column order_link."order" is '运输订单';

comment on column order_link.status is '状态';

comment on column order_link.token_hash is '令牌摘要';

comment on column order_link.until is '有效期至';

comment on column order_link.sent_to is '发送至';

comment on column order_link.views is '查看次数';

comment on column order_link.last_at is '最近查看';

create index order_link_order_idx on order_link (operator_id, "order", until desc, id desc) where deleted_at is null;

create index order_link_status_idx on order_link (operator_id, status, until desc, id desc) where deleted_at is null;

create index order_link_token_hash_idx on order_link (operator_id, token_hash, until desc, id desc) where deleted_at is null;

create index order_link_order on order_link (operator_id, until desc, id desc) where deleted_at is null;

alter table order_link enable row level security;

alter table order_link force row level security;

create policy tenant on order_link
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_page (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  project bigint not null,
  model bigint not null,
  token text,
  show_price boolean default true not null,
  notice text,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_page_status_values check (status in ('active', 'closed'))
);

comment on table order_page is '公开下单页';

comment on column order_page.id is '编号';

comment on column order_page.operator_id is '运营公司';

comment on column order_page.created_by is '创建人';

comment on column order_page.created_at is '创建时间';

comment on column order_page.updated_by is '修改人';

comment on column order_page.updated_at is '修改时间';

comment on column order_page.version is '版本';

comment on column order_page.deleted_at is '删除时间';

comment on column order_page.name is '名称';

comment on column order_page.status is '状态';

comment on column order_page.project is '项目';

comment on column order_page.model is '订单模式';

comment on column order_page.token is '地址标记';

comment on column order_page.show_price is '显示价格';

comment on column order_page.notice is '页面说明';

comment on column order_page.store is '门店';

comment on column order_page.remark is '备注';

comment on column order_page.pinyin is '名称拼音';

comment on column order_page.search_text is '检索文本';

create unique index order_page_name_key on order_page (operator_id, name) where deleted_at is null;

create index order_page_status_idx on order_page (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index order_page_project_idx on order_page (operator_id, project, created_at desc, id desc) where deleted_at is null;

create index order_page_model_idx on order_page (operator_id, model, created_at desc, id desc) where deleted_at is null;

create unique index order_page_token_key on order_page (operator_id, token) where deleted_at is null;

create index order_page_store_idx on order_page (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index order_page_order on order_page (operator_id, created_at desc, id desc) where deleted_at is null;

create index order_page_search on order_page using gin (search_text gin_trgm_ops);

alter table order_page enable row level security;

alter table order_page force row level security;

create policy tenant on order_page
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table transport_order add constraint transport_order_order_page_fk foreign key (operator_id, order_page) references order_page (operator_id, id) on delete restrict;

alter table webhook_delivery add constraint webhook_delivery_sandbox_order_fk foreign key (operator_id, sandbox_order) references sandbox_order (operator_id, id) on delete restrict;

alter table sandbox_order add constraint sandbox_order_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table order_link add constraint order_link_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table order_page add constraint order_page_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table order_page add constraint order_page_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table order_page add constraint order_page_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

-- By hand: what a partner's program has used up, and the telephones of visitors who order without an account. Rows for the program alone.

create table api_nonce (
  operator_id bigint not null,
  key_id text not null,
  nonce text not null,
  at timestamptz not null,
  primary key (operator_id, key_id, nonce)
);
create index api_nonce_at_idx on api_nonce (operator_id, at);
alter table api_nonce enable row level security;
alter table api_nonce force row level security;
create policy tenant on api_nonce
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table api_nonce is '接口调用的随机串';

create table order_visitor (
  operator_id bigint not null,
  page bigint not null,
  mobile text not null,
  code_hash text,
  code_until timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  sent_on date,
  sent_count int not null default 0,
  paused_until timestamptz,
  session_hash text,
  session_until timestamptz,
  primary key (operator_id, page, mobile),
  foreign key (operator_id, page) references order_page (operator_id, id) on delete cascade
);
alter table order_visitor enable row level security;
alter table order_visitor force row level security;
create policy tenant on order_visitor
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table order_visitor is '公开下单的手机号';
