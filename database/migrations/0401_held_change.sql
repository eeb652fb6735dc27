-- held_change
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table held_change (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text default 'fields' not null,
  status text default 'pending' not null,
  subject text not null,
  summary text,
  entity text not null,
  record bigint not null,
  payload jsonb,
  decided_by bigint,
  decided_at timestamptz,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(subject, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint held_change_kind_values check (kind in ('roleGrant', 'fields')),
  constraint held_change_status_values check (status in ('pending', 'done', 'refused', 'gone'))
);

comment on table held_change is '待复核变更';

comment on column held_change.id is '编号';

comment on column held_change.operator_id is '运营公司';

comment on column held_change.created_by is '创建人';

comment on column held_change.created_at is '创建时间';

comment on column held_change.updated_by is '修改人';

comment on column held_change.updated_at is '修改时间';

comment on column held_change.version is '版本';

comment on column held_change.deleted_at is '删除时间';

comment on column held_change.kind is '类别';

comment on column held_change.status is '状态';

comment on column held_change.subject is '对象';

comment on column held_change.summary is '变更内容';

comment on column held_change.entity is '对象类型';

comment on column held_change.record is '记录编号';

comment on column held_change.payload is '变更数据';

comment on column held_change.decided_by is '复核人';

comment on column held_change.decided_at is '复核时间';

comment on column held_change.remark is '复核意见';

comment on column held_change.pinyin is '名称拼音';

comment on column held_change.search_text is '检索文本';

create index held_change_status_idx on held_change (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index held_change_decided_by_idx on held_change (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index held_change_kind_idx on held_change (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index held_change_entity_record_status_idx on held_change (operator_id, entity, record, status, created_at desc, id desc) where deleted_at is null;

create index held_change_order on held_change (operator_id, created_at desc, id desc) where deleted_at is null;

create index held_change_search on held_change using gin (search_text gin_trgm_ops);

alter table held_change enable row level security;

alter table held_change force row level security;

create policy tenant on held_change
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table held_change add constraint held_change_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;
