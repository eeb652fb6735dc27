-- coupons
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table coupon (
  id bigint generated always as identity not null primary key,
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
  kind text default 'fullCut' not null,
  threshold bigint,
  amount_off bigint,
  pay_bp integer,
  cap bigint,
  free_days bigint,
  fee_items jsonb,
  stackable boolean default false not null,
  store bigint,
  stock bigint not null,
  per_customer bigint default 1 not null,
  issued bigint default 0 not null,
  start_on date not null,
  last_on date not null,
  validity text default 'fixed' not null,
  valid_days bigint,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint coupon_status_values check (status in ('draft', 'upcoming', 'active', 'paused', 'ended', 'voided')),
  constraint coupon_kind_values check (kind in ('fullCut', 'direct', 'discount', 'freeDays')),
  constraint coupon_threshold_range check (threshold >= 1),
  constraint coupon_amount_off_range check (amount_off >= 1),
  constraint coupon_pay_bp_range check (pay_bp >= 1 and pay_bp <= 9999),
  constraint coupon_cap_range check (cap >= 1),
  constraint coupon_free_days_range check (free_days >= 1 and free_days <= 366),
  constraint coupon_stock_range check (stock >= 1 and stock <= 1000000),
  constraint coupon_per_customer_range check (per_customer >= 1 and per_customer <= 1000),
  constraint coupon_issued_range check (issued >= 0),
  constraint coupon_validity_values check (validity in ('fixed', 'relative')),
  constraint coupon_valid_days_range check (valid_days >= 1 and valid_days <= 3660)
);

comment on table coupon is '优惠券';

comment on column coupon.id is '编号';

comment on column coupon.operator_id is '运营公司';

comment on column coupon.created_by is '创建人';

comment on column coupon.created_at is '创建时间';

comment on column coupon.updated_by is '修改人';

comment on column coupon.updated_at is '修改时间';

comment on column coupon.version is '版本';

comment on column coupon.deleted_at is '删除时间';

comment on column coupon.no is '优惠券编号';

comment on column coupon.name is '优惠券名称';

comment on column coupon.status is '状态';

comment on column coupon.kind is '优惠方式';

comment on column coupon.threshold is '使用门槛';

comment on column coupon.amount_off is '减免金额';

comment on column coupon.pay_bp is '折后比例';

comment on column coupon.cap is '最高减免';

comment on column coupon.free_days is '免租天数';

comment on column coupon.fee_items is '适用费用科目';

comment on column coupon.stackable is '可与其他优惠券叠加';

comment on column coupon.store is '适用门店';

comment on column coupon.stock is '发行总量';

comment on column coupon.per_customer is '每客户限领';

comment on column coupon.issued is '已发放';

comment on column coupon.start_on is '活动开始日';

comment on column coupon.last_on is '活动截止日';

comment on column coupon.validity is '券有效期';

comment on column coupon.valid_days is '有效天数';

comment on column coupon.remark is '备注';

comment on column coupon.pinyin is '名称拼音';

comment on column coupon.search_text is '检索文本';

create unique index coupon_no_key on coupon (operator_id, no) where deleted_at is null;

create unique index coupon_name_key on coupon (operator_id, name) where deleted_at is null;

