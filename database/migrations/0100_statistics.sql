-- statistics
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table revenue_warning (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  warned_on date not null,
  kind text not null,
  status text default 'open' not null,
  actual bigint,
  expected bigint,
  evidence text not null,
  store bigint not null,
  note text,
  handled_by bigint,
  handled_at timestamptz,
  primary key (operator_id, id),
  constraint revenue_warning_kind_values check (kind in ('idle', 'drop', 'unpaidKm', 'noKm', 'loss')),
  constraint revenue_warning_status_values check (status in ('open', 'seen', 'handled', 'ignored'))
);

comment on table revenue_warning is '运营预警';

comment on column revenue_warning.id is '编号';

comment on column revenue_warning.operator_id is '运营公司';

comment on column revenue_warning.created_by is '创建人';

comment on column revenue_warning.created_at is '创建时间';

comment on column revenue_warning.updated_by is '修改人';

comment on column revenue_warning.updated_at is '修改时间';

comment on column revenue_warning.version is '版本';

comment on column revenue_warning.deleted_at is '删除时间';

comment on column revenue_warning.vehicle is '车辆';

comment on column revenue_warning.warned_on is '预警日期';

comment on column revenue_warning.kind is '预警类型';

comment on column revenue_warning.status is '状态';

comment on column revenue_warning.actual is '实际';

comment on column revenue_warning.expected is '参照';

comment on column revenue_warning.evidence is '依据';

comment on column revenue_warning.store is '门店';

comment on column revenue_warning.note is '处理说明';

comment on column revenue_warning.handled_by is '处理人';

comment on column revenue_warning.handled_at is '处理时间';

create index revenue_warning_vehicle_idx on revenue_warning (operator_id, vehicle, warned_on desc, id desc) where deleted_at is null;

create index revenue_warning_status_idx on revenue_warning (operator_id, status, warned_on desc, id desc) where deleted_at is null;

create index revenue_warning_store_idx on revenue_warning (operator_id, store, warned_on desc, id desc) where deleted_at is null;

create index revenue_warning_handled_by_idx on revenue_warning (operator_id, handled_by, warned_on desc, id desc) where deleted_at is null;

create unique index revenue_warning_vehicle_kind_warned_on_key on revenue_warning (operator_id, vehicle, kind, warned_on) where deleted_at is null;

create index revenue_warning_kind_idx on revenue_warning (operator_id, kind, warned_on desc, id desc) where deleted_at is null;

create index revenue_warning_order on revenue_warning (operator_id, warned_on desc, id desc) where deleted_at is null;

alter table revenue_warning enable row level security;

alter table revenue_warning force row level security;

create policy tenant on revenue_warning
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table revenue_warning add constraint revenue_warning_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table revenue_warning add constraint revenue_warning_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table revenue_warning add constraint revenue_warning_handled_by_fk foreign key (operator_id, handled_by) references "user" (operator_id, id) on delete restrict;
