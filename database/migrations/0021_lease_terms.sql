-- What definitions cannot say about terms of a lease. Hand-written.

-- The terms of a lease follow each other without overlap …
alter table lease_term add constraint lease_term_no_overlap
  exclude using gist (operator_id with =, lease with =, daterange(start_on, end_on) with &&) where (deleted_at is null) deferrable initially deferred;
alter table lease_term add constraint lease_term_order check (end_on > start_on);

-- … and without gap. Asked when the transaction ends, since a row of terms is written one by one.
create function lease_terms_follow() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from (
      select start_on, lag(end_on) over (order by start_on) as before from lease_term where operator_id = new.operator_id and lease = new.lease and deleted_at is null
    ) t where t.before is not null and t.before <> t.start_on
  ) then
    raise exception 'terms of lease % do not follow each other', new.lease using errcode = '23514', constraint = 'lease_term_follow';
  end if;
  return null;
end
$$;
create constraint trigger lease_term_follow after insert or update on lease_term deferrable initially deferred for each row execute function lease_terms_follow();

-- A lease has one vehicle at a time.
create unique index lease_segment_one_of_lease on lease_segment (operator_id, lease) where to_at is null and deleted_at is null;
