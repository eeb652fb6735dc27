-- leasing_life
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table credit_record (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lessee bigint not null,
  store bigint,
  source text default 'manual' not null,
  kind text default 'report' not null,
  recorded_on date not null,
  score bigint,
  overdue_count bigint,
  max_overdue_days bigint,
  arrears bigint,
  paid_total bigint,
  note text not null,
  attachments jsonb,
  constraint credit_record_source_values check (source in ('internal', 'thirdParty', 'manual')),
  constraint credit_record_kind_values check (kind in ('payment', 'violation', 'damage', 'dispute', 'report', 'other')),
  constraint credit_record_score_range check (score >= 0 and score <= 1000)
);

comment on table credit_record is '信用记录';

comment on column credit_record.id is '编号';

comment on column credit_record.operator_id is '运营公司';

comment on column credit_record.created_by is '创建人';

comment on column credit_record.created_at is '创建时间';

comment on column credit_record.updated_by is '修改人';

comment on column credit_record.updated_at is '修改时间';

comment on column credit_record.version is '版本';

comment on column credit_record.deleted_at is '删除时间';

comment on column credit_record.lessee is '承租人';

comment on column credit_record.store is '门店';

comment on column credit_record.source is '来源';

comment on column credit_record.kind is '类型';

comment on column credit_record.recorded_on is '记录日期';

comment on column credit_record.score is '评分';

comment on column credit_record.overdue_count is '逾期账单数';

comment on column credit_record.max_overdue_days is '最长逾期';

comment on column credit_record.arrears is '当前欠款';

comment on column credit_record.paid_total is '累计付款';

comment on column credit_record.note is '说明';

comment on column credit_record.attachments is '附件';

create index credit_record_lessee_idx on credit_record (operator_id, lessee, recorded_on desc, id desc) where deleted_at is null;

create index credit_record_store_idx on credit_record (operator_id, store, recorded_on desc, id desc) where deleted_at is null;

create index credit_record_source_idx on credit_record (operator_id, source, recorded_on desc, id desc) where deleted_at is null;

create index credit_record_kind_idx on credit_record (operator_id, kind, recorded_on desc, id desc) where deleted_at is null;

create index credit_record_recorded_on_idx on credit_record (operator_id, recorded_on) where deleted_at is null;

create index credit_record_order on credit_record (operator_id, recorded_on desc, id desc) where deleted_at is null;

alter table credit_record enable row level security;

alter table credit_record force row level security;

create policy tenant on credit_record
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table lease_plan add column early_penalty text default 'none' not null;

comment on column lease_plan.early_penalty is '提前退车违约金';

alter table lease_plan add column early_penalty_months bigint;

comment on column lease_plan.early_penalty_months is '违约金月数';

alter table lease_plan add column early_penalty_bp integer;

comment on column lease_plan.early_penalty_bp is '违约金比例';

alter table lease_plan add column overdue_factor_bp integer default 10000 not null;

comment on column lease_plan.overdue_factor_bp is '超期用车计费';

alter table lease_plan add constraint lease_plan_early_penalty_values check (early_penalty in ('none', 'months', 'remainingRate'));

alter table lease_plan add constraint lease_plan_early_penalty_months_range check (early_penalty_months >= 1 and early_penalty_months <= 12);

alter table lease_plan add constraint lease_plan_early_penalty_bp_range check (early_penalty_bp >= 1 and early_penalty_bp <= 10000);

alter table lease_plan add constraint lease_plan_overdue_factor_bp_range check (overdue_factor_bp >= 0 and overdue_factor_bp <= 50000);

