-- The links of a transaction are computed from texts, not from whole records: unpacking a record of seventeen columns for
-- every line took longer than hashing it. Same links, same order as 0159. Hand-written.

create or replace function audit_seal_lines(operator bigint, first bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  line_id bigint;
  line_text bytea;
  ids bigint[] := '{}';
  links bytea[] := '{}';
  mine constant smallint := pg_backend_pid() % 16;
  last bytea;
begin
  if exists (select from audit_seal where audit_id = first) then
    return;
  end if;
  select * into head from audit_head where operator_id = operator and lane = mine for update;
  if not found then
    insert into audit_head (operator_id, lane) values (operator, mine) on conflict do nothing;
    select * into head from audit_head where operator_id = operator and lane = mine for update;
  end if;
  last := head.hash;
  -- Rows of other transactions lie in between; they link their own.
  for line_id, line_text in
    select l.id, convert_to(audit_text(l), 'UTF8') from audit_log l
    where l.id >= first and l.operator_id = operator and l.tx_id = pg_current_xact_id()
    order by l.id
  loop
    last := sha256(last || line_text);
    ids := ids || line_id;
    links := links || last;
  end loop;
  insert into audit_seal (operator_id, lane, seq, audit_id, hash)
    select operator, mine, head.seq + n, id, link from unnest(ids, links) with ordinality as l(id, link, n);
  update audit_head set seq = head.seq + cardinality(ids), hash = last where operator_id = operator and lane = mine;
  perform set_config('app.sealed', concat_ws(':', pg_current_xact_id(), operator, line_id), true);
end
$$;
