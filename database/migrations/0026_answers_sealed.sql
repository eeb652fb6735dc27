-- answers_sealed: what was kept of calls for their repetition lay readable, passwords and keys that are shown once among it. It goes;
-- whoever repeats a call of before hears that it was done. The keys become their callers' own.

alter table idempotency no force row level security;
update idempotency
  set key = case when user_id is null then key else 'user:' || user_id || ':' || key end,
    body_hash = '', http_status = null, response = null, leased_until = least(leased_until, now());
alter table idempotency force row level security;
