-- The chain of the log in sixteen lanes. Hand-written.
-- With one chain per company every commit waited for the disk of the commit before it (the head row stays locked until
-- the commit is flushed): about 440 writes a second whatever the machine. A transaction links its rows into the lane of
-- its connection, so commits of different connections are flushed together; each lane is a chain as before.

alter table audit_head add column lane smallint not null default 0;
alter table audit_head drop constraint audit_head_pkey, add primary key (operator_id, lane);
alter table audit_seal add column lane smallint not null default 0;
alter table audit_seal drop constraint audit_seal_pkey, add primary key (operator_id, lane, seq);
comment on column audit_head.lane is '链号';
comment on column audit_seal.lane is '链号';

create or replace function audit_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  line audit_log;
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
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || convert_to(audit_text(line), 'UTF8'));
    insert into audit_seal (operator_id, lane, seq, audit_id, hash) values (line.operator_id, mine, head.seq, line.id, head.hash);
  end loop;
  update audit_head set seq = head.seq, hash = head.hash where operator_id = new.operator_id and lane = mine;
  return null;
end
$$;
