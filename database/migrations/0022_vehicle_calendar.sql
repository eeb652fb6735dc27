-- vehicle_calendar
-- Generated from the definitions by `npm run migration`, then read by a person; the end by hand. Never edited after release.

alter table contract add column hold bigint;
comment on column contract.hold is '预留';
create index contract_hold_idx on contract (operator_id, hold, created_at desc, id desc) where deleted_at is null;

create table vehicle_hold (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  no text not null,
  status text default 'held' not null,
  caller text not null,
  mobile text not null,
  lessee bigint,
  store bigint not null,
  owner bigint,
  model bigint,
  vehicle bigint,
  start_on date not null,
  end_on date not null,
  expires_at timestamptz,
  note text,
  release_reason text,
  pinyin text,
  search_text text generated always as (lower(coalesce(no, '') || ' ' || coalesce(caller, '') || ' ' || coalesce(pinyin, ''))) stored,
  primary key (operator_id, id),
  constraint vehicle_hold_status_values check (status in ('held', 'signing', 'contracted', 'released', 'expired'))
);
comment on table vehicle_hold is '预留';
comment on column vehicle_hold.id is '编号';
comment on column vehicle_hold.operator_id is '运营公司';
comment on column vehicle_hold.created_by is '创建人';
comment on column vehicle_hold.created_at is '创建时间';
comment on column vehicle_hold.updated_by is '修改人';
comment on column vehicle_hold.updated_at is '修改时间';
comment on column vehicle_hold.version is '版本';
comment on column vehicle_hold.deleted_at is '删除时间';
comment on column vehicle_hold.no is '预留单号';
comment on column vehicle_hold.status is '状态';
comment on column vehicle_hold.caller is '来电人';
comment on column vehicle_hold.mobile is '联系电话';
comment on column vehicle_hold.lessee is '承租人';
comment on column vehicle_hold.store is '取车门店';
comment on column vehicle_hold.owner is '业务员';
comment on column vehicle_hold.model is '车型';
comment on column vehicle_hold.vehicle is '车辆';
comment on column vehicle_hold.start_on is '取车日';
comment on column vehicle_hold.end_on is '还车日';
comment on column vehicle_hold.expires_at is '保留至';
comment on column vehicle_hold.note is '备注';
comment on column vehicle_hold.release_reason is '取消原因';
comment on column vehicle_hold.pinyin is '名称拼音';
comment on column vehicle_hold.search_text is '检索文本';
create unique index vehicle_hold_no_key on vehicle_hold (operator_id, no) where deleted_at is null;
create index vehicle_hold_status_idx on vehicle_hold (operator_id, status, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_lessee_idx on vehicle_hold (operator_id, lessee, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_store_idx on vehicle_hold (operator_id, store, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_owner_idx on vehicle_hold (operator_id, owner, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_model_idx on vehicle_hold (operator_id, model, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_vehicle_idx on vehicle_hold (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_start_on_idx on vehicle_hold (operator_id, start_on) where deleted_at is null;
create index vehicle_hold_end_on_idx on vehicle_hold (operator_id, end_on) where deleted_at is null;
create index vehicle_hold_vehicle_status_idx on vehicle_hold (operator_id, vehicle, status, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_order on vehicle_hold (operator_id, created_at desc, id desc) where deleted_at is null;
create index vehicle_hold_search on vehicle_hold using gin (search_text gin_trgm_ops);
alter table vehicle_hold enable row level security;
alter table vehicle_hold force row level security;
create policy tenant on vehicle_hold
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create table vehicle_occupancy (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  created_by bigint,
  created_at timestamptz default now() not null,
  updated_by bigint,
  updated_at timestamptz default now() not null,
  version integer default 1 not null,
  deleted_at timestamptz,
  vehicle bigint not null,
  kind text not null,
  source bigint not null,
  start_on date not null,
  end_on date not null,
  primary key (operator_id, id),
  constraint vehicle_occupancy_kind_values check (kind in ('lease', 'away', 'hold'))
);
comment on table vehicle_occupancy is '车辆占用';
comment on column vehicle_occupancy.id is '编号';
comment on column vehicle_occupancy.operator_id is '运营公司';
comment on column vehicle_occupancy.created_by is '创建人';
comment on column vehicle_occupancy.created_at is '创建时间';
comment on column vehicle_occupancy.updated_by is '修改人';
comment on column vehicle_occupancy.updated_at is '修改时间';
comment on column vehicle_occupancy.version is '版本';
comment on column vehicle_occupancy.deleted_at is '删除时间';
comment on column vehicle_occupancy.vehicle is '车辆';
comment on column vehicle_occupancy.kind is '占用';
comment on column vehicle_occupancy.source is '单据';
comment on column vehicle_occupancy.start_on is '起';
comment on column vehicle_occupancy.end_on is '止';
create index vehicle_occupancy_kind_idx on vehicle_occupancy (operator_id, kind, vehicle, start_on, id) where deleted_at is null;
create index vehicle_occupancy_start_on_idx on vehicle_occupancy (operator_id, start_on) where deleted_at is null;
create index vehicle_occupancy_end_on_idx on vehicle_occupancy (operator_id, end_on) where deleted_at is null;
create index vehicle_occupancy_kind_source_idx on vehicle_occupancy (operator_id, kind, source, vehicle, start_on, id) where deleted_at is null;
create index vehicle_occupancy_order on vehicle_occupancy (operator_id, vehicle, start_on, id) where deleted_at is null;
alter table vehicle_occupancy enable row level security;
alter table vehicle_occupancy force row level security;
create policy tenant on vehicle_occupancy
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

alter table contract add constraint contract_hold_fk foreign key (operator_id, hold) references vehicle_hold (operator_id, id) on delete restrict;

alter table vehicle_hold add constraint vehicle_hold_lessee_fk foreign key (operator_id, lessee) references lessee (operator_id, id) on delete restrict;

alter table vehicle_hold add constraint vehicle_hold_store_fk foreign key (operator_id, store) references store (operator_id, id) on delete restrict;

alter table vehicle_hold add constraint vehicle_hold_owner_fk foreign key (operator_id, owner) references "user" (operator_id, id) on delete restrict;

alter table vehicle_hold add constraint vehicle_hold_model_fk foreign key (operator_id, model) references vehicle_model (operator_id, id) on delete restrict;

alter table vehicle_hold add constraint vehicle_hold_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

alter table vehicle_occupancy add constraint vehicle_occupancy_vehicle_fk foreign key (operator_id, vehicle) references vehicle (operator_id, id) on delete restrict;

-- By hand: no day of a vehicle is promised twice, whatever way it is promised by. The ledger is written by the triggers of leases, swaps
-- and holds, in the statement that changes those, so that no path leads past it.
alter table vehicle_occupancy add constraint vehicle_occupancy_order_of_days check (end_on > start_on);
alter table vehicle_occupancy add constraint vehicle_occupancy_once
  exclude using gist (operator_id with =, vehicle with =, daterange(start_on, end_on) with &&) where (deleted_at is null);
create unique index vehicle_occupancy_source_key on vehicle_occupancy (operator_id, kind, source);

-- What a lease promises: before the keys are given its vehicle from the first day to the last; afterwards the vehicle it has now, from the day
-- it has had it. A vehicle that is away for a temporary swap comes back to it. An end that has passed promises nothing more.
create function lease_promises(company bigint, wanted bigint)
returns table (kind text, vehicle bigint, start_on date, end_on date)
language sql stable as $$
  with l as (
    select l.vehicle, l.status, l.start_on, l.end_on + case when c.day_rule = 'includeEnd' then 1 else 0 end as past
    from lease l join contract c on c.operator_id = l.operator_id and c.id = l.contract
    where l.operator_id = company and l.id = wanted and l.deleted_at is null
  )
  select 'lease', l.vehicle, coalesce(
      (select (s.from_at at time zone 'Asia/Shanghai')::date from lease_segment s
        where s.operator_id = company and s.lease = wanted and s.vehicle = l.vehicle and s.to_at is null and s.deleted_at is null), l.start_on),
      -- A vehicle that stands in for a while is promised until it is expected back.
      least(l.past, (select min(w.expected_back_on) from vehicle_swap w where w.operator_id = company and w.lease = wanted and w.kind = 'temporary'
        and w.new_vehicle = l.vehicle and w.status in ('toSwap', 'away') and w.deleted_at is null))
    from l where l.status in ('toPickUp', 'toHandOver', 'active', 'swapping', 'returning', 'toInspect')
  union all
  select 'away', w.old_vehicle, (w.effective_at at time zone 'Asia/Shanghai')::date, l.past
    from l join vehicle_swap w on w.operator_id = company and w.lease = wanted and w.status = 'away' and w.deleted_at is null
    where l.status in ('active', 'swapping', 'returning', 'toInspect') and w.old_vehicle <> l.vehicle and w.effective_at is not null
$$;

create function occupy_lease(company bigint, wanted bigint) returns void language plpgsql as $$
begin
  delete from vehicle_occupancy o where o.operator_id = company and o.kind in ('lease', 'away') and o.source = wanted;
  insert into vehicle_occupancy (operator_id, vehicle, kind, source, start_on, end_on)
    select company, p.vehicle, p.kind, wanted, p.start_on, p.end_on from lease_promises(company, wanted) p where p.end_on > p.start_on;
end
$$;

create function lease_occupies() returns trigger language plpgsql as $$
begin
  perform occupy_lease(new.operator_id, new.id);
  return null;
end
$$;
create trigger lease_occupies_added after insert on lease for each row execute function lease_occupies();
create trigger lease_occupies_changed after update on lease for each row
  when ((old.vehicle, old.status, old.start_on, old.end_on, old.deleted_at) is distinct from (new.vehicle, new.status, new.start_on, new.end_on, new.deleted_at))
  execute function lease_occupies();

create function swap_occupies() returns trigger language plpgsql as $$
begin
  perform occupy_lease(new.operator_id, new.lease);
  return null;
end
$$;
create trigger swap_occupies_changed after update on vehicle_swap for each row
  when (old.status is distinct from new.status and 'away' in (old.status, new.status)) execute function swap_occupies();

create function hold_occupies() returns trigger language plpgsql as $$
begin
  delete from vehicle_occupancy o where o.operator_id = new.operator_id and o.kind = 'hold' and o.source = new.id;
  if new.vehicle is not null and new.status in ('held', 'signing') and new.deleted_at is null then
    insert into vehicle_occupancy (operator_id, vehicle, kind, source, start_on, end_on)
      values (new.operator_id, new.vehicle, 'hold', new.id, new.start_on, new.end_on);
  end if;
  return null;
end
$$;
create trigger hold_occupies_added after insert on vehicle_hold for each row execute function hold_occupies();
create trigger hold_occupies_changed after update on vehicle_hold for each row
  when ((old.vehicle, old.status, old.start_on, old.end_on, old.deleted_at) is distinct from (new.vehicle, new.status, new.start_on, new.end_on, new.deleted_at))
  execute function hold_occupies();

-- The owner of the tables writes for all companies here.
alter table lease_segment no force row level security;
alter table vehicle_swap no force row level security;
alter table vehicle_occupancy no force row level security;
-- What is promised already. Where two stand on one day from before, the first keeps it and the second is seen on its own page as before.
insert into vehicle_occupancy (operator_id, vehicle, kind, source, start_on, end_on)
  select l.operator_id, p.vehicle, p.kind, l.id, p.start_on, p.end_on
  from lease l cross join lateral lease_promises(l.operator_id, l.id) p
  where l.deleted_at is null and p.end_on > p.start_on and p.vehicle is not null
  order by l.operator_id, p.start_on, l.id
on conflict do nothing;
alter table lease_segment force row level security;
alter table vehicle_swap force row level security;
alter table vehicle_occupancy force row level security;
