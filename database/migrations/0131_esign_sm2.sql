-- esign_sm2
-- Generated from the definitions by `npm run migration`, then read by a person. Never edited after release.

alter table sign_key drop constraint sign_key_purpose_values;

alter table sign_key add constraint sign_key_purpose_values check (purpose in ('root', 'stamp', 'seal', 'sm2'));
