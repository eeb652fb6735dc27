-- What reports look at of millions of items and costs: those whose time is not over before the period, and the few that take off. Hand-written.

create index bill_item_until_idx on bill_item (operator_id, end_on) include (start_on, bill) where start_on is not null and deleted_at is null;

create index bill_item_off_idx on bill_item (operator_id, bill) include (amount) where (amount < 0 or fee_item = 'COUPON') and deleted_at is null;

create index vehicle_cost_until_idx on vehicle_cost (operator_id, end_on) where start_on is not null and deleted_at is null;
