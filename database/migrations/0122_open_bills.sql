-- Open bills of a store, in the order of the list. Hand-written: the definitions know no index over a part of the rows.
-- Of ten million bills some hundred thousand are open. Found through the index of the store alone, a store that owes
-- nothing cost a walk over all its bills; and what a settled bill leaves behind here is nothing at all. The sums stand in
-- the index, so that totals are read without the rows.

create index bill_open_store_idx on bill (operator_id, store, due_on desc, id desc) include (amount, paid, remain)
  where status in ('unpaid', 'partlyPaid') and deleted_at is null;
