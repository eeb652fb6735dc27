-- transport
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table lessee add column rents boolean default true not null;

comment on column lessee.rents is '租车客户';

alter table lessee add column ships boolean default false not null;

comment on column lessee.ships is '托运客户';

alter table lessee add column freight_settle text default 'single' not null;

comment on column lessee.freight_settle is '运费结算';

alter table lessee add column freight_due_days bigint default 0 not null;

comment on column lessee.freight_due_days is '运费账期';

alter table lessee add column cod_allowed boolean default false not null;

comment on column lessee.cod_allowed is '可代收货款';

alter table lessee add constraint lessee_freight_settle_values check (freight_settle in ('single', 'weekly', 'monthly'));

alter table lessee add constraint lessee_freight_due_days_range check (freight_due_days >= 0 and freight_due_days <= 180);

alter table vehicle add column op_mode text default 'lease' not null;

comment on column vehicle.op_mode is '运营方式';

alter table vehicle add column axles bigint;

comment on column vehicle.axles is '轴数';

alter table vehicle add column curb_kg bigint;

comment on column vehicle.curb_kg is '整备质量';

alter table vehicle add column gross_kg bigint;

comment on column vehicle.gross_kg is '总质量';

alter table vehicle add column box_length_mm bigint;

comment on column vehicle.box_length_mm is '货厢长';

alter table vehicle add column box_width_mm bigint;

comment on column vehicle.box_width_mm is '货厢宽';

alter table vehicle add column box_height_mm bigint;

comment on column vehicle.box_height_mm is '货厢高';

alter table vehicle add column length_mm bigint;

comment on column vehicle.length_mm is '外廓长';

alter table vehicle add column width_mm bigint;

comment on column vehicle.width_mm is '外廓宽';

alter table vehicle add column height_mm bigint;

comment on column vehicle.height_mm is '外廓高';

alter table vehicle add column pallets bigint;

comment on column vehicle.pallets is '托盘位';

alter table vehicle add column zones jsonb;

comment on column vehicle.zones is '温区';

alter table vehicle add column tail_lift boolean default false not null;

comment on column vehicle.tail_lift is '有尾板';

alter table vehicle add column skills text;

comment on column vehicle.skills is '作业能力';

alter table vehicle add column passes jsonb;

comment on column vehicle.passes is '通行证';

alter table vehicle add column is_trailer boolean default false not null;

comment on column vehicle.is_trailer is '挂车';

alter table vehicle add column cost_fixed bigint default 0 not null;

comment on column vehicle.cost_fixed is '每日固定成本';

alter table vehicle add column cost_km numeric(18,4) default 0 not null;

comment on column vehicle.cost_km is '每公里成本';

alter table vehicle add column cost_hour bigint default 0 not null;

comment on column vehicle.cost_hour is '每小时成本';

alter table vehicle add constraint vehicle_op_mode_values check (op_mode in ('lease', 'transport', 'both'));

alter table vehicle add constraint vehicle_axles_range check (axles >= 1 and axles <= 12);

alter table vehicle add constraint vehicle_curb_kg_range check (curb_kg >= 0 and curb_kg <= 100000);

alter table vehicle add constraint vehicle_gross_kg_range check (gross_kg >= 0 and gross_kg <= 100000);

alter table vehicle add constraint vehicle_box_length_mm_range check (box_length_mm >= 0 and box_length_mm <= 30000);

alter table vehicle add constraint vehicle_box_width_mm_range check (box_width_mm >= 0 and box_width_mm <= 5000);

alter table vehicle add constraint vehicle_box_height_mm_range check (box_height_mm >= 0 and box_height_mm <= 6000);

alter table vehicle add constraint vehicle_length_mm_range check (length_mm >= 0 and length_mm <= 30000);

alter table vehicle add constraint vehicle_width_mm_range check (width_mm >= 0 and width_mm <= 5000);

alter table vehicle add constraint vehicle_height_mm_range check (height_mm >= 0 and height_mm <= 6000);

alter table vehicle add constraint vehicle_pallets_range check (pallets >= 0 and pallets <= 100);

alter table vehicle add constraint vehicle_cost_fixed_range check (cost_fixed >= 0);

alter table vehicle add constraint vehicle_cost_km_range check (cost_km >= 0 and cost_km <= 1000);

alter table vehicle add constraint vehicle_cost_hour_range check (cost_hour >= 0);

create table consign_party (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  code text,
  status text default 'active' not null,
  receives boolean default true not null,
  sends boolean default false not null,
  customer bigint,
  contact text,
  mobile text,
  id_no text,
  credit_code text,
  place jsonb not null,
  address text,
  place_state text default 'none' not null,
  radius bigint default 200 not null,
  service_min bigint default 10 not null,
  per_ton_min bigint default 0 not null,
  windows jsonb,
  appointment boolean default false not null,
  max_length_m numeric(18,1),
  max_height_m numeric(18,1),
  max_gross_t numeric(18,1),
  tail_lift boolean default false not null,
  skills text,
  store bigint not null,
  merged_into bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint consign_party_status_values check (status in ('active', 'disabled')),
  constraint consign_party_place_state_values check (place_state in ('none', 'guessed', 'confirmed')),
  constraint consign_party_radius_range check (radius >= 50 and radius <= 2000),
  constraint consign_party_service_min_range check (service_min >= 0 and service_min <= 600),
  constraint consign_party_per_ton_min_range check (per_ton_min >= 0 and per_ton_min <= 120),
  constraint consign_party_max_length_m_range check (max_length_m >= 0 and max_length_m <= 30),
  constraint consign_party_max_height_m_range check (max_height_m >= 0 and max_height_m <= 10),
  constraint consign_party_max_gross_t_range check (max_gross_t >= 0 and max_gross_t <= 200)
);

comment on table consign_party is '收发货方';

comment on column consign_party.id is '编号';

comment on column consign_party.operator_id is '运营公司';

comment on column consign_party.created_by is '创建人';

comment on column consign_party.created_at is '创建时间';

comment on column consign_party.updated_by is '修改人';

comment on column consign_party.updated_at is '修改时间';

comment on column consign_party.version is '版本';

comment on column consign_party.deleted_at is '删除时间';

comment on column consign_party.name is '名称';

comment on column consign_party.code is '编码';

comment on column consign_party.status is '状态';

comment on column consign_party.receives is '收货';

comment on column consign_party.sends is '发货';

comment on column consign_party.customer is '客户';

comment on column consign_party.contact is '联系人';

comment on column consign_party.mobile is '联系电话';

comment on column consign_party.id_no is '身份证号';

comment on column consign_party.credit_code is '统一社会信用代码';

comment on column consign_party.place is '地址';

comment on column consign_party.address is '地址文字';

comment on column consign_party.place_state is '坐标';

comment on column consign_party.radius is '到达半径';

comment on column consign_party.service_min is '基础作业';

comment on column consign_party.per_ton_min is '每吨作业';

comment on column consign_party.windows is '收发货时段';

comment on column consign_party.appointment is '需预约';

comment on column consign_party.max_length_m is '限长';

comment on column consign_party.max_height_m is '限高';

comment on column consign_party.max_gross_t is '限总重';

comment on column consign_party.tail_lift is '需尾板';

comment on column consign_party.skills is '作业要求';

comment on column consign_party.store is '门店';

comment on column consign_party.merged_into is '合并到';

comment on column consign_party.remark is '备注';

comment on column consign_party.pinyin is '名称拼音';

comment on column consign_party.search_text is '检索文本';

