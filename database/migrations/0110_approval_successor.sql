-- Who does the work of somebody who has left, where a running case still names him. Hand-written: one row per leaver, written
-- by 离职转办 alone. It counts only while the leaver is disabled or deleted.
create table approval_successor (
  operator_id bigint not null,
  user_id bigint not null references "user" (id) on delete restrict,
  successor bigint not null references "user" (id) on delete restrict,
  since timestamptz not null,
  by_user bigint references "user" (id) on delete restrict,
  primary key (operator_id, user_id),
  check (user_id <> successor)
);
comment on table approval_successor is '离职接手人';
alter table approval_successor enable row level security;
alter table approval_successor force row level security;
create policy tenant on approval_successor
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
