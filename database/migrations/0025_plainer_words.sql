-- plainer_words
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

comment on column lease_plan.day_rule is '还车当天是否计租';
comment on column contract.day_rule is '还车当天是否计租';
comment on column affair_rule.ladder is '提前几天提醒';
comment on column violation.sure is '责任认定';
comment on column approval_process.key is '流程编码';
