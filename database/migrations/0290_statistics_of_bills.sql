-- Bills that are counted by the planner while a run makes them. Hand-written.
-- A run of the night makes as many unpaid bills as there are leases, in seconds. Until the daemon next looks, the planner believes that
-- almost none are unpaid, fetches them all to sort them, and a page of the list takes 50 ms and more. Only who owns a table may have its
-- statistics made, and the role of the application owns none.

create function learn_of_bills() returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  analyze public.bill;
end
$$;
