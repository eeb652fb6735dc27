-- vehicle_affairs
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle_model add column norm_per100 numeric(18,2);

comment on column vehicle_model.norm_per100 is '百公里标准油电耗';

alter table vehicle_model add constraint vehicle_model_norm_per100_range check (norm_per100 >= 0 and norm_per100 <= 1000);

alter table vehicle add column papers_from jsonb;

comment on column vehicle.papers_from is '有效期的依据';

create table odometer_reading (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  standing text default 'accepted' not null,
  at timestamptz not null,
  km numeric(18,1) not null,
  source text default 'manual' not null,
  ref text,
  reason text,
  store bigint,
  primary key (operator_id, id),
  constraint odometer_reading_standing_values check (standing in ('accepted', 'rejected', 'replaced')),
  constraint odometer_reading_km_range check (km >= 0 and km <= 5000000),
  constraint odometer_reading_source_values check (source in ('handover', 'return', 'upkeep', 'fuelling', 'terminal', 'manual', 'inspection'))
);

comment on table odometer_reading is '里程读数';

comment on column odometer_reading.id is '编号';

comment on column odometer_reading.operator_id is '运营公司';

comment on column odometer_reading.created_by is '创建人';

comment on column odometer_reading.created_at is '创建时间';

comment on column odometer_reading.updated_by is '修改人';

comment on column odometer_reading.updated_at is '修改时间';

comment on column odometer_reading.version is '版本';

comment on column odometer_reading.deleted_at is '删除时间';

comment on column odometer_reading.vehicle is '车辆';

comment on column odometer_reading.standing is '状态';

comment on column odometer_reading.at is '读数时间';

comment on column odometer_reading.km is '里程';

comment on column odometer_reading.source is '来源';

comment on column odometer_reading.ref is '来源单据';

comment on column odometer_reading.reason is '说明';

comment on column odometer_reading.store is '门店';

create index odometer_reading_vehicle_idx on odometer_reading (operator_id, vehicle, at desc, id desc) where deleted_at is null;

create index odometer_reading_standing_idx on odometer_reading (operator_id, standing, at desc, id desc) where deleted_at is null;

create index odometer_reading_store_idx on odometer_reading (operator_id, store, at desc, id desc) where deleted_at is null;

create index odometer_reading_source_idx on odometer_reading (operator_id, source, at desc, id desc) where deleted_at is null;

create index odometer_reading_order on odometer_reading (operator_id, at desc, id desc) where deleted_at is null;

alter table odometer_reading enable row level security;

alter table odometer_reading force row level security;

create policy tenant on odometer_reading
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_block (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  status text default 'active' not null,
  kind text default 'manual' not null,
  reason text not null,
  from_at timestamptz,
  to_at timestamptz,
  ref text,
  store bigint,
  primary key (operator_id, id),
  constraint vehicle_block_status_values check (status in ('active', 'lifted')),
  constraint vehicle_block_kind_values check (kind in ('repair', 'upkeep', 'inspection', 'insurance', 'accident', 'violation', 'certificate', 'manual'))
);

comment on table vehicle_block is '停用事由';

comment on column vehicle_block.id is '编号';

comment on column vehicle_block.operator_id is '运营公司';

comment on column vehicle_block.created_by is '创建人';

comment on column vehicle_block.created_at is '创建时间';

comment on column vehicle_block.updated_by is '修改人';

comment on column vehicle_block.updated_at is '修改时间';

comment on column vehicle_block.version is '版本';

comment on column vehicle_block.deleted_at is '删除时间';

comment on column vehicle_block.vehicle is '车辆';

comment on column vehicle_block.status is '状态';

comment on column vehicle_block.kind is '类型';

comment on column vehicle_block.reason is '事由';

comment on column vehicle_block.from_at is '起';

comment on column vehicle_block.to_at is '解除时间';

comment on column vehicle_block.ref is '来源单据';

comment on column vehicle_block.store is '门店';

create index vehicle_block_vehicle_idx on vehicle_block (operator_id, vehicle, from_at desc nulls last, id desc) where deleted_at is null;

create index vehicle_block_status_idx on vehicle_block (operator_id, status, from_at desc nulls last, id desc) where deleted_at is null;

create index vehicle_block_store_idx on vehicle_block (operator_id, store, from_at desc nulls last, id desc) where deleted_at is null;

create index vehicle_block_kind_idx on vehicle_block (operator_id, kind, from_at desc nulls last, id desc) where deleted_at is null;

create index vehicle_block_from_at_idx on vehicle_block (operator_id, from_at) where deleted_at is null;

create index vehicle_block_vehicle_status_idx on vehicle_block (operator_id, vehicle, status, from_at desc nulls last, id desc) where deleted_at is null;

create index vehicle_block_order on vehicle_block (operator_id, from_at desc nulls last, id desc) where deleted_at is null;

alter table vehicle_block enable row level security;

alter table vehicle_block force row level security;

create policy tenant on vehicle_block
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table payable_bill drop constraint payable_bill_party_kind_values;

alter table payable_bill drop constraint payable_bill_fee_values;

