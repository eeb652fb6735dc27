-- handover unchecked
-- By hand: the list of what is to be looked at stood as in order before anybody had looked. Company by company: no row of a company
-- is seen without it.

do $$
declare
  company bigint;
begin
  for company in select id from operator loop
    perform set_config('app.operator_id', company::text, true);
    update handover
    set items = (
      select jsonb_agg(jsonb_set(item, '{normal}', 'null') order by at)
      from jsonb_array_elements(items) with ordinality as listed (item, at)
    )
    where operator_id = company and status = 'pending' and jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0;
  end loop;
  perform set_config('app.operator_id', '', true);
end
$$;
