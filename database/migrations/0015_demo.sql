-- The demo company: how far it has been filled in, and the way out of it. Hand-written.

-- Takes the demo company out of an operator: everything but the administrators, the root department, dictionaries, rules,
-- parameters, the resource tree and the logs. Works only on an operator that is marked as demo (or whose making was interrupted), and
-- only on the caller's own. Ledgers are append-only for the program; this runs with the owner's rights. Rows of files stay, expired and
-- belonging to nothing, until the sweep of files has removed content and row. Hand-written.
create function remove_demo(wanted bigint) returns void
language plpgsql security definer set search_path = public as $$
declare
  keep constant text[] := array['operator', 'audit_log', 'audit_seal', 'audit_head', 'login_log', 'dict_group', 'dict_item', 'sys_rule_name',
    'sys_rule_resource', 'file', 'resource', 'operator_host', 'parameter_value', 'access_version', 'idempotency', 'counter', 'user', 'dept', 'credential', 'user_totp', 'password_history', 'session', 'audit_anchor', 'log_shipped', 'user_recovery'];
  t record;
  c record;
  left_over integer;
  before integer;
begin
  if nullif(current_setting('app.operator_id', true), '')::bigint is distinct from wanted then
    raise exception 'remove_demo: not the operator of this connection';
  end if;
  perform 1 from operator where id = wanted and (demo or short_name = 'demo:making') for update;
  if not found then
    raise exception 'remove_demo: this operator is not a demo company';
  end if;
  update dept set leader = null where operator_id = wanted;
  -- The content of files lies outside the database; whoever sweeps what has expired takes both away.
  update file set entity = null, entity_id = null, created_by = null, expires_at = 'epoch' where operator_id = wanted;
  update "user" set stores = null, roles = null, templates = null where operator_id = wanted;
  -- Loose the ends first: references that may be empty.
  for c in
    select k.relname as tab, a.attname as col
    from pg_constraint x
    join pg_class k on k.oid = x.conrelid
    join pg_attribute a on a.attrelid = x.conrelid and a.attnum = any (x.conkey)
    where x.contype = 'f' and k.relnamespace = 'public'::regnamespace and not a.attnotnull and a.attname <> 'operator_id'
      and not k.relname = any (keep)
      and exists (select 1 from pg_attribute o where o.attrelid = x.conrelid and o.attname = 'operator_id')
  loop
    execute format('update %I set %I = null where operator_id = $1 and %I is not null', c.tab, c.col, c.col) using wanted;
  end loop;
  -- Then whatever nothing points to any more, again and again.
  left_over := -1;
  loop
    before := left_over;
    left_over := 0;
    for t in
      select k.relname as tab from pg_class k
      join pg_attribute o on o.attrelid = k.oid and o.attname = 'operator_id'
      where k.relnamespace = 'public'::regnamespace and k.relkind = 'r' and not k.relname = any (keep)
    loop
      begin
        execute format('delete from %I where operator_id = $1', t.tab) using wanted;
      exception when foreign_key_violation or restrict_violation then
        left_over := left_over + 1;
      end;
    end loop;
    exit when left_over = 0;
    if left_over = before then
      raise exception 'remove_demo: % tables hold each other', left_over;
    end if;
  end loop;
  delete from user_recovery where operator_id = wanted and not user_id in (select id from "user" where operator_id = wanted and is_admin);
  delete from credential where operator_id = wanted and user_id in (select id from "user" where operator_id = wanted and not is_admin);
  delete from session where operator_id = wanted and user_id in (select id from "user" where operator_id = wanted and not is_admin);
  delete from "user" where operator_id = wanted and not is_admin;
  update "user" set dept = (select id from dept where operator_id = wanted and code = 'root') where operator_id = wanted;
  delete from dept where operator_id = wanted and code <> 'root';
  update operator set demo = false, short_name = null where id = wanted;
end
$$;

create table demo_making (
  operator_id bigint primary key references operator (id) on delete cascade,
  -- The moment it is made for, whenever it is gone on with.
  made_for timestamptz not null,
  -- Of a thousand.
  progress integer not null default 0,
  seconds_left integer,
  -- Why it stands still; null while it goes on.
  failed text
);
comment on table demo_making is '演示公司的装入进度';
alter table demo_making enable row level security;
alter table demo_making force row level security;
create policy tenant on demo_making
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table demo_step (
  -- Whoever takes the company away deletes its row of demo_making first: no step is taken from then on.
  operator_id bigint not null references demo_making (operator_id) on delete cascade,
  track text not null,
  number integer not null,
  what text not null,
  result jsonb not null,
  primary key (operator_id, track, number)
);
comment on table demo_step is '演示公司已装入的步骤';
alter table demo_step enable row level security;
alter table demo_step force row level security;
create policy tenant on demo_step
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
