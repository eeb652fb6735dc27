-- fuelling_numbers
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create index fuelling_supplier_no_idx on fuelling (operator_id, supplier_no, at desc, id desc) where deleted_at is null;
