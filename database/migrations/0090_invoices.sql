-- invoices
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table bill add column invoiced bigint default 0 not null;

comment on column bill.invoiced is '已开票金额';

alter table bill add column invoice_state text generated always as (case when invoiced = 0 then 'none' when status = 'voided' or invoiced > amount then 'over' when invoiced = amount then 'full' else 'part' end) stored;

comment on column bill.invoice_state is '开票情况';

alter table bill add constraint bill_invoiced_range check (invoiced >= 0);

create table tax_code (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  fee_item text not null,
  from_on date not null,
  rate text default 'r13' not null,
  name text not null,
  code text,
  remark text,
  primary key (operator_id, id),
  constraint tax_code_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER', 'FREIGHT', 'FR_STOP', 'FR_WAIT', 'FR_HANDLE', 'FR_SUR', 'FR_MIN', 'FR_CAP', 'FR_TOLL', 'FR_INSURE', 'FR_EMPTY', 'FR_RETURN', 'FR_CHANGE', 'FR_DISC', 'FR_CLAIM')),
  constraint tax_code_rate_values check (rate in ('r13', 'r9', 'r6', 'r3', 'r1', 'none'))
);

comment on table tax_code is '税目';

comment on column tax_code.id is '编号';

comment on column tax_code.operator_id is '运营公司';

comment on column tax_code.created_by is '创建人';

comment on column tax_code.created_at is '创建时间';

comment on column tax_code.updated_by is '修改人';

comment on column tax_code.updated_at is '修改时间';

comment on column tax_code.version is '版本';

comment on column tax_code.deleted_at is '删除时间';

comment on column tax_code.fee_item is '费用科目';

comment on column tax_code.from_on is '生效日';

comment on column tax_code.rate is '税率';

comment on column tax_code.name is '货物或服务名称';

comment on column tax_code.code is '税收分类编码';

comment on column tax_code.remark is '备注';

create unique index tax_code_fee_item_from_on_key on tax_code (operator_id, fee_item, from_on) where deleted_at is null;

create index tax_code_rate_idx on tax_code (operator_id, rate, fee_item, from_on desc, id) where deleted_at is null;

create index tax_code_from_on_idx on tax_code (operator_id, from_on) where deleted_at is null;

create index tax_code_order on tax_code (operator_id, fee_item, from_on desc, id) where deleted_at is null;

alter table tax_code enable row level security;

alter table tax_code force row level security;

