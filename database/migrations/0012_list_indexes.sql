-- list_indexes
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop index dept_parent_idx;

drop index dept_leader_idx;

create index dept_parent_idx on dept (operator_id, parent, idx, name, id) where deleted_at is null;

create index dept_leader_idx on dept (operator_id, leader, idx, name, id) where deleted_at is null;

drop index user_status_idx;

drop index user_dept_idx;

drop index user_customer_type_idx;

create index user_status_idx on "user" (operator_id, status, username, id) where deleted_at is null;

create index user_dept_idx on "user" (operator_id, dept, username, id) where deleted_at is null;

create index user_customer_type_idx on "user" (operator_id, customer_type, username, id) where deleted_at is null;

drop index role_status_idx;

drop index role_kind_idx;

create index role_status_idx on role (operator_id, status, code, id) where deleted_at is null;

create index role_kind_idx on role (operator_id, kind, code, id) where deleted_at is null;

drop index sys_rule_name_dimension_idx;

create index sys_rule_name_dimension_idx on sys_rule_name (operator_id, dimension, code, id) where deleted_at is null;

drop index sys_rule_resource_rule_name_idx;

create index sys_rule_resource_rule_name_idx on sys_rule_resource (operator_id, rule_name, resource_code, id) where deleted_at is null;

drop index dict_item_dict_group_idx;

create index dict_item_dict_group_idx on dict_item (operator_id, dict_group, idx, id) where deleted_at is null;

drop index site_config_look_idx;

create index site_config_look_idx on site_config (operator_id, look, host, id) where deleted_at is null;

drop index release_status_idx;

create index release_status_idx on release (operator_id, status, published_at desc nulls last, id desc) where deleted_at is null;

drop index system_message_status_idx;

drop index system_message_category_idx;

