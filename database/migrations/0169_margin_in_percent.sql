-- margin_in_percent
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

comment on column product_cost.margin_percent is '毛利率（%）';
