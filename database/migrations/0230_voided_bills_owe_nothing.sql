-- voided_bills_owe_nothing
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop trigger bill_totals_kept_insert on bill;

drop trigger bill_totals_kept_update on bill;

drop trigger bill_totals_kept_delete on bill;

drop function bill_totals_kept();

drop table bill_totals;

alter table bill alter column remain set expression as (case when status = 'voided' then 0 else amount - paid - written_off end);

create table bill_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  direction text,
  bill_type text,
  due_on date,
  grace_until date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  written_off bigint not null,
  remain bigint not null,
  folded boolean not null default false
);

comment on table bill_totals is '账单的合计（由触发器维护）';

create index bill_totals_key on bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until);

create index bill_totals_fresh on bill_totals (operator_id) where not folded;

alter table bill no force row level security;

insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain) select operator_id, store, status, direction, bill_type, due_on, grace_until, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(written_off), 0), coalesce(sum(remain), 0) from bill where deleted_at is null group by operator_id, store, status, direction, bill_type, due_on, grace_until;

alter table bill force row level security;

alter table bill_totals enable row level security;

alter table bill_totals force row level security;

create policy tenant on bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  else
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, written_off, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(written_off), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(written_off, 0) as written_off, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, direction, bill_type, due_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(written_off, 0) as written_off, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(written_off) <> 0 or sum(remain) <> 0;
  end if;
  return null;
end
$$;

create trigger bill_totals_kept_insert after insert on bill referencing new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_update after update on bill referencing old table as gone new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_delete after delete on bill referencing old table as gone for each statement execute function bill_totals_kept();

alter table payable_bill alter column remain set expression as (case when status = 'voided' then 0 else amount - paid end);
