-- own_page
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table lessee_link (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lessee bigint not null,
  status text default 'active' not null,
  way text default 'link' not null,
  token_hash text not null,
  until timestamptz not null,
  sent_to text,
  views bigint default 0 not null,
  last_at timestamptz,
  last_ip text,
  primary key (operator_id, id),
  constraint lessee_link_status_values check (status in ('active', 'revoked')),
  constraint lessee_link_way_values check (way in ('link', 'code')),
  constraint lessee_link_views_range check (views >= 0)
);
comment on table lessee_link is '自助链接';
comment on column lessee_link.id is '编号';
comment on column lessee_link.operator_id is '运营公司';
comment on column lessee_link.created_by is '创建人';
comment on column lessee_link.created_at is '创建时间';
comment on column lessee_link.updated_by is '修改人';
comment on column lessee_link.updated_at is '修改时间';
comment on column lessee_link.version is '版本';
comment on column lessee_link.deleted_at is '删除时间';
comment on column lessee_link.lessee is '承租人';
comment on column lessee_link.status is '状态';
comment on column lessee_link.way is '开通方式';
comment on column lessee_link.token_hash is '令牌摘要';
comment on column lessee_link.until is '有效期至';
comment on column lessee_link.sent_to is '发送至';
comment on column lessee_link.views is '打开次数';
comment on column lessee_link.last_at is '最近打开';
comment on column lessee_link.last_ip is '最近打开的网络地址';
create index lessee_link_lessee_idx on lessee_link (operator_id, lessee, until desc, id desc) where deleted_at is null;
create index lessee_link_status_idx on lessee_link (operator_id, status, until desc, id desc) where deleted_at is null;
create index lessee_link_way_idx on lessee_link (operator_id, way, until desc, id desc) where deleted_at is null;
create index lessee_link_token_hash_idx on lessee_link (operator_id, token_hash, until desc, id desc) where deleted_at is null;
create index lessee_link_order on lessee_link (operator_id, until desc, id desc) where deleted_at is null;
alter table lessee_link enable row level security;
alter table lessee_link force row level security;
create policy tenant on lessee_link
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lessee_wish (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'open' not null,
  kind text not null,
  lessee bigint not null,
  lease bigint,
  vehicle bigint,
  violation bigint,
  store bigint not null,
  until_on date,
  return_store bigint,
  return_at timestamptz,
  photos jsonb,
  remark text,
  answer text,
  handled_by bigint,
  handled_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint lessee_wish_status_values check (status in ('open', 'done', 'declined', 'withdrawn')),
  constraint lessee_wish_kind_values check (kind in ('renew', 'return', 'violation'))
);
comment on table lessee_wish is '自助申请';
comment on column lessee_wish.id is '编号';
comment on column lessee_wish.operator_id is '运营公司';
comment on column lessee_wish.created_by is '创建人';
comment on column lessee_wish.created_at is '创建时间';
comment on column lessee_wish.updated_by is '修改人';
comment on column lessee_wish.updated_at is '修改时间';
comment on column lessee_wish.version is '版本';
comment on column lessee_wish.deleted_at is '删除时间';
comment on column lessee_wish.no is '申请编号';
comment on column lessee_wish.status is '状态';
comment on column lessee_wish.kind is '申请事项';
comment on column lessee_wish.lessee is '承租人';
comment on column lessee_wish.lease is '租约';
comment on column lessee_wish.vehicle is '车辆';
comment on column lessee_wish.violation is '违章';
comment on column lessee_wish.store is '门店';
comment on column lessee_wish.until_on is '希望续租至';
comment on column lessee_wish.return_store is '还车门店';
comment on column lessee_wish.return_at is '还车时间';
comment on column lessee_wish.photos is '凭证照片';
comment on column lessee_wish.remark is '客户备注';
comment on column lessee_wish.answer is '答复';
comment on column lessee_wish.handled_by is '办理人';
comment on column lessee_wish.handled_at is '办理时间';
comment on column lessee_wish.pinyin is '名称拼音';
comment on column lessee_wish.search_text is '检索文本';
create unique index lessee_wish_no_key on lessee_wish (operator_id, no) where deleted_at is null;
create index lessee_wish_status_idx on lessee_wish (operator_id, status, id desc) where deleted_at is null;
create index lessee_wish_lessee_idx on lessee_wish (operator_id, lessee, id desc) where deleted_at is null;
create index lessee_wish_lease_idx on lessee_wish (operator_id, lease, id desc) where deleted_at is null;
create index lessee_wish_vehicle_idx on lessee_wish (operator_id, vehicle, id desc) where deleted_at is null;
create index lessee_wish_violation_idx on lessee_wish (operator_id, violation, id desc) where deleted_at is null;
create index lessee_wish_store_idx on lessee_wish (operator_id, store, id desc) where deleted_at is null;
create index lessee_wish_return_store_idx on lessee_wish (operator_id, return_store, id desc) where deleted_at is null;
create index lessee_wish_handled_by_idx on lessee_wish (operator_id, handled_by, id desc) where deleted_at is null;
create index lessee_wish_kind_idx on lessee_wish (operator_id, kind, id desc) where deleted_at is null;
create index lessee_wish_return_at_idx on lessee_wish (operator_id, return_at) where deleted_at is null;
create index lessee_wish_lessee_status_idx on lessee_wish (operator_id, lessee, status, id desc) where deleted_at is null;
create index lessee_wish_order on lessee_wish (operator_id, id desc) where deleted_at is null;
create index lessee_wish_search on lessee_wish using gin (search_text gin_trgm_ops);
alter table lessee_wish enable row level security;
alter table lessee_wish force row level security;
create policy tenant on lessee_wish
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table lessee_link add constraint lessee_link_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_violation_fk foreign key (operator_id, violation) references violation (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_return_store_fk foreign key (operator_id, return_store) references store (operator_id, id) on delete restrict;

alter table lessee_wish add constraint lessee_wish_handled_by_fk foreign key (operator_id, handled_by) references "user" (operator_id, id) on delete restrict;

-- By hand: telephones that asked for a code to open the own page of a customer, registered or not. Rows for the program alone.
create table lessee_visitor (
  operator_id bigint not null,
  mobile text not null,
  code_hash text,
  code_until timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  sent_on date,
  sent_count int not null default 0,
  paused_until timestamptz,
  address_hash text,
  primary key (operator_id, mobile)
);
alter table lessee_visitor enable row level security;
alter table lessee_visitor force row level security;
create policy tenant on lessee_visitor
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table lessee_visitor is '自助页的手机号';
