-- swap_prices
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle_swap add column new_daily_rent bigint;

comment on column vehicle_swap.new_daily_rent is '新日租金';

alter table vehicle_swap add column renewal_rent text default 'agreed';

comment on column vehicle_swap.renewal_rent is '续租期租金';

alter table vehicle_swap add constraint vehicle_swap_new_daily_rent_range check (new_daily_rent >= 1);

alter table vehicle_swap add constraint vehicle_swap_renewal_rent_values check (renewal_rent in ('agreed', 'same'));

alter table rent_reduction add column new_daily_rent bigint;

comment on column rent_reduction.new_daily_rent is '新日租金';

alter table rent_reduction add constraint rent_reduction_new_daily_rent_range check (new_daily_rent >= 1);