create index system_message_status_idx on system_message (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index system_message_category_idx on system_message (operator_id, category, created_at desc, id desc) where deleted_at is null;

drop index inbox_message_receiver_idx;

drop index inbox_message_system_message_idx;

drop index inbox_message_category_idx;

create index inbox_message_receiver_idx on inbox_message (operator_id, receiver, created_at desc, id desc) where deleted_at is null;

create index inbox_message_system_message_idx on inbox_message (operator_id, system_message, created_at desc, id desc) where deleted_at is null;

create index inbox_message_category_idx on inbox_message (operator_id, category, created_at desc, id desc) where deleted_at is null;

drop index problem_feedback_status_idx;

drop index problem_feedback_answered_by_idx;

create index problem_feedback_status_idx on problem_feedback (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index problem_feedback_answered_by_idx on problem_feedback (operator_id, answered_by, created_at desc, id desc) where deleted_at is null;

drop index store_status_idx;

drop index store_manager_idx;

create index store_status_idx on store (operator_id, status, code, id) where deleted_at is null;

create index store_manager_idx on store (operator_id, manager, code, id) where deleted_at is null;

drop index channel_status_idx;

drop index channel_kind_idx;

create index channel_status_idx on channel (operator_id, status, name, id) where deleted_at is null;

create index channel_kind_idx on channel (operator_id, kind, name, id) where deleted_at is null;

drop index vehicle_source_status_idx;

drop index vehicle_source_kind_idx;

create index vehicle_source_status_idx on vehicle_source (operator_id, status, name, id) where deleted_at is null;

create index vehicle_source_kind_idx on vehicle_source (operator_id, kind, name, id) where deleted_at is null;

drop index lessee_status_idx;

drop index lessee_channel_idx;

drop index lessee_store_idx;

drop index lessee_owner_idx;

drop index lessee_kind_idx;

drop index lessee_credit_level_idx;

create index lessee_status_idx on lessee (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index lessee_channel_idx on lessee (operator_id, channel, created_at desc, id desc) where deleted_at is null;

create index lessee_store_idx on lessee (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index lessee_owner_idx on lessee (operator_id, owner, created_at desc, id desc) where deleted_at is null;

create index lessee_kind_idx on lessee (operator_id, kind, created_at desc, id desc) where deleted_at is null;

create index lessee_credit_level_idx on lessee (operator_id, credit_level, created_at desc, id desc) where deleted_at is null;

drop index vehicle_model_status_idx;

drop index vehicle_model_category_idx;

drop index vehicle_model_energy_idx;

create index vehicle_model_status_idx on vehicle_model (operator_id, status, brand, name, id) where deleted_at is null;

create index vehicle_model_category_idx on vehicle_model (operator_id, category, brand, name, id) where deleted_at is null;

create index vehicle_model_energy_idx on vehicle_model (operator_id, energy, brand, name, id) where deleted_at is null;

drop index vehicle_status_idx;

drop index vehicle_model_idx;

drop index vehicle_vehicle_source_idx;

drop index vehicle_store_idx;

drop index vehicle_dept_idx;

drop index vehicle_energy_idx;

drop index vehicle_ownership_idx;

drop index vehicle_status_store_idx;

drop index vehicle_store_model_status_idx;

create index vehicle_status_idx on vehicle (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index vehicle_model_idx on vehicle (operator_id, model, created_at desc, id desc) where deleted_at is null;

create index vehicle_vehicle_source_idx on vehicle (operator_id, vehicle_source, created_at desc, id desc) where deleted_at is null;

create index vehicle_store_idx on vehicle (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index vehicle_dept_idx on vehicle (operator_id, dept, created_at desc, id desc) where deleted_at is null;

create index vehicle_energy_idx on vehicle (operator_id, energy, created_at desc, id desc) where deleted_at is null;

create index vehicle_ownership_idx on vehicle (operator_id, ownership, created_at desc, id desc) where deleted_at is null;

create index vehicle_status_store_idx on vehicle (operator_id, status, store, created_at desc, id desc) where deleted_at is null;

create index vehicle_store_model_status_idx on vehicle (operator_id, store, model, status, created_at desc, id desc) where deleted_at is null;

drop index vehicle_preparation_vehicle_idx;

drop index vehicle_preparation_status_idx;

drop index vehicle_preparation_step_idx;

create index vehicle_preparation_vehicle_idx on vehicle_preparation (operator_id, vehicle, status, due_on, id) where deleted_at is null;

create index vehicle_preparation_status_idx on vehicle_preparation (operator_id, status, due_on, id) where deleted_at is null;

create index vehicle_preparation_step_idx on vehicle_preparation (operator_id, step, status, due_on, id) where deleted_at is null;

drop index store_transfer_vehicle_idx;

drop index store_transfer_from_store_idx;

drop index store_transfer_to_store_idx;

create index store_transfer_vehicle_idx on store_transfer (operator_id, vehicle, transferred_at desc, id desc) where deleted_at is null;

create index store_transfer_from_store_idx on store_transfer (operator_id, from_store, transferred_at desc, id desc) where deleted_at is null;

create index store_transfer_to_store_idx on store_transfer (operator_id, to_store, transferred_at desc, id desc) where deleted_at is null;

drop index plate_change_vehicle_idx;

create index plate_change_vehicle_idx on plate_change (operator_id, vehicle, changed_on desc, id desc) where deleted_at is null;

drop index vehicle_product_model_idx;

drop index vehicle_product_status_idx;

drop index vehicle_product_mode_idx;

create index vehicle_product_model_idx on vehicle_product (operator_id, model, name, id) where deleted_at is null;

create index vehicle_product_status_idx on vehicle_product (operator_id, status, name, id) where deleted_at is null;

create index vehicle_product_mode_idx on vehicle_product (operator_id, mode, name, id) where deleted_at is null;

drop index lease_plan_product_idx;

drop index lease_plan_status_idx;

create index lease_plan_product_idx on lease_plan (operator_id, product, name, id) where deleted_at is null;

create index lease_plan_status_idx on lease_plan (operator_id, status, product, name, id) where deleted_at is null;

drop index contract_status_idx;

drop index contract_lessee_idx;

drop index contract_store_idx;

drop index contract_owner_idx;

drop index contract_channel_idx;

drop index contract_plan_idx;

drop index contract_kind_idx;

create index contract_status_idx on contract (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index contract_lessee_idx on contract (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index contract_store_idx on contract (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index contract_owner_idx on contract (operator_id, owner, created_at desc, id desc) where deleted_at is null;

create index contract_channel_idx on contract (operator_id, channel, created_at desc, id desc) where deleted_at is null;

create index contract_plan_idx on contract (operator_id, plan, created_at desc, id desc) where deleted_at is null;

create index contract_kind_idx on contract (operator_id, kind, created_at desc, id desc) where deleted_at is null;

drop index lease_status_idx;

drop index lease_contract_idx;

drop index lease_lessee_idx;

drop index lease_vehicle_idx;

drop index lease_store_idx;

drop index lease_owner_idx;

create index lease_status_idx on lease (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index lease_contract_idx on lease (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index lease_lessee_idx on lease (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index lease_vehicle_idx on lease (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index lease_store_idx on lease (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index lease_owner_idx on lease (operator_id, owner, created_at desc, id desc) where deleted_at is null;

drop index lease_segment_lease_idx;

drop index lease_segment_contract_idx;

drop index lease_segment_lessee_idx;

drop index lease_segment_vehicle_idx;

drop index lease_segment_store_idx;

create index lease_segment_lease_idx on lease_segment (operator_id, lease, from_at desc, id desc) where deleted_at is null;

create index lease_segment_contract_idx on lease_segment (operator_id, contract, from_at desc, id desc) where deleted_at is null;

create index lease_segment_lessee_idx on lease_segment (operator_id, lessee, from_at desc, id desc) where deleted_at is null;

create index lease_segment_vehicle_idx on lease_segment (operator_id, vehicle, from_at desc, id desc) where deleted_at is null;

create index lease_segment_store_idx on lease_segment (operator_id, store, from_at desc, id desc) where deleted_at is null;

drop index plan_period_lease_idx;

drop index plan_period_contract_idx;

drop index plan_period_store_idx;

drop index plan_period_status_idx;

drop index plan_period_bill_idx;

create index plan_period_lease_idx on plan_period (operator_id, lease, seq, id) where deleted_at is null;

create index plan_period_contract_idx on plan_period (operator_id, contract, lease, seq, id) where deleted_at is null;

create index plan_period_store_idx on plan_period (operator_id, store, lease, seq, id) where deleted_at is null;

create index plan_period_status_idx on plan_period (operator_id, status, lease, seq, id) where deleted_at is null;

create index plan_period_bill_idx on plan_period (operator_id, bill, lease, seq, id) where deleted_at is null;

drop index inspection_template_status_idx;

drop index inspection_template_category_idx;

create index inspection_template_status_idx on inspection_template (operator_id, status, name, id) where deleted_at is null;

create index inspection_template_category_idx on inspection_template (operator_id, category, name, id) where deleted_at is null;

drop index handover_status_idx;

drop index handover_contract_idx;

drop index handover_lease_idx;

drop index handover_lessee_idx;

drop index handover_vehicle_idx;

drop index handover_store_idx;

drop index handover_template_idx;

create index handover_status_idx on handover (operator_id, status, created_at desc, id desc) where deleted_at is null;

create index handover_contract_idx on handover (operator_id, contract, created_at desc, id desc) where deleted_at is null;

create index handover_lease_idx on handover (operator_id, lease, created_at desc, id desc) where deleted_at is null;

create index handover_lessee_idx on handover (operator_id, lessee, created_at desc, id desc) where deleted_at is null;

create index handover_vehicle_idx on handover (operator_id, vehicle, created_at desc, id desc) where deleted_at is null;

create index handover_store_idx on handover (operator_id, store, created_at desc, id desc) where deleted_at is null;

create index handover_template_idx on handover (operator_id, template, created_at desc, id desc) where deleted_at is null;

drop index bill_status_idx;

drop index bill_lessee_idx;

drop index bill_contract_idx;

drop index bill_lease_idx;

drop index bill_vehicle_idx;

drop index bill_store_idx;

drop index bill_bill_type_idx;

drop index bill_lessee_status_idx;

drop index bill_lease_bill_type_idx;

create index bill_status_idx on bill (operator_id, status, due_on desc, id desc) where deleted_at is null;

create index bill_lessee_idx on bill (operator_id, lessee, due_on desc, id desc) where deleted_at is null;

create index bill_contract_idx on bill (operator_id, contract, due_on desc, id desc) where deleted_at is null;

create index bill_lease_idx on bill (operator_id, lease, due_on desc, id desc) where deleted_at is null;

create index bill_vehicle_idx on bill (operator_id, vehicle, due_on desc, id desc) where deleted_at is null;

create index bill_store_idx on bill (operator_id, store, due_on desc, id desc) where deleted_at is null;

create index bill_bill_type_idx on bill (operator_id, bill_type, due_on desc, id desc) where deleted_at is null;

create index bill_lessee_status_idx on bill (operator_id, lessee, status, due_on desc, id desc) where deleted_at is null;

create index bill_lease_bill_type_idx on bill (operator_id, lease, bill_type, due_on desc, id desc) where deleted_at is null;

drop index bill_item_bill_idx;

drop index bill_item_store_idx;

drop index bill_item_lessee_idx;

drop index bill_item_vehicle_idx;

drop index bill_item_fee_item_idx;

create index bill_item_bill_idx on bill_item (operator_id, bill, id desc) where deleted_at is null;

create index bill_item_store_idx on bill_item (operator_id, store, id desc) where deleted_at is null;

create index bill_item_lessee_idx on bill_item (operator_id, lessee, id desc) where deleted_at is null;

create index bill_item_vehicle_idx on bill_item (operator_id, vehicle, id desc) where deleted_at is null;

create index bill_item_fee_item_idx on bill_item (operator_id, fee_item, id desc) where deleted_at is null;

drop index pay_qr_code_status_idx;

drop index pay_qr_code_channel_idx;

create index pay_qr_code_status_idx on pay_qr_code (operator_id, status, name, id) where deleted_at is null;

create index pay_qr_code_channel_idx on pay_qr_code (operator_id, channel, name, id) where deleted_at is null;

drop index payment_status_idx;

drop index payment_lessee_idx;

drop index payment_store_idx;

drop index payment_pay_qr_code_idx;

drop index payment_confirmed_by_idx;

drop index payment_channel_idx;

drop index payment_lessee_status_idx;

create index payment_status_idx on payment (operator_id, status, paid_at desc, id desc) where deleted_at is null;

create index payment_lessee_idx on payment (operator_id, lessee, paid_at desc, id desc) where deleted_at is null;

create index payment_store_idx on payment (operator_id, store, paid_at desc, id desc) where deleted_at is null;

create index payment_pay_qr_code_idx on payment (operator_id, pay_qr_code, paid_at desc, id desc) where deleted_at is null;

create index payment_confirmed_by_idx on payment (operator_id, confirmed_by, paid_at desc, id desc) where deleted_at is null;

create index payment_channel_idx on payment (operator_id, channel, paid_at desc, id desc) where deleted_at is null;

create index payment_lessee_status_idx on payment (operator_id, lessee, status, paid_at desc, id desc) where deleted_at is null;

drop index allocation_payment_idx;

drop index allocation_bill_idx;

drop index allocation_store_idx;

drop index allocation_reverses_idx;

create index allocation_payment_idx on allocation (operator_id, payment, id desc) where deleted_at is null;

create index allocation_bill_idx on allocation (operator_id, bill, id desc) where deleted_at is null;

create index allocation_store_idx on allocation (operator_id, store, id desc) where deleted_at is null;

create index allocation_reverses_idx on allocation (operator_id, reverses, id desc) where deleted_at is null;

drop index account_entry_lessee_idx;

drop index account_entry_store_idx;

drop index account_entry_payment_idx;

drop index account_entry_bill_idx;

drop index account_entry_kind_idx;

create index account_entry_lessee_idx on account_entry (operator_id, lessee, id desc) where deleted_at is null;

create index account_entry_store_idx on account_entry (operator_id, store, id desc) where deleted_at is null;

create index account_entry_payment_idx on account_entry (operator_id, payment, id desc) where deleted_at is null;

create index account_entry_bill_idx on account_entry (operator_id, bill, id desc) where deleted_at is null;

create index account_entry_kind_idx on account_entry (operator_id, kind, id desc) where deleted_at is null;

drop index deposit_account_lease_idx;

drop index deposit_account_contract_idx;

drop index deposit_account_lessee_idx;

drop index deposit_account_store_idx;

drop index deposit_account_kind_idx;

create index deposit_account_lease_idx on deposit_account (operator_id, lease, id desc) where deleted_at is null;

create index deposit_account_contract_idx on deposit_account (operator_id, contract, id desc) where deleted_at is null;

create index deposit_account_lessee_idx on deposit_account (operator_id, lessee, id desc) where deleted_at is null;

create index deposit_account_store_idx on deposit_account (operator_id, store, id desc) where deleted_at is null;

create index deposit_account_kind_idx on deposit_account (operator_id, kind, id desc) where deleted_at is null;

drop index deposit_entry_account_idx;

drop index deposit_entry_store_idx;

drop index deposit_entry_allocation_idx;

drop index deposit_entry_kind_idx;

create index deposit_entry_account_idx on deposit_entry (operator_id, account, id desc) where deleted_at is null;

create index deposit_entry_store_idx on deposit_entry (operator_id, store, id desc) where deleted_at is null;

create index deposit_entry_allocation_idx on deposit_entry (operator_id, allocation, id desc) where deleted_at is null;

create index deposit_entry_kind_idx on deposit_entry (operator_id, kind, id desc) where deleted_at is null;

drop index order_review_status_idx;

drop index order_review_store_idx;

create index order_review_status_idx on order_review (operator_id, status, reviewed_at desc, id desc) where deleted_at is null;

create index order_review_store_idx on order_review (operator_id, store, reviewed_at desc, id desc) where deleted_at is null;

drop index franchise_apply_status_idx;

create index franchise_apply_status_idx on franchise_apply (operator_id, status, created_at desc, id desc) where deleted_at is null;
