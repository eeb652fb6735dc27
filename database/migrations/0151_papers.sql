-- papers
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table contract_clause (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  name text not null,
  status text default 'draft' not null,
  text text not null,
  published_on date,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint contract_clause_status_values check (status in ('draft', 'published', 'retired'))
);

comment on table contract_clause is '合同条款';

comment on column contract_clause.id is '编号';

comment on column contract_clause.operator_id is '运营公司';

comment on column contract_clause.created_by is '创建人';

comment on column contract_clause.created_at is '创建时间';

comment on column contract_clause.updated_by is '修改人';

comment on column contract_clause.updated_at is '修改时间';

comment on column contract_clause.version is '版本';

comment on column contract_clause.deleted_at is '删除时间';

comment on column contract_clause.no is '版本号';

comment on column contract_clause.name is '名称';

comment on column contract_clause.status is '状态';

comment on column contract_clause.text is '条款';

comment on column contract_clause.published_on is '启用日期';

comment on column contract_clause.pinyin is '名称拼音';

comment on column contract_clause.search_text is '检索文本';

create unique index contract_clause_no_key on contract_clause (operator_id, no) where deleted_at is null;

create index contract_clause_status_idx on contract_clause (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index contract_clause_published_on_idx on contract_clause (operator_id, published_on) where deleted_at is null;

create index contract_clause_order on contract_clause (operator_id, created_at desc, id desc) where deleted_at is null;

create index contract_clause_search on contract_clause using gin (search_text gin_trgm_ops);

alter table contract_clause enable row level security;

alter table contract_clause force row level security;

create policy tenant on contract_clause
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table contract add column clause bigint;

comment on column contract.clause is '合同条款版本';

create index contract_clause_idx on contract (operator_id, clause, created_at desc, id desc) where deleted_at is null;

alter table contract add constraint contract_clause_fk foreign key (operator_id, clause) references contract_clause (operator_id, id) on delete restrict;
