-- bill-direction
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create index bill_direction_idx on bill (operator_id, direction, due_on desc, id desc) where deleted_at is null;
