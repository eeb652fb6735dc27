-- totals_and_contained_indexes
-- What another index of the same table answers as well (kit/entity/indexes.server.ts, isContained): 47 of those made so far. Then the sums of the bill list (docs/decisions/0016).
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop index dict_item_dict_group_idx;

drop index credit_record_recorded_on_idx;

drop index vehicle_preparation_status_idx;

drop index store_transfer_transferred_at_idx;

drop index plate_change_changed_on_idx;

drop index terminal_binding_from_at_idx;

drop index terminal_binding_terminal_from_at_idx;

drop index terminal_binding_vehicle_from_at_idx;

drop index trip_start_at_idx;

drop index trip_vehicle_start_at_idx;

drop index vehicle_day_day_idx;

drop index fence_binding_fence_idx;

drop index fence_event_at_idx;

drop index fence_event_vehicle_at_idx;

drop index fence_event_fence_at_idx;

drop index alarm_start_at_idx;

drop index alarm_vehicle_start_at_idx;

drop index alarm_status_start_at_idx;

drop index risk_report_occurred_at_idx;

drop index temperature_channel_vehicle_idx;

drop index excursion_start_at_idx;

drop index excursion_channel_start_at_idx;

drop index excursion_vehicle_start_at_idx;

drop index lease_plan_product_idx;

drop index product_cost_product_idx;

drop index lease_term_lease_idx;

drop index lease_segment_from_at_idx;

drop index plan_period_lease_idx;

drop index bill_due_on_idx;

drop index payment_paid_at_idx;

drop index payment_status_paid_at_idx;

drop index bill_reminder_reminded_at_idx;

drop index payable_bill_due_on_idx;

drop index payable_bill_status_due_on_idx;

drop index payout_paid_on_idx;

drop index bank_line_booked_on_idx;

drop index approval_form_version_form_idx;

drop index approval_process_category_idx;

drop index approval_version_process_idx;

drop index approval_role_member_role_idx;

drop index promoter_permission_process_idx;

drop index approval_deputy_from_at_idx;

drop index approval_case_started_at_idx;

drop index order_review_reviewed_at_idx;
drop index refused_position_received_at_idx;

drop index refused_position_status_received_at_idx;

drop index translation_language_idx;

create table bill_totals (
  operator_id bigint not null,
  store bigint,
  status text,
  direction text,
  bill_type text,
  due_on date,
  grace_until date,
  n bigint not null,
  amount bigint not null,
  paid bigint not null,
  remain bigint not null,
  folded boolean not null default false
);

comment on table bill_totals is '账单的合计（由触发器维护）';

create index bill_totals_key on bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until);

create index bill_totals_fresh on bill_totals (operator_id) where not folded;

alter table bill no force row level security;

insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, remain) select operator_id, store, status, direction, bill_type, due_on, grace_until, count(*), coalesce(sum(amount), 0), coalesce(sum(paid), 0), coalesce(sum(remain), 0) from bill where deleted_at is null group by operator_id, store, status, direction, bill_type, due_on, grace_until;

alter table bill force row level security;

alter table bill_totals enable row level security;

alter table bill_totals force row level security;

create policy tenant on bill_totals
  using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint)
  with check (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);

create function bill_totals_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(remain, 0) as remain from fresh where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  elsif tg_op = 'DELETE' then
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  else
    insert into bill_totals (operator_id, store, status, direction, bill_type, due_on, grace_until, n, amount, paid, remain)
    select operator_id, store, status, direction, bill_type, due_on, grace_until, sum(n), sum(amount), sum(paid), sum(remain) from (select operator_id, store, status, direction, bill_type, due_on, grace_until, 1 as n, coalesce(amount, 0) as amount, coalesce(paid, 0) as paid, coalesce(remain, 0) as remain from fresh where deleted_at is null union all select operator_id, store, status, direction, bill_type, due_on, grace_until, -1 as n, -coalesce(amount, 0) as amount, -coalesce(paid, 0) as paid, -coalesce(remain, 0) as remain from gone where deleted_at is null) as x group by operator_id, store, status, direction, bill_type, due_on, grace_until
    having sum(n) <> 0 or sum(amount) <> 0 or sum(paid) <> 0 or sum(remain) <> 0;
  end if;
  return null;
end
$$;

create trigger bill_totals_kept_insert after insert on bill referencing new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_update after update on bill referencing old table as gone new table as fresh for each statement execute function bill_totals_kept();

create trigger bill_totals_kept_delete after delete on bill referencing old table as gone for each statement execute function bill_totals_kept();
