-- esign_site
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_flow add column site text;

comment on column sign_flow.site is '签署页地址';
