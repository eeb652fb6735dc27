-- promotion
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table lessee add column promo_code bigint;

comment on column lessee.promo_code is '推广码';

create index lessee_promo_code_idx on lessee (operator_id, promo_code, created_at desc, id desc) where deleted_at is null;

alter table franchise_apply add column promo_code bigint;

comment on column franchise_apply.promo_code is '推广码';

create index franchise_apply_promo_code_idx on franchise_apply (operator_id, promo_code, created_at desc, id desc) where deleted_at is null;

create table promo_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  name text not null,
  status text default 'active' not null,
  promoter text default 'channel' not null,
  channel bigint,
  "user" bigint,
  lessee bigint,
  store bigint not null,
  reward_rate integer default 0 not null,
  from_on date not null,
  last_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint promo_code_status_values check (status in ('active', 'ended')),
  constraint promo_code_promoter_values check (promoter in ('channel', 'user', 'lessee')),
  constraint promo_code_reward_rate_range check (reward_rate >= 0 and reward_rate <= 5000)
);

comment on table promo_code is '推广码';

comment on column promo_code.id is '编号';

comment on column promo_code.operator_id is '运营公司';

comment on column promo_code.created_by is '创建人';

comment on column promo_code.created_at is '创建时间';

comment on column promo_code.updated_by is '修改人';

comment on column promo_code.updated_at is '修改时间';

comment on column promo_code.version is '版本';

comment on column promo_code.deleted_at is '删除时间';

comment on column promo_code.code is '推广码';

comment on column promo_code.name is '推广名称';

comment on column promo_code.status is '状态';

comment on column promo_code.promoter is '推广人类型';

comment on column promo_code.channel is '推广渠道';

comment on column promo_code."user" is '推广员工';

comment on column promo_code.lessee is '推荐客户';

comment on column promo_code.store is '归属门店';

comment on column promo_code.reward_rate is '首期租金奖励';

comment on column promo_code.from_on is '开始日';

comment on column promo_code.last_on is '截止日';

comment on column promo_code.remark is '备注';

comment on column promo_code.pinyin is '名称拼音';

comment on column promo_code.search_text is '检索文本';

create unique index promo_code_code_key on promo_code (operator_id, code) where deleted_at is null;

create index promo_code_status_idx on promo_code (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index promo_code_channel_idx on promo_code (operator_id, channel, created_at desc, id desc) where deleted_at is null;

create index promo_code_user_idx on promo_code (operator_id, "user", created_at desc, id desc) where deleted_at is null;

create index promo_code_lessee_idx on promo_code (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index promo_code_store_idx on promo_code (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index promo_code_promoter_idx on promo_code (operator_id, promoter, created_at desc, id desc) where deleted_at is null;

create index promo_code_from_on_idx on promo_code (operator_id, from_on) where deleted_at is null;

create index promo_code_order on promo_code (operator_id, created_at desc, id desc) where deleted_at is null;

create index promo_code_search on promo_code using gin (search_text gin_trgm_ops);

alter table promo_code enable row level security;

alter table promo_code force row level security;

create policy tenant on promo_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table promo_visit (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  promo_code bigint not null,
  store bigint not null,
  day date not null,
  visitor text not null,
  primary key (operator_id, id)
);

comment on table promo_visit is '推广访问';

comment on column promo_visit.id is '编号';

comment on column promo_visit.operator_id is '运营公司';

comment on column promo_visit.created_by is '创建人';

comment on column promo_visit.created_at is '创建时间';

comment on column promo_visit.updated_by is '修改人';

comment on column promo_visit.updated_at is '修改时间';

comment on column promo_visit.version is '版本';

comment on column promo_visit.deleted_at is '删除时间';

comment on column promo_visit.promo_code is '推广码';

comment on column promo_visit.store is '门店';

comment on column promo_visit.day is '访问日';

comment on column promo_visit.visitor is '访客摘要';

create index promo_visit_promo_code_idx on promo_visit (operator_id, promo_code, id desc) where deleted_at is null;

create unique index promo_visit_promo_code_day_visitor_key on promo_visit (operator_id, promo_code, day, visitor) where deleted_at is null;

create index promo_visit_day_idx on promo_visit (operator_id, day) where deleted_at is null;

create index promo_visit_order on promo_visit (operator_id, id desc) where deleted_at is null;

alter table promo_visit enable row level security;

alter table promo_visit force row level security;

create policy tenant on promo_visit
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table promo_reward (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  promo_code bigint not null,
  lessee bigint not null,
  bill bigint not null,
  store bigint not null,
  day date not null,
  base bigint not null,
  amount bigint not null,
  payable_bill bigint not null,
  primary key (operator_id, id)
);

comment on table promo_reward is '推广奖励';

comment on column promo_reward.id is '编号';

comment on column promo_reward.operator_id is '运营公司';

comment on column promo_reward.created_by is '创建人';

comment on column promo_reward.created_at is '创建时间';

comment on column promo_reward.updated_by is '修改人';

comment on column promo_reward.updated_at is '修改时间';

comment on column promo_reward.version is '版本';

comment on column promo_reward.deleted_at is '删除时间';

comment on column promo_reward.promo_code is '推广码';

comment on column promo_reward.lessee is '客户';

comment on column promo_reward.bill is '首期租金账单';

comment on column promo_reward.store is '门店';

comment on column promo_reward.day is '结算日';

comment on column promo_reward.base is '首期租金';

comment on column promo_reward.amount is '奖励金额';

comment on column promo_reward.payable_bill is '应付账单';

create index promo_reward_promo_code_idx on promo_reward (operator_id, promo_code, id desc) where deleted_at is null;

create unique index promo_reward_lessee_key on promo_reward (operator_id, lessee) where deleted_at is null;

create index promo_reward_bill_idx on promo_reward (operator_id, bill, id desc) where deleted_at is null;

create index promo_reward_store_idx on promo_reward (operator_id, store, id desc) where deleted_at is null;

create index promo_reward_payable_bill_idx on promo_reward (operator_id, payable_bill, id desc) where deleted_at is null;

create index promo_reward_day_idx on promo_reward (operator_id, day) where deleted_at is null;

create index promo_reward_order on promo_reward (operator_id, id desc) where deleted_at is null;

alter table promo_reward enable row level security;

alter table promo_reward force row level security;

create policy tenant on promo_reward
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table lessee add constraint lessee_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table franchise_apply add constraint franchise_apply_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table promo_code add constraint promo_code_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promo_visit add constraint promo_visit_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table promo_visit add constraint promo_visit_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_promo_code_fk foreign key (operator_id, promo_code) references promo_code (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table promo_reward add constraint promo_reward_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;
