-- statements
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create table statement (
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
  party_kind text default 'lessee' not null,
  lessee bigint,
  party text not null,
  store bigint not null,
  from_on date not null,
  to_on date not null,
  opening bigint default 0 not null,
  charges bigint default 0 not null,
  credits bigint default 0 not null,
  payments bigint default 0 not null,
  closing bigint default 0 not null,
  contact_name text,
  contact_mobile text,
  sent_at timestamptz,
  disputes jsonb not null,
  confirmed_name text,
  confirmed_mobile text,
  confirmed_at timestamptz,
  proofs jsonb,
  reason text,
  token_hash text,
  code jsonb,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(party, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint statement_status_values check (status in ('draft', 'toConfirm', 'disputed', 'confirmed', 'partlySettled', 'settled', 'voided')),
  constraint statement_party_kind_values check (party_kind in ('lessee', 'source', 'shop', 'insurer', 'channel', 'store', 'platform', 'provider', 'driver', 'station', 'authority'))
);

comment on table statement is '结算对账单';

comment on column statement.id is '编号';

comment on column statement.operator_id is '运营公司';

comment on column statement.created_by is '创建人';

comment on column statement.created_at is '创建时间';

comment on column statement.updated_by is '修改人';

comment on column statement.updated_at is '修改时间';

comment on column statement.version is '版本';

comment on column statement.deleted_at is '删除时间';

comment on column statement.no is '对账单号';

comment on column statement.status is '状态';

comment on column statement.party_kind is '对象类型';

comment on column statement.lessee is '承租人';

comment on column statement.party is '往来方';

comment on column statement.store is '门店';

comment on column statement.from_on is '对账起';

comment on column statement.to_on is '对账止';

comment on column statement.opening is '期初余额';

comment on column statement.charges is '本期应计';

comment on column statement.credits is '本期冲减';

comment on column statement.payments is '本期收付';

comment on column statement.closing is '期末余额';

comment on column statement.contact_name is '对账联系人';

comment on column statement.contact_mobile is '联系人手机';

comment on column statement.sent_at is '发送时间';

comment on column statement.disputes is '异议';

comment on column statement.confirmed_name is '确认人';

comment on column statement.confirmed_mobile is '确认手机';

comment on column statement.confirmed_at is '确认时间';

comment on column statement.proofs is '盖章件';

comment on column statement.reason is '说明';

comment on column statement.token_hash is '链接校验';

comment on column statement.code is '验证码';

comment on column statement.pinyin is '名称拼音';

comment on column statement.search_text is '检索文本';

create unique index statement_no_key on statement (operator_id, no) where deleted_at is null;

create index statement_status_idx on statement (operator_id, status, to_on desc, id desc) where deleted_at is null;

create index statement_lessee_idx on statement (operator_id, lessee, to_on desc, id desc) where deleted_at is null;

create index statement_store_idx on statement (operator_id, store, to_on desc, id desc) where deleted_at is null;

create index statement_party_kind_idx on statement (operator_id, party_kind, to_on desc, id desc) where deleted_at is null;

create index statement_from_on_idx on statement (operator_id, from_on) where deleted_at is null;

create index statement_token_hash_idx on statement (operator_id, token_hash, to_on desc, id desc) where deleted_at is null;

create index statement_order on statement (operator_id, to_on desc, id desc) where deleted_at is null;

create index statement_search on statement using gin (search_text gin_trgm_ops);

alter table statement enable row level security;

alter table statement force row level security;

create policy tenant on statement
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table statement_line (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  statement bigint not null,
  seq bigint not null,
  store bigint not null,
  doc_type text not null,
  doc_id bigint not null,
  doc_no text not null,
  bill bigint,
  payable_bill bigint,
  day date not null,
  text text not null,
  charge bigint default 0 not null,
  credit bigint default 0 not null,
  payment bigint default 0 not null,
  earlier boolean default false not null,
  live_key text,
  pinyin text,
  search_text text generated always as (lower(coalesce(doc_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint statement_line_seq_range check (seq >= 1),
  constraint statement_line_doc_type_values check (doc_type in ('bill', 'writeOff', 'allocation', 'payable', 'payout'))
);

comment on table statement_line is '对账明细';

comment on column statement_line.id is '编号';

comment on column statement_line.operator_id is '运营公司';

comment on column statement_line.created_by is '创建人';

comment on column statement_line.created_at is '创建时间';

comment on column statement_line.updated_by is '修改人';

comment on column statement_line.updated_at is '修改时间';

comment on column statement_line.version is '版本';

comment on column statement_line.deleted_at is '删除时间';

comment on column statement_line.statement is '对账单';

comment on column statement_line.seq is '序号';

comment on column statement_line.store is '门店';

comment on column statement_line.doc_type is '单据类型';

comment on column statement_line.doc_id is '单据编号';

comment on column statement_line.doc_no is '单据号';

comment on column statement_line.bill is '账单';

comment on column statement_line.payable_bill is '应付账单';

comment on column statement_line.day is '日期';

comment on column statement_line.text is '摘要';

comment on column statement_line.charge is '应计';

comment on column statement_line.credit is '冲减';

comment on column statement_line.payment is '收付';

comment on column statement_line.earlier is '期初';

comment on column statement_line.live_key is '单据键';

comment on column statement_line.pinyin is '名称拼音';

comment on column statement_line.search_text is '检索文本';

create index statement_line_store_idx on statement_line (operator_id, store, statement, seq, id) where deleted_at is null;

create index statement_line_bill_idx on statement_line (operator_id, bill, statement, seq, id) where deleted_at is null;

create index statement_line_payable_bill_idx on statement_line (operator_id, payable_bill, statement, seq, id) where deleted_at is null;

create unique index statement_line_live_key_key on statement_line (operator_id, live_key) where deleted_at is null;

create index statement_line_doc_type_idx on statement_line (operator_id, doc_type, statement, seq, id) where deleted_at is null;

create index statement_line_day_idx on statement_line (operator_id, day) where deleted_at is null;

create index statement_line_order on statement_line (operator_id, statement, seq, id) where deleted_at is null;

create index statement_line_search on statement_line using gin (search_text gin_trgm_ops);

alter table statement_line enable row level security;

alter table statement_line force row level security;

create policy tenant on statement_line
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table statement add constraint statement_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table statement add constraint statement_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_statement_fk foreign key (operator_id, statement) references statement (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_bill_fk foreign key (operator_id, bill) references bill (operator_id, id) on delete restrict;

alter table statement_line add constraint statement_line_payable_bill_fk foreign key (operator_id, payable_bill) references payable_bill (operator_id, id) on delete restrict;
