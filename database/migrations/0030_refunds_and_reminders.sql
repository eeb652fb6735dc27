-- refunds_and_reminders
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table bill add column reminded_on date;

comment on column bill.reminded_on is '最近催收';

alter table bill add column promised_on date;

comment on column bill.promised_on is '承诺付款日';

alter table bill add column remark text;

comment on column bill.remark is '备注';

alter table payment add column deposit_account bigint;

comment on column payment.deposit_account is '押金账户';

create index payment_deposit_account_idx on payment (operator_id, deposit_account, paid_at desc, id desc) where deleted_at is null;

alter table account_entry drop constraint account_entry_kind_values;

alter table account_entry add column refund bigint;

comment on column account_entry.refund is '退款单';

alter table account_entry add constraint account_entry_kind_values check (kind in ('overpaid', 'released', 'applied', 'frozen', 'unfrozen', 'refunded', 'reversed'));

create index account_entry_refund_idx on account_entry (operator_id, refund, id desc) where deleted_at is null;

alter table deposit_account add column received bigint default 0 not null;

comment on column deposit_account.received is '已收取';

alter table deposit_account add column transferred bigint default 0 not null;

comment on column deposit_account.transferred is '转入转出';

alter table deposit_account add column deducted bigint default 0 not null;

comment on column deposit_account.deducted is '已抵扣';

alter table deposit_account add column refunded bigint default 0 not null;

comment on column deposit_account.refunded is '已退还';

alter table deposit_account add column forfeited bigint default 0 not null;

comment on column deposit_account.forfeited is '已没收';

alter table deposit_account add column frozen bigint default 0 not null;

comment on column deposit_account.frozen is '退款中';

alter table deposit_account add column waived bigint default 0 not null;

comment on column deposit_account.waived is '已减免';

alter table deposit_account add column standing text generated always as (case when balance > 0 and hold_until is not null then 'held' when balance > 0 and balance >= required then 'full' when balance > 0 then 'partial' when received + transferred > 0 then 'cleared' when required > 0 then 'none' else 'waived' end) stored;

comment on column deposit_account.standing is '状况';

alter table deposit_account add constraint deposit_account_deducted_range check (deducted >= 0);

alter table deposit_account add constraint deposit_account_refunded_range check (refunded >= 0);

alter table deposit_account add constraint deposit_account_forfeited_range check (forfeited >= 0);

alter table deposit_account add constraint deposit_account_frozen_range check (frozen >= 0);

alter table deposit_account add constraint deposit_account_waived_range check (waived >= 0);

alter table deposit_entry drop constraint deposit_entry_kind_values;

alter table deposit_entry add column payment bigint;

comment on column deposit_entry.payment is '抵扣收款';

alter table deposit_entry add column refund bigint;

comment on column deposit_entry.refund is '退款单';

alter table deposit_entry add column reason text;

comment on column deposit_entry.reason is '原因';

alter table deposit_entry add constraint deposit_entry_kind_values check (kind in ('receive', 'transferIn', 'transferOut', 'deduct', 'freeze', 'unfreeze', 'refund', 'forfeit', 'reverse'));

create index deposit_entry_payment_idx on deposit_entry (operator_id, payment, id desc) where deleted_at is null;

create index deposit_entry_refund_idx on deposit_entry (operator_id, refund, id desc) where deleted_at is null;

