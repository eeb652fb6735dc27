-- What a parent sees of its sub-operators. Hand-written.

do $$
declare
  t text;
begin
  foreach t in array array['contract', 'lease', 'bill', 'payment', 'vehicle'] loop
    execute format('create policy owner_reads on %I for select to %I using (true)', t, current_user);
  end loop;
end
$$;

create function operator_summary(wanted bigint, from_day date, to_day date)
returns table (company bigint, name text, status text, vehicles bigint, leased bigint, month date, contracts bigint, hand_overs bigint,
  bills bigint, charged bigint, received bigint)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  first date := date_trunc('month', from_day)::date;
  past date := (date_trunc('month', to_day) + interval '1 month')::date;
begin
  if nullif(current_setting('app.operator_id', true), '')::bigint is distinct from wanted then
    raise exception 'operator_summary: not the operator of this connection' using errcode = '42501';
  end if;
  if past > first + interval '60 months' then
    raise exception 'operator_summary: at most 60 months' using errcode = '22023';
  end if;
  return query
  select c.id, c.name, c.status,
    (select count(*) from vehicle v where v.operator_id = c.id and v.deleted_at is null and v.status <> 'disposed'),
    (select count(*) from lease l where l.operator_id = c.id and l.deleted_at is null and l.handed_over_at is not null and l.returned_at is null and l.status <> 'cancelled'),
    m.month,
    (select count(*) from contract k where k.operator_id = c.id and k.deleted_at is null and k.status not in ('draft', 'approving', 'rejected', 'void')
      and k.start_on >= m.month and k.start_on < m.next),
    (select count(*) from lease l where l.operator_id = c.id and l.deleted_at is null
      and l.handed_over_at >= m.month::timestamp at time zone 'Asia/Shanghai' and l.handed_over_at < m.next::timestamp at time zone 'Asia/Shanghai'),
    b.n, b.fen,
    (select coalesce(sum(p.amount), 0)::bigint from payment p where p.operator_id = c.id and p.deleted_at is null and p.status = 'confirmed' and p.source <> 'internal'
      and p.paid_at >= m.month::timestamp at time zone 'Asia/Shanghai' and p.paid_at < m.next::timestamp at time zone 'Asia/Shanghai')
  from operator c
  cross join lateral (
    select s::date as month, (s + interval '1 month')::date as next from generate_series(first::timestamp, past::timestamp - interval '1 day', interval '1 month') s
  ) m
  cross join lateral (
    select count(*) as n, coalesce(sum(b.amount), 0)::bigint as fen from bill b
    where b.operator_id = c.id and b.deleted_at is null and b.direction = 'receivable' and b.bill_type <> 'deposit' and b.status not in ('draft', 'voided')
      and b.due_on >= m.month and b.due_on < m.next
  ) b
  where c.parent_id = wanted
  order by c.id, m.month;
end
$$;
