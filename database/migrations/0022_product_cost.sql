-- product_cost
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table product_cost (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  product bigint not null,
  effective_on date not null,
  purchase_price bigint not null,
  residual_bp integer default 500 not null,
  depreciation_months bigint default 60 not null,
  insurance_per_year bigint default 0 not null,
  upkeep_per_month bigint default 0 not null,
  other_per_month bigint default 0 not null,
  rent bigint,
  depreciation bigint generated always as (((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months) stored,
  monthly_cost bigint generated always as ((((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)) stored,
  margin bigint generated always as (rent - (((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)) stored,
  margin_percent bigint generated always as (case when rent > 0 then (rent - (((purchase_price * (10000 - residual_bp) + 5000) / 10000 + depreciation_months / 2) / depreciation_months + (insurance_per_year + 6) / 12 + upkeep_per_month + other_per_month)) * 100 / rent end) stored,
  remark text,
  constraint product_cost_purchase_price_range check (purchase_price >= 1),
  constraint product_cost_residual_bp_range check (residual_bp >= 0 and residual_bp <= 10000),
  constraint product_cost_depreciation_months_range check (depreciation_months >= 1 and depreciation_months <= 240),
  constraint product_cost_insurance_per_year_range check (insurance_per_year >= 0),
  constraint product_cost_upkeep_per_month_range check (upkeep_per_month >= 0),
  constraint product_cost_other_per_month_range check (other_per_month >= 0),
  constraint product_cost_rent_range check (rent >= 1)
);

comment on table product_cost is '产品成本';

comment on column product_cost.id is '编号';

comment on column product_cost.operator_id is '运营公司';

comment on column product_cost.created_by is '创建人';

comment on column product_cost.created_at is '创建时间';

comment on column product_cost.updated_by is '修改人';

comment on column product_cost.updated_at is '修改时间';

comment on column product_cost.version is '版本';

comment on column product_cost.deleted_at is '删除时间';

comment on column product_cost.product is '产品';

comment on column product_cost.effective_on is '生效日期';

comment on column product_cost.purchase_price is '单车购置价';

comment on column product_cost.residual_bp is '残值率';

comment on column product_cost.depreciation_months is '折旧期';

comment on column product_cost.insurance_per_year is '年保险费';

comment on column product_cost.upkeep_per_month is '月保养维修';

comment on column product_cost.other_per_month is '月其他成本';

comment on column product_cost.rent is '对照月租金';

comment on column product_cost.depreciation is '月折旧';

comment on column product_cost.monthly_cost is '月成本';

comment on column product_cost.margin is '月毛利';

comment on column product_cost.margin_percent is '毛利率';

comment on column product_cost.remark is '说明';

create index product_cost_product_idx on product_cost (operator_id, product, effective_on desc, id) where deleted_at is null;

create unique index product_cost_product_effective_on_key on product_cost (operator_id, product, effective_on) where deleted_at is null;

create index product_cost_effective_on_idx on product_cost (operator_id, effective_on) where deleted_at is null;

create index product_cost_order on product_cost (operator_id, product, effective_on desc, id) where deleted_at is null;

alter table product_cost enable row level security;

alter table product_cost force row level security;

create policy tenant on product_cost
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table product_cost add constraint product_cost_product_fk foreign key (product) references vehicle_product (id) on delete restrict;