create policy tenant on tax_code
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table invoice_title (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  lessee bigint not null,
  title text not null,
  tax_no text,
  address text,
  phone text,
  bank text,
  bank_account text,
  email text,
  pinyin text,
  search_text text generated always as (lower(coalesce(title, '') || ' ' || coalesce(tax_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id)
);

comment on table invoice_title is '发票抬头';

comment on column invoice_title.id is '编号';

comment on column invoice_title.operator_id is '运营公司';

comment on column invoice_title.created_by is '创建人';

comment on column invoice_title.created_at is '创建时间';

comment on column invoice_title.updated_by is '修改人';

comment on column invoice_title.updated_at is '修改时间';

comment on column invoice_title.version is '版本';

comment on column invoice_title.deleted_at is '删除时间';

comment on column invoice_title.lessee is '承租人';

comment on column invoice_title.title is '抬头名称';

comment on column invoice_title.tax_no is '纳税人识别号';

comment on column invoice_title.address is '注册地址';

comment on column invoice_title.phone is '注册电话';

comment on column invoice_title.bank is '开户银行';

comment on column invoice_title.bank_account is '银行账号';

comment on column invoice_title.email is '收票邮箱';

comment on column invoice_title.pinyin is '名称拼音';

comment on column invoice_title.search_text is '检索文本';

create index invoice_title_lessee_idx on invoice_title (operator_id, lessee, id desc) where deleted_at is null;

create unique index invoice_title_lessee_title_key on invoice_title (operator_id, lessee, title) where deleted_at is null;

create index invoice_title_order on invoice_title (operator_id, id desc) where deleted_at is null;

create index invoice_title_search on invoice_title using gin (search_text gin_trgm_ops);

alter table invoice_title enable row level security;

alter table invoice_title force row level security;

create policy tenant on invoice_title
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table invoice (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toIssue' not null,
  colour text default 'blue' not null,
  kind text default 'general' not null,
  lessee bigint not null,
  store bigint not null,
  title text not null,
  tax_no text,
  address text,
  phone text,
  bank text,
  bank_account text,
  gross bigint not null,
  net bigint not null,
  tax bigint not null,
  reversed bigint default 0 not null,
  number text,
  issued_on date,
  provider text,
  provider_no text,
  fail_reason text,
  files jsonb,
  red_of bigint,
  red_reason text,
  red_state text,
  attempt bigint default 0 not null,
  before_paid text,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(number, '') || ' ' || coalesce(title, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint invoice_status_values check (status in ('toIssue', 'issuing', 'issued', 'failed', 'reding', 'partlyRed', 'red', 'cancelled')),
  constraint invoice_colour_values check (colour in ('blue', 'red')),
  constraint invoice_kind_values check (kind in ('special', 'general')),
  constraint invoice_reversed_range check (reversed >= 0),
  constraint invoice_red_reason_values check (red_reason in ('mistake', 'returned', 'stopped', 'allowance')),
  constraint invoice_red_state_values check (red_state in ('10', '01', '02', '03', '04', '05', '06', '07', '08', '09'))
);

comment on table invoice is '发票';

comment on column invoice.id is '编号';

comment on column invoice.operator_id is '运营公司';

comment on column invoice.created_by is '创建人';

comment on column invoice.created_at is '创建时间';

comment on column invoice.updated_by is '修改人';

comment on column invoice.updated_at is '修改时间';

comment on column invoice.version is '版本';

comment on column invoice.deleted_at is '删除时间';

comment on column invoice.no is '申请编号';

comment on column invoice.status is '状态';

comment on column invoice.colour is '蓝红';

comment on column invoice.kind is '发票种类';

comment on column invoice.lessee is '承租人';

comment on column invoice.store is '门店';

comment on column invoice.title is '抬头名称';

comment on column invoice.tax_no is '纳税人识别号';

comment on column invoice.address is '注册地址';

comment on column invoice.phone is '注册电话';

comment on column invoice.bank is '开户银行';

comment on column invoice.bank_account is '银行账号';

comment on column invoice.gross is '价税合计';

comment on column invoice.net is '不含税金额';

comment on column invoice.tax is '税额';

comment on column invoice.reversed is '已红冲金额';

comment on column invoice.number is '发票号码';

comment on column invoice.issued_on is '开票日期';

comment on column invoice.provider is '开票方式';

comment on column invoice.provider_no is '开票流水号';

comment on column invoice.fail_reason is '失败原因';

comment on column invoice.files is '发票文件';

comment on column invoice.red_of is '对应蓝字发票';

comment on column invoice.red_reason is '红冲原因';

comment on column invoice.red_state is '红字确认单';

comment on column invoice.attempt is '开票次数';

comment on column invoice.before_paid is '先票后款说明';

comment on column invoice.remark is '备注';

comment on column invoice.pinyin is '名称拼音';

comment on column invoice.search_text is '检索文本';

create unique index invoice_no_key on invoice (operator_id, no) where deleted_at is null;

create index invoice_status_idx on invoice (operator_id, status, id desc) where deleted_at is null;

create index invoice_lessee_idx on invoice (operator_id, lessee, id desc) where deleted_at is null;

create index invoice_store_idx on invoice (operator_id, store, id desc) where deleted_at is null;

create unique index invoice_number_key on invoice (operator_id, number) where deleted_at is null;

create index invoice_red_of_idx on invoice (operator_id, red_of, id desc) where deleted_at is null;

create index invoice_colour_idx on invoice (operator_id, colour, id desc) where deleted_at is null;

create index invoice_kind_idx on invoice (operator_id, kind, id desc) where deleted_at is null;

create index invoice_issued_on_idx on invoice (operator_id, issued_on) where deleted_at is null;

create index invoice_order on invoice (operator_id, id desc) where deleted_at is null;

create index invoice_search on invoice using gin (search_text gin_trgm_ops);

alter table invoice enable row level security;

alter table invoice force row level security;

create policy tenant on invoice
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table invoice_line (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  invoice bigint not null,
  bill bigint not null,
  bill_item bigint not null,
  store bigint not null,
  fee_item text not null,
  name text not null,
  tax_code text,
  rate_bp integer not null,
  gross bigint not null,
  net bigint not null,
  tax bigint not null,
  red_of bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint invoice_line_fee_item_values check (fee_item in ('RENT', 'DEPOSIT', 'VIOL_DEPOSIT', 'SERVICE', 'MGMT', 'LATE', 'PENALTY', 'DAMAGE', 'OVER_KM', 'MISSING', 'ENERGY', 'CLEAN', 'VIOL', 'VIOL_SVC', 'REPAIR', 'INS_UP', 'TOW', 'OVERDUE_USE', 'SWAP_DIFF', 'RENT_BACK', 'REDUCE', 'COUPON', 'BUYOUT', 'OTHER', 'FREIGHT', 'FR_STOP', 'FR_WAIT', 'FR_HANDLE', 'FR_SUR', 'FR_MIN', 'FR_CAP', 'FR_TOLL', 'FR_INSURE', 'FR_EMPTY', 'FR_RETURN', 'FR_CHANGE', 'FR_DISC', 'FR_CLAIM'))
);

comment on table invoice_line is '发票明细';

comment on column invoice_line.id is '编号';

comment on column invoice_line.operator_id is '运营公司';

comment on column invoice_line.created_by is '创建人';

comment on column invoice_line.created_at is '创建时间';

comment on column invoice_line.updated_by is '修改人';

comment on column invoice_line.updated_at is '修改时间';

comment on column invoice_line.version is '版本';

comment on column invoice_line.deleted_at is '删除时间';

comment on column invoice_line.invoice is '发票';

comment on column invoice_line.bill is '账单';

comment on column invoice_line.bill_item is '账单明细';

comment on column invoice_line.store is '门店';

comment on column invoice_line.fee_item is '费用科目';

comment on column invoice_line.name is '货物或服务名称';

comment on column invoice_line.tax_code is '税收分类编码';

comment on column invoice_line.rate_bp is '税率';

comment on column invoice_line.gross is '价税合计';

comment on column invoice_line.net is '不含税金额';

comment on column invoice_line.tax is '税额';

comment on column invoice_line.red_of is '对应蓝字明细';

comment on column invoice_line.pinyin is '名称拼音';

comment on column invoice_line.search_text is '检索文本';

create index invoice_line_invoice_idx on invoice_line (operator_id, invoice, id desc) where deleted_at is null;

create index invoice_line_bill_idx on invoice_line (operator_id, bill, id desc) where deleted_at is null;

create index invoice_line_bill_item_idx on invoice_line (operator_id, bill_item, id desc) where deleted_at is null;

create index invoice_line_store_idx on invoice_line (operator_id, store, id desc) where deleted_at is null;

create index invoice_line_red_of_idx on invoice_line (operator_id, red_of, id desc) where deleted_at is null;

create index invoice_line_fee_item_idx on invoice_line (operator_id, fee_item, id desc) where deleted_at is null;

create index invoice_line_order on invoice_line (operator_id, id desc) where deleted_at is null;

create index invoice_line_search on invoice_line using gin (search_text gin_trgm_ops);

alter table invoice_line enable row level security;

alter table invoice_line force row level security;

create policy tenant on invoice_line
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table invoice_title add constraint invoice_title_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table invoice add constraint invoice_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table invoice add constraint invoice_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table invoice add constraint invoice_red_of_fk foreign key (operator_id, red_of) references invoice (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_invoice_fk foreign key (operator_id, invoice) references invoice (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_bill_item_fk foreign key (operator_id, bill_item) references bill_item (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table invoice_line add constraint invoice_line_red_of_fk foreign key (operator_id, red_of) references invoice_line (operator_id, id) on delete restrict;
