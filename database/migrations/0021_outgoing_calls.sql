-- outgoing_calls
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

-- Its successor has a screen; nothing ever wrote into it.
drop table outbox;

create table outgoing_call (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  label text not null,
  summary text not null,
  status text generated always as (case when done_at is not null then 'done' when given_up_at is not null then 'givenUp' when attempts >= 12 then 'failed' when last_error is not null then 'retrying' else 'waiting' end) stored,
  attempts bigint default 0 not null,
  deliver_after timestamptz not null,
  last_error text,
  done_at timestamptz,
  given_up_at timestamptz,
  kind text not null,
  key text,
  payload jsonb not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(label, '') || ' ' || coalesce(summary, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);

comment on table outgoing_call is '外发记录';

comment on column outgoing_call.id is '编号';

comment on column outgoing_call.operator_id is '运营公司';

comment on column outgoing_call.created_by is '创建人';

comment on column outgoing_call.created_at is '创建时间';

comment on column outgoing_call.updated_by is '修改人';

comment on column outgoing_call.updated_at is '修改时间';

comment on column outgoing_call.version is '版本';

comment on column outgoing_call.deleted_at is '删除时间';

comment on column outgoing_call.label is '事项';

comment on column outgoing_call.summary is '内容';

comment on column outgoing_call.status is '状态';

comment on column outgoing_call.attempts is '已尝试';

comment on column outgoing_call.deliver_after is '下次发送';

comment on column outgoing_call.last_error is '失败原因';

comment on column outgoing_call.done_at is '发送时间';

comment on column outgoing_call.given_up_at is '放弃时间';

comment on column outgoing_call.kind is '类型';

comment on column outgoing_call.key is '去重键';

comment on column outgoing_call.payload is '数据';

comment on column outgoing_call.pinyin is '名称拼音';

comment on column outgoing_call.search_text is '检索文本';

create unique index outgoing_call_kind_key_key on outgoing_call (operator_id, kind, key) where deleted_at is null;

create index outgoing_call_deliver_after_idx on outgoing_call (operator_id, deliver_after) where deleted_at is null;

create index outgoing_call_done_at_deliver_after_idx on outgoing_call (operator_id, done_at, deliver_after) where deleted_at is null;

create index outgoing_call_order on outgoing_call (operator_id, created_at desc, id desc) where deleted_at is null;

create index outgoing_call_search on outgoing_call using gin (search_text gin_trgm_ops);

alter table outgoing_call enable row level security;

alter table outgoing_call force row level security;

create policy tenant on outgoing_call
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
