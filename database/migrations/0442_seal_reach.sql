-- Numbers of people lie sealed inside JSON and sentences too (decision 0083). What was sealed before by an earlier release is
-- sealed anew at the next start, once.
alter table sealed_with add column reach integer not null default 1;
comment on column sealed_with.reach is '加密范围';
