-- vehicles_of_a_store_by_plate
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create index vehicle_store_plate_no_idx on vehicle (operator_id, store, plate_no, created_at desc, id desc) where deleted_at is null;
