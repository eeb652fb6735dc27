-- lease_violation_keep
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

create index vehicle_idle_since_idx on vehicle (operator_id, idle_since) where deleted_at is null;

alter table lease_plan add column violation_keep bigint;

comment on column lease_plan.violation_keep is '违章押金至少保留';

alter table lease_plan add constraint lease_plan_violation_keep_range check (violation_keep >= 0);

alter table contract add column violation_keep bigint;

comment on column contract.violation_keep is '违章押金至少保留';

alter table contract add constraint contract_violation_keep_range check (violation_keep >= 0);
