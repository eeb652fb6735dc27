-- finance
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table payment add column account bigint;

comment on column payment.account is '收款账户';

alter table payment add column posted_on date;

comment on column payment.posted_on is '记账日';

create index payment_account_idx on payment (operator_id, account, paid_at desc, id desc) where deleted_at is null;

alter table refund add column posted_on date;

comment on column refund.posted_on is '记账日';

alter table refund add column account bigint;

comment on column refund.account is '付款账户';

create index refund_account_idx on refund (operator_id, account, created_at desc, id desc) where deleted_at is null;

alter table payable_bill add column posted_on date;

comment on column payable_bill.posted_on is '记账日';

alter table payout add column posted_on date;

comment on column payout.posted_on is '记账日';

alter table payout add column account bigint;

comment on column payout.account is '付款账户';

create index payout_account_idx on payout (operator_id, account, paid_on desc, id desc) where deleted_at is null;

create table pay_type (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  channel text not null,
  label text not null,
  status text default 'active' not null,
  direction text default 'both' not null,
  account bigint,
  fee integer default 0 not null,
  needs_trade_no boolean default false not null,
  needs_voucher boolean default false not null,
  stores bigint[],
  pinyin text,
  search_text text generated always as (lower(coalesce(label, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint pay_type_channel_values check (channel in ('wechat', 'alipay', 'transfer', 'cash', 'pos', 'balance', 'depositDeduct', 'discount', 'offset')),
  constraint pay_type_status_values check (status in ('active', 'disabled')),
  constraint pay_type_direction_values check (direction in ('both', 'in', 'out')),
  constraint pay_type_fee_range check (fee >= 0 and fee <= 100)
);

comment on table pay_type is '支付方式';

comment on column pay_type.id is '编号';

comment on column pay_type.operator_id is '运营公司';

comment on column pay_type.created_by is '创建人';

comment on column pay_type.created_at is '创建时间';

comment on column pay_type.updated_by is '修改人';

comment on column pay_type.updated_at is '修改时间';

comment on column pay_type.version is '版本';

comment on column pay_type.deleted_at is '删除时间';

comment on column pay_type.channel is '渠道';

comment on column pay_type.label is '名称';

comment on column pay_type.status is '状态';

comment on column pay_type.direction is '收付方向';

comment on column pay_type.account is '默认账户';

comment on column pay_type.fee is '手续费率';

comment on column pay_type.needs_trade_no is '必须填写流水号';

comment on column pay_type.needs_voucher is '必须上传凭证';

comment on column pay_type.stores is '适用门店';

comment on column pay_type.pinyin is '名称拼音';

comment on column pay_type.search_text is '检索文本';

create unique index pay_type_label_key on pay_type (operator_id, label) where deleted_at is null;

create index pay_type_status_idx on pay_type (operator_id, status, id) where deleted_at is null;

create index pay_type_account_idx on pay_type (operator_id, account, id) where deleted_at is null;

create index pay_type_stores_gin on pay_type using gin (stores);

create index pay_type_channel_idx on pay_type (operator_id, channel, id) where deleted_at is null;

create index pay_type_direction_idx on pay_type (operator_id, direction, id) where deleted_at is null;

create index pay_type_order on pay_type (operator_id, id) where deleted_at is null;

create index pay_type_search on pay_type using gin (search_text gin_trgm_ops);

alter table pay_type enable row level security;

alter table pay_type force row level security;

create policy tenant on pay_type
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table company_account (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  kind text default 'bank' not null,
  status text default 'active' not null,
  bank text,
  branch text,
  account_no text,
  opening_on date not null,
  opening bigint default 0 not null,
  currency text default 'CNY' not null,
  moved bigint default 0 not null,
  book bigint generated always as (opening + moved) stored,
  bank_balance bigint,
  bank_on date,
  difference bigint generated always as (bank_balance - opening - moved) stored,
  import_map jsonb,
  stores bigint[],
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint company_account_kind_values check (kind in ('bank', 'cash', 'wechat', 'alipay', 'card')),
  constraint company_account_status_values check (status in ('active', 'disabled')),
  constraint company_account_currency_values check (currency in ('CNY'))
);

comment on table company_account is '对公账户';

comment on column company_account.id is '编号';

comment on column company_account.operator_id is '运营公司';

comment on column company_account.created_by is '创建人';

comment on column company_account.created_at is '创建时间';

comment on column company_account.updated_by is '修改人';

comment on column company_account.updated_at is '修改时间';

comment on column company_account.version is '版本';

comment on column company_account.deleted_at is '删除时间';

comment on column company_account.name is '账户名称';

comment on column company_account.kind is '账户类型';

comment on column company_account.status is '状态';

comment on column company_account.bank is '银行';

comment on column company_account.branch is '开户行';

comment on column company_account.account_no is '账号';

comment on column company_account.opening_on is '期初日';

comment on column company_account.opening is '期初余额';

comment on column company_account.currency is '币种';

comment on column company_account.moved is '期初以来收支';

comment on column company_account.book is '账面余额';

comment on column company_account.bank_balance is '银行余额';

comment on column company_account.bank_on is '银行余额日';

comment on column company_account.difference is '差额';

comment on column company_account.import_map is '列对应';

comment on column company_account.stores is '适用门店';

comment on column company_account.remark is '备注';

comment on column company_account.pinyin is '名称拼音';

comment on column company_account.search_text is '检索文本';

create unique index company_account_name_key on company_account (operator_id, name) where deleted_at is null;

create index company_account_status_idx on company_account (operator_id, status, id) where deleted_at is null;

create unique index company_account_account_no_key on company_account (operator_id, account_no) where deleted_at is null;

create index company_account_stores_gin on company_account using gin (stores);

create index company_account_kind_idx on company_account (operator_id, kind, id) where deleted_at is null;

create index company_account_bank_idx on company_account (operator_id, bank, id) where deleted_at is null;

create index company_account_order on company_account (operator_id, id) where deleted_at is null;

create index company_account_search on company_account using gin (search_text gin_trgm_ops);

alter table company_account enable row level security;

alter table company_account force row level security;

create policy tenant on company_account
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table bank_line add column direction text default 'in' not null;

comment on column bank_line.direction is '方向';

comment on column bank_line.amount is '金额';

alter table bank_line add column income bigint generated always as (case when direction = 'in' then amount end) stored;

comment on column bank_line.income is '收入';

alter table bank_line add column outgo bigint generated always as (case when direction = 'out' then amount end) stored;

comment on column bank_line.outgo is '支出';

alter table bank_line add column balance_after bigint;

comment on column bank_line.balance_after is '流水余额';

alter table bank_line add column occurred_at timestamptz;

comment on column bank_line.occurred_at is '交易时间';

alter table bank_line add column kind text;

comment on column bank_line.kind is '交易类型';

comment on column bank_line.payer_name is '对方户名';

comment on column bank_line.payer_account is '对方账号';

-- What people had typed stays beside it; the first seed makes an account of each name.
alter table bank_line rename column account to account_said;

alter table bank_line add column account bigint;

comment on column bank_line.account is '账户';

alter table bank_line add column matched_to text;

comment on column bank_line.matched_to is '匹配类型';

alter table bank_line add column matched_id bigint;

comment on column bank_line.matched_id is '匹配编号';

alter table bank_line add column matched_no text;

comment on column bank_line.matched_no is '匹配单号';

alter table bank_line add constraint bank_line_direction_values check (direction in ('in', 'out'));

alter table bank_line add constraint bank_line_matched_to_values check (matched_to in ('payment', 'payout', 'refund', 'otherReceipt', 'otherPayment', 'accountTransfer', 'payBatch'));

create index bank_line_account_idx on bank_line (operator_id, account, booked_on desc, id desc) where deleted_at is null;

create index bank_line_direction_idx on bank_line (operator_id, direction, booked_on desc, id desc) where deleted_at is null;

create index bank_line_matched_to_idx on bank_line (operator_id, matched_to, booked_on desc, id desc) where deleted_at is null;

create table cash_entry (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  account bigint not null,
  kind text not null,
  direction text not null,
  amount bigint not null,
  signed bigint generated always as (case when direction = 'in' then amount else -amount end) stored,
  income bigint generated always as (case when direction = 'in' then amount end) stored,
  outgo bigint generated always as (case when direction = 'out' then amount end) stored,
  after bigint not null,
  business_on date not null,
  posted_on date not null,
  party text,
  source text not null,
  source_id bigint not null,
  source_no text not null,
  store bigint not null,
  vehicle bigint,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(party, '') || ' ' || coalesce(source_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint cash_entry_kind_values check (kind in ('receipt', 'refund', 'payout', 'otherReceipt', 'otherPayment', 'transferIn', 'transferOut', 'fee', 'reversal')),
  constraint cash_entry_direction_values check (direction in ('in', 'out')),
  constraint cash_entry_amount_range check (amount >= 1),
  constraint cash_entry_source_values check (source in ('payment', 'refund', 'payout', 'otherReceipt', 'otherPayment', 'accountTransfer'))
);

comment on table cash_entry is '财务流水';

comment on column cash_entry.id is '编号';

comment on column cash_entry.operator_id is '运营公司';

comment on column cash_entry.created_by is '创建人';

comment on column cash_entry.created_at is '创建时间';

comment on column cash_entry.updated_by is '修改人';

comment on column cash_entry.updated_at is '修改时间';

comment on column cash_entry.version is '版本';

comment on column cash_entry.deleted_at is '删除时间';

comment on column cash_entry.no is '流水编号';

comment on column cash_entry.account is '账户';

comment on column cash_entry.kind is '类型';

comment on column cash_entry.direction is '方向';

comment on column cash_entry.amount is '金额';

comment on column cash_entry.signed is '收支净额';

comment on column cash_entry.income is '收入';

comment on column cash_entry.outgo is '支出';

comment on column cash_entry.after is '账户余额';

comment on column cash_entry.business_on is '业务日';

comment on column cash_entry.posted_on is '记账日';

comment on column cash_entry.party is '对方';

comment on column cash_entry.source is '来源';

comment on column cash_entry.source_id is '来源编号';

comment on column cash_entry.source_no is '来源单号';

comment on column cash_entry.store is '门店';

comment on column cash_entry.vehicle is '车辆';

comment on column cash_entry.pinyin is '名称拼音';

comment on column cash_entry.search_text is '检索文本';

create unique index cash_entry_no_key on cash_entry (operator_id, no) where deleted_at is null;

create index cash_entry_account_idx on cash_entry (operator_id, account, id desc) where deleted_at is null;

create index cash_entry_store_idx on cash_entry (operator_id, store, id desc) where deleted_at is null;

create index cash_entry_vehicle_idx on cash_entry (operator_id, vehicle, id desc) where deleted_at is null;

create unique index cash_entry_source_source_id_kind_direction_key on cash_entry (operator_id, source, source_id, kind, direction) where deleted_at is null;

create index cash_entry_kind_idx on cash_entry (operator_id, kind, id desc) where deleted_at is null;

create index cash_entry_direction_idx on cash_entry (operator_id, direction, id desc) where deleted_at is null;

create index cash_entry_posted_on_idx on cash_entry (operator_id, posted_on) where deleted_at is null;

create index cash_entry_business_on_idx on cash_entry (operator_id, business_on) where deleted_at is null;

create index cash_entry_account_posted_on_idx on cash_entry (operator_id, account, posted_on) where deleted_at is null;

create index cash_entry_order on cash_entry (operator_id, id desc) where deleted_at is null;

create index cash_entry_search on cash_entry using gin (search_text gin_trgm_ops);

alter table cash_entry enable row level security;

alter table cash_entry force row level security;

create policy tenant on cash_entry
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table other_receipt (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  payer text not null,
  kind text default 'claim' not null,
  amount bigint not null,
  account bigint not null,
  moved_on date not null,
  trade_no text,
  vehicle bigint,
  store bigint not null,
  vouchers jsonb,
  remark text,
  posted_on date,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payer, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint other_receipt_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint other_receipt_kind_values check (kind in ('claim', 'scrap', 'rebate', 'deposit', 'interest', 'penalty', 'other')),
  constraint other_receipt_amount_range check (amount >= 1)
);

comment on table other_receipt is '其他收款';

comment on column other_receipt.id is '编号';

comment on column other_receipt.operator_id is '运营公司';

comment on column other_receipt.created_by is '创建人';

comment on column other_receipt.created_at is '创建时间';

comment on column other_receipt.updated_by is '修改人';

comment on column other_receipt.updated_at is '修改时间';

comment on column other_receipt.version is '版本';

comment on column other_receipt.deleted_at is '删除时间';

comment on column other_receipt.no is '收款编号';

comment on column other_receipt.status is '状态';

comment on column other_receipt.payer is '付款方';

comment on column other_receipt.kind is '收款类型';

comment on column other_receipt.amount is '金额';

comment on column other_receipt.account is '收款账户';

comment on column other_receipt.moved_on is '收款日期';

comment on column other_receipt.trade_no is '交易流水号';

comment on column other_receipt.vehicle is '车辆';

comment on column other_receipt.store is '门店';

comment on column other_receipt.vouchers is '凭证';

comment on column other_receipt.remark is '备注';

comment on column other_receipt.posted_on is '记账日';

comment on column other_receipt.confirmed_by is '复核人';

comment on column other_receipt.answer is '处理说明';

comment on column other_receipt.pinyin is '名称拼音';

comment on column other_receipt.search_text is '检索文本';

create unique index other_receipt_no_key on other_receipt (operator_id, no) where deleted_at is null;

create index other_receipt_status_idx on other_receipt (operator_id, status, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_account_idx on other_receipt (operator_id, account, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_vehicle_idx on other_receipt (operator_id, vehicle, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_store_idx on other_receipt (operator_id, store, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_confirmed_by_idx on other_receipt (operator_id, confirmed_by, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_kind_idx on other_receipt (operator_id, kind, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_order on other_receipt (operator_id, moved_on desc, id desc) where deleted_at is null;

create index other_receipt_search on other_receipt using gin (search_text gin_trgm_ops);

alter table other_receipt enable row level security;

alter table other_receipt force row level security;

create policy tenant on other_receipt
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table other_payment (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  payee text not null,
  kind text default 'fee' not null,
  amount bigint not null,
  account bigint not null,
  moved_on date not null,
  trade_no text,
  vehicle bigint,
  store bigint not null,
  vouchers jsonb,
  remark text,
  posted_on date,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint other_payment_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint other_payment_kind_values check (kind in ('tax', 'fee', 'salary', 'deposit', 'penalty', 'other')),
  constraint other_payment_amount_range check (amount >= 1)
);

comment on table other_payment is '其他付款';

comment on column other_payment.id is '编号';

comment on column other_payment.operator_id is '运营公司';

comment on column other_payment.created_by is '创建人';

comment on column other_payment.created_at is '创建时间';

comment on column other_payment.updated_by is '修改人';

comment on column other_payment.updated_at is '修改时间';

comment on column other_payment.version is '版本';

comment on column other_payment.deleted_at is '删除时间';

comment on column other_payment.no is '付款编号';

comment on column other_payment.status is '状态';

comment on column other_payment.payee is '收款方';

comment on column other_payment.kind is '付款类型';

comment on column other_payment.amount is '金额';

comment on column other_payment.account is '付款账户';

comment on column other_payment.moved_on is '付款日期';

comment on column other_payment.trade_no is '交易流水号';

comment on column other_payment.vehicle is '车辆';

comment on column other_payment.store is '门店';

comment on column other_payment.vouchers is '凭证';

comment on column other_payment.remark is '备注';

comment on column other_payment.posted_on is '记账日';

comment on column other_payment.confirmed_by is '复核人';

comment on column other_payment.answer is '处理说明';

comment on column other_payment.pinyin is '名称拼音';

comment on column other_payment.search_text is '检索文本';

create unique index other_payment_no_key on other_payment (operator_id, no) where deleted_at is null;

create index other_payment_status_idx on other_payment (operator_id, status, moved_on desc, id desc) where deleted_at is null;

create index other_payment_account_idx on other_payment (operator_id, account, moved_on desc, id desc) where deleted_at is null;

create index other_payment_vehicle_idx on other_payment (operator_id, vehicle, moved_on desc, id desc) where deleted_at is null;

create index other_payment_store_idx on other_payment (operator_id, store, moved_on desc, id desc) where deleted_at is null;

create index other_payment_confirmed_by_idx on other_payment (operator_id, confirmed_by, moved_on desc, id desc) where deleted_at is null;

create index other_payment_kind_idx on other_payment (operator_id, kind, moved_on desc, id desc) where deleted_at is null;

create index other_payment_order on other_payment (operator_id, moved_on desc, id desc) where deleted_at is null;

create index other_payment_search on other_payment using gin (search_text gin_trgm_ops);

alter table other_payment enable row level security;

alter table other_payment force row level security;

create policy tenant on other_payment
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table account_transfer (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  "from" bigint not null,
  "to" bigint not null,
  amount bigint not null,
  fee bigint default 0 not null,
  moved_on date not null,
  trade_no text,
  store bigint not null,
  vouchers jsonb,
  remark text,
  posted_on date,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint account_transfer_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint account_transfer_amount_range check (amount >= 1),
  constraint account_transfer_fee_range check (fee >= 0)
);

comment on table account_transfer is '账户互转';

comment on column account_transfer.id is '编号';

comment on column account_transfer.operator_id is '运营公司';

comment on column account_transfer.created_by is '创建人';

comment on column account_transfer.created_at is '创建时间';

comment on column account_transfer.updated_by is '修改人';

comment on column account_transfer.updated_at is '修改时间';

comment on column account_transfer.version is '版本';

comment on column account_transfer.deleted_at is '删除时间';

comment on column account_transfer.no is '互转编号';

comment on column account_transfer.status is '状态';

comment on column account_transfer."from" is '转出账户';

comment on column account_transfer."to" is '转入账户';

comment on column account_transfer.amount is '转账金额';

comment on column account_transfer.fee is '手续费';

comment on column account_transfer.moved_on is '转账日期';

comment on column account_transfer.trade_no is '交易流水号';

comment on column account_transfer.store is '门店';

comment on column account_transfer.vouchers is '凭证';

comment on column account_transfer.remark is '备注';

comment on column account_transfer.posted_on is '记账日';

comment on column account_transfer.confirmed_by is '复核人';

comment on column account_transfer.answer is '处理说明';

comment on column account_transfer.pinyin is '名称拼音';

comment on column account_transfer.search_text is '检索文本';

create unique index account_transfer_no_key on account_transfer (operator_id, no) where deleted_at is null;

create index account_transfer_status_idx on account_transfer (operator_id, status, moved_on desc, id desc) where deleted_at is null;

create index account_transfer_from_idx on account_transfer (operator_id, "from", moved_on desc, id desc) where deleted_at is null;

create index account_transfer_to_idx on account_transfer (operator_id, "to", moved_on desc, id desc) where deleted_at is null;

create index account_transfer_store_idx on account_transfer (operator_id, store, moved_on desc, id desc) where deleted_at is null;

create index account_transfer_confirmed_by_idx on account_transfer (operator_id, confirmed_by, moved_on desc, id desc) where deleted_at is null;

create index account_transfer_order on account_transfer (operator_id, moved_on desc, id desc) where deleted_at is null;

create index account_transfer_search on account_transfer using gin (search_text gin_trgm_ops);

alter table account_transfer enable row level security;

alter table account_transfer force row level security;

create policy tenant on account_transfer
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table pay_batch (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  account bigint not null,
  paid_on date not null,
  payouts bigint[] not null,
  count bigint not null,
  amount bigint not null,
  control text not null,
  store bigint not null,
  format text default 'general' not null,
  file_count bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint pay_batch_count_range check (count >= 1),
  constraint pay_batch_amount_range check (amount >= 1),
  constraint pay_batch_format_values check (format in ('general', 'cmb', 'icbc', 'ccb')),
  constraint pay_batch_file_count_range check (file_count >= 0)
);

comment on table pay_batch is '付款批次';

comment on column pay_batch.id is '编号';

comment on column pay_batch.operator_id is '运营公司';

comment on column pay_batch.created_by is '创建人';

comment on column pay_batch.created_at is '创建时间';

comment on column pay_batch.updated_by is '修改人';

comment on column pay_batch.updated_at is '修改时间';

comment on column pay_batch.version is '版本';

comment on column pay_batch.deleted_at is '删除时间';

comment on column pay_batch.no is '批次编号';

comment on column pay_batch.account is '付款账户';

comment on column pay_batch.paid_on is '付款日期';

comment on column pay_batch.payouts is '付款单';

comment on column pay_batch.count is '笔数';

comment on column pay_batch.amount is '合计金额';

comment on column pay_batch.control is '校验和';

comment on column pay_batch.store is '门店';

comment on column pay_batch.format is '文件格式';

comment on column pay_batch.file_count is '下载次数';

comment on column pay_batch.pinyin is '名称拼音';

comment on column pay_batch.search_text is '检索文本';

create unique index pay_batch_no_key on pay_batch (operator_id, no) where deleted_at is null;

create index pay_batch_account_idx on pay_batch (operator_id, account, id desc) where deleted_at is null;

create index pay_batch_payouts_gin on pay_batch using gin (payouts);

create index pay_batch_store_idx on pay_batch (operator_id, store, id desc) where deleted_at is null;

create index pay_batch_paid_on_idx on pay_batch (operator_id, paid_on) where deleted_at is null;

create index pay_batch_order on pay_batch (operator_id, id desc) where deleted_at is null;

create index pay_batch_search on pay_batch using gin (search_text gin_trgm_ops);

alter table pay_batch enable row level security;

alter table pay_batch force row level security;

create policy tenant on pay_batch
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table account_period (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  month text not null,
  status text default 'open' not null,
  last_on date not null,
  checks jsonb not null,
  sums jsonb not null,
  hash text,
  reason text,
  closed_by bigint,
  closed_at timestamptz,
  reopened bigint default 0 not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(month, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint account_period_status_values check (status in ('open', 'closed')),
  constraint account_period_reopened_range check (reopened >= 0)
);

comment on table account_period is '会计期间';

comment on column account_period.id is '编号';

comment on column account_period.operator_id is '运营公司';

comment on column account_period.created_by is '创建人';

comment on column account_period.created_at is '创建时间';

comment on column account_period.updated_by is '修改人';

comment on column account_period.updated_at is '修改时间';

comment on column account_period.version is '版本';

comment on column account_period.deleted_at is '删除时间';

comment on column account_period.month is '月份';

comment on column account_period.status is '状态';

comment on column account_period.last_on is '最后一天';

comment on column account_period.checks is '关账检查';

comment on column account_period.sums is '汇总';

comment on column account_period.hash is '校验值';

comment on column account_period.reason is '说明';

comment on column account_period.closed_by is '关账人';

comment on column account_period.closed_at is '关账时间';

comment on column account_period.reopened is '反关账次数';

comment on column account_period.pinyin is '名称拼音';

comment on column account_period.search_text is '检索文本';

create unique index account_period_month_key on account_period (operator_id, month) where deleted_at is null;

create index account_period_status_idx on account_period (operator_id, status, month desc, id desc) where deleted_at is null;

create index account_period_closed_by_idx on account_period (operator_id, closed_by, month desc, id desc) where deleted_at is null;

create index account_period_order on account_period (operator_id, month desc, id desc) where deleted_at is null;

create index account_period_search on account_period using gin (search_text gin_trgm_ops);

alter table account_period enable row level security;

alter table account_period force row level security;

create policy tenant on account_period
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table payment add constraint payment_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table refund add constraint refund_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table payout add constraint payout_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table pay_type add constraint pay_type_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table bank_line add constraint bank_line_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table cash_entry add constraint cash_entry_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table cash_entry add constraint cash_entry_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table cash_entry add constraint cash_entry_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table other_receipt add constraint other_receipt_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table other_payment add constraint other_payment_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_from_fk foreign key (operator_id, "from") references company_account (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_to_fk foreign key (operator_id, "to") references company_account (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table account_transfer add constraint account_transfer_confirmed_by_fk foreign key (operator_id, confirmed_by) references "user" (operator_id, id) on delete restrict;

alter table pay_batch add constraint pay_batch_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table pay_batch add constraint pay_batch_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table account_period add constraint account_period_closed_by_fk foreign key (operator_id, closed_by) references "user" (operator_id, id) on delete restrict;

-- By hand: the cash book is added to, never changed; nothing is written under a day of a closed month; a line of the bank is one document.
create trigger cash_entry_fixed before update or delete on cash_entry for each row execute function ledger_refuse();

create function posting_open() returns trigger language plpgsql as $$
begin
  if new.posted_on is null or (tg_op = 'UPDATE' and new.posted_on is not distinct from old.posted_on) then
    return new;
  end if;
  if exists (select from account_period p where p.operator_id = new.operator_id and p.status = 'closed' and p.deleted_at is null and p.last_on >= new.posted_on) then
    raise exception '% of % lies in a closed month', tg_table_name, new.posted_on using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger cash_entry_open before insert on cash_entry for each row execute function posting_open();
create trigger payment_open before insert or update on payment for each row execute function posting_open();
create trigger refund_open before insert or update on refund for each row execute function posting_open();
create trigger payout_open before insert or update on payout for each row execute function posting_open();
create trigger payable_bill_open before insert or update on payable_bill for each row execute function posting_open();
alter table cash_entry add constraint cash_entry_posted_later check (posted_on >= business_on);

create unique index bank_line_one_document on bank_line (operator_id, matched_to, matched_id, direction)
  where status = 'matched' and matched_to is not null and deleted_at is null;
create unique index other_receipt_trade_no_key on other_receipt (operator_id, trade_no)
  where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;
create unique index other_payment_trade_no_key on other_payment (operator_id, trade_no)
  where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;
