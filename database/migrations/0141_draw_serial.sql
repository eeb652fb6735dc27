-- The next number of a document as part of the statement that stores it: its counter is locked from there to the commit, and
-- whoever else needs one waits, so a round trip less counts for everybody. Hand-written.
create function draw_serial(owner bigint, counted text, digits integer) returns text
  language plpgsql volatile as $$
declare
  drawn text;
begin
  insert into counter as c (operator_id, key, value) values (owner, counted, 1)
    on conflict (operator_id, key) do update set value = c.value + 1 returning value into drawn;
  return lpad(drawn, greatest(digits, length(drawn)), '0');
end
$$;
