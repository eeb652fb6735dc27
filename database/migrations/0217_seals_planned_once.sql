-- Sealing the log is planned once a connection. Hand-written.
-- PostgreSQL planned "id >= first" anew at every commit: without knowing the id it expects a third of the log, takes that for
-- dear and never keeps the plan. Planning was more than half of what a seal costs. The kept plan walks the primary key from
-- `first`, as each of the planned ones did; the two other settings leave it no other way while the log has no statistics yet.

alter function audit_seal_lines(bigint, bigint) set plan_cache_mode = force_generic_plan;
alter function audit_seal_lines(bigint, bigint) set enable_sort = off;
alter function audit_seal_lines(bigint, bigint) set enable_seqscan = off;
