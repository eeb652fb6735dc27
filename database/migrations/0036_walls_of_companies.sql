-- The list of companies stands behind a wall as well (decision 0136): it was the one table of theirs that any of them could read and
-- write. Hand-written.

create policy owner_reads on operator for select to current_user using (true);

-- Whom a connection may know of besides itself: the company above it and those below. Asked once a statement.
create function companies_in_sight() returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from operator me
  join operator o on o.id = me.parent_id or o.parent_id = me.id
  where me.id = nullif(current_setting('app.operator_id', true), '')::bigint
$$;
-- The platform sees all, the row it is just adding among them, which a list made before would lack.
create function is_platform_here() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from operator where platform and id = nullif(current_setting('app.operator_id', true), '')::bigint)
$$;

-- Where no company is named the program works for all of them: before anybody has signed in, and between the jobs of one and the next.
alter table operator enable row level security;
alter table operator force row level security;
create policy companies_read on operator for select using (
  nullif(current_setting('app.operator_id', true), '') is null
  -- By far most ask for themselves: of that row the list below is not asked.
  or id = nullif(current_setting('app.operator_id', true), '')::bigint
  or (select is_platform_here())
  or id in (select companies_in_sight()));
create policy companies_change on operator for update using (
  nullif(current_setting('app.operator_id', true), '') is null
  or id = nullif(current_setting('app.operator_id', true), '')::bigint or (select is_platform_here()));
create policy companies_begin on operator for insert with check (
  nullif(current_setting('app.operator_id', true), '') is null or (select is_platform_here()));
