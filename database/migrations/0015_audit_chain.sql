-- The chain of the log for large transactions. Hand-written.
-- One link per row meant one more version of the head row per row: an import of ten thousand rows walked through all
-- versions before it, ten thousand times. Now the first row at commit links all rows of its transaction.

alter table audit_log add column tx_id xid8 not null default pg_current_xact_id();
comment on column audit_log.tx_id is '所属事务';

create or replace function audit_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  line audit_log;
begin
  if exists (select from audit_seal where audit_id = new.id) then
    return null;
  end if;
  insert into audit_head (operator_id) values (new.operator_id) on conflict do nothing;
  select * into head from audit_head where operator_id = new.operator_id for update;
  -- Rows of other transactions lie in between; they link their own.
  for line in
    select * from audit_log
    where id >= new.id and operator_id = new.operator_id and tx_id = pg_current_xact_id()
    order by id
  loop
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || convert_to(audit_text(line), 'UTF8'));
    insert into audit_seal (operator_id, seq, audit_id, hash) values (line.operator_id, head.seq, line.id, head.hash);
  end loop;
  update audit_head set seq = head.seq, hash = head.hash where operator_id = new.operator_id;
  return null;
end
$$;
