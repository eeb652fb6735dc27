-- What a swap says about a renewal that nobody had signed, or that it was never asked. Hand-written.
-- 0205 gave every swap that stood already the answer 按续租约定不变. Those that change no rent were not asked; those that were done
-- before gave their rent to a renewal signed for later, and where there was none, nothing was agreed. What still waits keeps the
-- answer: it is the one that will be used. Row-level security is forced upon the owner too, and here is no company to be.

alter table vehicle_swap no force row level security;
alter table renewal no force row level security;
update vehicle_swap set renewal_rent = null
where renewal_rent is not null and (kind = 'temporary' or rent_policy is null or rent_policy not in ('difference', 'nextPeriod'));
update vehicle_swap s set renewal_rent = case
  when not exists (select 1 from renewal r where r.lease = s.lease and r.status = 'effective' and r.deleted_at is null
    and r.start_on > (s.effective_at at time zone 'Asia/Shanghai')::date and r.signed_on <= (s.effective_at at time zone 'Asia/Shanghai')::date) then null
  when s.updated_at < (select applied_at from schema_migration where name like '0205\_%') then 'same'
  else s.renewal_rent end
where s.status = 'done' and s.renewal_rent is not null;
alter table renewal force row level security;
alter table vehicle_swap force row level security;
