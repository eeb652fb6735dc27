-- Transport: who is where at any instant, and visitors of its public pages. Hand-written.

-- A vehicle and a driver are on one mission at any instant; the rows say which.
alter table mission_hold add constraint mission_hold_once
  exclude using gist (operator_id with =, kind with =, subject with =, tstzrange(from_at, to_at) with &&) where (live and deleted_at is null);

-- By hand: what a partner's program has used up, and the telephones of visitors who order without an account. Rows for the program alone.
create table api_nonce (
  operator_id bigint not null,
  key_id text not null,
  nonce text not null,
  at timestamptz not null,
  primary key (operator_id, key_id, nonce)
);
create index api_nonce_at_idx on api_nonce (operator_id, at);
alter table api_nonce enable row level security;
alter table api_nonce force row level security;
create policy tenant on api_nonce
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table api_nonce is '接口调用的随机串';

create table order_visitor (
  operator_id bigint not null,
  page bigint not null,
  mobile text not null,
  code_hash text,
  code_until timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  sent_on date,
  sent_count int not null default 0,
  paused_until timestamptz,
  session_hash text,
  session_until timestamptz,
  primary key (operator_id, page, mobile),
  foreign key (operator_id, page) references order_page (operator_id, id) on delete cascade
);
alter table order_visitor enable row level security;
alter table order_visitor force row level security;
create policy tenant on order_visitor
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table order_visitor is '公开下单的手机号';

-- By hand: the telephones of those who apply without an account, as order_visitor has those who order. Rows for the program alone.
create table recruit_visitor (
  operator_id bigint not null,
  page bigint not null,
  mobile text not null,
  code_hash text,
  code_until timestamptz,
  tries int not null default 0,
  sent_at timestamptz,
  sent_on date,
  sent_count int not null default 0,
  paused_until timestamptz,
  session_hash text,
  session_until timestamptz,
  primary key (operator_id, page, mobile),
  foreign key (operator_id, page) references recruit_post (operator_id, id) on delete cascade
);
alter table recruit_visitor enable row level security;
alter table recruit_visitor force row level security;
create policy tenant on recruit_visitor
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table recruit_visitor is '报名页的手机号';
