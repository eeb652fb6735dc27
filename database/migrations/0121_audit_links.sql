-- Sealing many lines of the log at once. Hand-written.
-- A bill run commits a thousand lines at a time, and half of its commit went into three things done per line: an insert of
-- the seal, a look whether the line is still there (nobody may delete from the log, and verifyChain notices when somebody
-- did), and a look who inserts. Now the links of a transaction are computed first and written by one statement.

alter table audit_seal drop constraint audit_seal_audit_id_fkey;

create or replace function audit_chain_only() returns trigger language plpgsql as $$
begin
  if current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    raise exception 'the audit chain is written by its trigger only' using errcode = '42501';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
drop trigger audit_seal_guard on audit_seal;
create trigger audit_seal_guard before insert on audit_seal for each statement execute function audit_chain_only();

create or replace function audit_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  line audit_log;
  ids bigint[] := '{}';
  links bytea[] := '{}';
  mine constant smallint := pg_backend_pid() % 16;
begin
  if exists (select from audit_seal where audit_id = new.id) then
    return null;
  end if;
  select * into head from audit_head where operator_id = new.operator_id and lane = mine for update;
  if not found then
    insert into audit_head (operator_id, lane) values (new.operator_id, mine) on conflict do nothing;
    select * into head from audit_head where operator_id = new.operator_id and lane = mine for update;
  end if;
  -- Rows of other transactions lie in between; they link their own.
  for line in
    select * from audit_log
    where id >= new.id and operator_id = new.operator_id and tx_id = pg_current_xact_id()
    order by id
  loop
    head.hash := sha256(head.hash || convert_to(audit_text(line), 'UTF8'));
    ids := ids || line.id;
    links := links || head.hash;
  end loop;
  insert into audit_seal (operator_id, lane, seq, audit_id, hash)
    select new.operator_id, mine, head.seq + n, id, link from unnest(ids, links) with ordinality as l(id, link, n);
  update audit_head set seq = head.seq + cardinality(ids), hash = head.hash where operator_id = new.operator_id and lane = mine;
  return null;
end
$$;
