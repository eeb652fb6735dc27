-- splits_payables_statements
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table split_rule (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  name text not null,
  status text default 'active' not null,
  reach text default 'company' not null,
  store bigint,
  vehicle_source bigint,
  channel bigint,
  contract bigint,
  effective_on date not null,
  refund_mode text default 'proportional' not null,
  receivers jsonb not null,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint split_rule_status_values check (status in ('active', 'ended')),
  constraint split_rule_reach_values check (reach in ('company', 'store', 'vehicleSource', 'channel', 'contract')),
  constraint split_rule_refund_mode_values check (refund_mode in ('proportional', 'none', 'full'))
);

comment on table split_rule is '分账规则';

comment on column split_rule.id is '编号';

comment on column split_rule.operator_id is '运营公司';

comment on column split_rule.created_by is '创建人';

comment on column split_rule.created_at is '创建时间';

comment on column split_rule.updated_by is '修改人';

comment on column split_rule.updated_at is '修改时间';

comment on column split_rule.version is '版本';

comment on column split_rule.deleted_at is '删除时间';

comment on column split_rule.name is '规则名称';

comment on column split_rule.status is '状态';

comment on column split_rule.reach is '适用范围';

comment on column split_rule.store is '门店';

comment on column split_rule.vehicle_source is '车源方';

comment on column split_rule.channel is '渠道';

comment on column split_rule.contract is '合同';

comment on column split_rule.effective_on is '生效日';

comment on column split_rule.refund_mode is '退款时';

comment on column split_rule.receivers is '分账方';

comment on column split_rule.remark is '备注';

comment on column split_rule.pinyin is '名称拼音';

comment on column split_rule.search_text is '检索文本';

create unique index split_rule_name_key on split_rule (operator_id, name) where deleted_at is null;

create index split_rule_status_idx on split_rule (operator_id, status, name, id) where deleted_at is null;

create index split_rule_store_idx on split_rule (operator_id, store, name, id) where deleted_at is null;

create index split_rule_vehicle_source_idx on split_rule (operator_id, vehicle_source, name, id) where deleted_at is null;

create index split_rule_channel_idx on split_rule (operator_id, channel, name, id) where deleted_at is null;

create index split_rule_contract_idx on split_rule (operator_id, contract, name, id) where deleted_at is null;

create index split_rule_reach_idx on split_rule (operator_id, reach, name, id) where deleted_at is null;

create index split_rule_order on split_rule (operator_id, name, id) where deleted_at is null;

create index split_rule_search on split_rule using gin (search_text gin_trgm_ops);

alter table split_rule enable row level security;

alter table split_rule force row level security;

create policy tenant on split_rule
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table split_record (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  rule bigint not null,
  lessee bigint not null,
  store bigint not null,
  party text not null,
  vehicle_source bigint,
  channel bigint,
  base bigint not null,
  target bigint not null,
  amount bigint not null,
  value_on date not null,
  payable_bill bigint,
  constraint split_record_party_values check (party in ('company', 'platform', 'store', 'source', 'channel'))
);

comment on table split_record is '分账记录';

comment on column split_record.id is '编号';

comment on column split_record.operator_id is '运营公司';

comment on column split_record.created_by is '创建人';

comment on column split_record.created_at is '创建时间';

comment on column split_record.updated_by is '修改人';

comment on column split_record.updated_at is '修改时间';

comment on column split_record.version is '版本';

comment on column split_record.deleted_at is '删除时间';

comment on column split_record.bill is '账单';

comment on column split_record.rule is '分账规则';

comment on column split_record.lessee is '承租人';

comment on column split_record.store is '门店';

comment on column split_record.party is '分账方';

comment on column split_record.vehicle_source is '车源方';

comment on column split_record.channel is '渠道';

comment on column split_record.base is '累计基数';

comment on column split_record.target is '累计应得';

comment on column split_record.amount is '本次分账';

comment on column split_record.value_on is '分账日';

comment on column split_record.payable_bill is '应付账单';

create index split_record_bill_idx on split_record (operator_id, bill, id desc) where deleted_at is null;

