-- translation
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table translation (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  language text default 'en' not null,
  source text not null,
  target text,
  pinyin text,
  search_text text generated always as (lower(coalesce(source, '') || ' ' || coalesce(target, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint translation_language_values check (language in ('en', 'ja', 'ko', 'ru', 'vi'))
);

comment on table translation is '界面译文';

comment on column translation.id is '编号';

comment on column translation.operator_id is '运营公司';

comment on column translation.created_by is '创建人';

comment on column translation.created_at is '创建时间';

comment on column translation.updated_by is '修改人';

comment on column translation.updated_at is '修改时间';

comment on column translation.version is '版本';

comment on column translation.deleted_at is '删除时间';

comment on column translation.language is '语言';

comment on column translation.source is '中文原文';

comment on column translation.target is '译文';

comment on column translation.pinyin is '名称拼音';

comment on column translation.search_text is '检索文本';

create unique index translation_language_source_key on translation (operator_id, language, source) where deleted_at is null;

create index translation_language_idx on translation (operator_id, language, source, id) where deleted_at is null;

create index translation_order on translation (operator_id, language, source, id) where deleted_at is null;

create index translation_search on translation using gin (search_text gin_trgm_ops);

alter table translation enable row level security;

alter table translation force row level security;

create policy tenant on translation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
