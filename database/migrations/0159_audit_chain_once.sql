-- The chain of the log looks once per transaction. Hand-written.
-- The trigger runs for every line at commit, and for each of a thousand lines of a bill run it became the owner and looked
-- whether the line is sealed: a twelfth of the whole run. The first line seals all; it leaves a note, for the rest of this
-- transaction only, up to which line, and the others read that. The note decides nothing for good: a line that went without a
-- seal because somebody forged it is what verifyChain finds.

create function audit_seal_lines(operator bigint, first bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  line audit_log;
  ids bigint[] := '{}';
  links bytea[] := '{}';
  mine constant smallint := pg_backend_pid() % 16;
begin
  if exists (select from audit_seal where audit_id = first) then
    return;
  end if;
  select * into head from audit_head where operator_id = operator and lane = mine for update;
  if not found then
    insert into audit_head (operator_id, lane) values (operator, mine) on conflict do nothing;
    select * into head from audit_head where operator_id = operator and lane = mine for update;
  end if;
  -- Rows of other transactions lie in between; they link their own.
  for line in
    select * from audit_log
    where id >= first and operator_id = operator and tx_id = pg_current_xact_id()
    order by id
  loop
    head.hash := sha256(head.hash || convert_to(audit_text(line), 'UTF8'));
    ids := ids || line.id;
    links := links || head.hash;
  end loop;
  insert into audit_seal (operator_id, lane, seq, audit_id, hash)
    select operator, mine, head.seq + n, id, link from unnest(ids, links) with ordinality as l(id, link, n);
  update audit_head set seq = head.seq + cardinality(ids), hash = head.hash where operator_id = operator and lane = mine;
  perform set_config('app.sealed', concat_ws(':', pg_current_xact_id(), operator, ids[cardinality(ids)]), true);
end
$$;

-- Neither the owner's rights nor a search path of its own: those two cost more than everything else here.
create or replace function audit_chain() returns trigger language plpgsql security invoker as $$
declare
  sealed constant text[] := string_to_array(current_setting('app.sealed', true), ':');
begin
  if sealed[1] = pg_current_xact_id()::text and sealed[2] = new.operator_id::text and sealed[3]::bigint >= new.id then
    return null;
  end if;
  perform public.audit_seal_lines(new.operator_id, new.id);
  return null;
end
$$;