alter table payable_bill add constraint payable_bill_party_kind_values check (party_kind in ('source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'station', 'authority'));

alter table payable_bill add constraint payable_bill_fee_values check (fee in ('rent', 'repair', 'insurance', 'commission', 'split', 'service', 'reimburse', 'fuel', 'inspection', 'fine', 'other'));

create table affair_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text not null,
  status text default 'active' not null,
  store bigint,
  model bigint,
  ladder text default '60,30,15,7,3,0' not null,
  roles bigint[],
  block text default 'warn' not null,
  remark text,
  primary key (operator_id, id),
  constraint affair_rule_kind_values check (kind in ('upkeep', 'compulsory', 'commercial', 'inspection', 'permit', 'licence', 'driverLicence', 'qualification', 'violation', 'deviceSim')),
  constraint affair_rule_status_values check (status in ('active', 'disabled')),
  constraint affair_rule_block_values check (block in ('none', 'warn', 'lease', 'dispatch'))
);

comment on table affair_rule is '车务规则';

comment on column affair_rule.id is '编号';

comment on column affair_rule.operator_id is '运营公司';

comment on column affair_rule.created_by is '创建人';

comment on column affair_rule.created_at is '创建时间';

comment on column affair_rule.updated_by is '修改人';

comment on column affair_rule.updated_at is '修改时间';

comment on column affair_rule.version is '版本';

comment on column affair_rule.deleted_at is '删除时间';

comment on column affair_rule.kind is '事项';

comment on column affair_rule.status is '状态';

comment on column affair_rule.store is '适用门店';

comment on column affair_rule.model is '适用车型';

comment on column affair_rule.ladder is '提醒阶梯（天）';

comment on column affair_rule.roles is '提醒角色';

comment on column affair_rule.block is '逾期后';

comment on column affair_rule.remark is '说明';

create index affair_rule_status_idx on affair_rule (operator_id, status, kind, id) where deleted_at is null;

create index affair_rule_store_idx on affair_rule (operator_id, store, kind, id) where deleted_at is null;

create index affair_rule_model_idx on affair_rule (operator_id, model, kind, id) where deleted_at is null;

create index affair_rule_roles_gin on affair_rule using gin (roles);

create unique index affair_rule_kind_store_model_key on affair_rule (operator_id, kind, store, model) where deleted_at is null;

create index affair_rule_block_idx on affair_rule (operator_id, block, kind, id) where deleted_at is null;

create index affair_rule_order on affair_rule (operator_id, kind, id) where deleted_at is null;

alter table affair_rule enable row level security;

alter table affair_rule force row level security;

create policy tenant on affair_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table affair_due (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text not null,
  level text default 'soon' not null,
  vehicle bigint,
  holder text,
  due_on date,
  due_km numeric(18,1),
  km_left numeric(18,1),
  forecast_on date,
  owner bigint,
  snoozed_until date,
  snoozed boolean default false not null,
  note text,
  store bigint,
  link text,
  ref text not null,
  step bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(holder, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint affair_due_kind_values check (kind in ('upkeep', 'compulsory', 'commercial', 'inspection', 'permit', 'licence', 'driverLicence', 'qualification', 'violation', 'deviceSim')),
  constraint affair_due_level_values check (level in ('overdue', 'due', 'soon', 'snoozed'))
);

comment on table affair_due is '车务待办';

comment on column affair_due.id is '编号';

comment on column affair_due.operator_id is '运营公司';

comment on column affair_due.created_by is '创建人';

comment on column affair_due.created_at is '创建时间';

comment on column affair_due.updated_by is '修改人';

comment on column affair_due.updated_at is '修改时间';

comment on column affair_due.version is '版本';

comment on column affair_due.deleted_at is '删除时间';

comment on column affair_due.name is '事项';

comment on column affair_due.kind is '类型';

comment on column affair_due.level is '紧急程度';

comment on column affair_due.vehicle is '车辆';

comment on column affair_due.holder is '人员';

comment on column affair_due.due_on is '到期日';

comment on column affair_due.due_km is '到期里程';

comment on column affair_due.km_left is '剩余里程';

comment on column affair_due.forecast_on is '预计到期';

comment on column affair_due.owner is '负责人';

comment on column affair_due.snoozed_until is '延后至';

comment on column affair_due.snoozed is '延后过';

comment on column affair_due.note is '处理说明';

comment on column affair_due.store is '门店';

comment on column affair_due.link is '办理页面';

comment on column affair_due.ref is '来源';

comment on column affair_due.step is '已提醒到';

comment on column affair_due.pinyin is '名称拼音';

comment on column affair_due.search_text is '检索文本';

create index affair_due_vehicle_idx on affair_due (operator_id, vehicle, forecast_on, id) where deleted_at is null;

create index affair_due_owner_idx on affair_due (operator_id, owner, forecast_on, id) where deleted_at is null;

create index affair_due_store_idx on affair_due (operator_id, store, forecast_on, id) where deleted_at is null;

create unique index affair_due_ref_key on affair_due (operator_id, ref) where deleted_at is null;

create index affair_due_level_idx on affair_due (operator_id, level, forecast_on, id) where deleted_at is null;

create index affair_due_kind_idx on affair_due (operator_id, kind, forecast_on, id) where deleted_at is null;

create index affair_due_due_on_idx on affair_due (operator_id, due_on) where deleted_at is null;

create index affair_due_kind_level_idx on affair_due (operator_id, kind, level, forecast_on, id) where deleted_at is null;

create index affair_due_order on affair_due (operator_id, forecast_on, id) where deleted_at is null;

create index affair_due_search on affair_due using gin (search_text gin_trgm_ops);

alter table affair_due enable row level security;

alter table affair_due force row level security;

create policy tenant on affair_due
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_cost (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  cost_on date not null,
  kind text not null,
  amount bigint not null,
  start_on date,
  end_on date,
  bearer text default 'company' not null,
  description text not null,
  source text,
  store bigint not null,
  key text not null,
  primary key (operator_id, id),
  constraint vehicle_cost_kind_values check (kind in ('upkeep', 'repair', 'insurance', 'tax', 'inspection', 'fine', 'fuel', 'charge', 'toll', 'depreciation', 'other')),
  constraint vehicle_cost_bearer_values check (bearer in ('company', 'lessee', 'driver', 'insurer'))
);

comment on table vehicle_cost is '车辆成本';

comment on column vehicle_cost.id is '编号';

comment on column vehicle_cost.operator_id is '运营公司';

comment on column vehicle_cost.created_by is '创建人';

comment on column vehicle_cost.created_at is '创建时间';

comment on column vehicle_cost.updated_by is '修改人';

comment on column vehicle_cost.updated_at is '修改时间';

comment on column vehicle_cost.version is '版本';

comment on column vehicle_cost.deleted_at is '删除时间';

comment on column vehicle_cost.vehicle is '车辆';

comment on column vehicle_cost.cost_on is '发生日期';

comment on column vehicle_cost.kind is '类型';

comment on column vehicle_cost.amount is '金额';

comment on column vehicle_cost.start_on is '分摊起';

comment on column vehicle_cost.end_on is '分摊止';

comment on column vehicle_cost.bearer is '承担方';

comment on column vehicle_cost.description is '说明';

comment on column vehicle_cost.source is '来源单据';

comment on column vehicle_cost.store is '门店';

comment on column vehicle_cost.key is '唯一标识';

create index vehicle_cost_vehicle_idx on vehicle_cost (operator_id, vehicle, cost_on desc, id desc) where deleted_at is null;

create index vehicle_cost_store_idx on vehicle_cost (operator_id, store, cost_on desc, id desc) where deleted_at is null;

create unique index vehicle_cost_key_key on vehicle_cost (operator_id, key) where deleted_at is null;

create index vehicle_cost_kind_idx on vehicle_cost (operator_id, kind, cost_on desc, id desc) where deleted_at is null;

create index vehicle_cost_bearer_idx on vehicle_cost (operator_id, bearer, cost_on desc, id desc) where deleted_at is null;

create index vehicle_cost_order on vehicle_cost (operator_id, cost_on desc, id desc) where deleted_at is null;

alter table vehicle_cost enable row level security;

alter table vehicle_cost force row level security;

create policy tenant on vehicle_cost
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table repair_shop (
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
  credit_code text,
  place jsonb,
  hours text,
  kinds jsonb,
  settle_cycle text default 'each' not null,
  settle_day bigint,
  tax_rate integer,
  rebate_bp integer default 0 not null,
  labour_rate bigint,
  needs_invoice boolean default false not null,
  bank_name text,
  bank_account text,
  contact text,
  mobile text,
  orders bigint default 0,
  reworks bigint default 0,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(contact, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint repair_shop_status_values check (status in ('active', 'paused', 'ended')),
  constraint repair_shop_settle_cycle_values check (settle_cycle in ('each', 'month')),
  constraint repair_shop_settle_day_range check (settle_day >= 1 and settle_day <= 28),
  constraint repair_shop_tax_rate_range check (tax_rate >= 0 and tax_rate <= 10000),
  constraint repair_shop_rebate_bp_range check (rebate_bp >= 0 and rebate_bp <= 5000),
  constraint repair_shop_labour_rate_range check (labour_rate >= 0)
);

comment on table repair_shop is '维保门店';

comment on column repair_shop.id is '编号';

comment on column repair_shop.operator_id is '运营公司';

comment on column repair_shop.created_by is '创建人';

comment on column repair_shop.created_at is '创建时间';

comment on column repair_shop.updated_by is '修改人';

comment on column repair_shop.updated_at is '修改时间';

comment on column repair_shop.version is '版本';

comment on column repair_shop.deleted_at is '删除时间';

comment on column repair_shop.name is '门店名称';

comment on column repair_shop.status is '状态';

comment on column repair_shop.credit_code is '统一社会信用代码';

comment on column repair_shop.place is '地址';

comment on column repair_shop.hours is '营业时间';

comment on column repair_shop.kinds is '服务范围';

comment on column repair_shop.settle_cycle is '结算方式';

comment on column repair_shop.settle_day is '每月结算日';

comment on column repair_shop.tax_rate is '税率';

comment on column repair_shop.rebate_bp is '返点';

comment on column repair_shop.labour_rate is '工时单价';

comment on column repair_shop.needs_invoice is '凭发票结算';

comment on column repair_shop.bank_name is '开户行';

comment on column repair_shop.bank_account is '收款账号';

comment on column repair_shop.contact is '联系人';

comment on column repair_shop.mobile is '联系电话';

comment on column repair_shop.orders is '完成单数';

comment on column repair_shop.reworks is '返工次数';

comment on column repair_shop.remark is '备注';

comment on column repair_shop.pinyin is '名称拼音';

comment on column repair_shop.search_text is '检索文本';

create unique index repair_shop_name_key on repair_shop (operator_id, name) where deleted_at is null;

create index repair_shop_status_idx on repair_shop (operator_id, status, name, id) where deleted_at is null;

create unique index repair_shop_credit_code_key on repair_shop (operator_id, credit_code) where deleted_at is null;

create index repair_shop_settle_cycle_idx on repair_shop (operator_id, settle_cycle, name, id) where deleted_at is null;

create index repair_shop_order on repair_shop (operator_id, name, id) where deleted_at is null;

create index repair_shop_search on repair_shop using gin (search_text gin_trgm_ops);

alter table repair_shop enable row level security;

alter table repair_shop force row level security;

create policy tenant on repair_shop
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table shop_price (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  shop bigint not null,
  item text not null,
  model bigint,
  unit text,
  price bigint not null,
  labour_hours numeric(18,2),
  from_on date not null,
  to_on date,
  primary key (operator_id, id),
  constraint shop_price_price_range check (price >= 0),
  constraint shop_price_labour_hours_range check (labour_hours >= 0 and labour_hours <= 200)
);

comment on table shop_price is '门店价目';

comment on column shop_price.id is '编号';

comment on column shop_price.operator_id is '运营公司';

comment on column shop_price.created_by is '创建人';

comment on column shop_price.created_at is '创建时间';

comment on column shop_price.updated_by is '修改人';

comment on column shop_price.updated_at is '修改时间';

comment on column shop_price.version is '版本';

comment on column shop_price.deleted_at is '删除时间';

comment on column shop_price.shop is '维保门店';

comment on column shop_price.item is '项目';

comment on column shop_price.model is '车型';

comment on column shop_price.unit is '单位';

comment on column shop_price.price is '单价';

comment on column shop_price.labour_hours is '工时';

comment on column shop_price.from_on is '生效日';

comment on column shop_price.to_on is '失效日';

create index shop_price_model_idx on shop_price (operator_id, model, shop, item, from_on desc, id) where deleted_at is null;

create index shop_price_item_idx on shop_price (operator_id, item, shop, from_on desc, id) where deleted_at is null;

create index shop_price_from_on_idx on shop_price (operator_id, from_on) where deleted_at is null;

create index shop_price_order on shop_price (operator_id, shop, item, from_on desc, id) where deleted_at is null;

alter table shop_price enable row level security;

alter table shop_price force row level security;

create policy tenant on shop_price
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table upkeep_plan (
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
  models bigint[],
  vehicles bigint[],
  items jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint upkeep_plan_status_values check (status in ('draft', 'active', 'ended'))
);

comment on table upkeep_plan is '保养方案';

comment on column upkeep_plan.id is '编号';

comment on column upkeep_plan.operator_id is '运营公司';

comment on column upkeep_plan.created_by is '创建人';

comment on column upkeep_plan.created_at is '创建时间';

comment on column upkeep_plan.updated_by is '修改人';

comment on column upkeep_plan.updated_at is '修改时间';

comment on column upkeep_plan.version is '版本';

comment on column upkeep_plan.deleted_at is '删除时间';

comment on column upkeep_plan.name is '方案名称';

comment on column upkeep_plan.status is '状态';

comment on column upkeep_plan.models is '适用车型';

comment on column upkeep_plan.vehicles is '适用车辆';

comment on column upkeep_plan.items is '项目与周期';

comment on column upkeep_plan.remark is '说明';

comment on column upkeep_plan.pinyin is '名称拼音';

comment on column upkeep_plan.search_text is '检索文本';

create unique index upkeep_plan_name_key on upkeep_plan (operator_id, name) where deleted_at is null;

create index upkeep_plan_status_idx on upkeep_plan (operator_id, status, name, id) where deleted_at is null;

create index upkeep_plan_models_gin on upkeep_plan using gin (models);

create index upkeep_plan_vehicles_gin on upkeep_plan using gin (vehicles);

create index upkeep_plan_order on upkeep_plan (operator_id, name, id) where deleted_at is null;

create index upkeep_plan_search on upkeep_plan using gin (search_text gin_trgm_ops);

alter table upkeep_plan enable row level security;

alter table upkeep_plan force row level security;

create policy tenant on upkeep_plan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table insurance_policy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  policy_no text not null,
  status text default 'draft' not null,
  vehicle bigint not null,
  kind text default 'compulsory' not null,
  insurer text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  coverages jsonb not null,
  premium bigint default 0,
  vehicle_tax bigint default 0 not null,
  float_bp integer,
  broker_rebate bigint,
  payer text default 'company' not null,
  attachments jsonb,
  renewal_of bigint,
  surrendered_on date,
  refund bigint,
  payable bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(policy_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint insurance_policy_status_values check (status in ('draft', 'pending', 'active', 'soon', 'expired', 'surrendered', 'voided')),
  constraint insurance_policy_kind_values check (kind in ('compulsory', 'commercial', 'carrier', 'cargo', 'accident')),
  constraint insurance_policy_vehicle_tax_range check (vehicle_tax >= 0),
  constraint insurance_policy_float_bp_range check (float_bp >= -10000 and float_bp <= 30000),
  constraint insurance_policy_broker_rebate_range check (broker_rebate >= 0),
  constraint insurance_policy_payer_values check (payer in ('company', 'source', 'lessee'))
);

comment on table insurance_policy is '保单';

comment on column insurance_policy.id is '编号';

comment on column insurance_policy.operator_id is '运营公司';

comment on column insurance_policy.created_by is '创建人';

comment on column insurance_policy.created_at is '创建时间';

comment on column insurance_policy.updated_by is '修改人';

comment on column insurance_policy.updated_at is '修改时间';

comment on column insurance_policy.version is '版本';

comment on column insurance_policy.deleted_at is '删除时间';

comment on column insurance_policy.policy_no is '保单号';

comment on column insurance_policy.status is '状态';

comment on column insurance_policy.vehicle is '车辆';

comment on column insurance_policy.kind is '险种';

comment on column insurance_policy.insurer is '保险公司';

comment on column insurance_policy.start_at is '保险起期';

comment on column insurance_policy.end_at is '保险止期';

comment on column insurance_policy.coverages is '保障项目';

comment on column insurance_policy.premium is '保费合计';

comment on column insurance_policy.vehicle_tax is '车船税';

comment on column insurance_policy.float_bp is '浮动系数';

comment on column insurance_policy.broker_rebate is '经纪返佣';

comment on column insurance_policy.payer is '投保方';

comment on column insurance_policy.attachments is '保单照片或电子保单';

comment on column insurance_policy.renewal_of is '续自';

comment on column insurance_policy.surrendered_on is '退保日期';

comment on column insurance_policy.refund is '退保金额';

comment on column insurance_policy.payable is '应付账单';

comment on column insurance_policy.store is '门店';

comment on column insurance_policy.remark is '备注';

comment on column insurance_policy.pinyin is '名称拼音';

comment on column insurance_policy.search_text is '检索文本';

create unique index insurance_policy_policy_no_key on insurance_policy (operator_id, policy_no) where deleted_at is null;

create index insurance_policy_status_idx on insurance_policy (operator_id, status, end_at, id) where deleted_at is null;

create index insurance_policy_vehicle_idx on insurance_policy (operator_id, vehicle, end_at, id) where deleted_at is null;

create index insurance_policy_renewal_of_idx on insurance_policy (operator_id, renewal_of, end_at, id) where deleted_at is null;

create index insurance_policy_payable_idx on insurance_policy (operator_id, payable, end_at, id) where deleted_at is null;

create index insurance_policy_store_idx on insurance_policy (operator_id, store, end_at, id) where deleted_at is null;

create index insurance_policy_kind_idx on insurance_policy (operator_id, kind, end_at, id) where deleted_at is null;

create index insurance_policy_insurer_idx on insurance_policy (operator_id, insurer, end_at, id) where deleted_at is null;

create index insurance_policy_payer_idx on insurance_policy (operator_id, payer, end_at, id) where deleted_at is null;

create index insurance_policy_vehicle_kind_status_idx on insurance_policy (operator_id, vehicle, kind, status, end_at, id) where deleted_at is null;

create index insurance_policy_order on insurance_policy (operator_id, end_at, id) where deleted_at is null;

create index insurance_policy_search on insurance_policy using gin (search_text gin_trgm_ops);

alter table insurance_policy enable row level security;

alter table insurance_policy force row level security;

create policy tenant on insurance_policy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table policy_change (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  policy bigint not null,
  changed_on date not null,
  delta bigint not null,
  note text not null,
  files jsonb,
  store bigint,
  primary key (operator_id, id)
);

comment on table policy_change is '保单批改';

comment on column policy_change.id is '编号';

comment on column policy_change.operator_id is '运营公司';

comment on column policy_change.created_by is '创建人';

comment on column policy_change.created_at is '创建时间';

comment on column policy_change.updated_by is '修改人';

comment on column policy_change.updated_at is '修改时间';

comment on column policy_change.version is '版本';

comment on column policy_change.deleted_at is '删除时间';

comment on column policy_change.policy is '保单';

comment on column policy_change.changed_on is '批改日期';

comment on column policy_change.delta is '保费变动';

comment on column policy_change.note is '批改内容';

comment on column policy_change.files is '批单';

comment on column policy_change.store is '门店';

create index policy_change_policy_idx on policy_change (operator_id, policy, changed_on desc, id desc) where deleted_at is null;

create index policy_change_store_idx on policy_change (operator_id, store, changed_on desc, id desc) where deleted_at is null;

create index policy_change_order on policy_change (operator_id, changed_on desc, id desc) where deleted_at is null;

alter table policy_change enable row level security;

alter table policy_change force row level security;

create policy tenant on policy_change
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table shop_statement (
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
  shop bigint not null,
  start_on date not null,
  end_on date not null,
  orders bigint[],
  sum bigint default 0 not null,
  rebate bigint default 0 not null,
  pay bigint default 0 not null,
  payable bigint,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint shop_statement_status_values check (status in ('draft', 'confirmed', 'cancelled'))
);

comment on table shop_statement is '门店对账单';

comment on column shop_statement.id is '编号';

comment on column shop_statement.operator_id is '运营公司';

comment on column shop_statement.created_by is '创建人';

comment on column shop_statement.created_at is '创建时间';

comment on column shop_statement.updated_by is '修改人';

comment on column shop_statement.updated_at is '修改时间';

comment on column shop_statement.version is '版本';

comment on column shop_statement.deleted_at is '删除时间';

comment on column shop_statement.no is '对账单号';

comment on column shop_statement.status is '状态';

comment on column shop_statement.shop is '维保门店';

comment on column shop_statement.start_on is '账期起';

comment on column shop_statement.end_on is '账期止';

comment on column shop_statement.orders is '维保单';

comment on column shop_statement.sum is '合计';

comment on column shop_statement.rebate is '返点';

comment on column shop_statement.pay is '应付';

comment on column shop_statement.payable is '应付账单';

comment on column shop_statement.store is '门店';

comment on column shop_statement.pinyin is '名称拼音';

comment on column shop_statement.search_text is '检索文本';

create unique index shop_statement_no_key on shop_statement (operator_id, no) where deleted_at is null;

create index shop_statement_status_idx on shop_statement (operator_id, status, start_on desc, id desc) where deleted_at is null;

create index shop_statement_shop_idx on shop_statement (operator_id, shop, start_on desc, id desc) where deleted_at is null;

create index shop_statement_orders_gin on shop_statement using gin (orders);

create index shop_statement_payable_idx on shop_statement (operator_id, payable, start_on desc, id desc) where deleted_at is null;

create index shop_statement_store_idx on shop_statement (operator_id, store, start_on desc, id desc) where deleted_at is null;

create unique index shop_statement_shop_start_on_store_key on shop_statement (operator_id, shop, start_on, store) where deleted_at is null;

create index shop_statement_order on shop_statement (operator_id, start_on desc, id desc) where deleted_at is null;

create index shop_statement_search on shop_statement using gin (search_text gin_trgm_ops);

alter table shop_statement enable row level security;

alter table shop_statement force row level security;

create policy tenant on shop_statement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table insurance_claim (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'reported' not null,
  vehicle bigint not null,
  occurred_at timestamptz not null,
  reported_at timestamptz not null,
  report_no text not null,
  place jsonb,
  kind text default 'own' not null,
  liability text default 'full' not null,
  liability_bp integer,
  driver_name text,
  driver_mobile text,
  third_parties jsonb,
  estimate bigint,
  assessed jsonb,
  loss bigint default 0,
  deductible bigint,
  payouts jsonb,
  paid_out bigint default 0,
  lessee_share bigint default 0 not null,
  driver_share bigint default 0 not null,
  company_loss bigint default 0 not null,
  papers jsonb,
  photos jsonb,
  policy bigint,
  lease bigint,
  lessee bigint,
  upkeep_order bigint,
  incidental bigint,
  late boolean default false not null,
  closed_on date,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(report_no, '') || ' ' || coalesce(driver_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint insurance_claim_status_values check (status in ('reported', 'surveying', 'assessing', 'repairing', 'approving', 'paid', 'closed', 'declined', 'withdrawn')),
  constraint insurance_claim_kind_values check (kind in ('own', 'third', 'injury', 'glass', 'theft', 'other')),
  constraint insurance_claim_liability_values check (liability in ('full', 'main', 'equal', 'minor', 'none')),
  constraint insurance_claim_liability_bp_range check (liability_bp >= 0 and liability_bp <= 10000),
  constraint insurance_claim_estimate_range check (estimate >= 0),
  constraint insurance_claim_deductible_range check (deductible >= 0),
  constraint insurance_claim_lessee_share_range check (lessee_share >= 0),
  constraint insurance_claim_driver_share_range check (driver_share >= 0),
  constraint insurance_claim_company_loss_range check (company_loss >= 0)
);

comment on table insurance_claim is '出险';

comment on column insurance_claim.id is '编号';

comment on column insurance_claim.operator_id is '运营公司';

comment on column insurance_claim.created_by is '创建人';

comment on column insurance_claim.created_at is '创建时间';

comment on column insurance_claim.updated_by is '修改人';

comment on column insurance_claim.updated_at is '修改时间';

comment on column insurance_claim.version is '版本';

comment on column insurance_claim.deleted_at is '删除时间';

comment on column insurance_claim.no is '出险单号';

comment on column insurance_claim.status is '状态';

comment on column insurance_claim.vehicle is '车辆';

comment on column insurance_claim.occurred_at is '出险时间';

comment on column insurance_claim.reported_at is '报案时间';

comment on column insurance_claim.report_no is '报案号';

comment on column insurance_claim.place is '出险地点';

comment on column insurance_claim.kind is '类型';

comment on column insurance_claim.liability is '责任';

comment on column insurance_claim.liability_bp is '责任比例';

comment on column insurance_claim.driver_name is '驾驶人';

comment on column insurance_claim.driver_mobile is '驾驶人手机号';

comment on column insurance_claim.third_parties is '第三方';

comment on column insurance_claim.estimate is '预计损失';

comment on column insurance_claim.assessed is '定损';

comment on column insurance_claim.loss is '本车损失';

comment on column insurance_claim.deductible is '合同约定承租人承担免赔';

comment on column insurance_claim.payouts is '赔款';

comment on column insurance_claim.paid_out is '赔款合计';

comment on column insurance_claim.lessee_share is '承租人承担';

comment on column insurance_claim.driver_share is '司机承担';

comment on column insurance_claim.company_loss is '公司承担';

comment on column insurance_claim.papers is '已收资料';

comment on column insurance_claim.photos is '现场照片';

comment on column insurance_claim.policy is '保单';

comment on column insurance_claim.lease is '租约';

comment on column insurance_claim.lessee is '承租人';

comment on column insurance_claim.upkeep_order is '维修单';

comment on column insurance_claim.incidental is '杂费单';

comment on column insurance_claim.late is '报案超过 48 小时';

comment on column insurance_claim.closed_on is '结案日期';

comment on column insurance_claim.store is '门店';

comment on column insurance_claim.remark is '备注';

comment on column insurance_claim.pinyin is '名称拼音';

comment on column insurance_claim.search_text is '检索文本';

create unique index insurance_claim_no_key on insurance_claim (operator_id, no) where deleted_at is null;

create index insurance_claim_status_idx on insurance_claim (operator_id, status, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_vehicle_idx on insurance_claim (operator_id, vehicle, occurred_at desc, id desc) where deleted_at is null;

create unique index insurance_claim_report_no_key on insurance_claim (operator_id, report_no) where deleted_at is null;

create index insurance_claim_policy_idx on insurance_claim (operator_id, policy, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_lease_idx on insurance_claim (operator_id, lease, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_lessee_idx on insurance_claim (operator_id, lessee, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_upkeep_order_idx on insurance_claim (operator_id, upkeep_order, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_incidental_idx on insurance_claim (operator_id, incidental, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_store_idx on insurance_claim (operator_id, store, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_liability_idx on insurance_claim (operator_id, liability, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_order on insurance_claim (operator_id, occurred_at desc, id desc) where deleted_at is null;

create index insurance_claim_search on insurance_claim using gin (search_text gin_trgm_ops);

alter table insurance_claim enable row level security;

alter table insurance_claim force row level security;

create policy tenant on insurance_claim
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table upkeep_order (
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
  vehicle bigint not null,
  kind text default 'upkeep' not null,
  shop bigint,
  symptom text,
  lines jsonb,
  quote bigint default 0,
  approved bigint,
  actual bigint,
  over_reason text,
  payer text default 'company' not null,
  lessee_share_bp integer default 10000,
  lease bigint,
  lessee bigint,
  claim bigint,
  in_at timestamptz,
  in_km numeric(18,1),
  out_at timestamptz,
  out_km numeric(18,1),
  downtime_hours bigint,
  before_photos jsonb,
  after_photos jsonb,
  invoice_no text,
  submitted_by bigint,
  submitted_at timestamptz,
  reject_reason text,
  accepted_on date,
  reworks bigint default 0,
  of_order bigint,
  payable bigint,
  statement bigint,
  incidental bigint,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(symptom, '') || ' ' || coalesce(invoice_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint upkeep_order_status_values check (status in ('draft', 'quoted', 'rejected', 'toEnter', 'repairing', 'waitingParts', 'toAccept', 'done', 'settled', 'cancelled')),
  constraint upkeep_order_kind_values check (kind in ('upkeep', 'repair', 'accident', 'tyre', 'refit', 'recall')),
  constraint upkeep_order_payer_values check (payer in ('company', 'lessee', 'insurer', 'shopWarranty', 'driver')),
  constraint upkeep_order_lessee_share_bp_range check (lessee_share_bp >= 0 and lessee_share_bp <= 10000)
);

comment on table upkeep_order is '维保单';

comment on column upkeep_order.id is '编号';

comment on column upkeep_order.operator_id is '运营公司';

comment on column upkeep_order.created_by is '创建人';

comment on column upkeep_order.created_at is '创建时间';

comment on column upkeep_order.updated_by is '修改人';

comment on column upkeep_order.updated_at is '修改时间';

comment on column upkeep_order.version is '版本';

comment on column upkeep_order.deleted_at is '删除时间';

comment on column upkeep_order.no is '维保单号';

comment on column upkeep_order.status is '状态';

comment on column upkeep_order.vehicle is '车辆';

comment on column upkeep_order.kind is '类型';

comment on column upkeep_order.shop is '维保门店';

comment on column upkeep_order.symptom is '故障或需求';

comment on column upkeep_order.lines is '报价明细';

comment on column upkeep_order.quote is '报价';

comment on column upkeep_order.approved is '批准金额';

comment on column upkeep_order.actual is '实际金额';

comment on column upkeep_order.over_reason is '高于价目的理由';

comment on column upkeep_order.payer is '承担方';

comment on column upkeep_order.lessee_share_bp is '承租人分担比例';

comment on column upkeep_order.lease is '租约';

comment on column upkeep_order.lessee is '承租人';

comment on column upkeep_order.claim is '出险';

comment on column upkeep_order.in_at is '进厂时间';

comment on column upkeep_order.in_km is '进厂里程';

comment on column upkeep_order.out_at is '完工时间';

comment on column upkeep_order.out_km is '出厂里程';

comment on column upkeep_order.downtime_hours is '停运';

comment on column upkeep_order.before_photos is '维修前照片';

comment on column upkeep_order.after_photos is '维修后照片';

comment on column upkeep_order.invoice_no is '发票号码';

comment on column upkeep_order.submitted_by is '提交人';

comment on column upkeep_order.submitted_at is '提交时间';

comment on column upkeep_order.reject_reason is '驳回原因';

comment on column upkeep_order.accepted_on is '验收日期';

comment on column upkeep_order.reworks is '返工次数';

comment on column upkeep_order.of_order is '冲减的维保单';

comment on column upkeep_order.payable is '应付账单';

comment on column upkeep_order.statement is '对账单';

comment on column upkeep_order.incidental is '杂费单';

comment on column upkeep_order.store is '门店';

comment on column upkeep_order.pinyin is '名称拼音';

comment on column upkeep_order.search_text is '检索文本';

create unique index upkeep_order_no_key on upkeep_order (operator_id, no) where deleted_at is null;

create index upkeep_order_status_idx on upkeep_order (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_vehicle_idx on upkeep_order (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_shop_idx on upkeep_order (operator_id, shop, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_lease_idx on upkeep_order (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_lessee_idx on upkeep_order (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_claim_idx on upkeep_order (operator_id, claim, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_submitted_by_idx on upkeep_order (operator_id, submitted_by, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_of_order_idx on upkeep_order (operator_id, of_order, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_payable_idx on upkeep_order (operator_id, payable, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_statement_idx on upkeep_order (operator_id, statement, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_incidental_idx on upkeep_order (operator_id, incidental, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_store_idx on upkeep_order (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_kind_idx on upkeep_order (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_payer_idx on upkeep_order (operator_id, payer, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_in_at_idx on upkeep_order (operator_id, in_at) where deleted_at is null;

create index upkeep_order_accepted_on_idx on upkeep_order (operator_id, accepted_on) where deleted_at is null;

create index upkeep_order_order on upkeep_order (operator_id, created_at desc, id desc) where deleted_at is null;

create index upkeep_order_search on upkeep_order using gin (search_text gin_trgm_ops);

alter table upkeep_order enable row level security;

alter table upkeep_order force row level security;

create policy tenant on upkeep_order
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table upkeep_state (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  item text not null,
  last_on date not null,
  last_km numeric(18,1) not null,
  last_hours bigint,
  upkeep_order bigint,
  store bigint,
  primary key (operator_id, id),
  constraint upkeep_state_last_km_range check (last_km >= 0 and last_km <= 5000000),
  constraint upkeep_state_last_hours_range check (last_hours >= 0)
);

comment on table upkeep_state is '保养状态';

comment on column upkeep_state.id is '编号';

comment on column upkeep_state.operator_id is '运营公司';

comment on column upkeep_state.created_by is '创建人';

comment on column upkeep_state.created_at is '创建时间';

comment on column upkeep_state.updated_by is '修改人';

comment on column upkeep_state.updated_at is '修改时间';

comment on column upkeep_state.version is '版本';

comment on column upkeep_state.deleted_at is '删除时间';

comment on column upkeep_state.vehicle is '车辆';

comment on column upkeep_state.item is '项目';

comment on column upkeep_state.last_on is '上次日期';

comment on column upkeep_state.last_km is '上次里程';

comment on column upkeep_state.last_hours is '上次发动机小时';

comment on column upkeep_state.upkeep_order is '维保单';

comment on column upkeep_state.store is '门店';

create index upkeep_state_upkeep_order_idx on upkeep_state (operator_id, upkeep_order, vehicle, item, id) where deleted_at is null;

create index upkeep_state_store_idx on upkeep_state (operator_id, store, vehicle, item, id) where deleted_at is null;

create unique index upkeep_state_vehicle_item_key on upkeep_state (operator_id, vehicle, item) where deleted_at is null;

create index upkeep_state_item_idx on upkeep_state (operator_id, item, vehicle, id) where deleted_at is null;

create index upkeep_state_last_on_idx on upkeep_state (operator_id, last_on) where deleted_at is null;

create index upkeep_state_order on upkeep_state (operator_id, vehicle, item, id) where deleted_at is null;

alter table upkeep_state enable row level security;

alter table upkeep_state force row level security;

create policy tenant on upkeep_state
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inspection_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle_class text not null,
  use_nature text default 'operating' not null,
  age_from bigint not null,
  age_to bigint,
  every_months bigint not null,
  kind text default 'line' not null,
  effective_on date not null,
  source text not null,
  primary key (operator_id, id),
  constraint inspection_rule_vehicle_class_values check (vehicle_class in ('goods', 'passengerSmall', 'passengerMid', 'trailer', 'special')),
  constraint inspection_rule_use_nature_values check (use_nature in ('operating', 'private')),
  constraint inspection_rule_age_from_range check (age_from >= 0 and age_from <= 1200),
  constraint inspection_rule_age_to_range check (age_to >= 1 and age_to <= 1200),
  constraint inspection_rule_every_months_range check (every_months >= 1 and every_months <= 120),
  constraint inspection_rule_kind_values check (kind in ('line', 'label'))
);

comment on table inspection_rule is '年检规则';

comment on column inspection_rule.id is '编号';

comment on column inspection_rule.operator_id is '运营公司';

comment on column inspection_rule.created_by is '创建人';

comment on column inspection_rule.created_at is '创建时间';

comment on column inspection_rule.updated_by is '修改人';

comment on column inspection_rule.updated_at is '修改时间';

comment on column inspection_rule.version is '版本';

comment on column inspection_rule.deleted_at is '删除时间';

comment on column inspection_rule.vehicle_class is '车辆类别';

comment on column inspection_rule.use_nature is '使用性质';

comment on column inspection_rule.age_from is '车龄起';

comment on column inspection_rule.age_to is '车龄止';

comment on column inspection_rule.every_months is '间隔';

comment on column inspection_rule.kind is '方式';

comment on column inspection_rule.effective_on is '施行日期';

comment on column inspection_rule.source is '依据';

create unique index inspection_rule_vehicle_class_use_nature_age_from_e_1h86cri on inspection_rule (operator_id, vehicle_class, use_nature, age_from, effective_on) where deleted_at is null;

create index inspection_rule_use_nature_idx on inspection_rule (operator_id, use_nature, vehicle_class, age_from, id) where deleted_at is null;

create index inspection_rule_kind_idx on inspection_rule (operator_id, kind, vehicle_class, use_nature, age_from, id) where deleted_at is null;

create index inspection_rule_order on inspection_rule (operator_id, vehicle_class, use_nature, age_from, id) where deleted_at is null;

alter table inspection_rule enable row level security;

alter table inspection_rule force row level security;

create policy tenant on inspection_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table inspection (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toDo' not null,
  vehicle bigint not null,
  kind text default 'annual' not null,
  way text,
  due_on date,
  window_from date,
  booked_on date,
  station text,
  done_on date,
  failed_items text,
  fee bigint,
  km numeric(18,1),
  files jsonb,
  next_due_on date,
  order_ref bigint,
  payable bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(station, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint inspection_status_values check (status in ('toDo', 'booked', 'doing', 'passed', 'failed', 'void')),
  constraint inspection_kind_values check (kind in ('annual', 'technical', 'permit', 'tank', 'reefer')),
  constraint inspection_way_values check (way in ('line', 'label'))
);

comment on table inspection is '年检单';

comment on column inspection.id is '编号';

comment on column inspection.operator_id is '运营公司';

comment on column inspection.created_by is '创建人';

comment on column inspection.created_at is '创建时间';

comment on column inspection.updated_by is '修改人';

comment on column inspection.updated_at is '修改时间';

comment on column inspection.version is '版本';

comment on column inspection.deleted_at is '删除时间';

comment on column inspection.no is '年检单号';

comment on column inspection.status is '状态';

comment on column inspection.vehicle is '车辆';

comment on column inspection.kind is '类型';

comment on column inspection.way is '方式';

comment on column inspection.due_on is '到期日';

comment on column inspection.window_from is '可办理起';

comment on column inspection.booked_on is '预约日期';

comment on column inspection.station is '检测站';

comment on column inspection.done_on is '办理日期';

comment on column inspection.failed_items is '不合格项目';

comment on column inspection.fee is '费用';

comment on column inspection.km is '里程';

comment on column inspection.files is '标志或报告';

comment on column inspection.next_due_on is '下次到期';

comment on column inspection.order_ref is '整改维保单';

comment on column inspection.payable is '应付账单';

comment on column inspection.store is '门店';

comment on column inspection.remark is '备注';

comment on column inspection.pinyin is '名称拼音';

comment on column inspection.search_text is '检索文本';

create unique index inspection_no_key on inspection (operator_id, no) where deleted_at is null;

create index inspection_status_idx on inspection (operator_id, status, due_on, id) where deleted_at is null;

create index inspection_vehicle_idx on inspection (operator_id, vehicle, due_on, id) where deleted_at is null;

create index inspection_order_ref_idx on inspection (operator_id, order_ref, due_on, id) where deleted_at is null;

create index inspection_payable_idx on inspection (operator_id, payable, due_on, id) where deleted_at is null;

create index inspection_store_idx on inspection (operator_id, store, due_on, id) where deleted_at is null;

create index inspection_kind_idx on inspection (operator_id, kind, due_on, id) where deleted_at is null;

create index inspection_booked_on_idx on inspection (operator_id, booked_on) where deleted_at is null;

create index inspection_done_on_idx on inspection (operator_id, done_on) where deleted_at is null;

create index inspection_order on inspection (operator_id, due_on, id) where deleted_at is null;

create index inspection_search on inspection using gin (search_text gin_trgm_ops);

alter table inspection enable row level security;

alter table inspection force row level security;

create policy tenant on inspection
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table certificate_rule (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  kind text not null,
  vehicle_class text default 'any' not null,
  use_nature text default 'any' not null,
  gross_above bigint,
  only_use text,
  source text not null,
  primary key (operator_id, id),
  constraint certificate_rule_kind_values check (kind in ('drivingLicence', 'registration', 'roadPermit', 'operatingPermit', 'compulsoryLabel', 'driverLicence', 'qualification', 'businessPermit', 'rentalFiling', 'businessLicence')),
  constraint certificate_rule_vehicle_class_values check (vehicle_class in ('any', 'goods', 'passengerSmall', 'passengerMid', 'trailer', 'special')),
  constraint certificate_rule_use_nature_values check (use_nature in ('any', 'operating', 'private')),
  constraint certificate_rule_gross_above_range check (gross_above >= 0 and gross_above <= 100000),
  constraint certificate_rule_only_use_values check (only_use in ('hazardous', 'cold', 'cargo', 'lease'))
);

comment on table certificate_rule is '证件要求';

comment on column certificate_rule.id is '编号';

comment on column certificate_rule.operator_id is '运营公司';

comment on column certificate_rule.created_by is '创建人';

comment on column certificate_rule.created_at is '创建时间';

comment on column certificate_rule.updated_by is '修改人';

comment on column certificate_rule.updated_at is '修改时间';

comment on column certificate_rule.version is '版本';

comment on column certificate_rule.deleted_at is '删除时间';

comment on column certificate_rule.kind is '证件';

comment on column certificate_rule.vehicle_class is '车辆类别';

comment on column certificate_rule.use_nature is '使用性质';

comment on column certificate_rule.gross_above is '总质量大于';

comment on column certificate_rule.only_use is '仅限用途';

comment on column certificate_rule.source is '依据';

create index certificate_rule_vehicle_class_idx on certificate_rule (operator_id, vehicle_class, kind, id) where deleted_at is null;

create index certificate_rule_order on certificate_rule (operator_id, kind, vehicle_class, id) where deleted_at is null;

alter table certificate_rule enable row level security;

alter table certificate_rule force row level security;

create policy tenant on certificate_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table certificate (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  status text default 'valid' not null,
  holder_kind text default 'vehicle' not null,
  vehicle bigint,
  holder_name text,
  kind text not null,
  certificate_no text,
  issued_on date,
  due_on date,
  front jsonb,
  back jsonb,
  replaced_by bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(holder_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint certificate_status_values check (status in ('missing', 'valid', 'soon', 'expired', 'lost', 'void')),
  constraint certificate_holder_kind_values check (holder_kind in ('vehicle', 'driver', 'company')),
  constraint certificate_kind_values check (kind in ('drivingLicence', 'registration', 'roadPermit', 'operatingPermit', 'compulsoryLabel', 'driverLicence', 'qualification', 'businessPermit', 'rentalFiling', 'businessLicence'))
);

comment on table certificate is '证件';

comment on column certificate.id is '编号';

comment on column certificate.operator_id is '运营公司';

comment on column certificate.created_by is '创建人';

comment on column certificate.created_at is '创建时间';

comment on column certificate.updated_by is '修改人';

comment on column certificate.updated_at is '修改时间';

comment on column certificate.version is '版本';

comment on column certificate.deleted_at is '删除时间';

comment on column certificate.status is '状态';

comment on column certificate.holder_kind is '持有方';

comment on column certificate.vehicle is '车辆';

comment on column certificate.holder_name is '持有人';

comment on column certificate.kind is '证件';

comment on column certificate.certificate_no is '证件编号';

comment on column certificate.issued_on is '发证日期';

comment on column certificate.due_on is '有效期至';

comment on column certificate.front is '正面';

comment on column certificate.back is '反面';

comment on column certificate.replaced_by is '换发为';

comment on column certificate.store is '门店';

comment on column certificate.remark is '备注';

comment on column certificate.pinyin is '名称拼音';

comment on column certificate.search_text is '检索文本';

create index certificate_status_idx on certificate (operator_id, status, due_on, id) where deleted_at is null;

create index certificate_vehicle_idx on certificate (operator_id, vehicle, due_on, id) where deleted_at is null;

create index certificate_certificate_no_idx on certificate (operator_id, certificate_no) where deleted_at is null;

create index certificate_replaced_by_idx on certificate (operator_id, replaced_by, due_on, id) where deleted_at is null;

create index certificate_store_idx on certificate (operator_id, store, due_on, id) where deleted_at is null;

create unique index certificate_kind_certificate_no_key on certificate (operator_id, kind, certificate_no) where deleted_at is null;

create index certificate_kind_idx on certificate (operator_id, kind, due_on, id) where deleted_at is null;

create index certificate_holder_kind_idx on certificate (operator_id, holder_kind, due_on, id) where deleted_at is null;

create index certificate_order on certificate (operator_id, due_on, id) where deleted_at is null;

create index certificate_search on certificate using gin (search_text gin_trgm_ops);

alter table certificate enable row level security;

alter table certificate force row level security;

create policy tenant on certificate
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table violation_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  code text not null,
  behaviour text not null,
  points text default '0' not null,
  fine bigint default 0 not null,
  city text,
  service_fee bigint default 0 not null,
  severe boolean default false not null,
  effective_on date not null,
  source text,
  pinyin text,
  search_text text generated always as (lower(coalesce(code, '') || ' ' || coalesce(behaviour, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint violation_code_points_values check (points in ('0', '1', '3', '6', '9', '12')),
  constraint violation_code_fine_range check (fine >= 0),
  constraint violation_code_service_fee_range check (service_fee >= 0)
);

comment on table violation_code is '违章规则';

comment on column violation_code.id is '编号';

comment on column violation_code.operator_id is '运营公司';

comment on column violation_code.created_by is '创建人';

comment on column violation_code.created_at is '创建时间';

comment on column violation_code.updated_by is '修改人';

comment on column violation_code.updated_at is '修改时间';

comment on column violation_code.version is '版本';

comment on column violation_code.deleted_at is '删除时间';

comment on column violation_code.code is '违法代码';

comment on column violation_code.behaviour is '违法行为';

comment on column violation_code.points is '记分';

comment on column violation_code.fine is '罚款';

comment on column violation_code.city is '适用城市';

comment on column violation_code.service_fee is '代办服务费';

comment on column violation_code.severe is '严重违法';

comment on column violation_code.effective_on is '施行日期';

comment on column violation_code.source is '依据';

comment on column violation_code.pinyin is '名称拼音';

comment on column violation_code.search_text is '检索文本';

create unique index violation_code_code_city_effective_on_key on violation_code (operator_id, code, city, effective_on) where deleted_at is null;

create index violation_code_points_idx on violation_code (operator_id, points, code, id) where deleted_at is null;

create index violation_code_order on violation_code (operator_id, code, id) where deleted_at is null;

create index violation_code_search on violation_code using gin (search_text gin_trgm_ops);

alter table violation_code enable row level security;

alter table violation_code force row level security;

create policy tenant on violation_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table violation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toClaim' not null,
  plate_no text not null,
  occurred_at timestamptz not null,
  place text,
  city text,
  code text,
  behaviour text,
  points bigint,
  fine bigint,
  service_fee bigint,
  record_no text,
  due_on date,
  surcharge bigint default 0,
  source text default 'manual' not null,
  vehicle bigint,
  holder_kind text default 'unknown' not null,
  lessee bigint,
  lease bigint,
  driver_name text,
  first_licence_on date,
  why text,
  near boolean default false not null,
  pinned boolean default false not null,
  way text,
  decided_on date,
  decision_no text,
  paid_by text,
  receipts jsonb,
  transfer_on date,
  transfer_no text,
  incidental bigint,
  billed bigint default 0,
  notified_at timestamptz,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(plate_no, '') || ' ' || coalesce(record_no, '') || ' ' || coalesce(behaviour, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint violation_status_values check (status in ('toClaim', 'toHandle', 'notified', 'handling', 'transferring', 'transferred', 'handled', 'appealing', 'cancelled')),
  constraint violation_points_range check (points >= 0 and points <= 12),
  constraint violation_fine_range check (fine >= 0),
  constraint violation_source_values check (source in ('import', 'manual', 'api', 'notice')),
  constraint violation_holder_kind_values check (holder_kind in ('lessee', 'driver', 'company', 'unknown')),
  constraint violation_way_values check (way in ('self', 'agent', 'company')),
  constraint violation_paid_by_values check (paid_by in ('lessee', 'driver', 'company'))
);

comment on table violation is '违章';

comment on column violation.id is '编号';

comment on column violation.operator_id is '运营公司';

comment on column violation.created_by is '创建人';

comment on column violation.created_at is '创建时间';

comment on column violation.updated_by is '修改人';

comment on column violation.updated_at is '修改时间';

comment on column violation.version is '版本';

comment on column violation.deleted_at is '删除时间';

comment on column violation.no is '违章编号';

comment on column violation.status is '状态';

comment on column violation.plate_no is '车牌号';

comment on column violation.occurred_at is '违法时间';

comment on column violation.place is '违法地点';

comment on column violation.city is '城市';

comment on column violation.code is '违法代码';

comment on column violation.behaviour is '违法行为';

comment on column violation.points is '记分';

comment on column violation.fine is '罚款';

comment on column violation.service_fee is '代办服务费';

comment on column violation.record_no is '文书编号';

comment on column violation.due_on is '处理期限';

comment on column violation.surcharge is '加处罚款';

comment on column violation.source is '来源';

comment on column violation.vehicle is '车辆';

comment on column violation.holder_kind is '责任方';

comment on column violation.lessee is '承租人';

comment on column violation.lease is '租约';

comment on column violation.driver_name is '驾驶人';

comment on column violation.first_licence_on is '驾驶人初次领证日';

comment on column violation.why is '归责依据';

comment on column violation.near is '临近交接，待确认';

comment on column violation.pinned is '人工认定';

comment on column violation.way is '处理方式';

comment on column violation.decided_on is '处理日期';

comment on column violation.decision_no is '决定书编号';

comment on column violation.paid_by is '缴款方';

comment on column violation.receipts is '缴款凭证';

comment on column violation.transfer_on is '转移申请日';

comment on column violation.transfer_no is '转移受理号';

comment on column violation.incidental is '杂费单';

comment on column violation.billed is '已计入客户的罚款';

comment on column violation.notified_at is '通知时间';

comment on column violation.store is '门店';

comment on column violation.remark is '备注';

comment on column violation.pinyin is '名称拼音';

comment on column violation.search_text is '检索文本';

create unique index violation_no_key on violation (operator_id, no) where deleted_at is null;

create index violation_status_idx on violation (operator_id, status, occurred_at desc, id desc) where deleted_at is null;

create unique index violation_record_no_key on violation (operator_id, record_no) where deleted_at is null;

create index violation_vehicle_idx on violation (operator_id, vehicle, occurred_at desc, id desc) where deleted_at is null;

create index violation_lessee_idx on violation (operator_id, lessee, occurred_at desc, id desc) where deleted_at is null;

create index violation_lease_idx on violation (operator_id, lease, occurred_at desc, id desc) where deleted_at is null;

create index violation_incidental_idx on violation (operator_id, incidental, occurred_at desc, id desc) where deleted_at is null;

create index violation_store_idx on violation (operator_id, store, occurred_at desc, id desc) where deleted_at is null;

create unique index violation_plate_no_occurred_at_code_key on violation (operator_id, plate_no, occurred_at, code) where deleted_at is null;

create index violation_holder_kind_idx on violation (operator_id, holder_kind, occurred_at desc, id desc) where deleted_at is null;

create index violation_due_on_idx on violation (operator_id, due_on) where deleted_at is null;

create index violation_decided_on_idx on violation (operator_id, decided_on) where deleted_at is null;

create index violation_source_idx on violation (operator_id, source, occurred_at desc, id desc) where deleted_at is null;

create index violation_vehicle_status_idx on violation (operator_id, vehicle, status, occurred_at desc, id desc) where deleted_at is null;

create index violation_lease_status_idx on violation (operator_id, lease, status, occurred_at desc, id desc) where deleted_at is null;

create index violation_order on violation (operator_id, occurred_at desc, id desc) where deleted_at is null;

create index violation_search on violation using gin (search_text gin_trgm_ops);

alter table violation enable row level security;

alter table violation force row level security;

create policy tenant on violation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_violation (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  total bigint default 0 not null,
  open bigint default 0 not null,
  fine bigint default 0 not null,
  open_fine bigint default 0 not null,
  points bigint default 0 not null,
  open_points bigint default 0 not null,
  surcharge bigint default 0 not null,
  last_at timestamptz,
  queried_at timestamptz,
  store bigint,
  primary key (operator_id, id)
);

comment on table vehicle_violation is '车辆违章';

comment on column vehicle_violation.id is '编号';

comment on column vehicle_violation.operator_id is '运营公司';

comment on column vehicle_violation.created_by is '创建人';

comment on column vehicle_violation.created_at is '创建时间';

comment on column vehicle_violation.updated_by is '修改人';

comment on column vehicle_violation.updated_at is '修改时间';

comment on column vehicle_violation.version is '版本';

comment on column vehicle_violation.deleted_at is '删除时间';

comment on column vehicle_violation.vehicle is '车辆';

comment on column vehicle_violation.total is '违章数';

comment on column vehicle_violation.open is '未处理';

comment on column vehicle_violation.fine is '罚款';

comment on column vehicle_violation.open_fine is '未处理罚款';

comment on column vehicle_violation.points is '记分';

comment on column vehicle_violation.open_points is '未处理记分';

comment on column vehicle_violation.surcharge is '加处罚款';

comment on column vehicle_violation.last_at is '最近一次';

comment on column vehicle_violation.queried_at is '最近查询';

comment on column vehicle_violation.store is '门店';

create unique index vehicle_violation_vehicle_key on vehicle_violation (operator_id, vehicle) where deleted_at is null;

create index vehicle_violation_store_idx on vehicle_violation (operator_id, store, open desc, open_fine desc, id desc) where deleted_at is null;

create index vehicle_violation_last_at_idx on vehicle_violation (operator_id, last_at) where deleted_at is null;

create index vehicle_violation_queried_at_idx on vehicle_violation (operator_id, queried_at) where deleted_at is null;

create index vehicle_violation_order on vehicle_violation (operator_id, open desc, open_fine desc, id desc) where deleted_at is null;

alter table vehicle_violation enable row level security;

alter table vehicle_violation force row level security;

create policy tenant on vehicle_violation
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table violation_query (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  queried_at timestamptz not null,
  found bigint default 0 not null,
  source text default 'manual' not null,
  note text,
  store bigint,
  primary key (operator_id, id),
  constraint violation_query_found_range check (found >= 0 and found <= 10000),
  constraint violation_query_source_values check (source in ('manual', 'import', 'api'))
);

comment on table violation_query is '违章查询记录';

comment on column violation_query.id is '编号';

comment on column violation_query.operator_id is '运营公司';

comment on column violation_query.created_by is '创建人';

comment on column violation_query.created_at is '创建时间';

comment on column violation_query.updated_by is '修改人';

comment on column violation_query.updated_at is '修改时间';

comment on column violation_query.version is '版本';

comment on column violation_query.deleted_at is '删除时间';

comment on column violation_query.vehicle is '车辆';

comment on column violation_query.queried_at is '查询时间';

comment on column violation_query.found is '查到';

comment on column violation_query.source is '途径';

comment on column violation_query.note is '说明';

comment on column violation_query.store is '门店';

create index violation_query_vehicle_idx on violation_query (operator_id, vehicle, queried_at desc, id desc) where deleted_at is null;

create index violation_query_store_idx on violation_query (operator_id, store, queried_at desc, id desc) where deleted_at is null;

create index violation_query_source_idx on violation_query (operator_id, source, queried_at desc, id desc) where deleted_at is null;

create index violation_query_order on violation_query (operator_id, queried_at desc, id desc) where deleted_at is null;

alter table violation_query enable row level security;

alter table violation_query force row level security;

create policy tenant on violation_query
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_account (
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
  supplier text default 'sinopec' not null,
  main_card_no text not null,
  balance bigint default 0,
  credit_limit bigint default 0 not null,
  warn_below bigint,
  contact text,
  mobile text,
  headings jsonb,
  store bigint not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_account_status_values check (status in ('active', 'frozen', 'closed')),
  constraint fuel_account_supplier_values check (supplier in ('sinopec', 'petrochina', 'shell', 'third', 'charger')),
  constraint fuel_account_credit_limit_range check (credit_limit >= 0),
  constraint fuel_account_warn_below_range check (warn_below >= 0)
);

comment on table fuel_account is '油电主账户';

comment on column fuel_account.id is '编号';

comment on column fuel_account.operator_id is '运营公司';

comment on column fuel_account.created_by is '创建人';

comment on column fuel_account.created_at is '创建时间';

comment on column fuel_account.updated_by is '修改人';

comment on column fuel_account.updated_at is '修改时间';

comment on column fuel_account.version is '版本';

comment on column fuel_account.deleted_at is '删除时间';

comment on column fuel_account.name is '账户名称';

comment on column fuel_account.status is '状态';

comment on column fuel_account.supplier is '供应商';

comment on column fuel_account.main_card_no is '主卡号';

comment on column fuel_account.balance is '额度余额';

comment on column fuel_account.credit_limit is '信用额度';

comment on column fuel_account.warn_below is '余额低于提醒';

comment on column fuel_account.contact is '客户经理';

comment on column fuel_account.mobile is '联系电话';

comment on column fuel_account.headings is '对账单列名';

comment on column fuel_account.store is '门店';

comment on column fuel_account.remark is '备注';

comment on column fuel_account.pinyin is '名称拼音';

comment on column fuel_account.search_text is '检索文本';

create unique index fuel_account_name_key on fuel_account (operator_id, name) where deleted_at is null;

create index fuel_account_status_idx on fuel_account (operator_id, status, name, id) where deleted_at is null;

create unique index fuel_account_main_card_no_key on fuel_account (operator_id, main_card_no) where deleted_at is null;

create index fuel_account_store_idx on fuel_account (operator_id, store, name, id) where deleted_at is null;

create index fuel_account_supplier_idx on fuel_account (operator_id, supplier, name, id) where deleted_at is null;

create index fuel_account_order on fuel_account (operator_id, name, id) where deleted_at is null;

create index fuel_account_search on fuel_account using gin (search_text gin_trgm_ops);

alter table fuel_account enable row level security;

alter table fuel_account force row level security;

create policy tenant on fuel_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_card (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  card_no text not null,
  status text default 'toActivate' not null,
  account bigint not null,
  kind text default 'sub' not null,
  vehicle bigint,
  driver_name text,
  fuels jsonb,
  limit_once bigint,
  limit_day bigint,
  limit_month bigint,
  litres_once numeric(18,2),
  cities text,
  weekdays text,
  hour_from bigint,
  hour_to bigint,
  reserve bigint default 0,
  wallet bigint default 0,
  transit bigint default 0,
  valid_to date,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(driver_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_card_status_values check (status in ('toActivate', 'active', 'lost', 'frozen', 'expired', 'cancelled')),
  constraint fuel_card_kind_values check (kind in ('main', 'sub', 'virtual')),
  constraint fuel_card_limit_once_range check (limit_once >= 0),
  constraint fuel_card_limit_day_range check (limit_day >= 0),
  constraint fuel_card_limit_month_range check (limit_month >= 0),
  constraint fuel_card_litres_once_range check (litres_once >= 0 and litres_once <= 10000),
  constraint fuel_card_hour_from_range check (hour_from >= 0 and hour_from <= 23),
  constraint fuel_card_hour_to_range check (hour_to >= 1 and hour_to <= 24)
);

comment on table fuel_card is '油卡';

comment on column fuel_card.id is '编号';

comment on column fuel_card.operator_id is '运营公司';

comment on column fuel_card.created_by is '创建人';

comment on column fuel_card.created_at is '创建时间';

comment on column fuel_card.updated_by is '修改人';

comment on column fuel_card.updated_at is '修改时间';

comment on column fuel_card.version is '版本';

comment on column fuel_card.deleted_at is '删除时间';

comment on column fuel_card.card_no is '卡号';

comment on column fuel_card.status is '状态';

comment on column fuel_card.account is '主账户';

comment on column fuel_card.kind is '卡类型';

comment on column fuel_card.vehicle is '绑定车辆';

comment on column fuel_card.driver_name is '绑定司机';

comment on column fuel_card.fuels is '允许油品';

comment on column fuel_card.limit_once is '单次限额';

comment on column fuel_card.limit_day is '单日限额';

comment on column fuel_card.limit_month is '单月限额';

comment on column fuel_card.litres_once is '单次限量';

comment on column fuel_card.cities is '限定城市';

comment on column fuel_card.weekdays is '限定星期';

comment on column fuel_card.hour_from is '时段起';

comment on column fuel_card.hour_to is '时段止';

comment on column fuel_card.reserve is '备付金';

comment on column fuel_card.wallet is '卡内余额';

comment on column fuel_card.transit is '在途';

comment on column fuel_card.valid_to is '有效期至';

comment on column fuel_card.store is '门店';

comment on column fuel_card.remark is '备注';

comment on column fuel_card.pinyin is '名称拼音';

comment on column fuel_card.search_text is '检索文本';

create unique index fuel_card_card_no_key on fuel_card (operator_id, card_no) where deleted_at is null;

create index fuel_card_status_idx on fuel_card (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index fuel_card_account_idx on fuel_card (operator_id, account, created_at desc, id desc) where deleted_at is null;

create index fuel_card_vehicle_idx on fuel_card (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index fuel_card_store_idx on fuel_card (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index fuel_card_valid_to_idx on fuel_card (operator_id, valid_to) where deleted_at is null;

create index fuel_card_order on fuel_card (operator_id, created_at desc, id desc) where deleted_at is null;

create index fuel_card_search on fuel_card using gin (search_text gin_trgm_ops);

alter table fuel_card enable row level security;

alter table fuel_card force row level security;

create policy tenant on fuel_card
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table station_place (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  supplier text default 'sinopec' not null,
  city text,
  lng numeric(18,6),
  lat numeric(18,6),
  learnt bigint default 0,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint station_place_supplier_values check (supplier in ('sinopec', 'petrochina', 'shell', 'third', 'charger')),
  constraint station_place_lng_range check (lng >= 73 and lng <= 136),
  constraint station_place_lat_range check (lat >= 3 and lat <= 54)
);

comment on table station_place is '加油充电站';

comment on column station_place.id is '编号';

comment on column station_place.operator_id is '运营公司';

comment on column station_place.created_by is '创建人';

comment on column station_place.created_at is '创建时间';

comment on column station_place.updated_by is '修改人';

comment on column station_place.updated_at is '修改时间';

comment on column station_place.version is '版本';

comment on column station_place.deleted_at is '删除时间';

comment on column station_place.name is '站名';

comment on column station_place.supplier is '供应商';

comment on column station_place.city is '城市';

comment on column station_place.lng is '经度';

comment on column station_place.lat is '纬度';

comment on column station_place.learnt is '学习到的停车次数';

comment on column station_place.pinyin is '名称拼音';

comment on column station_place.search_text is '检索文本';

create unique index station_place_name_key on station_place (operator_id, name) where deleted_at is null;

create index station_place_supplier_idx on station_place (operator_id, supplier, name, id) where deleted_at is null;

create index station_place_order on station_place (operator_id, name, id) where deleted_at is null;

create index station_place_search on station_place using gin (search_text gin_trgm_ops);

alter table station_place enable row level security;

alter table station_place force row level security;

create policy tenant on station_place
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuelling (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'ok' not null,
  kind text default 'fuel' not null,
  vehicle bigint not null,
  driver_name text,
  pay text default 'cash' not null,
  card bigint,
  at timestamptz not null,
  station text,
  city text,
  fuel text,
  quantity numeric(18,2) not null,
  unit_price bigint not null,
  amount bigint not null,
  service_fee bigint default 0,
  discount bigint default 0 not null,
  filled_up boolean default false not null,
  km numeric(18,1),
  soc_from bigint,
  soc_to bigint,
  receipts jsonb,
  source text default 'manual' not null,
  supplier_no text,
  consumption numeric(18,2),
  score bigint default 0,
  checks jsonb,
  findings text,
  explanation text,
  risk_report bigint,
  incidental bigint,
  wage_note bigint,
  store bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(station, '') || ' ' || coalesce(supplier_no, '') || ' ' || coalesce(driver_name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuelling_status_values check (status in ('ok', 'suspect', 'explained', 'confirmed', 'voided')),
  constraint fuelling_kind_values check (kind in ('fuel', 'charge')),
  constraint fuelling_pay_values check (pay in ('card', 'cash', 'company', 'app')),
  constraint fuelling_fuel_values check (fuel in ('p92', 'p95', 'p98', 'd0', 'd-10', 'lng', 'cng', 'h2', 'electric')),
  constraint fuelling_quantity_range check (quantity >= 0.01 and quantity <= 10000),
  constraint fuelling_unit_price_range check (unit_price >= 0 and unit_price <= 100000),
  constraint fuelling_amount_range check (amount >= 1 and amount <= 100000000),
  constraint fuelling_service_fee_range check (service_fee >= 0),
  constraint fuelling_discount_range check (discount >= 0),
  constraint fuelling_km_range check (km >= 0 and km <= 5000000),
  constraint fuelling_soc_from_range check (soc_from >= 0 and soc_from <= 100),
  constraint fuelling_soc_to_range check (soc_to >= 0 and soc_to <= 100),
  constraint fuelling_source_values check (source in ('import', 'manual', 'app', 'api'))
);

comment on table fuelling is '加油充电';

comment on column fuelling.id is '编号';

comment on column fuelling.operator_id is '运营公司';

comment on column fuelling.created_by is '创建人';

comment on column fuelling.created_at is '创建时间';

comment on column fuelling.updated_by is '修改人';

comment on column fuelling.updated_at is '修改时间';

comment on column fuelling.version is '版本';

comment on column fuelling.deleted_at is '删除时间';

comment on column fuelling.no is '记录编号';

comment on column fuelling.status is '状态';

comment on column fuelling.kind is '类型';

comment on column fuelling.vehicle is '车辆';

comment on column fuelling.driver_name is '司机';

comment on column fuelling.pay is '付款方式';

comment on column fuelling.card is '油卡';

comment on column fuelling.at is '时间';

comment on column fuelling.station is '加油站或电站';

comment on column fuelling.city is '城市';

comment on column fuelling.fuel is '油品';

comment on column fuelling.quantity is '数量';

comment on column fuelling.unit_price is '单价';

comment on column fuelling.amount is '金额';

comment on column fuelling.service_fee is '服务费';

comment on column fuelling.discount is '优惠';

comment on column fuelling.filled_up is '加满';

comment on column fuelling.km is '里程';

comment on column fuelling.soc_from is '起始电量';

comment on column fuelling.soc_to is '结束电量';

comment on column fuelling.receipts is '小票照片';

comment on column fuelling.source is '来源';

comment on column fuelling.supplier_no is '供应商流水号';

comment on column fuelling.consumption is '百公里油电耗';

comment on column fuelling.score is '异常分';

comment on column fuelling.checks is '九项核对';

comment on column fuelling.findings is '异常说明';

comment on column fuelling.explanation is '司机说明';

comment on column fuelling.risk_report is '风险上报';

comment on column fuelling.incidental is '杂费单';

comment on column fuelling.wage_note is '工资扣款提示';

comment on column fuelling.store is '门店';

comment on column fuelling.remark is '备注';

comment on column fuelling.pinyin is '名称拼音';

comment on column fuelling.search_text is '检索文本';

create unique index fuelling_no_key on fuelling (operator_id, no) where deleted_at is null;

create index fuelling_status_idx on fuelling (operator_id, status, at desc, id desc) where deleted_at is null;

create index fuelling_vehicle_idx on fuelling (operator_id, vehicle, at desc, id desc) where deleted_at is null;

create index fuelling_card_idx on fuelling (operator_id, card, at desc, id desc) where deleted_at is null;

create index fuelling_risk_report_idx on fuelling (operator_id, risk_report, at desc, id desc) where deleted_at is null;

create index fuelling_incidental_idx on fuelling (operator_id, incidental, at desc, id desc) where deleted_at is null;

create index fuelling_store_idx on fuelling (operator_id, store, at desc, id desc) where deleted_at is null;

create index fuelling_kind_idx on fuelling (operator_id, kind, at desc, id desc) where deleted_at is null;

create index fuelling_pay_idx on fuelling (operator_id, pay, at desc, id desc) where deleted_at is null;

create index fuelling_source_idx on fuelling (operator_id, source, at desc, id desc) where deleted_at is null;

create index fuelling_order on fuelling (operator_id, at desc, id desc) where deleted_at is null;

create index fuelling_search on fuelling using gin (search_text gin_trgm_ops);

alter table fuelling enable row level security;

alter table fuelling force row level security;

create policy tenant on fuelling
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table fuel_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  account bigint not null,
  card bigint,
  pot text not null,
  kind text not null,
  delta bigint not null,
  after bigint not null,
  at timestamptz not null,
  supplier_no text,
  station text,
  fuelling bigint,
  reverses bigint,
  note text,
  pair_key text not null,
  store bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(supplier_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint fuel_entry_pot_values check (pot in ('quota', 'reserve', 'wallet', 'transit')),
  constraint fuel_entry_kind_values check (kind in ('recharge', 'allocate', 'load', 'spend', 'recall', 'refund', 'fee', 'adjust'))
);

comment on table fuel_entry is '油卡流水';

comment on column fuel_entry.id is '编号';

comment on column fuel_entry.operator_id is '运营公司';

comment on column fuel_entry.created_by is '创建人';

comment on column fuel_entry.created_at is '创建时间';

comment on column fuel_entry.updated_by is '修改人';

comment on column fuel_entry.updated_at is '修改时间';

comment on column fuel_entry.version is '版本';

comment on column fuel_entry.deleted_at is '删除时间';

comment on column fuel_entry.account is '主账户';

comment on column fuel_entry.card is '油卡';

comment on column fuel_entry.pot is '账';

comment on column fuel_entry.kind is '类型';

comment on column fuel_entry.delta is '变动';

comment on column fuel_entry.after is '变动后';

comment on column fuel_entry.at is '时间';

comment on column fuel_entry.supplier_no is '供应商流水号';

comment on column fuel_entry.station is '网点';

comment on column fuel_entry.fuelling is '加油充电';

comment on column fuel_entry.reverses is '冲正';

comment on column fuel_entry.note is '说明';

comment on column fuel_entry.pair_key is '转账配对';

comment on column fuel_entry.store is '门店';

comment on column fuel_entry.pinyin is '名称拼音';

comment on column fuel_entry.search_text is '检索文本';

create index fuel_entry_account_idx on fuel_entry (operator_id, account, at desc, id desc) where deleted_at is null;

create index fuel_entry_card_idx on fuel_entry (operator_id, card, at desc, id desc) where deleted_at is null;

create index fuel_entry_fuelling_idx on fuel_entry (operator_id, fuelling, at desc, id desc) where deleted_at is null;

create index fuel_entry_store_idx on fuel_entry (operator_id, store, at desc, id desc) where deleted_at is null;

create index fuel_entry_pot_idx on fuel_entry (operator_id, pot, at desc, id desc) where deleted_at is null;

create index fuel_entry_kind_idx on fuel_entry (operator_id, kind, at desc, id desc) where deleted_at is null;

create index fuel_entry_order on fuel_entry (operator_id, at desc, id desc) where deleted_at is null;

create index fuel_entry_search on fuel_entry using gin (search_text gin_trgm_ops);

alter table fuel_entry enable row level security;

alter table fuel_entry force row level security;

create policy tenant on fuel_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table odometer_reading add constraint odometer_reading_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table odometer_reading add constraint odometer_reading_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_block add constraint vehicle_block_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_block add constraint vehicle_block_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table affair_rule add constraint affair_rule_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table affair_rule add constraint affair_rule_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table affair_due add constraint affair_due_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table affair_due add constraint affair_due_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table affair_due add constraint affair_due_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_cost add constraint vehicle_cost_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_cost add constraint vehicle_cost_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table shop_price add constraint shop_price_shop_fk foreign key (operator_id, shop) references repair_shop (operator_id, id) on delete restrict;

alter table shop_price add constraint shop_price_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_renewal_of_fk foreign key (operator_id, renewal_of) references insurance_policy (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table insurance_policy add constraint insurance_policy_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table policy_change add constraint policy_change_policy_fk foreign key (operator_id, policy) references insurance_policy (operator_id, id) on delete restrict;

alter table policy_change add constraint policy_change_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table shop_statement add constraint shop_statement_shop_fk foreign key (operator_id, shop) references repair_shop (operator_id, id) on delete restrict;

alter table shop_statement add constraint shop_statement_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table shop_statement add constraint shop_statement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_policy_fk foreign key (operator_id, policy) references insurance_policy (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_upkeep_order_fk foreign key (operator_id, upkeep_order) references upkeep_order (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table insurance_claim add constraint insurance_claim_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_shop_fk foreign key (operator_id, shop) references repair_shop (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_claim_fk foreign key (operator_id, claim) references insurance_claim (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_submitted_by_fk foreign key (operator_id, submitted_by) references "user" (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_of_order_fk foreign key (operator_id, of_order) references upkeep_order (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_statement_fk foreign key (operator_id, statement) references shop_statement (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table upkeep_order add constraint upkeep_order_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table upkeep_state add constraint upkeep_state_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table upkeep_state add constraint upkeep_state_upkeep_order_fk foreign key (operator_id, upkeep_order) references upkeep_order (operator_id, id) on delete restrict;

alter table upkeep_state add constraint upkeep_state_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_order_ref_fk foreign key (operator_id, order_ref) references upkeep_order (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_payable_fk foreign key (operator_id, payable) references payable_bill (operator_id, id) on delete restrict;

alter table inspection add constraint inspection_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table certificate add constraint certificate_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table certificate add constraint certificate_replaced_by_fk foreign key (operator_id, replaced_by) references certificate (operator_id, id) on delete restrict;

alter table certificate add constraint certificate_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table violation add constraint violation_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table violation add constraint violation_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table violation add constraint violation_lease_fk foreign key (operator_id, lease) references lease (operator_id, id) on delete restrict;

alter table violation add constraint violation_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table violation add constraint violation_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_violation add constraint vehicle_violation_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_violation add constraint vehicle_violation_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table violation_query add constraint violation_query_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table violation_query add constraint violation_query_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuel_account add constraint fuel_account_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_account_fk foreign key (operator_id, account) references fuel_account (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table fuel_card add constraint fuel_card_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_card_fk foreign key (operator_id, card) references fuel_card (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_risk_report_fk foreign key (operator_id, risk_report) references risk_report (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_incidental_fk foreign key (operator_id, incidental) references incidental (operator_id, id) on delete restrict;

alter table fuelling add constraint fuelling_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_account_fk foreign key (operator_id, account) references fuel_account (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_card_fk foreign key (operator_id, card) references fuel_card (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_fuelling_fk foreign key (operator_id, fuelling) references fuelling (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_reverses_fk foreign key (operator_id, reverses) references fuel_entry (operator_id, id) on delete restrict;

alter table fuel_entry add constraint fuel_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;
