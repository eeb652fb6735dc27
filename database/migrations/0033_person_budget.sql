-- What guards hidden numbers and the disk holds over nodes and restarts (decision 0133). Touches the kit's own tables only. Hand-written.

-- Of each person and class: what was left at a moment. Written in place, by nobody but calls of that person.
create table person_budget (
  operator_id bigint not null,
  user_id bigint not null,
  -- of kit/access/tries/budgets.server.ts
  kind text not null,
  remaining double precision not null,
  -- by the call that wrote it last, which reads it back
  taken integer not null,
  at timestamptz not null,
  primary key (operator_id, user_id, kind)
) with (fillfactor = 50);
alter table person_budget enable row level security;
alter table person_budget force row level security;
create policy tenant on person_budget
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
comment on table person_budget is '查看与查找号码的余额';

-- What somebody has uploaded and no record has taken, and what a company keeps since a moment: asked at each upload.
create index file_unclaimed_idx on file (operator_id, created_by) include (size) where purpose = 'upload' and expires_at is not null;
create index file_since_idx on file (operator_id, created_at) include (created_by, purpose, size);