create index coupon_status_idx on coupon (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index coupon_store_idx on coupon (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index coupon_kind_idx on coupon (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index coupon_start_on_idx on coupon (operator_id, start_on) where deleted_at is null;

create index coupon_last_on_idx on coupon (operator_id, last_on) where deleted_at is null;

create index coupon_order on coupon (operator_id, created_at desc, id desc) where deleted_at is null;

create index coupon_search on coupon using gin (search_text gin_trgm_ops);

alter table coupon enable row level security;

alter table coupon force row level security;

create policy tenant on coupon
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table customer_coupon (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'unused' not null,
  coupon bigint not null,
  offer text not null,
  lessee bigint not null,
  store bigint not null,
  issued_on date not null,
  start_on date not null,
  last_on date not null,
  bill bigint,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint customer_coupon_status_values check (status in ('unused', 'locked', 'used', 'expired', 'recalled'))
);

comment on table customer_coupon is '客户优惠券';

comment on column customer_coupon.id is '编号';

comment on column customer_coupon.operator_id is '运营公司';

comment on column customer_coupon.created_by is '创建人';

comment on column customer_coupon.created_at is '创建时间';

comment on column customer_coupon.updated_by is '修改人';

comment on column customer_coupon.updated_at is '修改时间';

comment on column customer_coupon.version is '版本';

comment on column customer_coupon.deleted_at is '删除时间';

comment on column customer_coupon.no is '券号';

comment on column customer_coupon.status is '状态';

comment on column customer_coupon.coupon is '优惠券';

comment on column customer_coupon.offer is '优惠内容';

comment on column customer_coupon.lessee is '承租人';

comment on column customer_coupon.store is '门店';

comment on column customer_coupon.issued_on is '发放日';

comment on column customer_coupon.start_on is '可用起日';

comment on column customer_coupon.last_on is '可用止日';

comment on column customer_coupon.bill is '使用账单';

comment on column customer_coupon.reason is '回收原因';

comment on column customer_coupon.pinyin is '名称拼音';

comment on column customer_coupon.search_text is '检索文本';

create unique index customer_coupon_no_key on customer_coupon (operator_id, no) where deleted_at is null;

create index customer_coupon_status_idx on customer_coupon (operator_id, status, id desc) where deleted_at is null;

create index customer_coupon_coupon_idx on customer_coupon (operator_id, coupon, id desc) where deleted_at is null;

create index customer_coupon_lessee_idx on customer_coupon (operator_id, lessee, id desc) where deleted_at is null;

create index customer_coupon_store_idx on customer_coupon (operator_id, store, id desc) where deleted_at is null;

create index customer_coupon_bill_idx on customer_coupon (operator_id, bill, id desc) where deleted_at is null;

create index customer_coupon_last_on_idx on customer_coupon (operator_id, last_on) where deleted_at is null;

create index customer_coupon_issued_on_idx on customer_coupon (operator_id, issued_on) where deleted_at is null;

create index customer_coupon_status_last_on_idx on customer_coupon (operator_id, status, last_on) where deleted_at is null;

create index customer_coupon_order on customer_coupon (operator_id, id desc) where deleted_at is null;

create index customer_coupon_search on customer_coupon using gin (search_text gin_trgm_ops);

alter table customer_coupon enable row level security;

alter table customer_coupon force row level security;

create policy tenant on customer_coupon
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table coupon_use (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  coupon bigint not null,
  customer_coupon bigint not null,
  status text default 'applied' not null,
  lessee bigint not null,
  store bigint not null,
  used_on date not null,
  base bigint not null,
  amount bigint not null,
  live bigint not null,
  formula text not null,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(formula, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint coupon_use_status_values check (status in ('applied', 'withdrawn')),
  constraint coupon_use_base_range check (base >= 1),
  constraint coupon_use_amount_range check (amount >= 1),
  constraint coupon_use_live_range check (live >= 0)
);

comment on table coupon_use is '优惠券使用';

comment on column coupon_use.id is '编号';

comment on column coupon_use.operator_id is '运营公司';

comment on column coupon_use.created_by is '创建人';

comment on column coupon_use.created_at is '创建时间';

comment on column coupon_use.updated_by is '修改人';

comment on column coupon_use.updated_at is '修改时间';

comment on column coupon_use.version is '版本';

comment on column coupon_use.deleted_at is '删除时间';

comment on column coupon_use.bill is '账单';

comment on column coupon_use.coupon is '优惠券';

comment on column coupon_use.customer_coupon is '券号';

comment on column coupon_use.status is '状态';

comment on column coupon_use.lessee is '承租人';

comment on column coupon_use.store is '门店';

comment on column coupon_use.used_on is '使用日';

comment on column coupon_use.base is '适用费用';

comment on column coupon_use.amount is '抵扣金额';

comment on column coupon_use.live is '现抵扣';

comment on column coupon_use.formula is '算式';

comment on column coupon_use.reason is '撤回原因';

comment on column coupon_use.pinyin is '名称拼音';

comment on column coupon_use.search_text is '检索文本';

create index coupon_use_bill_idx on coupon_use (operator_id, bill, id desc) where deleted_at is null;

create index coupon_use_coupon_idx on coupon_use (operator_id, coupon, id desc) where deleted_at is null;

create index coupon_use_customer_coupon_idx on coupon_use (operator_id, customer_coupon, id desc) where deleted_at is null;

create index coupon_use_status_idx on coupon_use (operator_id, status, id desc) where deleted_at is null;

create index coupon_use_lessee_idx on coupon_use (operator_id, lessee, id desc) where deleted_at is null;

create index coupon_use_store_idx on coupon_use (operator_id, store, id desc) where deleted_at is null;

create index coupon_use_used_on_idx on coupon_use (operator_id, used_on) where deleted_at is null;

create index coupon_use_order on coupon_use (operator_id, id desc) where deleted_at is null;

create index coupon_use_search on coupon_use using gin (search_text gin_trgm_ops);

alter table coupon_use enable row level security;

alter table coupon_use force row level security;

create policy tenant on coupon_use
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table coupon add constraint coupon_store_fk foreign key (store) references store (id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_coupon_fk foreign key (coupon) references coupon (id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_store_fk foreign key (store) references store (id) on delete restrict;

alter table customer_coupon add constraint customer_coupon_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table coupon_use add constraint coupon_use_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table coupon_use add constraint coupon_use_coupon_fk foreign key (coupon) references coupon (id) on delete restrict;

alter table coupon_use add constraint coupon_use_customer_coupon_fk foreign key (customer_coupon) references customer_coupon (id) on delete restrict;

alter table coupon_use add constraint coupon_use_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table coupon_use add constraint coupon_use_store_fk foreign key (store) references store (id) on delete restrict;

-- What definitions cannot say. Hand-written: a coupon stands on a bill once, and one of a customer's coupons on one bill.
create unique index coupon_use_once_key on coupon_use (operator_id, coupon, bill) where status = 'applied' and deleted_at is null;
create unique index coupon_use_customer_coupon_key on coupon_use (operator_id, customer_coupon) where status = 'applied' and deleted_at is null;
alter table coupon add constraint coupon_issued_within_stock check (issued <= stock);
alter table coupon_use add constraint coupon_use_within_base check (live <= amount and amount <= base);
