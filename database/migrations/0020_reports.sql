-- What reports read of millions of rows: indexes over the few that count, and sums kept by day. Hand-written.

-- What reports look at of millions of items and costs: those whose time is not over before the period, and the few that take off. Hand-written.
create index bill_item_until_idx on bill_item (operator_id, end_on) include (start_on, bill) where start_on is not null and deleted_at is null;
create index bill_item_off_idx on bill_item (operator_id, bill) include (amount) where (amount < 0 or fee_item = 'COUPON') and deleted_at is null;
create index vehicle_cost_until_idx on vehicle_cost (operator_id, end_on) where start_on is not null and deleted_at is null;

-- What fees of bills come to day by day, for 账单统计 (decision 0090). Hand-written.

-- An item with a period, day by day: the first k days of D cost round(amount · k / D), half a fen away from nothing, so that all days make the item.
create function fee_days(amount bigint, start_on date, end_on date) returns table (day date, part bigint) language sql immutable as $$
  select start_on + k, (2 * amount * (k + 1) + c.half) / (2 * c.days) - (2 * amount * k + c.half) / (2 * c.days)
  from (select (end_on - start_on)::bigint as days, case when amount < 0 then start_on - end_on else end_on - start_on end as half) c
  cross join generate_series(0, end_on - start_on - 1) k
$$;

create table fee_day_totals (
  operator_id bigint not null,
  store bigint not null,
  bill_type text not null,
  fact text not null,
  day date not null,
  amount bigint not null,
  folded boolean not null default false,
  constraint fee_day_totals_fact_values check (fact in ('accrued', 'creditedDue', 'creditedIssued'))
);
comment on table fee_day_totals is '费用按日的合计（由触发器维护）';
comment on column fee_day_totals.fact is 'accrued 权责收入按用车日；creditedDue、creditedIssued 减免退还按应付日、出账日';
create index fee_day_totals_key on fee_day_totals (operator_id, fact, day, store, bill_type) include (amount);
create index fee_day_totals_fresh on fee_day_totals (operator_id) where not folded;
alter table fee_day_totals enable row level security;
alter table fee_day_totals force row level security;
create policy tenant on fee_day_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

-- Whoever writes items of a bill holds the lock of the bill, or makes the bill with them.
create function fee_day_totals_of_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fee_day_totals (operator_id, store, bill_type, fact, day, amount)
    with items as (
      select i.operator_id, b.store, b.bill_type, b.due_on, b.issued_on, i.fee_item, i.amount, i.start_on, i.end_on
      from fresh i join bill b on b.operator_id = i.operator_id and b.id = i.bill
      where i.deleted_at is null and b.deleted_at is null and b.direction = 'receivable' and b.status not in ('draft', 'voided')
    )
    select operator_id, store, bill_type, fact, day, sum(amount)::bigint from (
      select s.operator_id, s.store, s.bill_type, 'accrued' as fact, d.day, s.n * d.part as amount
      from (select operator_id, store, bill_type, amount, start_on, end_on, count(*) as n from items where start_on < end_on group by 1, 2, 3, 4, 5, 6) s
      cross join lateral fee_days(s.amount, s.start_on, s.end_on) d
      union all
      select s.operator_id, s.store, s.bill_type, v.fact, v.day, s.amount
      from items s cross join lateral (values ('creditedDue', s.due_on), ('creditedIssued', s.issued_on)) v(fact, day) where s.amount < 0 or s.fee_item = 'COUPON'
    ) x group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
  elsif tg_op = 'DELETE' then
    insert into fee_day_totals (operator_id, store, bill_type, fact, day, amount)
    with items as (
      select i.operator_id, b.store, b.bill_type, b.due_on, b.issued_on, i.fee_item, i.amount, i.start_on, i.end_on
      from gone i join bill b on b.operator_id = i.operator_id and b.id = i.bill
      where i.deleted_at is null and b.deleted_at is null and b.direction = 'receivable' and b.status not in ('draft', 'voided')
    )
    select operator_id, store, bill_type, fact, day, -sum(amount)::bigint from (
      select s.operator_id, s.store, s.bill_type, 'accrued' as fact, d.day, s.n * d.part as amount
      from (select operator_id, store, bill_type, amount, start_on, end_on, count(*) as n from items where start_on < end_on group by 1, 2, 3, 4, 5, 6) s
      cross join lateral fee_days(s.amount, s.start_on, s.end_on) d
      union all
      select s.operator_id, s.store, s.bill_type, v.fact, v.day, s.amount
      from items s cross join lateral (values ('creditedDue', s.due_on), ('creditedIssued', s.issued_on)) v(fact, day) where s.amount < 0 or s.fee_item = 'COUPON'
    ) x group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
  else
    insert into fee_day_totals (operator_id, store, bill_type, fact, day, amount)
    with items as (
      select i.operator_id, b.store, b.bill_type, b.due_on, b.issued_on, i.fee_item, i.amount, i.start_on, i.end_on, i.n
      from (select *, 1 as n from fresh union all select *, -1 from gone) i join bill b on b.operator_id = i.operator_id and b.id = i.bill
      where i.deleted_at is null and b.deleted_at is null and b.direction = 'receivable' and b.status not in ('draft', 'voided')
    )
    select operator_id, store, bill_type, fact, day, sum(amount)::bigint from (
      select s.operator_id, s.store, s.bill_type, 'accrued' as fact, d.day, s.n * d.part as amount
      from (select operator_id, store, bill_type, amount, start_on, end_on, sum(n) as n from items where start_on < end_on group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0) s
      cross join lateral fee_days(s.amount, s.start_on, s.end_on) d
      union all
      select s.operator_id, s.store, s.bill_type, v.fact, v.day, s.n * s.amount
      from items s cross join lateral (values ('creditedDue', s.due_on), ('creditedIssued', s.issued_on)) v(fact, day) where s.amount < 0 or s.fee_item = 'COUPON'
    ) x group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
  end if;
  return null;
