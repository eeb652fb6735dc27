-- files_of_alarms
-- Written by hand. What a terminal is asked to bring for an alarm: whoever knows the number may, until then.

create table alarm_upload (
  operator_id bigint not null,
  number text not null,
  alarm bigint not null,
  terminal bigint not null,
  mark text not null,
  open_until timestamptz not null,
  done_at timestamptz,
  primary key (operator_id, number),
  unique (operator_id, terminal, mark),
  foreign key (operator_id, alarm) references alarm (operator_id, id) on delete cascade,
  foreign key (operator_id, terminal) references terminal (operator_id, id) on delete cascade
);
comment on table alarm_upload is '报警附件上传';
create index alarm_upload_alarm_idx on alarm_upload (operator_id, alarm);
create index alarm_upload_age_idx on alarm_upload (open_until);
alter table alarm_upload enable row level security;
alter table alarm_upload force row level security;
create policy tenant on alarm_upload
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
