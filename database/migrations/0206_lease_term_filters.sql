-- lease_term_filters
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

drop index lease_term_end_on_idx;
