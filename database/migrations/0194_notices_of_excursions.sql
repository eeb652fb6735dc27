-- notices_of_excursions
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table temperature_policy add column first_users bigint[];

comment on column temperature_policy.first_users is '立即通知';

alter table temperature_policy add column second_minutes bigint default 10 not null;

comment on column temperature_policy.second_minutes is '第二级：未恢复满';

alter table temperature_policy add column second_users bigint[];

comment on column temperature_policy.second_users is '第二级通知';

alter table temperature_policy add column third_minutes bigint default 30 not null;

comment on column temperature_policy.third_minutes is '第三级：未恢复满';

alter table temperature_policy add column third_users bigint[];

comment on column temperature_policy.third_users is '第三级通知';

alter table temperature_policy add constraint temperature_policy_second_minutes_range check (second_minutes >= 1 and second_minutes <= 1440);

alter table temperature_policy add constraint temperature_policy_third_minutes_range check (third_minutes >= 1 and third_minutes <= 1440);

create index temperature_policy_first_users_gin on temperature_policy using gin (first_users);

create index temperature_policy_second_users_gin on temperature_policy using gin (second_users);

create index temperature_policy_third_users_gin on temperature_policy using gin (third_users);

alter table excursion add column told bigint default 0 not null;

comment on column excursion.told is '已通知级数';

alter table excursion add constraint excursion_told_range check (told >= 0 and told <= 3);
