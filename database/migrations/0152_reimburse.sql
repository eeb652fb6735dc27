-- reimburse
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table payable_bill drop constraint payable_bill_party_kind_values;

alter table payable_bill drop constraint payable_bill_fee_values;

alter table payable_bill add constraint payable_bill_party_kind_values check (party_kind in ('source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'staff', 'station', 'authority', 'carrier', 'customer'));

alter table payable_bill add constraint payable_bill_fee_values check (fee in ('rent', 'repair', 'insurance', 'commission', 'split', 'service', 'reimburse', 'loan', 'fuel', 'inspection', 'fine', 'freight', 'driverPay', 'claim', 'cod', 'other'));

alter table other_receipt drop constraint other_receipt_kind_values;

alter table other_receipt add column loan bigint;

comment on column other_receipt.loan is '借款';

alter table other_receipt add constraint other_receipt_kind_values check (kind in ('claim', 'scrap', 'rebate', 'deposit', 'interest', 'penalty', 'loan', 'other'));

create index other_receipt_loan_idx on other_receipt (operator_id, loan, moved_on desc, id desc) where deleted_at is null;

create table loan (
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
  kind text default 'driver' not null,
  driver bigint,
  staff bigint,
  amount bigint not null,
  purpose text not null,
  due_on date not null,
  payee text not null,
  bank_name text,
  bank_account text,
  store bigint not null,
  set_off bigint default 0,
  repaid bigint default 0,
  remain bigint generated always as (case when status = 'open' or status = 'settled' then amount - set_off - repaid else 0 end) stored,
  payable_bill bigint,
  answer text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint loan_status_values check (status in ('draft', 'toPay', 'open', 'settled', 'rejected')),
  constraint loan_kind_values check (kind in ('driver', 'staff')),
  constraint loan_amount_range check (amount >= 1),
  constraint loan_set_off_range check (set_off >= 0),
  constraint loan_repaid_range check (repaid >= 0)
);

comment on table loan is '借款';

comment on column loan.id is '编号';

comment on column loan.operator_id is '运营公司';

comment on column loan.created_by is '创建人';

comment on column loan.created_at is '创建时间';

comment on column loan.updated_by is '修改人';

comment on column loan.updated_at is '修改时间';

comment on column loan.version is '版本';

comment on column loan.deleted_at is '删除时间';

comment on column loan.no is '借款编号';

comment on column loan.status is '状态';

comment on column loan.kind is '报销人类型';

comment on column loan.driver is '司机';

comment on column loan.staff is '员工';

comment on column loan.amount is '借款金额';

comment on column loan.purpose is '用途';

comment on column loan.due_on is '归还日';

comment on column loan.payee is '收款人';

comment on column loan.bank_name is '开户行';

comment on column loan.bank_account is '收款账号';

comment on column loan.store is '门店';

comment on column loan.set_off is '已冲抵';

comment on column loan.repaid is '已归还';

comment on column loan.remain is '未还金额';

comment on column loan.payable_bill is '应付账单';

comment on column loan.answer is '处理说明';

comment on column loan.remark is '备注';

comment on column loan.pinyin is '名称拼音';

comment on column loan.search_text is '检索文本';

create unique index loan_no_key on loan (operator_id, no) where deleted_at is null;

create index loan_status_idx on loan (operator_id, status, id desc) where deleted_at is null;

create index loan_driver_idx on loan (operator_id, driver, id desc) where deleted_at is null;

create index loan_staff_idx on loan (operator_id, staff, id desc) where deleted_at is null;

create index loan_store_idx on loan (operator_id, store, id desc) where deleted_at is null;

create index loan_payable_bill_idx on loan (operator_id, payable_bill, id desc) where deleted_at is null;

create index loan_kind_idx on loan (operator_id, kind, id desc) where deleted_at is null;

create index loan_due_on_idx on loan (operator_id, due_on) where deleted_at is null;

create index loan_order on loan (operator_id, id desc) where deleted_at is null;

create index loan_search on loan using gin (search_text gin_trgm_ops);

alter table loan enable row level security;

alter table loan force row level security;

create policy tenant on loan
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table reimbursement (
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
  kind text default 'driver' not null,
  driver bigint,
  staff bigint,
  store bigint not null,
  lines jsonb not null,
  vehicle bigint,
  receipts jsonb,
  total bigint default 0,
  loan bigint,
  loan_offset bigint,
  pay bigint generated always as (coalesce(total, 0) - coalesce(loan_offset, 0)) stored,
  payee text not null,
  bank_name text,
  bank_account text,
  payable_bill bigint,
  submitted_on date,
  approved_by bigint,
  answer text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint reimbursement_status_values check (status in ('draft', 'approving', 'rejected', 'toPay', 'partlyPaid', 'paid', 'withdrawn')),
  constraint reimbursement_kind_values check (kind in ('driver', 'staff')),
  constraint reimbursement_total_range check (total >= 0),
  constraint reimbursement_loan_offset_range check (loan_offset >= 0)
);

comment on table reimbursement is '报销单';

comment on column reimbursement.id is '编号';

comment on column reimbursement.operator_id is '运营公司';

comment on column reimbursement.created_by is '创建人';

comment on column reimbursement.created_at is '创建时间';

comment on column reimbursement.updated_by is '修改人';

comment on column reimbursement.updated_at is '修改时间';

comment on column reimbursement.version is '版本';

comment on column reimbursement.deleted_at is '删除时间';

comment on column reimbursement.no is '报销编号';

comment on column reimbursement.status is '状态';

comment on column reimbursement.kind is '报销人类型';

comment on column reimbursement.driver is '司机';

comment on column reimbursement.staff is '员工';

comment on column reimbursement.store is '门店';

comment on column reimbursement.lines is '报销明细';

comment on column reimbursement.vehicle is '车辆';

comment on column reimbursement.receipts is '票据';

comment on column reimbursement.total is '报销金额';

comment on column reimbursement.loan is '冲抵借款';

comment on column reimbursement.loan_offset is '冲抵金额';

comment on column reimbursement.pay is '应付金额';

comment on column reimbursement.payee is '收款人';

comment on column reimbursement.bank_name is '开户行';

comment on column reimbursement.bank_account is '收款账号';

comment on column reimbursement.payable_bill is '应付账单';

comment on column reimbursement.submitted_on is '提交日期';

comment on column reimbursement.approved_by is '审批人';

comment on column reimbursement.answer is '处理说明';

comment on column reimbursement.remark is '备注';

comment on column reimbursement.pinyin is '名称拼音';

comment on column reimbursement.search_text is '检索文本';

create unique index reimbursement_no_key on reimbursement (operator_id, no) where deleted_at is null;

create index reimbursement_status_idx on reimbursement (operator_id, status, id desc) where deleted_at is null;

create index reimbursement_driver_idx on reimbursement (operator_id, driver, id desc) where deleted_at is null;

create index reimbursement_staff_idx on reimbursement (operator_id, staff, id desc) where deleted_at is null;

create index reimbursement_store_idx on reimbursement (operator_id, store, id desc) where deleted_at is null;

create index reimbursement_vehicle_idx on reimbursement (operator_id, vehicle, id desc) where deleted_at is null;

create index reimbursement_loan_idx on reimbursement (operator_id, loan, id desc) where deleted_at is null;

create index reimbursement_payable_bill_idx on reimbursement (operator_id, payable_bill, id desc) where deleted_at is null;

create index reimbursement_approved_by_idx on reimbursement (operator_id, approved_by, id desc) where deleted_at is null;

create index reimbursement_kind_idx on reimbursement (operator_id, kind, id desc) where deleted_at is null;

create index reimbursement_submitted_on_idx on reimbursement (operator_id, submitted_on) where deleted_at is null;

create index reimbursement_order on reimbursement (operator_id, id desc) where deleted_at is null;

create index reimbursement_search on reimbursement using gin (search_text gin_trgm_ops);

alter table reimbursement enable row level security;

alter table reimbursement force row level security;

create policy tenant on reimbursement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table received_invoice (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  number text not null,
  amount bigint not null,
  issued_on date not null,
  seller text,
  reimbursement bigint,
  store bigint not null,
  files jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(number, '') || ' ' || coalesce(seller, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint received_invoice_amount_range check (amount >= 1)
);

comment on table received_invoice is '收到的发票';

comment on column received_invoice.id is '编号';

comment on column received_invoice.operator_id is '运营公司';

comment on column received_invoice.created_by is '创建人';

comment on column received_invoice.created_at is '创建时间';

comment on column received_invoice.updated_by is '修改人';

comment on column received_invoice.updated_at is '修改时间';

comment on column received_invoice.version is '版本';

comment on column received_invoice.deleted_at is '删除时间';

comment on column received_invoice.number is '发票号码';

comment on column received_invoice.amount is '价税合计';

comment on column received_invoice.issued_on is '开票日期';

comment on column received_invoice.seller is '销售方';

comment on column received_invoice.reimbursement is '报销单';

comment on column received_invoice.store is '门店';

comment on column received_invoice.files is '发票文件';

comment on column received_invoice.remark is '备注';

comment on column received_invoice.pinyin is '名称拼音';

comment on column received_invoice.search_text is '检索文本';

create unique index received_invoice_number_key on received_invoice (operator_id, number) where deleted_at is null;

create index received_invoice_reimbursement_idx on received_invoice (operator_id, reimbursement, id desc) where deleted_at is null;

create index received_invoice_store_idx on received_invoice (operator_id, store, id desc) where deleted_at is null;

create index received_invoice_issued_on_idx on received_invoice (operator_id, issued_on) where deleted_at is null;

create index received_invoice_order on received_invoice (operator_id, id desc) where deleted_at is null;

create index received_invoice_search on received_invoice using gin (search_text gin_trgm_ops);

alter table received_invoice enable row level security;

alter table received_invoice force row level security;

create policy tenant on received_invoice
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table other_receipt add constraint other_receipt_loan_fk foreign key (operator_id, loan) references loan (operator_id, id) on delete restrict;

alter table loan add constraint loan_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table loan add constraint loan_staff_fk foreign key (operator_id, staff) references "user" (operator_id, id) on delete restrict;

alter table loan add constraint loan_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table loan add constraint loan_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_driver_fk foreign key (operator_id, driver) references driver (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_staff_fk foreign key (operator_id, staff) references "user" (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_loan_fk foreign key (operator_id, loan) references loan (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;

alter table reimbursement add constraint reimbursement_approved_by_fk foreign key (operator_id, approved_by) references "user" (operator_id, id) on delete restrict;

alter table received_invoice add constraint received_invoice_reimbursement_fk foreign key (operator_id, reimbursement) references reimbursement (operator_id, id) on delete restrict;

alter table received_invoice add constraint received_invoice_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;