end
$$;
create trigger fee_day_totals_insert after insert on bill_item referencing new table as fresh for each statement execute function fee_day_totals_of_items();
create trigger fee_day_totals_update after update on bill_item referencing old table as gone new table as fresh for each statement execute function fee_day_totals_of_items();
create trigger fee_day_totals_delete after delete on bill_item referencing old table as gone for each statement execute function fee_day_totals_of_items();

-- A bill that is voided, moved or changes its store takes its items along; most writes (a receipt, a reminder) change none of this.
create function fee_day_totals_of_bills() returns trigger language plpgsql as $$
begin
  insert into fee_day_totals (operator_id, store, bill_type, fact, day, amount)
  with bills as materialized (
    select g.operator_id, g.id, x.n, x.store, x.bill_type, x.due_on, x.issued_on
    from gone g join fresh f on f.operator_id = g.operator_id and f.id = g.id
    cross join lateral (values
      (-1, g.store, g.bill_type, g.due_on, g.issued_on, g.deleted_at is null and g.direction = 'receivable' and g.status not in ('draft', 'voided')),
      (1, f.store, f.bill_type, f.due_on, f.issued_on, f.deleted_at is null and f.direction = 'receivable' and f.status not in ('draft', 'voided'))
    ) x(n, store, bill_type, due_on, issued_on, counts)
    where x.counts and (
      (g.store, g.bill_type, g.due_on, g.issued_on) is distinct from (f.store, f.bill_type, f.due_on, f.issued_on)
      or (g.deleted_at is null and g.direction = 'receivable' and g.status not in ('draft', 'voided'))
        <> (f.deleted_at is null and f.direction = 'receivable' and f.status not in ('draft', 'voided')))
  ), items as (
    select i.operator_id, b.store, b.bill_type, b.due_on, b.issued_on, i.fee_item, i.amount, i.start_on, i.end_on, b.n
    from bills b join bill_item i on i.operator_id = b.operator_id and i.bill = b.id
    where i.deleted_at is null
  )
  select operator_id, store, bill_type, fact, day, sum(amount)::bigint from (
    select s.operator_id, s.store, s.bill_type, 'accrued' as fact, d.day, s.n * d.part as amount
    from (select operator_id, store, bill_type, amount, start_on, end_on, sum(n) as n from items where start_on < end_on group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0) s
    cross join lateral fee_days(s.amount, s.start_on, s.end_on) d
    union all
    select s.operator_id, s.store, s.bill_type, v.fact, v.day, s.n * s.amount
    from items s cross join lateral (values ('creditedDue', s.due_on), ('creditedIssued', s.issued_on)) v(fact, day) where s.amount < 0 or s.fee_item = 'COUPON'
  ) x group by 1, 2, 3, 4, 5 having sum(amount) <> 0;
  return null;
end
$$;
create trigger fee_day_totals_update after update on bill referencing old table as gone new table as fresh for each statement execute function fee_day_totals_of_bills();
