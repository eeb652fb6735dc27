-- contained_indexes
-- What another index of the same table answers as well (kit/entity/indexes.server.ts, isContained): 44 of 712.
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
