-- tiers_of_penalty
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle_product drop constraint vehicle_product_mode_values;

alter table vehicle_product add constraint vehicle_product_mode_values check (mode in ('long', 'short', 'rentToOwn', 'withDriver'));

alter table lease_plan drop constraint lease_plan_early_penalty_values;

alter table lease_plan add column early_penalty_tiers jsonb;

comment on column lease_plan.early_penalty_tiers is '违约金分档';

alter table lease_plan add constraint lease_plan_early_penalty_values check (early_penalty in ('none', 'months', 'remainingRate', 'tiers'));

alter table contract drop constraint contract_early_penalty_values;

alter table contract add column early_penalty_tiers jsonb;

comment on column contract.early_penalty_tiers is '违约金分档';

alter table contract add constraint contract_early_penalty_values check (early_penalty in ('none', 'months', 'remainingRate', 'tiers'));
