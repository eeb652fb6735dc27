-- later rents
-- More than one rent may wait on a lease for days to come, each from its day on (decision 0092). Generated, then the move of what is there
-- and the check by hand. Company by company: no row of a company is seen without it.

alter table lease add column later_rents jsonb;

comment on column lease.later_rents is '期满后租金';

do $$
declare
  company bigint;
begin
  for company in select id from operator loop
    perform set_config('app.operator_id', company::text, true);
    update lease
    set later_rents = jsonb_build_array(jsonb_build_object('on', later_on, 'monthlyRent', later_rent, 'dailyRent', later_daily_rent))
    where operator_id = company and later_on is not null and later_rent is not null;
  end loop;
  perform set_config('app.operator_id', '', true);
end
$$;

alter table lease drop column later_on;

alter table lease drop column later_rent;

alter table lease drop column later_daily_rent;

-- A day and a rent each, the earlier day first, no day twice.
create function later_rents_sound(rents jsonb) returns boolean language sql immutable as $$
  select rents is null or (
    jsonb_typeof(rents) = 'array' and jsonb_array_length(rents) > 0 and (
      select bool_and(coalesce(each_sound, false)) from (
        select jsonb_typeof(r->'monthlyRent') = 'number' and (r->>'monthlyRent')::numeric > 0
          and (coalesce(jsonb_typeof(r->'dailyRent'), 'null') = 'null' or (jsonb_typeof(r->'dailyRent') = 'number' and (r->>'dailyRent')::numeric > 0))
          and (r->>'on') ~ '^\d{4}-\d{2}-\d{2}$' and ((r->>'on') > lag(r->>'on') over (order by at)) is not false as each_sound
        from jsonb_array_elements(rents) with ordinality as listed (r, at)
      ) judged
    )
  )
$$;

alter table lease add constraint lease_later_rents_sound check (later_rents_sound(later_rents));
