-- swap_signature
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table vehicle_swap add column lessee_sign jsonb;
comment on column vehicle_swap.lessee_sign is '换车人签名';