create index consign_party_status_idx on consign_party (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index consign_party_customer_idx on consign_party (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index consign_party_mobile_idx on consign_party (operator_id, mobile) where deleted_at is null;

create index consign_party_store_idx on consign_party (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index consign_party_merged_into_idx on consign_party (operator_id, merged_into, created_at desc, id desc) where deleted_at is null;

create unique index consign_party_customer_name_address_key on consign_party (operator_id, customer, name, address) where deleted_at is null;

create index consign_party_place_state_idx on consign_party (operator_id, place_state, created_at desc, id desc) where deleted_at is null;

create index consign_party_order on consign_party (operator_id, created_at desc, id desc) where deleted_at is null;

create index consign_party_search on consign_party using gin (search_text gin_trgm_ops);

alter table consign_party enable row level security;

alter table consign_party force row level security;

create policy tenant on consign_party
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table carrier (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'company' not null,
  status text default 'draft' not null,
  credit_code text,
  contact text,
  mobile text,
  bank_name text,
  bank_account text,
  taxpayer text default 'general' not null,
  tax_bp integer default 900 not null,
  settle text default 'monthly' not null,
  settle_day bigint,
  files jsonb,
  store bigint not null,
  submitted_by bigint,
  reject_reason text,
  remark text,
  permit_no text,
  permit_due_on date,
  insurance_due_on date,
  scope_text text,
  pay_plan jsonb,
  deposit bigint,
  areas text,
  customer bigint,
  service_fee_bp integer default 0 not null,
  score bigint,
  score_parts jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(permit_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint carrier_kind_values check (kind in ('company', 'selfEmployed', 'owner')),
  constraint carrier_status_values check (status in ('draft', 'reviewing', 'rejected', 'active', 'paused', 'expired', 'blacklisted', 'ended')),
  constraint carrier_taxpayer_values check (taxpayer in ('general', 'small')),
  constraint carrier_tax_bp_range check (tax_bp >= 0 and tax_bp <= 2000),
  constraint carrier_settle_values check (settle in ('single', 'weekly', 'monthly')),
  constraint carrier_settle_day_range check (settle_day >= 1 and settle_day <= 28),
  constraint carrier_deposit_range check (deposit >= 0),
  constraint carrier_service_fee_bp_range check (service_fee_bp >= 0 and service_fee_bp <= 5000),
  constraint carrier_score_range check (score >= 0 and score <= 100)
);

comment on table carrier is '承运商';

comment on column carrier.id is '编号';

comment on column carrier.operator_id is '运营公司';

comment on column carrier.created_by is '创建人';

comment on column carrier.created_at is '创建时间';

comment on column carrier.updated_by is '修改人';

comment on column carrier.updated_at is '修改时间';

comment on column carrier.version is '版本';

comment on column carrier.deleted_at is '删除时间';

comment on column carrier.name is '名称';

comment on column carrier.kind is '类型';

comment on column carrier.status is '状态';

comment on column carrier.credit_code is '统一社会信用代码';

comment on column carrier.contact is '联系人';

comment on column carrier.mobile is '联系电话';

comment on column carrier.bank_name is '开户行';

comment on column carrier.bank_account is '银行账户';

comment on column carrier.taxpayer is '纳税人';

comment on column carrier.tax_bp is '税率';

comment on column carrier.settle is '结算方式';

comment on column carrier.settle_day is '结算日';

comment on column carrier.files is '证照';

comment on column carrier.store is '门店';

comment on column carrier.submitted_by is '提交人';

comment on column carrier.reject_reason is '驳回原因';

comment on column carrier.remark is '备注';

comment on column carrier.permit_no is '道路运输经营许可证';

comment on column carrier.permit_due_on is '许可证有效期至';

comment on column carrier.insurance_due_on is '承运险有效期至';

comment on column carrier.scope_text is '经营范围';

comment on column carrier.pay_plan is '付款计划';

comment on column carrier.deposit is '保证金';

comment on column carrier.areas is '服务区域';

comment on column carrier.customer is '对应客户';

comment on column carrier.service_fee_bp is '平台服务费';

comment on column carrier.score is '评分';

comment on column carrier.score_parts is '评分构成';

comment on column carrier.pinyin is '名称拼音';

comment on column carrier.search_text is '检索文本';

create index carrier_status_idx on carrier (operator_id, status, created_at desc, id desc) where deleted_at is null;

create unique index carrier_credit_code_key on carrier (operator_id, credit_code) where deleted_at is null;

create index carrier_store_idx on carrier (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index carrier_submitted_by_idx on carrier (operator_id, submitted_by, created_at desc, id desc) where deleted_at is null;

create index carrier_customer_idx on carrier (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index carrier_kind_idx on carrier (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index carrier_settle_idx on carrier (operator_id, settle, created_at desc, id desc) where deleted_at is null;

create index carrier_permit_due_on_idx on carrier (operator_id, permit_due_on) where deleted_at is null;

create index carrier_insurance_due_on_idx on carrier (operator_id, insurance_due_on) where deleted_at is null;

create index carrier_order on carrier (operator_id, created_at desc, id desc) where deleted_at is null;

create index carrier_search on carrier using gin (search_text gin_trgm_ops);

alter table carrier enable row level security;

alter table carrier force row level security;

create policy tenant on carrier
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table provider (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'handling' not null,
  status text default 'draft' not null,
  credit_code text,
  contact text,
  mobile text,
  bank_name text,
  bank_account text,
  taxpayer text default 'general' not null,
  tax_bp integer default 900 not null,
  settle text default 'monthly' not null,
  settle_day bigint,
  files jsonb,
  store bigint not null,
  submitted_by bigint,
  reject_reason text,
  remark text,
  permit_no text,
  permit_due_on date,
  prices jsonb,
  account bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(credit_code, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint provider_kind_values check (kind in ('handling', 'storage', 'rescue', 'escort', 'collection', 'information')),
  constraint provider_status_values check (status in ('draft', 'reviewing', 'rejected', 'active', 'paused', 'expired', 'blacklisted', 'ended')),
  constraint provider_taxpayer_values check (taxpayer in ('general', 'small')),
  constraint provider_tax_bp_range check (tax_bp >= 0 and tax_bp <= 2000),
  constraint provider_settle_values check (settle in ('single', 'weekly', 'monthly')),
  constraint provider_settle_day_range check (settle_day >= 1 and settle_day <= 28)
);

comment on table provider is '服务商';

comment on column provider.id is '编号';

comment on column provider.operator_id is '运营公司';

comment on column provider.created_by is '创建人';

comment on column provider.created_at is '创建时间';

comment on column provider.updated_by is '修改人';

comment on column provider.updated_at is '修改时间';

comment on column provider.version is '版本';

comment on column provider.deleted_at is '删除时间';

comment on column provider.name is '名称';

comment on column provider.kind is '服务类型';

comment on column provider.status is '状态';

comment on column provider.credit_code is '统一社会信用代码';

comment on column provider.contact is '联系人';

comment on column provider.mobile is '联系电话';

comment on column provider.bank_name is '开户行';

comment on column provider.bank_account is '银行账户';

comment on column provider.taxpayer is '纳税人';

comment on column provider.tax_bp is '税率';

comment on column provider.settle is '结算方式';

comment on column provider.settle_day is '结算日';

comment on column provider.files is '证照';

comment on column provider.store is '门店';

comment on column provider.submitted_by is '提交人';

comment on column provider.reject_reason is '驳回原因';

comment on column provider.remark is '备注';

comment on column provider.permit_no is '经营许可证';

comment on column provider.permit_due_on is '许可证有效期至';

comment on column provider.prices is '服务价目';

comment on column provider.account is '登录账号';

comment on column provider.pinyin is '名称拼音';

comment on column provider.search_text is '检索文本';

create index provider_status_idx on provider (operator_id, status, created_at desc, id desc) where deleted_at is null;

create unique index provider_credit_code_key on provider (operator_id, credit_code) where deleted_at is null;

create index provider_store_idx on provider (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index provider_submitted_by_idx on provider (operator_id, submitted_by, created_at desc, id desc) where deleted_at is null;

create index provider_account_idx on provider (operator_id, account, created_at desc, id desc) where deleted_at is null;

create index provider_kind_idx on provider (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index provider_settle_idx on provider (operator_id, settle, created_at desc, id desc) where deleted_at is null;

create index provider_permit_due_on_idx on provider (operator_id, permit_due_on) where deleted_at is null;

create index provider_order on provider (operator_id, created_at desc, id desc) where deleted_at is null;

create index provider_search on provider using gin (search_text gin_trgm_ops);

alter table provider enable row level security;

alter table provider force row level security;

create policy tenant on provider
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table driver (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  audit text default 'unverified' not null,
  account text default 'active' not null,
  mobile text not null,
  id_no text not null,
  source text default 'own' not null,
  carrier bigint,
  customer bigint,
  vehicle bigint,
  licence_class text default 'C1' not null,
  licence_due_on date,
  qualification_no text,
  qualification_due_on date,
  health_due_on date,
  bank_name text,
  bank_account text,
  "user" bigint,
  pay_rule bigint,
  work_status text default 'offline' not null,
  heartbeat_at timestamptz,
  position jsonb,
  drive_day_min bigint,
  drive_since_rest_min bigint,
  score bigint,
  points bigint,
  images jsonb,
  store bigint not null,
  dept bigint,
  tags text,
  reject_reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(qualification_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driver_audit_values check (audit in ('unverified', 'reviewing', 'verified', 'rejected', 'expired')),
  constraint driver_account_values check (account in ('active', 'suspended', 'blacklisted')),
  constraint driver_source_values check (source in ('own', 'outside', 'carrier', 'registered')),
  constraint driver_licence_class_values check (licence_class in ('A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C6')),
  constraint driver_work_status_values check (work_status in ('offline', 'idle', 'offered', 'busy', 'rest')),
  constraint driver_score_range check (score >= 0 and score <= 100)
);

comment on table driver is '司机';

comment on column driver.id is '编号';

comment on column driver.operator_id is '运营公司';

comment on column driver.created_by is '创建人';

comment on column driver.created_at is '创建时间';

comment on column driver.updated_by is '修改人';

comment on column driver.updated_at is '修改时间';

comment on column driver.version is '版本';

comment on column driver.deleted_at is '删除时间';

comment on column driver.name is '姓名';

comment on column driver.audit is '认证状态';

comment on column driver.account is '账号状态';

comment on column driver.mobile is '手机号';

comment on column driver.id_no is '身份证号';

comment on column driver.source is '来源';

comment on column driver.carrier is '承运商';

comment on column driver.customer is '租车客户';

comment on column driver.vehicle is '默认车辆';

comment on column driver.licence_class is '准驾车型';

comment on column driver.licence_due_on is '驾驶证有效期至';

comment on column driver.qualification_no is '从业资格证号';

comment on column driver.qualification_due_on is '从业资格证有效期至';

comment on column driver.health_due_on is '健康证有效期至';

comment on column driver.bank_name is '开户行';

comment on column driver.bank_account is '银行账户';

comment on column driver."user" is '登录账号';

comment on column driver.pay_rule is '计薪规则';

comment on column driver.work_status is '工作状态';

comment on column driver.heartbeat_at is '最近在线';

comment on column driver.position is '最近位置';

comment on column driver.drive_day_min is '24 小时驾驶';

comment on column driver.drive_since_rest_min is '连续驾驶';

comment on column driver.score is '评分';

comment on column driver.points is '扣分';

comment on column driver.images is '证件照片';

comment on column driver.store is '门店';

comment on column driver.dept is '部门';

comment on column driver.tags is '标签';

comment on column driver.reject_reason is '驳回原因';

comment on column driver.remark is '备注';

comment on column driver.pinyin is '名称拼音';

comment on column driver.search_text is '检索文本';

create index driver_audit_idx on driver (operator_id, audit, created_at desc, id desc) where deleted_at is null;

create unique index driver_mobile_key on driver (operator_id, mobile) where deleted_at is null;

create unique index driver_id_no_key on driver (operator_id, id_no) where deleted_at is null;

create index driver_carrier_idx on driver (operator_id, carrier, created_at desc, id desc) where deleted_at is null;

create index driver_customer_idx on driver (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index driver_vehicle_idx on driver (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index driver_user_idx on driver (operator_id, "user", created_at desc, id desc) where deleted_at is null;

create index driver_pay_rule_idx on driver (operator_id, pay_rule, created_at desc, id desc) where deleted_at is null;

create index driver_store_idx on driver (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index driver_dept_idx on driver (operator_id, dept, created_at desc, id desc) where deleted_at is null;

create index driver_account_idx on driver (operator_id, account, created_at desc, id desc) where deleted_at is null;

create index driver_work_status_idx on driver (operator_id, work_status, created_at desc, id desc) where deleted_at is null;

create index driver_source_idx on driver (operator_id, source, created_at desc, id desc) where deleted_at is null;

create index driver_licence_class_idx on driver (operator_id, licence_class, created_at desc, id desc) where deleted_at is null;

create index driver_licence_due_on_idx on driver (operator_id, licence_due_on) where deleted_at is null;

create index driver_qualification_due_on_idx on driver (operator_id, qualification_due_on) where deleted_at is null;

create index driver_order on driver (operator_id, created_at desc, id desc) where deleted_at is null;

create index driver_search on driver using gin (search_text gin_trgm_ops);

alter table driver enable row level security;

alter table driver force row level security;

create policy tenant on driver
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recruit_post (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  title text not null,
  status text default 'draft' not null,
  cities text not null,
  vehicle_class text,
  headcount bigint default 1 not null,
  pay text,
  until date not null,
  store bigint not null,
  detail text,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(cities, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint recruit_post_status_values check (status in ('draft', 'open', 'closed')),
  constraint recruit_post_headcount_range check (headcount >= 1 and headcount <= 1000)
);

comment on table recruit_post is '招募';

comment on column recruit_post.id is '编号';

comment on column recruit_post.operator_id is '运营公司';

comment on column recruit_post.created_by is '创建人';

comment on column recruit_post.created_at is '创建时间';

comment on column recruit_post.updated_by is '修改人';

comment on column recruit_post.updated_at is '修改时间';

comment on column recruit_post.version is '版本';

comment on column recruit_post.deleted_at is '删除时间';

comment on column recruit_post.title is '标题';

comment on column recruit_post.status is '状态';

comment on column recruit_post.cities is '城市';

comment on column recruit_post.vehicle_class is '车型要求';

comment on column recruit_post.headcount is '招募人数';

comment on column recruit_post.pay is '薪酬说明';

comment on column recruit_post.until is '截止日期';

comment on column recruit_post.store is '门店';

comment on column recruit_post.detail is '招募说明';

comment on column recruit_post.pinyin is '名称拼音';

comment on column recruit_post.search_text is '检索文本';

create index recruit_post_status_idx on recruit_post (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index recruit_post_store_idx on recruit_post (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index recruit_post_vehicle_class_idx on recruit_post (operator_id, vehicle_class, created_at desc, id desc) where deleted_at is null;

create index recruit_post_until_idx on recruit_post (operator_id, until) where deleted_at is null;

create index recruit_post_order on recruit_post (operator_id, created_at desc, id desc) where deleted_at is null;

create index recruit_post_search on recruit_post using gin (search_text gin_trgm_ops);

alter table recruit_post enable row level security;

alter table recruit_post force row level security;

create policy tenant on recruit_post
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table driver_application (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  post bigint,
  name text not null,
  status text default 'toContact' not null,
  mobile text not null,
  city text,
  vehicle_owned boolean default false not null,
  licence_class text,
  channel bigint,
  promoter bigint,
  intent text,
  driver bigint,
  store bigint not null,
  note text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driver_application_status_values check (status in ('toContact', 'contacted', 'met', 'toReview', 'hired', 'rejected', 'withdrawn', 'blacklisted')),
  constraint driver_application_licence_class_values check (licence_class in ('A2', 'B2', 'C1', 'C2', 'C6'))
);

comment on table driver_application is '司机报名';

comment on column driver_application.id is '编号';

comment on column driver_application.operator_id is '运营公司';

comment on column driver_application.created_by is '创建人';

comment on column driver_application.created_at is '创建时间';

comment on column driver_application.updated_by is '修改人';

comment on column driver_application.updated_at is '修改时间';

comment on column driver_application.version is '版本';

comment on column driver_application.deleted_at is '删除时间';

comment on column driver_application.post is '招募';

comment on column driver_application.name is '姓名';

comment on column driver_application.status is '状态';

comment on column driver_application.mobile is '手机号';

comment on column driver_application.city is '城市';

comment on column driver_application.vehicle_owned is '自带车辆';

comment on column driver_application.licence_class is '准驾车型';

comment on column driver_application.channel is '渠道';

comment on column driver_application.promoter is '推荐人';

comment on column driver_application.intent is '意向';

comment on column driver_application.driver is '司机';

comment on column driver_application.store is '门店';

comment on column driver_application.note is '跟进记录';

comment on column driver_application.pinyin is '名称拼音';

comment on column driver_application.search_text is '检索文本';

create index driver_application_post_idx on driver_application (operator_id, post, created_at desc, id desc) where deleted_at is null;

create index driver_application_status_idx on driver_application (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index driver_application_mobile_idx on driver_application (operator_id, mobile) where deleted_at is null;

create index driver_application_channel_idx on driver_application (operator_id, channel, created_at desc, id desc) where deleted_at is null;

create index driver_application_promoter_idx on driver_application (operator_id, promoter, created_at desc, id desc) where deleted_at is null;

create index driver_application_driver_idx on driver_application (operator_id, driver, created_at desc, id desc) where deleted_at is null;

create index driver_application_store_idx on driver_application (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index driver_application_order on driver_application (operator_id, created_at desc, id desc) where deleted_at is null;

create index driver_application_search on driver_application using gin (search_text gin_trgm_ops);

alter table driver_application enable row level security;

alter table driver_application force row level security;

create policy tenant on driver_application
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table road_route (
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
  status text default 'draft' not null,
  number bigint default 1,
  "from" bigint,
  "to" bigint,
  points jsonb,
  distance_m bigint default 0 not null,
  duration_s bigint default 0 not null,
  toll bigint default 0 not null,
  corridor_m bigint default 500 not null,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint road_route_status_values check (status in ('draft', 'active', 'disabled')),
  constraint road_route_number_range check (number >= 1),
  constraint road_route_distance_m_range check (distance_m >= 0 and distance_m <= 10000000),
  constraint road_route_duration_s_range check (duration_s >= 0 and duration_s <= 1000000),
  constraint road_route_toll_range check (toll >= 0),
  constraint road_route_corridor_m_range check (corridor_m >= 50 and corridor_m <= 10000)
);

comment on table road_route is '道路线路';

comment on column road_route.id is '编号';

comment on column road_route.operator_id is '运营公司';

comment on column road_route.created_by is '创建人';

comment on column road_route.created_at is '创建时间';

comment on column road_route.updated_by is '修改人';

comment on column road_route.updated_at is '修改时间';

comment on column road_route.version is '版本';

comment on column road_route.deleted_at is '删除时间';

comment on column road_route.code is '编码';

comment on column road_route.name is '名称';

comment on column road_route.status is '状态';

comment on column road_route.number is '版本号';

comment on column road_route."from" is '起点';

comment on column road_route."to" is '终点';

comment on column road_route.points is '途经点';

comment on column road_route.distance_m is '里程';

comment on column road_route.duration_s is '时长';

comment on column road_route.toll is '过路费';

comment on column road_route.corridor_m is '走廊半宽';

comment on column road_route.store is '门店';

comment on column road_route.remark is '备注';

comment on column road_route.pinyin is '名称拼音';

comment on column road_route.search_text is '检索文本';

create index road_route_status_idx on road_route (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index road_route_from_idx on road_route (operator_id, "from", created_at desc, id desc) where deleted_at is null;

create index road_route_to_idx on road_route (operator_id, "to", created_at desc, id desc) where deleted_at is null;

create index road_route_store_idx on road_route (operator_id, store, created_at desc, id desc) where deleted_at is null;

create unique index road_route_code_number_key on road_route (operator_id, code, number) where deleted_at is null;

create index road_route_order on road_route (operator_id, created_at desc, id desc) where deleted_at is null;

create index road_route_search on road_route using gin (search_text gin_trgm_ops);

alter table road_route enable row level security;

alter table road_route force row level security;

create policy tenant on road_route
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table goods_route (
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
  status text default 'draft' not null,
  number bigint default 1,
  stops jsonb,
  road_route bigint,
  depart_times text,
  receivable_rule bigint,
  payable_rule bigint,
  vehicle_class text,
  capacity_kg bigint,
  distance_m bigint default 0 not null,
  duration_s bigint default 0 not null,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint goods_route_status_values check (status in ('draft', 'active', 'disabled')),
  constraint goods_route_number_range check (number >= 1),
  constraint goods_route_capacity_kg_range check (capacity_kg >= 0 and capacity_kg <= 100000),
  constraint goods_route_distance_m_range check (distance_m >= 0 and distance_m <= 10000000),
  constraint goods_route_duration_s_range check (duration_s >= 0 and duration_s <= 1000000)
);

comment on table goods_route is '货运线路';

comment on column goods_route.id is '编号';

comment on column goods_route.operator_id is '运营公司';

comment on column goods_route.created_by is '创建人';

comment on column goods_route.created_at is '创建时间';

comment on column goods_route.updated_by is '修改人';

comment on column goods_route.updated_at is '修改时间';

comment on column goods_route.version is '版本';

comment on column goods_route.deleted_at is '删除时间';

comment on column goods_route.code is '编码';

comment on column goods_route.name is '名称';

comment on column goods_route.status is '状态';

comment on column goods_route.number is '版本号';

comment on column goods_route.stops is '站点';

comment on column goods_route.road_route is '道路线路';

comment on column goods_route.depart_times is '发车时刻';

comment on column goods_route.receivable_rule is '应收规则';

comment on column goods_route.payable_rule is '应付规则';

comment on column goods_route.vehicle_class is '车型要求';

comment on column goods_route.capacity_kg is '运力';

comment on column goods_route.distance_m is '里程';

comment on column goods_route.duration_s is '时长';

comment on column goods_route.store is '门店';

comment on column goods_route.remark is '备注';

comment on column goods_route.pinyin is '名称拼音';

comment on column goods_route.search_text is '检索文本';

create index goods_route_status_idx on goods_route (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index goods_route_road_route_idx on goods_route (operator_id, road_route, created_at desc, id desc) where deleted_at is null;

create index goods_route_receivable_rule_idx on goods_route (operator_id, receivable_rule, created_at desc, id desc) where deleted_at is null;

create index goods_route_payable_rule_idx on goods_route (operator_id, payable_rule, created_at desc, id desc) where deleted_at is null;

create index goods_route_store_idx on goods_route (operator_id, store, created_at desc, id desc) where deleted_at is null;

create unique index goods_route_code_number_key on goods_route (operator_id, code, number) where deleted_at is null;

create index goods_route_vehicle_class_idx on goods_route (operator_id, vehicle_class, created_at desc, id desc) where deleted_at is null;

create index goods_route_order on goods_route (operator_id, created_at desc, id desc) where deleted_at is null;

create index goods_route_search on goods_route using gin (search_text gin_trgm_ops);

alter table goods_route enable row level security;

alter table goods_route force row level security;

create policy tenant on goods_route
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table line_driver (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  goods_route bigint not null,
  driver bigint not null,
  status text default 'active' not null,
  vehicle bigint,
  role text default 'main' not null,
  rank bigint default 1 not null,
  weekdays text default '1234567' not null,
  "from" date not null,
  "to" date,
  store bigint,
  remark text,
  primary key (operator_id, id),
  constraint line_driver_status_values check (status in ('active', 'ended')),
  constraint line_driver_role_values check (role in ('main', 'spare')),
  constraint line_driver_rank_range check (rank >= 1 and rank <= 99)
);

comment on table line_driver is '线路司机';

comment on column line_driver.id is '编号';

comment on column line_driver.operator_id is '运营公司';

comment on column line_driver.created_by is '创建人';

comment on column line_driver.created_at is '创建时间';

comment on column line_driver.updated_by is '修改人';

comment on column line_driver.updated_at is '修改时间';

comment on column line_driver.version is '版本';

comment on column line_driver.deleted_at is '删除时间';

comment on column line_driver.goods_route is '货运线路';

comment on column line_driver.driver is '司机';

comment on column line_driver.status is '状态';

comment on column line_driver.vehicle is '车辆';

comment on column line_driver.role is '主备';

comment on column line_driver.rank is '顺位';

comment on column line_driver.weekdays is '星期';

comment on column line_driver."from" is '开始日期';

comment on column line_driver."to" is '结束日期';

comment on column line_driver.store is '门店';

comment on column line_driver.remark is '备注';

create index line_driver_driver_idx on line_driver (operator_id, driver, goods_route, rank, id) where deleted_at is null;

create index line_driver_status_idx on line_driver (operator_id, status, goods_route, rank, id) where deleted_at is null;

create index line_driver_vehicle_idx on line_driver (operator_id, vehicle, goods_route, rank, id) where deleted_at is null;

create index line_driver_store_idx on line_driver (operator_id, store, goods_route, rank, id) where deleted_at is null;

create index line_driver_role_idx on line_driver (operator_id, role, goods_route, rank, id) where deleted_at is null;

create index line_driver_from_idx on line_driver (operator_id, "from") where deleted_at is null;

create index line_driver_order on line_driver (operator_id, goods_route, rank, id) where deleted_at is null;

alter table line_driver enable row level security;

alter table line_driver force row level security;

create policy tenant on line_driver
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table driving_strategy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  order_model bigint,
  vehicle_class text,
  car_code text default '32' not null,
  truck_code text default '1' not null,
  provider text default 'estimate' not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint driving_strategy_car_code_values check (car_code in ('32', '33', '34', '35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45')),
  constraint driving_strategy_truck_code_values check (truck_code in ('1', '2', '3', '4')),
  constraint driving_strategy_provider_values check (provider in ('estimate', 'graph', 'amap'))
);

comment on table driving_strategy is '驾驶策略';

comment on column driving_strategy.id is '编号';

comment on column driving_strategy.operator_id is '运营公司';

comment on column driving_strategy.created_by is '创建人';

comment on column driving_strategy.created_at is '创建时间';

comment on column driving_strategy.updated_by is '修改人';

comment on column driving_strategy.updated_at is '修改时间';

comment on column driving_strategy.version is '版本';

comment on column driving_strategy.deleted_at is '删除时间';

comment on column driving_strategy.name is '名称';

comment on column driving_strategy.order_model is '订单模式';

comment on column driving_strategy.vehicle_class is '车型';

comment on column driving_strategy.car_code is '驾车策略';

comment on column driving_strategy.truck_code is '货车策略';

comment on column driving_strategy.provider is '路径来源';

comment on column driving_strategy.remark is '备注';

comment on column driving_strategy.pinyin is '名称拼音';

comment on column driving_strategy.search_text is '检索文本';

create unique index driving_strategy_name_key on driving_strategy (operator_id, name) where deleted_at is null;

create index driving_strategy_order_model_idx on driving_strategy (operator_id, order_model, name, id) where deleted_at is null;

create unique index driving_strategy_order_model_vehicle_class_key on driving_strategy (operator_id, order_model, vehicle_class) where deleted_at is null;

create index driving_strategy_vehicle_class_idx on driving_strategy (operator_id, vehicle_class, name, id) where deleted_at is null;

create index driving_strategy_provider_idx on driving_strategy (operator_id, provider, name, id) where deleted_at is null;

create index driving_strategy_order on driving_strategy (operator_id, name, id) where deleted_at is null;

create index driving_strategy_search on driving_strategy using gin (search_text gin_trgm_ops);

alter table driving_strategy enable row level security;

alter table driving_strategy force row level security;

create policy tenant on driving_strategy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table holiday (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  day date not null,
  kind text default 'off' not null,
  name text not null,
  year bigint generated always as (extract(year from day)::bigint) stored,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint holiday_kind_values check (kind in ('off', 'work', 'statutory'))
);

comment on table holiday is '节假日';

comment on column holiday.id is '编号';

comment on column holiday.operator_id is '运营公司';

comment on column holiday.created_by is '创建人';

comment on column holiday.created_at is '创建时间';

comment on column holiday.updated_by is '修改人';

comment on column holiday.updated_at is '修改时间';

comment on column holiday.version is '版本';

comment on column holiday.deleted_at is '删除时间';

comment on column holiday.day is '日期';

comment on column holiday.kind is '性质';

comment on column holiday.name is '名称';

comment on column holiday.year is '年份';

comment on column holiday.pinyin is '名称拼音';

comment on column holiday.search_text is '检索文本';

create unique index holiday_day_key on holiday (operator_id, day) where deleted_at is null;

create index holiday_kind_idx on holiday (operator_id, kind, day desc, id desc) where deleted_at is null;

create index holiday_order on holiday (operator_id, day desc, id desc) where deleted_at is null;

create index holiday_search on holiday using gin (search_text gin_trgm_ops);

alter table holiday enable row level security;

alter table holiday force row level security;

create policy tenant on holiday
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_price (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  province text default '全国' not null,
  effective_on date not null,
  price bigint not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(province, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_price_price_range check (price >= 1)
);

comment on table fuel_price is '油价';

comment on column fuel_price.id is '编号';

comment on column fuel_price.operator_id is '运营公司';

comment on column fuel_price.created_by is '创建人';

comment on column fuel_price.created_at is '创建时间';

comment on column fuel_price.updated_by is '修改人';

comment on column fuel_price.updated_at is '修改时间';

comment on column fuel_price.version is '版本';

comment on column fuel_price.deleted_at is '删除时间';

comment on column fuel_price.province is '省份';

comment on column fuel_price.effective_on is '生效日期';

comment on column fuel_price.price is '每升价格';

comment on column fuel_price.pinyin is '名称拼音';

comment on column fuel_price.search_text is '检索文本';

create unique index fuel_price_province_effective_on_key on fuel_price (operator_id, province, effective_on) where deleted_at is null;

create index fuel_price_order on fuel_price (operator_id, effective_on desc, id desc) where deleted_at is null;

create index fuel_price_search on fuel_price using gin (search_text gin_trgm_ops);

alter table fuel_price enable row level security;

alter table fuel_price force row level security;

create policy tenant on fuel_price
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table project (
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
  status text default 'draft' not null,
  customer bigint not null,
  contract bigint,
  contract_files jsonb,
  manager bigint,
  dispatchers bigint[],
  cities text,
  "from" date not null,
  "to" date not null,
  models bigint[],
  receivable_rules bigint[],
  payable_rules bigint[],
  lines bigint[],
  quota jsonb,
  on_time_bp integer default 9500 not null,
  early_min bigint default 60 not null,
  late_min bigint default 15 not null,
  receipt_days bigint default 7 not null,
  volume_factor bigint default 333 not null,
  insure_bp integer default 0 not null,
  temp_policy bigint,
  store bigint not null,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint project_status_values check (status in ('draft', 'approving', 'active', 'paused', 'ended', 'terminated')),
  constraint project_on_time_bp_range check (on_time_bp >= 0 and on_time_bp <= 10000),
  constraint project_early_min_range check (early_min >= 0 and early_min <= 1440),
  constraint project_late_min_range check (late_min >= 0 and late_min <= 1440),
  constraint project_receipt_days_range check (receipt_days >= 0 and receipt_days <= 90),
  constraint project_volume_factor_range check (volume_factor >= 1 and volume_factor <= 2000),
  constraint project_insure_bp_range check (insure_bp >= 0 and insure_bp <= 1000)
);

comment on table project is '项目';

comment on column project.id is '编号';

comment on column project.operator_id is '运营公司';

comment on column project.created_by is '创建人';

comment on column project.created_at is '创建时间';

comment on column project.updated_by is '修改人';

comment on column project.updated_at is '修改时间';

comment on column project.version is '版本';

comment on column project.deleted_at is '删除时间';

comment on column project.code is '项目编码';

comment on column project.name is '项目名称';

comment on column project.status is '状态';

comment on column project.customer is '客户';

comment on column project.contract is '关联合同';

comment on column project.contract_files is '合同文件';

comment on column project.manager is '项目经理';

comment on column project.dispatchers is '调度员';

comment on column project.cities is '城市';

comment on column project."from" is '开始日期';

comment on column project."to" is '结束日期';

comment on column project.models is '订单模式';

comment on column project.receivable_rules is '应收规则';

comment on column project.payable_rules is '应付规则';

comment on column project.lines is '线路';

comment on column project.quota is '运力配额';

comment on column project.on_time_bp is '准时率要求';

comment on column project.early_min is '可早到';

comment on column project.late_min is '可晚到';

comment on column project.receipt_days is '回单期限';

comment on column project.volume_factor is '抛重系数';

comment on column project.insure_bp is '保价费率';

comment on column project.temp_policy is '温控标准';

comment on column project.store is '门店';

comment on column project.decided_by is '审批人';

comment on column project.decided_at is '审批时间';

comment on column project.reject_reason is '驳回原因';

comment on column project.remark is '备注';

comment on column project.pinyin is '名称拼音';

comment on column project.search_text is '检索文本';

create unique index project_code_key on project (operator_id, code) where deleted_at is null;

create unique index project_name_key on project (operator_id, name) where deleted_at is null;

create index project_status_idx on project (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index project_customer_idx on project (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index project_contract_idx on project (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index project_manager_idx on project (operator_id, manager, created_at desc, id desc) where deleted_at is null;

create index project_dispatchers_gin on project using gin (dispatchers);

create index project_models_gin on project using gin (models);

create index project_receivable_rules_gin on project using gin (receivable_rules);

create index project_payable_rules_gin on project using gin (payable_rules);

create index project_lines_gin on project using gin (lines);

create index project_temp_policy_idx on project (operator_id, temp_policy, created_at desc, id desc) where deleted_at is null;

create index project_store_idx on project (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index project_decided_by_idx on project (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index project_from_idx on project (operator_id, "from") where deleted_at is null;

create index project_to_idx on project (operator_id, "to") where deleted_at is null;

create index project_order on project (operator_id, created_at desc, id desc) where deleted_at is null;

create index project_search on project using gin (search_text gin_trgm_ops);

alter table project enable row level security;

alter table project force row level security;

create policy tenant on project
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_model (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'draft' not null,
  number bigint default 1,
  base text default 'city' not null,
  fields jsonb,
  steps jsonb,
  sign_types text,
  cutoff text,
  lead_h bigint default 24 not null,
  accept_min bigint default 30 not null,
  auto_accept boolean default false not null,
  ask_first boolean default false not null,
  receipt_paper text default 'electronic' not null,
  pod_review text default 'odd' not null,
  receivable_basis text default 'order' not null,
  payable_basis text default 'order' not null,
  soft_window boolean default false not null,
  late_fen_per_min bigint default 0 not null,
  lifo boolean default false not null,
  driver_unloads boolean default true not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_model_status_values check (status in ('draft', 'active', 'disabled')),
  constraint order_model_number_range check (number >= 1),
  constraint order_model_base_values check (base in ('full', 'shared', 'city', 'charter')),
  constraint order_model_lead_h_range check (lead_h >= 1 and lead_h <= 168),
  constraint order_model_accept_min_range check (accept_min >= 5 and accept_min <= 720),
  constraint order_model_receipt_paper_values check (receipt_paper in ('none', 'electronic', 'paper')),
  constraint order_model_pod_review_values check (pod_review in ('all', 'odd', 'none')),
  constraint order_model_receivable_basis_values check (receivable_basis in ('order', 'load', 'sign')),
  constraint order_model_payable_basis_values check (payable_basis in ('order', 'load', 'sign')),
  constraint order_model_late_fen_per_min_range check (late_fen_per_min >= 0)
);

comment on table order_model is '订单模式';

comment on column order_model.id is '编号';

comment on column order_model.operator_id is '运营公司';

comment on column order_model.created_by is '创建人';

comment on column order_model.created_at is '创建时间';

comment on column order_model.updated_by is '修改人';

comment on column order_model.updated_at is '修改时间';

comment on column order_model.version is '版本';

comment on column order_model.deleted_at is '删除时间';

comment on column order_model.name is '名称';

comment on column order_model.status is '状态';

comment on column order_model.number is '版本号';

comment on column order_model.base is '基础类型';

comment on column order_model.fields is '订单字段';

comment on column order_model.steps is '作业步骤';

comment on column order_model.sign_types is '签收方式';

comment on column order_model.cutoff is '截单时间';

comment on column order_model.lead_h is '提前生成';

comment on column order_model.accept_min is '接单时限';

comment on column order_model.auto_accept is '免接单';

comment on column order_model.ask_first is '接口订单先确认';

comment on column order_model.receipt_paper is '回单';

comment on column order_model.pod_review is '签收复核';

comment on column order_model.receivable_basis is '应收计价日';

comment on column order_model.payable_basis is '应付计价日';

comment on column order_model.soft_window is '时间窗可超';

comment on column order_model.late_fen_per_min is '迟到每分钟';

comment on column order_model.lifo is '后装先卸';

comment on column order_model.driver_unloads is '司机卸货';

comment on column order_model.remark is '备注';

comment on column order_model.pinyin is '名称拼音';

comment on column order_model.search_text is '检索文本';

create index order_model_status_idx on order_model (operator_id, status, name, number desc nulls last, id) where deleted_at is null;

create unique index order_model_name_number_key on order_model (operator_id, name, number) where deleted_at is null;

create index order_model_base_idx on order_model (operator_id, base, name, number desc nulls last, id) where deleted_at is null;

create index order_model_receipt_paper_idx on order_model (operator_id, receipt_paper, name, number desc nulls last, id) where deleted_at is null;

create index order_model_order on order_model (operator_id, name, number desc nulls last, id) where deleted_at is null;

create index order_model_search on order_model using gin (search_text gin_trgm_ops);

alter table order_model enable row level security;

alter table order_model force row level security;

create policy tenant on order_model
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recurring_rule (
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
  project bigint not null,
  model bigint not null,
  sender bigint not null,
  receiver bigint not null,
  goods jsonb not null,
  vehicle_class text,
  freq text default 'weekly' not null,
  weekdays text,
  month_days text,
  every_days bigint,
  slots text default '08:00' not null,
  pick_min bigint default 60 not null,
  drop_after_min bigint default 480 not null,
  lead_h bigint default 24 not null,
  start_on date not null,
  end_on date,
  max_count bigint,
  holiday_policy text default 'skip' not null,
  on_shift text default 'merge' not null,
  exceptions jsonb,
  auto_dispatch text default 'none' not null,
  goods_route bigint,
  failures bigint default 0,
  generated_to date,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint recurring_rule_status_values check (status in ('draft', 'active', 'paused', 'ended')),
  constraint recurring_rule_freq_values check (freq in ('daily', 'weekly', 'monthly', 'interval', 'workday')),
  constraint recurring_rule_every_days_range check (every_days >= 1 and every_days <= 365),
  constraint recurring_rule_pick_min_range check (pick_min >= 10 and pick_min <= 1440),
  constraint recurring_rule_drop_after_min_range check (drop_after_min >= 30 and drop_after_min <= 20160),
  constraint recurring_rule_lead_h_range check (lead_h >= 1 and lead_h <= 168),
  constraint recurring_rule_max_count_range check (max_count >= 1 and max_count <= 10000),
  constraint recurring_rule_holiday_policy_values check (holiday_policy in ('skip', 'advance', 'postpone', 'ignore')),
  constraint recurring_rule_on_shift_values check (on_shift in ('merge', 'separate')),
  constraint recurring_rule_auto_dispatch_values check (auto_dispatch in ('none', 'line'))
);

comment on table recurring_rule is '周期订单';

comment on column recurring_rule.id is '编号';

comment on column recurring_rule.operator_id is '运营公司';

comment on column recurring_rule.created_by is '创建人';

comment on column recurring_rule.created_at is '创建时间';

comment on column recurring_rule.updated_by is '修改人';

comment on column recurring_rule.updated_at is '修改时间';

comment on column recurring_rule.version is '版本';

comment on column recurring_rule.deleted_at is '删除时间';

comment on column recurring_rule.no is '规则号';

comment on column recurring_rule.name is '名称';

comment on column recurring_rule.status is '状态';

comment on column recurring_rule.project is '项目';

comment on column recurring_rule.model is '订单模式';

comment on column recurring_rule.sender is '发货方';

comment on column recurring_rule.receiver is '收货方';

comment on column recurring_rule.goods is '货物明细';

comment on column recurring_rule.vehicle_class is '车型要求';

comment on column recurring_rule.freq is '周期';

comment on column recurring_rule.weekdays is '星期';

comment on column recurring_rule.month_days is '每月几日';

comment on column recurring_rule.every_days is '间隔';

comment on column recurring_rule.slots is '提货时刻';

comment on column recurring_rule.pick_min is '提货时长';

comment on column recurring_rule.drop_after_min is '送达时限';

comment on column recurring_rule.lead_h is '提前生成';

comment on column recurring_rule.start_on is '开始日期';

comment on column recurring_rule.end_on is '结束日期';

comment on column recurring_rule.max_count is '最多次数';

comment on column recurring_rule.holiday_policy is '遇节假日';

comment on column recurring_rule.on_shift is '顺延重叠';

comment on column recurring_rule.exceptions is '例外日期';

comment on column recurring_rule.auto_dispatch is '自动派车';

comment on column recurring_rule.goods_route is '货运线路';

comment on column recurring_rule.failures is '连续失败';

comment on column recurring_rule.generated_to is '已生成到';

comment on column recurring_rule.store is '门店';

comment on column recurring_rule.remark is '备注';

comment on column recurring_rule.pinyin is '名称拼音';

comment on column recurring_rule.search_text is '检索文本';

create unique index recurring_rule_no_key on recurring_rule (operator_id, no) where deleted_at is null;

create index recurring_rule_status_idx on recurring_rule (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_project_idx on recurring_rule (operator_id, project, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_model_idx on recurring_rule (operator_id, model, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_sender_idx on recurring_rule (operator_id, sender, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_receiver_idx on recurring_rule (operator_id, receiver, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_goods_route_idx on recurring_rule (operator_id, goods_route, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_store_idx on recurring_rule (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_freq_idx on recurring_rule (operator_id, freq, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_holiday_policy_idx on recurring_rule (operator_id, holiday_policy, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_start_on_idx on recurring_rule (operator_id, start_on) where deleted_at is null;

create index recurring_rule_order on recurring_rule (operator_id, created_at desc, id desc) where deleted_at is null;

create index recurring_rule_search on recurring_rule using gin (search_text gin_trgm_ops);

alter table recurring_rule enable row level security;

alter table recurring_rule force row level security;

create policy tenant on recurring_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table recurring_date (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  rule bigint not null,
  original_date date not null,
  slot text not null,
  service_date date,
  result text not null,
  reason text,
  "order" bigint,
  primary key (operator_id, id),
  constraint recurring_date_result_values check (result in ('planned', 'created', 'skipped', 'merged', 'failed'))
);

comment on table recurring_date is '周期生成记录';

comment on column recurring_date.id is '编号';

comment on column recurring_date.operator_id is '运营公司';

comment on column recurring_date.created_by is '创建人';

comment on column recurring_date.created_at is '创建时间';

comment on column recurring_date.updated_by is '修改人';

comment on column recurring_date.updated_at is '修改时间';

comment on column recurring_date.version is '版本';

comment on column recurring_date.deleted_at is '删除时间';

comment on column recurring_date.rule is '周期订单';

comment on column recurring_date.original_date is '原定日期';

comment on column recurring_date.slot is '提货时刻';

comment on column recurring_date.service_date is '服务日期';

comment on column recurring_date.result is '结果';

comment on column recurring_date.reason is '说明';

comment on column recurring_date."order" is '运输订单';

create index recurring_date_rule_idx on recurring_date (operator_id, rule, original_date desc, id desc) where deleted_at is null;

create index recurring_date_order_idx on recurring_date (operator_id, "order", original_date desc, id desc) where deleted_at is null;

create unique index recurring_date_rule_original_date_slot_key on recurring_date (operator_id, rule, original_date, slot) where deleted_at is null;

create index recurring_date_service_date_idx on recurring_date (operator_id, service_date) where deleted_at is null;

create index recurring_date_result_idx on recurring_date (operator_id, result, original_date desc, id desc) where deleted_at is null;

create index recurring_date_order on recurring_date (operator_id, original_date desc, id desc) where deleted_at is null;

alter table recurring_date enable row level security;

alter table recurring_date force row level security;

create policy tenant on recurring_date
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cargo_source (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  cargo_name text not null,
  status text default 'draft' not null,
  customer bigint not null,
  sender bigint not null,
  receiver bigint not null,
  goods jsonb not null,
  pick_from timestamptz not null,
  pick_to timestamptz not null,
  drop_to timestamptz not null,
  vehicle_class text,
  price_mode text default 'fixed' not null,
  ask bigint,
  bid_until timestamptz,
  carriers bigint[],
  winner bigint,
  price bigint,
  "order" bigint,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(cargo_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint cargo_source_status_values check (status in ('draft', 'published', 'taken', 'ordered', 'expired', 'withdrawn')),
  constraint cargo_source_price_mode_values check (price_mode in ('fixed', 'bid', 'rule')),
  constraint cargo_source_ask_range check (ask >= 1)
);

comment on table cargo_source is '货源';

comment on column cargo_source.id is '编号';

comment on column cargo_source.operator_id is '运营公司';

comment on column cargo_source.created_by is '创建人';

comment on column cargo_source.created_at is '创建时间';

comment on column cargo_source.updated_by is '修改人';

comment on column cargo_source.updated_at is '修改时间';

comment on column cargo_source.version is '版本';

comment on column cargo_source.deleted_at is '删除时间';

comment on column cargo_source.no is '货源号';

comment on column cargo_source.cargo_name is '货物';

comment on column cargo_source.status is '状态';

comment on column cargo_source.customer is '客户';

comment on column cargo_source.sender is '发货方';

comment on column cargo_source.receiver is '收货方';

comment on column cargo_source.goods is '货物明细';

comment on column cargo_source.pick_from is '提货从';

comment on column cargo_source.pick_to is '提货到';

comment on column cargo_source.drop_to is '送达前';

comment on column cargo_source.vehicle_class is '车型要求';

comment on column cargo_source.price_mode is '定价方式';

comment on column cargo_source.ask is '一口价';

comment on column cargo_source.bid_until is '报价截止';

comment on column cargo_source.carriers is '指定承运商';

comment on column cargo_source.winner is '中标承运商';

comment on column cargo_source.price is '成交价';

comment on column cargo_source."order" is '运输订单';

comment on column cargo_source.store is '门店';

comment on column cargo_source.remark is '备注';

comment on column cargo_source.pinyin is '名称拼音';

comment on column cargo_source.search_text is '检索文本';

create unique index cargo_source_no_key on cargo_source (operator_id, no) where deleted_at is null;

create index cargo_source_status_idx on cargo_source (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index cargo_source_customer_idx on cargo_source (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index cargo_source_sender_idx on cargo_source (operator_id, sender, created_at desc, id desc) where deleted_at is null;

create index cargo_source_receiver_idx on cargo_source (operator_id, receiver, created_at desc, id desc) where deleted_at is null;

create index cargo_source_carriers_gin on cargo_source using gin (carriers);

create index cargo_source_winner_idx on cargo_source (operator_id, winner, created_at desc, id desc) where deleted_at is null;

create index cargo_source_order_idx on cargo_source (operator_id, "order", created_at desc, id desc) where deleted_at is null;

create index cargo_source_store_idx on cargo_source (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index cargo_source_price_mode_idx on cargo_source (operator_id, price_mode, created_at desc, id desc) where deleted_at is null;

create index cargo_source_pick_from_idx on cargo_source (operator_id, pick_from) where deleted_at is null;

create index cargo_source_bid_until_idx on cargo_source (operator_id, bid_until) where deleted_at is null;

create index cargo_source_order on cargo_source (operator_id, created_at desc, id desc) where deleted_at is null;

create index cargo_source_search on cargo_source using gin (search_text gin_trgm_ops);

alter table cargo_source enable row level security;

alter table cargo_source force row level security;

create policy tenant on cargo_source
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cargo_bid (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  source bigint not null,
  carrier bigint not null,
  price bigint not null,
  pick_at timestamptz not null,
  result text default 'open' not null,
  primary key (operator_id, id),
  constraint cargo_bid_price_range check (price >= 1),
  constraint cargo_bid_result_values check (result in ('open', 'won', 'lost', 'replaced'))
);

comment on table cargo_bid is '货源报价';

comment on column cargo_bid.id is '编号';

comment on column cargo_bid.operator_id is '运营公司';

comment on column cargo_bid.created_by is '创建人';

comment on column cargo_bid.created_at is '创建时间';

comment on column cargo_bid.updated_by is '修改人';

comment on column cargo_bid.updated_at is '修改时间';

comment on column cargo_bid.version is '版本';

comment on column cargo_bid.deleted_at is '删除时间';

comment on column cargo_bid.source is '货源';

comment on column cargo_bid.carrier is '承运商';

comment on column cargo_bid.price is '报价';

comment on column cargo_bid.pick_at is '可提货时间';

comment on column cargo_bid.result is '结果';

create index cargo_bid_source_idx on cargo_bid (operator_id, source, price, id) where deleted_at is null;

create index cargo_bid_carrier_idx on cargo_bid (operator_id, carrier, price, id) where deleted_at is null;

create index cargo_bid_result_idx on cargo_bid (operator_id, result, price, id) where deleted_at is null;

create index cargo_bid_order on cargo_bid (operator_id, price, id) where deleted_at is null;

alter table cargo_bid enable row level security;

alter table cargo_bid force row level security;

create policy tenant on cargo_bid
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table transport_order (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  project bigint,
  customer bigint not null,
  model bigint not null,
  source text default 'manual' not null,
  outer_no text,
  api_client bigint,
  sender bigint not null,
  receiver bigint not null,
  sender_snap jsonb,
  receiver_snap jsonb,
  pick_from timestamptz not null,
  pick_to timestamptz not null,
  drop_from timestamptz not null,
  drop_to timestamptz not null,
  release_at timestamptz,
  goods jsonb not null,
  goods_text text,
  pieces bigint default 0,
  weight numeric(18,3) default 0,
  volume numeric(18,4) default 0,
  chargeable_kg numeric(18,3),
  declared bigint,
  distance_m bigint,
  distance_from text default 'estimate' not null,
  vehicle_class text,
  goods_route bigint,
  skills text,
  temp_policy bigint,
  priority bigint default 5 not null,
  cod bigint default 0 not null,
  insure boolean default false not null,
  receipt_need boolean default true not null,
  need_two boolean default false not null,
  lines jsonb,
  quote bigint,
  unpriced boolean default false not null,
  coupon bigint,
  located boolean default false not null,
  trouble boolean default false not null,
  signed_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(outer_no, '') || ' ' || coalesce(goods_text, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint transport_order_status_values check (status in ('draft', 'toConfirm', 'open', 'planned', 'running', 'signed', 'partSigned', 'receipted', 'priced', 'settled', 'cancelled', 'voided')),
  constraint transport_order_source_values check (source in ('manual', 'import', 'recurring', 'api', 'public', 'cargo')),
  constraint transport_order_distance_m_range check (distance_m >= 0 and distance_m <= 10000000),
  constraint transport_order_distance_from_values check (distance_from in ('estimate', 'contract', 'route')),
  constraint transport_order_priority_range check (priority >= 1 and priority <= 9),
  constraint transport_order_cod_range check (cod >= 0)
);

comment on table transport_order is '运输订单';

comment on column transport_order.id is '编号';

comment on column transport_order.operator_id is '运营公司';

comment on column transport_order.created_by is '创建人';

comment on column transport_order.created_at is '创建时间';

comment on column transport_order.updated_by is '修改人';

comment on column transport_order.updated_at is '修改时间';

comment on column transport_order.version is '版本';

comment on column transport_order.deleted_at is '删除时间';

comment on column transport_order.no is '订单号';

comment on column transport_order.status is '状态';

comment on column transport_order.project is '项目';

comment on column transport_order.customer is '客户';

comment on column transport_order.model is '订单模式';

comment on column transport_order.source is '来源';

comment on column transport_order.outer_no is '外部单号';

comment on column transport_order.api_client is '接口客户';

comment on column transport_order.sender is '发货方';

comment on column transport_order.receiver is '收货方';

comment on column transport_order.sender_snap is '发货方快照';

comment on column transport_order.receiver_snap is '收货方快照';

comment on column transport_order.pick_from is '提货从';

comment on column transport_order.pick_to is '提货到';

comment on column transport_order.drop_from is '送货从';

comment on column transport_order.drop_to is '送货到';

comment on column transport_order.release_at is '货好时间';

comment on column transport_order.goods is '货物明细';

comment on column transport_order.goods_text is '货物';

comment on column transport_order.pieces is '总件数';

comment on column transport_order.weight is '总重量';

comment on column transport_order.volume is '总体积';

comment on column transport_order.chargeable_kg is '计费重量';

comment on column transport_order.declared is '声明价值';

comment on column transport_order.distance_m is '计费里程';

comment on column transport_order.distance_from is '里程来源';

comment on column transport_order.vehicle_class is '车型要求';

comment on column transport_order.goods_route is '货运线路';

comment on column transport_order.skills is '作业要求';

comment on column transport_order.temp_policy is '温控标准';

comment on column transport_order.priority is '优先级';

comment on column transport_order.cod is '代收货款';

comment on column transport_order.insure is '保价';

comment on column transport_order.receipt_need is '需回单';

comment on column transport_order.need_two is '双驾';

comment on column transport_order.lines is '附加计费';

comment on column transport_order.quote is '报价';

comment on column transport_order.unpriced is '待定价';

comment on column transport_order.coupon is '优惠券';

comment on column transport_order.located is '地址已定位';

comment on column transport_order.trouble is '有异常';

comment on column transport_order.signed_at is '签收时间';

comment on column transport_order.store is '门店';

comment on column transport_order.remark is '备注';

comment on column transport_order.pinyin is '名称拼音';

comment on column transport_order.search_text is '检索文本';

create unique index transport_order_no_key on transport_order (operator_id, no) where deleted_at is null;

create index transport_order_status_idx on transport_order (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index transport_order_project_idx on transport_order (operator_id, project, created_at desc, id desc) where deleted_at is null;

create index transport_order_customer_idx on transport_order (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index transport_order_model_idx on transport_order (operator_id, model, created_at desc, id desc) where deleted_at is null;

create index transport_order_api_client_idx on transport_order (operator_id, api_client, created_at desc, id desc) where deleted_at is null;

create index transport_order_sender_idx on transport_order (operator_id, sender, created_at desc, id desc) where deleted_at is null;

create index transport_order_receiver_idx on transport_order (operator_id, receiver, created_at desc, id desc) where deleted_at is null;

create index transport_order_goods_route_idx on transport_order (operator_id, goods_route, created_at desc, id desc) where deleted_at is null;

create index transport_order_temp_policy_idx on transport_order (operator_id, temp_policy, created_at desc, id desc) where deleted_at is null;

create index transport_order_quote_idx on transport_order (operator_id, quote, created_at desc, id desc) where deleted_at is null;

create index transport_order_coupon_idx on transport_order (operator_id, coupon, created_at desc, id desc) where deleted_at is null;

create index transport_order_store_idx on transport_order (operator_id, store, created_at desc, id desc) where deleted_at is null;

create unique index transport_order_api_client_outer_no_key on transport_order (operator_id, api_client, outer_no) where deleted_at is null;

create index transport_order_source_idx on transport_order (operator_id, source, created_at desc, id desc) where deleted_at is null;

create index transport_order_pick_from_idx on transport_order (operator_id, pick_from) where deleted_at is null;

create index transport_order_drop_to_idx on transport_order (operator_id, drop_to) where deleted_at is null;

create index transport_order_status_pick_from_idx on transport_order (operator_id, status, pick_from) where deleted_at is null;

create index transport_order_customer_created_at_idx on transport_order (operator_id, customer, created_at, id desc) where deleted_at is null;

create index transport_order_order on transport_order (operator_id, created_at desc, id desc) where deleted_at is null;

create index transport_order_search on transport_order using gin (search_text gin_trgm_ops);

alter table transport_order enable row level security;

alter table transport_order force row level security;

create policy tenant on transport_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table consignment (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'unassigned' not null,
  "order" bigint not null,
  seq bigint default 1 not null,
  segment_no text default '0000' not null,
  customer bigint not null,
  "from" bigint not null,
  "to" bigint not null,
  goods jsonb not null,
  goods_text text,
  pieces bigint default 0 not null,
  weight numeric(18,3) default 0 not null,
  volume numeric(18,4) default 0 not null,
  loaded_pieces bigint,
  signed_pieces bigint,
  refused_pieces bigint,
  short_pieces bigint,
  pick_from timestamptz not null,
  pick_to timestamptz not null,
  drop_from timestamptz not null,
  drop_to timestamptz not null,
  cod bigint default 0 not null,
  temp_policy bigint,
  mission bigint,
  leg_no bigint default 1 not null,
  stop_seq bigint,
  attempts bigint default 1 not null,
  return_of bigint,
  receipt_state text default 'none' not null,
  receipt_no text,
  receipt_at timestamptz,
  picked_at timestamptz,
  arrived_at timestamptz,
  signed_at timestamptz,
  reason text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(goods_text, '') || ' ' || coalesce(segment_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint consignment_status_values check (status in ('unassigned', 'loadedPlan', 'toPick', 'carrying', 'atHub', 'arrived', 'signed', 'partSigned', 'refused', 'redeliver', 'returning', 'returned', 'lost', 'receipted', 'cancelled')),
  constraint consignment_seq_range check (seq >= 1),
  constraint consignment_pieces_range check (pieces >= 0),
  constraint consignment_weight_range check (weight >= 0),
  constraint consignment_volume_range check (volume >= 0),
  constraint consignment_loaded_pieces_range check (loaded_pieces >= 0),
  constraint consignment_signed_pieces_range check (signed_pieces >= 0),
  constraint consignment_refused_pieces_range check (refused_pieces >= 0),
  constraint consignment_short_pieces_range check (short_pieces >= 0),
  constraint consignment_cod_range check (cod >= 0),
  constraint consignment_leg_no_range check (leg_no >= 1),
  constraint consignment_stop_seq_range check (stop_seq >= 0),
  constraint consignment_attempts_range check (attempts >= 1),
  constraint consignment_receipt_state_values check (receipt_state in ('none', 'due', 'sent', 'received', 'missing'))
);

comment on table consignment is '配送单';

comment on column consignment.id is '编号';

comment on column consignment.operator_id is '运营公司';

comment on column consignment.created_by is '创建人';

comment on column consignment.created_at is '创建时间';

comment on column consignment.updated_by is '修改人';

comment on column consignment.updated_at is '修改时间';

comment on column consignment.version is '版本';

comment on column consignment.deleted_at is '删除时间';

comment on column consignment.no is '配送单号';

comment on column consignment.status is '状态';

comment on column consignment."order" is '运输订单';

comment on column consignment.seq is '序号';

comment on column consignment.segment_no is '分段分单号';

comment on column consignment.customer is '客户';

comment on column consignment."from" is '发货方';

comment on column consignment."to" is '收货方';

comment on column consignment.goods is '货物明细';

comment on column consignment.goods_text is '货物';

comment on column consignment.pieces is '件数';

comment on column consignment.weight is '重量';

comment on column consignment.volume is '体积';

comment on column consignment.loaded_pieces is '实装件数';

comment on column consignment.signed_pieces is '签收件数';

comment on column consignment.refused_pieces is '拒收件数';

comment on column consignment.short_pieces is '短少件数';

comment on column consignment.pick_from is '提货从';

comment on column consignment.pick_to is '提货到';

comment on column consignment.drop_from is '送货从';

comment on column consignment.drop_to is '送货到';

comment on column consignment.cod is '代收货款';

comment on column consignment.temp_policy is '温控标准';

comment on column consignment.mission is '任务单';

comment on column consignment.leg_no is '段次';

comment on column consignment.stop_seq is '站序';

comment on column consignment.attempts is '配送次数';

comment on column consignment.return_of is '退回自';

comment on column consignment.receipt_state is '回单状态';

comment on column consignment.receipt_no is '回单号';

comment on column consignment.receipt_at is '回单时间';

comment on column consignment.picked_at is '提货时间';

comment on column consignment.arrived_at is '到达时间';

comment on column consignment.signed_at is '签收时间';

comment on column consignment.reason is '原因';

comment on column consignment.store is '门店';

comment on column consignment.pinyin is '名称拼音';

comment on column consignment.search_text is '检索文本';

create unique index consignment_no_key on consignment (operator_id, no) where deleted_at is null;

create index consignment_status_idx on consignment (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index consignment_order_idx on consignment (operator_id, "order", created_at desc, id desc) where deleted_at is null;

create index consignment_customer_idx on consignment (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index consignment_from_idx on consignment (operator_id, "from", created_at desc, id desc) where deleted_at is null;

create index consignment_to_idx on consignment (operator_id, "to", created_at desc, id desc) where deleted_at is null;

create index consignment_temp_policy_idx on consignment (operator_id, temp_policy, created_at desc, id desc) where deleted_at is null;

create index consignment_mission_idx on consignment (operator_id, mission, created_at desc, id desc) where deleted_at is null;

create index consignment_return_of_idx on consignment (operator_id, return_of, created_at desc, id desc) where deleted_at is null;

create index consignment_store_idx on consignment (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index consignment_receipt_state_idx on consignment (operator_id, receipt_state, created_at desc, id desc) where deleted_at is null;

create index consignment_drop_to_idx on consignment (operator_id, drop_to) where deleted_at is null;

create index consignment_pick_from_idx on consignment (operator_id, pick_from) where deleted_at is null;

create index consignment_order_leg_no_seq_idx on consignment (operator_id, "order", leg_no, seq, created_at desc, id desc) where deleted_at is null;

create index consignment_order on consignment (operator_id, created_at desc, id desc) where deleted_at is null;

create index consignment_search on consignment using gin (search_text gin_trgm_ops);

alter table consignment enable row level security;

alter table consignment force row level security;

create policy tenant on consignment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table delivery_note (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'waiting' not null,
  consignment bigint not null,
  receiver bigint not null,
  lines jsonb,
  signer text,
  signed_at timestamptz,
  amendments jsonb,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint delivery_note_status_values check (status in ('waiting', 'delivering', 'signed', 'part', 'refused', 'voided'))
);

comment on table delivery_note is '送货单';

comment on column delivery_note.id is '编号';

comment on column delivery_note.operator_id is '运营公司';

comment on column delivery_note.created_by is '创建人';

comment on column delivery_note.created_at is '创建时间';

comment on column delivery_note.updated_by is '修改人';

comment on column delivery_note.updated_at is '修改时间';

comment on column delivery_note.version is '版本';

comment on column delivery_note.deleted_at is '删除时间';

comment on column delivery_note.no is '送货单号';

comment on column delivery_note.status is '状态';

comment on column delivery_note.consignment is '配送单';

comment on column delivery_note.receiver is '收货方';

comment on column delivery_note.lines is '货物';

comment on column delivery_note.signer is '签收人';

comment on column delivery_note.signed_at is '签收时间';

comment on column delivery_note.amendments is '更正';

comment on column delivery_note.store is '门店';

comment on column delivery_note.pinyin is '名称拼音';

comment on column delivery_note.search_text is '检索文本';

create unique index delivery_note_no_key on delivery_note (operator_id, no) where deleted_at is null;

create index delivery_note_status_idx on delivery_note (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index delivery_note_consignment_idx on delivery_note (operator_id, consignment, created_at desc, id desc) where deleted_at is null;

create index delivery_note_receiver_idx on delivery_note (operator_id, receiver, created_at desc, id desc) where deleted_at is null;

create index delivery_note_store_idx on delivery_note (operator_id, store, created_at desc, id desc) where deleted_at is null;

create unique index delivery_note_consignment_key on delivery_note (operator_id, consignment) where deleted_at is null;

create index delivery_note_signed_at_idx on delivery_note (operator_id, signed_at) where deleted_at is null;

create index delivery_note_order on delivery_note (operator_id, created_at desc, id desc) where deleted_at is null;

create index delivery_note_search on delivery_note using gin (search_text gin_trgm_ops);

alter table delivery_note enable row level security;

alter table delivery_note force row level security;

create policy tenant on delivery_note
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table mission (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  kind text default 'task' not null,
  status text default 'open' not null,
  project bigint,
  goods_route bigint,
  vehicle bigint,
  trailer bigint,
  driver bigint,
  co_driver bigint,
  carrier bigint,
  relay_of bigint,
  plan_start timestamptz not null,
  plan_end timestamptz not null,
  depart_by timestamptz,
  actual_start timestamptz,
  actual_end timestamptz,
  plan_km numeric(18,3) default 0 not null,
  actual_km numeric(18,3),
  weight numeric(18,3) default 0 not null,
  volume numeric(18,4) default 0 not null,
  pieces bigint default 0 not null,
  max_load_kg numeric(18,3) default 0 not null,
  stop_count bigint default 0 not null,
  route_text text,
  seal_nos text,
  split_mode text default 'weight' not null,
  plan bigint,
  plan_key text,
  payable_rule bigint,
  auto_accept boolean default false not null,
  no_loading boolean default false not null,
  offered_to text,
  accept_by timestamptz,
  eta timestamptz,
  refuse_reason text,
  suspend_reason text,
  remark text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(route_text, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint mission_kind_values check (kind in ('task', 'line')),
  constraint mission_status_values check (status in ('draft', 'open', 'offered', 'refused', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned', 'done', 'settled', 'cancelled', 'voided')),
  constraint mission_plan_km_range check (plan_km >= 0),
  constraint mission_actual_km_range check (actual_km >= 0),
  constraint mission_weight_range check (weight >= 0),
  constraint mission_volume_range check (volume >= 0),
  constraint mission_pieces_range check (pieces >= 0),
  constraint mission_max_load_kg_range check (max_load_kg >= 0),
  constraint mission_stop_count_range check (stop_count >= 0),
  constraint mission_split_mode_values check (split_mode in ('weight', 'tkm', 'pieces', 'volume', 'equal'))
);

comment on table mission is '任务单';

comment on column mission.id is '编号';

comment on column mission.operator_id is '运营公司';

comment on column mission.created_by is '创建人';

comment on column mission.created_at is '创建时间';

comment on column mission.updated_by is '修改人';

comment on column mission.updated_at is '修改时间';

comment on column mission.version is '版本';

comment on column mission.deleted_at is '删除时间';

comment on column mission.no is '任务号';

comment on column mission.kind is '类型';

comment on column mission.status is '状态';

comment on column mission.project is '项目';

comment on column mission.goods_route is '货运线路';

comment on column mission.vehicle is '车辆';

comment on column mission.trailer is '挂车';

comment on column mission.driver is '司机';

comment on column mission.co_driver is '副驾';

comment on column mission.carrier is '承运商';

comment on column mission.relay_of is '上一段任务';

comment on column mission.plan_start is '计划开始';

comment on column mission.plan_end is '计划结束';

comment on column mission.depart_by is '计划发车';

comment on column mission.actual_start is '实际发车';

comment on column mission.actual_end is '实际完成';

comment on column mission.plan_km is '计划里程';

comment on column mission.actual_km is '实际里程';

comment on column mission.weight is '重量';

comment on column mission.volume is '体积';

comment on column mission.pieces is '件数';

comment on column mission.max_load_kg is '最大载重';

comment on column mission.stop_count is '站点数';

comment on column mission.route_text is '路线';

comment on column mission.seal_nos is '铅封号';

comment on column mission.split_mode is '费用分摊';

comment on column mission.plan is '调度计划';

comment on column mission.plan_key is '计划路线';

comment on column mission.payable_rule is '应付规则';

comment on column mission.auto_accept is '免接单';

comment on column mission.no_loading is '无装货步骤';

comment on column mission.offered_to is '派给';

comment on column mission.accept_by is '接单截止';

comment on column mission.eta is '预计到达';

comment on column mission.refuse_reason is '拒单原因';

comment on column mission.suspend_reason is '挂起原因';

comment on column mission.remark is '备注';

comment on column mission.store is '门店';

comment on column mission.pinyin is '名称拼音';

comment on column mission.search_text is '检索文本';

create unique index mission_no_key on mission (operator_id, no) where deleted_at is null;

create index mission_status_idx on mission (operator_id, status, plan_start desc, id desc) where deleted_at is null;

create index mission_project_idx on mission (operator_id, project, plan_start desc, id desc) where deleted_at is null;

create index mission_goods_route_idx on mission (operator_id, goods_route, plan_start desc, id desc) where deleted_at is null;

create index mission_vehicle_idx on mission (operator_id, vehicle, plan_start desc, id desc) where deleted_at is null;

create index mission_trailer_idx on mission (operator_id, trailer, plan_start desc, id desc) where deleted_at is null;

create index mission_driver_idx on mission (operator_id, driver, plan_start desc, id desc) where deleted_at is null;

create index mission_co_driver_idx on mission (operator_id, co_driver, plan_start desc, id desc) where deleted_at is null;

create index mission_carrier_idx on mission (operator_id, carrier, plan_start desc, id desc) where deleted_at is null;

create index mission_relay_of_idx on mission (operator_id, relay_of, plan_start desc, id desc) where deleted_at is null;

create unique index mission_plan_key_key on mission (operator_id, plan_key) where deleted_at is null;

create index mission_payable_rule_idx on mission (operator_id, payable_rule, plan_start desc, id desc) where deleted_at is null;

create index mission_store_idx on mission (operator_id, store, plan_start desc, id desc) where deleted_at is null;

create index mission_kind_idx on mission (operator_id, kind, plan_start desc, id desc) where deleted_at is null;

create index mission_plan_end_idx on mission (operator_id, plan_end) where deleted_at is null;

create index mission_driver_status_idx on mission (operator_id, driver, status, plan_start desc, id desc) where deleted_at is null;

create index mission_vehicle_status_idx on mission (operator_id, vehicle, status, plan_start desc, id desc) where deleted_at is null;

create index mission_order on mission (operator_id, plan_start desc, id desc) where deleted_at is null;

create index mission_search on mission using gin (search_text gin_trgm_ops);

alter table mission enable row level security;

alter table mission force row level security;

create policy tenant on mission
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table mission_stop (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  mission bigint not null,
  seq bigint not null,
  party bigint,
  kind text default 'unload' not null,
  status text default 'pending' not null,
  consignments bigint[],
  plan_arrive timestamptz,
  plan_leave timestamptz,
  eta timestamptz,
  window_from timestamptz,
  window_to timestamptz,
  service_min bigint default 0 not null,
  arrive_at timestamptz,
  arrive_by text,
  start_at timestamptz,
  end_at timestamptz,
  leave_at timestamptz,
  leave_by text,
  wait_min bigint,
  distance_m bigint default 0 not null,
  locked boolean default false not null,
  store bigint,
  primary key (operator_id, id),
  constraint mission_stop_seq_range check (seq >= 0),
  constraint mission_stop_kind_values check (kind in ('load', 'unload', 'transfer', 'rest', 'charge', 'depot')),
  constraint mission_stop_status_values check (status in ('pending', 'enRoute', 'arrived', 'working', 'done', 'failed', 'skipped')),
  constraint mission_stop_service_min_range check (service_min >= 0),
  constraint mission_stop_distance_m_range check (distance_m >= 0)
);

comment on table mission_stop is '任务站点';

comment on column mission_stop.id is '编号';

comment on column mission_stop.operator_id is '运营公司';

comment on column mission_stop.created_by is '创建人';

comment on column mission_stop.created_at is '创建时间';

comment on column mission_stop.updated_by is '修改人';

comment on column mission_stop.updated_at is '修改时间';

comment on column mission_stop.version is '版本';

comment on column mission_stop.deleted_at is '删除时间';

comment on column mission_stop.mission is '任务单';

comment on column mission_stop.seq is '站序';

comment on column mission_stop.party is '收发货方';

comment on column mission_stop.kind is '类型';

comment on column mission_stop.status is '状态';

comment on column mission_stop.consignments is '配送单';

comment on column mission_stop.plan_arrive is '计划到达';

comment on column mission_stop.plan_leave is '计划离开';

comment on column mission_stop.eta is '预计到达';

comment on column mission_stop.window_from is '时段从';

comment on column mission_stop.window_to is '时段到';

comment on column mission_stop.service_min is '作业';

comment on column mission_stop.arrive_at is '到达时间';

comment on column mission_stop.arrive_by is '到达来源';

comment on column mission_stop.start_at is '开始作业';

comment on column mission_stop.end_at is '结束作业';

comment on column mission_stop.leave_at is '离开时间';

comment on column mission_stop.leave_by is '离开来源';

comment on column mission_stop.wait_min is '等待';

comment on column mission_stop.distance_m is '段里程';

comment on column mission_stop.locked is '锁定';

comment on column mission_stop.store is '门店';

create index mission_stop_party_idx on mission_stop (operator_id, party, mission, seq, id) where deleted_at is null;

create index mission_stop_consignments_gin on mission_stop using gin (consignments);

create index mission_stop_store_idx on mission_stop (operator_id, store, mission, seq, id) where deleted_at is null;

create unique index mission_stop_mission_seq_key on mission_stop (operator_id, mission, seq) where deleted_at is null;

create index mission_stop_kind_idx on mission_stop (operator_id, kind, mission, seq, id) where deleted_at is null;

create index mission_stop_status_idx on mission_stop (operator_id, status, mission, seq, id) where deleted_at is null;

create index mission_stop_plan_arrive_idx on mission_stop (operator_id, plan_arrive) where deleted_at is null;

create index mission_stop_arrive_at_idx on mission_stop (operator_id, arrive_at) where deleted_at is null;

create index mission_stop_order on mission_stop (operator_id, mission, seq, id) where deleted_at is null;

alter table mission_stop enable row level security;

alter table mission_stop force row level security;

create policy tenant on mission_stop
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table stop_event (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client_id text not null,
  body_hash text,
  mission bigint not null,
  "order" bigint,
  stop bigint,
  kind text not null,
  at timestamptz not null,
  recv_at timestamptz not null,
  source text not null,
  point jsonb,
  accuracy_m bigint,
  by bigint,
  note text,
  store bigint,
  primary key (operator_id, id),
  constraint stop_event_kind_values check (kind in ('arrive', 'startWork', 'endWork', 'leave', 'depart', 'skip', 'note', 'photo')),
  constraint stop_event_source_values check (source in ('fence', 'terminal', 'driver', 'dispatcher', 'api')),
  constraint stop_event_accuracy_m_range check (accuracy_m >= 0)
);

comment on table stop_event is '到离记录';

comment on column stop_event.id is '编号';

comment on column stop_event.operator_id is '运营公司';

comment on column stop_event.created_by is '创建人';

comment on column stop_event.created_at is '创建时间';

comment on column stop_event.updated_by is '修改人';

comment on column stop_event.updated_at is '修改时间';

comment on column stop_event.version is '版本';

comment on column stop_event.deleted_at is '删除时间';

comment on column stop_event.client_id is '客户端编号';

comment on column stop_event.body_hash is '内容摘要';

comment on column stop_event.mission is '任务单';

comment on column stop_event."order" is '运输订单';

comment on column stop_event.stop is '站点';

comment on column stop_event.kind is '事件';

comment on column stop_event.at is '发生时间';

comment on column stop_event.recv_at is '接收时间';

comment on column stop_event.source is '来源';

comment on column stop_event.point is '位置';

comment on column stop_event.accuracy_m is '精度';

comment on column stop_event.by is '操作人';

comment on column stop_event.note is '说明';

comment on column stop_event.store is '门店';

create unique index stop_event_client_id_key on stop_event (operator_id, client_id) where deleted_at is null;

create index stop_event_mission_idx on stop_event (operator_id, mission, at desc, id desc) where deleted_at is null;

create index stop_event_order_idx on stop_event (operator_id, "order", at desc, id desc) where deleted_at is null;

create index stop_event_stop_idx on stop_event (operator_id, stop, at desc, id desc) where deleted_at is null;

create index stop_event_by_idx on stop_event (operator_id, by, at desc, id desc) where deleted_at is null;

create index stop_event_store_idx on stop_event (operator_id, store, at desc, id desc) where deleted_at is null;

create index stop_event_kind_idx on stop_event (operator_id, kind, at desc, id desc) where deleted_at is null;

create index stop_event_source_idx on stop_event (operator_id, source, at desc, id desc) where deleted_at is null;

create index stop_event_order on stop_event (operator_id, at desc, id desc) where deleted_at is null;

alter table stop_event enable row level security;

alter table stop_event force row level security;

create policy tenant on stop_event
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table mission_hold (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  mission bigint not null,
  kind text not null,
  subject bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  live boolean default true not null,
  primary key (operator_id, id),
  constraint mission_hold_kind_values check (kind in ('vehicle', 'driver'))
);

comment on table mission_hold is '运力占用';

comment on column mission_hold.id is '编号';

comment on column mission_hold.operator_id is '运营公司';

comment on column mission_hold.created_by is '创建人';

comment on column mission_hold.created_at is '创建时间';

comment on column mission_hold.updated_by is '修改人';

comment on column mission_hold.updated_at is '修改时间';

comment on column mission_hold.version is '版本';

comment on column mission_hold.deleted_at is '删除时间';

comment on column mission_hold.mission is '任务单';

comment on column mission_hold.kind is '运力';

comment on column mission_hold.subject is '运力编号';

comment on column mission_hold.from_at is '占用从';

comment on column mission_hold.to_at is '占用到';

comment on column mission_hold.live is '占用中';

create index mission_hold_mission_idx on mission_hold (operator_id, mission, from_at desc, id desc) where deleted_at is null;

create index mission_hold_kind_idx on mission_hold (operator_id, kind, from_at desc, id desc) where deleted_at is null;

create index mission_hold_kind_subject_live_idx on mission_hold (operator_id, kind, subject, live, from_at desc, id desc) where deleted_at is null;

create index mission_hold_order on mission_hold (operator_id, from_at desc, id desc) where deleted_at is null;

alter table mission_hold enable row level security;

alter table mission_hold force row level security;

create policy tenant on mission_hold
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table exception_case (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  kind text not null,
  status text default 'open' not null,
  "order" bigint,
  consignment bigint,
  mission bigint,
  level text default 'low' not null,
  at timestamptz not null,
  place jsonb,
  responsible text default 'open' not null,
  detail text not null,
  files jsonb,
  due timestamptz,
  handler bigint,
  conclusion text,
  no_fee boolean default false not null,
  reopened bigint default 0,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint exception_case_kind_values check (kind in ('late', 'refusal', 'part', 'damage', 'short', 'surplus', 'address', 'breakdown', 'accident', 'temperature', 'unreachable', 'waiting', 'papers', 'basis')),
  constraint exception_case_status_values check (status in ('open', 'handling', 'closed', 'rejected')),
  constraint exception_case_level_values check (level in ('low', 'middle', 'high')),
  constraint exception_case_responsible_values check (responsible in ('customer', 'receiver', 'carrier', 'driver', 'company', 'force', 'open'))
);

comment on table exception_case is '异常';

comment on column exception_case.id is '编号';

comment on column exception_case.operator_id is '运营公司';

comment on column exception_case.created_by is '创建人';

comment on column exception_case.created_at is '创建时间';

comment on column exception_case.updated_by is '修改人';

comment on column exception_case.updated_at is '修改时间';

comment on column exception_case.version is '版本';

comment on column exception_case.deleted_at is '删除时间';

comment on column exception_case.no is '异常号';

comment on column exception_case.kind is '异常类型';

comment on column exception_case.status is '状态';

comment on column exception_case."order" is '运输订单';

comment on column exception_case.consignment is '配送单';

comment on column exception_case.mission is '任务单';

comment on column exception_case.level is '级别';

comment on column exception_case.at is '发生时间';

comment on column exception_case.place is '地点';

comment on column exception_case.responsible is '责任方';

comment on column exception_case.detail is '情况说明';

comment on column exception_case.files is '附件';

comment on column exception_case.due is '处理期限';

comment on column exception_case.handler is '处理人';

comment on column exception_case.conclusion is '处理结果';

comment on column exception_case.no_fee is '无费用';

comment on column exception_case.reopened is '重开次数';

comment on column exception_case.store is '门店';

comment on column exception_case.pinyin is '名称拼音';

comment on column exception_case.search_text is '检索文本';

create unique index exception_case_no_key on exception_case (operator_id, no) where deleted_at is null;

create index exception_case_status_idx on exception_case (operator_id, status, at desc, id desc) where deleted_at is null;

create index exception_case_order_idx on exception_case (operator_id, "order", at desc, id desc) where deleted_at is null;

create index exception_case_consignment_idx on exception_case (operator_id, consignment, at desc, id desc) where deleted_at is null;

create index exception_case_mission_idx on exception_case (operator_id, mission, at desc, id desc) where deleted_at is null;

create index exception_case_handler_idx on exception_case (operator_id, handler, at desc, id desc) where deleted_at is null;

create index exception_case_store_idx on exception_case (operator_id, store, at desc, id desc) where deleted_at is null;

create index exception_case_kind_idx on exception_case (operator_id, kind, at desc, id desc) where deleted_at is null;

create index exception_case_level_idx on exception_case (operator_id, level, at desc, id desc) where deleted_at is null;

create index exception_case_responsible_idx on exception_case (operator_id, responsible, at desc, id desc) where deleted_at is null;

create index exception_case_due_idx on exception_case (operator_id, due) where deleted_at is null;

create index exception_case_order on exception_case (operator_id, at desc, id desc) where deleted_at is null;

create index exception_case_search on exception_case using gin (search_text gin_trgm_ops);

alter table exception_case enable row level security;

alter table exception_case force row level security;

create policy tenant on exception_case
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cargo_claim (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  exception bigint not null,
  customer bigint,
  "order" bigint,
  lines jsonb not null,
  amount bigint,
  recover_from text default 'none' not null,
  carrier bigint,
  driver bigint,
  recovered bigint default 0,
  pay_mode text default 'credit' not null,
  decided_by bigint,
  reject_reason text,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint cargo_claim_status_values check (status in ('draft', 'approving', 'agreed', 'settled', 'rejected')),
  constraint cargo_claim_amount_range check (amount >= 0),
  constraint cargo_claim_recover_from_values check (recover_from in ('none', 'carrier', 'driver', 'insurer')),
  constraint cargo_claim_recovered_range check (recovered >= 0),
  constraint cargo_claim_pay_mode_values check (pay_mode in ('credit', 'payout'))
);

comment on table cargo_claim is '理赔';

comment on column cargo_claim.id is '编号';

comment on column cargo_claim.operator_id is '运营公司';

comment on column cargo_claim.created_by is '创建人';

comment on column cargo_claim.created_at is '创建时间';

comment on column cargo_claim.updated_by is '修改人';

comment on column cargo_claim.updated_at is '修改时间';

comment on column cargo_claim.version is '版本';

comment on column cargo_claim.deleted_at is '删除时间';

comment on column cargo_claim.no is '理赔号';

comment on column cargo_claim.status is '状态';

comment on column cargo_claim.exception is '异常';

comment on column cargo_claim.customer is '客户';

comment on column cargo_claim."order" is '运输订单';

comment on column cargo_claim.lines is '损失明细';

comment on column cargo_claim.amount is '赔付金额';

comment on column cargo_claim.recover_from is '追偿对象';

comment on column cargo_claim.carrier is '承运商';

comment on column cargo_claim.driver is '司机';

comment on column cargo_claim.recovered is '已追偿';

comment on column cargo_claim.pay_mode is '赔付方式';

comment on column cargo_claim.decided_by is '核定人';

comment on column cargo_claim.reject_reason is '驳回原因';

comment on column cargo_claim.store is '门店';

comment on column cargo_claim.remark is '备注';

comment on column cargo_claim.pinyin is '名称拼音';

comment on column cargo_claim.search_text is '检索文本';

create unique index cargo_claim_no_key on cargo_claim (operator_id, no) where deleted_at is null;

create index cargo_claim_status_idx on cargo_claim (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_exception_idx on cargo_claim (operator_id, exception, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_customer_idx on cargo_claim (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_order_idx on cargo_claim (operator_id, "order", created_at desc, id desc) where deleted_at is null;

create index cargo_claim_carrier_idx on cargo_claim (operator_id, carrier, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_driver_idx on cargo_claim (operator_id, driver, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_decided_by_idx on cargo_claim (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_store_idx on cargo_claim (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_recover_from_idx on cargo_claim (operator_id, recover_from, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_order on cargo_claim (operator_id, created_at desc, id desc) where deleted_at is null;

create index cargo_claim_search on cargo_claim using gin (search_text gin_trgm_ops);

alter table cargo_claim enable row level security;

alter table cargo_claim force row level security;

create policy tenant on cargo_claim
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table order_push (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  mission bigint not null,
  status text default 'draft' not null,
  strategy text default 'broadcast' not null,
  audience text default 'drivers' not null,
  drivers bigint[],
  carriers bigint[],
  radius bigint default 50000 not null,
  vehicle_class text,
  min_score bigint,
  batch_size bigint default 4 not null,
  timeout_sec bigint default 60 not null,
  reward bigint default 0 not null,
  batch bigint default 0,
  next_at timestamptz,
  started_at timestamptz,
  winner bigint,
  winning_carrier bigint,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint order_push_status_values check (status in ('draft', 'pushing', 'taken', 'failed', 'withdrawn')),
  constraint order_push_strategy_values check (strategy in ('broadcast', 'directed', 'sequential', 'bid')),
  constraint order_push_audience_values check (audience in ('drivers', 'carriers')),
  constraint order_push_radius_range check (radius >= 100 and radius <= 2000000),
  constraint order_push_min_score_range check (min_score >= 0 and min_score <= 100),
  constraint order_push_batch_size_range check (batch_size >= 1 and batch_size <= 200),
  constraint order_push_timeout_sec_range check (timeout_sec >= 10 and timeout_sec <= 3600),
  constraint order_push_reward_range check (reward >= 0)
);

comment on table order_push is '推单';

comment on column order_push.id is '编号';

comment on column order_push.operator_id is '运营公司';

comment on column order_push.created_by is '创建人';

comment on column order_push.created_at is '创建时间';

comment on column order_push.updated_by is '修改人';

comment on column order_push.updated_at is '修改时间';

comment on column order_push.version is '版本';

comment on column order_push.deleted_at is '删除时间';

comment on column order_push.no is '推单号';

comment on column order_push.mission is '任务单';

comment on column order_push.status is '状态';

comment on column order_push.strategy is '方式';

comment on column order_push.audience is '对象';

comment on column order_push.drivers is '指定司机';

comment on column order_push.carriers is '指定承运商';

comment on column order_push.radius is '范围';

comment on column order_push.vehicle_class is '车型要求';

comment on column order_push.min_score is '最低评分';

comment on column order_push.batch_size is '每批';

comment on column order_push.timeout_sec is '每批时限';

comment on column order_push.reward is '奖励';

comment on column order_push.batch is '当前批次';

comment on column order_push.next_at is '下一批时间';

comment on column order_push.started_at is '开始时间';

comment on column order_push.winner is '接单司机';

comment on column order_push.winning_carrier is '接单承运商';

comment on column order_push.store is '门店';

comment on column order_push.pinyin is '名称拼音';

comment on column order_push.search_text is '检索文本';

create unique index order_push_no_key on order_push (operator_id, no) where deleted_at is null;

create index order_push_mission_idx on order_push (operator_id, mission, created_at desc, id desc) where deleted_at is null;

create index order_push_status_idx on order_push (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index order_push_drivers_gin on order_push using gin (drivers);

create index order_push_carriers_gin on order_push using gin (carriers);

create index order_push_winner_idx on order_push (operator_id, winner, created_at desc, id desc) where deleted_at is null;

create index order_push_winning_carrier_idx on order_push (operator_id, winning_carrier, created_at desc, id desc) where deleted_at is null;

create index order_push_store_idx on order_push (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index order_push_strategy_idx on order_push (operator_id, strategy, created_at desc, id desc) where deleted_at is null;

create index order_push_audience_idx on order_push (operator_id, audience, created_at desc, id desc) where deleted_at is null;

create index order_push_order on order_push (operator_id, created_at desc, id desc) where deleted_at is null;

create index order_push_search on order_push using gin (search_text gin_trgm_ops);

alter table order_push enable row level security;

alter table order_push force row level security;

create policy tenant on order_push
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table push_recipient (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  push bigint not null,
  batch bigint not null,
  driver bigint,
  carrier bigint,
  result text default 'sent' not null,
  distance_m bigint,
  sent_at timestamptz not null,
  answered_at timestamptz,
  bid bigint,
  reason text,
  primary key (operator_id, id),
  constraint push_recipient_batch_range check (batch >= 0),
  constraint push_recipient_result_values check (result in ('sent', 'read', 'refused', 'won', 'lost', 'expired')),
  constraint push_recipient_distance_m_range check (distance_m >= 0),
  constraint push_recipient_bid_range check (bid >= 1)
);

comment on table push_recipient is '推送对象';

comment on column push_recipient.id is '编号';

comment on column push_recipient.operator_id is '运营公司';

comment on column push_recipient.created_by is '创建人';

comment on column push_recipient.created_at is '创建时间';

comment on column push_recipient.updated_by is '修改人';

comment on column push_recipient.updated_at is '修改时间';

comment on column push_recipient.version is '版本';

comment on column push_recipient.deleted_at is '删除时间';

comment on column push_recipient.push is '推单';

comment on column push_recipient.batch is '批次';

comment on column push_recipient.driver is '司机';

comment on column push_recipient.carrier is '承运商';

comment on column push_recipient.result is '结果';

comment on column push_recipient.distance_m is '距离';

comment on column push_recipient.sent_at is '推送时间';

comment on column push_recipient.answered_at is '应答时间';

comment on column push_recipient.bid is '报价';

comment on column push_recipient.reason is '说明';

create index push_recipient_push_idx on push_recipient (operator_id, push, sent_at desc, id desc) where deleted_at is null;

create index push_recipient_driver_idx on push_recipient (operator_id, driver, sent_at desc, id desc) where deleted_at is null;

create index push_recipient_carrier_idx on push_recipient (operator_id, carrier, sent_at desc, id desc) where deleted_at is null;

create index push_recipient_result_idx on push_recipient (operator_id, result, sent_at desc, id desc) where deleted_at is null;

create index push_recipient_order on push_recipient (operator_id, sent_at desc, id desc) where deleted_at is null;

alter table push_recipient enable row level security;

alter table push_recipient force row level security;

create policy tenant on push_recipient
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pod (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client_id text not null,
  consignment bigint not null,
  mission bigint,
  review text default 'none' not null,
  sign_type text not null,
  signer text,
  mobile text,
  relation text,
  lines jsonb,
  signature jsonb,
  photos jsonb,
  cod_taken bigint default 0 not null,
  at timestamptz not null,
  recv_at timestamptz not null,
  point jsonb,
  accuracy_m bigint,
  distance_m bigint,
  temp_at_sign numeric(18,1),
  offline boolean default false not null,
  device_id text,
  odd text,
  chain_hash text,
  amends bigint,
  store bigint,
  primary key (operator_id, id),
  constraint pod_review_values check (review in ('none', 'pending', 'accepted', 'rejected')),
  constraint pod_sign_type_values check (sign_type in ('self', 'other', 'seal', 'code', 'contactless')),
  constraint pod_cod_taken_range check (cod_taken >= 0),
  constraint pod_accuracy_m_range check (accuracy_m >= 0),
  constraint pod_distance_m_range check (distance_m >= 0)
);

comment on table pod is '签收凭证';

comment on column pod.id is '编号';

comment on column pod.operator_id is '运营公司';

comment on column pod.created_by is '创建人';

comment on column pod.created_at is '创建时间';

comment on column pod.updated_by is '修改人';

comment on column pod.updated_at is '修改时间';

comment on column pod.version is '版本';

comment on column pod.deleted_at is '删除时间';

comment on column pod.client_id is '客户端编号';

comment on column pod.consignment is '配送单';

comment on column pod.mission is '任务单';

comment on column pod.review is '复核';

comment on column pod.sign_type is '签收方式';

comment on column pod.signer is '签收人';

comment on column pod.mobile is '手机号';

comment on column pod.relation is '关系';

comment on column pod.lines is '明细';

comment on column pod.signature is '签名';

comment on column pod.photos is '照片';

comment on column pod.cod_taken is '代收金额';

comment on column pod.at is '签收时间';

comment on column pod.recv_at is '接收时间';

comment on column pod.point is '位置';

comment on column pod.accuracy_m is '精度';

comment on column pod.distance_m is '距收货方';

comment on column pod.temp_at_sign is '签收温度';

comment on column pod.offline is '离线签收';

comment on column pod.device_id is '设备';

comment on column pod.odd is '异常原因';

comment on column pod.chain_hash is '存证摘要';

comment on column pod.amends is '更正';

comment on column pod.store is '门店';

create unique index pod_client_id_key on pod (operator_id, client_id) where deleted_at is null;

create index pod_consignment_idx on pod (operator_id, consignment, at desc, id desc) where deleted_at is null;

create index pod_mission_idx on pod (operator_id, mission, at desc, id desc) where deleted_at is null;

create index pod_review_idx on pod (operator_id, review, at desc, id desc) where deleted_at is null;

create index pod_amends_idx on pod (operator_id, amends, at desc, id desc) where deleted_at is null;

create index pod_store_idx on pod (operator_id, store, at desc, id desc) where deleted_at is null;

create index pod_sign_type_idx on pod (operator_id, sign_type, at desc, id desc) where deleted_at is null;

create index pod_order on pod (operator_id, at desc, id desc) where deleted_at is null;

alter table pod enable row level security;

alter table pod force row level security;

create policy tenant on pod
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table rate_rule (
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
  type text default '1' not null,
  direction text default 'receivable' not null,
  customer bigint,
  carrier bigint,
  driver bigint,
  project bigint,
  order_model bigint,
  goods_route bigint,
  vehicle_class text,
  goods_category text,
  from_area text,
  to_area text,
  priority bigint default 0 not null,
  current bigint,
  effective_on date,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint rate_rule_status_values check (status in ('draft', 'active', 'disabled')),
  constraint rate_rule_type_values check (type in ('1', '2', '3')),
  constraint rate_rule_direction_values check (direction in ('receivable', 'payable')),
  constraint rate_rule_priority_range check (priority >= 0 and priority <= 9)
);

comment on table rate_rule is '计费规则';

comment on column rate_rule.id is '编号';

comment on column rate_rule.operator_id is '运营公司';

comment on column rate_rule.created_by is '创建人';

comment on column rate_rule.created_at is '创建时间';

comment on column rate_rule.updated_by is '修改人';

comment on column rate_rule.updated_at is '修改时间';

comment on column rate_rule.version is '版本';

comment on column rate_rule.deleted_at is '删除时间';

comment on column rate_rule.no is '规则号';

comment on column rate_rule.name is '名称';

comment on column rate_rule.status is '状态';

comment on column rate_rule.type is '类型';

comment on column rate_rule.direction is '方向';

comment on column rate_rule.customer is '客户';

comment on column rate_rule.carrier is '承运商';

comment on column rate_rule.driver is '司机';

comment on column rate_rule.project is '项目';

comment on column rate_rule.order_model is '订单模式';

comment on column rate_rule.goods_route is '货运线路';

comment on column rate_rule.vehicle_class is '车型';

comment on column rate_rule.goods_category is '货物类别';

comment on column rate_rule.from_area is '起运地代码';

comment on column rate_rule.to_area is '到达地代码';

comment on column rate_rule.priority is '优先级';

comment on column rate_rule.current is '当前版本';

comment on column rate_rule.effective_on is '当前版本生效';

comment on column rate_rule.remark is '备注';

comment on column rate_rule.pinyin is '名称拼音';

comment on column rate_rule.search_text is '检索文本';

create unique index rate_rule_no_key on rate_rule (operator_id, no) where deleted_at is null;

create unique index rate_rule_name_key on rate_rule (operator_id, name) where deleted_at is null;

create index rate_rule_status_idx on rate_rule (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index rate_rule_customer_idx on rate_rule (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index rate_rule_carrier_idx on rate_rule (operator_id, carrier, created_at desc, id desc) where deleted_at is null;

create index rate_rule_driver_idx on rate_rule (operator_id, driver, created_at desc, id desc) where deleted_at is null;

create index rate_rule_project_idx on rate_rule (operator_id, project, created_at desc, id desc) where deleted_at is null;

create index rate_rule_order_model_idx on rate_rule (operator_id, order_model, created_at desc, id desc) where deleted_at is null;

create index rate_rule_goods_route_idx on rate_rule (operator_id, goods_route, created_at desc, id desc) where deleted_at is null;

create index rate_rule_current_idx on rate_rule (operator_id, current, created_at desc, id desc) where deleted_at is null;

create index rate_rule_type_idx on rate_rule (operator_id, type, created_at desc, id desc) where deleted_at is null;

create index rate_rule_direction_idx on rate_rule (operator_id, direction, created_at desc, id desc) where deleted_at is null;

create index rate_rule_vehicle_class_idx on rate_rule (operator_id, vehicle_class, created_at desc, id desc) where deleted_at is null;

create index rate_rule_order on rate_rule (operator_id, created_at desc, id desc) where deleted_at is null;

create index rate_rule_search on rate_rule using gin (search_text gin_trgm_ops);

alter table rate_rule enable row level security;

alter table rate_rule force row level security;

create policy tenant on rate_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table rate_version (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  rule bigint not null,
  number bigint not null,
  status text default 'draft' not null,
  effective_on date not null,
  ends_on date,
  components jsonb not null,
  summary text,
  warnings text,
  samples jsonb,
  note text,
  published_by bigint,
  published_at timestamptz,
  primary key (operator_id, id),
  constraint rate_version_number_range check (number >= 1),
  constraint rate_version_status_values check (status in ('draft', 'approving', 'published', 'ended'))
);

comment on table rate_version is '规则版本';

comment on column rate_version.id is '编号';

comment on column rate_version.operator_id is '运营公司';

comment on column rate_version.created_by is '创建人';

comment on column rate_version.created_at is '创建时间';

comment on column rate_version.updated_by is '修改人';

comment on column rate_version.updated_at is '修改时间';

comment on column rate_version.version is '版本';

comment on column rate_version.deleted_at is '删除时间';

comment on column rate_version.rule is '计费规则';

comment on column rate_version.number is '版本号';

comment on column rate_version.status is '状态';

comment on column rate_version.effective_on is '生效日期';

comment on column rate_version.ends_on is '失效日期';

comment on column rate_version.components is '计费内容';

comment on column rate_version.summary is '内容';

comment on column rate_version.warnings is '倒挂提醒';

comment on column rate_version.samples is '样例';

comment on column rate_version.note is '说明';

comment on column rate_version.published_by is '发布人';

comment on column rate_version.published_at is '发布时间';

create index rate_version_status_idx on rate_version (operator_id, status, rule, number desc, id) where deleted_at is null;

create index rate_version_published_by_idx on rate_version (operator_id, published_by, rule, number desc, id) where deleted_at is null;

create unique index rate_version_rule_number_key on rate_version (operator_id, rule, number) where deleted_at is null;

create index rate_version_effective_on_idx on rate_version (operator_id, effective_on) where deleted_at is null;

create index rate_version_order on rate_version (operator_id, rule, number desc, id) where deleted_at is null;

alter table rate_version enable row level security;

alter table rate_version force row level security;

create policy tenant on rate_version
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table quote (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  "order" bigint,
  mission bigint,
  direction text not null,
  rule bigint,
  rate_version bigint,
  pricing_day date not null,
  engine bigint not null,
  inputs jsonb not null,
  rejected jsonb,
  lines jsonb,
  total bigint default 0 not null,
  tax bigint default 0 not null,
  current boolean default true not null,
  valid_until timestamptz,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint quote_direction_values check (direction in ('receivable', 'payable'))
);

comment on table quote is '报价';

comment on column quote.id is '编号';

comment on column quote.operator_id is '运营公司';

comment on column quote.created_by is '创建人';

comment on column quote.created_at is '创建时间';

comment on column quote.updated_by is '修改人';

comment on column quote.updated_at is '修改时间';

comment on column quote.version is '版本';

comment on column quote.deleted_at is '删除时间';

comment on column quote.no is '报价号';

comment on column quote."order" is '运输订单';

comment on column quote.mission is '任务单';

comment on column quote.direction is '方向';

comment on column quote.rule is '计费规则';

comment on column quote.rate_version is '规则版本';

comment on column quote.pricing_day is '计价日';

comment on column quote.engine is '引擎版本';

comment on column quote.inputs is '计价输入';

comment on column quote.rejected is '未采用规则';

comment on column quote.lines is '明细';

comment on column quote.total is '合计';

comment on column quote.tax is '其中税额';

comment on column quote.current is '当前报价';

comment on column quote.valid_until is '有效期至';

comment on column quote.store is '门店';

comment on column quote.pinyin is '名称拼音';

comment on column quote.search_text is '检索文本';

create unique index quote_no_key on quote (operator_id, no) where deleted_at is null;

create index quote_order_idx on quote (operator_id, "order", created_at desc, id desc) where deleted_at is null;

create index quote_mission_idx on quote (operator_id, mission, created_at desc, id desc) where deleted_at is null;

create index quote_rule_idx on quote (operator_id, rule, created_at desc, id desc) where deleted_at is null;

create index quote_rate_version_idx on quote (operator_id, rate_version, created_at desc, id desc) where deleted_at is null;

create index quote_store_idx on quote (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index quote_direction_idx on quote (operator_id, direction, created_at desc, id desc) where deleted_at is null;

create index quote_pricing_day_idx on quote (operator_id, pricing_day) where deleted_at is null;

create index quote_order on quote (operator_id, created_at desc, id desc) where deleted_at is null;

create index quote_search on quote using gin (search_text gin_trgm_ops);

alter table quote enable row level security;

alter table quote force row level security;

create policy tenant on quote
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table charge_sheet (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  direction text not null,
  kind text default 'freight' not null,
  status text default 'estimated' not null,
  customer bigint,
  carrier bigint,
  driver bigint,
  provider bigint,
  "order" bigint,
  mission bigint,
  corrects bigint,
  quote bigint,
  rule bigint,
  pricing_day date,
  lines jsonb,
  total bigint default 0 not null,
  tax_bp integer default 900 not null,
  tax bigint default 0 not null,
  pending boolean default false not null,
  adjusted_by bigint,
  confirmed_by bigint,
  confirmed_at timestamptz,
  dispute_reason text,
  bill bigint,
  payable bigint,
  idem_key text,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint charge_sheet_direction_values check (direction in ('receivable', 'payable')),
  constraint charge_sheet_kind_values check (kind in ('freight', 'return', 'address', 'empty', 'claim', 'adjust')),
  constraint charge_sheet_status_values check (status in ('estimated', 'calculated', 'confirmed', 'disputed', 'billed', 'settled', 'voided')),
  constraint charge_sheet_tax_bp_range check (tax_bp >= 0 and tax_bp <= 2000)
);

comment on table charge_sheet is '费用单';

comment on column charge_sheet.id is '编号';

comment on column charge_sheet.operator_id is '运营公司';

comment on column charge_sheet.created_by is '创建人';

comment on column charge_sheet.created_at is '创建时间';

comment on column charge_sheet.updated_by is '修改人';

comment on column charge_sheet.updated_at is '修改时间';

comment on column charge_sheet.version is '版本';

comment on column charge_sheet.deleted_at is '删除时间';

comment on column charge_sheet.no is '费用单号';

comment on column charge_sheet.direction is '方向';

comment on column charge_sheet.kind is '类别';

comment on column charge_sheet.status is '状态';

comment on column charge_sheet.customer is '客户';

comment on column charge_sheet.carrier is '承运商';

comment on column charge_sheet.driver is '司机';

comment on column charge_sheet.provider is '服务商';

comment on column charge_sheet."order" is '运输订单';

comment on column charge_sheet.mission is '任务单';

comment on column charge_sheet.corrects is '更正费用单';

comment on column charge_sheet.quote is '报价';

comment on column charge_sheet.rule is '计费规则';

comment on column charge_sheet.pricing_day is '计价日';

comment on column charge_sheet.lines is '明细';

comment on column charge_sheet.total is '合计';

comment on column charge_sheet.tax_bp is '税率';

comment on column charge_sheet.tax is '其中税额';

comment on column charge_sheet.pending is '有待核项';

comment on column charge_sheet.adjusted_by is '调整人';

comment on column charge_sheet.confirmed_by is '确认人';

comment on column charge_sheet.confirmed_at is '确认时间';

comment on column charge_sheet.dispute_reason is '争议原因';

comment on column charge_sheet.bill is '账单';

comment on column charge_sheet.payable is '应付账单';

comment on column charge_sheet.idem_key is '入账依据';

comment on column charge_sheet.store is '门店';

comment on column charge_sheet.pinyin is '名称拼音';

comment on column charge_sheet.search_text is '检索文本';

create unique index charge_sheet_no_key on charge_sheet (operator_id, no) where deleted_at is null;

create index charge_sheet_status_idx on charge_sheet (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_customer_idx on charge_sheet (operator_id, customer, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_carrier_idx on charge_sheet (operator_id, carrier, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_driver_idx on charge_sheet (operator_id, driver, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_provider_idx on charge_sheet (operator_id, provider, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_order_idx on charge_sheet (operator_id, "order", created_at desc, id desc) where deleted_at is null;

create index charge_sheet_mission_idx on charge_sheet (operator_id, mission, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_corrects_idx on charge_sheet (operator_id, corrects, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_quote_idx on charge_sheet (operator_id, quote, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_rule_idx on charge_sheet (operator_id, rule, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_adjusted_by_idx on charge_sheet (operator_id, adjusted_by, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_confirmed_by_idx on charge_sheet (operator_id, confirmed_by, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_bill_idx on charge_sheet (operator_id, bill, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_payable_idx on charge_sheet (operator_id, payable, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_store_idx on charge_sheet (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_direction_idx on charge_sheet (operator_id, direction, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_kind_idx on charge_sheet (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_pricing_day_idx on charge_sheet (operator_id, pricing_day) where deleted_at is null;

create index charge_sheet_direction_status_created_at_idx on charge_sheet (operator_id, direction, status, created_at, id desc) where deleted_at is null;

create index charge_sheet_order on charge_sheet (operator_id, created_at desc, id desc) where deleted_at is null;

create index charge_sheet_search on charge_sheet using gin (search_text gin_trgm_ops);

alter table charge_sheet enable row level security;

alter table charge_sheet force row level security;

create policy tenant on charge_sheet
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deduction (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'open' not null,
  carrier bigint,
  driver bigint,
  provider bigint,
  reason text default 'damage' not null,
  amount bigint not null,
  open_amount bigint,
  claim bigint,
  exception bigint,
  appeal boolean default false not null,
  appeal_reason text,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint deduction_status_values check (status in ('open', 'applied', 'waived')),
  constraint deduction_reason_values check (reason in ('damage', 'breach', 'oilCard', 'advance', 'fine', 'insurance', 'serviceFee')),
  constraint deduction_amount_range check (amount >= 1),
  constraint deduction_open_amount_range check (open_amount >= 0)
);

comment on table deduction is '扣款';

comment on column deduction.id is '编号';

comment on column deduction.operator_id is '运营公司';

comment on column deduction.created_by is '创建人';

comment on column deduction.created_at is '创建时间';

comment on column deduction.updated_by is '修改人';

comment on column deduction.updated_at is '修改时间';

comment on column deduction.version is '版本';

comment on column deduction.deleted_at is '删除时间';

comment on column deduction.no is '扣款号';

comment on column deduction.status is '状态';

comment on column deduction.carrier is '承运商';

comment on column deduction.driver is '司机';

comment on column deduction.provider is '服务商';

comment on column deduction.reason is '事由';

comment on column deduction.amount is '金额';

comment on column deduction.open_amount is '未抵扣';

comment on column deduction.claim is '理赔';

comment on column deduction.exception is '异常';

comment on column deduction.appeal is '申诉中';

comment on column deduction.appeal_reason is '申诉原因';

comment on column deduction.store is '门店';

comment on column deduction.remark is '备注';

comment on column deduction.pinyin is '名称拼音';

comment on column deduction.search_text is '检索文本';

create unique index deduction_no_key on deduction (operator_id, no) where deleted_at is null;

create index deduction_status_idx on deduction (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index deduction_carrier_idx on deduction (operator_id, carrier, created_at desc, id desc) where deleted_at is null;

create index deduction_driver_idx on deduction (operator_id, driver, created_at desc, id desc) where deleted_at is null;

create index deduction_provider_idx on deduction (operator_id, provider, created_at desc, id desc) where deleted_at is null;

create index deduction_claim_idx on deduction (operator_id, claim, created_at desc, id desc) where deleted_at is null;

create index deduction_exception_idx on deduction (operator_id, exception, created_at desc, id desc) where deleted_at is null;

create index deduction_store_idx on deduction (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index deduction_reason_idx on deduction (operator_id, reason, created_at desc, id desc) where deleted_at is null;

create index deduction_order on deduction (operator_id, created_at desc, id desc) where deleted_at is null;

create index deduction_search on deduction using gin (search_text gin_trgm_ops);

alter table deduction enable row level security;

alter table deduction force row level security;

create policy tenant on deduction
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table deduction_use (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  deduction bigint not null,
  payable bigint not null,
  amount bigint not null,
  at timestamptz not null,
  primary key (operator_id, id),
  constraint deduction_use_amount_range check (amount >= 1)
);

comment on table deduction_use is '抵扣记录';

comment on column deduction_use.id is '编号';

comment on column deduction_use.operator_id is '运营公司';

comment on column deduction_use.created_by is '创建人';

comment on column deduction_use.created_at is '创建时间';

comment on column deduction_use.updated_by is '修改人';

comment on column deduction_use.updated_at is '修改时间';

comment on column deduction_use.version is '版本';

comment on column deduction_use.deleted_at is '删除时间';

comment on column deduction_use.deduction is '扣款';

comment on column deduction_use.payable is '应付账单';

comment on column deduction_use.amount is '抵扣金额';

comment on column deduction_use.at is '时间';

create index deduction_use_deduction_idx on deduction_use (operator_id, deduction, at desc, id desc) where deleted_at is null;

create index deduction_use_payable_idx on deduction_use (operator_id, payable, at desc, id desc) where deleted_at is null;

create index deduction_use_order on deduction_use (operator_id, at desc, id desc) where deleted_at is null;

alter table deduction_use enable row level security;

alter table deduction_use force row level security;

create policy tenant on deduction_use
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table cod_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  "order" bigint not null,
  kind text not null,
  amount bigint not null,
  driver bigint,
  customer bigint not null,
  means text default 'cash' not null,
  at timestamptz not null,
  note text,
  store bigint,
  primary key (operator_id, id),
  constraint cod_entry_kind_values check (kind in ('due', 'collected', 'handedIn', 'remitted', 'fee', 'returned')),
  constraint cod_entry_amount_range check (amount >= 1),
  constraint cod_entry_means_values check (means in ('cash', 'qr', 'transfer'))
);

comment on table cod_entry is '代收货款流水';

comment on column cod_entry.id is '编号';

comment on column cod_entry.operator_id is '运营公司';

comment on column cod_entry.created_by is '创建人';

comment on column cod_entry.created_at is '创建时间';

comment on column cod_entry.updated_by is '修改人';

comment on column cod_entry.updated_at is '修改时间';

comment on column cod_entry.version is '版本';

comment on column cod_entry.deleted_at is '删除时间';

comment on column cod_entry."order" is '运输订单';

comment on column cod_entry.kind is '类型';

comment on column cod_entry.amount is '金额';

comment on column cod_entry.driver is '司机';

comment on column cod_entry.customer is '客户';

comment on column cod_entry.means is '方式';

comment on column cod_entry.at is '时间';

comment on column cod_entry.note is '备注';

comment on column cod_entry.store is '门店';

create index cod_entry_order_idx on cod_entry (operator_id, "order", at desc, id desc) where deleted_at is null;

create index cod_entry_driver_idx on cod_entry (operator_id, driver, at desc, id desc) where deleted_at is null;

create index cod_entry_customer_idx on cod_entry (operator_id, customer, at desc, id desc) where deleted_at is null;

create index cod_entry_store_idx on cod_entry (operator_id, store, at desc, id desc) where deleted_at is null;

create index cod_entry_kind_idx on cod_entry (operator_id, kind, at desc, id desc) where deleted_at is null;

create index cod_entry_means_idx on cod_entry (operator_id, means, at desc, id desc) where deleted_at is null;

create index cod_entry_order on cod_entry (operator_id, at desc, id desc) where deleted_at is null;

alter table cod_entry enable row level security;

alter table cod_entry force row level security;

create policy tenant on cod_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table api_client (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  project bigint not null,
  model bigint not null,
  scopes text default '报价,下单,查询,取消,改址,轨迹,签收,温度' not null,
  ip_allow text,
  sandbox boolean default false not null,
  webhook_url text,
  webhook_events text,
  field_map jsonb,
  failures bigint default 0,
  disabled_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint api_client_status_values check (status in ('active', 'suspended', 'revoked'))
);

comment on table api_client is '接口客户';

comment on column api_client.id is '编号';

comment on column api_client.operator_id is '运营公司';

comment on column api_client.created_by is '创建人';

comment on column api_client.created_at is '创建时间';

comment on column api_client.updated_by is '修改人';

comment on column api_client.updated_at is '修改时间';

comment on column api_client.version is '版本';

comment on column api_client.deleted_at is '删除时间';

comment on column api_client.name is '名称';

comment on column api_client.status is '状态';

comment on column api_client.project is '项目';

comment on column api_client.model is '订单模式';

comment on column api_client.scopes is '权限';

comment on column api_client.ip_allow is '允许地址';

comment on column api_client.sandbox is '沙箱';

comment on column api_client.webhook_url is '回调地址';

comment on column api_client.webhook_events is '回调事件';

comment on column api_client.field_map is '字段对照';

comment on column api_client.failures is '连续失败';

comment on column api_client.disabled_at is '回调停用时间';

comment on column api_client.store is '门店';

comment on column api_client.remark is '备注';

comment on column api_client.pinyin is '名称拼音';

comment on column api_client.search_text is '检索文本';

create unique index api_client_name_key on api_client (operator_id, name) where deleted_at is null;

create index api_client_status_idx on api_client (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index api_client_project_idx on api_client (operator_id, project, created_at desc, id desc) where deleted_at is null;

create index api_client_model_idx on api_client (operator_id, model, created_at desc, id desc) where deleted_at is null;

create index api_client_store_idx on api_client (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index api_client_order on api_client (operator_id, created_at desc, id desc) where deleted_at is null;

create index api_client_search on api_client using gin (search_text gin_trgm_ops);

alter table api_client enable row level security;

alter table api_client force row level security;

create policy tenant on api_client
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table api_key (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client bigint not null,
  key_id text not null,
  secret text,
  from_at timestamptz not null,
  until_at timestamptz,
  locked_until timestamptz,
  pinyin text,
  search_text text generated always as (lower(coalesce(key_id, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);

comment on table api_key is '接口密钥';

comment on column api_key.id is '编号';

comment on column api_key.operator_id is '运营公司';

comment on column api_key.created_by is '创建人';

comment on column api_key.created_at is '创建时间';

comment on column api_key.updated_by is '修改人';

comment on column api_key.updated_at is '修改时间';

comment on column api_key.version is '版本';

comment on column api_key.deleted_at is '删除时间';

comment on column api_key.client is '接口客户';

comment on column api_key.key_id is '密钥编号';

comment on column api_key.secret is '密文';

comment on column api_key.from_at is '生效时间';

comment on column api_key.until_at is '失效时间';

comment on column api_key.locked_until is '锁定至';

comment on column api_key.pinyin is '名称拼音';

comment on column api_key.search_text is '检索文本';

create index api_key_client_idx on api_key (operator_id, client, from_at desc, id desc) where deleted_at is null;

create unique index api_key_key_id_key on api_key (operator_id, key_id) where deleted_at is null;

create index api_key_order on api_key (operator_id, from_at desc, id desc) where deleted_at is null;

create index api_key_search on api_key using gin (search_text gin_trgm_ops);

alter table api_key enable row level security;

alter table api_key force row level security;

create policy tenant on api_key
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table api_call (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client bigint not null,
  key_id text not null,
  path text not null,
  code bigint not null,
  ms bigint not null,
  ip text,
  at timestamptz not null,
  body_hash text,
  message text,
  pinyin text,
  search_text text generated always as (lower(coalesce(path, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint api_call_ms_range check (ms >= 0)
);

comment on table api_call is '接口调用';

comment on column api_call.id is '编号';

comment on column api_call.operator_id is '运营公司';

comment on column api_call.created_by is '创建人';

comment on column api_call.created_at is '创建时间';

comment on column api_call.updated_by is '修改人';

comment on column api_call.updated_at is '修改时间';

comment on column api_call.version is '版本';

comment on column api_call.deleted_at is '删除时间';

comment on column api_call.client is '接口客户';

comment on column api_call.key_id is '密钥编号';

comment on column api_call.path is '接口';

comment on column api_call.code is '结果码';

comment on column api_call.ms is '耗时';

comment on column api_call.ip is '来源地址';

comment on column api_call.at is '时间';

comment on column api_call.body_hash is '内容摘要';

comment on column api_call.message is '说明';

comment on column api_call.pinyin is '名称拼音';

comment on column api_call.search_text is '检索文本';

create index api_call_client_idx on api_call (operator_id, client, at desc, id desc) where deleted_at is null;

create index api_call_order on api_call (operator_id, at desc, id desc) where deleted_at is null;

create index api_call_search on api_call using gin (search_text gin_trgm_ops);

alter table api_call enable row level security;

alter table api_call force row level security;

create policy tenant on api_call
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table webhook_delivery (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  client bigint not null,
  event_id text not null,
  event text not null,
  "order" bigint,
  seq bigint not null,
  body jsonb not null,
  result text default 'waiting' not null,
  attempts bigint default 0 not null,
  next_at timestamptz,
  last_code bigint,
  at timestamptz not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(event, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint webhook_delivery_seq_range check (seq >= 1),
  constraint webhook_delivery_result_values check (result in ('waiting', 'delivered', 'failed', 'ended')),
  constraint webhook_delivery_attempts_range check (attempts >= 0)
);

comment on table webhook_delivery is '回调记录';

comment on column webhook_delivery.id is '编号';

comment on column webhook_delivery.operator_id is '运营公司';

comment on column webhook_delivery.created_by is '创建人';

comment on column webhook_delivery.created_at is '创建时间';

comment on column webhook_delivery.updated_by is '修改人';

comment on column webhook_delivery.updated_at is '修改时间';

comment on column webhook_delivery.version is '版本';

comment on column webhook_delivery.deleted_at is '删除时间';

comment on column webhook_delivery.client is '接口客户';

comment on column webhook_delivery.event_id is '事件编号';

comment on column webhook_delivery.event is '事件';

comment on column webhook_delivery."order" is '运输订单';

comment on column webhook_delivery.seq is '序号';

comment on column webhook_delivery.body is '内容';

comment on column webhook_delivery.result is '结果';

comment on column webhook_delivery.attempts is '次数';

comment on column webhook_delivery.next_at is '下次发送';

comment on column webhook_delivery.last_code is '应答码';

comment on column webhook_delivery.at is '时间';

comment on column webhook_delivery.pinyin is '名称拼音';

comment on column webhook_delivery.search_text is '检索文本';

create index webhook_delivery_client_idx on webhook_delivery (operator_id, client, at desc, id desc) where deleted_at is null;

create unique index webhook_delivery_event_id_key on webhook_delivery (operator_id, event_id) where deleted_at is null;

create index webhook_delivery_order_idx on webhook_delivery (operator_id, "order", at desc, id desc) where deleted_at is null;

create index webhook_delivery_result_idx on webhook_delivery (operator_id, result, at desc, id desc) where deleted_at is null;

create index webhook_delivery_order on webhook_delivery (operator_id, at desc, id desc) where deleted_at is null;

create index webhook_delivery_search on webhook_delivery using gin (search_text gin_trgm_ops);

alter table webhook_delivery enable row level security;

alter table webhook_delivery force row level security;

create policy tenant on webhook_delivery
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table consign_party add constraint consign_party_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table consign_party add constraint consign_party_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table consign_party add constraint consign_party_merged_into_fk foreign key (operator_id, merged_into) references consign_party (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_submitted_by_fk foreign key (operator_id, submitted_by) references "user" (operator_id, id) on delete restrict;

alter table carrier add constraint carrier_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table provider add constraint provider_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table provider add constraint provider_submitted_by_fk foreign key (operator_id, submitted_by) references "user" (operator_id, id) on delete restrict;

alter table provider add constraint provider_account_fk foreign key (operator_id, account) references "user" (operator_id, id) on delete restrict;

alter table driver add constraint driver_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table driver add constraint driver_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table driver add constraint driver_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table driver add constraint driver_user_fk foreign key (operator_id, "user") references "user" (operator_id, id) on delete restrict;

alter table driver add constraint driver_pay_rule_fk foreign key (operator_id, pay_rule) references rate_rule (operator_id, id) on delete restrict;

alter table driver add constraint driver_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driver add constraint driver_dept_fk foreign key (operator_id, dept) references dept (operator_id, id) on delete restrict;

alter table recruit_post add constraint recruit_post_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_post_fk foreign key (operator_id, post) references recruit_post (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_channel_fk foreign key (operator_id, channel) references channel (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_promoter_fk foreign key (operator_id, promoter) references "user" (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table driver_application add constraint driver_application_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table road_route add constraint road_route_from_fk foreign key (operator_id, "from") references consign_party (operator_id, id) on delete restrict;

alter table road_route add constraint road_route_to_fk foreign key (operator_id, "to") references consign_party (operator_id, id) on delete restrict;

alter table road_route add constraint road_route_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_road_route_fk foreign key (operator_id, road_route) references road_route (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_receivable_rule_fk foreign key (operator_id, receivable_rule) references rate_rule (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_payable_rule_fk foreign key (operator_id, payable_rule) references rate_rule (operator_id, id) on delete restrict;

alter table goods_route add constraint goods_route_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table line_driver add constraint line_driver_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table driving_strategy add constraint driving_strategy_order_model_fk foreign key (operator_id, order_model) references order_model (operator_id, id) on delete restrict;

alter table project add constraint project_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table project add constraint project_contract_fk foreign key (operator_id, contract) references contract (operator_id, id) on delete restrict;

alter table project add constraint project_manager_fk foreign key (operator_id, manager) references "user" (operator_id, id) on delete restrict;

alter table project add constraint project_temp_policy_fk foreign key (operator_id, temp_policy) references temperature_policy (operator_id, id) on delete restrict;

alter table project add constraint project_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table project add constraint project_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_sender_fk foreign key (operator_id, sender) references consign_party (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table recurring_rule add constraint recurring_rule_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table recurring_date add constraint recurring_date_rule_fk foreign key (operator_id, rule) references recurring_rule (operator_id, id) on delete restrict;

alter table recurring_date add constraint recurring_date_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_sender_fk foreign key (operator_id, sender) references consign_party (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_winner_fk foreign key (operator_id, winner) references carrier (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cargo_source add constraint cargo_source_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cargo_bid add constraint cargo_bid_source_fk foreign key (operator_id, source) references cargo_source (operator_id, id) on delete restrict;

alter table cargo_bid add constraint cargo_bid_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_api_client_fk foreign key (operator_id, api_client) references api_client (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_sender_fk foreign key (operator_id, sender) references consign_party (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_temp_policy_fk foreign key (operator_id, temp_policy) references temperature_policy (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_quote_fk foreign key (operator_id, quote) references quote (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_coupon_fk foreign key (operator_id, coupon) references customer_coupon (operator_id, id) on delete restrict;

alter table transport_order add constraint transport_order_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_from_fk foreign key (operator_id, "from") references consign_party (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_to_fk foreign key (operator_id, "to") references consign_party (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_temp_policy_fk foreign key (operator_id, temp_policy) references temperature_policy (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_return_of_fk foreign key (operator_id, return_of) references consignment (operator_id, id) on delete restrict;

alter table consignment add constraint consignment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table delivery_note add constraint delivery_note_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table delivery_note add constraint delivery_note_receiver_fk foreign key (operator_id, receiver) references consign_party (operator_id, id) on delete restrict;

alter table delivery_note add constraint delivery_note_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table mission add constraint mission_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table mission add constraint mission_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table mission add constraint mission_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table mission add constraint mission_trailer_fk foreign key (operator_id, trailer) references vehicle (operator_id, id) on delete restrict;

alter table mission add constraint mission_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table mission add constraint mission_co_driver_fk foreign key (operator_id, co_driver) references driver (operator_id, id) on delete restrict;

alter table mission add constraint mission_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table mission add constraint mission_relay_of_fk foreign key (operator_id, relay_of) references mission (operator_id, id) on delete restrict;

alter table mission add constraint mission_payable_rule_fk foreign key (operator_id, payable_rule) references rate_rule (operator_id, id) on delete restrict;

alter table mission add constraint mission_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table mission_stop add constraint mission_stop_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table mission_stop add constraint mission_stop_party_fk foreign key (operator_id, party) references consign_party (operator_id, id) on delete restrict;

alter table mission_stop add constraint mission_stop_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_stop_fk foreign key (operator_id, stop) references mission_stop (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_by_fk foreign key (operator_id, by) references "user" (operator_id, id) on delete restrict;

alter table stop_event add constraint stop_event_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table mission_hold add constraint mission_hold_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_handler_fk foreign key (operator_id, handler) references "user" (operator_id, id) on delete restrict;

alter table exception_case add constraint exception_case_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_exception_fk foreign key (operator_id, exception) references exception_case (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_decided_by_fk foreign key (operator_id, decided_by) references "user" (operator_id, id) on delete restrict;

alter table cargo_claim add constraint cargo_claim_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_winner_fk foreign key (operator_id, winner) references driver (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_winning_carrier_fk foreign key (operator_id, winning_carrier) references carrier (operator_id, id) on delete restrict;

alter table order_push add constraint order_push_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table push_recipient add constraint push_recipient_push_fk foreign key (operator_id, push) references order_push (operator_id, id) on delete restrict;

alter table push_recipient add constraint push_recipient_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table push_recipient add constraint push_recipient_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table pod add constraint pod_consignment_fk foreign key (operator_id, consignment) references consignment (operator_id, id) on delete restrict;

alter table pod add constraint pod_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table pod add constraint pod_amends_fk foreign key (operator_id, amends) references pod (operator_id, id) on delete restrict;

alter table pod add constraint pod_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_order_model_fk foreign key (operator_id, order_model) references order_model (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_goods_route_fk foreign key (operator_id, goods_route) references goods_route (operator_id, id) on delete restrict;

alter table rate_rule add constraint rate_rule_current_fk foreign key (operator_id, current) references rate_version (operator_id, id) on delete restrict;

alter table rate_version add constraint rate_version_rule_fk foreign key (operator_id, rule) references rate_rule (operator_id, id) on delete restrict;

alter table rate_version add constraint rate_version_published_by_fk foreign key (operator_id, published_by) references "user" (operator_id, id) on delete restrict;

alter table quote add constraint quote_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table quote add constraint quote_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table quote add constraint quote_rule_fk foreign key (operator_id, rule) references rate_rule (operator_id, id) on delete restrict;

alter table quote add constraint quote_rate_version_fk foreign key (operator_id, rate_version) references rate_version (operator_id, id) on delete restrict;

alter table quote add constraint quote_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_provider_fk foreign key (operator_id, provider) references provider (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_mission_fk foreign key (operator_id, mission) references mission (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_corrects_fk foreign key (operator_id, corrects) references charge_sheet (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_quote_fk foreign key (operator_id, quote) references quote (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_rule_fk foreign key (operator_id, rule) references rate_rule (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_adjusted_by_fk foreign key (operator_id, adjusted_by) references "user" (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table charge_sheet add constraint charge_sheet_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_carrier_fk foreign key (operator_id, carrier) references carrier (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_provider_fk foreign key (operator_id, provider) references provider (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_claim_fk foreign key (operator_id, claim) references cargo_claim (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_exception_fk foreign key (operator_id, exception) references exception_case (operator_id, id) on delete restrict;

alter table deduction add constraint deduction_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table deduction_use add constraint deduction_use_deduction_fk foreign key (operator_id, deduction) references deduction (operator_id, id) on delete restrict;

alter table deduction_use add constraint deduction_use_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_customer_fk foreign key (operator_id, customer) references lessee (operator_id, id) on delete restrict;

alter table cod_entry add constraint cod_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table api_client add constraint api_client_project_fk foreign key (operator_id, project) references project (operator_id, id) on delete restrict;

alter table api_client add constraint api_client_model_fk foreign key (operator_id, model) references order_model (operator_id, id) on delete restrict;

alter table api_client add constraint api_client_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table api_key add constraint api_key_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table api_call add constraint api_call_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table webhook_delivery add constraint webhook_delivery_client_fk foreign key (operator_id, client) references api_client (operator_id, id) on delete restrict;

alter table webhook_delivery add constraint webhook_delivery_order_fk foreign key (operator_id, "order") references transport_order (operator_id, id) on delete restrict;

-- A vehicle and a driver are on one mission at any instant; the rows say which.
alter table mission_hold add constraint mission_hold_once
  exclude using gist (operator_id with =, kind with =, subject with =, tstzrange(from_at, to_at) with &&) where (live and deleted_at is null);
