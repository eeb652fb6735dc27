-- refused_position
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table refused_position (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  terminal bigint not null,
  vehicle bigint,
  store bigint,
  status text default 'waiting' not null,
  cause text default 'other' not null,
  why text not null,
  reported_at timestamptz not null,
  received_at timestamptz not null,
  serial bigint not null,
  frame text,
  content text not null,
  handling text,
  handler bigint,
  handled_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(why, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint refused_position_status_values check (status in ('waiting', 'stored', 'dropped')),
  constraint refused_position_cause_values check (cause in ('range', 'text', 'rule', 'statement', 'other'))
);

comment on table refused_position is '未入库数据';

comment on column refused_position.id is '编号';

comment on column refused_position.operator_id is '运营公司';

comment on column refused_position.created_by is '创建人';

comment on column refused_position.created_at is '创建时间';

comment on column refused_position.updated_by is '修改人';

comment on column refused_position.updated_at is '修改时间';

comment on column refused_position.version is '版本';

comment on column refused_position.deleted_at is '删除时间';

comment on column refused_position.terminal is 'GPS设备';

comment on column refused_position.vehicle is '车辆';

comment on column refused_position.store is '门店';

comment on column refused_position.status is '状态';

comment on column refused_position.cause is '原因';

comment on column refused_position.why is '数据库说明';

comment on column refused_position.reported_at is '定位时间';

comment on column refused_position.received_at is '接收时间';

comment on column refused_position.serial is '消息流水号';

comment on column refused_position.frame is '原始报文';

comment on column refused_position.content is '解析内容';

comment on column refused_position.handling is '处理结果';

comment on column refused_position.handler is '处理人';

comment on column refused_position.handled_at is '处理时间';

comment on column refused_position.pinyin is '名称拼音';

comment on column refused_position.search_text is '检索文本';

create index refused_position_terminal_idx on refused_position (operator_id, terminal, received_at desc, id desc) where deleted_at is null;

create index refused_position_vehicle_idx on refused_position (operator_id, vehicle, received_at desc, id desc) where deleted_at is null;

create index refused_position_store_idx on refused_position (operator_id, store, received_at desc, id desc) where deleted_at is null;

create index refused_position_status_idx on refused_position (operator_id, status, received_at desc, id desc) where deleted_at is null;

create index refused_position_handler_idx on refused_position (operator_id, handler, received_at desc, id desc) where deleted_at is null;

create unique index refused_position_terminal_reported_at_serial_key on refused_position (operator_id, terminal, reported_at, serial) where deleted_at is null;

create index refused_position_cause_idx on refused_position (operator_id, cause, received_at desc, id desc) where deleted_at is null;

create index refused_position_received_at_idx on refused_position (operator_id, received_at) where deleted_at is null;

create index refused_position_reported_at_idx on refused_position (operator_id, reported_at) where deleted_at is null;

create index refused_position_status_received_at_idx on refused_position (operator_id, status, received_at) where deleted_at is null;

create index refused_position_order on refused_position (operator_id, received_at desc, id desc) where deleted_at is null;

create index refused_position_search on refused_position using gin (search_text gin_trgm_ops);

alter table refused_position enable row level security;

alter table refused_position force row level security;

create policy tenant on refused_position
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table refused_position add constraint refused_position_terminal_fk foreign key (terminal) references terminal (id) on delete restrict;

alter table refused_position add constraint refused_position_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table refused_position add constraint refused_position_store_fk foreign key (store) references store (id) on delete restrict;

alter table refused_position add constraint refused_position_handler_fk foreign key (handler) references "user" (id) on delete restrict;
