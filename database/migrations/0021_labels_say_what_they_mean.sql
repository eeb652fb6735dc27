-- labels_say_what_they_mean
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

comment on column lessee.name is '名称';
comment on table refused_position is '异常定位数据';
comment on column lease_plan.due_offset_days is '应付日比账期首日晚';
comment on column lease_plan.violation_keep is '违章押金最少留存';
comment on column lease_plan.late_rate_bp is '滞纳金每天万分之';
comment on column lease_plan.early_penalty_months is '提前退车赔';
comment on column lease_plan.early_penalty_bp is '赔剩余租金的';
comment on column contract.due_offset_days is '应付日比账期首日晚';
comment on column contract.violation_keep is '违章押金最少留存';
comment on column contract.late_rate_bp is '滞纳金每天万分之';
comment on column contract.early_penalty_months is '提前退车赔';
comment on column contract.early_penalty_bp is '赔剩余租金的';
comment on column rent_reduction.most is '减免上限';
comment on column bill.late_rate_bp is '滞纳金每天万分之';
comment on column sign_identity.name is '名称';
