-- notices_by_role
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table temperature_policy alter column no_data_seconds set default 300;

comment on column temperature_policy.record_seconds is '在途记录间隔';

alter table temperature_policy add column record_out_seconds bigint default 120 not null;

comment on column temperature_policy.record_out_seconds is '超限记录间隔';

alter table temperature_policy add column first_roles bigint[];

comment on column temperature_policy.first_roles is '立即通知角色';

alter table temperature_policy add column tell_driver boolean default false not null;

comment on column temperature_policy.tell_driver is '车内语音提醒司机';

alter table temperature_policy add column second_roles bigint[];

comment on column temperature_policy.second_roles is '第二级通知角色';

alter table temperature_policy add column third_roles bigint[];

comment on column temperature_policy.third_roles is '第三级通知角色';

alter table temperature_policy add constraint temperature_policy_record_out_seconds_range check (record_out_seconds >= 10 and record_out_seconds <= 3600);

create index temperature_policy_first_roles_gin on temperature_policy using gin (first_roles);

create index temperature_policy_second_roles_gin on temperature_policy using gin (second_roles);

create index temperature_policy_third_roles_gin on temperature_policy using gin (third_roles);
