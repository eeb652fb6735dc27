-- kept_for_reports
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop trigger bill_totals_kept_insert on bill;

drop trigger bill_totals_kept_update on bill;

drop trigger bill_totals_kept_delete on bill;

drop function bill_totals_kept();

drop table bill_totals;

create table bill_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  direction text,
  bill_type text,
  due_on date,
  issued_on date,
  grace_until date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  written_off bigint not null,
  remain bigint not null,
  folded boolean not null default false
);

comment on table bill_totals is '账单的合计（由触发器维护）';

create index bill_totals_key on bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until);

create index bill_totals_fresh on bill_totals (operator_id) where not folded;

alter table bill no force row level security;

insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain) select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(written_off), 0), coalesce(sum(remain), 0) from bill where deleted_at is null group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until;

alter table bill force row level security;

alter table bill_totals enable row level security;

alter table bill_totals force row level security;

create policy tenant on bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  else
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, issued_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  end if;
  return null;
end
$$;

create trigger bill_totals_kept_insert after insert on bill referencing new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_update after update on bill referencing old table as gone new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_delete after delete on bill referencing old table as gone for each statement execute function bill_totals_kept();

alter table payment add column paid_day date generated always as ((paid_at at time zone 'Asia/Shanghai')::date) stored;

comment on column payment.paid_day is '付款日';

create table payment_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  channel text,
  paid_day date,
  n bigint not null,
  amount bigint not null,
  allocated bigint not null,
  to_balance bigint not null,
  folded boolean not null default false
);

comment on table payment_totals is '收款的合计（由触发器维护）';

create index payment_totals_key on payment_totals (operator_id, store, status, channel, paid_day);

create index payment_totals_fresh on payment_totals (operator_id) where not folded;

alter table payment no force row level security;

insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance) select operator_id, store, status, channel, paid_day, count(*), coalesce(sum(amount), 0), coalesce(sum(allocated), 0), coalesce(sum(to_balance), 0) from payment where deleted_at is null group by operator_id, store, status, channel, paid_day;

alter table payment force row level security;

alter table payment_totals enable row level security;

alter table payment_totals force row level security;

create policy tenant on payment_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function payment_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance)
    select operator_id, store, status, channel, paid_day, sum(n), sum(amount), sum(allocated), sum(to_balance) from (select operator_id, store, status, channel, paid_day, 1 as n, coalesce(amount, 0) as amount, coalesce(allocated, 0) as allocated, coalesce(to_balance, 0) as to_balance from fresh where deleted_at is null) as x group by operator_id, store, status, channel, paid_day
    having sum(n) <> 0 or sum(amount) <> 0 or sum(allocated) <> 0 or sum(to_balance) <> 0;
  elsif tg_op = 'DELETE' then
    insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance)
    select operator_id, store, status, channel, paid_day, sum(n), sum(amount), sum(allocated), sum(to_balance) from (select operator_id, store, status, channel, paid_day, -1 as n, -coalesce(amount, 0) as amount, -coalesce(allocated, 0) as allocated, -coalesce(to_balance, 0) as to_balance from gone where deleted_at is null) as x group by operator_id, store, status, channel, paid_day
    having sum(n) <> 0 or sum(amount) <> 0 or sum(allocated) <> 0 or sum(to_balance) <> 0;
  else
    insert into payment_totals (operator_id, store, status, channel, paid_day, n, amount, allocated, to_balance)
    select operator_id, store, status, channel, paid_day, sum(n), sum(amount), sum(allocated), sum(to_balance) from (select operator_id, store, status, channel, paid_day, 1 as n, coalesce(amount, 0) as amount, coalesce(allocated, 0) as allocated, coalesce(to_balance, 0) as to_balance from fresh where deleted_at is null union all select operator_id, store, status, channel, paid_day, -1 as n, -coalesce(amount, 0) as amount, -coalesce(allocated, 0) as allocated, -coalesce(to_balance, 0) as to_balance from gone where deleted_at is null) as x group by operator_id, store, status, channel, paid_day
    having sum(n) <> 0 or sum(amount) <> 0 or sum(allocated) <> 0 or sum(to_balance) <> 0;
  end if;
  return null;
end
$$;

create trigger payment_totals_kept_insert after insert on payment referencing new table as fresh for each statement execute function payment_totals_kept();

create trigger payment_totals_kept_update after update on payment referencing old table as gone new table as fresh for each statement execute function payment_totals_kept();

create trigger payment_totals_kept_delete after delete on payment referencing old table as gone for each statement execute function payment_totals_kept();

create table payable_bill_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  party_kind text,
  fee text,
  due_on date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  remain bigint not null,
  folded boolean not null default false
);

comment on table payable_bill_totals is '应付账单的合计（由触发器维护）';

create index payable_bill_totals_key on payable_bill_totals (operator_id, store, status, party_kind, fee, due_on);

create index payable_bill_totals_fresh on payable_bill_totals (operator_id) where not folded;

alter table payable_bill no force row level security;

insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain) select operator_id, store, status, party_kind, fee, due_on, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(remain), 0) from payable_bill where deleted_at is null group by operator_id, store, status, party_kind, fee, due_on;

alter table payable_bill force row level security;

alter table payable_bill_totals enable row level security;

alter table payable_bill_totals force row level security;

create policy tenant on payable_bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function payable_bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain)
    select operator_id, store, status, party_kind, fee, due_on, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, party_kind, fee, due_on, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, party_kind, fee, due_on
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain)
    select operator_id, store, status, party_kind, fee, due_on, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, party_kind, fee, due_on, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, party_kind, fee, due_on
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  else
    insert into payable_bill_totals (operator_id, store, status, party_kind, fee, due_on, n, amount, paid, remain)
    select operator_id, store, status, party_kind, fee, due_on, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, party_kind, fee, due_on, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, party_kind, fee, due_on, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, party_kind, fee, due_on
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  end if;
  return null;
end
$$;

create trigger payable_bill_totals_kept_insert after insert on payable_bill referencing new table as fresh for each statement execute function payable_bill_totals_kept();

create trigger payable_bill_totals_kept_update after update on payable_bill referencing old table as gone new table as fresh for each statement execute function payable_bill_totals_kept();

create trigger payable_bill_totals_kept_delete after delete on payable_bill referencing old table as gone for each statement execute function payable_bill_totals_kept();
