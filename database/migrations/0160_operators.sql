-- operators
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table franchise_apply add column profile bigint;

comment on column franchise_apply.profile is '运营商';

create index franchise_apply_profile_idx on franchise_apply (operator_id, profile, created_at desc, id desc) where deleted_at is null;

create table operator_profile (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  short_name text,
  status text default 'toOpen' not null,
  level text default 'operator' not null,
  parent bigint,
  company bigint,
  kind text default 'franchise' not null,
  region text,
  credit_code text,
  legal_person text,
  licence jsonb,
  contact text,
  mobile text,
  share_rule text,
  settle_day bigint,
  admin_username text,
  opened_at timestamptz,
  apply bigint,
  reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(legal_person, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint operator_profile_status_values check (status in ('toOpen', 'active', 'paused', 'closed')),
  constraint operator_profile_level_values check (level in ('platform', 'operator', 'sub')),
  constraint operator_profile_kind_values check (kind in ('direct', 'franchise', 'joint')),
  constraint operator_profile_settle_day_range check (settle_day >= 1 and settle_day <= 28)
);

comment on table operator_profile is '运营商';

comment on column operator_profile.id is '编号';

comment on column operator_profile.operator_id is '运营公司';

comment on column operator_profile.created_by is '创建人';

comment on column operator_profile.created_at is '创建时间';

comment on column operator_profile.updated_by is '修改人';

comment on column operator_profile.updated_at is '修改时间';

comment on column operator_profile.version is '版本';

comment on column operator_profile.deleted_at is '删除时间';

comment on column operator_profile.name is '公司名称';

comment on column operator_profile.short_name is '简称';

comment on column operator_profile.status is '状态';

comment on column operator_profile.level is '级别';

comment on column operator_profile.parent is '上级运营商';

comment on column operator_profile.company is '公司编号';

comment on column operator_profile.kind is '经营方式';

comment on column operator_profile.region is '经营城市';

comment on column operator_profile.credit_code is '统一社会信用代码';

comment on column operator_profile.legal_person is '法定代表人';

comment on column operator_profile.licence is '营业执照';

comment on column operator_profile.contact is '联系人';

comment on column operator_profile.mobile is '联系电话';

comment on column operator_profile.share_rule is '分成约定';

comment on column operator_profile.settle_day is '结算日';

comment on column operator_profile.admin_username is '管理员账号';

comment on column operator_profile.opened_at is '开通时间';

comment on column operator_profile.apply is '加盟申请';

comment on column operator_profile.reason is '停用说明';

comment on column operator_profile.remark is '备注';

comment on column operator_profile.pinyin is '名称拼音';

comment on column operator_profile.search_text is '检索文本';

create unique index operator_profile_name_key on operator_profile (operator_id, name) where deleted_at is null;

create index operator_profile_status_idx on operator_profile (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index operator_profile_parent_idx on operator_profile (operator_id, parent, created_at desc, id desc) where deleted_at is null;

create unique index operator_profile_company_key on operator_profile (operator_id, company) where deleted_at is null;

create unique index operator_profile_credit_code_key on operator_profile (operator_id, credit_code) where deleted_at is null;

create index operator_profile_apply_idx on operator_profile (operator_id, apply, created_at desc, id desc) where deleted_at is null;

create index operator_profile_level_idx on operator_profile (operator_id, level, created_at desc, id desc) where deleted_at is null;

create index operator_profile_kind_idx on operator_profile (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index operator_profile_order on operator_profile (operator_id, created_at desc, id desc) where deleted_at is null;

create index operator_profile_search on operator_profile using gin (search_text gin_trgm_ops);

alter table operator_profile enable row level security;

alter table operator_profile force row level security;

create policy tenant on operator_profile
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table merchant (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  profile bigint not null,
  provider text default 'wechat' not null,
  status text default 'editing' not null,
  subject_kind text default 'enterprise' not null,
  subject_name text,
  subject_code text,
  licence jsonb,
  legal_name text,
  legal_id_no text,
  legal_id_due_on date,
  legal_mobile text,
  legal_images jsonb,
  account_kind text default 'public',
  account_name text,
  bank_name text,
  account_no text,
  shop_name text,
  shop_place jsonb,
  service_phone text,
  shop_images jsonb,
  provider_state text,
  flagged boolean default false not null,
  reject_reasons jsonb,
  sign_url text,
  sub_merchant_id text,
  approach text,
  sent_at timestamptz,
  moved_at timestamptz,
  attempt bigint default 0 not null,
  problem text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(shop_name, '') || ' ' || coalesce(subject_name, '') || ' ' || coalesce(sub_merchant_id, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint merchant_provider_values check (provider in ('wechat', 'alipay', 'bank', 'ys')),
  constraint merchant_status_values check (status in ('editing', 'checking', 'toVerify', 'auditing', 'rejected', 'toSign', 'opening', 'done', 'frozen', 'voided')),
  constraint merchant_subject_kind_values check (subject_kind in ('enterprise', 'individual')),
  constraint merchant_account_kind_values check (account_kind in ('public', 'private')),
  constraint merchant_approach_values check (approach in ('manual', 'gateway'))
);

comment on table merchant is '商户进件';

comment on column merchant.id is '编号';

comment on column merchant.operator_id is '运营公司';

comment on column merchant.created_by is '创建人';

comment on column merchant.created_at is '创建时间';

comment on column merchant.updated_by is '修改人';

comment on column merchant.updated_at is '修改时间';

comment on column merchant.version is '版本';

comment on column merchant.deleted_at is '删除时间';

comment on column merchant.no is '进件编号';

comment on column merchant.profile is '运营商';

comment on column merchant.provider is '支付平台';

comment on column merchant.status is '状态';

comment on column merchant.subject_kind is '主体类型';

comment on column merchant.subject_name is '主体名称';

comment on column merchant.subject_code is '统一社会信用代码';

comment on column merchant.licence is '营业执照照片';

comment on column merchant.legal_name is '法人姓名';

comment on column merchant.legal_id_no is '法人身份证号';

comment on column merchant.legal_id_due_on is '身份证有效期至';

comment on column merchant.legal_mobile is '法人手机号';

comment on column merchant.legal_images is '身份证照片';

comment on column merchant.account_kind is '账户类型';

comment on column merchant.account_name is '账户名称';

comment on column merchant.bank_name is '开户银行';

comment on column merchant.account_no is '银行账号';

comment on column merchant.shop_name is '店铺简称';

comment on column merchant.shop_place is '店铺地址';

comment on column merchant.service_phone is '客服电话';

comment on column merchant.shop_images is '店铺照片';

comment on column merchant.provider_state is '平台状态';

comment on column merchant.flagged is '状态待核实';

comment on column merchant.reject_reasons is '驳回原因';

comment on column merchant.sign_url is '签约链接';

comment on column merchant.sub_merchant_id is '商户号';

comment on column merchant.approach is '办理方式';

comment on column merchant.sent_at is '提交时间';

comment on column merchant.moved_at is '进度时间';

comment on column merchant.attempt is '提交次数';

comment on column merchant.problem is '未送达原因';

comment on column merchant.remark is '备注';

comment on column merchant.pinyin is '名称拼音';

comment on column merchant.search_text is '检索文本';

create unique index merchant_no_key on merchant (operator_id, no) where deleted_at is null;

create index merchant_profile_idx on merchant (operator_id, profile, created_at desc, id desc) where deleted_at is null;

create index merchant_status_idx on merchant (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index merchant_provider_idx on merchant (operator_id, provider, created_at desc, id desc) where deleted_at is null;

create index merchant_order on merchant (operator_id, created_at desc, id desc) where deleted_at is null;

create index merchant_search on merchant using gin (search_text gin_trgm_ops);

alter table merchant enable row level security;

alter table merchant force row level security;

create policy tenant on merchant
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table provider_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  merchant bigint not null,
  profile bigint not null,
  kind text not null,
  status text default 'toOpen' not null,
  account_no text,
  opened_at timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(account_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint provider_account_kind_values check (kind in ('settle', 'split')),
  constraint provider_account_status_values check (status in ('toOpen', 'opening', 'active', 'frozen', 'closed'))
);

comment on table provider_account is '支付账户';

comment on column provider_account.id is '编号';

comment on column provider_account.operator_id is '运营公司';

comment on column provider_account.created_by is '创建人';

comment on column provider_account.created_at is '创建时间';

comment on column provider_account.updated_by is '修改人';

comment on column provider_account.updated_at is '修改时间';

comment on column provider_account.version is '版本';

comment on column provider_account.deleted_at is '删除时间';

comment on column provider_account.merchant is '商户进件';

comment on column provider_account.profile is '运营商';

comment on column provider_account.kind is '账户用途';

comment on column provider_account.status is '状态';

comment on column provider_account.account_no is '账号';

comment on column provider_account.opened_at is '开户时间';

comment on column provider_account.pinyin is '名称拼音';

comment on column provider_account.search_text is '检索文本';

create index provider_account_merchant_idx on provider_account (operator_id, merchant, id desc) where deleted_at is null;

create index provider_account_profile_idx on provider_account (operator_id, profile, id desc) where deleted_at is null;

create index provider_account_status_idx on provider_account (operator_id, status, id desc) where deleted_at is null;

create unique index provider_account_merchant_kind_key on provider_account (operator_id, merchant, kind) where deleted_at is null;

create index provider_account_kind_idx on provider_account (operator_id, kind, id desc) where deleted_at is null;

create index provider_account_order on provider_account (operator_id, id desc) where deleted_at is null;

create index provider_account_search on provider_account using gin (search_text gin_trgm_ops);

alter table provider_account enable row level security;

alter table provider_account force row level security;

create policy tenant on provider_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table franchise_apply add constraint franchise_apply_profile_fk foreign key (operator_id, profile) references operator_profile (operator_id, id) on delete restrict;

alter table operator_profile add constraint operator_profile_parent_fk foreign key (operator_id, parent) references operator_profile (operator_id, id) on delete restrict;

alter table operator_profile add constraint operator_profile_apply_fk foreign key (operator_id, apply) references franchise_apply (operator_id, id) on delete restrict;

alter table merchant add constraint merchant_profile_fk foreign key (operator_id, profile) references operator_profile (operator_id, id) on delete restrict;

alter table provider_account add constraint provider_account_merchant_fk foreign key (operator_id, merchant) references merchant (operator_id, id) on delete restrict;

alter table provider_account add constraint provider_account_profile_fk foreign key (operator_id, profile) references operator_profile (operator_id, id) on delete restrict;