create index split_record_rule_idx on split_record (operator_id, rule, id desc) where deleted_at is null;

create index split_record_lessee_idx on split_record (operator_id, lessee, id desc) where deleted_at is null;

create index split_record_store_idx on split_record (operator_id, store, id desc) where deleted_at is null;

create index split_record_vehicle_source_idx on split_record (operator_id, vehicle_source, id desc) where deleted_at is null;

create index split_record_channel_idx on split_record (operator_id, channel, id desc) where deleted_at is null;

create index split_record_payable_bill_idx on split_record (operator_id, payable_bill, id desc) where deleted_at is null;

create index split_record_value_on_idx on split_record (operator_id, value_on) where deleted_at is null;

create index split_record_party_idx on split_record (operator_id, party, id desc) where deleted_at is null;

create index split_record_order on split_record (operator_id, id desc) where deleted_at is null;

alter table split_record enable row level security;

alter table split_record force row level security;

create policy tenant on split_record
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payable_bill (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  party_kind text default 'shop' not null,
  vehicle_source bigint,
  channel bigint,
  payee text not null,
  bank_name text,
  bank_account text,
  fee text default 'repair' not null,
  their_no text,
  store bigint not null,
  vehicle bigint,
  start_on date,
  end_on date,
  due_on date not null,
  items jsonb not null,
  amount bigint default 0,
  paid bigint default 0,
  remain bigint generated always as (amount - paid) stored,
  settled_on date,
  attachments jsonb,
  remark text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(their_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint payable_bill_status_values check (status in ('toConfirm', 'unpaid', 'partlyPaid', 'settled', 'voided')),
  constraint payable_bill_party_kind_values check (party_kind in ('source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver')),
  constraint payable_bill_fee_values check (fee in ('rent', 'repair', 'insurance', 'commission', 'split', 'service', 'reimburse', 'other')),
  constraint payable_bill_amount_range check (amount >= 0),
  constraint payable_bill_paid_range check (paid >= 0)
);

comment on table payable_bill is '应付账单';

comment on column payable_bill.id is '编号';

comment on column payable_bill.operator_id is '运营公司';

comment on column payable_bill.created_by is '创建人';

comment on column payable_bill.created_at is '创建时间';

comment on column payable_bill.updated_by is '修改人';

comment on column payable_bill.updated_at is '修改时间';

comment on column payable_bill.version is '版本';

comment on column payable_bill.deleted_at is '删除时间';

comment on column payable_bill.no is '应付编号';

comment on column payable_bill.status is '状态';

comment on column payable_bill.party_kind is '往来类型';

comment on column payable_bill.vehicle_source is '车源方';

comment on column payable_bill.channel is '渠道';

comment on column payable_bill.payee is '收款方';

comment on column payable_bill.bank_name is '开户行';

comment on column payable_bill.bank_account is '收款账号';

comment on column payable_bill.fee is '费用类型';

comment on column payable_bill.their_no is '对方单号';

comment on column payable_bill.store is '门店';

comment on column payable_bill.vehicle is '车辆';

comment on column payable_bill.start_on is '账期起';

comment on column payable_bill.end_on is '账期止';

comment on column payable_bill.due_on is '应付日';

comment on column payable_bill.items is '明细';

comment on column payable_bill.amount is '应付金额';

comment on column payable_bill.paid is '已付金额';

comment on column payable_bill.remain is '未付金额';

comment on column payable_bill.settled_on is '付清日期';

comment on column payable_bill.attachments is '附件';

comment on column payable_bill.remark is '备注';

comment on column payable_bill.pinyin is '名称拼音';

comment on column payable_bill.search_text is '检索文本';

create unique index payable_bill_no_key on payable_bill (operator_id, no) where deleted_at is null;

create index payable_bill_status_idx on payable_bill (operator_id, status, due_on desc, id desc) where deleted_at is null;

create index payable_bill_vehicle_source_idx on payable_bill (operator_id, vehicle_source, due_on desc, id desc) where deleted_at is null;

create index payable_bill_channel_idx on payable_bill (operator_id, channel, due_on desc, id desc) where deleted_at is null;

create index payable_bill_store_idx on payable_bill (operator_id, store, due_on desc, id desc) where deleted_at is null;

create index payable_bill_vehicle_idx on payable_bill (operator_id, vehicle, due_on desc, id desc) where deleted_at is null;

create index payable_bill_party_kind_idx on payable_bill (operator_id, party_kind, due_on desc, id desc) where deleted_at is null;

create index payable_bill_fee_idx on payable_bill (operator_id, fee, due_on desc, id desc) where deleted_at is null;

create index payable_bill_due_on_idx on payable_bill (operator_id, due_on) where deleted_at is null;

create index payable_bill_status_due_on_idx on payable_bill (operator_id, status, due_on) where deleted_at is null;

create index payable_bill_order on payable_bill (operator_id, due_on desc, id desc) where deleted_at is null;

create index payable_bill_search on payable_bill using gin (search_text gin_trgm_ops);

alter table payable_bill enable row level security;

alter table payable_bill force row level security;

create policy tenant on payable_bill
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table payout (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'toConfirm' not null,
  payable_bill bigint not null,
  store bigint not null,
  payee text not null,
  amount bigint not null,
  channel text not null,
  paid_on date not null,
  trade_no text,
  vouchers jsonb,
  confirmed_by bigint,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(trade_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint payout_status_values check (status in ('toConfirm', 'confirmed', 'rejected', 'reversed')),
  constraint payout_amount_range check (amount >= 1),
  constraint payout_channel_values check (channel in ('transfer', 'wechat', 'alipay', 'cash'))
);

comment on table payout is '付款单';

comment on column payout.id is '编号';

comment on column payout.operator_id is '运营公司';

comment on column payout.created_by is '创建人';

comment on column payout.created_at is '创建时间';

comment on column payout.updated_by is '修改人';

comment on column payout.updated_at is '修改时间';

comment on column payout.version is '版本';

comment on column payout.deleted_at is '删除时间';

comment on column payout.no is '付款编号';

comment on column payout.status is '状态';

comment on column payout.payable_bill is '应付账单';

comment on column payout.store is '门店';

comment on column payout.payee is '收款方';

comment on column payout.amount is '付款金额';

comment on column payout.channel is '付款方式';

comment on column payout.paid_on is '付款日期';

comment on column payout.trade_no is '交易流水号';

comment on column payout.vouchers is '付款凭证';

comment on column payout.confirmed_by is '复核人';

comment on column payout.answer is '处理说明';

comment on column payout.pinyin is '名称拼音';

comment on column payout.search_text is '检索文本';

create unique index payout_no_key on payout (operator_id, no) where deleted_at is null;

create index payout_status_idx on payout (operator_id, status, paid_on desc, id desc) where deleted_at is null;

create index payout_payable_bill_idx on payout (operator_id, payable_bill, paid_on desc, id desc) where deleted_at is null;

create index payout_store_idx on payout (operator_id, store, paid_on desc, id desc) where deleted_at is null;

create index payout_confirmed_by_idx on payout (operator_id, confirmed_by, paid_on desc, id desc) where deleted_at is null;

create index payout_channel_idx on payout (operator_id, channel, paid_on desc, id desc) where deleted_at is null;

create index payout_paid_on_idx on payout (operator_id, paid_on) where deleted_at is null;

create index payout_order on payout (operator_id, paid_on desc, id desc) where deleted_at is null;

create index payout_search on payout using gin (search_text gin_trgm_ops);

alter table payout enable row level security;

alter table payout force row level security;

create policy tenant on payout
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bank_line (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  trade_no text not null,
  status text default 'open' not null,
  booked_on date not null,
  amount bigint not null,
  payer_name text,
  payer_account text,
  memo text,
  account text,
  lessee bigint,
  payment bigint,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(trade_no, '') || ' ' || coalesce(payer_name, '') || ' ' || coalesce(memo, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint bank_line_status_values check (status in ('open', 'matched', 'ignored')),
  constraint bank_line_amount_range check (amount >= 1)
);

comment on table bank_line is '银行流水';

comment on column bank_line.id is '编号';

comment on column bank_line.operator_id is '运营公司';

comment on column bank_line.created_by is '创建人';

comment on column bank_line.created_at is '创建时间';

comment on column bank_line.updated_by is '修改人';

comment on column bank_line.updated_at is '修改时间';

comment on column bank_line.version is '版本';

comment on column bank_line.deleted_at is '删除时间';

comment on column bank_line.trade_no is '交易流水号';

comment on column bank_line.status is '状态';

comment on column bank_line.booked_on is '入账日';

comment on column bank_line.amount is '收入金额';

comment on column bank_line.payer_name is '付款人';

comment on column bank_line.payer_account is '付款账号';

comment on column bank_line.memo is '摘要附言';

comment on column bank_line.account is '入账账户';

comment on column bank_line.lessee is '承租人';

comment on column bank_line.payment is '收款';

comment on column bank_line.reason is '处理说明';

comment on column bank_line.pinyin is '名称拼音';

comment on column bank_line.search_text is '检索文本';

create unique index bank_line_trade_no_key on bank_line (operator_id, trade_no) where deleted_at is null;

create index bank_line_status_idx on bank_line (operator_id, status, booked_on desc, id desc) where deleted_at is null;

create index bank_line_lessee_idx on bank_line (operator_id, lessee, booked_on desc, id desc) where deleted_at is null;

create index bank_line_payment_idx on bank_line (operator_id, payment, booked_on desc, id desc) where deleted_at is null;

create index bank_line_booked_on_idx on bank_line (operator_id, booked_on) where deleted_at is null;

create index bank_line_order on bank_line (operator_id, booked_on desc, id desc) where deleted_at is null;

create index bank_line_search on bank_line using gin (search_text gin_trgm_ops);

alter table bank_line enable row level security;

alter table bank_line force row level security;

create policy tenant on bank_line
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table split_rule add constraint split_rule_store_fk foreign key (store) references store (id) on delete restrict;

alter table split_rule add constraint split_rule_vehicle_source_fk foreign key (vehicle_source) references vehicle_source (id) on delete restrict;

alter table split_rule add constraint split_rule_channel_fk foreign key (channel) references channel (id) on delete restrict;

alter table split_rule add constraint split_rule_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table split_record add constraint split_record_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table split_record add constraint split_record_rule_fk foreign key (rule) references split_rule (id) on delete restrict;

alter table split_record add constraint split_record_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table split_record add constraint split_record_store_fk foreign key (store) references store (id) on delete restrict;

alter table split_record add constraint split_record_vehicle_source_fk foreign key (vehicle_source) references vehicle_source (id) on delete restrict;

alter table split_record add constraint split_record_channel_fk foreign key (channel) references channel (id) on delete restrict;

alter table split_record add constraint split_record_payable_bill_fk foreign key (payable_bill) references payable_bill (id) on delete restrict;

alter table payable_bill add constraint payable_bill_vehicle_source_fk foreign key (vehicle_source) references vehicle_source (id) on delete restrict;

alter table payable_bill add constraint payable_bill_channel_fk foreign key (channel) references channel (id) on delete restrict;

alter table payable_bill add constraint payable_bill_store_fk foreign key (store) references store (id) on delete restrict;

alter table payable_bill add constraint payable_bill_vehicle_fk foreign key (vehicle) references vehicle (id) on delete restrict;

alter table payout add constraint payout_payable_bill_fk foreign key (payable_bill) references payable_bill (id) on delete restrict;

alter table payout add constraint payout_store_fk foreign key (store) references store (id) on delete restrict;

alter table payout add constraint payout_confirmed_by_fk foreign key (confirmed_by) references "user" (id) on delete restrict;

alter table bank_line add constraint bank_line_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table bank_line add constraint bank_line_payment_fk foreign key (payment) references payment (id) on delete restrict;

-- What definitions cannot say. Hand-written.
alter table payable_bill add constraint payable_bill_remain_not_negative check (amount - paid >= 0);
create unique index payout_trade_no_key on payout (operator_id, channel, trade_no) where trade_no is not null and status in ('toConfirm', 'confirmed') and deleted_at is null;
