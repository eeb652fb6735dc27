-- promised
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table bill_reminder alter column bill drop not null;

alter table bill_reminder add column promised bigint;
comment on column bill_reminder.promised is '承诺金额';

alter table bill_reminder add constraint bill_reminder_promised_range check (promised >= 1);