create table car_application (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lessee bigint not null,
  store bigint not null,
  owner bigint,
  model bigint,
  plan bigint,
  quantity bigint default 1 not null,
  vehicles bigint[],
  want_on date not null,
  months bigint default 12 not null,
  purpose text not null,
  attachments jsonb,
  contract bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(purpose, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint car_application_status_values check (status in ('draft', 'approving', 'rejected', 'approved', 'contracted', 'cancelled')),
  constraint car_application_quantity_range check (quantity >= 1 and quantity <= 100),
  constraint car_application_months_range check (months >= 1 and months <= 120)
);

comment on table car_application is '用车申请';

comment on column car_application.id is '编号';

comment on column car_application.operator_id is '运营公司';

comment on column car_application.created_by is '创建人';

comment on column car_application.created_at is '创建时间';

comment on column car_application.updated_by is '修改人';

comment on column car_application.updated_at is '修改时间';

comment on column car_application.version is '版本';

comment on column car_application.deleted_at is '删除时间';

comment on column car_application.no is '申请单号';

comment on column car_application.status is '状态';

comment on column car_application.lessee is '承租人';

comment on column car_application.store is '提车门店';

comment on column car_application.owner is '业务员';

comment on column car_application.model is '意向车型';

comment on column car_application.plan is '租赁方案';

comment on column car_application.quantity is '数量';

comment on column car_application.vehicles is '指定车辆';

comment on column car_application.want_on is '希望提车日';

comment on column car_application.months is '租期';

comment on column car_application.purpose is '用途';

comment on column car_application.attachments is '附件';

comment on column car_application.contract is '合同';

comment on column car_application.submitted_at is '提交时间';

comment on column car_application.decided_by is '审核人';

comment on column car_application.decided_at is '审核时间';

comment on column car_application.reject_reason is '驳回原因';

comment on column car_application.pinyin is '名称拼音';

comment on column car_application.search_text is '检索文本';

create unique index car_application_no_key on car_application (operator_id, no) where deleted_at is null;

create index car_application_status_idx on car_application (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index car_application_lessee_idx on car_application (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index car_application_store_idx on car_application (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index car_application_owner_idx on car_application (operator_id, owner, created_at desc, id desc) where deleted_at is null;

create index car_application_model_idx on car_application (operator_id, model, created_at desc, id desc) where deleted_at is null;

create index car_application_plan_idx on car_application (operator_id, plan, created_at desc, id desc) where deleted_at is null;

create index car_application_vehicles_gin on car_application using gin (vehicles);

create index car_application_contract_idx on car_application (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index car_application_decided_by_idx on car_application (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index car_application_want_on_idx on car_application (operator_id, want_on) where deleted_at is null;

create index car_application_order on car_application (operator_id, created_at desc, id desc) where deleted_at is null;

create index car_application_search on car_application using gin (search_text gin_trgm_ops);

alter table car_application enable row level security;

alter table car_application force row level security;

create policy tenant on car_application
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table contract add column application bigint;

comment on column contract.application is '用车申请';

alter table contract add column early_penalty text default 'none' not null;

comment on column contract.early_penalty is '提前退车违约金';

alter table contract add column early_penalty_months bigint;

comment on column contract.early_penalty_months is '违约金月数';

alter table contract add column early_penalty_bp integer;

comment on column contract.early_penalty_bp is '违约金比例';

alter table contract add column overdue_factor_bp integer default 10000 not null;

comment on column contract.overdue_factor_bp is '超期用车计费';

alter table contract add column reject_reason text;

comment on column contract.reject_reason is '驳回原因';

alter table contract add constraint contract_early_penalty_values check (early_penalty in ('none', 'months', 'remainingRate'));

alter table contract add constraint contract_early_penalty_months_range check (early_penalty_months >= 1 and early_penalty_months <= 12);

alter table contract add constraint contract_early_penalty_bp_range check (early_penalty_bp >= 1 and early_penalty_bp <= 10000);

alter table contract add constraint contract_overdue_factor_bp_range check (overdue_factor_bp >= 0 and overdue_factor_bp <= 50000);

create index contract_application_idx on contract (operator_id, application, created_at desc, id desc) where deleted_at is null;

alter table lease add column returned_at timestamptz;

comment on column lease.returned_at is '退车时间';

alter table lease add column end_odometer bigint;

comment on column lease.end_odometer is '退车里程';

create table lease_term (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lease bigint not null,
  contract bigint not null,
  store bigint not null,
  seq bigint not null,
  source text default 'first' not null,
  anchor_on date not null,
  start_on date not null,
  end_on date not null,
  monthly_rent bigint not null,
  daily_rent bigint,
  constraint lease_term_source_values check (source in ('first', 'renewal', 'extension', 'change'))
);

comment on table lease_term is '租期';

comment on column lease_term.id is '编号';

comment on column lease_term.operator_id is '运营公司';

comment on column lease_term.created_by is '创建人';

comment on column lease_term.created_at is '创建时间';

comment on column lease_term.updated_by is '修改人';

comment on column lease_term.updated_at is '修改时间';

comment on column lease_term.version is '版本';

comment on column lease_term.deleted_at is '删除时间';

comment on column lease_term.lease is '租约';

comment on column lease_term.contract is '合同';

comment on column lease_term.store is '门店';

comment on column lease_term.seq is '序号';

comment on column lease_term.source is '来源';

comment on column lease_term.anchor_on is '账期基准日';

comment on column lease_term.start_on is '起';

comment on column lease_term.end_on is '止';

comment on column lease_term.monthly_rent is '月租金';

comment on column lease_term.daily_rent is '日租金';

create index lease_term_lease_idx on lease_term (operator_id, lease, seq, id) where deleted_at is null;

create index lease_term_contract_idx on lease_term (operator_id, contract, lease, seq, id) where deleted_at is null;

create index lease_term_store_idx on lease_term (operator_id, store, lease, seq, id) where deleted_at is null;

create index lease_term_source_idx on lease_term (operator_id, source, lease, seq, id) where deleted_at is null;

create index lease_term_start_on_idx on lease_term (operator_id, start_on) where deleted_at is null;

create index lease_term_end_on_idx on lease_term (operator_id, end_on) where deleted_at is null;

create index lease_term_order on lease_term (operator_id, lease, seq, id) where deleted_at is null;

alter table lease_term enable row level security;

alter table lease_term force row level security;

create policy tenant on lease_term
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_swap (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lease bigint not null,
  contract bigint,
  lessee bigint,
  store bigint,
  kind text default 'permanent' not null,
  old_vehicle bigint,
  new_vehicle bigint not null,
  planned_on date not null,
  expected_back_on date,
  rent_policy text default 'none',
  new_rent bigint,
  reason_kind text default 'fault' not null,
  reason_note text,
  attachments jsonb,
  effective_at timestamptz,
  old_odometer bigint,
  old_energy_percent bigint,
  new_odometer bigint,
  new_energy_percent bigint,
  old_items jsonb,
  new_items jsonb,
  photos jsonb,
  signed_sheet jsonb,
  back_at timestamptz,
  difference bigint,
  bill bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint vehicle_swap_status_values check (status in ('draft', 'approving', 'rejected', 'toSwap', 'away', 'done', 'cancelled')),
  constraint vehicle_swap_kind_values check (kind in ('permanent', 'temporary')),
  constraint vehicle_swap_rent_policy_values check (rent_policy in ('none', 'difference', 'nextPeriod')),
  constraint vehicle_swap_new_rent_range check (new_rent >= 1),
  constraint vehicle_swap_reason_kind_values check (reason_kind in ('fault', 'accident', 'maintenance', 'upgrade', 'other'))
);

comment on table vehicle_swap is '换车单';

comment on column vehicle_swap.id is '编号';

comment on column vehicle_swap.operator_id is '运营公司';

comment on column vehicle_swap.created_by is '创建人';

comment on column vehicle_swap.created_at is '创建时间';

comment on column vehicle_swap.updated_by is '修改人';

comment on column vehicle_swap.updated_at is '修改时间';

comment on column vehicle_swap.version is '版本';

comment on column vehicle_swap.deleted_at is '删除时间';

comment on column vehicle_swap.no is '换车单号';

comment on column vehicle_swap.status is '状态';

comment on column vehicle_swap.lease is '租约';

comment on column vehicle_swap.contract is '合同';

comment on column vehicle_swap.lessee is '承租人';

comment on column vehicle_swap.store is '门店';

comment on column vehicle_swap.kind is '换车方式';

comment on column vehicle_swap.old_vehicle is '原车';

comment on column vehicle_swap.new_vehicle is '新车';

comment on column vehicle_swap.planned_on is '计划换车日';

comment on column vehicle_swap.expected_back_on is '预计换回日';

comment on column vehicle_swap.rent_policy is '租金处理';

comment on column vehicle_swap.new_rent is '新月租金';

comment on column vehicle_swap.reason_kind is '换车原因';

comment on column vehicle_swap.reason_note is '说明';

comment on column vehicle_swap.attachments is '附件';

comment on column vehicle_swap.effective_at is '实际换车时间';

comment on column vehicle_swap.old_odometer is '原车里程';

comment on column vehicle_swap.old_energy_percent is '原车电量/油量';

comment on column vehicle_swap.new_odometer is '新车里程';

comment on column vehicle_swap.new_energy_percent is '新车电量/油量';

comment on column vehicle_swap.old_items is '原车检查结果';

comment on column vehicle_swap.new_items is '新车检查结果';

comment on column vehicle_swap.photos is '验车照片';

comment on column vehicle_swap.signed_sheet is '双方签字换车单';

comment on column vehicle_swap.back_at is '换回时间';

comment on column vehicle_swap.difference is '租金差额';

comment on column vehicle_swap.bill is '补差账单';

comment on column vehicle_swap.submitted_at is '提交时间';

comment on column vehicle_swap.decided_by is '审核人';

comment on column vehicle_swap.decided_at is '审核时间';

comment on column vehicle_swap.reject_reason is '驳回原因';

comment on column vehicle_swap.pinyin is '名称拼音';

comment on column vehicle_swap.search_text is '检索文本';

create unique index vehicle_swap_no_key on vehicle_swap (operator_id, no) where deleted_at is null;

create index vehicle_swap_status_idx on vehicle_swap (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_lease_idx on vehicle_swap (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_contract_idx on vehicle_swap (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_lessee_idx on vehicle_swap (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_store_idx on vehicle_swap (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_old_vehicle_idx on vehicle_swap (operator_id, old_vehicle, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_new_vehicle_idx on vehicle_swap (operator_id, new_vehicle, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_bill_idx on vehicle_swap (operator_id, bill, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_decided_by_idx on vehicle_swap (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_kind_idx on vehicle_swap (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_planned_on_idx on vehicle_swap (operator_id, planned_on) where deleted_at is null;

create index vehicle_swap_effective_at_idx on vehicle_swap (operator_id, effective_at) where deleted_at is null;

create index vehicle_swap_order on vehicle_swap (operator_id, created_at desc, id desc) where deleted_at is null;

create index vehicle_swap_search on vehicle_swap using gin (search_text gin_trgm_ops);

alter table vehicle_swap enable row level security;

alter table vehicle_swap force row level security;

create policy tenant on vehicle_swap
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table rent_reduction (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  method text default 'freeDays' not null,
  start_on date not null,
  last_on date,
  amount_off bigint,
  rate_bp integer,
  new_rent bigint,
  most bigint,
  reason_kind text default 'fault' not null,
  reason_note text not null,
  attachments jsonb,
  amount bigint,
  parts jsonb,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint rent_reduction_status_values check (status in ('draft', 'approving', 'rejected', 'effective', 'withdrawn')),
  constraint rent_reduction_method_values check (method in ('freeDays', 'amount', 'rate', 'newRent')),
  constraint rent_reduction_amount_off_range check (amount_off >= 1),
  constraint rent_reduction_rate_bp_range check (rate_bp >= 1 and rate_bp <= 10000),
  constraint rent_reduction_new_rent_range check (new_rent >= 1),
  constraint rent_reduction_most_range check (most >= 1),
  constraint rent_reduction_reason_kind_values check (reason_kind in ('fault', 'forceMajeure', 'care', 'bargain', 'other'))
);

comment on table rent_reduction is '减租单';

comment on column rent_reduction.id is '编号';

comment on column rent_reduction.operator_id is '运营公司';

comment on column rent_reduction.created_by is '创建人';

comment on column rent_reduction.created_at is '创建时间';

comment on column rent_reduction.updated_by is '修改人';

comment on column rent_reduction.updated_at is '修改时间';

comment on column rent_reduction.version is '版本';

comment on column rent_reduction.deleted_at is '删除时间';

comment on column rent_reduction.no is '减租单号';

comment on column rent_reduction.status is '状态';

comment on column rent_reduction.lease is '租约';

comment on column rent_reduction.contract is '合同';

comment on column rent_reduction.lessee is '承租人';

comment on column rent_reduction.vehicle is '车辆';

comment on column rent_reduction.store is '门店';

comment on column rent_reduction.method is '减租方式';

comment on column rent_reduction.start_on is '减租起日';

comment on column rent_reduction.last_on is '减租止日';

comment on column rent_reduction.amount_off is '减免金额';

comment on column rent_reduction.rate_bp is '减免比例';

comment on column rent_reduction.new_rent is '新月租金';

comment on column rent_reduction.most is '申请减免不超过';

comment on column rent_reduction.reason_kind is '减租原因';

comment on column rent_reduction.reason_note is '说明';

comment on column rent_reduction.attachments is '附件';

comment on column rent_reduction.amount is '减免合计';

comment on column rent_reduction.parts is '减免明细';

comment on column rent_reduction.submitted_at is '提交时间';

comment on column rent_reduction.decided_by is '审核人';

comment on column rent_reduction.decided_at is '审核时间';

comment on column rent_reduction.reject_reason is '驳回原因';

comment on column rent_reduction.pinyin is '名称拼音';

comment on column rent_reduction.search_text is '检索文本';

create unique index rent_reduction_no_key on rent_reduction (operator_id, no) where deleted_at is null;

create index rent_reduction_status_idx on rent_reduction (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_lease_idx on rent_reduction (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_contract_idx on rent_reduction (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_lessee_idx on rent_reduction (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_vehicle_idx on rent_reduction (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_store_idx on rent_reduction (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_decided_by_idx on rent_reduction (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_method_idx on rent_reduction (operator_id, method, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_start_on_idx on rent_reduction (operator_id, start_on) where deleted_at is null;

create index rent_reduction_reason_kind_idx on rent_reduction (operator_id, reason_kind, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_order on rent_reduction (operator_id, created_at desc, id desc) where deleted_at is null;

create index rent_reduction_search on rent_reduction using gin (search_text gin_trgm_ops);

alter table rent_reduction enable row level security;

alter table rent_reduction force row level security;

create policy tenant on rent_reduction
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table renewal (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  months bigint default 12 not null,
  monthly_rent bigint not null,
  daily_rent bigint,
  deposit_delta bigint default 0 not null,
  remark text,
  attachments jsonb,
  start_on date,
  end_on date,
  total_rent bigint,
  signed_on date,
  signed_scans jsonb,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint renewal_status_values check (status in ('draft', 'approving', 'rejected', 'toSign', 'effective', 'cancelled')),
  constraint renewal_months_range check (months >= 1 and months <= 120),
  constraint renewal_monthly_rent_range check (monthly_rent >= 1),
  constraint renewal_daily_rent_range check (daily_rent >= 1),
  constraint renewal_deposit_delta_range check (deposit_delta >= 0)
);

comment on table renewal is '续租单';

comment on column renewal.id is '编号';

comment on column renewal.operator_id is '运营公司';

comment on column renewal.created_by is '创建人';

comment on column renewal.created_at is '创建时间';

comment on column renewal.updated_by is '修改人';

comment on column renewal.updated_at is '修改时间';

comment on column renewal.version is '版本';

comment on column renewal.deleted_at is '删除时间';

comment on column renewal.no is '续租单号';

comment on column renewal.status is '状态';

comment on column renewal.lease is '租约';

comment on column renewal.contract is '合同';

comment on column renewal.lessee is '承租人';

comment on column renewal.vehicle is '车辆';

comment on column renewal.store is '门店';

comment on column renewal.months is '续租期限';

comment on column renewal.monthly_rent is '续租月租金';

comment on column renewal.daily_rent is '续租日租金';

comment on column renewal.deposit_delta is '补收车辆押金';

comment on column renewal.remark is '说明';

comment on column renewal.attachments is '附件';

comment on column renewal.start_on is '续租起';

comment on column renewal.end_on is '续租后到期日';

comment on column renewal.total_rent is '续租租金合计';

comment on column renewal.signed_on is '签署日期';

comment on column renewal.signed_scans is '补充协议扫描件';

comment on column renewal.submitted_at is '提交时间';

comment on column renewal.decided_by is '审核人';

comment on column renewal.decided_at is '审核时间';

comment on column renewal.reject_reason is '驳回原因';

comment on column renewal.pinyin is '名称拼音';

comment on column renewal.search_text is '检索文本';

create unique index renewal_no_key on renewal (operator_id, no) where deleted_at is null;

create index renewal_status_idx on renewal (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index renewal_lease_idx on renewal (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index renewal_contract_idx on renewal (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index renewal_lessee_idx on renewal (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index renewal_vehicle_idx on renewal (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index renewal_store_idx on renewal (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index renewal_decided_by_idx on renewal (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index renewal_start_on_idx on renewal (operator_id, start_on) where deleted_at is null;

create index renewal_end_on_idx on renewal (operator_id, end_on) where deleted_at is null;

create index renewal_order on renewal (operator_id, created_at desc, id desc) where deleted_at is null;

create index renewal_search on renewal using gin (search_text gin_trgm_ops);

alter table renewal enable row level security;

alter table renewal force row level security;

create policy tenant on renewal
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table lease_extension (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  kind text default 'payment' not null,
  bill bigint,
  new_due_on date,
  new_end_on date,
  reason_note text not null,
  attachments jsonb,
  old_day date,
  new_day date,
  effect text,
  amount bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint lease_extension_status_values check (status in ('draft', 'approving', 'rejected', 'effective', 'cancelled')),
  constraint lease_extension_kind_values check (kind in ('payment', 'return'))
);

comment on table lease_extension is '延期单';

comment on column lease_extension.id is '编号';

comment on column lease_extension.operator_id is '运营公司';

comment on column lease_extension.created_by is '创建人';

comment on column lease_extension.created_at is '创建时间';

comment on column lease_extension.updated_by is '修改人';

comment on column lease_extension.updated_at is '修改时间';

comment on column lease_extension.version is '版本';

comment on column lease_extension.deleted_at is '删除时间';

comment on column lease_extension.no is '延期单号';

comment on column lease_extension.status is '状态';

comment on column lease_extension.lease is '租约';

comment on column lease_extension.contract is '合同';

comment on column lease_extension.lessee is '承租人';

comment on column lease_extension.vehicle is '车辆';

comment on column lease_extension.store is '门店';

comment on column lease_extension.kind is '延期类型';

comment on column lease_extension.bill is '延期账单';

comment on column lease_extension.new_due_on is '新应付日';

comment on column lease_extension.new_end_on is '新还车日';

comment on column lease_extension.reason_note is '延期原因';

comment on column lease_extension.attachments is '附件';

comment on column lease_extension.old_day is '原日期';

comment on column lease_extension.new_day is '延至';

comment on column lease_extension.effect is '影响';

comment on column lease_extension.amount is '增加租金';

comment on column lease_extension.submitted_at is '提交时间';

comment on column lease_extension.decided_by is '审核人';

comment on column lease_extension.decided_at is '审核时间';

comment on column lease_extension.reject_reason is '驳回原因';

comment on column lease_extension.pinyin is '名称拼音';

comment on column lease_extension.search_text is '检索文本';

create unique index lease_extension_no_key on lease_extension (operator_id, no) where deleted_at is null;

create index lease_extension_status_idx on lease_extension (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index lease_extension_lease_idx on lease_extension (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index lease_extension_contract_idx on lease_extension (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index lease_extension_lessee_idx on lease_extension (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index lease_extension_vehicle_idx on lease_extension (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index lease_extension_store_idx on lease_extension (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index lease_extension_bill_idx on lease_extension (operator_id, bill, created_at desc, id desc) where deleted_at is null;

create index lease_extension_decided_by_idx on lease_extension (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index lease_extension_kind_idx on lease_extension (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index lease_extension_new_day_idx on lease_extension (operator_id, new_day) where deleted_at is null;

create index lease_extension_order on lease_extension (operator_id, created_at desc, id desc) where deleted_at is null;

create index lease_extension_search on lease_extension using gin (search_text gin_trgm_ops);

alter table lease_extension enable row level security;

alter table lease_extension force row level security;

create policy tenant on lease_extension
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table incidental (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  lines jsonb not null,
  occurred_on date not null,
  due_on date not null,
  attachments jsonb,
  remark text,
  amount bigint default 0,
  bill bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint incidental_status_values check (status in ('draft', 'billed', 'cancelled'))
);

comment on table incidental is '杂费单';

comment on column incidental.id is '编号';

comment on column incidental.operator_id is '运营公司';

comment on column incidental.created_by is '创建人';

comment on column incidental.created_at is '创建时间';

comment on column incidental.updated_by is '修改人';

comment on column incidental.updated_at is '修改时间';

comment on column incidental.version is '版本';

comment on column incidental.deleted_at is '删除时间';

comment on column incidental.no is '杂费单号';

comment on column incidental.status is '状态';

comment on column incidental.lease is '租约';

comment on column incidental.contract is '合同';

comment on column incidental.lessee is '承租人';

comment on column incidental.vehicle is '车辆';

comment on column incidental.store is '门店';

comment on column incidental.lines is '费用';

comment on column incidental.occurred_on is '发生日期';

comment on column incidental.due_on is '应付日';

comment on column incidental.attachments is '凭证';

comment on column incidental.remark is '备注';

comment on column incidental.amount is '合计';

comment on column incidental.bill is '账单';

comment on column incidental.pinyin is '名称拼音';

comment on column incidental.search_text is '检索文本';

create unique index incidental_no_key on incidental (operator_id, no) where deleted_at is null;

create index incidental_status_idx on incidental (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index incidental_lease_idx on incidental (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index incidental_contract_idx on incidental (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index incidental_lessee_idx on incidental (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index incidental_vehicle_idx on incidental (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index incidental_store_idx on incidental (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index incidental_bill_idx on incidental (operator_id, bill, created_at desc, id desc) where deleted_at is null;

create index incidental_occurred_on_idx on incidental (operator_id, occurred_on) where deleted_at is null;

create index incidental_order on incidental (operator_id, created_at desc, id desc) where deleted_at is null;

create index incidental_search on incidental using gin (search_text gin_trgm_ops);

alter table incidental enable row level security;

alter table incidental force row level security;

create policy tenant on incidental
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_return (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  lease bigint not null,
  contract bigint,
  lessee bigint,
  vehicle bigint,
  store bigint,
  reason_kind text default 'expired' not null,
  planned_on date not null,
  reason_note text,
  attachments jsonb,
  actual_at timestamptz,
  odometer bigint,
  energy_percent bigint,
  items jsonb,
  damages jsonb,
  missing jsonb,
  cleaning_fee bigint,
  photos jsonb,
  signed_sheet jsonb,
  inspect_note text,
  inspected_by bigint,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint vehicle_return_status_values check (status in ('draft', 'approving', 'rejected', 'toInspect', 'inspected', 'settled', 'cancelled')),
  constraint vehicle_return_reason_kind_values check (reason_kind in ('expired', 'early', 'recovered', 'fault', 'accident', 'other'))
);

comment on table vehicle_return is '退车单';

comment on column vehicle_return.id is '编号';

comment on column vehicle_return.operator_id is '运营公司';

comment on column vehicle_return.created_by is '创建人';

comment on column vehicle_return.created_at is '创建时间';

comment on column vehicle_return.updated_by is '修改人';

comment on column vehicle_return.updated_at is '修改时间';

comment on column vehicle_return.version is '版本';

comment on column vehicle_return.deleted_at is '删除时间';

comment on column vehicle_return.no is '退车单号';

comment on column vehicle_return.status is '状态';

comment on column vehicle_return.lease is '租约';

comment on column vehicle_return.contract is '合同';

comment on column vehicle_return.lessee is '承租人';

comment on column vehicle_return.vehicle is '车辆';

comment on column vehicle_return.store is '门店';

comment on column vehicle_return.reason_kind is '退车原因';

comment on column vehicle_return.planned_on is '计划退车日';

comment on column vehicle_return.reason_note is '说明';

comment on column vehicle_return.attachments is '附件';

comment on column vehicle_return.actual_at is '实际退车时间';

comment on column vehicle_return.odometer is '里程表读数';

comment on column vehicle_return.energy_percent is '电量/油量';

comment on column vehicle_return.items is '检查结果';

comment on column vehicle_return.damages is '车损';

comment on column vehicle_return.missing is '缺件';

comment on column vehicle_return.cleaning_fee is '清洁费';

comment on column vehicle_return.photos is '退车照片';

comment on column vehicle_return.signed_sheet is '双方签字验车单';

comment on column vehicle_return.inspect_note is '验车说明';

comment on column vehicle_return.inspected_by is '验车人';

comment on column vehicle_return.submitted_at is '提交时间';

comment on column vehicle_return.decided_by is '审核人';

comment on column vehicle_return.decided_at is '审核时间';

comment on column vehicle_return.reject_reason is '驳回原因';

comment on column vehicle_return.pinyin is '名称拼音';

comment on column vehicle_return.search_text is '检索文本';

create unique index vehicle_return_no_key on vehicle_return (operator_id, no) where deleted_at is null;

create index vehicle_return_status_idx on vehicle_return (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_lease_idx on vehicle_return (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_contract_idx on vehicle_return (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_lessee_idx on vehicle_return (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_vehicle_idx on vehicle_return (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_store_idx on vehicle_return (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_inspected_by_idx on vehicle_return (operator_id, inspected_by, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_decided_by_idx on vehicle_return (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_reason_kind_idx on vehicle_return (operator_id, reason_kind, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_planned_on_idx on vehicle_return (operator_id, planned_on) where deleted_at is null;

create index vehicle_return_actual_at_idx on vehicle_return (operator_id, actual_at) where deleted_at is null;

create index vehicle_return_order on vehicle_return (operator_id, created_at desc, id desc) where deleted_at is null;

create index vehicle_return_search on vehicle_return using gin (search_text gin_trgm_ops);

alter table vehicle_return enable row level security;

alter table vehicle_return force row level security;

create policy tenant on vehicle_return
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table return_settlement (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'draft' not null,
  vehicle_return bigint not null,
  lease bigint not null,
  contract bigint not null,
  lessee bigint not null,
  vehicle bigint not null,
  store bigint not null,
  returned_on date not null,
  extras jsonb,
  penalty_waived bigint default 0 not null,
  violations_checked boolean default false not null,
  payee text,
  bank_name text,
  bank_account text,
  remark text,
  charges bigint default 0 not null,
  credits bigint default 0 not null,
  net bigint default 0 not null,
  deposit_used bigint default 0 not null,
  receivable bigint default 0 not null,
  refund bigint default 0 not null,
  violation_held bigint default 0 not null,
  hold_until date,
  sheet jsonb,
  input_hash text,
  bill bigint,
  confirmed_on date,
  closed_on date,
  submitted_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reject_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint return_settlement_status_values check (status in ('draft', 'approving', 'rejected', 'toCollect', 'toRefund', 'holding', 'done')),
  constraint return_settlement_penalty_waived_range check (penalty_waived >= 0)
);

comment on table return_settlement is '退车结算单';

comment on column return_settlement.id is '编号';

comment on column return_settlement.operator_id is '运营公司';

comment on column return_settlement.created_by is '创建人';

comment on column return_settlement.created_at is '创建时间';

comment on column return_settlement.updated_by is '修改人';

comment on column return_settlement.updated_at is '修改时间';

comment on column return_settlement.version is '版本';

comment on column return_settlement.deleted_at is '删除时间';

comment on column return_settlement.no is '结算单号';

comment on column return_settlement.status is '状态';

comment on column return_settlement.vehicle_return is '退车单';

comment on column return_settlement.lease is '租约';

comment on column return_settlement.contract is '合同';

comment on column return_settlement.lessee is '承租人';

comment on column return_settlement.vehicle is '车辆';

comment on column return_settlement.store is '门店';

comment on column return_settlement.returned_on is '退车日';

comment on column return_settlement.extras is '其他费用';

comment on column return_settlement.penalty_waived is '减免违约金';

comment on column return_settlement.violations_checked is '已核对违章';

comment on column return_settlement.payee is '退款收款人';

comment on column return_settlement.bank_name is '开户行';

comment on column return_settlement.bank_account is '收款账号';

comment on column return_settlement.remark is '结算说明';

comment on column return_settlement.charges is '应收合计';

comment on column return_settlement.credits is '退还租金';

comment on column return_settlement.net is '净额';

comment on column return_settlement.deposit_used is '押金抵扣';

comment on column return_settlement.receivable is '还应收';

comment on column return_settlement.refund is '应退款';

comment on column return_settlement.violation_held is '违章押金保留';

comment on column return_settlement.hold_until is '保留至';

comment on column return_settlement.sheet is '结算明细';

comment on column return_settlement.input_hash is '核对码';

comment on column return_settlement.bill is '结算账单';

comment on column return_settlement.confirmed_on is '结算日';

comment on column return_settlement.closed_on is '完成日';

comment on column return_settlement.submitted_at is '提交时间';

comment on column return_settlement.decided_by is '审核人';

comment on column return_settlement.decided_at is '审核时间';

comment on column return_settlement.reject_reason is '驳回原因';

comment on column return_settlement.pinyin is '名称拼音';

comment on column return_settlement.search_text is '检索文本';

create unique index return_settlement_no_key on return_settlement (operator_id, no) where deleted_at is null;

create index return_settlement_status_idx on return_settlement (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index return_settlement_vehicle_return_idx on return_settlement (operator_id, vehicle_return, created_at desc, id desc) where deleted_at is null;

create index return_settlement_lease_idx on return_settlement (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index return_settlement_contract_idx on return_settlement (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index return_settlement_lessee_idx on return_settlement (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index return_settlement_vehicle_idx on return_settlement (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index return_settlement_store_idx on return_settlement (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index return_settlement_bill_idx on return_settlement (operator_id, bill, created_at desc, id desc) where deleted_at is null;

create index return_settlement_decided_by_idx on return_settlement (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index return_settlement_returned_on_idx on return_settlement (operator_id, returned_on) where deleted_at is null;

create index return_settlement_hold_until_idx on return_settlement (operator_id, hold_until) where deleted_at is null;

create index return_settlement_order on return_settlement (operator_id, created_at desc, id desc) where deleted_at is null;

create index return_settlement_search on return_settlement using gin (search_text gin_trgm_ops);

alter table return_settlement enable row level security;

alter table return_settlement force row level security;

create policy tenant on return_settlement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table credit_record add constraint credit_record_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table credit_record add constraint credit_record_store_fk foreign key (store) references store (id) on delete restrict;

alter table car_application add constraint car_application_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table car_application add constraint car_application_store_fk foreign key (store) references store (id) on delete restrict;

alter table car_application add constraint car_application_owner_fk foreign key (owner) references "user" (id) on delete restrict;

alter table car_application add constraint car_application_model_fk foreign key (model) references vehicle_model (id) on delete restrict;

alter table car_application add constraint car_application_plan_fk foreign key (plan) references lease_plan (id) on delete restrict;

alter table car_application add constraint car_application_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table car_application add constraint car_application_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table contract add constraint contract_application_fk foreign key (application) references car_application (id) on delete restrict;

alter table lease_term add constraint lease_term_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table lease_term add constraint lease_term_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table lease_term add constraint lease_term_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_old_vehicle_fk foreign key (old_vehicle) references vehicle (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_new_vehicle_fk foreign key (new_vehicle) references vehicle (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table vehicle_swap add constraint vehicle_swap_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_store_fk foreign key (store) references store (id) on delete restrict;

alter table rent_reduction add constraint rent_reduction_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table renewal add constraint renewal_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table renewal add constraint renewal_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table renewal add constraint renewal_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table renewal add constraint renewal_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table renewal add constraint renewal_store_fk foreign key (store) references store (id) on delete restrict;

alter table renewal add constraint renewal_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table lease_extension add constraint lease_extension_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table lease_extension add constraint lease_extension_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table lease_extension add constraint lease_extension_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table lease_extension add constraint lease_extension_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table lease_extension add constraint lease_extension_store_fk foreign key (store) references store (id) on delete restrict;

alter table lease_extension add constraint lease_extension_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table lease_extension add constraint lease_extension_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table incidental add constraint incidental_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table incidental add constraint incidental_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table incidental add constraint incidental_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table incidental add constraint incidental_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table incidental add constraint incidental_store_fk foreign key (store) references store (id) on delete restrict;

alter table incidental add constraint incidental_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_store_fk foreign key (store) references store (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_inspected_by_fk foreign key (inspected_by) references "user" (id) on delete restrict;

alter table vehicle_return add constraint vehicle_return_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table return_settlement add constraint return_settlement_vehicle_return_fk foreign key (vehicle_return) references vehicle_return (id) on delete restrict;

alter table return_settlement add constraint return_settlement_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table return_settlement add constraint return_settlement_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table return_settlement add constraint return_settlement_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table return_settlement add constraint return_settlement_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table return_settlement add constraint return_settlement_store_fk foreign key (store) references store (id) on delete restrict;

alter table return_settlement add constraint return_settlement_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table return_settlement add constraint return_settlement_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;
