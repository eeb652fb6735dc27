-- Fewer indexes of planned periods. The first part from the definitions; the last statement hand-written, because the
-- definitions know no index over a part of the rows.
-- A bill run changes every period it bills, and a changed row is entered into all indexes anew. What the run looks for stands
-- in an index of its own, which a period leaves when it is billed.

drop index plan_period_store_idx;

drop index plan_period_status_idx;

drop index plan_period_issue_on_idx;

drop index plan_period_due_on_idx;

drop index plan_period_status_issue_on_idx;

create index plan_period_planned_idx on plan_period (operator_id, issue_on, lease) where status = 'planned' and deleted_at is null;
