-- dispatch
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table dispatch_plan (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'computing' not null,
  day date not null,
  store bigint,
  mode text default 'cost' not null,
  seconds bigint default 10 not null,
  orders bigint,
  vehicles bigint,
  routes bigint,
  unassigned bigint,
  metres bigint,
  total bigint,
  current bigint default 0,
  error text,
  problem jsonb,
  board jsonb,
  progress jsonb,
  results jsonb,
  seed bigint default 1,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint dispatch_plan_status_values check (status in ('computing', 'ready', 'committed', 'partCommitted', 'discarded', 'failed')),
  constraint dispatch_plan_mode_values check (mode in ('cost', 'vehicles', 'balance')),
  constraint dispatch_plan_seconds_range check (seconds >= 1 and seconds <= 300)
);

comment on table dispatch_plan is '调度方案';

comment on column dispatch_plan.id is '编号';

comment on column dispatch_plan.operator_id is '运营公司';

comment on column dispatch_plan.created_by is '创建人';

comment on column dispatch_plan.created_at is '创建时间';

comment on column dispatch_plan.updated_by is '修改人';

comment on column dispatch_plan.updated_at is '修改时间';

comment on column dispatch_plan.version is '版本';

comment on column dispatch_plan.deleted_at is '删除时间';

comment on column dispatch_plan.no is '方案编号';

comment on column dispatch_plan.status is '状态';

comment on column dispatch_plan.day is '配送日期';

comment on column dispatch_plan.store is '门店';

comment on column dispatch_plan.mode is '目标';

comment on column dispatch_plan.seconds is '计算时长';

comment on column dispatch_plan.orders is '配送单';

comment on column dispatch_plan.vehicles is '可用车辆';

comment on column dispatch_plan.routes is '线路';

comment on column dispatch_plan.unassigned is '未排';

comment on column dispatch_plan.metres is '里程';

comment on column dispatch_plan.total is '成本';

comment on column dispatch_plan.current is '当前版本';

comment on column dispatch_plan.error is '失败原因';

comment on column dispatch_plan.problem is '计算输入';

comment on column dispatch_plan.board is '输入说明';

comment on column dispatch_plan.progress is '进度';

comment on column dispatch_plan.results is '采用结果';

comment on column dispatch_plan.seed is '随机种子';

comment on column dispatch_plan.pinyin is '名称拼音';

comment on column dispatch_plan.search_text is '检索文本';

create unique index dispatch_plan_no_key on dispatch_plan (operator_id, no) where deleted_at is null;

create index dispatch_plan_status_idx on dispatch_plan (operator_id, status, no desc, id desc) where deleted_at is null;

create index dispatch_plan_store_idx on dispatch_plan (operator_id, store, no desc, id desc) where deleted_at is null;

create index dispatch_plan_day_idx on dispatch_plan (operator_id, day) where deleted_at is null;

create index dispatch_plan_mode_idx on dispatch_plan (operator_id, mode, no desc, id desc) where deleted_at is null;

create index dispatch_plan_order on dispatch_plan (operator_id, no desc, id desc) where deleted_at is null;

create index dispatch_plan_search on dispatch_plan using gin (search_text gin_trgm_ops);

alter table dispatch_plan enable row level security;

alter table dispatch_plan force row level security;

create policy tenant on dispatch_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table dispatch_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  plan bigint not null,
  n bigint not null,
  parent bigint not null,
  op text not null,
  total bigint not null,
  metres bigint not null,
  unassigned bigint not null,
  override text,
  sequences jsonb,
  result jsonb,
  primary key (operator_id, id)
);

comment on table dispatch_version is '方案版本';

comment on column dispatch_version.id is '编号';

comment on column dispatch_version.operator_id is '运营公司';

comment on column dispatch_version.created_by is '创建人';

comment on column dispatch_version.created_at is '创建时间';

comment on column dispatch_version.updated_by is '修改人';

comment on column dispatch_version.updated_at is '修改时间';

comment on column dispatch_version.version is '版本';

comment on column dispatch_version.deleted_at is '删除时间';

comment on column dispatch_version.plan is '方案';

comment on column dispatch_version.n is '版本';

comment on column dispatch_version.parent is '来自版本';

comment on column dispatch_version.op is '操作';

comment on column dispatch_version.total is '成本';

comment on column dispatch_version.metres is '里程';

comment on column dispatch_version.unassigned is '未排';

comment on column dispatch_version.override is '超限保留原因';

comment on column dispatch_version.sequences is '路线';

comment on column dispatch_version.result is '计算结果';

create unique index dispatch_version_plan_n_key on dispatch_version (operator_id, plan, n) where deleted_at is null;

create index dispatch_version_order on dispatch_version (operator_id, plan, n desc, id) where deleted_at is null;

alter table dispatch_version enable row level security;

alter table dispatch_version force row level security;

create policy tenant on dispatch_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table dispatch_plan add constraint dispatch_plan_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table dispatch_version add constraint dispatch_version_plan_fk foreign key (operator_id, plan) references dispatch_plan (operator_id, id) on delete restrict;
