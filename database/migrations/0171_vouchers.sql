-- vouchers
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table reimbursement add column approved_on date;

comment on column reimbursement.approved_on is '同意日期';

create table subject_map (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  role text not null,
  about text,
  account bigint,
  from_on date not null,
  code text not null,
  name text not null,
  dimension text default 'none' not null,
  remark text,
  key text,
  pinyin text,
  search_text text generated always as (lower(coalesce(code, '') || ' ' || coalesce(name, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint subject_map_role_values check (role in ('cash', 'receivable', 'advance', 'deposit', 'deferred', 'revenue', 'taxWaiting', 'taxOutput', 'badDebt', 'forfeited', 'payable', 'cost', 'lent', 'otherIn', 'otherOut', 'fee')),
  constraint subject_map_about_values check (about in ('fee.RENT', 'fee.DEPOSIT', 'fee.VIOL_DEPOSIT', 'fee.SERVICE', 'fee.MGMT', 'fee.LATE', 'fee.PENALTY', 'fee.DAMAGE', 'fee.OVER_KM', 'fee.MISSING', 'fee.ENERGY', 'fee.CLEAN', 'fee.VIOL', 'fee.VIOL_SVC', 'fee.REPAIR', 'fee.INS_UP', 'fee.TOW', 'fee.OVERDUE_USE', 'fee.SWAP_DIFF', 'fee.RENT_BACK', 'fee.REDUCE', 'fee.COUPON', 'fee.BUYOUT', 'fee.OTHER', 'fee.FREIGHT', 'fee.FR_STOP', 'fee.FR_WAIT', 'fee.FR_HANDLE', 'fee.FR_SUR', 'fee.FR_MIN', 'fee.FR_CAP', 'fee.FR_TOLL', 'fee.FR_INSURE', 'fee.FR_EMPTY', 'fee.FR_RETURN', 'fee.FR_CHANGE', 'fee.FR_DISC', 'fee.FR_CLAIM', 'pay.rent', 'pay.repair', 'pay.insurance', 'pay.commission', 'pay.split', 'pay.service', 'pay.reimburse', 'pay.loan', 'pay.fuel', 'pay.inspection', 'pay.fine', 'pay.freight', 'pay.driverPay', 'pay.claim', 'pay.cod', 'pay.other', 'in.claim', 'in.scrap', 'in.rebate', 'in.deposit', 'in.interest', 'in.penalty', 'in.loan', 'in.other', 'out.tax', 'out.fee', 'out.salary', 'out.deposit', 'out.penalty', 'out.other', 'acct.bank', 'acct.cash', 'acct.wechat', 'acct.alipay', 'acct.card')),
  constraint subject_map_dimension_values check (dimension in ('none', 'party', 'vehicle'))
);

comment on table subject_map is '科目映射';

comment on column subject_map.id is '编号';

comment on column subject_map.operator_id is '运营公司';

comment on column subject_map.created_by is '创建人';

comment on column subject_map.created_at is '创建时间';

comment on column subject_map.updated_by is '修改人';

comment on column subject_map.updated_at is '修改时间';

comment on column subject_map.version is '版本';

comment on column subject_map.deleted_at is '删除时间';

comment on column subject_map.role is '用途';

comment on column subject_map.about is '项目';

comment on column subject_map.account is '账户';

comment on column subject_map.from_on is '生效日';

comment on column subject_map.code is '科目编码';

comment on column subject_map.name is '科目名称';

comment on column subject_map.dimension is '辅助核算';

comment on column subject_map.remark is '备注';

comment on column subject_map.key is '映射键';

comment on column subject_map.pinyin is '名称拼音';

comment on column subject_map.search_text is '检索文本';

create index subject_map_account_idx on subject_map (operator_id, account, role, about, from_on desc, id) where deleted_at is null;

create unique index subject_map_key_key on subject_map (operator_id, key) where deleted_at is null;

create index subject_map_about_idx on subject_map (operator_id, about, role, from_on desc, id) where deleted_at is null;

create index subject_map_from_on_idx on subject_map (operator_id, from_on) where deleted_at is null;

create index subject_map_order on subject_map (operator_id, role, about, from_on desc, id) where deleted_at is null;

create index subject_map_search on subject_map using gin (search_text gin_trgm_ops);

alter table subject_map enable row level security;

alter table subject_map force row level security;

create policy tenant on subject_map
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table voucher (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  life text default 'live' not null,
  status text generated always as (case when life = 'cancelled' then 'cancelled' when batch is null then 'draft' else 'exported' end) stored,
  month text not null,
  booked_on date not null,
  word text not null,
  number bigint,
  text text not null,
  doc_no text not null,
  store bigint not null,
  department text not null,
  total bigint not null,
  lines jsonb,
  legs jsonb not null,
  batch bigint,
  red_of bigint,
  redone boolean default false not null,
  reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(doc_no, '') || ' ' || coalesce(text, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint voucher_life_values check (life in ('live', 'cancelled')),
  constraint voucher_word_values check (word in ('记', '收', '付', '转')),
  constraint voucher_number_range check (number >= 1)
);

comment on table voucher is '凭证';

comment on column voucher.id is '编号';

comment on column voucher.operator_id is '运营公司';

comment on column voucher.created_by is '创建人';

comment on column voucher.created_at is '创建时间';

comment on column voucher.updated_by is '修改人';

comment on column voucher.updated_at is '修改时间';

comment on column voucher.version is '版本';

comment on column voucher.deleted_at is '删除时间';

comment on column voucher.no is '凭证编号';

comment on column voucher.life is '有效性';

comment on column voucher.status is '状态';

comment on column voucher.month is '期间';

comment on column voucher.booked_on is '凭证日';

comment on column voucher.word is '凭证字';

comment on column voucher.number is '凭证号';

comment on column voucher.text is '摘要';

comment on column voucher.doc_no is '来源单号';

comment on column voucher.store is '门店';

comment on column voucher.department is '部门';

comment on column voucher.total is '借方合计';

comment on column voucher.lines is '分录';

comment on column voucher.legs is '来源分录';

comment on column voucher.batch is '导出批次';

comment on column voucher.red_of is '冲销的凭证';

comment on column voucher.redone is '已红冲';

comment on column voucher.reason is '说明';

comment on column voucher.pinyin is '名称拼音';

comment on column voucher.search_text is '检索文本';

create unique index voucher_no_key on voucher (operator_id, no) where deleted_at is null;

create index voucher_life_idx on voucher (operator_id, life, booked_on desc, id desc) where deleted_at is null;

create index voucher_store_idx on voucher (operator_id, store, booked_on desc, id desc) where deleted_at is null;

create index voucher_batch_idx on voucher (operator_id, batch, booked_on desc, id desc) where deleted_at is null;

create index voucher_red_of_idx on voucher (operator_id, red_of, booked_on desc, id desc) where deleted_at is null;

create index voucher_word_idx on voucher (operator_id, word, booked_on desc, id desc) where deleted_at is null;

create index voucher_month_batch_idx on voucher (operator_id, month, batch, booked_on desc, id desc) where deleted_at is null;

create index voucher_order on voucher (operator_id, booked_on desc, id desc) where deleted_at is null;

create index voucher_search on voucher using gin (search_text gin_trgm_ops);

alter table voucher enable row level security;

alter table voucher force row level security;

create policy tenant on voucher
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table voucher_source (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  voucher bigint not null,
  event text not null,
  event_id bigint not null,
  doc_no text not null,
  text text not null,
  booked_on date not null,
  store bigint not null,
  earns bigint default 0 not null,
  earns_from date,
  earns_to date,
  earns_as text,
  vehicle bigint,
  live_key text,
  pinyin text,
  search_text text generated always as (lower(coalesce(doc_no, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint voucher_source_event_values check (event in ('item', 'void', 'allocation', 'deposit', 'loss', 'lossBack', 'payable', 'payableVoid', 'offset', 'cash', 'invoice', 'accrual'))
);

comment on table voucher_source is '凭证来源';

comment on column voucher_source.id is '编号';

comment on column voucher_source.operator_id is '运营公司';

comment on column voucher_source.created_by is '创建人';

comment on column voucher_source.created_at is '创建时间';

comment on column voucher_source.updated_by is '修改人';

comment on column voucher_source.updated_at is '修改时间';

comment on column voucher_source.version is '版本';

comment on column voucher_source.deleted_at is '删除时间';

comment on column voucher_source.voucher is '凭证';

comment on column voucher_source.event is '事项';

comment on column voucher_source.event_id is '事项编号';

comment on column voucher_source.doc_no is '单据号';

comment on column voucher_source.text is '摘要';

comment on column voucher_source.booked_on is '记账日';

comment on column voucher_source.store is '门店';

comment on column voucher_source.earns is '待确认收入';

comment on column voucher_source.earns_from is '账期起';

comment on column voucher_source.earns_to is '账期止';

comment on column voucher_source.earns_as is '收入项目';

comment on column voucher_source.vehicle is '车辆';

comment on column voucher_source.live_key is '事项键';

comment on column voucher_source.pinyin is '名称拼音';

comment on column voucher_source.search_text is '检索文本';

create index voucher_source_voucher_idx on voucher_source (operator_id, voucher, id desc) where deleted_at is null;

create index voucher_source_store_idx on voucher_source (operator_id, store, id desc) where deleted_at is null;

create index voucher_source_vehicle_idx on voucher_source (operator_id, vehicle, id desc) where deleted_at is null;

create unique index voucher_source_live_key_key on voucher_source (operator_id, live_key) where deleted_at is null;

create index voucher_source_event_idx on voucher_source (operator_id, event, id desc) where deleted_at is null;

create index voucher_source_booked_on_idx on voucher_source (operator_id, booked_on) where deleted_at is null;

create index voucher_source_event_event_id_idx on voucher_source (operator_id, event, event_id, id desc) where deleted_at is null;

create index voucher_source_order on voucher_source (operator_id, id desc) where deleted_at is null;

create index voucher_source_search on voucher_source using gin (search_text gin_trgm_ops);

alter table voucher_source enable row level security;

alter table voucher_source force row level security;

create policy tenant on voucher_source
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table voucher_batch (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  month text not null,
  system text default 'kingdee' not null,
  count bigint not null,
  rows bigint not null,
  debit bigint not null,
  credit bigint not null,
  control text not null,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(month, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint voucher_batch_system_values check (system in ('kingdee', 'yonyou')),
  constraint voucher_batch_count_range check (count >= 1),
  constraint voucher_batch_rows_range check (rows >= 1)
);

comment on table voucher_batch is '凭证导出批次';

comment on column voucher_batch.id is '编号';

comment on column voucher_batch.operator_id is '运营公司';

comment on column voucher_batch.created_by is '创建人';

comment on column voucher_batch.created_at is '创建时间';

comment on column voucher_batch.updated_by is '修改人';

comment on column voucher_batch.updated_at is '修改时间';

comment on column voucher_batch.version is '版本';

comment on column voucher_batch.deleted_at is '删除时间';

comment on column voucher_batch.no is '批次编号';

comment on column voucher_batch.month is '期间';

comment on column voucher_batch.system is '财务软件';

comment on column voucher_batch.count is '凭证张数';

comment on column voucher_batch.rows is '分录行数';

comment on column voucher_batch.debit is '借方合计';

comment on column voucher_batch.credit is '贷方合计';

comment on column voucher_batch.control is '文件校验';

comment on column voucher_batch.pinyin is '名称拼音';

comment on column voucher_batch.search_text is '检索文本';

create unique index voucher_batch_no_key on voucher_batch (operator_id, no) where deleted_at is null;

create index voucher_batch_system_idx on voucher_batch (operator_id, system, id desc) where deleted_at is null;

create index voucher_batch_order on voucher_batch (operator_id, id desc) where deleted_at is null;

create index voucher_batch_search on voucher_batch using gin (search_text gin_trgm_ops);

alter table voucher_batch enable row level security;

alter table voucher_batch force row level security;

create policy tenant on voucher_batch
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table subject_map add constraint subject_map_account_fk foreign key (operator_id, account) references company_account (operator_id, id) on delete restrict;

alter table voucher add constraint voucher_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table voucher add constraint voucher_batch_fk foreign key (operator_id, batch) references voucher_batch (operator_id, id) on delete restrict;

alter table voucher add constraint voucher_red_of_fk foreign key (operator_id, red_of) references voucher (operator_id, id) on delete restrict;

alter table voucher_source add constraint voucher_source_voucher_fk foreign key (operator_id, voucher) references voucher (operator_id, id) on delete restrict;

alter table voucher_source add constraint voucher_source_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table voucher_source add constraint voucher_source_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

-- By hand: both sides of a voucher are equal, whoever writes it; a number of a word is given once a month.
create function voucher_balanced() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum((l->>'debit')::bigint), 0) - coalesce(sum((l->>'credit')::bigint), 0) from jsonb_array_elements(new.lines) l) <> 0 then
    raise exception 'voucher % is not balanced', new.no using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger voucher_balanced before insert or update of lines on voucher for each row execute function voucher_balanced();
create unique index voucher_number_key on voucher (operator_id, month, word, number) where number is not null and deleted_at is null;
