-- no_cut_fences
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table fence add column no_cut boolean default false not null;

comment on column fence.no_cut is '禁止断油断电';
