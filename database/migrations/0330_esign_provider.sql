-- esign_provider
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_flow add column provider_note text;

comment on column sign_flow.provider_note is '服务商进展';

create index sign_flow_provider_flow_id_idx on sign_flow (operator_id, provider_flow_id, created_at desc, id desc) where deleted_at is null;

create table sign_inbox (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  flow bigint,
  store bigint,
  provider text not null,
  kind text not null,
  event_key text not null,
  received_at timestamptz not null,
  headers jsonb,
  body jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(kind, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint sign_inbox_provider_values check (provider in ('local', 'esign'))
);

comment on table sign_inbox is '服务商回调';

comment on column sign_inbox.id is '编号';

comment on column sign_inbox.operator_id is '运营公司';

comment on column sign_inbox.created_by is '创建人';

comment on column sign_inbox.created_at is '创建时间';

comment on column sign_inbox.updated_by is '修改人';

comment on column sign_inbox.updated_at is '修改时间';

comment on column sign_inbox.version is '版本';

comment on column sign_inbox.deleted_at is '删除时间';

comment on column sign_inbox.flow is '签署流程';

comment on column sign_inbox.store is '门店';

comment on column sign_inbox.provider is '签署服务';

comment on column sign_inbox.kind is '事件';

comment on column sign_inbox.event_key is '事件摘要';

comment on column sign_inbox.received_at is '收到时间';

comment on column sign_inbox.headers is '请求头';

comment on column sign_inbox.body is '正文';

comment on column sign_inbox.pinyin is '名称拼音';

comment on column sign_inbox.search_text is '检索文本';

create index sign_inbox_flow_idx on sign_inbox (operator_id, flow, received_at desc, id desc) where deleted_at is null;

create index sign_inbox_store_idx on sign_inbox (operator_id, store, received_at desc, id desc) where deleted_at is null;

create unique index sign_inbox_event_key_key on sign_inbox (operator_id, event_key) where deleted_at is null;

create index sign_inbox_order on sign_inbox (operator_id, received_at desc, id desc) where deleted_at is null;

create index sign_inbox_search on sign_inbox using gin (search_text gin_trgm_ops);

alter table sign_inbox enable row level security;

alter table sign_inbox force row level security;

create policy tenant on sign_inbox
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table sign_inbox add constraint sign_inbox_flow_fk foreign key (operator_id, flow) references sign_flow (operator_id, id) on delete restrict;

alter table sign_inbox add constraint sign_inbox_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;
