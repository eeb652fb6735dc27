-- What was put aside before there was a screen for it; and what the night's work remembers, so that a night without a server is made up for.
-- Hand-written.

-- Row-level security is forced on the owner too, who must see the rows of all operators here.
alter table position_refused no force row level security;
alter table refused_position no force row level security;
alter table terminal no force row level security;
alter table terminal_binding no force row level security;
insert into refused_position (operator_id, terminal, vehicle, store, reported_at, received_at, serial, cause, why, content)
select r.operator_id, r.terminal, b.vehicle, t.store, 'epoch'::timestamptz + r.at_ms * interval '1 ms', r.received_at, r.serial,
  case when left(r.why, 5) in ('22003', '22008') then 'range' when left(r.why, 2) = '22' then 'text' when left(r.why, 2) = '23' then 'rule' when left(r.why, 2) = '42' then 'statement' else 'other' end,
  left(r.why, 500), left(r.fix, 4000)
from position_refused r
  left join terminal t on t.id = r.terminal
  left join lateral (select vehicle from terminal_binding where terminal = r.terminal and from_at <= 'epoch'::timestamptz + r.at_ms * interval '1 ms'
    and (to_at is null or to_at > 'epoch'::timestamptz + r.at_ms * interval '1 ms') and deleted_at is null limit 1) b on true;
alter table refused_position force row level security;
alter table terminal force row level security;
alter table terminal_binding force row level security;
drop table position_refused;

alter table telematics_version alter column bindings set default 0;
alter table telematics_version add column night_on date, add column thinned_to date, add column thinned_seconds integer;
