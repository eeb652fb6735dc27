-- recruit_page
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table recruit_post add column token text;

comment on column recruit_post.token is '报名页标记';

create unique index recruit_post_token_key on recruit_post (operator_id, token) where deleted_at is null;

alter table driver_application add column source text default 'staff' not null;

comment on column driver_application.source is '报名来源';

alter table driver_application add column agreed_at timestamptz;

comment on column driver_application.agreed_at is '同意使用资料';

alter table driver_application add constraint driver_application_source_values check (source in ('staff', 'page'));

create index driver_application_source_idx on driver_application (operator_id, source, created_at desc, id desc) where deleted_at is null;

-- By hand: the telephones of those who apply without an account, as order_visitor has those who order. Rows for the program alone.

create table recruit_visitor (
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
  foreign key (operator_id, page) references recruit_post (operator_id, id) on delete cascade
);
alter table recruit_visitor enable row level security;
alter table recruit_visitor force row level security;
create policy tenant on recruit_visitor
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table recruit_visitor is '报名页的手机号';