create table refund (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'submitted' not null,
  source text not null,
  lessee bigint not null,
  store bigint not null,
  deposit_account bigint,
  contract bigint,
  lease bigint,
  amount bigint not null,
  payee text not null,
  bank_name text,
  bank_account text,
  reason text not null,
  decided_by bigint,
  decided_at timestamptz,
  paid_on date,
  pay_trade_no text,
  pay_vouchers jsonb,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(payee, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint refund_status_values check (status in ('submitted', 'toPay', 'paid', 'failed', 'rejected', 'cancelled')),
  constraint refund_source_values check (source in ('balance', 'deposit')),
  constraint refund_amount_range check (amount >= 1)
);

comment on table refund is '退款单';

comment on column refund.id is '编号';

comment on column refund.operator_id is '运营公司';

comment on column refund.created_by is '创建人';

comment on column refund.created_at is '创建时间';

comment on column refund.updated_by is '修改人';

comment on column refund.updated_at is '修改时间';

comment on column refund.version is '版本';

comment on column refund.deleted_at is '删除时间';

comment on column refund.no is '退款编号';

comment on column refund.status is '状态';

comment on column refund.source is '退款来源';

comment on column refund.lessee is '承租人';

comment on column refund.store is '门店';

comment on column refund.deposit_account is '押金账户';

comment on column refund.contract is '合同';

comment on column refund.lease is '租约';

comment on column refund.amount is '退款金额';

comment on column refund.payee is '收款人';

comment on column refund.bank_name is '开户行';

comment on column refund.bank_account is '收款账号';

comment on column refund.reason is '退款原因';

comment on column refund.decided_by is '审批人';

comment on column refund.decided_at is '审批时间';

comment on column refund.paid_on is '付款日期';

comment on column refund.pay_trade_no is '付款流水号';

comment on column refund.pay_vouchers is '付款凭证';

comment on column refund.answer is '处理说明';

comment on column refund.pinyin is '名称拼音';

comment on column refund.search_text is '检索文本';

create unique index refund_no_key on refund (operator_id, no) where deleted_at is null;

create index refund_status_idx on refund (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index refund_lessee_idx on refund (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index refund_store_idx on refund (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index refund_deposit_account_idx on refund (operator_id, deposit_account, created_at desc, id desc) where deleted_at is null;

create index refund_contract_idx on refund (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index refund_lease_idx on refund (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index refund_decided_by_idx on refund (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index refund_source_idx on refund (operator_id, source, created_at desc, id desc) where deleted_at is null;

create index refund_paid_on_idx on refund (operator_id, paid_on) where deleted_at is null;

create index refund_lessee_status_idx on refund (operator_id, lessee, status, created_at desc, id desc) where deleted_at is null;

create index refund_order on refund (operator_id, created_at desc, id desc) where deleted_at is null;

create index refund_search on refund using gin (search_text gin_trgm_ops);

alter table refund enable row level security;

alter table refund force row level security;

create policy tenant on refund
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table write_off (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'submitted' not null,
  bill bigint not null,
  lessee bigint not null,
  store bigint not null,
  amount bigint not null,
  reason text not null,
  proofs jsonb,
  decided_by bigint,
  decided_at timestamptz,
  answer text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(pinyin, ''))) stored,
  constraint write_off_status_values check (status in ('submitted', 'approved', 'rejected', 'reversed')),
  constraint write_off_amount_range check (amount >= 1)
);

comment on table write_off is '坏账核销';

comment on column write_off.id is '编号';

comment on column write_off.operator_id is '运营公司';

comment on column write_off.created_by is '创建人';

comment on column write_off.created_at is '创建时间';

comment on column write_off.updated_by is '修改人';

comment on column write_off.updated_at is '修改时间';

comment on column write_off.version is '版本';

comment on column write_off.deleted_at is '删除时间';

comment on column write_off.no is '核销编号';

comment on column write_off.status is '状态';

comment on column write_off.bill is '账单';

comment on column write_off.lessee is '承租人';

comment on column write_off.store is '门店';

comment on column write_off.amount is '核销金额';

comment on column write_off.reason is '核销原因';

comment on column write_off.proofs is '依据材料';

comment on column write_off.decided_by is '审批人';

comment on column write_off.decided_at is '审批时间';

comment on column write_off.answer is '处理说明';

comment on column write_off.pinyin is '名称拼音';

comment on column write_off.search_text is '检索文本';

create unique index write_off_no_key on write_off (operator_id, no) where deleted_at is null;

create index write_off_status_idx on write_off (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index write_off_bill_idx on write_off (operator_id, bill, created_at desc, id desc) where deleted_at is null;

create index write_off_lessee_idx on write_off (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index write_off_store_idx on write_off (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index write_off_decided_by_idx on write_off (operator_id, decided_by, created_at desc, id desc) where deleted_at is null;

create index write_off_order on write_off (operator_id, created_at desc, id desc) where deleted_at is null;

create index write_off_search on write_off using gin (search_text gin_trgm_ops);

alter table write_off enable row level security;

alter table write_off force row level security;

create policy tenant on write_off
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table bill_reminder (
  id bigint generated always as identity not null primary key,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  bill bigint not null,
  lessee bigint not null,
  store bigint not null,
  way text not null,
  reminded_at timestamptz not null,
  clerk bigint,
  remain bigint not null,
  overdue_days bigint not null,
  content text not null,
  promised_on date,
  constraint bill_reminder_way_values check (way in ('app', 'phone', 'sms', 'wechat', 'visit', 'letter'))
);

comment on table bill_reminder is '催收记录';

comment on column bill_reminder.id is '编号';

comment on column bill_reminder.operator_id is '运营公司';

comment on column bill_reminder.created_by is '创建人';

comment on column bill_reminder.created_at is '创建时间';

comment on column bill_reminder.updated_by is '修改人';

comment on column bill_reminder.updated_at is '修改时间';

comment on column bill_reminder.version is '版本';

comment on column bill_reminder.deleted_at is '删除时间';

comment on column bill_reminder.bill is '账单';

comment on column bill_reminder.lessee is '承租人';

comment on column bill_reminder.store is '门店';

comment on column bill_reminder.way is '催收方式';

comment on column bill_reminder.reminded_at is '催收时间';

comment on column bill_reminder.clerk is '催收人';

comment on column bill_reminder.remain is '当时未收';

comment on column bill_reminder.overdue_days is '当时逾期';

comment on column bill_reminder.content is '沟通内容';

comment on column bill_reminder.promised_on is '承诺付款日';

create index bill_reminder_bill_idx on bill_reminder (operator_id, bill, reminded_at desc, id desc) where deleted_at is null;

create index bill_reminder_lessee_idx on bill_reminder (operator_id, lessee, reminded_at desc, id desc) where deleted_at is null;

create index bill_reminder_store_idx on bill_reminder (operator_id, store, reminded_at desc, id desc) where deleted_at is null;

create index bill_reminder_clerk_idx on bill_reminder (operator_id, clerk, reminded_at desc, id desc) where deleted_at is null;

create index bill_reminder_way_idx on bill_reminder (operator_id, way, reminded_at desc, id desc) where deleted_at is null;

create index bill_reminder_reminded_at_idx on bill_reminder (operator_id, reminded_at) where deleted_at is null;

create index bill_reminder_promised_on_idx on bill_reminder (operator_id, promised_on) where deleted_at is null;

create index bill_reminder_order on bill_reminder (operator_id, reminded_at desc, id desc) where deleted_at is null;

alter table bill_reminder enable row level security;

alter table bill_reminder force row level security;

create policy tenant on bill_reminder
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table payment add constraint payment_deposit_account_fk foreign key (deposit_account) references deposit_account (id) on delete restrict;

alter table account_entry add constraint account_entry_refund_fk foreign key (refund) references refund (id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_payment_fk foreign key (payment) references payment (id) on delete restrict;

alter table deposit_entry add constraint deposit_entry_refund_fk foreign key (refund) references refund (id) on delete restrict;

alter table refund add constraint refund_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table refund add constraint refund_store_fk foreign key (store) references store (id) on delete restrict;

alter table refund add constraint refund_deposit_account_fk foreign key (deposit_account) references deposit_account (id) on delete restrict;

alter table refund add constraint refund_contract_fk foreign key (contract) references contract (id) on delete restrict;

alter table refund add constraint refund_lease_fk foreign key (lease) references lease (id) on delete restrict;

alter table refund add constraint refund_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table write_off add constraint write_off_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table write_off add constraint write_off_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table write_off add constraint write_off_store_fk foreign key (store) references store (id) on delete restrict;

alter table write_off add constraint write_off_decided_by_fk foreign key (decided_by) references "user" (id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_bill_fk foreign key (bill) references bill (id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_lessee_fk foreign key (lessee) references lessee (id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_store_fk foreign key (store) references store (id) on delete restrict;

alter table bill_reminder add constraint bill_reminder_clerk_fk foreign key (clerk) references "user" (id) on delete restrict;

-- What stood on the accounts before there were sums of their own had all been received.
update deposit_account set received = balance;
