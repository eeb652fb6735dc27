-- bill_run_indexes
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop index bill_direction_idx;

drop index bill_lessee_status_idx;

drop index bill_lease_bill_type_idx;

drop index bill_status_due_on_idx;

drop index bill_store_due_on_idx;

drop index bill_item_search;

alter table bill_item drop column search_text;

alter table bill_item drop column pinyin;
