-- Open bills in the order of the list. Hand-written, like 0122: the definitions know no index over a part of the rows.
-- A run makes a hundred thousand open bills within seconds, long before the planner's sample knows of them: it believed in a
-- handful, found all of them through the index of the state, and sorted them for every look at the list.

create index bill_open_idx on bill (operator_id, due_on desc, id desc) where status in ('unpaid', 'partlyPaid') and deleted_at is null;
