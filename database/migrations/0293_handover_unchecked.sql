-- handover unchecked
-- By hand: the list of what is to be looked at stood as in order before anybody had looked.

update handover
set items = (select jsonb_agg(jsonb_set(item, '{normal}', 'null') order by at) from jsonb_array_elements(items) with ordinality as of (item, at))
where status = 'pending' and jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0;
