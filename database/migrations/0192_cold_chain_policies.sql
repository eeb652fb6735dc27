-- cold_chain_policies
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table temperature_policy add column max_spread numeric(18,1);

comment on column temperature_policy.max_spread is '最大温差';

alter table temperature_policy add column warn_margin numeric(18,1) default 0 not null;

comment on column temperature_policy.warn_margin is '预警余量';

alter table temperature_policy add column door_seconds bigint default 0 not null;

comment on column temperature_policy.door_seconds is '开门宽限';

alter table temperature_policy add column require_cargo boolean default false not null;

comment on column temperature_policy.require_cargo is '仅载货时报警';

alter table temperature_policy add constraint temperature_policy_max_spread_range check (max_spread >= 0.1 and max_spread <= 60);

alter table temperature_policy add constraint temperature_policy_warn_margin_range check (warn_margin >= 0 and warn_margin <= 20);

alter table temperature_policy add constraint temperature_policy_door_seconds_range check (door_seconds >= 0 and door_seconds <= 7200);

alter table temperature_channel drop constraint temperature_channel_excursion_values;

alter table temperature_channel add constraint temperature_channel_excursion_values check (excursion in ('none', 'warning', 'high', 'low', 'spread', 'noData'));

alter table excursion drop constraint excursion_kind_values;

alter table excursion add column door_seconds bigint;

comment on column excursion.door_seconds is '其中开门';

alter table excursion add constraint excursion_kind_values check (kind in ('high', 'low', 'noData', 'spread'));
