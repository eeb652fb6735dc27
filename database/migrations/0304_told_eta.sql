-- told_eta
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table mission_stop add column told_eta timestamptz;

comment on column mission_stop.told_eta is '已告知的预计到达';

alter table mission_stop add column told_eta_at timestamptz;

comment on column mission_stop.told_eta_at is '告知时间';

alter table api_client alter column scopes set default '报价,下单,查询,取消,改址,轨迹,签收,温度';
